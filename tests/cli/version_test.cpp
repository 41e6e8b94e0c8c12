// SPDX-License-Identifier: MIT
// Guards: the program starts and prints its version.
#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

TEST_CASE("the program prints its name and version") {
  std::FILE* pipe = popen(VICINAL_BINARY " --version", "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    output += static_cast<char>(c);
  }
  CHECK(pclose(pipe) == 0);
  CHECK(output.rfind("vicinal ", 0) == 0);
}
