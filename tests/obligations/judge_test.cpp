// SPDX-License-Identifier: MIT
// Guards: whatever is not exactly the answer `unsat` proves nothing, and texts
// that are judged together do not see each other.
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "obligations/certificate.hpp"
#include "tests/obligations/proving.hpp"
#include "tests/obligations/token_ring.hpp"

namespace judge_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;

Obligation obligation(const std::string& premise,
                      const std::string& conclusion) {
  const std::string head = "(set-logic QF_UFLIA)\n" + premise;
  Obligation o;
  o.premise = head + "(check-sat)\n";
  o.text = head + "; conclusion\n" + conclusion + "(check-sat)\n";
  o.example = o.text;
  return o;
}

const std::string x = "(declare-fun |x 0| () Int)\n";

// The texts of obligations have no other comparison.
std::string less(const std::string& a, const std::string& b) {
  return "(not (<= " + b + " " + a + "))";
}

// Twelve different numbers below eleven.
std::string hard_premise() {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    const std::string a = "|x " + std::to_string(i) + "|";
    text += "(declare-fun " + a + " () Int)\n(assert (and (<= 0 " + a +
            ") (<= " + a + " 10)))\n";
    for (int j = 0; j < i; ++j) {
      text += "(assert (not (= " + a + " |x " + std::to_string(j) + "|)))\n";
    }
  }
  return text;
}

}  // namespace

TEST_CASE("texts that are no question") {
  const std::string no = x + "(assert " + less("|x 0|", "|x 0|") + ")\n";
  CHECK(judge_text(no + "(check-sat)\n") == Answer::unsat);
  CHECK(judge_text(no) == Answer::unknown);
  CHECK(judge_text("") == Answer::unknown);
  CHECK(judge_text(no + "(assert false\n(check-sat)\n") == Answer::unknown);
  CHECK(judge_text(no + "(assert (<= y 0))\n(check-sat)\n") == Answer::unknown);
}

TEST_CASE("what Z3 has no time for is unknown") {
  const std::string text = hard_premise();
  CHECK(judge_text(text + "(check-sat)\n", 1000) == Answer::unknown);
  const Obligation hard = obligation(text, "(assert true)\n");
  CHECK(judge(hard, 1000).answer == Answer::unknown);
  for (const Judgement& j : judge_all({hard, hard}, 1000)) {
    CHECK(j.answer == Answer::unknown);
  }
}

TEST_CASE("what is asked when the budget is spent is unknown") {
  const Obligation hard = obligation(hard_premise(), "(assert true)\n");
  const Obligation easy = obligation(x, "(assert false)\n");
  Judge judge(5000);
  CHECK(judge.judge({easy})[0].answer == Answer::unsat);
  CHECK(judge.judge({hard})[0].answer == Answer::unknown);
  const auto judged = judge.judge({easy, easy});
  for (const Judgement& j : judged) {
    CHECK(j.answer == Answer::unknown);
    CHECK(j.reason == "the budget of work is spent");
  }
}

TEST_CASE("conclusions from one premise do not help each other") {
  const std::string positive = "(assert (<= 1 |x 0|))\n";
  const std::vector<Obligation> list = {
      obligation(x, positive), obligation(x, "(assert (<= |x 0| (- 1)))\n"),
      obligation(x, positive + "(assert (<= |x 0| (- 1)))\n"),
      obligation(x, positive)};
  const auto judged = judge_all(list);
  CHECK(judged[0].answer == Answer::sat);
  CHECK(judged[1].answer == Answer::sat);
  CHECK(judged[2].answer == Answer::unsat);
  CHECK(judged[3].answer == Answer::sat);
}

TEST_CASE("a name that means something else in the next text") {
  const auto defined = [](const std::string& t) {
    return obligation(x, "(define-fun t1 () Bool " + t + ")\n(assert t1)\n");
  };
  const auto judged =
      judge_all({defined(less("|x 0|", "|x 0|")), defined(less("0", "|x 0|"))});
  CHECK(judged[0].answer == Answer::unsat);
  CHECK(judged[1].answer == Answer::sat);
}

TEST_CASE("premises of the same length") {
  const std::string conclusion = "(assert (<= |x 0| 1))\n";
  const auto judged =
      judge_all({obligation(x + "(assert (<= 6 |x 0|))\n", conclusion),
                 obligation(x + "(assert (<= 1 |x 0|))\n", conclusion)});
  CHECK(judged[0].answer == Answer::unsat);
  CHECK(judged[1].answer == Answer::sat);
}

TEST_CASE("premises with much in common do not help each other") {
  // All but one assertion is the same, or all is but for one more.
  std::string same = x;
  for (int i = 0; i < 8; ++i) {
    same += "(assert (<= |x 0| " + std::to_string(100 + i) + "))\n";
  }
  const std::string conclusion = "(assert (<= |x 0| 1))\n";
  const auto from = [&](const std::string& more) {
    return obligation(same + more, conclusion);
  };
  const std::string large = "(assert (<= 6 |x 0|))\n";
  const std::string small = "(assert (<= |x 0| 6))\n";
  const auto judged = judge_all(
      {from(large), from(""), from(small), from(small + large), from("")});
  CHECK(judged[0].answer == Answer::unsat);
  CHECK(judged[1].answer == Answer::sat);
  CHECK(judged[2].answer == Answer::sat);
  CHECK(judged[3].answer == Answer::unsat);
  CHECK(judged[4].answer == Answer::sat);
}

TEST_CASE("one Z3 remembers no facts") {
  const Obligation no =
      obligation(x + "(assert (<= 1 |x 0|))\n", "(assert (<= |x 0| 0))\n");
  const Obligation yes =
      obligation(x + "(assert (<= 0 |x 0|))\n", "(assert (<= |x 0| 0))\n");
  const Obligation unread = obligation(x, "(assert (<= y 0))\n");
  Judge judge;
  for (int i = 0; i < 2; ++i) {
    const auto judged = judge.judge({no, unread, yes});
    CHECK(judged[0].answer == Answer::unsat);
    CHECK(judged[1].answer == Answer::unknown);
    CHECK(judged[2].answer == Answer::sat);
  }
}

TEST_CASE("only claims that are made go without obligations") {
  const auto loaded = random_models::load(obligations_test::token_ring());
  const auto made = generate(*loaded.model, {});
  const auto& all = std::get<0>(made);
  const auto count = [](const std::vector<Obligation>& list, Kind kind) {
    return std::count_if(list.begin(), list.end(),
                         [&](const Obligation& o) { return o.kind == kind; });
  };
  std::vector<Obligation> more = all;
  Obligation error = all[0];
  error.kind = Kind::error;
  more.push_back(error);
  for (const bool errors : {false, true}) {
    for (const bool mutex : {false, true}) {
      const std::vector<std::string> names(mutex ? 1 : 0, "mutex");
      const auto left = needed(more, *loaded.model, names, errors);
      for (const Kind kind : {Kind::elaboration, Kind::initial, Kind::step}) {
        CHECK(count(left, kind) == count(all, kind));
      }
      CHECK(count(left, Kind::error) ==
            (errors ? count(more, Kind::error) : 0));
      CHECK(count(left, Kind::property) ==
            (mutex ? count(all, Kind::property) : 0));
    }
  }
}

namespace {

// The properties that "no model error" needs values of.
std::set<std::string> asked_to_evaluate(
    const network::Model& model, const std::vector<Obligation>& all,
    const std::vector<std::string>& claimed) {
  std::set<std::string> names;
  for (const Obligation& o : needed(all, model, claimed, true)) {
    if (o.kind != Kind::error || o.property == no_item) continue;
    names.insert(model.properties[o.property].name);
  }
  return names;
}

}  // namespace

TEST_CASE("properties that may fail") {
  const auto fails = [](const std::string& formula) {
    const auto loaded = random_models::load(R"(
      param n : 2.. = 3;
      process P {
        port set link : inout 0..3;
        port left : inout 0..3;
        var x : 0..3 = 1;
        var big : int;
        var all : 0..3[3];
        var line : queue 0..3[2];
        var friend : id of s;
      }
      shared table[n] : 0..3 = 0;
      network {
        node s[n] : P;
        edge e[n] : 0..3;
        for i in 0..n-1 { connect s[i].left to e[i]; }
      }
      invariant z: )" + formula + ";");
    INFO(formula << loaded.messages());
    REQUIRE(loaded.model != nullptr);
    const auto made = generate(*loaded.model, {});
    REQUIRE(made.index() == 0);
    // Who claims the property says that it has a value.
    CHECK(asked_to_evaluate(*loaded.model, std::get<0>(made), {"z"}).empty());
    return asked_to_evaluate(*loaded.model, std::get<0>(made), {}) ==
           std::set<std::string>{"z"};
  };
  CHECK(fails("s[1].x == 1"));
  CHECK(fails("e[1] == 1"));
  CHECK(fails("forall i in s: i.friend.x == 1"));
  CHECK(fails("forall i in s: i.all[i.x] == 1"));
  CHECK(fails("forall i in s: i.line[0] == 1"));
  CHECK(fails("forall i in s: head(i.line) == 1"));
  CHECK(fails("forall i in s: table[i.x] == 1"));
  CHECK(fails("forall i in s: 6 / i.x == 1"));
  CHECK(fails("forall i in s: 6 % i.x == 1"));
  CHECK(fails("max(i in s: 6 / i.x) > 1"));
  CHECK(fails("min(v in 1..0: v) > 1"));
  CHECK(fails("forall i in s: max(v in 1..i.x: v) > 0"));
  CHECK(fails("forall i in s: forall v in 0..6 / i.x: v >= 0"));
  CHECK(fails("forall i in s: forall g in i.friend.link: g >= 0"));
  CHECK(fails("forall i in s: i.x == 1 || !(6 / i.x == 1)"));
  // In a model with integers nothing is too large.
  CHECK_FALSE(fails("forall i in s: abs(i.big * 2 - 1) + 1 > -i.big"));
  CHECK_FALSE(fails("sum(i in s: i.big) > 1"));
  CHECK_FALSE(fails("forall i in s: pow(i.big, 2) > 1"));
  CHECK_FALSE(fails("forall i in s: forall v in 1 - i.x..3: v >= 0"));
  CHECK_FALSE(fails("exactly n - 1 i in s: i.x == 1"));
  // What a guard fails in is not enabled.
  CHECK_FALSE(fails("enabled"));
  CHECK_FALSE(fails("forall i in s: i.x >= 1 && !full(i.line)"));
  CHECK_FALSE(
      fails("forall i, j in s: i.friend == j => i.left <= max(j.x, 2)"));
}

TEST_CASE("an assertion that is left out may fail") {
  const auto loaded = random_models::load(R"(
    process P { var x : 0..3; }
    network { node p : P; }
    assert a: 6 / p.x >= 0;
    assert b: forall i in P: i.x >= 0;
  )");
  REQUIRE(loaded.model != nullptr);
  const auto asked = [&](std::vector<std::string> left_out) {
    Request request;
    request.left_out = std::move(left_out);
    const auto made = generate(*loaded.model, request);
    REQUIRE(made.index() == 0);
    return asked_to_evaluate(*loaded.model, std::get<0>(made), {});
  };
  // As a part of the invariant it can be evaluated.
  CHECK(asked({}).empty());
  CHECK(asked({"b"}).empty());
  CHECK(asked({"b", "a"}) == std::set<std::string>{"a"});
}

}  // namespace judge_test
