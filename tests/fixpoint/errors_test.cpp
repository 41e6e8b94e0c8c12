// SPDX-License-Identifier: MIT
// Guards: whether a property can be evaluated is a question about every member
// of its quantifiers, however many of them there are and whatever they bound.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "fixpoint/implication/imply.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"

namespace errors_test {

namespace {

using namespace vicinal;
using random_models::Loaded;

struct Answers {
  bool single = false;  // proved: no model error
  bool pairs = false;
  bool found = false;  // an error, in some reachable state
};

template <class Invariant>
bool never_fails(const Loaded& loaded, const Invariant& invariant) {
  return fixpoint::imply_no_model_error(*loaded.instance, invariant, {}).proved;
}

Answers answers(const std::string& text, std::optional<int> n = {}) {
  const Loaded loaded =
      random_models::load(text, n ? fmt::format("n={}", *n) : "");
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  Answers out;
  network::Diagnostics diagnostics;
  const auto single = fixpoint::single_invariant(instance, {}, diagnostics);
  REQUIRE(single.has_value());
  out.single = never_fails(loaded, *single);
  if (instance.network.node_count() > 1) {
    const auto pairs = fixpoint::pair_invariant(
        instance, single->reduction, fixpoint::PairMode::automatic, {});
    REQUIRE(pairs.has_value());
    out.pairs = never_fails(loaded, *pairs);
  } else {
    out.pairs = out.single;
  }
  std::map<std::string, std::int64_t> given;
  if (n) given["n"] = *n;
  const oracle::Instance oracle(loaded.tree, given);
  out.found = oracle.explore(1000).properties.at("no model error").violated;
  return out;
}

// x is 0 or 1, at every node.
std::string model(const std::string& formula) {
  return "param n : 0.. = 2;\n"
         "process P { var x : 0..1 = 0; action go { x := 1 - x; } }\n"
         "network { node p[n] : P; }\n"
         "invariant few: " +
         formula + ";\n";
}

// What quantifiers of all kinds say of `body`, a truth about i; with {} for a
// bound.
const std::vector<std::string> bounds = {
    "atmost {} i in p: $",
    "exactly {} i in p: $",
    "!(atmost {} i in P: $)",
    "!(exactly {} i in P: $)",
    "count(i in p: $) <= {}",
    "count(i in p: $) < {}",
    "{} >= count(i in P: $)",
    "{} > count(i in p: $)",
    "!(count(i in p: $) > {})",
    "!({} <= count(i in p: $))",
    "count(i in p: $) >= {}",
    "count(i in p: $) == {}",
    "count(i in p: $) != {}",
    "{} == count(i in p: $)",
    "count(i in p: $) == count(i in P: i.x < {})",
    "atmost count(i in p: i.x <= {}) i in p: $",
    "forall j in p: atmost {} i in p: j.x >= 0 && $",
    "exists j in p: count(i in p: j == i || $) <= {}",
    "atmost {} j in p: exists i in p: $",
    "atmost {} i, j in p: j.x >= 0 && $",
    "forall j in p: j.x <= {} => atmost {} i in p: $",
    "(forall j in p: j.x <= {}) && atmost {} i in p: $",
    "(exists j in p: j.x > {}) || atmost {} i in p: $",
};
const std::vector<std::string> quantified = {
    "forall i in p: $",
    "exists i in p: $",
    "!(forall i in P: $)",
    "!(exists i in P: !($))",
    "forall j in p: exists i in p: $",
    "exists i in p: (exists j in p: j.x >= 0) && $",
    "exists i in p: i.x < 0 || (exists j in p: j.x > 0) || $",
    "exists i in p: i.x >= 0 && $ && exists j in p: j.x > 0",
    "exists i in p: i.x >= 0 => !((exists j in p: j.x < i.x) && !($))",
};

std::string with(std::string form, const std::string& body,
                 const std::string& k) {
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"$", body}, {"{}", k}}) {
    for (auto at = form.find(from); at != std::string::npos;
         at = form.find(from)) {
      form.replace(at, from.size(), to);
    }
  }
  return form;
}

std::vector<std::string> formulas(const std::string& body) {
  std::vector<std::string> out;
  for (const std::string& form : quantified) {
    out.push_back(with(form, body, ""));
  }
  for (const std::string& form : bounds) {
    for (const char* k : {"0", "1", "2", "3", "8", "9", "100"}) {
      out.push_back(with(form, body, k));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("an error in a member counts, however few the members are") {
  for (const std::string& formula : formulas("1 / i.x == 1")) {
    for (const int n : {1, 2, 3}) {
      INFO(formula << ", n = " << n);
      const Answers a = answers(model(formula), n);
      if (a.found) {
        CHECK(!a.single);
        CHECK(!a.pairs);
      }
      // Where the quantifier comes first, or all of it is looked at.
      if (formula.find('|') == std::string::npos &&
          formula.find("=>") == std::string::npos) {
        CHECK(a.found);
      }
    }
  }
}

TEST_CASE("bodies that cannot fail in any member cannot fail") {
  for (const std::string& formula : formulas("(i.x == 0 || 1 / i.x == 1)")) {
    for (const int n : {0, 1, 2, 3}) {
      INFO(formula << ", n = " << n);
      const Answers a = answers(model(formula), n);
      CHECK(!a.found);
      CHECK(a.single);
      CHECK(a.pairs);
    }
  }
}

TEST_CASE("without members, nothing fails") {
  for (const std::string& formula : formulas("1 / i.x == 1")) {
    INFO(formula);
    const Answers a = answers(model(formula), 0);
    CHECK(!a.found);
    CHECK(a.single);
  }
}

TEST_CASE("sums, ranges and port sets are looked at member by member") {
  for (const char* formula :
       {"sum(i in p: 1 / i.x) <= 9", "atmost 2 i in 0..n - 1: 1 / p[i].x == 1",
        "atmost 5 i in 0..n - 1: 1 / p[i].x == 1",
        "forall j in 0..n - 1: atmost 1 i in 0..j: 1 / p[i].x == 1",
        "atmost 3 i in p, j in 0..1: j / i.x == 1"}) {
    for (const int n : {1, 2}) {
      INFO(formula << ", n = " << n);
      const Answers a = answers(model(formula), n);
      CHECK(a.found);
      CHECK(!a.single);
      CHECK(!a.pairs);
    }
  }
  // h[0] has one edge, h[1] has two.
  const std::string hubs =
      "process H {\n"
      "  port set s : inout 0..1;\n"
      "  action go(e in s) when index(self) == 0 { e := 1; }\n"
      "}\n"
      "network {\n"
      "  node h[2] : H;\n"
      "  edge g[3] : 0..1 = 1;\n"
      "  connect h[0].s to g[0];\n"
      "  connect h[1].s to g[1];\n"
      "  connect h[1].s to g[2];\n"
      "}\n";
  for (const int k : {0, 1, 2, 3, 9}) {
    const std::string formula = fmt::format("atmost {} e in q.s:", k);
    INFO(formula);
    const Answers bad =
        answers(hubs + "invariant few: forall q in h: " + formula +
                " 1 / (e - (if index(q) == 0 then 1 else 0)) == 1;\n");
    CHECK(bad.found);
    CHECK(!bad.single);
    CHECK(!bad.pairs);
    const Answers good = answers(
        hubs + "invariant few: forall q in h: " + formula + " 1 / e == 1;\n");
    CHECK(!good.found);
    CHECK(good.single);
    CHECK(good.pairs);
  }
}

TEST_CASE("guards and priorities look at every member, too") {
  for (const char* form :
       {"atmost {} q in P: $", "exactly {} q in P: $", "exists q in P: $",
        "count(q in P: $) <= {}", "count(q in P: $) > {}",
        "sum(q in P: 1 / q.x) <= {}", "forall r in P: atmost {} q in P: $"}) {
    for (const char* k : {"0", "1", "2", "3", "9"}) {
      const std::string condition = with(form, "1 / q.x == 1", k);
      for (const std::string& head :
           {"when " + condition,
            "priority if " + condition + " then 1 else 0"}) {
        INFO(head);
        const Answers a =
            answers("process P { var x : 0..1 = 0; action go " + head +
                    " { x := 1 - x; } }\nnetwork { node p[2] : P; }\n");
        CHECK(a.found);
        CHECK(!a.single);
        CHECK(!a.pairs);
      }
    }
  }
}

// Node 0 by itself may have both edges on. The three together show that it
// has not.
TEST_CASE("members together may show that none of them fails") {
  const std::string ring =
      "process P {\n"
      "  port l : inout bool;\n"
      "  port r : inout bool;\n"
      "  action go when index(self) == 1 && !r { l := true; }\n"
      "}\n"
      "network {\n"
      "  node p[3] : P;\n"
      "  edge e[3] : bool;\n"
      "  connect p[0].r, p[1].l to e[0];\n"
      "  connect p[1].r, p[2].l to e[1];\n"
      "  connect p[2].r, p[0].l to e[2];\n"
      "}\n"
      "init !e[0] && e[1] == e[2];\n";
  for (const int k : {0, 2, 7}) {
    const Answers a = answers(
        ring +
        fmt::format("invariant few: atmost {} i in p: "
                    "1 / (if index(i) == 0 && i.l && i.r then 0 else 1) == 2;",
                    k));
    INFO(k);
    CHECK(!a.found);
    CHECK(a.single == (k >= 2));
  }
}

TEST_CASE("members of a large family are looked at one by one") {
  // Not by choices of nine of them.
  const std::string good = "(i.x == 0 || (1 + index(i)) / i.x > 0)";
  for (const char* form : {"atmost 8 i in p: ", "atmost 500 i in p: "}) {
    const Loaded loaded = random_models::load(model(form + good), "n=2000");
    REQUIRE(loaded.instance != nullptr);
    network::Diagnostics diagnostics;
    const auto single =
        fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
    REQUIRE(single.has_value());
    CHECK(never_fails(loaded, *single));
  }
}

// In the initial state: nobody is a friend. A guard that looks at others does
// not make it less certain.
TEST_CASE("what a parameter ranges over may fail") {
  for (const char* guard : {"g", "g && count(q in p: q.x) <= 1"}) {
    const Loaded loaded = random_models::load(fmt::format(R"(
param n : 1.. = 2;
process P {{
  port set link : inout bool;
  var friend : id of p = none;
  var x : bool = false;
  action a(g in friend.link) when {} {{ x := true; }}
}}
network {{
  node p[n] : P;
  edge e[n] : bool = false;
  for i in 0..n-1 {{ connect p[i].link to e[i]; }}
}}
)",
                                                          guard),
                                              "n=2");
    REQUIRE(loaded.instance != nullptr);
    INFO(guard);
    network::Diagnostics diagnostics;
    const auto single =
        fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
    REQUIRE(single.has_value());
    CHECK(!single->errors.empty());
    const auto pairs = fixpoint::pair_invariant(
        *loaded.instance, single->reduction, fixpoint::PairMode::automatic, {});
    REQUIRE(pairs.has_value());
    CHECK(!pairs->errors.empty());
  }
}

}  // namespace errors_test
