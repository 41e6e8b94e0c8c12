// SPDX-License-Identifier: MIT
// Guards: static channel diagrams say who may send and who may receive: by
// hand, and on random models no state shows more. Their automorphisms are
// counted again one by one. What is confirmed of them is a symmetry: one state
// of each orbit stands for all.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "network/semantics/steps.hpp"
#include "symmetry/detection/channel_diagram.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace channel_diagram_test {

namespace {

using namespace vicinal;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Scalar;
using test::State;

// "0!0 1?0": process 0 may send to channel 0, process 1 receive from it.
std::string arrows(const Network& diagram) {
  std::string text;
  for (std::uint32_t d = 0; d < diagram.dart_count(); ++d) {
    const network::DartId dart(d);
    text +=
        fmt::format("{}{}{}{}{}", text.empty() ? "" : " ",
                    diagram.dart_node[d].value, diagram.writes(dart) ? "!" : "",
                    diagram.reads(dart) ? "?" : "", diagram.dart_edge[d].value);
  }
  return text;
}

std::string diagram_of(const std::string& text) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  return arrows(symmetry::channel_diagram(*loaded.instance));
}

// A process with two edges, at the ports a and b, and one action.
std::string with_action(const std::string& action,
                        const std::string& type = "0..3") {
  return fmt::format(
      "process P {{ port a, b : inout {0}; port set c, d : inout {0};\n"
      "  var x : 0..3 = 0;\n  action go {1} }}\n"
      "network {{ node p : P; edge e[4] : {0};\n"
      "  connect p.a to e[0]; connect p.b to e[1]; connect p.c to e[2];\n"
      "  connect p.d to e[3]; }}\n",
      type, action);
}

// ---- automorphisms, one by one ----------------------------------------------

// Of each pair of a process and a channel, what the process does there.
using Uses = std::vector<std::vector<int>>;
Uses uses_of(const Network& diagram) {
  Uses uses(diagram.node_count(), std::vector<int>(diagram.edge_count(), 0));
  for (std::uint32_t d = 0; d < diagram.dart_count(); ++d) {
    uses[diagram.dart_node[d].index()][diagram.dart_edge[d].index()] =
        diagram.dart_direction[d];
  }
  return uses;
}

// How many permutations of channels go with this one of processes.
std::uint64_t with(const Network& diagram, const Uses& uses,
                   const std::vector<std::uint32_t>& node) {
  std::vector<std::uint32_t> edge(diagram.edge_count());
  std::iota(edge.begin(), edge.end(), 0U);
  std::uint64_t count = 0;
  do {
    bool same = true;
    for (std::uint32_t e = 0; e < edge.size() && same; ++e) {
      same = diagram.edge_color[e] == diagram.edge_color[edge[e]];
      for (std::uint32_t n = 0; n < node.size() && same; ++n) {
        same = uses[n][e] == uses[node[n]][edge[e]];
      }
    }
    count += same ? 1 : 0;
  } while (std::ranges::next_permutation(edge).found);
  return count;
}

std::uint64_t counted(const Network& diagram) {
  const Uses uses = uses_of(diagram);
  std::vector<std::uint32_t> node(diagram.node_count());
  std::iota(node.begin(), node.end(), 0U);
  std::uint64_t count = 0;
  do {
    bool same = true;
    for (std::uint32_t n = 0; n < node.size(); ++n) {
      same = same && diagram.node_color[n] == diagram.node_color[node[n]];
    }
    if (same) count += with(diagram, uses, node);
  } while (std::ranges::next_permutation(node).found);
  return count;
}

// ---- what states show
// --------------------------------------------------------

// What the steps of a node lead to, without what stands on one edge afterwards;
// an empty one for a step that fails, and one number for a guard that does.
std::multiset<State> effects(const network::Instance& instance,
                             const network::Steps& steps, NodeId n, State state,
                             EdgeId edge) {
  std::multiset<State> found;
  network::StepList list;
  steps.enabled_of(n, state.data(), list);
  for (std::size_t p = 0; p < list.problems.size(); ++p) found.insert({0});
  for (const network::Step& s : list.steps) {
    State next = state;
    try {
      steps.apply(list, s, next.data());
      const auto at =
          static_cast<std::ptrdiff_t>(instance.edge_base[edge.index()]);
      const auto width = static_cast<std::ptrdiff_t>(
          instance.size(instance.edge_type(edge)).slots);
      next.erase(next.begin() + at, next.begin() + at + width);
    } catch (const network::ModelError&) {
      next.clear();
    }
    found.insert(std::move(next));
  }
  return found;
}

struct Shown {
  int sends = 0, receives = 0;
};

// A step of n that changes what stands there.
bool changes(const network::Instance& instance, const network::Steps& steps,
             NodeId n, State state, EdgeId edge) {
  network::StepList list;
  steps.enabled_of(n, state.data(), list);
  return std::ranges::any_of(list.steps, [&](const network::Step& s) {
    State next = state;
    try {
      steps.apply(list, s, next.data());
    } catch (const network::ModelError&) {
      return false;
    }
    const std::uint32_t at = instance.edge_base[edge.index()];
    const std::uint32_t width = instance.size(instance.edge_type(edge)).slots;
    for (std::uint32_t i = at; i < at + width; ++i) {
      if (next[i] != state[i]) return true;
    }
    return false;
  });
}

bool looks_further(const network::Model& model) {
  for (const auto& p : model.processes) {
    for (const auto& a : p.actions) {
      if (a.global_guard || a.global_priority || a.global_range ||
          a.global_body) {
        return true;
      }
    }
  }
  return false;
}

// Of plain edges: in the states, nobody sends or receives who may not.
void check_uses(const network::Instance& instance, const Network& diagram,
                const test::States& states, Shown& shown) {
  const Uses uses = uses_of(diagram);
  const network::Steps steps(instance);
  for (std::uint32_t d = 0; d < instance.network.dart_count(); ++d) {
    const NodeId n = instance.network.dart_node[d];
    const EdgeId edge = instance.network.dart_edge[d];
    const int use = uses[n.index()][edge.index()];
    const std::uint32_t at = instance.edge_base[edge.index()];
    const auto& bounds = instance.slots[at];
    bool sends = false, receives = false;
    for (const State& state : states) {
      sends = sends || changes(instance, steps, n, state, edge);
      State other = state;
      other[at] = state[at] == bounds.high ? bounds.low : state[at] + 1;
      receives = receives || effects(instance, steps, n, state, edge) !=
                                 effects(instance, steps, n, other, edge);
    }
    INFO("process " << n.value << ", channel " << edge.value);
    if (sends) CHECK((use & network::dart_writes) != 0);
    if (receives) CHECK((use & network::dart_reads) != 0);
    shown.sends += sends ? 1 : 0;
    shown.receives += receives ? 1 : 0;
  }
}

bool plain_edges(const network::Instance& instance) {
  for (std::size_t e = 0; e < instance.network.edge_count(); ++e) {
    const auto& type = (*instance.model)[instance.edge_type(EdgeId(e))];
    if (type.kind == network::TypeKind::queue ||
        instance.size(instance.edge_type(EdgeId(e))).slots != 1) {
      return false;
    }
  }
  return true;
}

// Types, and nothing else, tell processes and channels apart.
void check_colors(const network::Instance& instance, const Network& diagram) {
  for (std::uint32_t a = 0; a < diagram.node_count(); ++a) {
    CHECK((diagram.node_color[0] == diagram.node_color[a]) ==
          (instance.process_id(NodeId(std::size_t{0})) ==
           instance.process_id(NodeId(a))));
  }
  for (std::uint32_t e = 0; e < diagram.edge_count(); ++e) {
    CHECK((diagram.edge_color[0] == diagram.edge_color[e]) ==
          (instance.edge_type(EdgeId(std::size_t{0})) ==
           instance.edge_type(EdgeId(e))));
  }
}

struct Counts {
  int models = 0, counted = 0, confirmed = 0, refused = 0, products = 0;
  Shown shown;
};

void look_at(const std::string& text, Counts& counts) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  ++counts.models;
  const Network diagram = symmetry::channel_diagram(instance);
  check_colors(instance, diagram);
  const auto found = symmetry::channel_symmetry(instance, loaded.invariants());
  if (diagram.node_count() <= 5 && diagram.edge_count() <= 5) {
    ++counts.counted;
    CHECK(found.automorphisms == std::to_string(counted(diagram)));
  }
  CHECK(found.confirmed <= found.generators);
  counts.confirmed += static_cast<int>(found.confirmed);
  counts.refused += static_cast<int>(found.generators - found.confirmed);
  counts.products += found.order != found.symmetry.order ? 1 : 0;
  if (!plain_edges(instance) || looks_further(*instance.model)) return;
  test::States states = test::explored(instance, {}, nullptr).states;
  while (states.size() > 60) states.erase(std::prev(states.end()));
  check_uses(instance, diagram, states, counts.shown);
}

}  // namespace

TEST_CASE("who sends and who receives is read off actions") {
  CHECK(diagram_of(with_action("{ skip; }")) == "");
  CHECK(diagram_of(with_action("{ a := 1; }")) == "0!0");
  CHECK(diagram_of(with_action("when a == 1 { b := 2; }")) == "0?0 0!1");
  CHECK(diagram_of(with_action("{ a, b := b, x; }")) == "0!0 0!?1");
  CHECK(diagram_of(with_action("priority b { x := 1; }")) == "0?1");
  CHECK(diagram_of(with_action("{ if a == 0 { b := 1; } }")) == "0?0 0!1");
  CHECK(diagram_of(with_action("{ while a > 1 { a := 0; } }")) == "0!?0");
  CHECK(diagram_of(with_action("(g in c) when g == 1 { b := 1; }")) ==
        "0!1 0?2");
  // One slot of the frame, for two port sets in turn.
  CHECK(diagram_of(with_action("{ for g in c { g := 1; }\n"
                               "  for g in d { x := g; } }")) == "0!2 0?3");
  CHECK(diagram_of(with_action("when (exists g in c: g == 1) && "
                               "(forall g in d: g == x) { b := 0; }")) ==
        "0!1 0?2 0?3");
  CHECK(diagram_of(with_action(
            "when count(v in 0..a: v > 0) == 1 { skip; }")) == "0?0");
}

TEST_CASE("queues are pushed by senders and popped by receivers") {
  const std::string type = "queue 0..3[2]";
  CHECK(diagram_of(with_action("when !full(a) { push(a, 1); }", type)) ==
        "0!0");
  CHECK(diagram_of(with_action("when !empty(b) { x := head(b); pop(b); }",
                               type)) == "0?1");
  CHECK(diagram_of(with_action("when len(a) < 2 && len(b) > 0 {\n"
                               "  push(a, head(b)); pop(b); }",
                               type)) == "0!0 0?1");
}

TEST_CASE("channel diagrams of random networks with much symmetry") {
  Counts counts;
  const std::uint64_t runs = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    look_at(random_models::symmetric_model(seed), counts);
  }
  WARN(fmt::format(
      "{} models, {} counted; {} confirmed, {} refused, {} with "
      "products; {} sends, {} receives",
      counts.models, counts.counted, counts.confirmed, counts.refused,
      counts.products, counts.shown.sends, counts.shown.receives));
  if (runs < 50) return;
  CHECK(counts.counted * 4 > counts.models);
  CHECK(counts.confirmed > 0);
  CHECK(counts.refused > 0);
  CHECK(counts.products > 0);
  CHECK(counts.shown.sends * 4 > counts.models);
  CHECK(counts.shown.receives * 4 > counts.models);
}

TEST_CASE("channel diagrams of random models") {
  Counts counts;
  const std::uint64_t runs = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    look_at(random_models::random_model(seed, {}), counts);
  }
  if (runs < 50) return;
  CHECK(counts.counted * 4 > counts.models);
  CHECK(counts.shown.sends > 0);
  CHECK(counts.shown.receives > 0);
}

TEST_CASE("what is confirmed of channel diagrams is a symmetry") {
  test::Seen seen;
  const auto find = [](const network::Instance& instance,
                       const std::vector<std::size_t>& properties) {
    return symmetry::channel_symmetry(instance, properties).symmetry;
  };
  const std::uint64_t runs = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    test::compare_orbits(random_models::symmetric_model(seed), find, seen);
    test::compare_orbits(random_models::exchange_model(seed), find, seen);
  }
  CHECK(seen.compared * 2 > static_cast<int>(runs));
  CHECK(seen.reduced * 8 > seen.compared);
}

}  // namespace channel_diagram_test
