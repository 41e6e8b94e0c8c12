// SPDX-License-Identifier: MIT
// Guards: the examples and the traps do what they say of themselves.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "program.hpp"
#include "tests/random/random_model.hpp"

namespace examples_test {

using namespace vicinal::test;

namespace {

// The part of the expectations, of four.
void check_part(const std::string& part) {
  std::vector<std::string> command{source_folder() + "/tests/run_examples"};
  // A budget is set where runs are slow.
  if (!vicinal::random_models::enough_runs()) command.push_back("--short");
  command.insert(command.end(), {"--part", part + "/4", binary()});
  const Outcome outcome = execute(command);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find(" passed, 0 failed\n") != std::string::npos);
  CHECK(outcome.out.find("ok ") != std::string::npos);
}

}  // namespace

TEST_CASE("examples and traps meet their expectations, a quarter", "[part1]") {
  check_part("1");
}

TEST_CASE("and the second", "[part2]") {
  check_part("2");
}

TEST_CASE("and the third", "[part3]") {
  check_part("3");
}

TEST_CASE("and the last", "[part4]") {
  check_part("4");
}

}  // namespace examples_test
