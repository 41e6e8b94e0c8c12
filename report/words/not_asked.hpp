// SPDX-License-Identifier: MIT
// The properties that a command does not look at.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline words {

// The temporal properties that were asked for: commands that decide invariants
// say of each that it was not looked at, and their exit code does not speak of
// it. A name that is asked for is no temporal one: that is an error.
std::vector<std::string> not_asked(const network::Model& model,
                                   const Style& style);
// Without those that have an answer all the same.
template <class Answers>
std::vector<std::string> not_asked(const network::Model& model,
                                   const Style& style, const Answers& answers) {
  std::vector<std::string> names = not_asked(model, style);
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::any_of(answers,
                               [&](const auto& a) { return a.name == name; });
  });
  return names;
}
// Of each a line, its name padded to `width`; an entry of "properties".
std::string not_asked_text(const std::vector<std::string>& names,
                           std::size_t width);
void add_not_asked(const std::vector<std::string>& names, Json& properties);
// The widest of all names in a report.
std::size_t widest(const std::vector<std::string>& names, std::size_t least);

}  // namespace vicinal::report::inline words
