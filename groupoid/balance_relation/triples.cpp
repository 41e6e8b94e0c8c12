// SPDX-License-Identifier: MIT
// LS Definition 4 as it stands: all bijections that keep classes of darts, then
// delete what has no inverse, or for some j that points to m no (k, delta),
// until nothing is deleted. What is left is the greatest fixpoint (Theorem 2),
// since unions of balance relations are balance relations. Nothing clever: it
// is used where classes of darts do not tell enough, and the limit keeps it
// small.
#include "groupoid/balance_relation/triples.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Range;

namespace {

class Triples {
 public:
  Triples(const Network& network, std::span<const std::uint32_t> dart_class,
          bool absorb)
      : network_(network), dart_class_(dart_class), absorb_(absorb) {
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      pointing_.push_back(network.pointing_to(NodeId(n)));
    }
  }

  // All bijections from m to n that preserve classes of darts.
  bool add(NodeId m, NodeId n, std::uint64_t limit) {
    const Range to = network_.darts(n);
    const Range from = network_.darts(m);
    if (from.size() != to.size()) return true;
    LocalSymmetry s{m, n, {}};
    std::vector<bool> used(to.size(), false);
    const std::function<bool(std::uint32_t)> extend = [&](std::uint32_t i) {
      if (i == from.size()) {
        lists_[{m, n}].push_back(s);
        return ++count_ <= limit;
      }
      for (std::uint32_t k = 0; k < to.size(); ++k) {
        if (used[k] ||
            dart_class_[from.begin + i] != dart_class_[to.begin + k]) {
          continue;
        }
        used[k] = true;
        s.image.emplace_back(std::size_t{to.begin} + k);
        if (!extend(i + 1)) return false;
        s.image.pop_back();
        used[k] = false;
      }
      return true;
    };
    return extend(0);
  }

  // Deletes what violates Definition 4 until nothing does.
  void reduce() {
    for (bool deleted = true; deleted;) {
      deleted = false;
      for (auto& [ends, list] : lists_) {
        const std::size_t before = list.size();
        std::erase_if(list,
                      [&](const LocalSymmetry& s) { return !balanced(s); });
        deleted = deleted || list.size() != before;
      }
    }
  }

  std::vector<LocalSymmetry> all() const {
    std::vector<LocalSymmetry> out;
    for (const auto& [ends, list] : lists_) {
      out.insert(out.end(), list.begin(), list.end());
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  // Darts of j, in pairs with those of m at the same edges.
  using Shared = std::vector<std::pair<DartId, DartId>>;
  Shared shared(NodeId j, NodeId m) const {
    Shared out;
    const Range a = network_.darts(j);
    const Range b = network_.darts(m);
    for (std::uint32_t x = a.begin; x < a.end; ++x) {
      for (std::uint32_t y = b.begin; y < b.end; ++y) {
        if (network_.dart_edge[x] == network_.dart_edge[y]) {
          out.emplace_back(std::size_t{x}, std::size_t{y});
        }
      }
    }
    return out;
  }

  bool balanced(const LocalSymmetry& s) const {
    const LocalSymmetry back = inverse(network_, s);
    const auto at = lists_.find({s.target, s.source});
    if (at == lists_.end() || std::find(at->second.begin(), at->second.end(),
                                        back) == at->second.end()) {
      return false;
    }
    const auto& pointing = pointing_[s.source.index()];
    return std::all_of(pointing.begin(), pointing.end(),
                       [&](NodeId j) { return followed(s, j); });
  }

  // Condition (2) for one j.
  bool followed(const LocalSymmetry& s, NodeId j) const {
    const Shared common = shared(j, s.source);
    const std::uint32_t m = network_.darts(s.source).begin;
    const std::uint32_t first = network_.darts(j).begin;
    for (const NodeId k : pointing_[s.target.index()]) {
      const auto at = lists_.find({j, k});
      if (at == lists_.end()) continue;
      if (!absorb_ && shared(k, s.target).size() != common.size()) continue;
      for (const LocalSymmetry& delta : at->second) {
        if (std::all_of(common.begin(), common.end(), [&](const auto& c) {
              const DartId by_delta = delta.image[c.first.value - first];
              const DartId by_beta = s.image[c.second.value - m];
              return network_.dart_edge[by_delta.index()] ==
                     network_.dart_edge[by_beta.index()];
            })) {
          return true;
        }
      }
    }
    return false;
  }

  const Network& network_;
  std::span<const std::uint32_t> dart_class_;
  bool absorb_;
  std::vector<std::vector<NodeId>> pointing_;
  std::map<std::pair<NodeId, NodeId>, std::vector<LocalSymmetry>> lists_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::optional<std::vector<LocalSymmetry>> balanced_triples(
    const Network& network, std::span<const std::uint32_t> dart_class,
    std::span<const std::uint32_t> node_class, bool absorb,
    std::uint64_t limit) {
  Triples triples(network, dart_class, absorb);
  const Partition classes(node_class);
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    for (const NodeId m : classes.members(c)) {
      for (const NodeId n : classes.members(c)) {
        if (!triples.add(m, n, limit)) return std::nullopt;
      }
    }
  }
  triples.reduce();
  return triples.all();
}

}  // namespace vicinal::groupoid::inline balance_relation
