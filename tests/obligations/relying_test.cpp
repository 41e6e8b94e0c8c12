// SPDX-License-Identifier: MIT
// Guards: what ranks ask that rely on a property in place of an action, for
// ones that are right, and for ones that are wrong in one way each: just what
// is wrong is open.
#include <catch2/catch.hpp>

#include "proving.hpp"

namespace relying_test {

using namespace vicinal::obligations_test;

// Whoever waits is behind those with greater indices that wait, too.
TEST_CASE("a rank relies on its property, farther along the indices") {
  check_edits(
      R"(
enum Phase { idle, waiting, inside }
param n : 1.. = 3;
process P {
  var phase : Phase = idle;
  action want when phase == idle { phase := waiting; }
  action enter when phase == waiting
      && (forall q in s: index(q) > index(self) => q.phase != waiting) {
    phase := inside;
  }
}
network { node s[n] : P; node t[n] : P; }
fair weak P.enter;
ltl served: forall i in s: G ({i.phase == waiting} => F {i.phase == inside});
rank for served (i in s):
  sum(q in s: if index(q) > index(i) then
    (if q.phase == idle then 2 else if q.phase == waiting then 1 else 0) else 0)
  by served of j in s
  when i.phase == waiting && j.phase == waiting && index(j) > index(i),
  P.enter of i when i.phase == waiting
  && (forall q in s: index(q) > index(i) => q.phase != waiting);
)",
      {
          {"as it is", "param", "param", ""},
          {"what is relied on is not waited for", "&& j.phase == waiting",
           "&& j.phase != inside", "progress served 1: can be done"},
          {"what is relied on has come about", "&& j.phase == waiting",
           "&& j.phase != idle", "progress served 1: can be done"},
          {"it is served without that the rank is less", "(i in s):\n  sum",
           "(i in s):\n  0 * sum",
           "progress served 1: s.enter at j; progress served 2: s.want"},
          {"who waits turns away", "node t[n] : P; }",
           "node t[n] : P; }\n"
           "rule turn(a in s) when a.phase == waiting { a.phase := idle; }",
           "progress served 1: rule turn; progress served 2: rule turn"},
      });
}

TEST_CASE("what is relied on is shown as a part of the proof") {
  check_edits(
      R"(
enum Phase { idle, waiting, inside }
param n : 1.. = 3;
process P {
  var phase : Phase = idle;
  action want when phase == idle { phase := waiting; }
  action enter when phase == waiting { phase := inside; }
  action leave when phase == inside { phase := idle; }
  action turn when phase == waiting { skip; }
}
network { node s[n] : P; }
fair weak P.want;
fair weak P.enter;
fair weak P.turn;
ltl early: forall i in s: G ({i.phase != idle} => F {i.phase == inside});
ltl served: forall i in s: G ({i.phase == idle} => F {i.phase == inside});
rank for early (i in s): 0 by P.enter of i when i.phase == waiting;
rank for served (i in s): i.phase order [idle, waiting, inside]
  by P.want of i when i.phase == idle, early of i when i.phase == waiting;
)",
      {
          {"as it is", "param", "param", ""},
          {"its rank is wrong", "0 by P.enter", "0 by P.turn",
           "progress early 1: s.turn at i"},
          {"it is waited for too early", "early of i when i.phase == waiting",
           "early of i when i.phase != inside",
           "progress served 2: can be done"},
          {"it has come about", "early of i when i.phase == waiting",
           "early of j in s when i.phase == waiting && j.phase == inside",
           "progress served 1: s.want at i; progress served 2: can be done; "
           "progress served 2: s.leave at j"},
          {"it is of somebody else", "early of i when i.phase == waiting",
           "early of j in s when i.phase == waiting && j.phase == waiting",
           "progress served 2: s.enter at j"},
      });
}

}  // namespace relying_test
