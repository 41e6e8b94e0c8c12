// SPDX-License-Identifier: MIT
// One word of a claim changes, `invariant` to `assert`: what the claim says,
// and where, stays as the generator wrote it.
#include "tests/obligations/asserting.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "tests/random/loaded.hpp"

namespace vicinal::obligations_test {

std::string with_assertions(std::string text, std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  for (std::size_t i = 0;; ++i) {
    const std::string name = fmt::format("invariant q{}:", i);
    const std::size_t at = text.find(name);
    if (at == std::string::npos) break;
    if (i != seed % 3 && dice() % 4 > 0) continue;
    text.replace(at, std::string("invariant").size(), "assert");
  }
  const std::string missing = "invariant missing:";
  if (const std::size_t at = text.find(missing); at != std::string::npos) {
    text.replace(at, std::string("invariant").size(), "assert");
  }
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const auto& nodes = loaded.model->node_families;
  const auto& edges = loaded.model->edge_families;
  if (!nodes.empty()) {
    text += fmt::format("assert any_node: forall some in {}: some == some;\n",
                        nodes[dice() % nodes.size()].name);
  }
  if (!edges.empty()) {
    text +=
        fmt::format("assert any_edge: forall some in {}: same(some, some);\n",
                    edges[dice() % edges.size()].name);
  }
  return text;
}

}  // namespace vicinal::obligations_test
