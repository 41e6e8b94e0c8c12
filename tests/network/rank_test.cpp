// SPDX-License-Identifier: MIT
// Guards: how ranks are written, which properties have one, and that what helps
// is fair and done by a node that is named.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "network/language/progress.hpp"
#include "tests/random/loaded.hpp"

namespace rank_test {

namespace {

using namespace vicinal;
using random_models::load;

const std::string process = R"(
enum Phase { idle, busy }
process P {
  var x : 0..3 = 3;
  var phase : Phase = idle;
  action down when x > 0 { x := x - 1; }
  action rest { skip; }
}
process Q { action down { skip; } }
shared k : 0..3 = 0;
rule tick when k > 0 { k := k - 1; }
network { node p[2] : P; node r[2] : P; node q : Q; }
fair weak P.down;
fair strong tick;
ltl done: forall i in p: F {i.x == 0};
ltl again: G F {k == 0};
ltl next: X {k == 0};
ltl nested: G ({k > 0} => F G {k == 0});
ltl ranges: forall v in 0..1: F {k == v};
ctl other: AF {k == 0};
ctl open: AG EF {k == 0};
ctl some: EF {k == 0};
ltl until: ({k > 0} U {k == 0});
ctl trees: A({k > 0} U {k == 0});
)";

// Numbers of what is reported.
std::vector<int> codes_of(const std::string& model) {
  const auto loaded = load(model);
  std::vector<int> list;
  for (const auto& d : loaded.diagnostics.all()) list.push_back(number(d.code));
  return list;
}

std::vector<int> codes(const std::string& rank) {
  return codes_of(process + rank);
}

}  // namespace

TEST_CASE("ranks that fit") {
  for (const char* rank : {
           "rank for done (i in p): i.x by P.down of i when i.x > 0;",
           "rank for done (a in p): a.x, true by P.down of j in r when j.x > "
           "0;",
           "rank for done (i in p): i.phase order [busy, idle], 2 * i.x\n"
           "  by P.down of i when i.x > 0, tick when k > 0;",
           "rank for again: k by tick when k > 0;",
           "rank for again: k by P.down of j in P when j.x > 0;",
           "rank for again: k;",
           "rank for other: k by tick when k > 0;",
           "rank for until: k by tick when k > 0;",
           "rank for trees: k by tick when k > 0;",
           "rank for open: k by P.rest of j in p when k > 0;",
           "rank for open: k;",
           "rank for again: k by tick when k > 0\n"
           "  meanwhile (k by P.down of j in p when j.x > 0);",
           "rank for again: k by tick when k > 0 meanwhile (k),\n"
           "  P.down of j in p when j.x > 0;",
           "rank for done (i in p): i.x by tick when k > 0\n"
           "  meanwhile (k, i.phase order [busy, idle]\n"
           "    by P.down of i when true, tick when true),\n"
           "  P.down of j in p when j.x > 0;",
           "rank for done (i in p): i.x, i.phase order [busy, idle];",
       }) {
    INFO(rank);
    CHECK(codes(rank).empty());
  }
}

TEST_CASE("ranks that do not fit") {
  for (const char* rank : {
           "rank for nothing: k by tick when k > 0;",
           "rank for next: k by tick when k > 0;",
           "rank for nested: k by tick when k > 0;",
           "rank for some: k by tick when k > 0;",
           "rank for open: k by tick when k > 0 meanwhile (k);",
           // Weak fairness is not enough.
           "rank for done (i in p): i.x by P.down of i when i.x > 0\n"
           "  meanwhile (i.x by tick when true);",
           "rank for again: k by tick when k > 0\n"
           "  meanwhile (k by P.rest of j in p when j.x > 0);",
           "rank for ranges (v in 0..1): k by tick when k > 0;",
           "rank for done: k by tick when k > 0;",
           "rank for done (i in r): i.x by P.down of i when i.x > 0;",
           "rank for done (i in P): i.x by P.down of i when i.x > 0;",
           "rank for done (i, j in p): i.x by P.down of i when i.x > 0;",
           "rank for done (i in p): i.x by P.down of j when i.x > 0;",
           "rank for done (i in p): i.x by P.down when i.x > 0;",
           "rank for done (i in p): i.x by P.down of j in q when i.x > 0;",
           "rank for done (i in p): i.x by P.rest of i when i.x > 0;",
           "rank for done (i in p): i.x by Q.down of j in q when i.x > 0;",
           "rank for done (i in p): i.x by tick of i when i.x > 0;",
           "rank for done (i in p): i.phase by P.down of i when i.x > 0;",
           "rank for done (i in p): i.phase order [idle] by tick when k > 0;",
           "rank for done (i in p): i.phase order [idle, busy, idle]\n"
           "  by tick when k > 0;",
           "rank for done (i in p): i.x order [idle, busy] by tick when k > 0;",
       }) {
    INFO(rank);
    CHECK(codes(rank) == std::vector<int>{335});
  }
}

TEST_CASE("other mistakes in ranks") {
  const std::string good = "rank for again: k by tick when k > 0;\n";
  CHECK(codes(good + good) == std::vector<int>{301});
  CHECK(codes("rank for again: k by tock when k > 0;") ==
        std::vector<int>{326});
  CHECK(codes("rank for again: k by tick when k;") == std::vector<int>{309});
  CHECK(codes("rank for again: k by tick;").size() == 1);
  CHECK(codes("rank for again: k by;").size() == 1);
  CHECK(codes("rank for again: k by tick when k > 0 meanwhile k;").size() == 1);
  CHECK(codes("rank for again: k by tick when k > 0 meanwhile ();").size() ==
        1);
  // It has none of its own.
  CHECK(codes("rank for again: k by tick when k > 0\n"
              "  meanwhile (k by tick when k > 0 meanwhile (k));")
            .size() == 1);
  // Who helps is still bound meanwhile.
  CHECK(codes("rank for again: k by P.down of j in p when j.x > 0,\n"
              "  tick when j.x > 0;") == std::vector<int>{302});
  CHECK(codes("rank again: k by tick when k > 0;").size() == 1);
}

TEST_CASE("a rank of a situation is about who helps there, too") {
  const auto loaded =
      load(process +
           "fair strong P.rest;\n"
           "rank for done (i in p): i.x by P.rest of j in p when "
           "j.x > 0 meanwhile (j.x by P.down of h in p when h == j);"
           "\n");
  REQUIRE(loaded.model);
  const network::Model& m = *loaded.model;
  REQUIRE(m.rankings.size() == 1);
  REQUIRE(m.rankings[0].situations.size() == 1);
  const network::Situation& s = m.rankings[0].situations[0];
  CHECK(s.terms.size() == 1);
  REQUIRE(s.meanwhile.size() == 1);
  CHECK(m[s.meanwhile[0].node].item == 2);
  CHECK(s.meanwhile[0].terms.empty());
  CHECK(m[s.pending].op == network::Op::exists);
  CHECK(m[m.rankings[0].pending].op == network::Op::exists);
}

// What a rank relies on is shown without it.
TEST_CASE("ranks rely on what stands before, or farther along the indices") {
  const std::string more = R"(
ltl first: forall i in p: G ({i.x > 1} => F {i.x < 2});
ltl last: forall i in p: G ({i.x > 0} => F {i.x == 0});
ltl pairs: forall i, j in p: G ({i.x > 1} => F {j.x < 2});
ltl tick: forall i in p: G ({i.x > 1} => F {i.x < 2});
rank for first(i in p): i.x by P.down of i when i.x > 1;
)";
  for (const char* rank : {
           "rank for last(i in p): i.x by P.down of i when i.x == 1,\n"
           "  first of i when i.x > 1;",
           "rank for last(i in p): i.x by first of j in p when j.x > 1;",
           "rank for last(i in p): i.x\n"
           "  by last of j in p when j.x > 0 && index(j) > index(i),\n"
           "  last of j in p when j.x > 1 && index(i) < index(j);",
           "rank for last(i in p): i.x\n"
           "  by last of j in p when index(j) < index(i) && j.x > 0;",
           "rank for last(i in p): i.x by P.down of i when i.x == 1;\n"
           "rank for again: k by last of j in p when j.x > 0;",
           "rank for again: k by tick when k > 0\n"
           "  meanwhile (k by first of j in p when j.x > 1);",
       }) {
    INFO(rank);
    CHECK(codes(more + rank).empty());
  }
  const std::string last = "rank for last(i in p): i.x by ";
  for (const char* rank : {
           // Of nobody, of other nodes, of a node that has another name.
           "first of j in r when j.x > 1;",
           "first of j in P when j.x > 1;",
           "first of q when i.x > 1;",
           // Itself, of anybody, or in no order, or in two.
           "last of i when i.x > 0;",
           "last of j in p when j.x > 0;",
           "last of j in p when index(j) >= index(i);",
           "last of j in p when index(j) > index(i) || j.x > 0;",
           "last of j in p when index(j) > index(j);",
           "last of j in p when index(j) > index(p[0]);",
           "last of j in p when index(j) > index(i),\n"
           "  last of j in p when index(j) < index(i);",
           "tick when k > 0 meanwhile (k\n"
           "  by last of j in p when index(j) > index(i)),\n"
           "  last of j in p when index(i) > index(j);",
           "P.down of h in p when h.x > 0, tick when k > 0 meanwhile (k\n"
           "  by last of j in p when j.x > 0);",
           // What is shown later, or has another shape, or is a rule.
           "done of j in p when index(j) > index(i);",
           "again of j in p when index(j) > index(i);",
           "pairs of j in p when index(j) > index(i);",
           "tick of j in p when index(j) > index(i);",
           "first of j in p when j.x > 1 meanwhile (k by tick when true);",
       }) {
    INFO(rank);
    CHECK(codes(more + last + rank) == std::vector<int>{335});
  }
  CHECK(codes(more + "rank for open: k by first of j in p when j.x > 1;") ==
        std::vector<int>{335});
  // Two that rely on each other: the second one's rank is not there yet, and
  // the first one is none.
  CHECK(codes(R"(
ltl a: forall i in p: G ({i.x > 1} => F {i.x < 2});
ltl b: forall i in p: G ({i.x > 0} => F {i.x == 0});
rank for a(i in p): i.x by b of i when i.x > 1;
rank for b(i in p): i.x by a of i when i.x > 1;
)") == std::vector<int>{335, 335});
}

// Global fairness names no action, so that it looks like that of rule 0.
TEST_CASE("global fairness is no fairness of an action or a rule") {
  std::string model = process;
  for (const std::string fair : {"fair weak P.down;", "fair strong tick;"}) {
    model.replace(model.find(fair), fair.size(), "fair global;");
  }
  for (const char* rank : {
           "rank for again: k by tick when k > 0;",
           "rank for done (i in p): i.x by P.down of i when i.x > 0;",
       }) {
    INFO(rank);
    CHECK(codes_of(model + rank) == std::vector<int>{335});
  }
}

TEST_CASE("terms become integers, the last constant of an order is 0") {
  const auto loaded = load(process +
                           "rank for done (i in p): i.phase order [busy, idle],"
                           " i.x > 0 by P.down of j in p when j.x > 0;\n");
  REQUIRE(loaded.model);
  const network::Model& m = *loaded.model;
  REQUIRE(m.rankings.size() == 1);
  const network::Ranking& r = m.rankings[0];
  CHECK(m.properties[r.property].name == "done");
  REQUIRE(r.terms.size() == 2);
  for (const network::ExprId term : r.terms) {
    CHECK(m[term].op == network::Op::if_then_else);
  }
  // if phase == busy then 1 else 0
  const auto& choice = m[r.terms[0]];
  CHECK(m[m.child(m[m.child(choice, 0)], 1)].value == 1);
  CHECK(m[m.child(choice, 1)].value == 1);
  CHECK(m[m.child(choice, 2)].value == 0);
  REQUIRE(r.situations.size() == 1);
  CHECK(m[r.situations[0].node].op == network::Op::bound);
  CHECK(m[r.situations[0].node].item == 1);
  CHECK(m[r.pending].op == network::Op::exists);
}

}  // namespace rank_test
