// SPDX-License-Identifier: MIT
// Guards: models that were unknown (bench/unknown) stay proved, and what is
// false beside them is not.
#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "decide/decide.hpp"

namespace unknown_test {

namespace {

using namespace vicinal;
using network::Verdict;

// What is answered of everything, with a property more.
std::map<std::string, Verdict> answers_of(const std::string& name,
                                          const std::string& more) {
  std::ifstream file(VICINAL_SOURCE_DIR "/bench/unknown/" + name + ".vic");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  REQUIRE(!text.empty());
  const auto opened = decide::open_model(text + more, name + ".vic", {});
  REQUIRE(opened->good());
  decide::Asked asked;
  asked.properties = decide::invariants(*opened->model);
  asked.every_size = true;
  const decide::Report report = decide::decide(*opened, asked, {});
  std::map<std::string, Verdict> out;
  for (const decide::Answer& a : report.answers()) out[a.name] = a.verdict;
  return out;
}

void check(const std::string& name, const std::string& wrong) {
  INFO(name);
  for (const auto& [property, verdict] : answers_of(name, "")) {
    CAPTURE(property);
    CHECK(verdict == Verdict::proved);
  }
  const auto more = answers_of(name, "invariant wrong: " + wrong + ";\n");
  CHECK(more.at("wrong") == Verdict::violated);
}

}  // namespace

TEST_CASE("what a number of a node names shows what the node left", "[part1]") {
  check("slots", "forall i in a: i.held => !taken[i.mine]");
  check("stack", "forall i in a: i.inside => cell[0] == i");
}

TEST_CASE("numbers are what they show", "[part1]") {
  check("fib", "forall i in a: i.y < 89");
  check("fair", "purse % 4 == 0");
}

TEST_CASE("sums of what is never negative are bounded", "[part2]") {
  check("ringsum", "sum(i in a: i.x) == 0");
}

TEST_CASE("a number counts those who name a node", "[part2]") {
  check("quorum", "forall i in p: i.phase != sure");
}

TEST_CASE("what holds of a copy holds where it comes from", "[part2]") {
  check("max", "forall i in a: i.best <= 8");
}

TEST_CASE("who has an index begins with its value", "[part2]") {
  check("surj", "forall i in p: i.x == index(i)");
  // A number that is no index is nobody's.
  check("surj", "forall v in 0..n: exists i in p: i.x == v");
}

}  // namespace unknown_test
