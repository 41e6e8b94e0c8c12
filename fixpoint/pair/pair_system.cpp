// SPDX-License-Identifier: MIT
// A pair is kept in the orientation with the lesser label; its columns are the
// slots of both nodes in the order of the witnesses from their representatives,
// an edge that both know once, with the first. So two pairs of a type have the
// same columns under different names, which is all that PairRef carries.
// Triples of LS (9) are made for the first pair of each type; those that read
// alike, slots numbered by first occurrence, are one. Sound as the strengthened
// relation carries triples of one pair to triples of the other
// (docs/theory.md): with the relation as printed, Theorem 7 fails.
#include "fixpoint/pair/pair_system.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "fixpoint/pair/pair_labels.hpp"
#include "fixpoint/views/view.hpp"

namespace vicinal::fixpoint::inline pair {

using groupoid::Balance;
using groupoid::PairClasses;
using network::DartId;
using network::Instance;
using network::Network;
using network::NodeId;
using network::Range;
using network::Scalar;

namespace {

// Every pair by itself.
struct EachPair final : PairSystem::Labels {
  explicit EachPair(std::size_t n) : nodes(static_cast<std::uint32_t>(n)) {}
  std::uint32_t label(NodeId a, NodeId b) const override {
    return a.value * nodes + b.value;
  }
  std::uint32_t nodes;
};

// Classes of the strengthened relation.
struct ByClass final : PairSystem::Labels {
  ByClass(Balance balance_of, PairClasses classes_of)
      : balance(std::move(balance_of)), classes(std::move(classes_of)) {}
  std::uint32_t label(NodeId a, NodeId b) const override {
    return classes.class_of(a, b);
  }
  Balance balance;
  PairClasses classes;
};

bool trivial_groups(const Balance& balance) {
  for (std::uint32_t c = 0; c < balance.nodes().size(); ++c) {
    if (!balance.generators(balance.nodes().representative(c)).empty()) {
      return false;
    }
  }
  return true;
}

// The relation on single nodes inside which pairs are related. Where vertex
// groups are not trivial, the darts of a node are told apart by their order:
// finer than need be, and valid.
Balance rigid_balance(const Instance& instance, const Reduction& reduction) {
  const Network& network = instance.network;
  if (!reduction.symmetric) return groupoid::identity_balance(network);
  groupoid::BalanceOptions options;
  options.node_labels = reduction.node_labels;
  options.dart_labels = reduction.dart_labels;
  Balance balance = groupoid::balance(network, options);
  if (trivial_groups(balance)) return balance;
  std::vector<std::uint32_t> labels;
  for (std::size_t i = 0; i < network.node_count(); ++i) {
    const std::uint32_t darts = network.darts(NodeId(i)).size();
    for (std::uint32_t d = 0; d < darts; ++d) labels.push_back(d);
  }
  options.dart_labels = labels;
  return groupoid::balance(network, options);
}

// Every pair once in the orientation whose label is less: the types, by their
// first pairs.
void make_types(PairSystem& system, PairSystem::Labels& labels) {
  const auto n =
      static_cast<std::uint32_t>(system.instance->network.node_count());
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      NodeId a(std::size_t{i});
      NodeId b(std::size_t{j});
      std::uint32_t label = labels.label(a, b);
      const std::uint32_t back = labels.label(b, a);
      if (back < label) {
        std::swap(a, b);
        label = back;
      }
      if (label >= labels.type_of.size()) {
        labels.type_of.resize(label + 1, UINT32_MAX);
      }
      if (labels.type_of[label] == UINT32_MAX) {
        labels.type_of[label] = static_cast<std::uint32_t>(system.types.size());
        system.types.push_back(
            {a, b, pair_slots(*system.instance, labels, a, b), 0, {}});
      }
      ++system.types[labels.type_of[label]].members;
    }
  }
}

// k in pt(m, n), LS (11).
std::vector<NodeId> pointing(const Network& network, NodeId m, NodeId n) {
  std::vector<NodeId> out = network.pointing_to(m);
  const std::vector<NodeId> more = network.pointing_to(n);
  out.insert(out.end(), more.begin(), more.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::erase_if(out, [&](NodeId k) { return k == m || k == n; });
  return out;
}

// A triple with its slots numbered by first occurrence: equal keys, equal
// interference.
std::vector<std::uint32_t> normal_form(const PairTriple& t) {
  std::map<std::uint32_t, std::uint32_t> number;
  std::vector<std::uint32_t> out;
  for (const PairRef* ref : {&t.target, &t.ik, &t.jk}) {
    out.push_back(ref->type);
    for (const std::uint32_t slot : ref->slots) {
      out.push_back(
          number.try_emplace(slot, static_cast<std::uint32_t>(number.size()))
              .first->second);
    }
  }
  return out;
}

void make_triples(PairSystem& system) {
  std::set<std::vector<std::uint32_t>> known;
  for (std::uint32_t t = 0; t < system.types.size(); ++t) {
    const PairType& type = system.types[t];
    for (const NodeId k : pointing(system.instance->network, type.m, type.n)) {
      PairTriple triple{
          {t, type.slots},      type.m, type.n, k, system.ref(type.m, k),
          system.ref(type.n, k)};
      if (known.insert(normal_form(triple)).second) {
        system.triples.push_back(std::move(triple));
      }
    }
  }
}

bool make_initial(PairSystem& system, InitialProjector& projector) {
  for (PairType& type : system.types) {
    auto rows = projector.rows(type.slots);
    if (!rows) return false;
    type.initial = std::move(*rows);
  }
  return true;
}

// What the initial condition says of pairs: numbers of sets of rows. Slots with
// equal descriptions are projected once.
class InitialNumbers {
 public:
  explicit InitialNumbers(InitialProjector& projector)
      : projector_(projector) {}

  // None: a limit.
  std::optional<std::uint32_t> operator()(
      const std::vector<std::uint32_t>& slots) {
    const auto [at, fresh] = described_.try_emplace(projector_.describe(slots));
    if (!fresh) return at->second;
    auto set = projector_.rows(slots);
    if (!set) return std::nullopt;
    set->values.push_back(static_cast<Scalar>(set->rows));
    at->second = sets_
                     .emplace(std::move(set->values),
                              static_cast<std::uint32_t>(sets_.size()))
                     .first->second;
    return at->second;
  }

 private:
  InitialProjector& projector_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> described_;
  std::map<std::vector<Scalar>, std::uint32_t> sets_;
};

// Per ordered pair. Empty: a limit.
std::vector<std::uint32_t> initial_labels(const Instance& instance,
                                          const PairSystem::Labels& order,
                                          InitialProjector& projector,
                                          const network::Limits& limits) {
  const auto n = static_cast<std::uint32_t>(instance.network.node_count());
  std::vector<std::uint32_t> labels(std::size_t{n} * n, 0);
  InitialNumbers number(projector);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (limits.stop != nullptr && *limits.stop) return {};
    for (std::uint32_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const auto label = number(pair_slots(
          instance, order, NodeId(std::size_t{i}), NodeId(std::size_t{j})));
      if (!label) return {};
      labels[std::size_t{i} * n + j] = *label;
    }
  }
  return labels;
}

}  // namespace

std::vector<std::uint32_t> pair_slots(const Instance& instance,
                                      const PairSystem::Labels& labels,
                                      NodeId a, NodeId b) {
  const Network& network = instance.network;
  std::vector<std::uint32_t> out;
  const auto add = [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) out.push_back(first + i);
  };
  const auto add_edge = [&](DartId d) {
    const network::EdgeId e = network.dart_edge[d.index()];
    add(instance.edge_base[e.index()],
        instance.size(instance.edge_type(e)).slots);
  };
  const auto for_each_dart = [&](NodeId n, const auto& visit) {
    if (labels.ordered[labels.singles->nodes().class_of(n)]) {
      const Range darts = network.darts(n);
      for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
        visit(DartId(std::size_t{d}));
      }
    } else {
      for (const DartId d : labels.singles->witness(n).image) visit(d);
    }
  };
  const auto own = [&](NodeId n) {
    add(instance.node_base[n.index()],
        instance.variable_offsets[instance.process_id(n).index()].back());
  };
  own(a);
  for_each_dart(a, add_edge);
  if (a == b) return out;
  own(b);
  const auto mine = network.inout(a);
  for_each_dart(b, [&](DartId d) {
    if (std::find(mine.begin(), mine.end(), network.dart_edge[d.index()]) ==
        mine.end()) {
      add_edge(d);
    }
  });
  return out;
}

void order_by(const Instance& instance, const Balance& singles,
              PairSystem::Labels& labels) {
  labels.singles = &singles;
  labels.ordered.clear();
  for (std::uint32_t c = 0; c < singles.nodes().size(); ++c) {
    labels.ordered.push_back(
        singles.nodes().members(c).size() == 1 ||
        instance.network.ports_distinct(singles.nodes().representative(c)));
  }
}

std::uint32_t PairSystem::label(NodeId a, NodeId b) const {
  return labels->label(a, b);
}

PairRef PairSystem::ref(NodeId a, NodeId b) const {
  const std::uint32_t label = labels->label(a, b);
  const std::uint32_t back = labels->label(b, a);
  if (back < label) {
    return {labels->type_of[back], pair_slots(*instance, *labels, b, a)};
  }
  return {labels->type_of[label], pair_slots(*instance, *labels, a, b)};
}

std::optional<PairSystem> pair_system(
    const Instance& instance, std::shared_ptr<const Reduction> reduction,
    PairMode mode, const network::Limits& limits) {
  const std::size_t n = instance.network.node_count();
  // Every pair of classes of nodes is a class of pairs at least.
  const std::size_t kinds =
      reduction->symmetric ? reduction->classes().size() : n;
  const bool many =
      n > groupoid::max_pair_nodes || kinds * kinds / 2 > max_pair_types;
  if (mode == PairMode::merged || (mode == PairMode::automatic && many)) {
    return merged_pairs(instance, std::move(reduction), limits);
  }
  if (n > groupoid::max_pair_nodes) return std::nullopt;
  InitialProjector projector(instance, limits);
  if (projector.prepare() != Projected::done) return std::nullopt;
  PairSystem system;
  system.instance = &instance;
  system.reduction = reduction;
  if (mode == PairMode::unreduced || !reduction->symmetric) {
    auto labels = std::make_shared<EachPair>(n);
    auto identity = std::make_shared<Reduction>(
        Reduction{&instance, groupoid::identity_balance(instance.network)});
    identity->ordered.assign(n, true);
    system.reduction = identity;
    order_by(instance, identity->balance, *labels);
    make_types(system, *labels);
    system.labels = labels;
  } else {
    Balance singles = rigid_balance(instance, *reduction);
    EachPair order(n);
    order_by(instance, singles, order);
    const auto initial = initial_labels(instance, order, projector, limits);
    if (initial.empty() && n > 0) return std::nullopt;
    groupoid::PairOptions options;
    options.singles = &singles;
    options.labels = initial;
    options.automorphisms.work = 100'000'000;
    auto classes = groupoid::pair_classes(instance.network, options);
    if (!classes) return std::nullopt;
    if (mode == PairMode::automatic && classes->size() > 2 * max_pair_types) {
      return merged_pairs(instance, std::move(reduction), limits);
    }
    auto labels =
        std::make_shared<ByClass>(std::move(singles), std::move(*classes));
    order_by(instance, labels->balance, *labels);
    make_types(system, *labels);
    system.labels = labels;
  }
  make_triples(system);
  if (!make_initial(system, projector)) return std::nullopt;
  return system;
}

}  // namespace vicinal::fixpoint::inline pair
