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
      met_(verdicts.size()) {}

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

void Witnesses::decide() {
  for (std::size_t p = 0; p < met_.size(); ++p) {
    if (!met_[p]) continue;
    Met& met = *met_[p];
    verdicts_.violate(p, [&] {
      if (met.made) return std::move(met.run);
      auto run = run_(met.witness);
      return run ? std::move(run) : std::move(met.run);
    });
    met_[p].reset();
  }
}

}  // namespace vicinal::explore::inline search
