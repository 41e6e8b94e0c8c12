// SPDX-License-Identifier: MIT
// Guards: the examples and the traps do what they say of themselves.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "cli/expectations/observed.hpp"
#include "cli/processes/runs.hpp"
#include "program.hpp"
#include "schema.hpp"
#include "tests/random/random_model.hpp"

namespace examples_test {

using namespace vicinal::test;
namespace expectations = vicinal::cli::expectations;
namespace processes = vicinal::cli::processes;

namespace {

// The part of the expectations, of four; where runs are slow, because a budget
// is set, one in ten of them. Reports are as docs/schemas have them.
void check_part(std::size_t part) {
  const std::size_t parts = vicinal::random_models::enough_runs() ? 4 : 40;
  std::vector<std::string> paths;
  for (const char* folder :
       {"examples", "bench/rows", "bench/kinds", "tests/traps"}) {
    paths.push_back(source_folder() + "/" + folder);
  }
  expectations::Collected found = expectations::find_expectations(paths);
  REQUIRE(found.error.empty());
  // Each expects something, but for the model of a program with a log.
  REQUIRE(found.silent.size() == 1);
  CHECK(found.silent[0].find("/examples/conform/") != std::string::npos);
  auto& all = found.expectations;
  std::size_t number = 0;
  std::erase_if(all, [&](const auto& e) {
    return number++ % parts + 1 != part || e.slow;
  });
  CHECK_FALSE(all.empty());
  const auto look = [&](std::size_t i, const processes::Ran& ran) {
    INFO(all[i].file << ":" << all[i].line);
    INFO(ran.out.substr(0, 1000) << ran.err);
    CHECK(differences(all[i], ran.exit, expectations::facts_of(ran.out)) ==
          std::vector<std::string>{});
    std::vector<std::string> arguments = all[i].arguments;
    arguments.emplace_back("--json");
    CHECK(against_schemas(arguments, ran.out) == "");
  };
  std::vector<processes::Launch> launches;
  for (const auto& e : all) launches.push_back(launch_of(e));
  const auto never = [] { return false; };
  CHECK(processes::run_all(binary(), launches, 1, never, look));
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
