// SPDX-License-Identifier: MIT
#include "tests/obligations/token_ring.hpp"

#include <vector>

namespace vicinal::obligations_test {

namespace {

const char* const model = R"(
enum Phase { thinking, hungry, eating }
param n : 2.. = 6;
process Station {
  port left, right : inout bool;
  var phase : Phase = thinking;
  action want when phase == thinking { phase := hungry; }
  action enter when phase == hungry && left { left := false; phase := eating; }
  action leave when phase == eating { right := true; phase := thinking; }
}
network {
  node s[n] : Station;
  edge token[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to token[i]; }
  init exactly 1 e in token: e;
}
invariant mutex:
  forall i, j in s: i != j => !(i.phase == eating && j.phase == eating);
)";

// The states of a and b with one token between them, or at most one: which
// phases, and which of the edges hold it.
std::string states(const std::vector<std::string>& edges, bool exactly) {
  const std::vector<std::string> phases = {"thinking", "hungry", "eating"};
  std::string text;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (unsigned bits = 0; bits < 1U << edges.size(); ++bits) {
        const int tokens = (a == 2) + (b == 2) + __builtin_popcount(bits);
        if (tokens > 1 || (exactly && tokens == 0)) continue;
        text += text.empty() ? "\n    " : "\n    || ";
        text += "a.phase == " + phases[static_cast<std::size_t>(a)] +
                " && b.phase == " + phases[static_cast<std::size_t>(b)];
        for (std::size_t e = 0; e < edges.size(); ++e) {
          text += (bits >> e & 1U) != 0 ? " && " : " && !";
          text += edges[e];
        }
      }
    }
  }
  return text;
}

std::string assertion(const std::string& name, const std::string& sharing,
                      const std::vector<std::string>& edges, bool exactly) {
  return "assert " + name + ": forall a, b in s: a != b && " + sharing + " =>" +
         states(edges, exactly) + ";\n";
}

}  // namespace

// 12, 20, 20 and 24 states.
std::string token_ring() {
  const std::string before = "same(a.right, b.left)";
  const std::string behind = "same(a.left, b.right)";
  const std::string a = "a.left";
  const std::string b = "b.left";
  return model +
         assertion("both", before + " && " + behind, {a, "a.right"}, true) +
         assertion("before", before + " && !" + behind,
                   {a, "a.right", "b.right"}, false) +
         assertion("behind", "!" + before + " && " + behind, {b, a, "a.right"},
                   false) +
         assertion("apart", "!" + before + " && !" + behind,
                   {a, "a.right", b, "b.right"}, false);
}

}  // namespace vicinal::obligations_test
