// SPDX-License-Identifier: MIT
// Time for the formulas of a report.
#pragma once

#include <string>
#include <vector>

#include "network/base/budget.hpp"
#include "report/words/style.hpp"

namespace vicinal::report::inline proof {

// Formulas are for readers, and some take long. All of a report together have
// what is left of the limits, and a moment if nothing is: what was found in
// time is shown as it would be otherwise.
class Formulas {
 public:
  explicit Formulas(const Style& style)
      : limits_(style.formulas), budget_(limits_) {}

  // The conjuncts that `make` finds in time; else none, as where it finds none.
  template <class Make>
  std::vector<std::string> operator()(const Make& make) const {
    const network::Polling polling(budget_);
    try {
      return make();
    } catch (const network::LimitReached&) {
      return {};
    }
  }

 private:
  network::Limits limits_;
  network::Budget budget_;
};

}  // namespace vicinal::report::inline proof
