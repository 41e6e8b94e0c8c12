// SPDX-License-Identifier: MIT
// Guards: networks whose edges come and go: which texts are refused, and with
// what; which actions are there that nobody has written; and that each rule of
// the translation is seen in a step or a value. What it comes to on random
// models is compared with the oracle in tests/explore/differential_test.cpp.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <algorithm>

#include "tests/random/loaded.hpp"

namespace dynamic_test {

namespace {

using namespace vicinal;

struct Parts {
  std::string port = "port set link : inout bool;";
  std::string actions;
  std::string edge = "edge wire : bool = false via link;";
  std::string more;
};

std::string text_of(const Parts& p) {
  return fmt::format(
      "process P {{\n  {}\n  var x : bool = false;\n{}\n}}\n"
      "network any dynamic {{ node p : P; {} }}\n{}\n",
      p.port, p.actions, p.edge, p.more);
}

// The number of the first error; 0: there is none.
int code_of(const std::string& text) {
  const auto loaded = random_models::load_model(text);
  INFO(text << loaded.messages());
  for (const network::Diagnostic& d : loaded.diagnostics.all()) {
    if (d.severity == network::Severity::error) return network::number(d.code);
  }
  CHECK(loaded.model);
  return 0;
}

int refused(const std::string& actions, const std::string& more = {}) {
  Parts p;
  p.actions = actions;
  p.more = more;
  return code_of(text_of(p));
}

std::vector<std::string> actions_of(const std::string& actions) {
  Parts p;
  p.actions = actions;
  const auto loaded = random_models::load_model(text_of(p));
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  std::vector<std::string> names;
  for (const auto& a : loaded.model->processes[0].actions) {
    names.push_back(a.name);
  }
  return names;
}

}  // namespace

TEST_CASE("edges come and go by themselves, unless an action says how") {
  using Names = std::vector<std::string>;
  CHECK(actions_of("") == Names{"appear", "vanish"});
  CHECK(actions_of("action cut(vanishing e in link) { skip; }") ==
        Names{"cut", "appear"});
  CHECK(actions_of("action meet(appearing e in link) { skip; }") ==
        Names{"meet", "vanish"});
  CHECK(actions_of("action turn(appearing e in link, vanishing f in link) { "
                   "skip; }") == Names{"turn"});
  CHECK(refused("", "rule cut(vanishing e in wire) { skip; }") == 0);
}

TEST_CASE("these words are names where they stand for nothing else") {
  CHECK(refused("action a(appearing in link) when appearing { skip; }") == 0);
  CHECK(refused("action a(v in 0..1, vanishing in link) { skip; }") == 0);
  CHECK(refused("action dynamic { skip; }") == 0);
}

TEST_CASE("only a network 'any' is dynamic") {
  CHECK(code_of("process P { var x : bool = false; }\n"
                "network dynamic { node p : P; }\n") == 225);
  CHECK(code_of("process P { port set link : inout bool; }\n"
                "network from \"x.graphml\" dynamic {\n"
                "  node : P; edge : bool = false via link;\n}\n") == 225);
}

TEST_CASE("edges that come and go have one initial value") {
  Parts p;
  CHECK(code_of(text_of(p)) == 0);
  p.edge = "edge wire : bool via link;";
  CHECK(code_of(text_of(p)) == 336);
  p.edge = "edge wire : bool = index == 0 via link;";
  CHECK(code_of(text_of(p)) == 336);
}

TEST_CASE("both ends see whether an edge is there") {
  Parts p;
  p.port = "port set give : out bool; port set get : inout bool;";
  p.edge = "edge wire : bool = false via give -> get;";
  CHECK(code_of(text_of(p)) == 327);
  p.port = "port set give : inout bool; port set get : in bool;";
  CHECK(code_of(text_of(p)) == 327);
  p.port = "port set give, get : inout bool;";
  CHECK(code_of(text_of(p)) == 0);
}

TEST_CASE("what has no meaning where edges come and go is refused") {
  Parts queue;
  queue.port = "port set link : inout queue bool[1];";
  queue.edge = "edge wire : queue bool[1] via link;";
  CHECK(code_of(text_of(queue)) == 337);
  Parts number;
  number.port = "port set link : inout 0..3;";
  number.edge = "edge wire : 0..3 = 0 via link;";
  for (const char* wrong :
       {"invariant q: forall i in p: max(e in i.link: e) < 3;",
        "invariant q: min(e in wire: e) < 3;",
        "invariant q: forall e in wire, v in 0..e: v < 4;",
        "invariant q: enabled;", "ltl q: forall e in wire: F {e == 0};",
        "ctl q: exists e in wire: EF {e == 1};",
        "rule r(e in wire, v in 0..e) { e := v; }"}) {
    number.more = wrong;
    CHECK(code_of(text_of(number)) == 337);
  }
  for (const char* right :
       {"invariant q: forall e in wire: forall v in 0..e: v < 4;",
        "ltl q: F {forall e in wire: e == 0};",
        "invariant q: (sum(e in wire: e)) + (count(e in wire: e > 0)) < 9;",
        "invariant q: forall i in p: max(v in 0..2: v) < 3;",
        "rule r(e in wire, v in 0..2) { e := v; }"}) {
    number.more = right;
    CHECK(code_of(text_of(number)) == 0);
  }
  // By actions alone: then it may happen that nothing can move.
  CHECK(refused("action turn(appearing e in link, vanishing f in link) { skip; "
                "}",
                "invariant q: enabled;") == 0);
}

TEST_CASE("what appears or vanishes is an edge of the process") {
  CHECK(refused("action cut(vanishing q in P) { skip; }") == 338);
  CHECK(refused("action cut(vanishing v in 0..1) { skip; }") == 338);
  CHECK(refused("action cut(vanishing e in nothing) { skip; }") == 319);
  CHECK(refused("action cut(q in P, vanishing e in q.link) { skip; }") == 314);
  CHECK(code_of("process P { port set link : inout bool;\n"
                "  action cut(vanishing e in link) { skip; } }\n"
                "network any { node p : P; edge wire : bool via link; }\n") ==
        338);
}

TEST_CASE("what edges do by themselves has a name of its own") {
  CHECK(refused("action appear when !x { x := true; }") == 301);
  CHECK(refused("action appear(appearing e in link) { x := true; }") == 0);
}

TEST_CASE("the value of an edge has the type that was written") {
  Parts p;
  p.actions = "action a(e in link) { e := 3; }";
  const auto loaded = random_models::load_model(text_of(p));
  CHECK(!loaded.model);
  CHECK(loaded.messages().find("bool") != std::string::npos);
  CHECK(loaded.messages().find("dynamic") == std::string::npos);
}

}  // namespace dynamic_test
