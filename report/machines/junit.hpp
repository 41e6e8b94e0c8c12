// SPDX-License-Identifier: MIT
// Verdicts as JUnit XML: a suite for each model, a case for each property. A
// property that is violated is a failure, one that is unknown, and a model
// without a report, an error; one that is not asked is skipped.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/words/value_json.hpp"

namespace vicinal::report::inline machines {

struct Case {
  std::string name;
  std::string verdict;  // as in a report: proved, violated, unknown, not-asked
  std::string detail;   // of what is not proved: why, or by which run
};

struct Suite {
  std::string model;
  std::string error;  // why there is no report; empty: there is one
  std::vector<Case> cases;
  double seconds = 0;
};

// What a report of `prove` says, or `error` where it is none.
Suite suite_of(const std::string& model, const Json& report);

std::string junit_xml(std::span<const Suite> suites);

}  // namespace vicinal::report::inline machines
