// SPDX-License-Identifier: MIT
// An instance of a model with every type that a value of a run may have: a ring
// of n nodes.
#pragma once

#include <cstdlib>
#include <memory>

#include "decide/question/opened.hpp"

namespace vicinal::fuzz {

inline std::unique_ptr<decide::Opened> every_type(const char* n = "2") {
  constexpr const char* text = R"(
enum Phase { thinking, eating }
enum Color { red, green, blue }
struct Pair { x : bool; y : 0..3; }
param n : 2.. = 2;
process P {
  port left, right : inout bool;
  var phase : Phase = thinking;
  var friend : id of s = none;
  var waiting : queue 0..3[2];
  var both : Pair;
  var color : Color = red;
  var seen : bool[s];
  action take(v in 0..3, q in s) when left && !full(waiting) {
    push(waiting, v); left := false; friend := q; both.y := v;
  }
  action pass when !left { left := true; phase := eating; seen[self] := true; }
}
network {
  node s[n] : P;
  edge e[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to e[i]; }
}
invariant calm: forall i in s: i.phase == thinking;
)";
  auto opened = decide::open_model(text, "types.vic", {{"n", n}});
  if (!opened->good()) std::abort();
  decide::elaborate(*opened);
  if (!opened->instance) std::abort();
  return opened;
}

}  // namespace vicinal::fuzz
