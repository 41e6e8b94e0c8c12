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
