// SPDX-License-Identifier: MIT
// What is printed of a counterexample: sizes, who the nodes are, what they
// and their edges hold before and after.
#include <algorithm>

#include "obligations/generator.hpp"

namespace vicinal::obligations {

namespace {

constexpr std::size_t max_others = 4;  // nodes without a name that are shown

struct Part {
  std::string suffix;  // .x, [2], .len
  TypeId type;
};

// The slots of a type, by name.
void parts(const Model& model, Query& q, TypeId id, const std::string& prefix,
           std::vector<Part>& out) {
  const network::Type& type = model[id];
  if (type.kind == TypeKind::structure) {
    for (const auto& f : model.structs[type.structure.index()].fields) {
      parts(model, q, f.type, prefix + "." + f.name, out);
    }
  } else if (type.kind == TypeKind::array || type.kind == TypeKind::queue) {
    if (type.kind == TypeKind::queue) out.push_back({prefix + ".len", {}});
    const std::size_t end = out.size() + q.slots(id).size() -
                            (type.kind == TypeKind::queue ? 1 : 0);
    for (std::size_t i = 0; out.size() < end; ++i) {
      parts(model, q, type.element, prefix + "[" + std::to_string(i) + "]",
            out);
    }
  } else {
    out.push_back({prefix, id});
  }
}

}  // namespace

void Generator::show(Query& q, const std::vector<Named>& named,
                     const std::vector<StateId>& states, Obligation& o,
                     std::vector<std::pair<std::string, Term>>& terms) {
  const auto put = [&](std::string label, TypeId type, Term t) {
    std::string constant = "shown." + std::to_string(terms.size());
    o.shown.push_back({std::move(label), type, constant});
    terms.emplace_back(std::move(constant), t);
  };
  const auto put_all = [&](const std::string& label, TypeId type,
                           const std::vector<Term>& slots,
                           const std::string& when) {
    std::vector<Part> list;
    parts(model_, q, type, label, list);
    for (std::size_t i = 0; i < list.size() && i < slots.size(); ++i) {
      put(list[i].suffix + when, list[i].type, slots[i]);
    }
  };
  const auto put_edge = [&](const std::string& label, const Value& edge,
                            std::size_t s) {
    const std::string when = s == 0 ? "" : " after";
    for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
      if (q.terms.value(edge.slots[0]) != std::int64_t{f}) continue;
      const auto& family = model_.edge_families[f];
      const auto rank = static_cast<std::ptrdiff_t>(
          q.dimensions(DomainKind::edge_family, f).size());
      const auto begin = edge.slots.begin() + 1;
      Place place{PlaceKind::edge, f, 0, {begin, begin + rank}};
      if (s == 0) {
        for (std::size_t d = 0; d < place.indices.size(); ++d) {
          put(label + " is " + family.name + "[" + std::to_string(d) + "]", {},
              place.indices[d]);
        }
      }
      const Located at{{{q.terms.yes(), place}}, q.terms.no()};
      put_all(label, family.type, q.read_all(at, family.type, states[s]).slots,
              when);
    }
  };
  const auto put_node = [&](const std::string& label, const Value& node) {
    o.nodes.emplace_back(label, network::NodeFamilyId(node.family));
    for (std::size_t d = 0; d < node.slots.size(); ++d) {
      put(label + " is " + model_.node_families[node.family].name + "[" +
              std::to_string(d) + "]",
          {}, node.slots[d]);
    }
    const network::ProcessId process =
        model_.node_families[node.family].process;
    const network::Process& p = model_[process];
    for (std::size_t s = 0; s < states.size(); ++s) {
      const std::string when = s == 0 ? "" : " after";
      for (std::uint32_t v = 0; v < p.variables.size(); ++v) {
        const Place place{PlaceKind::node, node.family,
                          q.variable_offset(process, v), node.slots};
        const Located at{{{q.terms.yes(), place}}, q.terms.no()};
        const TypeId type = p.variables[v].type;
        put_all(label + "." + p.variables[v].name, type,
                q.read_all(at, type, states[s]).slots, when);
      }
      for (std::uint32_t i = 0; i < p.ports.size(); ++i) {
        if (p.ports[i].set) continue;
        put_edge(label + "." + p.ports[i].name, q.port_edge(node, i), s);
      }
    }
  };
  for (std::uint32_t i = 0; i < model_.parameters.size(); ++i) {
    put(model_.parameters[i].name, {}, q.parameter(i));
  }
  std::vector<Value> seen;
  for (const Named& n : named) {
    if (n.value.family != no_item) {
      put_node(n.name, n.value);
      seen.push_back(n.value);
    } else if (n.binder.domain == DomainKind::edge_family ||
               n.binder.domain == DomainKind::port_set) {
      for (std::size_t s = 0; s < states.size(); ++s) {
        put_edge(n.name, n.value, s);
      }
    } else {
      put(n.name, n.binder.type, n.value.slots[0]);
    }
  }
  std::size_t others = 0;
  for (const Value& node : q.nodes()) {
    if (std::find(seen.begin(), seen.end(), node) != seen.end()) continue;
    if (++others > max_others) break;
    put_node("other" + std::to_string(others), node);
  }
}

}  // namespace vicinal::obligations
