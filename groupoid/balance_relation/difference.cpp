// SPDX-License-Identifier: MIT
// Rounds of refinement as in Definition 4, begun with IO-similarity: in each, a
// node is told by its label, and by what its darts lead to: the set of kinds
// and labels of those who write the edge. Sets, since one k may answer for
// several j. Balanced nodes stay together: beta takes a dart to one with the
// same set. Where two nodes part in a round, they have a dart in common whose
// sets differ, and then a neighbour who parted in an earlier one. Where two
// nodes share several edges, which have two ends, darts are told by these, too:
// then all nodes part that are not balanced.
#include "groupoid/balance_relation/difference.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "groupoid/balance_relation/two_ended.hpp"
#include "groupoid/similarity/interner.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::Network;
using network::NodeId;
using network::Range;

namespace {

using Labels = std::vector<std::uint32_t>;

class Explainer {
 public:
  explicit Explainer(const Network& network)
      : network_(network), plain_(dart_kinds(network)), kinds_(plain_) {
    const Partition io = io_similarity(network);
    Labels& first = rounds_.emplace_back();
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      first.push_back(io.class_of(NodeId(n)));
    }
    classes_ = io.size();
    if (two_ended(network) && tell_bundles()) part_by_kinds(first);
  }

  std::optional<Difference> run(NodeId a, NodeId b) {
    while (rounds_.back()[a.index()] == rounds_.back()[b.index()]) {
      if (!next_round()) return std::nullopt;
    }
    Difference out;
    for (;;) {
      std::size_t round = 0;
      while (label(round, a) == label(round, b)) ++round;
      if (round == 0) return ended(std::move(out), a, b);
      if (step(out, a, b, round - 1)) continue;
      out.a = a;
      out.b = b;
      out.end = EndDifference::neighbours;
      return out;
    }
  }

 private:
  std::uint32_t label(std::size_t round, NodeId n) const {
    return rounds_[round][n.index()];
  }

  // Kinds of darts by what is shared with one neighbour; false: nowhere more
  // than an edge.
  bool tell_bundles() {
    const std::vector<std::uint32_t> one_class(network_.node_count(), 0);
    const Partition all(one_class);
    network::Numbers<std::uint32_t> kinds = plain_;
    Interner intern;
    bool several = false;
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      network::poll();
      for (Block& block :
           two_ended_structure(network_, plain_, all, NodeId(n))) {
        several = several || block.darts.size() > 1;
        block.signature.push_back(0);
        for (const DartId d : block.darts) {
          block.signature.back() = plain_[d.index()];
          kinds.set(d.index(), intern(block.signature));
        }
      }
    }
    if (several) kinds_ = std::move(kinds);
    return several;
  }

  void part_by_kinds(Labels& labels) {
    Interner numbers;
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      Sequence key;
      each_dart(NodeId(n), [&](DartId d) { key.push_back(kind(d)); });
      std::sort(key.begin(), key.end());
      key.push_back(labels[n]);
      labels[n] = numbers(key);
    }
    classes_ = numbers.size();
  }

  // False if nothing was told apart.
  bool next_round() {
    const std::size_t last = rounds_.size() - 1;
    Interner numbers, sets;
    Labels fresh;
    Sequence key, set;
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      network::poll();
      key.clear();
      const Range darts = network_.darts(NodeId(n));
      for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
        neighbours(last, NodeId(n), DartId(std::size_t{d}), set);
        set.push_back(kinds_[d]);
        key.push_back(sets(set));
      }
      std::sort(key.begin(), key.end());
      key.push_back(label(last, NodeId(n)));
      fresh.push_back(numbers(key));
    }
    if (numbers.size() == classes_) return false;
    classes_ = numbers.size();
    rounds_.push_back(std::move(fresh));
    return true;
  }

  // Those besides n who write the edge of a dart of n: kinds and labels,
  // sorted, each once.
  void neighbours(std::size_t round, NodeId n, DartId d, Sequence& out) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const DartId o : writers(n, d)) {
      pairs.emplace_back(kind(o), label(round, node(o)));
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    out.clear();
    for (const auto& [k, l] : pairs) {
      out.push_back(k);
      out.push_back(l);
    }
  }

  std::vector<DartId> writers(NodeId n, DartId d) const {
    std::vector<DartId> out;
    for (const DartId o : network_.darts(network_.dart_edge[d.index()])) {
      if (node(o) != n && network_.writes(o)) out.push_back(o);
    }
    return out;
  }

  NodeId node(DartId d) const { return network_.dart_node[d.index()]; }
  std::uint32_t kind(DartId d) const { return kinds_[d.index()]; }

  template <class Visit>
  void each_dart(NodeId n, const Visit& visit) const {
    const Range darts = network_.darts(n);
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      visit(DartId(std::size_t{d}));
    }
  }

  // ---- nodes that differ at once

  // How many darts of n are of each kind.
  std::map<std::uint32_t, std::uint32_t> counts(
      const network::Numbers<std::uint32_t>& kinds, NodeId n) const {
    std::map<std::uint32_t, std::uint32_t> found;
    each_dart(n, [&](DartId d) { ++found[kinds[d.index()]]; });
    return found;
  }

  // Finds a dart of which a and b have different numbers.
  bool count(const network::Numbers<std::uint32_t>& kinds, Difference& out,
             NodeId a, NodeId b) const {
    auto of_a = counts(kinds, a), of_b = counts(kinds, b);
    for (const NodeId n : {a, b}) {
      each_dart(n, [&](DartId d) {
        const std::uint32_t k = kinds[d.index()];
        if (out.dart.valid() || of_a[k] == of_b[k]) return;
        out.dart = d;
        out.count_a = of_a[k];
        out.count_b = of_b[k];
      });
    }
    return out.dart.valid();
  }

  Difference ended(Difference out, NodeId a, NodeId b) const {
    out.a = a;
    out.b = b;
    out.end = EndDifference::colors;
    if (network_.node_color[a.index()] != network_.node_color[b.index()]) {
      return out;
    }
    out.end = EndDifference::darts;
    if (count(plain_, out, a, b)) return out;
    out.end = EndDifference::shared;
    count(kinds_, out, a, b);
    return out;
  }

  // ---- nodes whose neighbours do

  // What a dart of a node leads to.
  struct Lead {
    std::uint32_t kind, kind_there, label;
    DartId dart, there;

    bool like(const Lead& o) const {
      return kind == o.kind && kind_there == o.kind_there && label == o.label;
    }
    auto operator<=>(const Lead&) const = default;
  };

  // Sorted; of equal ones at one dart the first.
  std::vector<Lead> leads(NodeId n, std::size_t round) const {
    std::vector<Lead> out;
    each_dart(n, [&](DartId d) {
      const std::size_t begin = out.size();
      for (const DartId o : writers(n, d)) {
        out.push_back({kind(d), kind(o), label(round, node(o)), d, o});
      }
      const auto first = out.begin() + static_cast<std::ptrdiff_t>(begin);
      std::sort(first, out.end());
      out.erase(
          std::unique(first, out.end(),
                      [](const Lead& x, const Lead& y) { return x.like(y); }),
          out.end());
    });
    std::sort(out.begin(), out.end());
    return out;
  }

  static std::uint32_t number(const std::vector<Lead>& leads,
                              const Lead& like) {
    const auto [begin, end] = std::equal_range(
        leads.begin(), leads.end(), like, [](const Lead& x, const Lead& y) {
          return std::tie(x.kind, x.kind_there, x.label) <
                 std::tie(y.kind, y.kind_there, y.label);
        });
    return static_cast<std::uint32_t>(end - begin);
  }

  // The labels of a and b agree after `round`, and not in the next: goes on
  // with two neighbours whose labels do not, or ends.
  bool step(Difference& out, NodeId& a, NodeId& b, std::size_t round) const {
    const std::vector<Lead> of_a = leads(a, round);
    const std::vector<Lead> of_b = leads(b, round);
    for (const auto* list : {&of_a, &of_b}) {
      for (const Lead& lead : *list) {
        if (number(of_a, lead) == number(of_b, lead)) continue;
        return take(out, a, b, of_a, of_b, lead);
      }
    }
    // The same neighbours in other company: an edge has more than two ends.
    return false;
  }

  bool take(Difference& out, NodeId& a, NodeId& b,
            const std::vector<Lead>& of_a, const std::vector<Lead>& of_b,
            const Lead& lead) const {
    const std::uint32_t at_a = number(of_a, lead);
    const std::uint32_t at_b = number(of_b, lead);
    const bool first = at_a > at_b;
    const auto& more = first ? of_a : of_b;
    const auto& less = first ? of_b : of_a;
    const auto one = std::find_if(more.begin(), more.end(),
                                  [&](const Lead& x) { return x.like(lead); });
    // The other one's neighbour, of another label.
    const auto other =
        std::find_if(less.begin(), less.end(), [&](const Lead& x) {
          return x.kind == lead.kind && x.kind_there == lead.kind_there &&
                 x.label != lead.label;
        });
    if (other == less.end()) {
      out.dart = one->dart;
      out.neighbour = one->there;
      out.count_a = at_a;
      out.count_b = at_b;
      return false;
    }
    const Lead& in_a = first ? *one : *other;
    const Lead& in_b = first ? *other : *one;
    out.steps.push_back({a, b, in_a.dart, in_b.dart, node(in_a.there),
                         node(in_b.there), at_a, at_b});
    a = node(in_a.there);
    b = node(in_b.there);
    return true;
  }

  const Network& network_;
  const network::Numbers<std::uint32_t> plain_;
  network::Numbers<std::uint32_t> kinds_;  // by bundles, too
  std::vector<Labels> rounds_;
  std::size_t classes_ = 0;
};

}  // namespace

std::optional<Difference> difference(const Network& network, NodeId a,
                                     NodeId b) {
  return Explainer(network).run(a, b);
}

}  // namespace vicinal::groupoid::inline balance_relation
