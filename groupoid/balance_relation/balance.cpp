// SPDX-License-Identifier: MIT
// Three representations, of which a result has one: classes of nodes where
// edges have two ends (`kinds`, `classes`), classes of darts with bundles
// (`hyper`), or all elements (`triples`). With bundles: refine; where a class
// of darts allows bijections that its bundles do not ("stuck"), list elements
// if they are few, else freeze the darts of these classes by their order, and
// refine again. Each freeze makes the relation finer, and it stays a balance
// relation: inexact, and sound for reductions. It ends, since darts all told
// apart are never stuck.
#include "groupoid/balance_relation/balance.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "groupoid/balance_relation/hyper.hpp"
#include "groupoid/balance_relation/triples.hpp"
#include "groupoid/balance_relation/two_ended.hpp"

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::Network;
using network::NodeId;
using network::Numbers;
using network::Range;

struct Balance::Parts {
  const Network* network = nullptr;
  Partition nodes;
  bool exact = true;
  // One of these says how darts move: classes of nodes (two-ended), classes of
  // darts (hyper), or all elements. None: not at all.
  bool two_ended = false;
  network::Numbers<std::uint32_t> kinds;
  std::unique_ptr<Hyper> hyper;
  std::optional<std::vector<LocalSymmetry>> triples;

  bool by_structure() const { return hyper != nullptr || two_ended; }
  NodeStructure structure(NodeId n) const {
    if (hyper != nullptr) return hyper->structure(n);
    return two_ended_structure(*network, kinds, nodes, n);
  }
};

Balance::Balance(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Balance::Balance(Balance&&) noexcept = default;
Balance& Balance::operator=(Balance&&) noexcept = default;
Balance::~Balance() = default;

const Network& Balance::network() const {
  return *parts_->network;
}
const Partition& Balance::nodes() const {
  return parts_->nodes;
}
bool Balance::exact() const {
  return parts_->exact;
}

LocalSymmetry Balance::witness(NodeId n) const {
  const NodeId r = parts_->nodes.representative(n);
  if (r == n) return identity(network(), n);
  if (parts_->triples) {
    const auto& all = *parts_->triples;
    const auto at = std::lower_bound(
        all.begin(), all.end(), std::pair(r, n),
        [](const LocalSymmetry& s, const std::pair<NodeId, NodeId>& ends) {
          return std::pair(s.source, s.target) < ends;
        });
    return *at;
  }
  return match(network(), r, parts_->structure(r), n, parts_->structure(n));
}

std::vector<LocalSymmetry> Balance::generators(NodeId n) const {
  if (parts_->triples) {
    std::vector<LocalSymmetry> out;
    const LocalSymmetry id = identity(network(), n);
    for (const LocalSymmetry& s : *parts_->triples) {
      if (s.source == n && s.target == n && s != id) out.push_back(s);
    }
    return out;
  }
  if (!parts_->by_structure()) return {};
  return exchanges(network(), n, parts_->structure(n));
}

// By structure: blocks go to blocks of equal signature, keys stay. That is
// what witnesses and exchanges generate.
bool Balance::contains(const LocalSymmetry& s) const {
  if (!nodes().same(s.source, s.target)) return false;
  if (parts_->triples) {
    return std::binary_search(parts_->triples->begin(), parts_->triples->end(),
                              s);
  }
  if (!parts_->by_structure()) return s == identity(network(), s.source);
  const NodeStructure from = parts_->structure(s.source);
  const NodeStructure to = parts_->structure(s.target);
  // Per dart of the target: its block and its key.
  const std::uint32_t source = network().darts(s.source).begin;
  const std::uint32_t target = network().darts(s.target).begin;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> place(s.image.size());
  for (std::uint32_t b = 0; b < to.size(); ++b) {
    for (std::size_t i = 0; i < to[b].darts.size(); ++i) {
      place[to[b].darts[i].value - target] = {b, to[b].keys[i]};
    }
  }
  for (const Block& block : from) {
    std::uint32_t image = UINT32_MAX;
    for (std::size_t i = 0; i < block.darts.size(); ++i) {
      const DartId d = s.image[block.darts[i].value - source];
      const auto [b, key] = place[d.value - target];
      if (image == UINT32_MAX) image = b;
      if (b != image || key != block.keys[i]) return false;
    }
    if (image != UINT32_MAX && (to[image].signature != block.signature ||
                                to[image].keys != block.keys)) {
      return false;
    }
  }
  return true;
}

std::optional<NodeStructure> Balance::structure(NodeId n) const {
  if (!parts_->by_structure()) return std::nullopt;
  return parts_->structure(n);
}

namespace {

Numbers<std::uint32_t> combine(const Numbers<std::uint32_t>& a,
                               std::span<const std::uint32_t> b) {
  if (b.empty()) return a;
  Interner intern;
  Numbers<std::uint32_t> out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    out.push_back(intern({a[i], b[i]}));
  }
  return out;
}

// Tells the darts of all nodes in the classes of `stuck` apart, by their order
// among equals.
void freeze(const Network& network, const Hyper& hyper,
            const std::vector<NodeId>& stuck, Numbers<std::uint32_t>& kinds) {
  std::vector<bool> frozen(network.node_count(), false);
  for (const NodeId n : stuck) frozen[hyper.node_classes()[n.index()]] = true;
  Interner intern;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    const Range darts = network.darts(NodeId(n));
    std::map<std::uint32_t, std::uint32_t> seen;
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      const std::uint32_t rank =
          frozen[hyper.node_classes()[n]] ? ++seen[hyper.dart_classes()[d]] : 0;
      kinds.set(d, intern({kinds[d], rank}));
    }
  }
}

}  // namespace

Balance balance(const Network& network, const BalanceOptions& options) {
  auto parts = std::make_unique<Balance::Parts>();
  parts->network = &network;
  Numbers<std::uint32_t> kinds =
      combine(dart_kinds(network), options.dart_labels);
  const Numbers<std::uint32_t> colors =
      combine(network.node_color, options.node_labels);
  if (two_ended(network)) {
    parts->two_ended = true;
    parts->nodes = Partition(refine_two_ended(network, kinds, colors));
    parts->kinds = std::move(kinds);
    return Balance(std::move(parts));
  }
  const bool absorb = options.shared == Shared::within;
  for (;;) {
    parts->hyper = std::make_unique<Hyper>(network, kinds, colors, absorb);
    const std::vector<NodeId> stuck = parts->hyper->stuck();
    if (stuck.empty()) break;
    if (parts->exact) {
      parts->triples = balanced_triples(network, parts->hyper->dart_classes(),
                                        parts->hyper->node_classes(), absorb,
                                        options.triples);
      if (parts->triples) break;
    }
    parts->exact = false;
    freeze(network, *parts->hyper, stuck, kinds);
  }
  if (!parts->triples) {
    parts->nodes = Partition(parts->hyper->node_classes());
    return Balance(std::move(parts));
  }
  std::vector<std::uint32_t> labels(network.node_count(), UINT32_MAX);
  for (const LocalSymmetry& s : *parts->triples) {
    std::uint32_t& label = labels[s.target.index()];
    label = std::min(label, s.source.value);
  }
  parts->nodes = Partition(labels);
  parts->hyper.reset();
  return Balance(std::move(parts));
}

Balance identity_balance(const Network& network) {
  auto parts = std::make_unique<Balance::Parts>();
  parts->network = &network;
  std::vector<std::uint32_t> labels(network.node_count());
  for (std::uint32_t n = 0; n < labels.size(); ++n) labels[n] = n;
  parts->nodes = Partition(labels);
  return Balance(std::move(parts));
}

}  // namespace vicinal::groupoid::inline balance_relation
