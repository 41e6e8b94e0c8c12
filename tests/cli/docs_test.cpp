// SPDX-License-Identifier: MIT
// Guards: output that README and docs/ show is what the program prints, and so
// are the figures in the tables of docs/papers.md, each row of which is shown
// by something.
#include <catch2/catch.hpp>

#include <algorithm>

#include "program.hpp"
#include "tests/random/random_model.hpp"

namespace docs_test {

namespace {

using namespace vicinal::test;

// tests/docs_output with these words. A sanitizer, where runs are few, has to
// see the code of one command in eight only: what all print is asked elsewhere.
Outcome shown(Words more) {
  Words words = {source_folder() + "/tests/docs_output"};
  if (!vicinal::random_models::enough_runs()) {
    words.insert(words.end(), {"--every", "8"});
  }
  words.insert(words.end(), more.begin(), more.end());
  words.push_back(binary());
  return execute(words);
}

}  // namespace

TEST_CASE("documents show real output") {
  const Outcome outcome = shown({});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("the table of the papers shows what is printed") {
  const Outcome outcome =
      shown({"--table", source_folder() + "/docs/papers.md"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("a row of a table that shows nothing is found") {
  const Folder folder;
  const auto complaints = [&](const std::string& row) {
    const std::string table = folder.write(
        "table.md",
        "| item | shown by | here | printed |\n|---|---|---|---|\n" + row +
            "\n");
    const Outcome outcome = execute(
        {source_folder() + "/tests/docs_output", "--table", table, binary()});
    CHECK((outcome.code == 0) == outcome.out.empty());
    return outcome.out.substr(std::min(outcome.out.size(), table.size() + 4));
  };
  const std::string ring = "`vicinal explore -D n=2 examples/token-ring.vic`";
  CHECK(complaints("| a | " + ring + " | `12 states` | 12 |").empty());
  CHECK(complaints("| a | " + ring + " | `2 states` | 12 |")
            .starts_with("'2 states' is not printed"));
  CHECK(complaints("| a | " + ring + " | 12 states | 12 |")
            .starts_with("no figure"));
  CHECK(complaints("| a | it is clear | | |").starts_with("nothing shows it"));
  CHECK(complaints("| a | [theory](theory.md#balance) | | |").empty());
  CHECK(complaints("| a | `tests/cli/nothing.cpp` | | |")
            .starts_with("there is no tests/cli/nothing.cpp"));
  CHECK(complaints("| a | `tests/cli/docs_test.cpp` \"no such case\" | | |")
            .starts_with("no case"));
  CHECK(complaints("| a | `vicinal explore -D n=61 examples/token-ring.vic` "
                   "(slow) | `1 state` | |")
            .starts_with("no example expects"));
  CHECK(complaints("| a | `tests/docs_output` | |").starts_with("not four"));
  CHECK(complaints("").starts_with("no rows"));
}

}  // namespace docs_test
