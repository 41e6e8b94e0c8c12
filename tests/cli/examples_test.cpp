// SPDX-License-Identifier: MIT
// Guards: the examples and the traps do what they say of themselves.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "program.hpp"
#include "tests/random/random_model.hpp"

using namespace vicinal::test;

TEST_CASE("examples and traps meet their expectations") {
  std::vector<std::string> command{source_folder() + "/tests/run_examples"};
  // A budget is set where runs are slow.
  if (!vicinal::random_models::all_runs()) command.push_back("--short");
  command.push_back(binary());
  const Outcome outcome = execute(command);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find(" passed, 0 failed\n") != std::string::npos);
}
