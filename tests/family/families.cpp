// SPDX-License-Identifier: MIT
#include "families.hpp"
#include "network/elaboration/elaborate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "explore/search/explorer.hpp"
#include "explore/search/initial_states.hpp"
#include "fixpoint/implication/imply.hpp"
#include "network/semantics/steps.hpp"
#include "tests/oracle/family.hpp"
#include "tests/random/costly.hpp"
#include "tests/random/random_model.hpp"

namespace vicinal::family_tests {

using network::Instance;
using network::Model;
using network::Scalar;

namespace {

// All choices of parameters, from their least values on.
std::vector<std::vector<Scalar>> choices(const Model& model, Scalar last) {
  std::vector<std::vector<Scalar>> out(1);
  for (const network::Parameter& p : model.parameters) {
    std::vector<std::vector<Scalar>> longer;
    for (const auto& chosen : out) {
      for (Scalar v = p.low; v <= std::min(last, p.high.value_or(last)); ++v) {
        longer.push_back(chosen);
        longer.back().push_back(v);
      }
    }
    out = std::move(longer);
  }
  return out;
}

std::string name_of(const Model& model, const std::vector<Scalar>& sizes) {
  std::string out;
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    out += fmt::format("{}{}={}", p == 0 ? "" : " ", model.parameters[p].name,
                       sizes[p]);
  }
  return out;
}

}  // namespace

void small_instances(const network::ast::Tree& tree, const Model& model,
                     const SmallBounds& bounds,
                     const std::function<void(const Small&)>& sink) {
  const auto make = [&](const std::vector<Scalar>& sizes, std::string name,
                        const oracle::Graph* graph) {
    Small small{std::make_unique<fixpoint::Sample>(), sizes, std::move(name)};
    network::Diagnostics ignored(model.source);
    small.sample->parameters = sizes;
    if (graph != nullptr) {
      small.sample->graph =
          oracle::network_of(*graph, oracle::is_directed(tree));
    }
    auto instance = network::elaborate(model, sizes, ignored,
                                       graph ? &*small.sample->graph : nullptr);
    if (!instance) {
      small.sample = nullptr;
    } else {
      if (instance->network.node_count() > bounds.nodes) return;
      small.sample->instance = std::move(*instance);
    }
    sink(small);
  };
  const auto graphs = oracle::graphs_within(tree, bounds);
  for (const auto& sizes : choices(model, bounds.size)) {
    if (!oracle::is_any(tree)) make(sizes, name_of(model, sizes), nullptr);
    for (const oracle::Graph& graph : graphs) {
      std::string name = fmt::format("{} nodes:", graph.nodes);
      for (const auto& [a, b] : graph.edges) {
        name += fmt::format(" {}-{}", a, b);
      }
      make(sizes, name, &graph);
    }
  }
}

std::vector<State> reachable(const Instance& instance, std::size_t bound) {
  std::set<State> known;
  std::vector<State> queue;
  const auto reach = [&](const State& s) {
    if (known.insert(s).second) queue.push_back(s);
    return known.size() <= bound;
  };
  network::Limits limits;
  if (!explore::initial_states(instance, limits,
                               [&](std::span<const Scalar> s) {
                                 return reach(State(s.begin(), s.end()));
                               })) {
    return {};
  }
  const network::Steps steps(instance);
  network::StepList list;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    State state = queue[i];
    steps.enabled(state.data(), list);
    for (const network::Step& step : list.steps) {
      State next = queue[i];
      try {
        steps.apply(list, step, next.data());
      } catch (const network::ModelError&) {
        continue;
      }
      if (!reach(next)) return {};
    }
  }
  return queue;
}

std::vector<std::vector<network::NodeId>> choices(std::size_t count,
                                                  std::size_t k) {
  std::vector<std::vector<network::NodeId>> out(1);
  for (std::size_t i = 0; i < std::min(count, k); ++i) {
    std::vector<std::vector<network::NodeId>> longer;
    for (const auto& chosen : out) {
      const std::size_t from = chosen.empty() ? 0 : chosen.back().index() + 1;
      for (std::size_t n = from; n < count; ++n) {
        longer.push_back(chosen);
        longer.back().emplace_back(static_cast<std::uint32_t>(n));
      }
    }
    out = std::move(longer);
  }
  return out;
}

std::string SizesSeen::text() const {
  std::map<std::size_t, std::pair<int, int>> all;
  for (const auto& [nodes, count] : whole) all[nodes].first = count;
  for (const auto& [nodes, count] : in_part) all[nodes].second = count;
  std::string out;
  for (const auto& [nodes, counts] : all) {
    out +=
        fmt::format("{}{} nodes: {} whole, {} in part", out.empty() ? "" : "; ",
                    nodes, counts.first, counts.second);
  }
  return out;
}

SmallBounds up_to_six_nodes() {
  SmallBounds bounds;
  bounds.size = 6;
  bounds.shape_nodes = 6;
  bounds.states = by_hand() ? 50'000 : 3000;
  return bounds;
}

Violations violations(const network::ast::Tree& tree, const Model& model,
                      const SmallBounds& bounds, SizesSeen* seen) {
  Violations out;
  explore::Options options;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    const auto kind = model.properties[p].kind;
    if (kind == network::ast::PropertyKind::invariant ||
        kind == network::ast::PropertyKind::assertion) {
      options.properties.push_back(p);
    }
  }
  options.limits.work = bounds.states;
  small_instances(tree, model, bounds, [&](const Small& small) {
    if (!small.sample) return;
    const auto explored = explore::explore(small.instance(), options);
    if (seen != nullptr) {
      auto& counts = explored.complete ? seen->whole : seen->in_part;
      ++counts[small.instance().network.node_count()];
    }
    for (const auto& r : explored.properties) {
      if (r.verdict() == network::Verdict::violated) {
        out.try_emplace(r.name, small.name);
      }
    }
  });
  return out;
}

Violations oracle_violations(const network::ast::Tree& tree,
                             const SmallBounds& bounds) {
  Violations out;
  SmallBounds small_bounds = bounds;
  small_bounds.states = 0;  // they are explored here
  oracle::small_instances(tree, small_bounds, [&](const oracle::Small& small) {
    if (small.instance == nullptr) return;
    try {
      const auto found = small.instance->explore(bounds.states);
      for (const auto& [name, result] : found.properties) {
        if (result.violated) out.try_emplace(name, small.text());
      }
    } catch (const oracle::TooLarge&) {
      return;
    }
  });
  return out;
}

fixpoint::Question question_of(const Model& model,
                               const network::Definitions& definitions) {
  fixpoint::Question out;
  out.model = &model;
  out.definitions = &definitions;
  out.scope.fixed.resize(model.parameters.size());
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (model.properties[p].kind == network::ast::PropertyKind::invariant) {
      out.properties.push_back(p);
    }
  }
  return out;
}

std::vector<std::string> proved_names(const fixpoint::FamilyProof& proof,
                                      const Model& model) {
  std::vector<std::string> out;
  for (const fixpoint::PropertyProof& p : proof.properties) {
    if (!p.proved) continue;
    out.push_back(p.property ? model.properties[*p.property].name
                             : std::string(network::no_model_error));
  }
  return out;
}

std::optional<std::vector<std::string>> proved_by_pairs(
    const network::ast::Tree& tree, const Model& model, Scalar size) {
  if (oracle::is_any(tree)) return std::nullopt;
  std::vector<Scalar> sizes;
  for (const network::Parameter& p : model.parameters) {
    sizes.push_back(std::min(size, p.high.value_or(size)));
  }
  network::Diagnostics ignored(model.source);
  const auto instance = network::elaborate(model, sizes, ignored);
  if (!instance || instance->network.node_count() > 12) return std::nullopt;
  network::Limits limits;
  limits.work = 200'000;
  const auto single = fixpoint::single_invariant(*instance, limits, ignored);
  if (!single || single->limit != network::Limit::none) return std::nullopt;
  const auto pairs = fixpoint::pair_invariant(
      *instance, single->reduction, fixpoint::PairMode::automatic, limits);
  if (!pairs || pairs->limit != network::Limit::none) return std::nullopt;
  std::vector<std::string> out;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (model.properties[p].kind != network::ast::PropertyKind::invariant) {
      continue;
    }
    const auto by = [&](const auto& invariant) {
      return fixpoint::imply(*instance, invariant, p, limits).proved;
    };
    if (by(*single) || by(*pairs)) out.push_back(model.properties[p].name);
  }
  return out;
}

network::Limits limits() {
  network::Limits out;
  out.work = by_hand() ? 4'000'000 : 200'000;
  return out;
}

random_models::Loaded example(const std::string& name) {
  std::ifstream in(fmt::format("{}/examples/{}.vic", VICINAL_SOURCE_DIR, name));
  std::stringstream text;
  text << in.rdbuf();
  return random_models::load(text.str());
}

bool small_enough(const Model& model, std::uint32_t k) {
  fixpoint::Scope scope;
  scope.fixed.resize(model.parameters.size());
  std::string refused;
  const auto system =
      fixpoint::type_system(model, scope, k, {}, limits(), refused);
  if (!system) return true;
  if (system->types.size() > 60) return false;
  const auto invariant = fixpoint::type_invariant(*system, {}, limits());
  return invariant.local_states <= 1000;
}

namespace {

// What is said, or so many.
std::pair<std::uint64_t, std::uint64_t> seeds_or(std::uint64_t otherwise) {
  const char* said = std::getenv("VICINAL_TEST_SEEDS");
  if (said == nullptr) return {1, otherwise};
  char* rest = nullptr;
  const std::uint64_t first = std::strtoull(said, &rest, 10);
  const std::uint64_t last =
      *rest == '-' ? std::strtoull(rest + 1, nullptr, 10) : first;
  return {first, last};
}

}  // namespace

std::pair<std::uint64_t, std::uint64_t> seeds(std::uint64_t usual) {
  return seeds_or(random_models::runs(usual));
}

std::pair<std::uint64_t, std::uint64_t> costly_seeds(std::uint64_t usual) {
  return seeds_or(random_models::costly_runs(usual));
}

bool by_hand() {
  return std::getenv("VICINAL_TEST_SEEDS") != nullptr;
}

}  // namespace vicinal::family_tests
