// SPDX-License-Identifier: MIT
// A type is the least key over all orders of a tuple's nodes (at most k!);
// orders that tie are its symmetries. Every tuple of a sample is classified,
// and every join is made that a step needs:
//
//   view | who writes what the view shows | up to two nodes that it binds
//
// A join is kept once for each key; besides the wiring the key counts the nodes
// that it does not show, up to what guards can tell, since they decide what is
// unknown. Initial states are projected once for each type and form of its
// columns. Columns must be the same in all samples: where values depend on the
// size there are no types.
#include "fixpoint/family/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "fixpoint/family/hidden.hpp"
#include "fixpoint/initial/initial.hpp"

#include "network/base/budget.hpp"
#include "network/language/actions.hpp"

namespace vicinal::fixpoint::inline family {

using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

using Positions = std::vector<std::uint32_t>;

Positions ascending(std::size_t n) {
  Positions out(n);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

// Calls visit(subset) for all subsets of 0..n-1 of `size` elements.
template <class Visit>
void subsets(std::uint32_t n, std::uint32_t size, const Visit& visit) {
  Positions chosen = ascending(size);
  if (size > n) return;
  while (true) {
    network::poll();
    visit(chosen);
    std::uint32_t at = size;
    while (at > 0 && chosen[at - 1] == n - size + at - 1) --at;
    if (at == 0) return;
    ++chosen[at - 1];
    for (std::uint32_t i = at; i < size; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

// How many values of binders of an action stand for nodes that it touches
// besides its own, and of a rule, for nodes.
std::uint32_t bound_nodes(const network::Model& model) {
  std::uint32_t most = 0;
  network::each_action(model, [&](const network::Action& a) {
    std::uint32_t bound = 0;
    for (std::uint32_t b = a.binders.begin; b < a.binders.end; ++b) {
      const auto domain = model.binders[b].domain;
      bound += domain == network::DomainKind::port_set ||
                       domain == network::DomainKind::node_family ||
                       domain == network::DomainKind::process
                   ? 1U
                   : 0U;
    }
    most = std::max(most, bound);
  });
  return std::min(most, 2U);
}

// The order of a tuple's nodes with the least key, and the others that have it.
struct Canonical {
  Key key;
  Positions order;
  std::vector<Positions> ties;
};

// A tuple of fewer than k nodes has all nodes of its instance.
Canonical canonical_order(const Tuple& tuple, std::uint32_t k,
                          const std::vector<Atom>& atoms) {
  Canonical out;
  Positions order = ascending(tuple.nodes.size());
  do {
    Key key = key_of(part_of(tuple, order), atoms);
    key.push_back(tuple.nodes.size() < k ? -3 : -2);
    if (out.order.empty() || key < out.key) {
      out.key = std::move(key);
      out.order = order;
      out.ties.clear();
    } else if (key == out.key) {
      out.ties.push_back(order);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return out;
}

class Builder {
 public:
  Builder(const network::Model& model, std::uint32_t k,
          const network::Limits& limits)
      : limits_(limits) {
    out_.samples.model = &model;
    out_.k = k;
    out_.atoms = atoms(model);
    bound_ = bound_nodes(model);
    hidden_ = hidden_edges_matter(model);
    counted_ = most_counted(model);
  }

  bool build(const Scope& scope, const std::vector<std::vector<Scalar>>& sizes);
  std::string refused;
  TypeSystem take() { return std::move(out_); }

 private:
  bool finite_columns();
  bool sample(const Sample& s, std::uint32_t number);
  Located classify(const Tuple& tuple);
  std::uint32_t add_type(const Tuple& ordered, Key key,
                         const std::vector<Positions>& ties);
  bool initial(const Tuple& tuple, const Located& found,
               fixpoint::InitialProjector& projector);
  void extend(const Tuple& view, const Positions& extra);
  void add_unseen(const Tuple& tuple, Key& key) const;
  void join(const Tuple& tuple, std::uint32_t view);
  bool reaches(const Instance& instance, NodeId actor, const Tuple& view) const;

  const network::Limits& limits_;
  TypeSystem out_;
  std::uint32_t bound_ = 0;
  bool hidden_ = false;        // edges that are not shown matter
  std::uint32_t counted_ = 1;  // so many nodes are as many as more
  std::set<Key> joins_;
  // Of the sample that is looked at: types, and how their columns start.
  std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> projected_;
  std::vector<std::vector<Scalar>> rows_;  // per type: initial states
};

// A node without its id as the model speaks of it: its index in the family.
Scalar frame_value(const Tuple& tuple, network::NodeFamilyId family,
                   Scalar value) {
  if (value < 0) return no_node;
  const Instance& instance = tuple.instance();
  const auto node = static_cast<std::uint32_t>(
      instance.node_families[family.index()].first + value);
  for (std::size_t p = 0; p < tuple.nodes.size(); ++p) {
    if (tuple.nodes[p].value == node) return static_cast<Scalar>(p);
  }
  return static_cast<Scalar>(tuple.nodes.size());
}

std::uint32_t Builder::add_type(const Tuple& ordered, Key key,
                                const std::vector<Positions>& ties) {
  ViewType type;
  type.key = key;
  type.whole = ordered.nodes.size() < out_.k;
  type.first = ordered;
  type.layout = layout_of(ordered);
  for (const Positions& tie : ties) {
    const Layout other = layout_of(part_of(ordered, tie));
    Symmetry s;
    for (const std::uint32_t slot : other.slots) {
      const auto& mine = type.layout.slots;
      s.columns.push_back(static_cast<std::uint32_t>(
          std::find(mine.begin(), mine.end(), slot) - mine.begin()));
    }
    s.nodes.resize(tie.size());
    for (std::uint32_t p = 0; p < tie.size(); ++p) s.nodes[tie[p]] = p;
    type.symmetries.push_back(std::move(s));
  }
  std::uint32_t orders = 1;
  for (std::uint32_t i = 2; i <= ordered.nodes.size(); ++i) orders *= i;
  type.orders = orders / static_cast<std::uint32_t>(ties.size() + 1);
  const auto number = static_cast<std::uint32_t>(out_.types.size());
  out_.types.push_back(std::move(type));
  rows_.emplace_back();
  out_.numbers.emplace(std::move(key), number);
  return number;
}

Located Builder::classify(const Tuple& tuple) {
  const Canonical canonical = canonical_order(tuple, out_.k, out_.atoms);
  const Positions& best = canonical.order;
  const auto known = out_.numbers.find(canonical.key);
  if (known != out_.numbers.end()) return {known->second, best};
  // Ties are orders of the tuple; as orders of the type's nodes.
  std::vector<Positions> ties = canonical.ties;
  for (Positions& tie : ties) {
    for (std::uint32_t& p : tie) {
      p = static_cast<std::uint32_t>(std::find(best.begin(), best.end(), p) -
                                     best.begin());
    }
  }
  return {add_type(part_of(tuple, best), canonical.key, ties), best};
}

bool Builder::initial(const Tuple& tuple, const Located& found,
                      fixpoint::InitialProjector& projector) {
  const Tuple ordered = part_of(tuple, found.order);
  const Layout layout = layout_of(ordered);
  const ViewType& type = out_.types[found.type];
  const Instance& instance = tuple.instance();
  const Instance& first = type.first.instance();
  if (layout.slots.size() != type.layout.slots.size()) {
    refused = "the number of values of a variable depends on the size";
    return false;
  }
  for (std::size_t c = 0; c < layout.slots.size(); ++c) {
    if (layout.reference[c].valid()) continue;
    if (instance.slots[layout.slots[c]] != first.slots[type.layout.slots[c]]) {
      refused = "the values of a variable depend on the size";
      return false;
    }
  }
  std::vector<std::uint32_t> description = projector.describe(layout.slots);
  const bool references =
      std::any_of(layout.reference.begin(), layout.reference.end(),
                  [](network::NodeFamilyId f) { return f.valid(); });
  if (!projected_.emplace(found.type, std::move(description)).second &&
      !references) {
    return true;
  }
  std::vector<Scalar>& rows = rows_[found.type];
  std::vector<Scalar> state(instance.slot_count());
  return projector.project(layout.slots, [&](std::span<const Scalar> row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      state[layout.slots[c]] = row[c];
    }
    const std::vector<Scalar> local = local_state(ordered, state);
    rows.insert(rows.end(), local.begin(), local.end());
  }) == fixpoint::Projected::done;
}

// Whether a step of the node may change an edge that the view shows.
bool Builder::reaches(const Instance& instance, NodeId actor,
                      const Tuple& view) const {
  const network::Network& network = instance.network;
  const network::Range darts = network.darts(actor);
  const std::vector<VisibleEdge> visible = visible_edges(view);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    if (!network.writes(network::DartId(d))) continue;
    for (const VisibleEdge& v : visible) {
      if (v.edge == network.dart_edge[d]) return true;
    }
  }
  return false;
}

// Whether there are edges at port sets that the tuple does not show.
void Builder::add_unseen(const Tuple& tuple, Key& key) const {
  const Instance& instance = tuple.instance();
  const network::Network& network = instance.network;
  const std::vector<VisibleEdge> visible = visible_edges(tuple);
  const auto seen = [&](std::uint32_t d) {
    return std::any_of(
        visible.begin(), visible.end(),
        [&](const VisibleEdge& v) { return v.edge == network.dart_edge[d]; });
  };
  for (const NodeId n : tuple.nodes) {
    const auto& ports = instance.process(n).ports;
    for (std::uint32_t p = 0; p < ports.size(); ++p) {
      if (!ports[p].set) continue;
      const network::Range darts = network.darts_at(n, p);
      bool some = false;
      for (std::uint32_t d = darts.begin; d < darts.end && !some; ++d) {
        some = !seen(d);
      }
      key.push_back(some ? 1 : 0);
    }
  }
}

void Builder::join(const Tuple& tuple, std::uint32_t view) {
  Key key = key_of(tuple, out_.atoms);
  // How many nodes of a family the join does not show: guards that look at all
  // of them are then open.
  const Instance& instance = tuple.instance();
  std::vector<std::uint32_t> shown(instance.node_families.size(), 0);
  for (const NodeId n : tuple.nodes) {
    ++shown[instance.family_of[n.index()].index()];
  }
  for (std::size_t f = 0; f < shown.size(); ++f) {
    key.push_back(
        std::min(instance.node_families[f].count - shown[f], counted_));
  }
  if (hidden_) add_unseen(tuple, key);
  key.push_back(view);
  if (!joins_.insert(std::move(key)).second) return;
  Join out;
  out.tuple = tuple;
  out.layout = layout_of(tuple);
  out.view = view;
  const auto total = static_cast<std::uint32_t>(tuple.nodes.size());
  subsets(total, view, [&](const Positions& chosen) {
    const Tuple part = part_of(tuple, chosen);
    const Located found = classify(part);
    Part p;
    p.type = found.type;
    for (const std::uint32_t i : found.order) p.nodes.push_back(chosen[i]);
    for (const std::uint32_t slot : layout_of(part_of(tuple, p.nodes)).slots) {
      const auto& all = out.layout.slots;
      p.columns.push_back(static_cast<std::uint32_t>(
          std::find(all.begin(), all.end(), slot) - all.begin()));
    }
    out.parts.push_back(std::move(p));
  });
  out_.joins.push_back(std::move(out));
}

void Builder::extend(const Tuple& view, const Positions& extra) {
  std::vector<NodeId> nodes = view.nodes;
  for (const std::uint32_t e : extra) nodes.emplace_back(e);
  for (const Tuple& t : tuples_of(*view.sample, nodes)) {
    Positions front = ascending(view.nodes.size());
    const Tuple part = part_of(t, front);
    const bool same = std::equal(
        part.shared.begin(), part.shared.end(), view.shared.begin(),
        view.shared.end(), [](const SharedEdge& x, const SharedEdge& y) {
          return x.a == y.a && x.p == y.p && x.b == y.b && x.q == y.q &&
                 x.edge == y.edge;
        });
    if (same) join(t, static_cast<std::uint32_t>(view.nodes.size()));
  }
}

bool Builder::sample(const Sample& s, std::uint32_t number) {
  const Instance& instance = s.instance;
  const auto count = static_cast<std::uint32_t>(instance.network.node_count());
  fixpoint::InitialProjector projector(instance, limits_);
  projected_.clear();  // descriptions are of this instance
  const fixpoint::Projected ready = projector.prepare();
  if (ready == fixpoint::Projected::unsatisfiable) {
    out_.without_states.push_back(number);
    return true;
  }
  if (ready != fixpoint::Projected::done) return false;
  const bool whole = count < out_.k;
  bool good = true;
  subsets(count, std::min(count, out_.k), [&](const Positions& chosen) {
    std::vector<NodeId> nodes;
    for (const std::uint32_t n : chosen) nodes.emplace_back(n);
    for (const Tuple& t : tuples_of(s, nodes)) {
      if (!good) return;
      const Located found = classify(t);
      good = initial(t, found, projector);
      if (!good) return;
      const Tuple view = part_of(t, found.order);
      join(view, static_cast<std::uint32_t>(view.nodes.size()));
      if (whole) continue;
      // One who acts, or whom a step of the view touches; then both, and whom
      // the step touches besides.
      const auto outside = [&](std::uint32_t n) {
        return std::find(view.nodes.begin(), view.nodes.end(), NodeId(n)) ==
               view.nodes.end();
      };
      for (std::uint32_t y = 0; y < count; ++y) {
        if (!outside(y)) continue;
        const bool acts = reaches(instance, NodeId(y), view);
        if (acts || bound_ > 0) extend(view, {y});
        if (bound_ == 0) continue;
        for (std::uint32_t z = 0; z < count; ++z) {
          if (z == y || !outside(z)) continue;
          if (acts || (bound_ == 2 && y < z)) extend(view, {y, z});
          if (bound_ < 2 || !acts) continue;
          for (std::uint32_t w = z + 1; w < count; ++w) {
            if (w != y && outside(w)) extend(view, {y, z, w});
          }
        }
      }
    }
  });
  return good;
}

// Larger samples than these have too many tuples to look at.
constexpr std::size_t most_nodes = 30;
constexpr std::size_t most_samples = 200;
// Sizes without anything new after which no more are tried.
constexpr int enough = 2;
// Sizes in a row without initial states: `exactly 3` has some from 3 on.
constexpr int most_barren = 8;

// The family of whose nodes each has an element in values of the type.
network::NodeFamilyId indexed_by(const network::Model& model,
                                 network::TypeId id) {
  const network::Type& type = model[id];
  if (type.kind == network::TypeKind::node_array) return type.family;
  if (type.element.valid()) return indexed_by(model, type.element);
  if (type.kind != network::TypeKind::structure) return {};
  for (const auto& field : model.structs[type.structure.index()].fields) {
    const auto family = indexed_by(model, field.type);
    if (family.valid()) return family;
  }
  return {};
}

// A local state has as many columns as there are nodes then.
bool Builder::finite_columns() {
  const network::Model& model = *out_.samples.model;
  const auto check = [&](network::TypeId type, const std::string& name) {
    const auto family = indexed_by(model, type);
    if (family.valid() && refused.empty()) {
      refused = fmt::format(
          "'{}' has an element for each node of '{}', so that the size of a "
          "local state depends on the number of nodes",
          name, model.node_families[family.index()].name);
    }
  };
  for (const network::Process& p : model.processes) {
    for (const auto& v : p.variables) check(v.type, v.name);
  }
  for (const auto& f : model.edge_families) check(f.type, f.name);
  return refused.empty();
}

bool Builder::build(const Scope& scope,
                    const std::vector<std::vector<Scalar>>& sizes) {
  if (!finite_columns()) return false;
  Samples& samples = out_.samples;
  std::size_t done = 0;
  const auto look = [&] {
    for (; done < samples.all.size(); ++done) {
      if (!sample(*samples.all[done], static_cast<std::uint32_t>(done))) {
        return false;
      }
    }
    return true;
  };
  // Views have nodes.
  Growth growth(*samples.model, scope, most_nodes, 1);
  int barren = 0;
  for (int quiet = 0; quiet < enough && barren < most_barren &&
                      samples.all.size() < most_samples;) {
    const std::size_t known = out_.types.size() + joins_.size();
    const std::size_t with_states = done - out_.without_states.size();
    if (!growth.more(samples)) break;
    const bool nothing = done == samples.all.size();
    if (!look()) return false;
    if (nothing) continue;
    if (done - out_.without_states.size() == with_states) {
      ++barren;
      continue;
    }
    barren = 0;
    quiet = out_.types.size() + joins_.size() == known ? quiet + 1 : 0;
  }
  for (const auto& size : sizes) {
    add_sample(*samples.model, size, samples);
    if (!look()) return false;
  }
  for (std::size_t t = 0; t < out_.types.size(); ++t) {
    ViewType& type = out_.types[t];
    const auto width = static_cast<std::uint32_t>(type.layout.slots.size());
    const std::size_t rows = width == 0 ? 1 : rows_[t].size() / width;
    type.initial = fixpoint::sorted_set(width, std::move(rows_[t]), rows);
    out_.ordered_types += type.orders;
  }
  return true;
}

}  // namespace

std::vector<network::Scalar> TypeSystem::representative_sizes() const {
  std::vector<network::Scalar> most;
  for (const ViewType& type : types) {
    const auto& sizes = type.first.sample->parameters;
    if (most.empty()) most = sizes;
    for (std::size_t i = 0; i < most.size(); ++i) {
      most[i] = std::max(most[i], sizes[i]);
    }
  }
  return most;
}

std::optional<Located> TypeSystem::locate(const Tuple& tuple) const {
  const Canonical canonical = canonical_order(tuple, k, atoms);
  const auto known = numbers.find(canonical.key);
  if (known == numbers.end()) return std::nullopt;
  return Located{known->second, canonical.order};
}

std::vector<Scalar> local_state(const Tuple& tuple,
                                std::span<const Scalar> state) {
  const Layout layout = layout_of(tuple);
  std::vector<Scalar> out;
  for (std::size_t c = 0; c < layout.slots.size(); ++c) {
    const Scalar value = state[layout.slots[c]];
    out.push_back(layout.reference[c].valid()
                      ? frame_value(tuple, layout.reference[c], value)
                      : value);
  }
  return out;
}

std::vector<Scalar> moved(const ViewType& type, const Symmetry& s,
                          std::span<const Scalar> row) {
  std::vector<Scalar> out(row.size());
  for (std::size_t c = 0; c < row.size(); ++c) {
    const Scalar value = row[s.columns[c]];
    const bool position = type.layout.reference[c].valid() && value >= 0 &&
                          value < static_cast<Scalar>(s.nodes.size());
    out[c] = position ? s.nodes[static_cast<std::size_t>(value)] : value;
  }
  return out;
}

std::optional<TypeSystem> type_system(
    const network::Model& model, const Scope& scope, std::uint32_t k,
    const std::vector<std::vector<Scalar>>& sizes,
    const network::Limits& limits, std::string& refused) {
  Builder builder(model, k, limits);
  const bool done = builder.build(scope, sizes);
  refused = builder.refused;
  if (!done) return std::nullopt;
  return builder.take();
}

}  // namespace vicinal::fixpoint::inline family
