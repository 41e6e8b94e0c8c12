// SPDX-License-Identifier: MIT
#include "models.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace vicinal::fixpoint_tests {

std::string example(const std::string& name) {
  std::ifstream file(fmt::format("{}/examples/{}", VICINAL_SOURCE_DIR, name));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string star(const std::string& hub, const std::string& spoke,
                 const std::string& edge, const std::string& rest) {
  return fmt::format(R"(
param n : 0.. = 3;
process Hub {{ port set link : inout {2}; {0} }}
process Spoke {{ port hub : inout {2}; {1} }}
network {{
  node c : Hub;
  node s[n] : Spoke;
  edge e[n] : {2}{3};
  for i in 0..n-1 {{ connect c.link, s[i].hub to e[i]; }}
}}
)",
                     hub, spoke, edge, rest);
}

}  // namespace vicinal::fixpoint_tests
