// SPDX-License-Identifier: MIT
// States are those of exploration, whole or not at all, in the order of sizes;
// formulas are judged by exploration as invariants of the family.
#include "worlds.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <utility>

#include "tests/random/random_model.hpp"

namespace vicinal::family_tests {

World world_of(const random_models::Loaded& loaded, const SmallBounds& bounds) {
  World world;
  small_instances(loaded.tree, *loaded.model, bounds, [&](const Small& small) {
    if (!small.sample) return;
    fixpoint::Samples one;
    fixpoint::add_sample(*loaded.model, small.sizes, one);
    if (one.all.empty()) {
      world.complete = false;
      return;
    }
    auto sample = std::move(one.all.front());
    fixpoint::Explored explored;
    explored.instance = &sample->instance;
    for (const State& s : reachable(sample->instance, bounds.states)) {
      explored.states.insert(explored.states.end(), s.begin(), s.end());
    }
    world.complete = world.complete && !explored.states.empty();
    world.samples.push_back(std::move(sample));
    world.explored.push_back(std::move(explored));
  });
  return world;
}

SmallBounds small_bounds() {
  SmallBounds bounds;
  bounds.size = 3;
  bounds.nodes = 4;
  bounds.graph_nodes = 0;
  bounds.states = 1000;
  return bounds;
}

std::vector<bool> violated_of(std::string text,
                              const std::vector<std::string>& formulas,
                              const SmallBounds& bounds) {
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    text += fmt::format("\ninvariant formula_{}: {};", i, formulas[i]);
  }
  const auto with = random_models::load(text);
  INFO(text << "\n" << with.messages());
  REQUIRE(with.model);
  const auto wrong = violations(with.tree, *with.model, bounds);
  std::vector<bool> out;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    out.push_back(wrong.contains(fmt::format("formula_{}", i)));
  }
  return out;
}

}  // namespace vicinal::family_tests
