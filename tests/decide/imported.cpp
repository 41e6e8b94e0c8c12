// SPDX-License-Identifier: MIT
// Diagnostics are told apart by their numbers: messages may change.
#include "imported.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

namespace vicinal::test {

std::string messages(const decide::Opened& opened) {
  std::string out;
  for (const auto& d : opened.diagnostics.all()) {
    out += fmt::format("V{} {}\n", number(d.code), d.message);
  }
  return out;
}

std::set<int> codes(const decide::Opened& opened) {
  std::set<int> out;
  for (const auto& d : opened.diagnostics.all()) out.insert(number(d.code));
  return out;
}

void check_met(const Ingredients& met, const std::vector<std::string>& wanted,
               int least) {
  std::string table;
  for (const auto& [name, count] : met) {
    table += fmt::format("{:5} {}\n", count, name);
  }
  INFO(table);
  for (const std::string& name : wanted) {
    INFO(name);
    const auto found = met.find(name);
    CHECK((found == met.end() ? 0 : found->second) >= least);
  }
}

}  // namespace vicinal::test
