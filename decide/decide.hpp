// SPDX-License-Identifier: MIT
// Decides what is asked of a model.
//
//   auto opened = open_model(text, "ring.vic", {{"n", "4"}});
//   Asked asked;
//   if (opened->model) asked.properties = invariants(*opened->model);
//   const Report report = decide(*opened, asked, limits);
//   for (const Answer& a : report.answers()) tell(a);  // proved, violated, ...
//
// Every answer is final: what is `proved` can be evaluated in every reachable
// state and is true there, and there is such a state.
#pragma once

#include <optional>
#include <vector>

#include "decide/family/family.hpp"
#include "decide/instances/instance.hpp"

namespace vicinal::decide {

// At most one of the two. None: nothing is answered, and the diagnostics of
// `Opened` say why. What it refers to lies in `Opened`.
struct Report {
  std::optional<InstanceReport> instance;
  std::optional<FamilyReport> family;

  bool answered() const { return instance || family; }
  std::vector<Answer> answers() const;
};

// Elaborates what is not elaborated yet, asks the engines, and warns of what
// never happens, in the diagnostics. Temporal properties that are asked are
// not looked at: they get no answer. The limits are for all of it, but for
// the elaboration, which polls (see open_model).
//
// An instance: local invariants of single nodes first, for what they do not
// imply those of pairs, then exploration. Every size: the same by wiring
// types, up to triples, and small instances.
Report decide(Opened& opened, const Asked& asked,
              const network::Limits& limits);

}  // namespace vicinal::decide
