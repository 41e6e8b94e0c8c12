// SPDX-License-Identifier: MIT
// Guards: the oracle itself, by known answers: what the examples expect of
// exploration, and the local sets of design 9.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "parsed.hpp"
#include "tests/random/random_model.hpp"

namespace oracle_test {

namespace {

using namespace vicinal;
using test::example;
using test::Parsed;
using test::Sizes;

constexpr std::size_t budget = 2500;

// `explore -D n=2 => exit 0; mutex=proved; states=12; trace=4`
struct Expectation {
  Sizes sizes;
  bool whole = true;  // no option asks for a part
  std::map<std::string, std::string> results;
};

Expectation read_expectation(const std::string& line) {
  Expectation out;
  const std::size_t arrow = line.find("=>");
  std::istringstream words(line.substr(0, arrow));
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) {
      const std::string value = word.substr(equals + 1);
      const bool truth = value == "true" || value == "false";
      out.sizes[word.substr(0, equals)] =
          truth ? value == "true" : std::stoll(value);
    } else if (word != "-D" && word != "explore") {
      out.whole = false;
    }
  }
  std::istringstream parts(line.substr(arrow + 2));
  for (std::string part; std::getline(parts, part, ';');) {
    const std::size_t equals = part.find('=');
    const std::size_t begin = part.find_first_not_of(' ');
    if (equals == std::string::npos) continue;
    out.results[part.substr(begin, equals - begin)] = part.substr(equals + 1);
  }
  return out;
}

// Whether the model was small enough.
bool check_expectation(const Parsed& parsed, const Expectation& wanted) {
  oracle::Exploration found;
  try {
    found = parsed.at(wanted.sizes).explore(budget);
  } catch (const oracle::TooLarge&) {
    return false;
  }
  for (const auto& [name, value] : wanted.results) {
    INFO(name << " = " << value);
    if (name == "states") {
      CHECK(std::to_string(found.states) == value);
    } else if (name == "transitions") {
      CHECK(std::to_string(found.transitions) == value);
    } else if (name == "depth") {
      CHECK(std::to_string(found.depth) == value);
    } else if (name == "deadlocks") {
      CHECK(std::to_string(found.deadlocks) == value);
    } else if (name == "trace") {
      const auto is = [&](const auto& p) {
        return p.second.violated &&
               std::to_string(p.second.trace_length) == value;
      };
      CHECK(std::any_of(found.properties.begin(), found.properties.end(), is));
    } else {
      REQUIRE(found.properties.contains(name));
      CHECK(found.properties.at(name).violated == (value == "violated"));
    }
  }
  return true;
}

std::vector<std::filesystem::path> models() {
  std::vector<std::filesystem::path> out;
  for (const std::string folder : {"/examples", "/tests/traps"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(VICINAL_SOURCE_DIR + folder)) {
      if (entry.path().extension() == ".vic") out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::set<std::size_t> sizes_of(const oracle::Instance::Theta& theta) {
  std::set<std::size_t> sizes;
  for (const auto& [node, states] : theta) sizes.insert(states.size());
  return sizes;
}

oracle::Exploration explore(const std::string& text) {
  return Parsed(text).at().explore(budget);
}

}  // namespace

TEST_CASE("the oracle explores examples and traps as they expect") {
  const std::string head = "// expect: ";
  int checked = 0;
  std::size_t met = 0;
  for (const std::filesystem::path& path : models()) {
    // Where a sanitizer has to see all code only, one in four.
    if (met++ % (random_models::enough_runs() ? 1 : 4) != 0) continue;
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find("network from") != std::string::npos) continue;
    const Parsed parsed(text);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind(head + "explore", 0) != 0) continue;
      const Expectation wanted = read_expectation(line.substr(head.size()));
      if (!wanted.whole || wanted.results.empty()) continue;
      INFO(path << ": " << line);
      checked += check_expectation(parsed, wanted) ? 1 : 0;
    }
  }
  CHECK(checked >= (random_models::enough_runs() ? 100 : 1));
}

TEST_CASE("the oracle knows the token ring") {
  const Parsed ring(example("token-ring.vic"));
  const std::map<std::int64_t, std::size_t> states = {
      {2, 12}, {3, 36}, {4, 96}};
  for (const auto& [n, count] : states) {
    const auto o = ring.at({{"n", n}});
    CHECK(o.explore(budget).states == count);
    const auto local = o.single_invariant(budget);
    REQUIRE(local.has_value());
    CHECK(sizes_of(local->theta) == std::set<std::size_t>{12});
    CHECK(local->failing.empty());
    CHECK(!local->may_fail);
    for (const auto& [node, reached] : o.projections(budget)) {
      CHECK(reached.size() < 12);
      const auto& theta = local->theta.at(node);
      CHECK(std::includes(theta.begin(), theta.end(), reached.begin(),
                          reached.end()));
    }
  }
  const auto o = ring.at({{"n", 3}});
  CHECK(o.single_invariant(budget)->theta.at("s[0]").contains(
      "s[0].phase=eating; token[0]=false; token[2]=false"));
  CHECK(o.points_to(0, 1));
  CHECK(o.points_to(1, 0));
  CHECK(!o.points_to(0, 0));
  CHECK(o.in_out(0) == std::set<std::size_t>{0, 2});
}

TEST_CASE("the oracle knows the abstract philosophers") {
  const Parsed parsed(example("philosophers-abstract.vic"));
  for (const std::int64_t n : {3, 4}) {
    const auto local = parsed.at({{"n", n}}).single_invariant(budget);
    REQUIRE(local.has_value());
    CHECK(sizes_of(local->theta) == std::set<std::size_t>{9});
  }
}

TEST_CASE("what the local engines do not take, the oracle does not either") {
  CHECK(!Parsed(example("hanoi.vic")).at().single_invariant(budget));
  CHECK(!Parsed("shared x : bool = false;"
                "process P { action a { x := true; } }"
                "network { node p : P; }")
             .at()
             .single_invariant(budget));
  CHECK(!Parsed("shared x : bool; process P { action a when x { skip; } }"
                "network { node p : P; }")
             .at()
             .single_invariant(budget));
}

TEST_CASE("a bus that one only reads does not point") {
  const Parsed parsed(R"(
process W { port o : out bool; action a { o := true; } }
process R { port i : in bool; var x : bool = false;
  action a { x := i; } }
network { node w : W; node r[2] : R; edge e : bool = false;
  connect w.o, r[0].i, r[1].i to e; }
)");
  const auto o = parsed.at();
  CHECK(o.points_to(0, 1));
  CHECK(!o.points_to(1, 0));
  CHECK(!o.points_to(1, 2));
  CHECK(o.edges()[0].readers == std::set<std::size_t>{1, 2});
  CHECK(o.edges()[0].writers == std::set<std::size_t>{0});
  const auto local = o.single_invariant(budget);
  CHECK(local->theta.at("w") == std::set<std::string>{"e=false", "e=true"});
  CHECK(local->theta.at("r[0]").size() == 3);
}

TEST_CASE("who only writes an edge is pointed to by those who write it") {
  const Parsed parsed(R"(
process W { port o : out bool; }
network { node w[2] : W; edge e : bool; connect w[0].o, w[1].o to e; })");
  const auto o = parsed.at();
  CHECK(o.points_to(0, 1));
  CHECK(o.points_to(1, 0));
  CHECK(o.in_out(1) == std::set<std::size_t>{0});
}

TEST_CASE("unseen variables: an action may fire unless it surely cannot") {
  const std::string text = R"(
process P { var x : 0..2 = 0; var y : bool = false;
  action a when x == 0 && forall q in P: q != self => q.x == 0 { x := 1; }
  action b when count(q in P: q.x >= 0) > 1 { y := true; }
  action c(q in p) when q != self && q.x * @ == 1 { x := 2; }
}
network { node p[2] : P; }
)";
  const auto local = [&](const std::string& factor) {
    std::string with = text;
    with.replace(with.find('@'), 1, factor);
    return *Parsed(with).at().single_invariant(budget);
  };
  // Nothing times 0 is 1; times 2 it is unknown, and may overflow.
  CHECK(local("0").theta.at("p[0]").size() == 4);
  CHECK(!local("0").may_fail);
  CHECK(local("2").theta.at("p[0]").size() == 6);
  CHECK(local("2").may_fail);
}

TEST_CASE("errors count as the design says") {
  // A failing step: a transition, no deadlock, a trace of depth + 1.
  auto e = explore(R"(
process P { var v : 0..1 = 0; action up { v := v + 1; } }
network { node p : P; })");
  CHECK(e.states == 2);
  CHECK(e.transitions == 2);
  CHECK(e.deadlocks == 0);
  CHECK(e.properties.at("no model error").trace_length == 2);
  // An error of a guard belongs to the state.
  e = explore(R"(
process P { var v : 0..1 = 0; action up when 1 / v == 1 { v := 0; }
  action go when v == 0 { v := 1; } }
network { node p : P; }
invariant small: v_is(p);
def v_is(q) = q.v < 2;)");
  CHECK(e.states == 2);
  CHECK(e.transitions == 2);
  CHECK(e.properties.at("no model error").violated);
  CHECK(e.properties.at("no model error").trace_length == 0);
  CHECK(!e.properties.at("small").violated);
  // An error of a property, and an init that is one: not satisfied.
  e = explore(R"(
shared x : 0..2; init 2 / x == 1; rule r when x == 2 { x := 0; }
invariant p: 1 / x == 0;)");
  CHECK(e.initial_states == 1);
  CHECK(e.states == 2);
  CHECK(e.deadlocks == 1);
  CHECK(!e.properties.at("p").violated);
  CHECK(e.properties.at("no model error").trace_length == 1);
}

TEST_CASE("operators by example") {
  const std::vector<std::string> holds = {
      "-7 / 2 == -4 && -7 % 2 == 1 && 7 / -2 == -3 && 7 % -2 == 1",
      "-7 / -2 == 4 && -7 % -2 == 1",
      "pow(-1, 101) == -1 && pow(0, 0) == 1 && pow(2, 10) == 1024",
      "min(1, 2) + max(1, 2) == 3 && abs(-4) == 4",
      "true || 1 / 0 == 1",
      "false => 1 / 0 == 1",
      "!(false && 1 / 0 == 1)",
      "(if true then 1 else 1 / 0) == 1",
      "exactly 2 i in 0..3: i % 2 == 0",
      "atmost 1 i in 5..3: true",
      "count(i, j in 0..2: i < j) == 3",
      "sum(i in 0..2, j in 0..i: j) == 4",
      "(forall k in K: k == a || k == b) && a != b",
      "[1, 2] == [1, 2] && [1, 2] != [2, 1]",
      "two == 1 + 1 && more(two) == 3",
      "a == a && none == none",
      "S(true, [1, 0]).list[0] == 1 && S(true, [1, 0]) == S(true, [1, 0])"};
  const std::vector<std::string> fails = {
      "1 / 0 == 1",
      "1 / 0 == 1 || true",
      "exists i in 0..1: 1 / i == 1",
      "[1, 2][2] == 1",
      "pow(2, -1) == 0",
      "pow(2, 63) > 0",
      "9223372036854775807 + 1 > 0",
      "(-9223372036854775807 - 1) / -1 > 0",
      "sum(i in 1..2: 9223372036854775807) > 0",
      "index(r) == 0",
      "more(1 / 0) == 1"};
  const std::string head =
      "enum K { a, b } struct S { x : bool; list : (0..1)[2]; }\n"
      "const two = 2; def more(x) = x + 1; def first(x, y) = x;\n"
      "process P { } network { node p : P; } shared r : id of p = none;\n"
      "invariant claim: ";
  for (const std::string& text : holds) {
    INFO(text);
    const auto e = explore(head + text + ";");
    CHECK(!e.properties.at("claim").violated);
    CHECK(!e.properties.at("no model error").violated);
  }
  for (const std::string& text : fails) {
    INFO(text);
    const auto e = explore(head + text + ";");
    CHECK(!e.properties.at("claim").violated);
    CHECK(e.properties.at("no model error").violated);
  }
  // Definitions are replaced: what is not used is not evaluated.
  CHECK(!explore(head + "first(1, 1 / 0) == 1;")
             .properties.at("no model error")
             .violated);
}

TEST_CASE("statements by example") {
  const auto after = [](const std::string& body) {
    const Parsed parsed(
        "struct J { k : 0..3; }\n"
        "shared a : (0..3)[3] = [0, 1, 2]; shared i : 0..3 = 0;\n"
        "shared q : queue J[2]; shared done : bool = false;\n"
        "rule r when !done { done := true; " +
        body + " }\n");
    const auto o = parsed.at();
    bool errors = false;
    const auto steps = o.steps(o.initial_states(10).at(0), errors);
    CHECK(!errors);
    REQUIRE(steps.size() == 1);
    if (steps[0].fails) return std::string("error");
    return o.text(steps[0].after[0]) + o.text(steps[0].after[1]) +
           o.text(steps[0].after[2]);
  };
  CHECK(after("a[0], a[1] := a[1], a[0];") == "[1, 0, 2]0<>");
  CHECK(after("i, a[i] := 2, 3;") == "[3, 1, 2]2<>");
  CHECK(after("i := 2; a[i] := 3;") == "[0, 1, 3]2<>");
  CHECK(after("a[i], a[0] := 1, 1;") == "error");
  CHECK(after("a, a[1] := [1, 1, 1], 2;") == "error");
  CHECK(after("a[3] := 0;") == "error");
  CHECK(after("i := 4;") == "error");
  CHECK(after("a := [1, 2, 4];") == "error");
  CHECK(after("for j in 0..2 { a[j] := 2 - j; }") == "[2, 1, 0]0<>");
  CHECK(after("while i < 3 { i := i + 1; }") == "[0, 1, 2]3<>");
  CHECK(after("while true { skip; }") == "error");
  CHECK(after("if i == 1 { i := 2; } else if i == 0 { i := 3; }") ==
        "[0, 1, 2]3<>");
  CHECK(after("push(q, J(1)); push(q, J(2)); i := head(q).k;") ==
        "[0, 1, 2]1<{k: 1}, {k: 2}>");
  CHECK(after("push(q, J(1)); push(q, J(2)); pop(q); i := len(q);") ==
        "[0, 1, 2]1<{k: 2}>");
  CHECK(after("push(q, J(1)); push(q, J(1)); push(q, J(1));") == "error");
  CHECK(after("push(q, J(4));") == "error");
  CHECK(after("pop(q);") == "error");
}

TEST_CASE("priorities are among the enabled bindings of one action") {
  const Parsed parsed(R"(
process P { var v : 0..3 = 0;
  action a(x in 0..3) when x != 3 priority x { v := x; }
  action b { v := 3; }
  action c(x in 0..1) priority 1 / x { v := 0; } }
network { node p[2] : P; })");
  const auto o = parsed.at();
  bool errors = false;
  const auto steps = o.steps(o.initial_states(10).at(0), errors);
  CHECK(errors);
  std::multiset<std::string> names;
  for (const auto& s : steps) {
    std::string name = o.step_name(s.actor, s.action);
    for (const auto& [x, v] : s.binding) name += " " + o.text(v);
    names.insert(name);
  }
  CHECK(names == std::multiset<std::string>{"p[0].a 2", "p[0].b", "p[0].c 1",
                                            "p[1].a 2", "p[1].b", "p[1].c 1"});
}

TEST_CASE("a run replays, another does not") {
  const Parsed parsed(example("mutex-broken.vic"));
  const auto o = parsed.at({{"n", 2}});
  oracle::Trace t;
  t.initial = {
      {"c[0].phase", "idle"}, {"c[1].phase", "idle"}, {"bus", "false"}};
  t.events = {
      {"c[0].test", {}, {{"c[0].phase", "hopeful"}}, false},
      {"c[1].test", {}, {{"c[1].phase", "hopeful"}}, false},
      {"c[0].set", {}, {{"c[0].phase", "critical"}, {"bus", "true"}}, false},
      {"c[1].set", {}, {{"c[1].phase", "critical"}}, false}};
  CHECK(!o.replay(t, "mutex"));
  CHECK(o.replay(t, "no model error"));
  auto other = t;
  other.initial["bus"] = "true";
  CHECK(o.replay(other));
  other = t;
  other.initial.erase("bus");
  CHECK(o.replay(other));
  other = t;
  std::swap(other.events[0], other.events[2]);
  CHECK(o.replay(other));
  other = t;
  other.events[3].changes["bus"] = "true";
  CHECK(o.replay(other));
  other = t;
  other.events[0].bindings["x"] = "1";
  CHECK(o.replay(other));
  other = t;
  other.events[3].fails = true;
  CHECK(o.replay(other));
  other = t;
  other.events.pop_back();
  CHECK(!o.replay(other));
  CHECK(o.replay(other, "mutex"));
}

TEST_CASE("sizes that make no instance") {
  const Parsed ring(example("token-ring.vic"));
  CHECK_THROWS_AS(ring.at({{"n", 1}}), oracle::NoInstance);
  const Parsed one(R"(
param n : 0.. = 1;
process P { port l, r : inout bool; }
network { node p[n] : P; edge e[n] : bool;
  for i in 0..n-1 { connect p[i].l, p[(i + 1) % n].r to e[i]; } })");
  CHECK_THROWS_AS(one.at(), oracle::NoInstance);
  CHECK(one.at({{"n", 0}}).initial_states(10).size() == 1);
  CHECK(one.at({{"n", 2}}).initial_states(10).size() == 4);
}

}  // namespace oracle_test
