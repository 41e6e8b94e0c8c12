// SPDX-License-Identifier: MIT
// Guards and effects are picked by dice; a bus of a directed network has any
// number of writers.
#include "graph_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace vicinal::fixpoint_tests {

using network::Instance;
using network::Network;
using network::NodeId;
using network::Scalar;
using Row = std::vector<Scalar>;

std::string graph_model(std::uint64_t seed, bool directed) {
  std::mt19937_64 random(seed);
  const auto pick = [&](std::uint64_t n) { return random() % n; };
  const std::string from = directed ? "inflow" : "link";
  const std::string to = directed ? "outflow" : "link";
  std::string actions;
  const std::uint64_t last = 2 + pick(3);
  for (std::uint64_t a = 0; a < last; ++a) {
    const std::string guards[] = {
        fmt::format("x == {}", pick(3)),
        fmt::format("p == {} && x != {}", pick(3), pick(3)),
        fmt::format("x == {} && (forall q in {}: q != {})", pick(3), from,
                    pick(3)),
        fmt::format("count(q in {}: q == {}) >= {}", from, pick(3), pick(3)),
        fmt::format("exists q in {}: q == {}", from, pick(3))};
    const std::string effects[] = {
        fmt::format("x := {};", pick(3)), fmt::format("r := {};", pick(3)),
        fmt::format("r := x; x := {};", pick(3)),
        fmt::format("for q in {} {{ q := {}; }}", to, pick(3)), "x := p;",
        // Fails where x is 2.
        "x := x + 1;"};
    actions += fmt::format(
        "  action a{}(p in {}, r in {}) when {} {{ {} {} }}\n", a, from, to,
        guards[pick(5)], effects[pick(6)], effects[pick(4)]);
  }
  return fmt::format(
      "process P {{\n{}  var x : 0..2{};\n{}}}\n"
      "network from \"g.json\" {{\n  node : P;\n  edge : 0..2{} via {};\n}}\n"
      "invariant calm: forall i in P: i.x != 2;\n",
      directed
          ? "  port set inflow : in 0..2;\n  port set outflow : out 0..2;\n"
          : "  port set link : inout 0..2;\n",
      pick(4) == 0 ? "" : " = 0", actions, pick(4) == 0 ? "" : " = 1",
      directed ? "outflow -> inflow" : "link");
}

random_networks::Draft graph_draft(std::uint64_t seed, bool directed) {
  std::mt19937_64 random(seed);
  random_networks::Options options;
  options.max_nodes = 5;
  options.max_edges = 5;
  options.ports = false;
  random_networks::Draft draft = random_networks::random_draft(seed, options);
  std::erase_if(draft.edges, [](const auto& e) { return e.ends.size() < 2; });
  for (auto& edge : draft.edges) {
    bool first = true;
    for (auto& [node, end] : edge.ends) {
      end.port = 0;
      end.direction = network::dart_both;
      if (directed) {
        // Of a bus, any of them.
        const bool writes =
            first || (edge.ends.size() > 2 && random() % 2 == 0);
        end.direction = writes ? network::dart_writes : network::dart_reads;
      }
      first = false;
    }
  }
  return draft;
}

namespace {

// A row whose edges at each port set come in order.
Row without_order(const Instance& instance, NodeId n, Row row) {
  const Network& network = instance.network;
  const auto own = static_cast<std::ptrdiff_t>(
      instance.variable_offsets[instance.process_id(n).index()].back());
  const auto darts = network.darts(n);
  for (std::uint32_t d = darts.begin; d < darts.end;) {
    const auto at = network.darts_at(n, network.dart_port[d]);
    std::sort(row.begin() + own + (at.begin - darts.begin),
              row.begin() + own + (at.end - darts.begin));
    d = at.end;
  }
  return row;
}

}  // namespace

std::set<Row> rows_without_order(const Instance& instance,
                                 const fixpoint::SingleInvariant& invariant,
                                 NodeId n) {
  std::set<Row> out;
  const auto theta = invariant.theta(n);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const auto row = theta.row(i);
    out.insert(without_order(instance, n, Row(row.begin(), row.end())));
  }
  return out;
}

network::Limits small_limits() {
  network::Limits limits;
  limits.work = 3000;
  return limits;
}

std::optional<fixpoint::SingleInvariant> theta_of(
    const network::Instance& instance, fixpoint::Reduce reduce) {
  network::Diagnostics diagnostics;
  auto out =
      fixpoint::single_invariant(instance, small_limits(), diagnostics, reduce);
  if (out && out->limit != network::Limit::none) out.reset();
  return out;
}

}  // namespace vicinal::fixpoint_tests
