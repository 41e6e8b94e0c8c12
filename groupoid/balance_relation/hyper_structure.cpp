// SPDX-License-Identifier: MIT
// What a stable partition of darts says of the bijections.
#include <algorithm>

#include "groupoid/balance_relation/hyper.hpp"

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::NodeId;
using network::Range;

// All labelled bundles of a node, as places.
std::vector<Hyper::Bundle> Hyper::bundles(NodeId n) const {
  std::vector<Bundle> out = rich_bundles(n);
  for (const std::uint32_t p : strands_.places(n)) {
    for (const Label l : poor_labels(p)) out.push_back({{p}, {l}});
  }
  return out;
}

// Per place of n: the number of its block. Places that no bundle joins and
// that have several darts are split further by the caller.
std::vector<std::uint32_t> Hyper::blocks(
    NodeId n, const std::vector<Bundle>& family) const {
  const auto places = strands_.places(n);
  std::vector<std::uint32_t> parent(places.size());
  for (std::uint32_t i = 0; i < parent.size(); ++i) parent[i] = i;
  const auto find = [&](std::uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
  };
  const auto index = [&](std::uint32_t place) {
    return static_cast<std::uint32_t>(
        std::lower_bound(places.begin(), places.end(), place) - places.begin());
  };
  for (const Bundle& b : family) {
    for (const std::uint32_t p : b.places) {
      parent[find(index(p))] = find(index(b.places[0]));
    }
  }
  for (std::uint32_t i = 0; i < parent.size(); ++i) parent[i] = find(i);
  return parent;
}

NodeStructure Hyper::structure(NodeId n) const {
  const std::vector<Bundle> family = bundles(n);
  const auto places = strands_.places(n);
  const std::vector<std::uint32_t> block_of = blocks(n, family);
  std::vector<bool> bundled(places.size(), false);
  for (const Bundle& b : family) {
    for (const std::uint32_t p : b.places) {
      bundled[static_cast<std::size_t>(
          std::lower_bound(places.begin(), places.end(), p) - places.begin())] =
          true;
    }
  }
  std::map<std::uint32_t, std::vector<DartId>> members;
  NodeStructure out;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    for (const DartId d : strands_.darts(places[i])) {
      if (bundled[i]) {
        members[block_of[i]].push_back(d);
      } else {
        const std::uint32_t c = dart_class_[d.index()];
        out.push_back({{c}, {c}, {d}});
      }
    }
  }
  for (auto& [number, darts] : members) {
    std::sort(darts.begin(), darts.end(), [&](DartId a, DartId b) {
      const auto x = dart_class_[a.index()];
      const auto y = dart_class_[b.index()];
      return x != y ? x < y : a < b;
    });
    Block block;
    for (const DartId d : darts) block.keys.push_back(dart_class_[d.index()]);
    block.signature = block.keys;
    block.darts = std::move(darts);
    out.push_back(std::move(block));
  }
  std::sort(out.begin(), out.end(), [](const Block& a, const Block& b) {
    return a.signature != b.signature ? a.signature < b.signature
                                      : a.darts < b.darts;
  });
  return out;
}

// Whether the bundles inside a block stay the same set when two darts of equal
// class are exchanged.
bool Hyper::free_exchanges(NodeId, const std::vector<Bundle>& family,
                           const Block& block) const {
  using Labelled = std::vector<std::pair<DartId, std::uint32_t>>;
  std::set<Labelled> inside;
  const auto is_inside = [&](DartId d) {
    return std::find(block.darts.begin(), block.darts.end(), d) !=
           block.darts.end();
  };
  for (const Bundle& b : family) {
    if (!is_inside(strands_.darts(b.places[0])[0])) continue;
    Labelled labelled;
    for (std::size_t i = 0; i < b.places.size(); ++i) {
      const auto darts = strands_.darts(b.places[i]);
      for (std::size_t k = 0; k < darts.size(); ++k) {
        labelled.emplace_back(darts[k], label_[b.labels[i]][k]);
      }
    }
    std::sort(labelled.begin(), labelled.end());
    inside.insert(std::move(labelled));
  }
  for (std::size_t i = 1; i < block.darts.size(); ++i) {
    if (block.keys[i] != block.keys[i - 1]) continue;
    const DartId a = block.darts[i - 1];
    const DartId b = block.darts[i];
    for (Labelled labelled : inside) {
      for (auto& [dart, label] : labelled) {
        if (dart == a) {
          dart = b;
        } else if (dart == b) {
          dart = a;
        }
      }
      std::sort(labelled.begin(), labelled.end());
      if (!inside.contains(labelled)) return false;
    }
  }
  return true;
}

// Whether n shares with some neighbour edges of several blocks, of which one
// could be mistaken for another.
bool Hyper::crosses(NodeId n, const NodeStructure& structure) const {
  if (strands_.rich(n).empty()) return false;
  std::map<DartId, std::size_t> block_of;
  for (std::size_t b = 0; b < structure.size(); ++b) {
    for (const DartId d : structure[b].darts) block_of[d] = b;
  }
  const auto has_twin = [&](std::size_t b) {
    return (b > 0 && structure[b - 1].signature == structure[b].signature) ||
           (b + 1 < structure.size() &&
            structure[b + 1].signature == structure[b].signature);
  };
  for (const Strands::Rich& rich : strands_.rich(n)) {
    std::set<std::size_t> met;
    bool mistakable = false;
    for (const std::uint32_t p : rich.mine) {
      for (const DartId d : strands_.darts(p)) {
        const std::size_t b = block_of.at(d);
        met.insert(b);
        mistakable =
            mistakable || (structure[b].darts.size() > 1 && has_twin(b));
      }
    }
    if (mistakable && met.size() > 1) return true;
  }
  return false;
}

std::vector<NodeId> Hyper::stuck() const {
  std::vector<NodeId> out;
  std::map<std::uint32_t, Sequence> signature_of;  // per class of darts
  std::map<std::uint32_t, NodeId> first_with;
  for (std::size_t i = 0; i < network_.node_count(); ++i) {
    const NodeId n(i);
    bool bad = false;
    // Without rich neighbours and strands of several edges, blocks are darts.
    bool plain = strands_.rich(n).empty();
    for (const std::uint32_t p : strands_.places(n)) {
      plain = plain && strands_.darts(p).size() == 1;
    }
    NodeStructure nodes_blocks;
    if (plain) {
      const Range darts = network_.darts(n);
      for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
        nodes_blocks.push_back(
            {{dart_class_[d]}, {dart_class_[d]}, {DartId(std::size_t{d})}});
      }
    } else {
      nodes_blocks = structure(n);
    }
    const std::vector<Bundle> family =
        plain ? std::vector<Bundle>() : bundles(n);
    for (const Block& block : nodes_blocks) {
      if (block.darts.size() > 1 && !free_exchanges(n, family, block)) {
        bad = true;
      }
      for (const std::uint32_t c : block.keys) {
        const auto [at, fresh] = signature_of.try_emplace(c, block.signature);
        if (!fresh && at->second != block.signature) {
          bad = true;
          out.push_back(first_with.at(c));
        }
        first_with.try_emplace(c, n);
      }
    }
    if (bad || crosses(n, nodes_blocks)) out.push_back(n);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace vicinal::groupoid::inline balance_relation
