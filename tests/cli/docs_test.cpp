// SPDX-License-Identifier: MIT
// Guards: output that README and docs/ show is what the program prints.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace docs_test {

TEST_CASE("documents show real output") {
  using namespace vicinal::test;
  const Outcome outcome =
      execute({source_folder() + "/tests/docs_output", binary()});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}

}  // namespace docs_test
