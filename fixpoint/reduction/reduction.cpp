// SPDX-License-Identifier: MIT
// Guess the greatest relation that the labels of the assignment allow; compare
// I-tilde of each node, moved along its witness, with that of its
// representative, and ask whether that one is closed under its vertex group.
// Where not, refine labels and compute anew. Generators are enough: witnesses
// and the vertex groups of representatives generate the relation. Each round
// splits nodes or darts, so there are few. A node is told from others by what
// its set looks like from the representative, darts by their order at once, in
// the whole class: finer than need be. Unequal descriptions of equal sets do
// the same. Both are sound, since any balance relation that keeps the labels is
// valid (LS Theorems 4, 5).
#include "fixpoint/reduction/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "fixpoint/initial/initial_sets.hpp"
#include "fixpoint/reduction/assignment.hpp"
#include "fixpoint/views/view.hpp"

namespace vicinal::fixpoint::inline reduction {

using groupoid::Balance;
using groupoid::LocalSymmetry;
using network::DartId;
using network::Instance;
using network::Network;
using network::NodeId;
using network::Range;
using network::Scalar;

namespace {

constexpr std::uint64_t max_listed = 20'000;  // rows that are compared

// Columns of a local state moved like the darts of an element.
std::vector<std::uint32_t> moved_columns(const Instance& instance,
                                         const LocalSymmetry& s) {
  const Network& network = instance.network;
  const auto slots = [&](std::uint32_t d) {
    return instance.size(instance.edge_type(network.dart_edge[d])).slots;
  };
  const std::uint32_t own =
      instance.variable_offsets[instance.process_id(s.source).index()].back();
  // First column of each dart of the target.
  const Range to = network.darts(s.target);
  std::vector<std::uint32_t> first;
  std::uint32_t at = own;
  for (std::uint32_t d = to.begin; d < to.end; ++d) {
    first.push_back(at);
    at += slots(d);
  }
  std::vector<std::uint32_t> out(own);
  std::iota(out.begin(), out.end(), 0U);
  bool same = true;
  const Range from = network.darts(s.source);
  for (std::uint32_t i = 0; i < from.size(); ++i) {
    const std::uint32_t begin = first[s.image[i].value - to.begin];
    for (std::uint32_t k = 0; k < slots(from.begin + i); ++k) {
      same = same && out.size() == begin + k;
      out.push_back(begin + k);
    }
  }
  if (same) out.clear();
  return out;
}

std::vector<bool> ordered_classes(const Instance& instance,
                                  const groupoid::Partition& classes) {
  std::vector<bool> out;
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    out.push_back(instance.network.ports_distinct(classes.representative(c)));
  }
  return out;
}

// Refines labels where a relation does not respect initial projections.
class Refiner {
 public:
  Refiner(const Instance& instance, const InitialSets& sets,
          Assignment& assigned, Reduction& out)
      : instance_(instance), sets_(sets), assigned_(assigned), out_(out) {}

  // Whether the relation is valid; if not, the labels are finer than before.
  bool valid(const Balance& balance) {
    return same_sets(balance) && closed_sets(balance);
  }

 private:
  bool same_sets(const Balance& balance) {
    const auto ordered = ordered_classes(instance_, balance.nodes());
    std::vector<std::uint32_t> labels(instance_.network.node_count(), 0);
    bool good = true;
    std::map<std::pair<std::uint32_t, InitialSet>, std::uint32_t> others;
    for (std::uint32_t c = 0; c < balance.nodes().size(); ++c) {
      const NodeId r = balance.nodes().representative(c);
      for (const NodeId n : balance.nodes().members(c)) {
        if (n == r) continue;
        std::vector<std::uint32_t> at;
        if (!ordered[c]) {
          at = moved_columns(instance_,
                             inverse(instance_.network, balance.witness(n)));
        }
        if (at.empty() && sets_.number(n) == sets_.number(r)) continue;
        InitialSet moved = renamed(sets_[n], at);
        if (moved == sets_[r]) continue;
        if (good) {
          out_.reasons.push_back(
              fmt::format("the initial condition treats {} and {} differently",
                          node_name(instance_, r), node_name(instance_, n)));
          out_.initial_splits.emplace_back(r, n);
        }
        good = false;
        labels[n.index()] =
            others
                .emplace(std::pair(c, std::move(moved)),
                         static_cast<std::uint32_t>(others.size()) + 1)
                .first->second;
      }
    }
    if (!good) combine(assigned_.node_labels, labels);
    return good;
  }

  // I-tilde of a representative must be closed under its vertex group. Where
  // it is not, the darts of the class are told apart: by what they may be at
  // first, and if that does not help, by their order.
  bool closed_sets(const Balance& balance) {
    const Network& network = instance_.network;
    std::vector<std::uint32_t> labels(network.dart_count(), 0);
    bool good = true;
    for (std::uint32_t c = 0; c < balance.nodes().size(); ++c) {
      const NodeId r = balance.nodes().representative(c);
      if (is_closed(balance, r)) continue;
      if (good) {
        out_.reasons.push_back(
            fmt::format("the initial condition treats edges of {} differently",
                        node_name(instance_, r)));
      }
      good = false;
      for (const NodeId n : balance.nodes().members(c)) {
        const Range darts = network.darts(n);
        for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
          labels[d] = d - darts.begin + 1;
        }
      }
    }
    if (!good) combine(assigned_.dart_labels, labels);
    return good;
  }

  bool is_closed(const Balance& balance, NodeId r) const {
    if (const auto structure = balance.structure(r)) {
      const Orbits whole(instance_, r, *structure, UINT64_MAX);
      return closed(sets_[r], whole.swaps());
    }
    for (const LocalSymmetry& g : balance.generators(r)) {
      const auto at = moved_columns(instance_, g);
      if (!at.empty() && renamed(sets_[r], at) != sets_[r]) return false;
    }
    return true;
  }

  static void combine(std::vector<std::uint32_t>& old,
                      const std::vector<std::uint32_t>& fresh) {
    if (old.empty()) {
      old = fresh;
      return;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
    for (std::size_t i = 0; i < old.size(); ++i) {
      old[i] = numbers
                   .emplace(std::pair(old[i], fresh[i]),
                            static_cast<std::uint32_t>(numbers.size()))
                   .first->second;
    }
  }

  const Instance& instance_;
  const InitialSets& sets_;
  Assignment& assigned_;
  Reduction& out_;  // for reasons
};

}  // namespace

std::vector<std::uint32_t> Reduction::columns(NodeId n) const {
  if (ordered[classes().class_of(n)] || classes().representative(n) == n) {
    return {};
  }
  return moved_columns(*instance, balance.witness(n));
}

Darts Reduction::darts(NodeId n) const {
  Darts out;
  if (ordered[classes().class_of(n)] || classes().representative(n) == n) {
    return out;
  }
  const std::uint32_t first = instance->network.darts(n).begin;
  for (const DartId d : balance.witness(n).image) {
    out.push_back(d.value - first);
  }
  return out;
}

namespace {

// I-tilde of a representative, by orbits if that is possible.
bool initial_states(const Instance& instance, const InitialSet& set,
                    std::uint64_t limit, bool compress, NodeId r,
                    Reduction& out) {
  out.initial.emplace_back();
  out.initial_orbits.emplace_back();
  out.orbits.push_back(nullptr);
  const auto structure = compress ? out.balance.structure(r) : std::nullopt;
  if (structure) {
    auto orbits = std::make_shared<const Orbits>(instance, r, *structure);
    std::optional<OrbitSet> found;
    if (!orbits->trivial()) {
      found = set.listed ? orbits_of(set.rows, orbits)
                         : orbits_of(set.projection, orbits, limit);
    }
    if (found) {
      out.orbits.back() = std::move(orbits);
      out.initial_orbits.back() = std::move(*found);
      return true;
    }
  }
  return list_rows(set, limit, out.initial.back());
}

}  // namespace

std::optional<Reduction> make_reduction(const Instance& instance,
                                        const network::Limits& limits,
                                        Reduce reduce, Projected& projected) {
  const std::uint64_t limit = limits.work != 0 ? limits.work : 50'000'000;
  const bool compress = reduce == Reduce::orbits;
  InitialSets sets(compress ? std::min(max_listed, limit) : limit, limit);
  projected = project_initial(
      instance, limits,
      [&](NodeId, Projection&& projection) {
        return sets.add(std::move(projection));
      },
      [&](NodeId, NodeId like) { sets.repeat(like); });
  if (projected != Projected::done) return std::nullopt;
  Assignment assigned;
  if (reduce != Reduce::none) assigned = assignment(instance);
  Reduction out{&instance,
                groupoid::identity_balance(instance.network),
                std::move(assigned.reasons),
                {},
                {},
                {},
                {},
                {}};
  out.used = reduce != Reduce::none;
  out.symmetric = reduce != Reduce::none && assigned.symmetric;
  if (reduce != Reduce::none && assigned.symmetric) {
    Refiner refiner(instance, sets, assigned, out);
    do {
      groupoid::BalanceOptions options;
      options.node_labels = assigned.node_labels;
      options.dart_labels = assigned.dart_labels;
      out.balance = groupoid::balance(instance.network, options);
    } while (!refiner.valid(out.balance));
  }
  for (std::uint32_t c = 0; c < out.classes().size(); ++c) {
    const NodeId r = out.classes().representative(c);
    if (!initial_states(instance, sets[r], limit, compress, r, out)) {
      projected = Projected::limit;
      return std::nullopt;
    }
  }
  out.ordered = ordered_classes(instance, out.classes());
  out.node_labels = std::move(assigned.node_labels);
  out.dart_labels = std::move(assigned.dart_labels);
  return out;
}

}  // namespace vicinal::fixpoint::inline reduction
