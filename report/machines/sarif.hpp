// SPDX-License-Identifier: MIT
// Diagnostics and findings in the Static Analysis Results Interchange Format,
// SARIF 2.1.0 (OASIS). A rule is a diagnostic's code, or `violated`,
// `unproved`; what is proved is no result.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "network/base/diagnostic.hpp"
#include "report/machines/findings.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline machines {

// The results of one run: a list.
Json sarif_results(const network::Diagnostics& diagnostics);
Json sarif_results(std::span<const Finding> findings);

// How the program ended.
struct SarifEnd {
  int exit = 0;
  bool finished = true;    // there was an answer
  std::string limit_text;  // why there was none; empty: another reason
};

// A whole log of one run. `title` says in a few words what a rule means.
Json sarif_log(const Json& results, const SarifEnd& end,
               const std::string& version,
               const std::function<std::string(const std::string&)>& title);

}  // namespace vicinal::report::inline machines
