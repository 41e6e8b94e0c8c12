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

// The part of the expectations, of four; where runs are slow, because a budget
// is set, one in ten of them.
void check_part(int part) {
  const bool all = vicinal::random_models::enough_runs();
  const std::string which = std::to_string(part) + (all ? "/4" : "/40");
  const Outcome outcome = ask({"test", "--part", which, "examples",
                               "bench/rows", "bench/kinds", "tests/traps"},
                              {.folder = source_folder()});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find(" passed, 0 failed\n") != std::string::npos);
  CHECK(outcome.out.find("ok ") != std::string::npos);
  // Each expects something, but for the model of a program with a log.
  const std::size_t silent = outcome.out.find("\nsilent  ");
  CHECK(outcome.out.find("\nsilent  examples/conform/") == silent);
  CHECK(outcome.out.find("\nsilent  ", silent + 1) == std::string::npos);
}

}  // namespace

TEST_CASE("examples and traps meet their expectations, a quarter", "[part1]") {
  check_part(1);
}

TEST_CASE("and the second", "[part2]") {
  check_part(2);
}

TEST_CASE("and the third", "[part3]") {
  check_part(3);
}

TEST_CASE("and the last", "[part4]") {
  check_part(4);
}

}  // namespace examples_test
