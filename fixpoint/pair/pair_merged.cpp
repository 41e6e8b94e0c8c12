// SPDX-License-Identifier: MIT
// Pairs of large networks (design 7.2, merged mode). A pair is near if its
// nodes share an edge or a neighbour. A label is
//
//   near, adjacent      the classes of both nodes, and which darts share edges
//   near, not adjacent  the classes of both nodes
//   far                 the classes of both nodes
//
// and all pairs with one label are one type: its initial set is the union of
// theirs, and whatever interferes with one of them interferes with the type.
// By induction on the stages of the fixpoint theta of a type contains that of
// each of its pairs, so that it is an invariant; it may be larger than need be.
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <algorithm>
#include <map>
#include <set>

#include "fixpoint/pair/pair_labels.hpp"
#include "fixpoint/views/tuples.hpp"
#include "fixpoint/views/view.hpp"

namespace vicinal::fixpoint::inline pair {

using network::DartId;
using network::Instance;
using network::Network;
using network::NodeId;
using network::Range;
using network::Scalar;

namespace {

constexpr std::size_t max_near = 60'000'000;
constexpr std::size_t max_classes = 250;

struct ByKind final : PairSystem::Labels {
  // Per node: the nodes near it, sorted, with the label of the pair.
  std::vector<std::uint64_t> begin = {0};
  std::vector<NodeId> near;
  std::vector<std::uint32_t> near_label;
  std::shared_ptr<const Reduction> reduction;
  std::vector<std::uint32_t> far;  // classes * classes
  std::size_t classes = 0;

  std::uint32_t far_label(NodeId a, NodeId b) const {
    return far[reduction->classes().class_of(a) * classes +
               reduction->classes().class_of(b)];
  }
  std::size_t find(NodeId a, NodeId b) const {
    const auto first =
        near.begin() + static_cast<std::ptrdiff_t>(begin[a.index()]);
    const auto last =
        near.begin() + static_cast<std::ptrdiff_t>(begin[a.index() + 1]);
    const auto at = std::lower_bound(first, last, b);
    return at == last || *at != b ? SIZE_MAX
                                  : static_cast<std::size_t>(at - near.begin());
  }
  bool is_near(NodeId a, NodeId b) const { return find(a, b) != SIZE_MAX; }
  std::uint32_t label(NodeId a, NodeId b) const override {
    const std::size_t at = find(a, b);
    return at == SIZE_MAX ? far_label(a, b) : near_label[at];
  }
};

class Builder {
 public:
  Builder(const Instance& instance, std::shared_ptr<const Reduction> reduction,
          const network::Limits& limits)
      : instance_(instance),
        network_(instance.network),
        limits_(limits),
        projector_(instance, limits),
        labels_(std::make_shared<ByKind>()) {
    system_.instance = &instance;
    system_.reduction = reduction;
    system_.merged = true;
    labels_->reduction = std::move(reduction);
    labels_->classes = labels_->reduction->classes().size();
  }

  std::optional<PairSystem> build() {
    if (labels_->classes > max_classes ||
        projector_.prepare() != Projected::done) {
      return std::nullopt;
    }
    order_by(instance_, labels_->reduction->balance, *labels_);
    if (!find_near() || stopped()) return std::nullopt;
    label_near();
    system_.labels = labels_;
    if (!near_types() || !far_types() || stopped()) return std::nullopt;
    near_triples();
    far_triples();
    for (std::size_t t = 0; t < system_.types.size(); ++t) {
      const auto width =
          static_cast<std::uint32_t>(system_.types[t].slots.size());
      system_.types[t].initial =
          sorted_set(width, std::move(values_[t]), rows_[t]);
    }
    return std::move(system_);
  }

 private:
  const groupoid::Partition& classes() const {
    return labels_->reduction->classes();
  }
  std::size_t nodes() const { return network_.node_count(); }
  bool stopped() const { return limits_.stop != nullptr && *limits_.stop; }

  bool find_near() {
    std::vector<std::uint32_t> mark(nodes(), UINT32_MAX);
    std::vector<NodeId> adjacent;
    std::vector<NodeId> all;
    const auto add_neighbours = [&](NodeId n, std::uint32_t by,
                                    std::vector<NodeId>& out) {
      for (const network::EdgeId e : network_.inout(n)) {
        for (const DartId d : network_.darts(e)) {
          const NodeId other = network_.dart_node[d.index()];
          if (mark[other.index()] == by) continue;
          mark[other.index()] = by;
          out.push_back(other);
        }
      }
    };
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      adjacent.clear();
      mark[i] = i;
      add_neighbours(NodeId(std::size_t{i}), i, adjacent);
      all = adjacent;
      for (const NodeId n : adjacent) add_neighbours(n, i, all);
      std::sort(all.begin(), all.end());
      labels_->near.insert(labels_->near.end(), all.begin(), all.end());
      labels_->begin.push_back(labels_->near.size());
      if (labels_->near.size() > max_near) return false;
    }
    return true;
  }

  void label_near() {
    std::vector<std::uint32_t> position(network_.dart_count());
    for (std::size_t i = 0; i < nodes(); ++i) {
      const NodeId n(i);
      const Range darts = network_.darts(n);
      if (labels_->ordered[classes().class_of(n)]) {
        for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
          position[d] = d - darts.begin;
        }
        continue;
      }
      const auto image = labels_->reduction->balance.witness(n).image;
      for (std::uint32_t k = 0; k < image.size(); ++k) {
        position[image[k].index()] = k;
      }
    }
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    const auto number = [&](std::vector<std::uint32_t> key) {
      return numbers
          .try_emplace(std::move(key),
                       static_cast<std::uint32_t>(numbers.size()))
          .first->second;
    };
    std::vector<std::vector<std::uint32_t>> patterns;  // of the current node
    std::vector<std::uint32_t> at(nodes(), UINT32_MAX);
    for (std::size_t i = 0; i < nodes(); ++i) {
      const NodeId n(i);
      const std::uint64_t first = labels_->begin[i];
      const std::uint64_t last = labels_->begin[i + 1];
      patterns.assign(last - first, {});
      for (std::uint64_t k = first; k < last; ++k) {
        at[labels_->near[k].index()] = static_cast<std::uint32_t>(k - first);
      }
      const Range darts = network_.darts(n);
      for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
        for (const DartId o : network_.darts(network_.dart_edge[d])) {
          const NodeId other = network_.dart_node[o.index()];
          if (other == n) continue;
          auto& pattern = patterns[at[other.index()]];
          pattern.push_back(position[d]);
          pattern.push_back(position[o.index()]);
        }
      }
      for (std::uint64_t k = first; k < last; ++k) {
        auto& pattern = patterns[k - first];
        sort_pairs(pattern);
        pattern.push_back(classes().class_of(n));
        pattern.push_back(classes().class_of(labels_->near[k]));
        pattern.push_back(0);
        labels_->near_label.push_back(number(std::move(pattern)));
      }
    }
    for (std::uint32_t c = 0; c < labels_->classes; ++c) {
      for (std::uint32_t d = 0; d < labels_->classes; ++d) {
        labels_->far.push_back(number({c, d, 1}));
      }
    }
    labels_->type_of.assign(numbers.size(), UINT32_MAX);
  }

  static void sort_pairs(std::vector<std::uint32_t>& flat) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t i = 0; i < flat.size(); i += 2) {
      pairs.emplace_back(flat[i], flat[i + 1]);
    }
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      flat[2 * i] = pairs[i].first;
      flat[2 * i + 1] = pairs[i].second;
    }
  }

  // The type of a pair in the given order, made if it is new.
  std::uint32_t type(NodeId a, NodeId b, std::uint32_t label) {
    std::uint32_t& t = labels_->type_of[label];
    if (t == UINT32_MAX) {
      t = static_cast<std::uint32_t>(system_.types.size());
      system_.types.push_back(
          {a, b, pair_slots(instance_, *labels_, a, b), 0, {}});
      values_.emplace_back();
      rows_.push_back(0);
    }
    return t;
  }

  bool add_initial(std::uint32_t t, const std::vector<std::uint32_t>& slots) {
    return projector_.project(slots, [&](std::span<const Scalar> row) {
      values_[t].insert(values_[t].end(), row.begin(), row.end());
      ++rows_[t];
    }) == Projected::done;
  }

  // Both orders count where they have one label.
  bool near_types() {
    std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> described;
    for (std::size_t i = 0; i < nodes(); ++i) {
      const NodeId a(i);
      if ((i & 0xFFF) == 0 && stopped()) return false;
      for (std::uint64_t k = labels_->begin[i]; k < labels_->begin[i + 1];
           ++k) {
        const NodeId b = labels_->near[k];
        const std::uint32_t label = labels_->near_label[k];
        const std::uint32_t back = labels_->label(b, a);
        if (back < label) continue;
        const std::uint32_t t = type(a, b, label);
        if (back != label || a < b) ++system_.types[t].members;
        const auto slots = pair_slots(instance_, *labels_, a, b);
        if (!described.emplace(t, projector_.describe(slots)).second) continue;
        if (!add_initial(t, slots)) return false;
      }
    }
    return true;
  }

  // A node of class `d` that is far from all of the given ones.
  NodeId far_from(std::uint32_t d, std::initializer_list<NodeId> others) const {
    for (const NodeId j : classes().members(d)) {
      if (std::none_of(others.begin(), others.end(), [&](NodeId o) {
            return o == j || labels_->is_near(o, j);
          })) {
        return j;
      }
    }
    return NodeId::none();
  }

  bool far_types() {
    const bool coupled = far_nodes_coupled();
    const auto kinds = initial_kinds();
    std::vector<std::uint64_t> near_members(labels_->classes *
                                            labels_->classes);
    for (std::size_t i = 0; i < nodes(); ++i) {
      for (std::uint64_t k = labels_->begin[i]; k < labels_->begin[i + 1];
           ++k) {
        ++near_members[classes().class_of(NodeId(i)) * labels_->classes +
                       classes().class_of(labels_->near[k])];
      }
    }
    for (std::uint32_t c = 0; c < labels_->classes; ++c) {
      for (std::uint32_t d = 0; d < labels_->classes; ++d) {
        const std::uint64_t all =
            classes().members(c).size() *
            (classes().members(d).size() - (c == d ? 1 : 0));
        const std::uint64_t members =
            all - near_members[c * labels_->classes + d];
        if (members == 0) continue;
        const std::uint32_t label = labels_->far[c * labels_->classes + d];
        if (labels_->far[d * labels_->classes + c] < label) continue;
        NodeId a;
        NodeId b;
        for (const NodeId n : classes().members(c)) {
          a = n;
          b = far_from(d, {n});
          if (b.valid()) break;
        }
        const std::uint32_t t = type(a, b, label);
        system_.types[t].members = c == d ? members / 2 : members;
        for (const auto& mine : kinds[c]) {
          for (const auto& theirs : kinds[d]) {
            if (!far_initial(t, mine, theirs, coupled)) return false;
          }
        }
      }
    }
    return true;
  }

  // Whether the initial condition couples variables of nodes that are far from
  // each other one by one.
  bool far_nodes_coupled() const {
    const auto couplings = projector_.couplings();
    if (couplings.empty()) return false;
    std::vector<std::uint32_t> coupling_of(instance_.slot_count(), UINT32_MAX);
    for (std::uint32_t c = 0; c < couplings.size(); ++c) {
      for (const std::uint32_t s : couplings[c]) coupling_of[s] = c;
    }
    std::vector<std::vector<NodeId>> seen_by(couplings.size());
    for (std::size_t i = 0; i < nodes(); ++i) {
      for (const std::uint32_t s : view_slots(instance_, NodeId(i))) {
        if (coupling_of[s] == UINT32_MAX) continue;
        auto& by = seen_by[coupling_of[s]];
        if (by.empty() || by.back().index() != i) by.emplace_back(i);
      }
    }
    constexpr std::size_t too_many = 64;
    return std::any_of(seen_by.begin(), seen_by.end(), [&](const auto& by) {
      if (by.size() > too_many) return true;
      for (std::size_t x = 0; x < by.size(); ++x) {
        for (std::size_t y = 0; y < x; ++y) {
          if (!labels_->is_near(by[x], by[y])) return true;
        }
      }
      return false;
    });
  }

  // Per class: nodes that the initial condition treats differently, a few of
  // each kind.
  using Kind = std::vector<NodeId>;
  std::vector<std::vector<Kind>> initial_kinds() {
    std::vector<std::map<std::vector<std::uint32_t>, Kind>> found(
        labels_->classes);
    constexpr std::size_t few = 8;
    for (std::size_t i = 0; i < nodes(); ++i) {
      const NodeId n(i);
      auto slots = pair_slots(instance_, *labels_, n, n);
      auto& kind = found[classes().class_of(n)][projector_.describe(slots)];
      if (kind.size() < few) kind.push_back(n);
    }
    std::vector<std::vector<Kind>> out(labels_->classes);
    for (std::size_t c = 0; c < found.size(); ++c) {
      for (auto& [key, kind] : found[c]) out[c].push_back(std::move(kind));
    }
    return out;
  }

  // What far pairs of two kinds may be at first: the projection onto one of
  // them, or, if none is at hand or they may depend on each other, the product.
  bool far_initial(std::uint32_t t, const Kind& mine, const Kind& theirs,
                   bool coupled) {
    for (const NodeId a : mine) {
      for (const NodeId b : theirs) {
        if (coupled || a == b || labels_->is_near(a, b)) continue;
        const bool both = labels_->far_label(a, b) == labels_->far_label(b, a);
        return add_initial(t, pair_slots(instance_, *labels_, a, b)) &&
               (!both || add_initial(t, pair_slots(instance_, *labels_, b, a)));
      }
    }
    const auto first = project(mine[0]);
    const auto second = project(theirs[0]);
    if (!first || !second) return false;
    for (std::size_t x = 0; x < first->rows; ++x) {
      for (std::size_t y = 0; y < second->rows; ++y) {
        add_product(t, first->row(x), second->row(y));
        if (labels_->far_label(mine[0], theirs[0]) ==
            labels_->far_label(theirs[0], mine[0])) {
          add_product(t, second->row(y), first->row(x));
        }
      }
    }
    return true;
  }
  void add_product(std::uint32_t t, std::span<const Scalar> a,
                   std::span<const Scalar> b) {
    values_[t].insert(values_[t].end(), a.begin(), a.end());
    values_[t].insert(values_[t].end(), b.begin(), b.end());
    ++rows_[t];
  }
  std::optional<StateSet> project(NodeId n) {
    return projector_.rows(pair_slots(instance_, *labels_, n, n));
  }

  struct Three {
    std::uint32_t ij, ik, jk;
    bool operator==(const Three&) const = default;
  };
  struct ThreeHash {
    std::size_t operator()(const Three& t) const {
      const MixedHash mix;
      return mix(mix(std::uint64_t{t.ij} << 32 | t.ik) ^ t.jk);
    }
  };

  // Interference of k with {i, j}, seen from i: labels say all about it.
  void triple(NodeId i, NodeId j, NodeId k, std::uint32_t ij,
              std::uint32_t ik) {
    if (!known_.insert({ij, ik, labels_->label(j, k)}).second) return;
    const std::uint32_t back = labels_->label(j, i);
    // In the order that the type has; both orders where they have one label.
    if (ij <= back) {
      system_.triples.push_back(
          {{labels_->type_of[ij], pair_slots(instance_, *labels_, i, j)},
           i,
           j,
           k,
           system_.ref(i, k),
           system_.ref(j, k)});
    }
    if (back <= ij) {
      system_.triples.push_back(
          {{labels_->type_of[back], pair_slots(instance_, *labels_, j, i)},
           i,
           j,
           k,
           system_.ref(i, k),
           system_.ref(j, k)});
    }
  }

  void near_triples() {
    for (std::size_t i = 0; i < nodes(); ++i) {
      const NodeId a(i);
      const std::vector<NodeId> pointing = network_.pointing_to(a);
      for (std::uint64_t n = labels_->begin[i]; n < labels_->begin[i + 1];
           ++n) {
        for (const NodeId k : pointing) {
          const NodeId b = labels_->near[n];
          if (k == b) continue;
          triple(a, b, k, labels_->near_label[n], labels_->label(a, k));
        }
      }
    }
  }

  // k points to a, and b is far from a: near k or far from it.
  void far_triples() {
    for (std::size_t i = 0; i < nodes(); ++i) {
      const NodeId a(i);
      for (const NodeId k : network_.pointing_to(a)) {
        const std::uint32_t ak = labels_->label(a, k);
        for (std::uint64_t n = labels_->begin[k.index()];
             n < labels_->begin[k.index() + 1]; ++n) {
          const NodeId b = labels_->near[n];
          if (b == a || labels_->is_near(a, b)) continue;
          triple(a, b, k, labels_->far_label(a, b), ak);
        }
        for (std::uint32_t d = 0; d < labels_->classes; ++d) {
          const NodeId example = classes().representative(d);
          if (known_.contains({labels_->far_label(a, example), ak,
                               labels_->far_label(example, k)})) {
            continue;
          }
          const NodeId b = far_from(d, {a, k});
          if (b.valid()) triple(a, b, k, labels_->far_label(a, b), ak);
        }
      }
    }
  }

  const Instance& instance_;
  const Network& network_;
  const network::Limits& limits_;
  InitialProjector projector_;
  std::shared_ptr<ByKind> labels_;
  PairSystem system_;
  std::vector<std::vector<Scalar>> values_;  // initial rows per type
  std::vector<std::size_t> rows_;
  tsl::robin_set<Three, ThreeHash> known_;
};

}  // namespace

std::optional<PairSystem> merged_pairs(
    const Instance& instance, std::shared_ptr<const Reduction> reduction,
    const network::Limits& limits) {
  return Builder(instance, std::move(reduction), limits).build();
}

}  // namespace vicinal::fixpoint::inline pair
