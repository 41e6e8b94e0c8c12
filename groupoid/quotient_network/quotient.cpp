// SPDX-License-Identifier: MIT
// LS 4.4, item by item. What points to a representative, and by which edges of
// its own class, is known from interference.hpp.
#include "groupoid/quotient_network/quotient.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "groupoid/quotient_network/interference.hpp"
#include "network/base/unique_names.hpp"

namespace vicinal::groupoid::inline quotient_network {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Range;
using network::Via;

namespace {

std::string name_of(const network::Names& names, std::size_t i) {
  return names.empty() ? std::to_string(i) : std::string(names[i]);
}

class Builder {
 public:
  explicit Builder(const Balance& balance)
      : balance_(balance), network_(balance.network()) {}

  Quotient run() {
    const std::size_t classes = balance_.nodes().size();
    for (std::uint32_t c = 0; c < classes; ++c) add_class(c);
    for (std::uint32_t c = 0; c < classes; ++c) add_edges(c);
    for (std::uint32_t c = 0; c < classes; ++c) add_vias(c);
    pack_vias();
    out_.network = builder_.build(false);
    return std::move(out_);
  }

 private:
  NodeId representative(std::uint32_t c) const {
    return balance_.nodes().representative(c);
  }
  Range darts(std::uint32_t c) const {
    return network_.darts(representative(c));
  }
  // The edge that the representative of c gives by this dart of its own.
  EdgeId edge(std::uint32_t c, DartId d) const {
    return EdgeId(std::size_t{first_edge_[c] + d.value - darts(c).begin});
  }

  void add_class(std::uint32_t c) {
    const NodeId r = representative(c);
    const auto color = network_.node_color[r.index()];
    builder_.add_node(builder_.color(network_.color_names[color]),
                      name_of(network_.node_names, r.index()));
  }

  // One edge per e in InOut(r); m in ins(e) puts m's class in, likewise outs.
  void add_edges(std::uint32_t c) {
    const NodeId r = representative(c);
    first_edge_.push_back(static_cast<std::uint32_t>(out_.origin.size()));
    const Range range = darts(c);
    for (std::uint32_t d = range.begin; d < range.end; ++d) {
      const EdgeId e = network_.dart_edge[d];
      const EdgeId made = builder_.add_edge(
          builder_.color(network_.color_names[network_.edge_color[e.index()]]),
          names_(name_of(network_.node_names, r.index()) + "." +
                 name_of(network_.edge_names, e.index())));
      std::map<std::uint32_t, std::uint8_t> ends;
      for (const DartId o : network_.darts(e)) {
        ends[balance_.nodes().class_of(network_.dart_node[o.index()])] |=
            network_.dart_direction[o.index()];
      }
      for (const auto& [end, direction] : ends) {
        builder_.connect(NodeId(std::size_t{end}), made, direction);
      }
      out_.origin.emplace_back(std::size_t{d});
      out_.vias.owner.emplace_back(std::size_t{c});
      out_.vias.access.push_back(network_.dart_direction[d]);
    }
  }

  void add_vias(std::uint32_t c) {
    for (const Interference& i : interference(balance_, c)) {
      for (const auto& [theirs, mine] : i.edges) {
        vias_.emplace_back(edge(c, mine), Via{NodeId(std::size_t{i.from}),
                                              edge(i.from, theirs), channels_});
      }
      ++channels_;
    }
  }

  // By edge. Stable, so that the channels of an edge stay in order.
  void pack_vias() {
    std::stable_sort(
        vias_.begin(), vias_.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    auto& [owner, access, begin, entries] = out_.vias;
    begin.assign(owner.size() + 1, 0);
    for (const auto& [e, via] : vias_) {
      ++begin[e.index() + 1];
      entries.push_back(via);
    }
    for (std::size_t e = 0; e < owner.size(); ++e) begin[e + 1] += begin[e];
  }

  const Balance& balance_;
  const Network& network_;
  network::NetworkBuilder builder_;
  network::UniqueNames names_;
  std::vector<std::uint32_t> first_edge_;  // per class
  std::vector<std::pair<EdgeId, Via>> vias_;
  std::uint32_t channels_ = 0;
  Quotient out_;
};

}  // namespace

Quotient quotient(const Balance& balance) {
  return Builder(balance).run();
}

std::uint64_t quotient_cost(const Balance& balance, std::uint64_t limit) {
  const Network& network = balance.network();
  // Of a witness, and of all neighbours at an edge.
  std::vector<std::uint64_t> witness(network.node_count(), 0);
  for (std::size_t d = 0; d < network.dart_count(); ++d) {
    const NodeId n = network.dart_node[d];
    const bool alone = network.darts(n).size() == 1;
    witness[n.index()] +=
        alone ? 1 : network.darts(network.dart_edge[d]).size();
  }
  std::vector<std::uint64_t> around(network.edge_count(), 0);
  for (std::size_t d = 0; d < network.dart_count(); ++d) {
    around[network.dart_edge[d].index()] +=
        witness[network.dart_node[d].index()];
  }
  std::uint64_t cost = 0;
  for (std::uint32_t c = 0; c < balance.nodes().size(); ++c) {
    const NodeId r = balance.nodes().representative(c);
    for (const EdgeId e : network.inout(r)) {
      cost += around[e.index()] - witness[r.index()] + 1;  // not its own
    }
    if (cost > limit) break;
  }
  return cost;
}

}  // namespace vicinal::groupoid::inline quotient_network
