// SPDX-License-Identifier: MIT
// Guards: models that were unknown (bench/unknown, and an example) stay proved,
// and what is false beside them is not.
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

// What is answered of everything.
std::map<std::string, Verdict> answers_of(const std::string& text) {
  const auto opened = decide::open_model(text, "model.vic", {});
  INFO(text);
  REQUIRE(opened->good());
  decide::Asked asked;
  asked.properties = decide::invariants(*opened->model);
  asked.every_size = true;
  const decide::Report report = decide::decide(*opened, asked, {});
  std::map<std::string, Verdict> out;
  for (const decide::Answer& a : report.answers()) out[a.name] = a.verdict;
  return out;
}

void check_text(const std::string& text, const std::string& wrong) {
  for (const auto& [property, verdict] : answers_of(text)) {
    CAPTURE(property);
    CHECK(verdict == Verdict::proved);
  }
  const auto more = answers_of(text + "invariant wrong: " + wrong + ";\n");
  CHECK(more.at("wrong") == Verdict::violated);
}

void check(const std::string& name, const std::string& wrong,
           const std::string& folder = "bench/unknown") {
  INFO(name);
  std::ifstream file(VICINAL_SOURCE_DIR "/" + folder + "/" + name + ".vic");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  REQUIRE(!text.empty());
  check_text(text, wrong);
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

TEST_CASE("fewer are beyond each level", "[part1]") {
  check("filter-lock", "forall i in p: i.level < n - 1 || n < 2",
        "examples/protocols");
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

// By its initial value; what has other indices, or none, is nobody of these.
TEST_CASE("who has an index is one of a row", "[part2]") {
  check_text(R"(
param n : 2.. = 3;
process P { port at : inout bool; var x : 0..n-1 = index; }
process Q { var up : bool = false; action rise { up := true; } }
network {
  node p[n] : P;
  node q[n][2] : Q;
  edge e[n] : bool = false;
  for i in 0..n-1 { connect p[i].at to e[i]; }
}
rule swap(i in p, j in p) when index(j) == index(i) + 1 && i.x < j.x {
  i.x, j.x := j.x, i.x;
}
invariant all: forall v in 0..n-1, u in q, f in e: exists i in p: i.x == v;
)",
             "forall v in 0..n-1: exists i in p: i.x == v && index(i) == v");
}

}  // namespace unknown_test
