// SPDX-License-Identifier: MIT
// The order of everything is fixed by the order of the nodes: variables by
// node, edges at single ports by node and port, then shared edges by (a, p, b,
// q). A key lists these with their ends and nothing of names or numbers of the
// sample; so tuples with equal keys have the same columns, also in different
// samples. An atom without a value leaves no mark in the key.
#include "fixpoint/family/tuple.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline family {

using network::EdgeId;
using network::Instance;
using network::NodeId;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr std::int64_t cost_of_a_tuple = 64;  // in rounds of a loop

// Edges that m knows at port set p and n at port set q.
std::vector<EdgeId> common(const Instance& instance, NodeId m, std::uint32_t p,
                           NodeId n, std::uint32_t q) {
  std::vector<EdgeId> out;
  const network::Network& network = instance.network;
  const network::Range at_m = network.darts_at(m, p);
  const network::Range at_n = network.darts_at(n, q);
  for (std::uint32_t d = at_m.begin; d < at_m.end; ++d) {
    for (std::uint32_t f = at_n.begin; f < at_n.end; ++f) {
      if (network.dart_edge[d] == network.dart_edge[f]) {
        out.push_back(network.dart_edge[d]);
      }
    }
  }
  return out;
}

void reference_columns(const Instance& instance, TypeId id,
                       std::vector<network::NodeFamilyId>& out) {
  const network::Model& model = *instance.model;
  const network::Type& type = model[id];
  const network::TypeSize& size = instance.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f : model.structs[type.structure.index()].fields) {
        reference_columns(instance, f.type, out);
      }
      return;
    case TypeKind::queue:
      out.emplace_back();
      [[fallthrough]];
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) {
        reference_columns(instance, type.element, out);
      }
      return;
    case TypeKind::reference:
      out.push_back(type.family);
      return;
    default:
      out.emplace_back();
  }
}

}  // namespace

std::vector<Tuple> tuples_of(const Sample& sample, std::vector<NodeId> nodes) {
  std::vector<Tuple> out(1);
  out[0].sample = &sample;
  out[0].nodes = std::move(nodes);
  const std::vector<NodeId> all = out[0].nodes;
  const Instance& instance = sample.instance;
  for (std::uint32_t a = 0; a < all.size(); ++a) {
    const auto& a_ports = instance.process(all[a]).ports;
    for (std::uint32_t p = 0; p < a_ports.size(); ++p) {
      if (!a_ports[p].set) continue;
      for (std::uint32_t b = a + 1; b < all.size(); ++b) {
        const auto& b_ports = instance.process(all[b]).ports;
        for (std::uint32_t q = 0; q < b_ports.size(); ++q) {
          if (!b_ports[q].set) continue;
          const auto edges = common(instance, all[a], p, all[b], q);
          std::vector<Tuple> longer;
          for (const EdgeId e : edges) {
            for (Tuple t : out) {
              t.shared.push_back({a, p, b, q, e});
              longer.push_back(std::move(t));
            }
          }
          if (!edges.empty()) out = std::move(longer);
        }
      }
    }
  }
  return out;
}

Tuple part_of(const Tuple& tuple, const std::vector<std::uint32_t>& positions) {
  Tuple out;
  out.sample = tuple.sample;
  std::vector<std::uint32_t> at(tuple.nodes.size(), UINT32_MAX);
  for (const std::uint32_t p : positions) {
    at[p] = static_cast<std::uint32_t>(out.nodes.size());
    out.nodes.push_back(tuple.nodes[p]);
  }
  for (SharedEdge s : tuple.shared) {
    s.a = at[s.a];
    s.b = at[s.b];
    if (s.a == UINT32_MAX || s.b == UINT32_MAX) continue;
    if (s.a > s.b) {
      std::swap(s.a, s.b);
      std::swap(s.p, s.q);
    }
    out.shared.push_back(s);
  }
  std::sort(out.shared.begin(), out.shared.end(),
            [](const SharedEdge& x, const SharedEdge& y) {
              return std::tie(x.a, x.p, x.b, x.q) <
                     std::tie(y.a, y.p, y.b, y.q);
            });
  return out;
}

std::vector<VisibleEdge> visible_edges(const Tuple& tuple) {
  const Instance& instance = tuple.instance();
  const network::Network& network = instance.network;
  std::vector<VisibleEdge> out;
  const auto show = [&](EdgeId e) {
    const bool known =
        std::any_of(out.begin(), out.end(),
                    [&](const VisibleEdge& v) { return v.edge == e; });
    if (!known) out.push_back({e, {}});
  };
  for (const NodeId n : tuple.nodes) {
    const auto& ports = instance.process(n).ports;
    for (std::uint32_t d = network.darts(n).begin; d < network.darts(n).end;
         ++d) {
      if (!ports[network.dart_port[d]].set) show(network.dart_edge[d]);
    }
  }
  for (const SharedEdge& s : tuple.shared) show(s.edge);
  for (std::uint32_t i = 0; i < tuple.nodes.size(); ++i) {
    const network::Range darts = network.darts(tuple.nodes[i]);
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      for (VisibleEdge& v : out) {
        if (v.edge == network.dart_edge[d]) {
          v.ends.push_back({i, network.dart_port[d]});
        }
      }
    }
  }
  return out;
}

namespace {

// Calls visit(positions) for all choices of different nodes that an atom may
// speak of.
template <class Visit>
void node_choices(const Tuple& tuple, const Atom& atom,
                  std::vector<std::uint32_t>& chosen, const Visit& visit) {
  if (chosen.size() == atom.slots.size()) {
    visit();
    return;
  }
  for (std::uint32_t p = 0; p < tuple.nodes.size(); ++p) {
    if (std::find(chosen.begin(), chosen.end(), p) != chosen.end() ||
        tuple.instance().process_id(tuple.nodes[p]) !=
            atom.processes[chosen.size()]) {
      continue;
    }
    chosen.push_back(p);
    node_choices(tuple, atom, chosen, visit);
    chosen.pop_back();
  }
}

}  // namespace

std::vector<AtomAnswer> answers(const Tuple& tuple,
                                const std::vector<Atom>& atoms) {
  std::vector<AtomAnswer> out;
  if (atoms.empty()) return out;
  const Instance& instance = tuple.instance();
  const network::Evaluator evaluator(instance);
  const std::vector<VisibleEdge> edges = visible_edges(tuple);
  std::vector<Scalar> frame(instance.model->frame);
  for (const Atom& atom : atoms) {
    std::vector<std::uint32_t> chosen;
    node_choices(tuple, atom, chosen, [&] {
      network::Context context{{}, {}, frame.data()};
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const NodeId n = tuple.nodes[chosen[i]];
        if (atom.slots[i] == self_slot) {
          context.self = n;
        } else {
          frame[atom.slots[i]] = n.value;
        }
      }
      AtomAnswer answer{&atom, chosen, 0};
      try {
        answer.value = evaluator.scalar(atom.expr, context);
      } catch (const network::ModelError&) {
        return;
      }
      if (atom.kind == Atom::Kind::node) {
        const auto at =
            std::find(tuple.nodes.begin(), tuple.nodes.end(),
                      NodeId(static_cast<std::uint32_t>(answer.value)));
        answer.value = at == tuple.nodes.end() ? -1 : at - tuple.nodes.begin();
      } else if (atom.kind == Atom::Kind::edge) {
        const auto at =
            std::find_if(edges.begin(), edges.end(), [&](const VisibleEdge& v) {
              return v.edge.value == static_cast<std::uint32_t>(answer.value);
            });
        answer.value = at == edges.end() ? -1 : at - edges.begin();
      }
      out.push_back(std::move(answer));
    });
  }
  return out;
}

Key key_of(const Tuple& tuple, const std::vector<Atom>& atoms) {
  network::poll(cost_of_a_tuple);
  const Instance& instance = tuple.instance();
  Key key;
  for (const NodeId n : tuple.nodes) {
    key.push_back(instance.family_of[n.index()].value);
    const std::size_t constants = instance.process(n).constants.size();
    const std::uint32_t first = instance.constant_begin[n.index()];
    for (std::size_t c = 0; c < constants; ++c) {
      key.push_back(instance.constants[first + c]);
    }
  }
  for (const VisibleEdge& v : visible_edges(tuple)) {
    key.push_back(-1);
    for (const End& end : v.ends) {
      key.push_back(end.node);
      key.push_back(end.port);
    }
  }
  for (const AtomAnswer& answer : answers(tuple, atoms)) {
    key.push_back(-4);
    key.push_back(answer.value);
  }
  return key;
}

Layout layout_of(const Tuple& tuple) {
  network::poll(cost_of_a_tuple);
  const Instance& instance = tuple.instance();
  Layout out;
  out.edges = visible_edges(tuple);
  const auto add = [&](ViewVariable variable, std::uint32_t first) {
    variable.column = static_cast<std::uint32_t>(out.slots.size());
    out.variables.push_back(variable);
    for (std::uint32_t s = 0; s < instance.size(variable.type).slots; ++s) {
      out.slots.push_back(first + s);
    }
    reference_columns(instance, variable.type, out.reference);
  };
  for (std::uint32_t i = 0; i < tuple.nodes.size(); ++i) {
    const NodeId n = tuple.nodes[i];
    const auto& variables = instance.process(n).variables;
    const auto& offsets =
        instance.variable_offsets[instance.process_id(n).index()];
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
      add({false, i, v, variables[v].type, 0},
          instance.node_base[n.index()] + offsets[v]);
    }
  }
  for (std::uint32_t e = 0; e < out.edges.size(); ++e) {
    const EdgeId edge = out.edges[e].edge;
    add({true, 0, e, instance.edge_type(edge), 0},
        instance.edge_base[edge.index()]);
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline family
