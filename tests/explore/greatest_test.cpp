// SPDX-License-Identifier: MIT
// Guards: what is taken for a principle (obligations ask nobody to show it)
// holds in every reachable state, and its evaluation never fails.
#include "network/language/greatest.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <random>
#include <tuple>

#include "explore/search/explorer.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace greatest_test {

namespace {

using namespace vicinal;

const std::string model = R"(
param n : 1.. = 3;
enum Phase { idle, some, all }
process P {
  port own : inout 0..2;
  var at : Phase = idle;
  var x : 0..3 = 0;
  var y : 0..3 = 2;
  action up when x < 3 { x := x + 1; own := (own + 1) % 3; }
  action ask when at == idle { at := some; }
  action take when at == some && x > 1 { at := all; }
  action leave when at == all { at := idle; x := 0; }
}
process Q {
  port set seen : in 0..2;
  var x : 0..2 = 0;
  action go(p in a) when p.x > x && x < 2 { x := x + 1; }
}
shared limit : 0..3 = 1;
rule raise when limit < 3 { limit := limit + 1; }
network {
  node a[n] : P;
  node b[n] : P;
  node c[2] : Q;
  edge e[n] : 0..2 = 0;
  edge f[n] : 0..2 = 1;
  for i in 0..n-1 { connect a[i].own, c[0].seen to e[i]; connect b[i].own to f[i]; }
}
)";

// Whether its formula is a principle; what exploration says of it.
struct Said {
  bool principle = false;
  explore::Outcome outcome = explore::Outcome::open;
};

Said said(const std::string& formula, bool explored = true) {
  const auto loaded =
      random_models::load(model + "invariant t: " + formula + ";\n", "n=2");
  INFO(formula << "\n" << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  Said out;
  network::ExprId matrix = loaded.model->properties[0].formula;
  const network::Model& m = *loaded.model;
  while (m[matrix].op == network::Op::forall) matrix = m.child(m[matrix], 0);
  out.principle = network::is_principle(m, matrix);
  if (!explored) return out;
  explore::Options options;
  options.properties = {0};
  options.limits.work = 3000;
  const auto found = explore::explore(*loaded.instance, options);
  out.outcome = found.properties[0].outcome;
  return out;
}

// Of random formulas.
struct Met {
  int principles = 0;
  int others_violated = 0;
};

// A principle is true in every state.
void judge(const std::string& formula, Met& met) {
  INFO(formula);
  const Said s = said(formula);
  if (s.principle) {
    ++met.principles;
    CHECK(s.outcome != explore::Outcome::violated);
    CHECK(s.outcome != explore::Outcome::undefined);
  } else if (s.outcome == explore::Outcome::violated) {
    ++met.others_violated;
  }
}

std::string principle(const std::string& domain, const std::string& w1,
                      const std::string& w2, const std::string& w3,
                      const std::string& ranks) {
  return fmt::format(
      "(exists i in {0}: {1}) => exists i in {0}: {2} && forall j in {0}: {3} "
      "=> {4}",
      domain, w1, w2, w3, ranks);
}

}  // namespace

TEST_CASE("that one of finitely many is greatest is a principle") {
  for (const std::string ranks :
       {"index(j) <= index(i)", "index(j) >= index(i)", "index(i) >= index(j)",
        "j.x <= i.x", "i.x <= j.x",
        "max(j.x, index(j)) <= max(i.x, index(i))"}) {
    INFO(ranks);
    CHECK(said(principle("a", "i.x > 0", "i.x > 0", "j.x > 0", ranks), false)
              .principle);
    CHECK(said(principle("P", "i.x > 0 && i.at == some",
                         "i.x > 0 && i.at == some", "j.x > 0 && j.at == some",
                         ranks),
               false)
              .principle);
    CHECK(said("forall q in c: " +
                   principle("a", "i.x > q.x", "i.x > q.x", "j.x > q.x", ranks),
               false)
              .principle);
  }
  CHECK(said(principle("e", "i > 0", "i > 0", "j > 0", "j <= i"), false)
            .principle);
  // Other names, and what is bound twice.
  CHECK(
      said("(exists k in a: k.x > 0) => exists k in a: k.x > 0 && forall l in "
           "a: l.x > 0 => index(l) <= index(k)",
           false)
          .principle);
}

TEST_CASE("what is not said of all that satisfy it is no principle") {
  const std::string up = "index(j) <= index(i)";
  const auto is = [](const std::string& formula) {
    INFO(formula);
    return said(formula, false).principle;
  };
  CHECK(!is(principle("a", "i.x > 0", "i.x > 1", "j.x > 0", up)));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 0", "j.x > 1", up)));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 1", "j.x > 1", up)));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 0", "i.x > 0", up)));
  CHECK(
      !is(principle("a", "i.x > 0", "i.x > 0 && i.at == some", "j.x > 0", up)));
  CHECK(!is(principle("a", "i.x > 0 && i.at == some", "i.x > 0 && i.at == some",
                      "j.x > 0", up)));
  CHECK(!is(
      principle("a", "i.x > 0", "i.x > 0", "j.x > 0", "index(j) < index(i)")));
  CHECK(
      !is(principle("a", "i.x > 0", "i.x > 0", "j.x > 0", "j.x <= index(i)")));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 0", "j.x > 0", "j.x == i.x")));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 0", "j.x > 0", "j.y <= i.x")));
  CHECK(!is(
      principle("a", "i.x > 0", "i.x > 0", "j.x > 0", "index(j) <= index(j)")));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 0", "j.x > 0",
                      "j.x + i.x <= i.x + j.x")));
  // Another operator, more parts, a quantifier over others, one part as well.
  const std::string either = "(i.x > 0 || i.at == some)";
  for (const std::string other :
       {"i.x >= 0", "i.x < 0", "(i.x > 0 || i.at == some || i.y > 0)",
        "(exists q in b: q.x > i.x)", "(i.x > 0 && i.at == some)"}) {
    std::string of_j = other;
    for (std::size_t at = of_j.find("i."); at != std::string::npos;
         at = of_j.find("i.")) {
      of_j[at] = 'j';
    }
    CHECK(!is(principle("a", "i.x > 0", other, "j.x > 0", up)));
    CHECK(!is(principle("a", other, "i.x > 0", "j.x > 0", up)));
    CHECK(!is(principle("a", "i.x > 0", "i.x > 0", of_j, up)));
    CHECK(!is(principle("a", either, other, "(j.x > 0 || j.at == some)", up)));
    CHECK(!is(principle("a", either, either, of_j, up)));
  }
  CHECK(!is(principle("a", "(exists q in b: q.x > i.x)",
                      "(exists q in b: q.x > i.x)",
                      "(exists q in a: q.x > j.x)", up)));
  CHECK(
      !is(principle("a", "(exists q in b: i.x > 0)", "(exists q in b: i.x > 0)",
                    "(exists q in a: j.x > 0)", up)));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 0", "j.x > 0",
                      "count(q in a: j.x > 0) <= count(q in c: i.x > 0)")));
  // Other connectives.
  const std::string some = "(exists i in a: i.x > 0)";
  const std::string others = "(forall j in a: j.x > 0 => index(j) <= index(i))";
  CHECK(is(some + " => exists i in a: i.x > 0 && " + others));
  for (const std::string whole : {"&&", "||"}) {
    CHECK(!is(some + whole + "(exists i in a: i.x > 0 && " + others + ")"));
  }
  for (const std::string what : {"&&", "||"}) {
    CHECK(!is(some + " => exists i in a: i.x > 0 && forall j in a: j.x > 0 " +
              what + " index(j) <= index(i)"));
  }
  CHECK(
      !is("(exists i in a: i.x > 0 || i.at == some) => exists i in a: i.x > 0 "
          "&& i.at == some && forall j in a: (j.x > 0 && j.at == some) => "
          "index(j) <= index(i)"));
  // Other members than those that are somebody.
  CHECK(
      !is("(exists i in a: i.x > 0) => exists i in b: i.x > 0 && forall j in "
          "b: j.x > 0 => index(j) <= index(i)"));
  CHECK(
      !is("(exists i in a: i.x > 0) => exists i in a: i.x > 0 && forall j in "
          "P: j.x > 0 => index(j) <= index(i)"));
  CHECK(
      !is("(exists i in P: i.x > 0) => exists i in a: i.x > 0 && forall j in "
          "a: j.x > 0 => index(j) <= index(i)"));
  CHECK(
      !is("(forall i in a: i.x > 0) => exists i in a: i.x > 0 && forall j in "
          "a: j.x > 0 => index(j) <= index(i)"));
  CHECK(
      !is("(exists i in a: i.x > 0) => forall i in a: i.x > 0 && forall j in "
          "a: j.x > 0 => index(j) <= index(i)"));
  CHECK(
      !is("(exists i in a: i.x > 0) => exists i in a: i.x > 0 && exists j in "
          "a: j.x > 0 => index(j) <= index(i)"));
  CHECK(
      !is("(exists i, k in a: i.x > 0) => exists i in a: i.x > 0 && forall j "
          "in a: j.x > 0 => index(j) <= index(i)"));
  // The same where nothing is said of them: there may be no other ones.
  for (const auto& [one, all] : {std::pair("b", "b"), std::pair("a", "b")}) {
    CHECK(
        !is(fmt::format("(exists i in a: limit > 0) => exists i in {}: limit "
                        "> 0 && forall j in {}: limit > 0 => limit <= limit",
                        one, all)));
  }
  // Numbers have no greatest, or may be none.
  CHECK(
      !is("(exists i in 0..limit: i > 0) => exists i in 0..limit: i > 0 && "
          "forall j in 0..limit: j > 0 => j <= i"));
  // Whatever may fail.
  CHECK(!is(principle("a", "6 / i.x > 0", "6 / i.x > 0", "6 / j.x > 0", up)));
  CHECK(!is(
      principle("a", "i.x > 0", "i.x > 0", "j.x > 0", "6 / j.x <= 6 / i.x")));
  CHECK(!is(principle("a", "i.x > 0", "i.x > 0", "j.x > 0",
                      "j.x + index(j) <= i.x + index(i)")));
}

TEST_CASE("of the edges at a port set one is greatest") {
  const auto is = [](const std::string& formula) {
    INFO(formula);
    return said("forall q, r in c: " + formula, false).principle;
  };
  CHECK(is(principle("q.seen", "i > 0", "i > 0", "j > 0", "j <= i")));
  CHECK(is(principle("q.seen", "i > q.x", "i > q.x", "j > q.x", "i <= j")));
  CHECK(!is(principle("q.seen", "i > 0", "i > 0", "j > 0", "j < i")));
  for (const auto& [some, one, all] :
       {std::tuple("q", "r", "q"), std::tuple("r", "q", "q"),
        std::tuple("q", "q", "r")}) {
    CHECK(
        !is(fmt::format("(exists i in {}.seen: i > 0) => exists i in {}.seen: "
                        "i > 0 && forall j in {}.seen: j > 0 => j <= i",
                        some, one, all)));
  }
  // Of a node that is not bound nothing is said.
  CHECK(!is(principle("c[0].seen", "i > 0", "i > 0", "j > 0", "j <= i")));
}

TEST_CASE("of more numbers than members one is free") {
  const auto is = [](const std::string& formula) {
    INFO(formula);
    return said(formula, false).principle;
  };
  const std::string free = "exists v in 0..limit: forall i in a: ";
  const std::string few = "limit >= count(i in a: true) => ";
  CHECK(is(few + free + "i.x != v"));
  CHECK(is("count(i in a: true) <= limit => " + free + "v != i.own"));
  CHECK(
      is("n >= count(i in P: true) => exists v in 0..n: forall i in P: "
         "index(i) != v"));
  CHECK(
      is("5 >= count(i in e: true) => exists v in 0..5: forall i in e: "
         "i != v"));
  CHECK(
      is("forall q in c: limit >= count(i in q.seen: true) => exists v in "
         "0..limit: forall i in q.seen: i != v"));
  // Fewer numbers, or they begin elsewhere.
  CHECK(!is("n >= count(i in a: true) => " + free + "i.x != v"));
  CHECK(!is("limit > count(i in a: true) => " + free + "i.x != v"));
  CHECK(!is("limit <= count(i in a: true) => " + free + "i.x != v"));
  CHECK(!is(few + "exists v in 1..limit: forall i in a: i.x != v"));
  CHECK(!is(few + "exists v in 0..n: forall i in a: i.x != v"));
  // Of others than are counted, or not of all.
  CHECK(!is("limit >= count(i in b: true) => " + free + "i.x != v"));
  CHECK(!is("limit >= count(i in a: i.x > 0) => " + free + "i.x != v"));
  CHECK(!is("limit >= count(i in a: false) => " + free + "i.x != v"));
  CHECK(!is("limit >= sum(i in a: 1) => " + free + "i.x != v"));
  CHECK(!is("limit >= count(i, j in a: true) => " + free + "i.x != v"));
  CHECK(!is(few + "exists v in 0..limit: forall i, j in a: i.x != v"));
  CHECK(!is(few + "exists v, w in 0..limit: forall i in a: i.x != v"));
  // More than one number of each, or another one for each that is free.
  CHECK(!is(few + free + "i.x == v"));
  CHECK(!is(few + free + "i.x < v"));
  CHECK(!is(few + free + "max(i.x, v) != v"));
  CHECK(!is(few + free + "(forall q in b: q.x != v)"));
  CHECK(!is(few + free + "count(q in b: true) != v"));
  CHECK(!is(few + free + "6 / i.x != v"));
  CHECK(!is(few + free + "v != v"));
  CHECK(!is(few + "forall v in 0..limit: exists i in a: i.x != v"));
  CHECK(!is(few + "exists v in 0..limit: exists i in a: i.x != v"));
  CHECK(!is("limit >= count(i in a: true) && " + free + "i.x != v"));
}

// Formulas of the second form and near it.
TEST_CASE("numbers that are said to be free are") {
  std::mt19937_64 dice(43);
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[dice() % list.size()];
  };
  const auto mostly = [&](const std::string& usual,
                          const std::vector<std::string>& list) {
    return dice() % 10 == 0 ? one_of(list) : usual;
  };
  Met met;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::string most = one_of({"limit", "n", "1", "2", "3"});
    const std::string domain = one_of({"a", "b", "P", "e", "q.seen"});
    const std::vector<std::string> domains = {"a", "b", "P"};
    const std::string formula = fmt::format(
        "{}({} {} count(i in {}: {})) => exists v in {}..{}: {} i in {}: {} {} "
        "v",
        domain == "q.seen" ? "forall q in c: " : "",
        mostly(most, {"n", "limit", "4"}), mostly(">=", {"<=", ">"}),
        mostly(domain, domains), mostly("true", {"1 > 2", "limit > 2"}),
        mostly("0", {"1", "2"}), most, mostly("forall", {"exists"}), domain,
        domain == "e" || domain == "q.seen"
            ? "i"
            : one_of({"i.x", "i.own", "index(i)", "i.y", "max(i.x, i.y)",
                      "limit", "max(i.x, v)"}),
        mostly("!=", {"==", ">=", "<"}));
    judge(formula, met);
  }
  if (!random_models::enough_runs()) return;
  CHECK(met.principles > 40);
  CHECK(met.others_violated > 30);
}

// Formulas of that form and near it: parts are drawn from few, so that those
// that have to be alike often are.
TEST_CASE("no principle is ever false, and none fails") {
  const std::vector<std::string> facts = {"{}.x > 0",
                                          "{}.x < 2",
                                          "{}.at == some",
                                          "{}.x > limit",
                                          "index({}) > 0",
                                          "{}.own == 1",
                                          "6 / {}.x > 2",
                                          "({}.x > 1 || {}.at == some)",
                                          "(exists q in a: q.x > {}.x)",
                                          "(exists q in b: q.x > {}.x)"};
  const std::vector<std::string> ranks = {
      "index({})", "{}.x", "{}.own", "max({}.x, {}.own)", "6 / {}.x", "i.x"};
  std::mt19937_64 dice(42);
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[dice() % list.size()];
  };
  const auto about = [](std::string text, const std::string& name) {
    for (std::size_t at = text.find("{}"); at != std::string::npos;
         at = text.find("{}")) {
      text.replace(at, 2, name);
    }
    return text;
  };
  Met met;
  const std::uint64_t count = random_models::runs(600);
  for (std::uint64_t k = 0; k < count; ++k) {
    std::string w = one_of(facts);
    if (dice() % 3 == 0) w += " && " + one_of(facts);
    const auto often = [&](const std::string& usual) {
      return dice() % 12 == 0 ? one_of(facts) : usual;
    };
    const auto or_other = [&](const std::string& usual) {
      return dice() % 15 == 0 ? one_of({"&&", "||", "=>"}) : usual;
    };
    const std::string r = one_of(ranks);
    const std::string r_other = dice() % 8 == 0 ? one_of(ranks) : r;
    const std::string op = dice() % 8 == 0   ? "<"
                           : dice() % 2 == 0 ? "<="
                                             : ">=";
    std::string left = about(r, "j");
    std::string right = about(r_other, "i");
    if (dice() % 2 == 0) std::swap(left, right);
    const std::string domain = dice() % 3 == 0 ? "P" : "a";
    const std::string other = dice() % 10 == 0 ? "b" : domain;
    const std::string formula = fmt::format(
        "(exists i in {}: {}) {} (exists i in {}: {} {} (forall j in {}: {} {} "
        "{} {} {}))",
        domain, about(w, "i"), or_other("=>"), other, about(often(w), "i"),
        or_other("&&"), dice() % 10 == 0 ? "a" : domain, about(often(w), "j"),
        or_other("=>"), left, op, right);
    judge(formula, met);
  }
  if (!random_models::enough_runs()) return;
  CHECK(met.principles > 60);
  CHECK(met.others_violated > 30);
}

}  // namespace greatest_test
