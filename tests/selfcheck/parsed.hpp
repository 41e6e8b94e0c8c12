// SPDX-License-Identifier: MIT
// Models for the oracle: the parser is all that it shares with the tool.
#pragma once

#include <map>
#include <string>

#include "network/language/parser/parser.hpp"
#include "tests/oracle/oracle.hpp"

namespace vicinal::test {

using Sizes = std::map<std::string, std::int64_t>;

// A tree and the text that it points into. Fails the test case if the text
// does not parse.
struct Parsed {
  explicit Parsed(const std::string& text);
  oracle::Instance at(const Sizes& sizes = {}) const { return {tree, sizes}; }

  network::Source source;
  network::Diagnostics diagnostics;
  network::ast::Tree tree;
};

// The text of examples/NAME.
std::string example(const std::string& name);

}  // namespace vicinal::test
