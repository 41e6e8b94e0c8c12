// SPDX-License-Identifier: MIT
// A lesser witness makes the run that was made early worthless, but for the
// case that there is no time for another one.
#include "explore/search/witnesses.hpp"

#include <utility>

namespace vicinal::explore::inline search {

Witnesses::Witnesses(Verdicts& verdicts, Run run, bool early)
    : verdicts_(verdicts),
      run_(std::move(run)),
      early_(early),
      met_(verdicts.size()),
      decided_(verdicts.size()) {}

void Witnesses::meet(std::size_t property, const Witness& witness) {
  if (!verdicts_.open(property)) return;
  std::optional<Met>& met = met_[property];
  if (met) {
    if (!witness.before(met->witness)) return;
    met->witness = witness;
    met->made = false;
    return;
  }
  met = Met{witness, std::nullopt, false};
  // An error may turn up at a lesser distance yet.
  if (!early_ || property == verdicts_.error()) return;
  met->run = run_(witness);
  met->made = true;
}

bool Witnesses::all_violated() const {
  for (std::size_t p = 0; p < met_.size(); ++p) {
    if (!verdicts_.open(p)) continue;
    if (p == verdicts_.error() || !met_[p]) return false;
  }
  return true;
}

bool Witnesses::decide() {
  bool any = false;
  for (std::size_t p = 0; p < met_.size(); ++p) {
    if (!met_[p]) continue;
    any = true;
    Met& met = *met_[p];
    decided_[p] = met.witness;
    verdicts_.violate(p, [&] {
      if (met.made) return std::move(met.run);
      auto run = run_(met.witness);
      return run ? std::move(run) : std::move(met.run);
    });
    met_[p].reset();
  }
  return any;
}

std::vector<Progress::Property> Witnesses::saved() const {
  std::vector<Progress::Property> saved(met_.size());
  for (std::size_t p = 0; p < saved.size(); ++p) {
    const Outcome outcome = verdicts_.outcome(p);
    if (outcome == Outcome::undefined) {
      saved[p].decision = Progress::Decision::undefined;
    } else if (outcome == Outcome::violated) {
      saved[p].decision = Progress::Decision::violated;
      saved[p].decided = decided_[p];
    }
    if (met_[p]) saved[p].met = met_[p]->witness;
  }
  return saved;
}

void Witnesses::restore_verdicts(const std::vector<Progress::Property>& saved) {
  for (std::size_t p = 0; p < saved.size(); ++p) {
    if (saved[p].decision == Progress::Decision::undefined) {
      verdicts_.undefine(p);
    }
    decided_[p] = saved[p].decided;
    if (decided_[p]) verdicts_.violate(p, [] { return std::nullopt; });
  }
}

void Witnesses::restore_runs(const std::vector<Progress::Property>& saved) {
  for (std::size_t p = 0; p < saved.size(); ++p) {
    if (decided_[p]) verdicts_.show(p, run_(*decided_[p]));
    if (saved[p].met) meet(p, *saved[p].met);
  }
}

}  // namespace vicinal::explore::inline search
