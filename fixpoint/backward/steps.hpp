// SPDX-License-Identifier: MIT
// The steps of one instance, taken backwards: from which cubes they lead to a
// cube. Cubes allow more where patterns cannot say what a step needs.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "fixpoint/backward/ways.hpp"
#include "fixpoint/lemmas/reached.hpp"
#include "network/flat/effects.hpp"

namespace vicinal::fixpoint::inline backward {

class BackwardSteps {
 public:
  BackwardSteps(PatternSpace& space, flat::Guarded& guarded)
      : space_(space),
        guarded_(guarded),
        ways_(space, guarded.terms),
        effects_(guarded) {}

  // False: what a step does is too long to be taken back. Throws what
  // SingleAssignment::over_state() throws.
  bool prepare();

  using Each = std::function<void(Cube)>;
  // States that violate one of the first properties of the guarded commands.
  void violating(std::size_t properties, const Each& each);
  // States in which a step fails.
  void failing(const Each& each);
  // What steps lead to from a state of another instance.
  void after(const Reached::Example& example, const Each& each);
  // From which a step leads to the cube; one without literals: from all.
  void before(const Cube& cube, const Each& each);

 private:
  struct One {
    std::set<std::uint32_t> movers;
    flat::Sequence effects;
    std::map<std::uint32_t, flat::TermId> updates;
  };

  std::set<std::uint32_t> movers_of(const flat::Step& step) const;
  bool first_of_their_kind(const std::set<std::uint32_t>& movers,
                           const std::set<std::uint32_t>& known) const;
  void find(std::deque<Goal> goals, Pattern from, const Each& each);
  bool changes(const One& step, const Pattern& after) const;
  void before(const One& step, const Pattern& after, const Each& each);

  PatternSpace& space_;
  flat::Guarded& guarded_;
  Ways ways_;
  flat::SingleAssignment effects_;
  std::vector<One> steps_;
};

}  // namespace vicinal::fixpoint::inline backward
