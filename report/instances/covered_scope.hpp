// SPDX-License-Identifier: MIT
// Of which states the coverage of `prove` speaks.
#pragma once

#include <string>

#include "decide/coverage/proof_coverage.hpp"
#include "report/instances/coverage_report.hpp"
#include "report/words/style.hpp"

namespace vicinal::report::inline instances {

CoverageScope scope_of(const Opened& opened,
                       const decide::ProofCoverage& coverage);

// As coverage_json, with "of": what the states are, and "nodes" or "instances".
Json proof_coverage_json(const Opened& opened,
                         const decide::ProofCoverage& coverage);
std::string proof_coverage_text(const Opened& opened,
                                const decide::ProofCoverage& coverage);

}  // namespace vicinal::report::inline instances
