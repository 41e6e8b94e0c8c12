// SPDX-License-Identifier: MIT
// Which of the states and steps that violate a property is shown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "explore/checkpoint/progress.hpp"
#include "explore/search/verdicts.hpp"
#include "explore/search/worker.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline search {

// The first one of all in the order of Witness, which says nothing of who looks
// and when: so every engine, with any number of threads, shows the same run.
// That is known when a level is done, and only then is the property decided.
class Witnesses {
 public:
  // Makes a run; none: the time was up.
  using Run = std::function<std::optional<network::Trace>(const Witness&)>;

  // Where `early`, a run to the first witness that is met is made at once, for
  // the case that there is no time for one when the level is done. The verdicts
  // must outlive it.
  Witnesses(Verdicts& verdicts, Run run, bool early);

  // Of a property by its number in the result. Nothing if that is decided.
  void meet(std::size_t property, const Witness& witness);
  // All that are asked are violated; but of an error there may be a shorter run
  // on the level.
  bool all_violated() const;
  // The level is done, or nobody looks any further. Whether that decides
  // anything.
  bool decide();

  // What another search needs to go on, by number in the result.
  std::vector<Progress::Property> saved() const;
  // Goes on from it, before anything is met: first what is decided, then, when
  // the states are there, the runs.
  void restore_verdicts(const std::vector<Progress::Property>& saved);
  void restore_runs(const std::vector<Progress::Property>& saved);

 private:
  struct Met {
    Witness witness;
    std::optional<network::Trace> run;
    bool made = false;  // the run, and it is one to the witness
  };
  Verdicts& verdicts_;
  Run run_;
  bool early_;
  std::vector<std::optional<Met>> met_;  // by number in the result
  std::vector<std::optional<Witness>> decided_;
};

}  // namespace vicinal::explore::inline search
