// SPDX-License-Identifier: MIT
// Guards: LS Theorems 4 and 5 as this tool uses them: reduced and unreduced
// single invariants are equal, on random models, and reductions happen.
#include <catch2/catch.hpp>

#include "fixpoint/single.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace {

using namespace vicinal;
using network::NodeId;

}  // namespace

TEST_CASE("reduced and unreduced single invariants are equal") {
  std::uint64_t compared = 0;
  std::uint64_t reduced = 0;
  const std::uint64_t runs = random_models::runs(1500);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const std::string text = random_models::random_model(seed, {});
    const auto loaded = random_models::load(text);
    INFO(text);
    REQUIRE(loaded.instance != nullptr);
    network::Diagnostics diagnostics;
    network::Limits limits;
    limits.work = 3000;
    const auto with =
        fixpoint::single_invariant(*loaded.instance, limits, diagnostics);
    const auto without = fixpoint::single_invariant(
        *loaded.instance, limits, diagnostics, fixpoint::Reduce::none);
    REQUIRE(with.has_value() == without.has_value());
    if (!with || without->limit != network::Limit::none) continue;
    REQUIRE(with->limit == network::Limit::none);
    const std::size_t nodes = loaded.instance->network.node_count();
    for (std::size_t n = 0; n < nodes; ++n) {
      INFO(node_name(*loaded.instance, NodeId(n)));
      const auto listed = with->theta(NodeId(n)).listed(1'000'000);
      REQUIRE(listed.has_value());
      CHECK(*listed->set == *without->theta(NodeId(n)).set);
    }
    CHECK(with->errors.empty() == without->errors.empty());
    CHECK(with->unfired == without->unfired);
    ++compared;
    if (with->reduction->classes().size() < nodes) ++reduced;
  }
  CAPTURE(compared);
  CAPTURE(reduced);
  CHECK(reduced * 10 > compared);
  WARN(reduced << " of " << compared);
}
