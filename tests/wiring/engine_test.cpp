// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "fixpoint/wiring/engine.hpp"
#include "fixpoint/wiring/text.hpp"
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
  std::string refused;
  const auto system = wiring::type_system(*model, scope, k, {}, {}, refused);
  if (!system) { fmt::print("none {}\n", refused); return; }
  fmt::print("{} samples, {} types {} joins {} ordered\n", system->samples.all.size(), system->types.size(), system->joins.size(), system->ordered_types);
  const auto theta = wiring::type_invariant(*system, {}, {});
  for (std::size_t t = 0; t < theta.sets.size(); ++t) fmt::print("type {}: {} states ({} initial) orders {} sample {}\n", t, theta.sets[t].rows, system->types[t].initial.rows, system->types[t].orders, fmt::join(system->types[t].key, " "));
  const auto said = wiring::invariant_text(*system, theta);
  fmt::print("{}{}\n", said.refused, wiring::assertions(said));
  fmt::print("steps {}\n", theta.local_steps);
}
