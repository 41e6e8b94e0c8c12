// SPDX-License-Identifier: MIT
// Proves a model, and reads the classes of its network, with the libraries.
#include <fmt/format.h>

#include "fixpoint/implication/imply.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/language/checker/checker.hpp"
#include "network/language/parser/parser.hpp"

using namespace vicinal;

constexpr const char* text = R"(
param n : 3.. = 5;
process P { port left, right : inout bool;
  var inside, entered : bool = false;
  action enter when !inside && left {
    left := false; inside := true; entered := true; }
  action leave when inside { inside := false; right := true; } }
network { node p[n] : P; edge e[n] : bool;
  for i in 0..n-1 { connect p[i].right, p[(i + 1) % n].left to e[i]; }
  init exactly 1 i in e: i; }
invariant came: forall i in p: i.inside => i.entered;
)";

int main() {
  const network::Source source("ring.vic", text);
  network::Diagnostics diagnostics(&source);
  const auto tree = network::parse(source, diagnostics);
  const auto model = network::check(tree, source, {}, diagnostics);
  if (!model) return 1;
  const auto ring = network::elaborate(
      *model, network::default_parameters(*model), diagnostics);
  const auto theta = fixpoint::single_invariant(*ring, {}, diagnostics);
  const fixpoint::Questions questions(*ring, *theta);
  const auto balance = groupoid::balance(ring->network);
  fmt::print("proved: {}\nclasses: {}\n", questions.implied(0, {}).proved,
             balance.nodes().size());
}
