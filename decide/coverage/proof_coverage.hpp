// SPDX-License-Identifier: MIT
// What comes up in the states that `prove` speaks of: those of the local
// invariant where it decided, else those of instances, which are explored for
// it.
#pragma once

#include <optional>
#include <vector>

#include "decide/decide.hpp"
#include "explore/coverage/coverage.hpp"

namespace vicinal::decide::inline coverage {

struct ProofCoverage {
  explore::CoverageCounts counts;
  // An instance whose values read as these, kept by the report, by what was
  // opened, or by `explored`.
  const network::Instance* instance = nullptr;
  // Of the local invariant of so many nodes: what never comes up there comes up
  // in no run; what does need not. 0: of instances.
  int views = 0;
  // Whether the invariant is that of all sizes.
  bool every_size = false;
  // Else, of every size: the instances, by size, all states of each but for
  // `counts.limit`; none: of the instance that was opened.
  fixpoint::Samples explored;
};

// The local invariant is looked at if it decided what is decided, and with
// pairs that of pairs, and so on. Of every size, instances from the least on
// are explored otherwise, as far as few states go; else the instance. Counts
// what it comes to within the limits. None: there is nothing to look at.
std::optional<ProofCoverage> proof_coverage(const Opened& opened,
                                            const Report& report,
                                            const Allowance& allowance);

}  // namespace vicinal::decide::inline coverage
