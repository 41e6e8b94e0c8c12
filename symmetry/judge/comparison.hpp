// SPDX-License-Identifier: MIT
// Whether an instance is the same after a renaming.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "symmetry/forms/model_forms.hpp"
#include "symmetry/judge/difference.hpp"

namespace vicinal::symmetry::inline judge {

class Comparison {
 public:
  // Of the first `asked` properties what they say counts, of the rest only
  // where they cannot be evaluated. Steps of nodes in `fixed`, which no map may
  // move, stay theirs. Throws Formless. Makes
  // terms in `guarded`. The sorts must outlive it.
  Comparison(flat::Guarded& guarded, std::size_t asked, const Sorts& sorts,
             std::vector<network::NodeId> fixed = {});

  // Whether the map leaves initial states, steps, failures and claims as they
  // are. If true it surely does; if false it may. O(forms).
  bool invariant(const StateMap& map);

  // Why it may not be, if it takes nodes there; none: it is. O(forms).
  std::optional<Difference> difference(const StateMap& map,
                                       std::span<const network::NodeId> node);

  // Whether an invariant map leaves all reachable states as they are: what it
  // moves is never written, and holds one value to begin with. O(slots).
  bool idle(const StateMap& map) const;

  // Adds the properties, by number, whose premise the map makes another one.
  void note_premises(const StateMap& map, std::set<std::uint32_t>& moved);

  // Whether the map leaves these claims, by index, as they are; all else is not
  // looked at. O(their forms).
  bool respects(const StateMap& map, std::span<const std::uint32_t> claims);

  // The claim that the map makes of this one: the first that says the same and
  // fails where it does. None: there is none.
  std::optional<std::uint32_t> image(const StateMap& map, std::uint32_t claim);

  // Whether the map takes each step of an action, or a rule, to that of the
  // actor and the members that `image` says; only nodes are members. The map
  // has to be invariant.
  bool follows(const StateMap& map, std::span<const network::NodeId> image,
               network::ProcessId process, std::uint32_t action);

  // Whether an invariant map takes the steps of this action at a node to all
  // that one node has, different nodes to different ones: who may take steps
  // of it together, and who takes which, stays as it is up to the names of
  // nodes. O(forms).
  bool permutes_actors(const StateMap& map, network::ProcessId process,
                       std::uint32_t action);

  // What a step does, and of which action it is one.
  using Key = std::vector<std::uint32_t>;
  Key key_of(const StepForm& step) const;

  // What is compared. Who renames these forms must not keep a map of theirs
  // over a call of the above.
  const ModelForms& model() const { return model_; }
  Forms& forms() { return forms_; }
  const Forms& forms() const { return forms_; }
  std::size_t asked() const { return asked_; }
  const std::vector<network::NodeId>& fixed() const { return fixed_; }

 private:
  // By the map that forms are renamed by.
  bool same(FormId form) { return forms_.mapped(form) == form; }
  bool same_failures();
  Difference failure_difference();
  Difference step_difference(const StepForm& step,
                             std::span<const network::NodeId> node);
  const StepForm* other_step();  // whose image is none; null: there is none

  std::size_t asked_;
  std::vector<network::NodeId> fixed_;  // ascending
  Forms forms_;
  ModelForms model_;
  std::set<Key> steps_;
  std::vector<bool> constant_;  // per slot: holds one value always
  // By what they say and where they fail: the first.
  std::map<std::pair<FormId, FormId>, std::uint32_t> claims_;
};

}  // namespace vicinal::symmetry::inline judge
