// SPDX-License-Identifier: MIT
// Guards: what `prove` says of every size besides its verdicts: what
// --generalize read, whether a blocking state occurs, what never happens.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "program.hpp"
#include "tests/random/random_model.hpp"

namespace family_test {

using namespace vicinal::test;

namespace {

Json prove(const std::vector<std::string>& more, const std::string& input) {
  std::vector<std::string> arguments = {"prove", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.emplace_back("-");
  Run run;
  run.input = input;
  return ask(arguments, run).json();
}

// The blocking state as one more invariant: it does not occur.
std::string with_state(const std::string& model, const Json& state) {
  std::string text = model + "\ninvariant no_such: forall " +
                     state["binders"].get<std::string>() + ": !(true";
  for (const auto& literal : state["literals"]) {
    text += " && " + literal.get<std::string>();
  }
  return text + ");\n";
}

// Whether `prove` is asked once more what it said in JSON, for the text or by
// another option: not where a sanitizer has to see all code only, for the
// search is the same.
bool asked_again() {
  return vicinal::random_models::enough_runs();
}

std::string warnings(const std::string& model) {
  Run run;
  run.input = model;
  return ask({"prove", "-"}, run).err;
}

std::string toggles(const std::string& actions, const std::string& rest) {
  return fmt::format(R"(
param n : 1.. = 3;
process P {{ var on, off : bool = false; {} }}
network {{ node p[n] : P; }}
{}
)",
                     actions, rest);
}

}  // namespace

// Of graphs all are looked at, by their number of nodes; what goes on at a node
// with `links` edges is met in a star.
TEST_CASE("a property of any network is asked of all small graphs") {
  const auto model = [](int links, int values) {
    return fmt::format(R"(
process P {{
  port set link : inout bool;
  var seen : bool = false;
  var x : 0..{1} = 0;
  action see when count(e in link: true) == {0} {{ seen := true; }}
  action turn when x < {1} {{ x := x + 1; }}
}}
network any {{ node p : P; edge wire : bool via link; }}
init forall e in wire: !e;
invariant never: forall i in P: !i.seen;
)",
                       links, values);
  };
  const auto answer = [&](int links, int values) {
    Run run;
    run.input = model(links, values);
    return ask({"prove", "-"}, run).out;
  };
  CHECK(answer(4, 1).find("never           violated by a run of 1 step\n") !=
        std::string::npos);
  if (!asked_again()) return;
  CHECK(answer(5, 1).find("it holds in 54 explored graphs, all simple ones "
                          "of up to 5 nodes\n") != std::string::npos);
  // Where states run out some graphs of the next size may have been looked at.
  const std::string some = answer(5, 99);
  INFO(some);
  CHECK(some.find("all simple ones of up to 2 nodes\n") != std::string::npos);
}

TEST_CASE("an instance is read as a guess at every size") {
  const std::string text = read(example("philosophers"));
  const Json six = prove({"--generalize", "n=6"}, text);
  CHECK(six["generalized_from"] == Json{{"n", 6}});
  for (const auto& p : six["properties"]) {
    CHECK(p["verdict"] == "proved");
    CHECK(p["scope"] == "all-sizes");
  }
  CHECK(six["invariants"][0]["no_other_pattern"] == true);
  CHECK_FALSE(six.contains("exploration"));
}

namespace {

// The cutoff of an example, and that it is one: of the instances before it
// none proves everything, as the option that names one says, and it does.
Json found_cutoff(const std::string& name) {
  const std::string text = read(example(name));
  const auto proved = [&](const Json& sizes) {
    Words options;
    for (const auto& [parameter, size] : sizes.items()) {
      options.push_back("--generalize");
      options.push_back(parameter + "=" + size.dump());
    }
    const Json answer = prove(options, text);
    CHECK(!answer["properties"].empty());
    for (const auto& p : answer["properties"]) {
      if (p["verdict"] != "proved") return false;
    }
    return true;
  };
  const Json json = prove({"--generalize", "smallest"}, text);
  if (!asked_again()) return json;
  for (const Json& sizes : json["cutoff_tried"]) CHECK_FALSE(proved(sizes));
  const Json& cutoff = json["cutoff"];
  if (cutoff.is_null()) return json;
  CHECK(proved(cutoff));
  const Json& from = json["generalized_from"];
  CHECK((from == cutoff || proved(from)));
  return json;
}

// Looked for once, however many cases ask.
const Json& cutoff(const std::string& name) {
  static std::map<std::string, Json> known;
  const auto at = known.find(name);
  if (at != known.end()) return at->second;
  return known.emplace(name, found_cutoff(name)).first->second;
}

}  // namespace

// The ring of LS section 6, whose pairs that are far from each other begin
// with four stations.
TEST_CASE("the smallest instance that stands for all is found") {
  const Json& ring = cutoff("token-ring");
  CHECK(ring["cutoff"] == Json{{"n", 4}});
  CHECK(ring["cutoff_tried"].empty());
  const Json& table = cutoff("philosophers");
  CHECK(table["cutoff"] == Json{{"n", 5}});
  CHECK(table["cutoff_tried"].size() == 3);
  CHECK(cutoff("philosophers-abstract")["cutoff"] == Json{{"n", 2}});
  CHECK(cutoff("torus")["cutoff"] == Json{{"w", 3}, {"h", 3}});
  const Json& none = cutoff("semaphore");
  CHECK(none["cutoff"].is_null());
  CHECK(none["cutoff_tried"].empty());
  if (asked_again()) {
    const Outcome text =
        ask({"prove", "--generalize", "smallest", example("philosophers")});
    CHECK(text.out.find("cutoff: n = 5\n  not n = 2; n = 3; n = 4\n") !=
          std::string::npos);
    CHECK(ask({"prove", "--generalize", "smallest", example("semaphore")})
              .out.find("no cutoff: ") != std::string::npos);
  }
  for (const char* one : {"second-only", "philosophers-any"}) {
    CHECK(ask({"prove", "--generalize", "smallest", example(one)}).code == 2);
  }
}

// Whether there is one is a matter of the views' invariants, not of the time.
TEST_CASE("a limit is no answer about cutoffs") {
  CHECK(cutoff("semaphore")["cutoff_limit"] == false);
  CHECK(cutoff("philosophers")["cutoff_limit"] == false);
  const std::vector<std::string> hasty = {"prove",    "--generalize",
                                          "smallest", "--timeout",
                                          "0.001",    example("token-ring")};
  const Outcome text = ask(hasty);
  CHECK(text.out.find("no cutoff found") != std::string::npos);
  CHECK(text.out.find("a limit was reached") != std::string::npos);
  CHECK(text.out.find("no cutoff: ") == std::string::npos);
}

// Views have nodes: an instance without any is no sample of theirs.
TEST_CASE("sizes without nodes that have no initial state are named") {
  Run run;
  run.input = R"(
    param n : 0.. = 3;
    process P { var x : bool; action go { x := true; } }
    network { node p[n] : P; init exists i in p: i.x; }
    invariant some: forall i in p: i.x || !i.x;
  )";
  for (const char* views : {"1", "2"}) {
    const Outcome text = ask({"prove", "--views", views, "-"}, run);
    CHECK(text.out.find("not n = 0: nothing satisfies the initial condition") !=
          std::string::npos);
  }
}

// Three nodes are needed to see it, and seen it is.
TEST_CASE("views that are too few are named, and up to where sizes matter") {
  const std::string text = read(example("semaphore"));
  const Json pairs = prove({"--views", "2"}, text);
  CHECK(pairs["properties"][0]["too_few_nodes"] == Json{2});
  // An error in a step is not excluded: that is no matter of what is implied.
  CHECK(pairs["properties"][1]["too_few_nodes"] == Json::array());
  CHECK(pairs["invariants"][0]["representatives_up_to"] == Json{{"n", 2}});
  Run run;
  run.input = text;
  const Outcome shown = ask({"prove", "--views", "2", "-"}, run);
  CHECK(shown.out.find("    no invariant of pairs of nodes implies it\n") !=
        std::string::npos);
  CHECK(shown.out.find("pairs of nodes of n <= 2 stand for those of every "
                       "size\n") != std::string::npos);
  const Json triples = prove({"--views", "3"}, text);
  CHECK(triples["properties"][0]["verdict"] == "proved");
  CHECK_FALSE(triples["properties"][0].contains("too_few_nodes"));
}

// Neighbours of three see too much of each other: the invariant of three is
// none of four.
TEST_CASE("an instance that is too small says which step fails") {
  const std::string text = read(example("philosophers"));
  const Json three = prove({"--generalize", "n=3", "--views", "2"}, text);
  const Json& p = three["properties"][0];
  CHECK(p["verdict"] == "unknown");
  const Json& blocking = p["blocking_step"];
  CHECK(blocking["obligation"].get<std::string>().starts_with("step wiring_"));
  REQUIRE(blocking["occurs"] == true);
  const std::string found = with_state(text, blocking["state"]);
  const Json last = blocking["looked_at"].back();
  const int n = last["n"];
  CHECK(n > 3);
  // The first size that shows it, and by a shortest run.
  for (int size = 2; size <= n; ++size) {
    INFO(size);
    Run run;
    run.input = found;
    const Json report = ask({"explore", "--json", "--property", "no_such", "-D",
                             fmt::format("n={}", size), "-"},
                            run)
                            .json();
    const Json& q = report["properties"][0];
    CHECK(q["verdict"] == (size < n ? "proved" : "violated"));
    if (size < n) continue;
    CHECK(q["trace"]["steps"].size() == blocking["steps"]);
  }
}

TEST_CASE("a state that was not met is offered as an assertion") {
  const std::string text = read(example("token-ring"));
  const Json weak = prove({"--views", "1"}, text);
  const Json& blocking = weak["properties"][0]["blocking_step"];
  CHECK(blocking["occurs"] == false);
  CHECK(blocking["looked_at"].size() > 1);
  // It is one in the language, and it holds.
  Run run;
  run.input = with_state(text, blocking["state"]);
  const Json report = ask({"prove", "--json", "-"}, run).json();
  for (const auto& p : report["properties"]) CHECK(p["verdict"] == "proved");
  run.input = text;
  const Outcome shown = ask({"prove", "-", "--generalize", "n=2"}, run);
  CHECK(shown.out.find("and, where it has none, n = 3: a, b in s") !=
        std::string::npos);
}

// Numbers that lemmas about single values do not tell apart.
std::string triangles(const std::string& more, const std::string& property) {
  return fmt::format(R"(
param n : 1.. = 2;
process P {{
  var a : 0..20 = 0;
  var b : 1..6 = 1;
  action go when b < 6 {{ a := a + b; b := b + 1; }}
}}
network {{ node p[n] : P; }}
shared x : int = 0;
rule r(i in p) when i.b == 6 {{ x := x + {}; }}
invariant not_here: {};
)",
                     more, property);
}

TEST_CASE("what blocks is shown by node, and excluded by a lemma") {
  const std::string text = triangles("i.a * i.a", "x != 15 && x >= 0");
  const Json report = prove({}, text);
  const Json& p = report["properties"][0];
  REQUIRE(p["verdict"] == "unknown");
  const std::string lemma = p["blocking_step"]["lemma"];
  CHECK(p["blocking_step"]["lemmas"] == Json({lemma}));
  CHECK(p["blocking_step"]["enough"] == false);
  // It is one in the language, and not violated.
  const Json with = prove({}, text + "invariant lemma: " + lemma + ";\n");
  CHECK(with["properties"][1]["verdict"] != "violated");
  if (!asked_again()) return;
  Run run;
  run.input = text;
  const std::string out = ask({"prove", "-"}, run).out;
  CHECK(out.find("not excluded: step goal_not_here: rule r, n = ") !=
        std::string::npos);
  CHECK(out.find(" -> 15\n      i = p[") != std::string::npos);
  CHECK(out.find("assert unmet: " + lemma) != std::string::npos);
}

// That the greater number is below a million takes more than what excludes one
// state, and there are too many ways to show both to list them.
// What such a loop writes may be anything, so that nothing keeps it from being
// wrong. Facts speak of indices that no node has at this size.
TEST_CASE("a loop that is not followed is named") {
  const std::string text = R"(param n : 1.. = 2;
process H { var a : bool[c]; }
process C { var x : bool = false; }
network { node hub : H; node c[n] : C; }
init forall q in c: !hub.a[q];
rule r { for q in c { hub.a[q] := true; q.x := true; } }
invariant same: forall q in c: hub.a[q] == q.x;
)";
  const Json report = prove({}, text);
  CHECK(report["invariants"].empty());
  REQUIRE(report["properties"].size() == 2);
  for (const Json& p : report["properties"]) {
    REQUIRE(p["verdict"] == "unknown");
    const Json& step = p["blocking_step"];
    CHECK(step["not_followed"] == Json({{{"line", 6}, {"column", 10}}}));
    CHECK(step["occurs"] == true);
    const int n = std::stoi(step["states"]["n"].get<std::string>());
    for (const auto& [label, value] : step["states"].items()) {
      CAPTURE(label);
      if (label.find(" is c[0]") == std::string::npos) continue;
      CHECK(std::stoi(value.get<std::string>()) < n);
    }
  }
  const Json& states = report["properties"][0]["blocking_step"]["states"];
  CHECK_FALSE(states.contains("other1.a[other2]"));
  Run run;
  run.input = text;
  const std::string out = ask({"prove", "-"}, run).out;
  CHECK(out.find("invariant of") == std::string::npos);
  CHECK(out.find("the loop at 6:10 is not followed") != std::string::npos);
  CHECK(out.find("A loop is followed if") != std::string::npos);
  // A member that is there has elements, one that is not has none.
  const std::size_t end = out.find("no model error  unknown");
  CHECK(out.substr(0, end).find("other2") == std::string::npos);
  CHECK(out.find("a[other2] = ", end) != std::string::npos);
}

TEST_CASE("a lemma that is not enough is not said to be") {
  const std::string text = R"(
param n : 1.. = 2;
process P {
  var x : int = 0;
  var y : int = 1;
  action step when x < 500000 { x, y := y, x + y; }
}
network { node p[n] : P; }
invariant bound: forall i in p: i.y < 1000000;
)";
  const Json report = prove({}, text);
  const Json& p = report["properties"][0];
  REQUIRE(p["verdict"] == "unknown");
  REQUIRE(p["blocking_step"].contains("lemma"));
  CHECK(p["blocking_step"]["enough"] == false);
}

// Two cannot have the votes of a majority, which no formula about a few nodes
// says; of a sum it is not guessed, as it is of a count.
TEST_CASE("a hint is not what the property says itself") {
  const std::string text = R"(
param n : 1.. = 3;
process P {
  var vote : id of p = none;
  var leader : bool = false;
  action choose(q in p) when vote == none { vote := q; }
  action win when 2 * sum(q in p: if q.vote == self then 1 else 0) > n {
    leader := true;
  }
}
network { node p[n] : P; }
invariant one: forall i, j in p: i != j => !(i.leader && j.leader);
)";
  // A search that ends with nothing, which other cases have, too.
  if (!asked_again()) return;
  const Json report = prove({}, text);
  const Json& p = report["properties"][0];
  REQUIRE(p["verdict"] == "unknown");
  CHECK_FALSE(p["blocking_step"].contains("lemma"));
  Run run;
  run.input = text;
  const std::string out = ask({"prove", "-"}, run).out;
  CHECK(out.find("assert unmet") == std::string::npos);
  CHECK(out.find("A variable that says what they know") != std::string::npos);
}

// A square is never 15, which no linear lemma says.
TEST_CASE("a lemma that would be enough is said to be") {
  const std::string text = R"(
param n : 1.. = 2;
process P {
  var a : int = 0;
  var b : int = 0;
  var bad : bool = false;
  action go { a := a + 2 * b + 1; b := b + 1; }
  action fail when a == 15 { bad := true; }
}
network { node p[n] : P; }
invariant good: forall i in p: !i.bad;
)";
  const Json report = prove({}, text);
  const Json& step = report["properties"][0]["blocking_step"];
  CHECK(step["lemmas"] == Json({"forall m1 in p: !(m1.a == 15)"}));
  CHECK(step["enough"] == true);
  if (!asked_again()) return;
  Run run;
  run.input = text;
  CHECK(ask({"prove", "-"}, run).out.find("'good' is proved if it holds") !=
        std::string::npos);
}

TEST_CASE("errors are excluded by lemmas, too") {
  const Json report = prove({}, triangles("i.a", "x != 14 && x >= 0"));
  for (const auto& p : report["properties"]) CHECK(p["verdict"] == "proved");
}

TEST_CASE("actions that never fire are warned of at every size") {
  const std::string fires = "action go when !on { on := true; } ";
  CHECK(warnings(toggles(fires, "invariant i: forall q in p: !q.off;")) == "");
  const std::string never =
      warnings(toggles(fires + "action no when off { off := true; }",
                       "invariant i: forall q in p: !q.off;"));
  CHECK(never.find("V0801") != std::string::npos);
  CHECK(never.find("'no' never fires in the local invariant") !=
        std::string::npos);
  // It fires where there are enough nodes: seven are more than are explored.
  const std::string late = warnings(toggles(
      fires + "action no when count(q in p: q.on) >= 7 { off := false; }",
      "invariant i: forall q in p: !q.off;"));
  CHECK(late == "");
}

TEST_CASE("premises that are never true are warned of at every size") {
  const std::string actions = "action go when !on { on := true; } ";
  const std::string text =
      warnings(toggles(actions, "invariant i: forall q in p: q.off => q.on;"));
  CHECK(text.find("V0802") != std::string::npos);
  CHECK(text.find("'i'") != std::string::npos);
  CHECK(
      warnings(toggles(actions, "invariant i: forall q in p: q.on => !q.off;"))
          .empty());
  // True at two nodes, where the search ends with what it violates.
  const std::string violated = "forall i, j in p: i != j => !(i.on && j.on)";
  CHECK(warnings(toggles(actions, "invariant i: " + violated + ";")).empty());
}

TEST_CASE("what is advised depends on what blocks") {
  const std::string model = R"(
process P(c : 0..m) { var x : bool = false; action a { x := !x; } }
network { node p[n] : P(c = index * m / n); }
invariant t: forall i in p: i.c <= m;
)";
  // Where n * m leaves 64 bits nothing can be built.
  Run open;
  open.input = "param n : 1.. = 2;\nparam m : 1.. = 2;\n" + model;
  CHECK_THAT(ask({"prove", "-"}, open).out,
             Catch::Contains("as in 'param n : 1..1000'"));
  Run closed;
  closed.input = "param n : 1..1000 = 2;\nparam m : 1..1000 = 2;\n" + model;
  const Outcome followed = ask({"prove", "-"}, closed);
  CHECK(followed.code == 0);
  CHECK_THAT(followed.out, !Catch::Contains("unknown"));
}

}  // namespace family_test
