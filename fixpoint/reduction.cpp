// SPDX-License-Identifier: MIT
#include "fixpoint/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "fixpoint/assignment.hpp"
#include "fixpoint/view.hpp"

namespace vicinal::fixpoint {

using groupoid::Balance;
using groupoid::LocalSymmetry;
using network::DartId;
using network::Instance;
using network::Network;
using network::NodeId;
using network::Range;
using network::Scalar;

StateSet sorted_set(std::uint32_t width, std::vector<Scalar> values,
                    std::size_t rows) {
  StateSet out;
  out.width = width;
  if (width == 0) {
    out.rows = std::min<std::size_t>(rows, 1);
    return out;
  }
  out.values = std::move(values);
  const auto row = [&](std::size_t i) { return out.row(i); };
  const auto less = [&](std::size_t a, std::size_t b) {
    const auto x = row(a);
    const auto y = row(b);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool sorted = true;
  for (std::size_t i = 1; i < rows && sorted; ++i) sorted = less(i - 1, i);
  if (sorted) {
    out.rows = rows;
    return out;
  }
  std::sort(order.begin(), order.end(), less);
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::size_t a, std::size_t b) {
                            return std::ranges::equal(row(a), row(b));
                          }),
              order.end());
  std::vector<Scalar> all;
  all.reserve(order.size() * width);
  for (const std::size_t i : order) {
    all.insert(all.end(), row(i).begin(), row(i).end());
  }
  out.values = std::move(all);
  out.rows = order.size();
  return out;
}

StateSet renamed(const StateSet& set, const std::vector<std::uint32_t>& at) {
  if (at.empty()) return set;
  std::vector<Scalar> values(set.values.size());
  for (std::size_t r = 0; r < set.rows; ++r) {
    for (std::uint32_t c = 0; c < set.width; ++c) {
      values[r * set.width + at[c]] = set.values[r * set.width + c];
    }
  }
  return sorted_set(set.width, std::move(values), set.rows);
}

namespace {

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
  const Network& network = instance.network;
  std::vector<bool> out;
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    const Range darts = network.darts(classes.representative(c));
    bool distinct = true;
    for (std::uint32_t d = darts.begin + 1; d < darts.end; ++d) {
      distinct = distinct && network.dart_port[d] != network.dart_port[d - 1];
    }
    out.push_back(distinct);
  }
  return out;
}

// I-tilde of all nodes: equal sets are stored once.
class InitialSets {
 public:
  explicit InitialSets(const Instance& instance) : instance_(instance) {}

  void add(NodeId n, std::span<const Scalar> row) {
    if (n != current_) finish();
    current_ = n;
    width_ = static_cast<std::uint32_t>(row.size());
    values_.insert(values_.end(), row.begin(), row.end());
    ++rows_;
  }
  void finish() {
    if (!current_.valid()) return;
    StateSet set = sorted_set(width_, std::move(values_), rows_);
    values_.clear();
    rows_ = 0;
    std::vector<Scalar> key = set.values;
    key.push_back(static_cast<Scalar>(set.rows));
    key.push_back(width_);
    const auto [at, fresh] = numbers_.emplace(
        std::move(key), static_cast<std::uint32_t>(sets_.size()));
    if (fresh) sets_.push_back(std::move(set));
    set_of_.resize(current_.index() + 1);
    set_of_[current_.index()] = at->second;
    current_ = NodeId::none();
  }
  std::uint32_t number(NodeId n) const { return set_of_[n.index()]; }
  const StateSet& operator[](NodeId n) const { return sets_[number(n)]; }

 private:
  const Instance& instance_;
  NodeId current_;
  std::uint32_t width_ = 0;
  std::vector<Scalar> values_;
  std::size_t rows_ = 0;
  std::map<std::vector<Scalar>, std::uint32_t> numbers_;
  std::vector<StateSet> sets_;
  std::vector<std::uint32_t> set_of_;
};

// Refines labels where a relation does not respect initial projections.
class Refiner {
 public:
  Refiner(const Instance& instance, const InitialSets& sets,
          Assignment& assigned, std::vector<std::string>& reasons)
      : instance_(instance),
        sets_(sets),
        assigned_(assigned),
        reasons_(reasons) {}

  // Whether the relation is valid; if not, the labels are finer than before.
  bool valid(const Balance& balance) {
    return same_sets(balance) && closed_sets(balance);
  }

 private:
  bool same_sets(const Balance& balance) {
    const auto ordered = ordered_classes(instance_, balance.nodes());
    std::vector<std::uint32_t> labels(instance_.network.node_count(), 0);
    bool good = true;
    std::map<std::pair<std::uint32_t, std::vector<Scalar>>, std::uint32_t>
        others;
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
        const StateSet moved = renamed(sets_[n], at);
        if (moved == sets_[r]) continue;
        if (good) {
          reasons_.push_back(
              fmt::format("the initial condition treats {} and {} differently",
                          node_name(instance_, r), node_name(instance_, n)));
        }
        good = false;
        std::vector<Scalar> key = moved.values;
        key.push_back(static_cast<Scalar>(moved.rows));
        labels[n.index()] =
            others
                .emplace(std::pair(c, std::move(key)),
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
      bool closed = true;
      for (const LocalSymmetry& g : balance.generators(r)) {
        const auto at = moved_columns(instance_, g);
        closed = closed && (at.empty() || renamed(sets_[r], at) == sets_[r]);
      }
      if (closed) continue;
      if (good) {
        reasons_.push_back(
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
  std::vector<std::string>& reasons_;
};

}  // namespace

std::vector<std::uint32_t> Reduction::columns(NodeId n) const {
  if (ordered[classes().class_of(n)] || classes().representative(n) == n) {
    return {};
  }
  return moved_columns(*instance, balance.witness(n));
}

std::optional<Reduction> make_reduction(const Instance& instance,
                                        const network::Limits& limits,
                                        bool reduce, Projected& projected) {
  InitialSets sets(instance);
  projected = project_initial(
      instance, limits,
      [&](NodeId n, std::span<const Scalar> row) { sets.add(n, row); });
  if (projected != Projected::done) return std::nullopt;
  sets.finish();
  Assignment assigned;
  if (reduce) assigned = assignment(instance);
  Reduction out{&instance, groupoid::identity_balance(instance.network),
                std::move(assigned.reasons)};
  out.symmetric = reduce && assigned.symmetric;
  if (reduce && assigned.symmetric) {
    Refiner refiner(instance, sets, assigned, out.reasons);
    do {
      groupoid::BalanceOptions options;
      options.shared = groupoid::Shared::onto;
      options.node_labels = assigned.node_labels;
      options.dart_labels = assigned.dart_labels;
      out.balance = groupoid::balance(instance.network, options);
    } while (!refiner.valid(out.balance));
  }
  for (std::uint32_t c = 0; c < out.classes().size(); ++c) {
    out.initial.push_back(sets[out.classes().representative(c)]);
  }
  out.ordered = ordered_classes(instance, out.classes());
  out.node_labels = std::move(assigned.node_labels);
  out.dart_labels = std::move(assigned.dart_labels);
  return out;
}

}  // namespace vicinal::fixpoint
