// SPDX-License-Identifier: MIT
#include "ring_model.hpp"

namespace vicinal::random_models {

std::string ring_model(const std::string& claims, const std::string& local) {
  return R"(
param n : 2.. = 3;
process Station {
  port left, right : inout bool;
  var eats : bool = false;
  action enter when !eats && left { left := false; eats := true; }
  action leave when eats { right := true; eats := false; }
)" + local +
         R"(}
network {
  node s[n] : Station;
  edge token[n] : bool;
  for i in 0..n-1 {
    connect s[i].right, s[(i + 1) % n].left to token[i];
  }
  init exactly 1 e in token: e;
}
)" + claims;
}

}  // namespace vicinal::random_models
