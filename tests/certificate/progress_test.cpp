// SPDX-License-Identifier: MIT
// Guards: which claims of progress `verify` accepts: those of properties with a
// rank whose obligations hold, together with `no model error`.
#include <catch2/catch.hpp>

#include "forged.hpp"

namespace progress_certificate_test {

namespace {

using namespace vicinal::test;

const std::string counter = R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
ltl other: forall i in s: F {i.x == 1};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)";

// Whoever waits enters, since the lock is free again and again.
const std::string locked = R"(
param n : 1.. = 2;
shared lock : bool = false;
process P {
  var x : 0..2 = 0;
  action want when x == 0 { x := 1; }
  action enter when x == 1 && !lock { x := 2; lock := true; }
  action leave when x == 2 { x := 0; lock := false; }
}
network { node s[n] : P; }
fair strong P.enter;
fair weak P.leave;
assert held: lock <=> exists i in s: i.x == 2;
assert one: forall i, j in s: i != j => !(i.x == 2 && j.x == 2);
ltl served: forall i in s: G ({i.x == 1} => F {i.x == 2});
ctl open: forall i in s: AG EF {i.x == 2};
rank for served (i in s): 0 by P.enter of i when i.x == 1
  meanwhile (lock by P.leave of j in s when j.x == 2);
rank for open (i in s): 2 - i.x, lock
  by P.want of i when i.x == 0, P.enter of i when i.x == 1 && !lock,
  P.leave of j in s when i.x == 1 && j.x == 2;
)";

// Its first step may fail, and ends the run.
const std::string failing = replaced(counter, "x := x - 1;", "x := x - 2;");

// At x == 1 nobody moves any more.
const std::string stuck = replaced(counter, "when x > 0 {", "when x > 1 {");

}  // namespace

TEST_CASE("progress by a rank is accepted with no model error") {
  const Forged good(counter, "",
                    {.properties = {"served"}, .model_errors = true});
  check_accepted(good.folder(), good.model());
}

TEST_CASE("progress under strong fairness, and possibility, are accepted") {
  const Forged good(locked, "",
                    {.properties = {"served", "open"}, .model_errors = true});
  check_accepted(good.folder(), good.model());
  const Forged waits(replaced(locked, "by P.leave of j in s when j.x == 2",
                              "by P.leave of j in s when j.x == 1"),
                     "", {.properties = {"served"}, .model_errors = true});
  check_rejected(waits.folder(), waits.model(), "is not proved");
  const Forged shut(replaced(locked, "2 - i.x, lock", "2 - i.x, 0"), "",
                    {.properties = {"open"}, .model_errors = true});
  check_rejected(shut.folder(), shut.model(), "is not proved");
}

TEST_CASE("progress without no model error is refused") {
  for (const std::string& model : {counter, failing}) {
    const Forged bad(model, "", {.properties = {"served"}});
    check_rejected(bad.folder(), bad.model(),
                   "the model has no invariant 'served'");
  }
}

TEST_CASE("progress that does not hold, or has no rank, is refused") {
  const Forged bad(stuck, "", {.properties = {"served"}, .model_errors = true});
  check_rejected(bad.folder(), bad.model(), "is not proved");
  const Forged none(counter, "",
                    {.properties = {"other"}, .model_errors = true});
  check_rejected(none.folder(), none.model(),
                 "the model has no invariant 'other'");
}

TEST_CASE("an invariant may have ranks, which are not believed") {
  const std::string plain =
      replaced(counter,
               "rank for served (i in s): i.x by P.down of i when "
               "i.x > 0;\n",
               "");
  const std::string rank =
      "rank for served (i in s): i.x by P.down of i when i.x > 0;\n";
  const Forged good(plain, rank,
                    {.properties = {"served"}, .model_errors = true});
  check_accepted(good.folder(), good.model());
  const Forged raised(plain, replaced(rank, ": i.x by", ": 3 - i.x by"),
                      {.properties = {"served"}, .model_errors = true});
  check_rejected(raised.folder(), raised.model(), "is not proved");
}

TEST_CASE("an invariant has no temporal properties") {
  const Forged bad(counter,
                   "ltl more: forall i in s: F {i.x == 2};\n"
                   "rank for more (i in s): i.x by P.down of i when i.x > 2;\n",
                   {.properties = {"served"}, .model_errors = true});
  check_rejected(bad.folder(), bad.model(),
                 "invariant.vic has something besides assertions");
}

}  // namespace progress_certificate_test
