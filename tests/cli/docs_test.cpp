// SPDX-License-Identifier: MIT
// Guards: the output that README and the tutorial show is what the program
// prints, and its models are models.
#include <catch2/catch.hpp>

#include "program.hpp"

using namespace vicinal::test;

TEST_CASE("the output in README and the tutorial is what is printed") {
  const Outcome outcome =
      execute({source_folder() + "/tests/fill_docs", "--check", binary()});
  INFO(outcome.out << outcome.err << "run tests/fill_docs to mend it");
  CHECK(outcome.code == 0);
}

TEST_CASE("the model of the tutorial is one") {
  const std::string text = read(source_folder() + "/docs/tutorial.md");
  const std::string open = "\n```vic\n";
  std::size_t blocks = 0;
  for (std::size_t at = text.find(open); at != std::string::npos;
       at = text.find(open, at + 1)) {
    const std::size_t begin = at + open.size();
    const std::string model =
        text.substr(begin, text.find("\n```\n", begin) + 1 - begin);
    const Outcome outcome = ask({"validate", "-"}, {.input = model});
    INFO(model << outcome.err);
    CHECK(outcome.code == 0);
    ++blocks;
  }
  CHECK(blocks == 2);
}
