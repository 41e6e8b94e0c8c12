// SPDX-License-Identifier: MIT
// Guards: the local invariant of a family has the local state of every tuple
// of nodes in every reachable state of small instances. It need not (it is
// made from samples, and obligations say whether it is inductive); where it
// does not, a proof fails that could have been.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "families.hpp"
#include "network/semantics/steps.hpp"

namespace containment_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;
using network::NodeId;
using network::Scalar;

struct ContainmentCounts {
  int families = 0, refused = 0, contained = 0, missed_type = 0;
  int missed_state = 0;
  std::uint64_t tuples = 0;
};

// A local state that is missing, or a type.
struct Missing {
  bool type = false;
  std::string where;
};

class Looker {
 public:
  Looker(const fixpoint::TypeSystem& system,
         const fixpoint::TypeInvariant& invariant)
      : system_(system), invariant_(invariant) {}

  // The first thing that is missing in an instance.
  std::optional<Missing> look(const Small& small,
                              const std::vector<State>& states);
  std::uint64_t tuples = 0;

 private:
  bool has(std::uint32_t type, const State& row) const;

  const fixpoint::TypeSystem& system_;
  const fixpoint::TypeInvariant& invariant_;
};

bool Looker::has(std::uint32_t type, const State& row) const {
  const fixpoint::StateSet& set = invariant_.sets[type];
  for (std::size_t low = 0, high = set.rows; low < high;) {
    const std::size_t middle = (low + high) / 2;
    const auto at = set.row(middle);
    if (std::equal(at.begin(), at.end(), row.begin(), row.end())) return true;
    if (std::lexicographical_compare(at.begin(), at.end(), row.begin(),
                                     row.end())) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return false;
}

std::optional<Missing> Looker::look(const Small& small,
                                    const std::vector<State>& states) {
  const network::Instance& instance = small.instance();
  const std::size_t count = instance.network.node_count();
  if (count == 0 || states.empty()) return std::nullopt;
  struct View {
    fixpoint::Tuple tuple;
    std::uint32_t type = 0;
  };
  std::vector<View> views;
  for (const auto& nodes : choices(count, system_.k)) {
    for (const fixpoint::Tuple& t : fixpoint::tuples_of(*small.sample, nodes)) {
      const auto found = system_.locate(t);
      if (!found) {
        std::string text;
        for (const NodeId n : nodes) text += " " + node_name(instance, n);
        return Missing{true, small.name + ":" + text};
      }
      views.push_back({fixpoint::part_of(t, found->order), found->type});
    }
  }
  tuples += views.size();
  // By breadth first search: the first that is missing is nearest.
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (const View& view : views) {
      const State row = fixpoint::local_state(view.tuple, states[s]);
      if (has(view.type, row)) continue;
      std::string text;
      for (const NodeId n : view.tuple.nodes) {
        text += " " + node_name(instance, n);
      }
      text += fmt::format(" type {} ({}), state {}", view.type,
                          fmt::join(row, " "), s);
      // A step that leads there from a state with all its views.
      const network::Steps steps(instance);
      network::StepList list;
      for (std::size_t before = 0; before < s; ++before) {
        State state = states[before];
        steps.enabled(state.data(), list);
        for (const network::Step& step : list.steps) {
          State next = states[before];
          try {
            steps.apply(list, step, next.data());
          } catch (const network::ModelError&) {
            continue;
          }
          if (next != states[s]) continue;
          text += fmt::format(
              ", from ({}) by {}",
              fmt::join(fixpoint::local_state(view.tuple, states[before]), " "),
              network::step_name(instance, step.actor, step.action));
          return Missing{false, small.name + ":" + text};
        }
      }
      return Missing{false, small.name + ":" + text + ", initial"};
    }
  }
  return std::nullopt;
}

void check_family(const random_models::Loaded& loaded, std::uint64_t seed,
                  std::uint32_t k, ContainmentCounts& s) {
  ++s.families;
  fixpoint::Scope scope;
  scope.fixed.resize(loaded.model->parameters.size());
  std::string refused;
  const auto system =
      fixpoint::type_system(*loaded.model, scope, k, {}, limits(), refused);
  const auto say = [&](const std::string& text) {
    if (by_hand()) fmt::print("C\t{}\t{}\t{}\n", seed, k, text);
  };
  if (!system || system->types.empty()) {
    ++s.refused;
    say("refused\t" + (system ? "no type" : refused));
    return;
  }
  const auto invariant = fixpoint::type_invariant(*system, {}, limits());
  if (invariant.limit != network::Limit::none) {
    ++s.refused;
    say("refused\tlimit");
    return;
  }
  Looker looker(*system, invariant);
  std::optional<Missing> missing;
  SmallBounds bounds;
  if (!by_hand()) bounds.states = 500;
  small_instances(loaded.tree, *loaded.model, bounds, [&](const Small& small) {
    if (!small.sample || missing) return;
    missing = looker.look(small, reachable(small.instance(), bounds.states));
  });
  s.tuples += looker.tuples;
  if (!missing) {
    ++s.contained;
    say("contained\t");
    return;
  }
  ++(missing->type ? s.missed_type : s.missed_state);
  say((missing->type ? "no type\t" : "missing\t") + missing->where);
}

}  // namespace

namespace {

void check_families(std::uint64_t usual, std::uint32_t k) {
  const auto [first, last] = seeds(usual);
  ContainmentCounts s;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto family = random_models::random_family(seed);
    const auto loaded = random_models::load(family.text);
    INFO("seed " << seed);
    REQUIRE(loaded.model != nullptr);
    if (k == 1 || by_hand() || small_enough(*loaded.model, k - 1)) {
      check_family(loaded, seed, k, s);
    }
  }
  const std::string table = fmt::format(
      "{} families: {} refused, {} contained, {} lack a type, {} lack a state; "
      "{} tuples",
      s.families, s.refused, s.contained, s.missed_type, s.missed_state,
      s.tuples);
  INFO(table);
  if (by_hand()) {
    fmt::print("S\t{}\n", table);
  } else {
    // None so far.
    CHECK(s.missed_state + s.missed_type <= s.families / 100);
    // Of a few families all may be refused.
    if (s.families >= 8) CHECK(2 * s.contained >= s.families);
  }
}

}  // namespace

TEST_CASE("invariants of single nodes have all local states") {
  check_families(80, 1);
}

TEST_CASE("invariants of pairs have all local states") {
  check_families(40, 2);
}

TEST_CASE("invariants of triples have all local states") {
  check_families(12, 3);
}

}  // namespace containment_test
