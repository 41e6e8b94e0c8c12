// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "fixpoint/wiring/engine.hpp"
#include "network/checker.hpp"
#include "network/parser.hpp"
#include <fstream>
#include <sstream>

using namespace vicinal;

TEST_CASE("print") {
  std::ifstream in(getenv("MODEL"));
  std::stringstream text; text << in.rdbuf();
  network::Source source("m.vic", text.str());
  network::Diagnostics d(&source);
  const auto tree = network::parse(source, d);
  const auto model = network::check(tree, source, {}, d);
  REQUIRE(model);
  const std::uint32_t k = std::stoi(getenv("K"));
  wiring::Scope scope; scope.fixed.resize(model->parameters.size());
  const auto samples = wiring::samples(*model, scope, std::stoi(getenv("N")), 40);
  fmt::print("{} samples\n", samples.all.size());
  std::string refused;
  const auto system = wiring::type_system(samples, k, {}, refused);
  if (!system) { fmt::print("none {}\n", refused); return; }
  fmt::print("{} types {} joins {} ordered\n", system->types.size(), system->joins.size(), system->ordered_types);
  const auto theta = wiring::type_invariant(*system, {}, {});
  for (std::size_t t = 0; t < theta.sets.size(); ++t) fmt::print("type {}: {} states ({} initial) orders {} sample {}\n", t, theta.sets[t].rows, system->types[t].initial.rows, system->types[t].orders, fmt::join(system->types[t].key, " "));
  fmt::print("steps {}\n", theta.local_steps);
}
