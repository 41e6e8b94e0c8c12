// SPDX-License-Identifier: MIT
#include "parsed.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

namespace vicinal::test {

Parsed::Parsed(const std::string& text)
    : source("model.vic", text), diagnostics(&source) {
  tree = network::parse(source, diagnostics);
  for (const auto& d : diagnostics.all()) UNSCOPED_INFO(d.message);
  REQUIRE(!diagnostics.has_errors());
}

std::string example(const std::string& name) {
  std::ifstream file(std::string(VICINAL_SOURCE_DIR "/examples/") + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace vicinal::test
