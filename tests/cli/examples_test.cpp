// SPDX-License-Identifier: MIT
// Guards: the examples and the traps do what they say of themselves.
#include <catch2/catch.hpp>

#include "program.hpp"

using namespace vicinal::test;

TEST_CASE("examples and traps meet their expectations") {
  const Outcome outcome =
      execute({source_folder() + "/tests/run_examples", binary()});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find(" passed, 0 failed\n") != std::string::npos);
}
