// SPDX-License-Identifier: MIT
// What is printed of a counterexample: sizes, who the nodes are, what they
// and their edges hold before and after.
#include <algorithm>
#include <set>
#include <span>

#include "network/language/fresh_names.hpp"
#include "obligations/generator.hpp"

namespace vicinal::obligations {

namespace {

constexpr std::size_t max_others = 4;  // nodes without a name that are shown

struct ShownPart {
  std::string suffix;  // .x, [2], .len
  TypeId type;
};

const std::string any_node = "[]";  // stands for the name of a node

// The slots of a type, by name.
void parts(const Model& model, Query& q, TypeId id, const std::string& prefix,
           std::vector<ShownPart>& out) {
  const network::Type& type = model[id];
  if (type.kind == TypeKind::structure) {
    for (const auto& f : model.structs[type.structure.index()].fields) {
      parts(model, q, f.type, prefix + "." + f.name, out);
    }
  } else if (type.kind == TypeKind::array || type.kind == TypeKind::queue) {
    if (type.kind == TypeKind::queue) out.push_back({prefix + ".len", {}});
    const std::size_t end = out.size() + q.slots.of(id).size() -
                            (type.kind == TypeKind::queue ? 1 : 0);
    for (std::size_t i = 0; out.size() < end; ++i) {
      parts(model, q, type.element, prefix + "[" + std::to_string(i) + "]",
            out);
    }
  } else if (type.kind == TypeKind::node_array) {
    // The nodes that index it are named where it is shown.
    parts(model, q, type.element, prefix + any_node, out);
  } else {
    out.push_back({prefix, id});
  }
}

// Terms to show, each with a constant of its own.
class Shower {
 public:
  Shower(Query& q, const std::vector<StateId>& states, Obligation& o,
         std::vector<std::pair<std::string, Term>>& terms)
      : model_(q.model), q_(q), states_(states), o_(o), terms_(terms) {}

  void put(std::string label, TypeId type, Term t) {
    std::string constant = "shown." + std::to_string(terms_.size());
    o_.shown.push_back({std::move(label), type, constant});
    terms_.emplace_back(std::move(constant), t);
  }

  void edge(const std::string& label, const Value& edge, std::size_t s) {
    for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
      if (q_.terms.value(edge.slots[0]) != std::int64_t{f}) continue;
      const auto& family = model_.edge_families[f];
      const auto rank = static_cast<std::ptrdiff_t>(
          q_.sizes.dimensions(DomainKind::edge_family, f).size());
      const auto begin = edge.slots.begin() + 1;
      Place place{PlaceKind::edge, f, 0, {begin, begin + rank}};
      if (s == 0) indices(label, family.name, place.indices);
      variable(label, family.type, place, s);
    }
  }

  // A node that elements are shown of.
  void name(const std::string& label, const Value& node) {
    named_.emplace_back(label, node);
  }

  // Which port sets of the node the edge is in.
  void sets(const std::string& label, const Value& node,
            const std::string& edge_label, const Value& edge) {
    const auto& ports = model_[model_.node_families[node.family].process].ports;
    for (std::uint32_t i = 0; i < ports.size(); ++i) {
      if (!ports[i].set) continue;
      const Term in = q_.wiring.member(node, i, edge);
      if (q_.terms.is_no(in)) continue;
      put(edge_label + " in " + label + "." + ports[i].name, {}, in);
      o_.shown.back().relation = true;
    }
  }

  void shared(std::uint32_t item) {
    const network::SharedVariable& s = model_.shared[item];
    if (!s.written || s.dimensions.size() > 1) return;
    for (std::size_t state = 0; state < states_.size(); ++state) {
      if (s.dimensions.empty()) {
        variable(s.name, s.type, {PlaceKind::shared, item, 0, {}}, state);
        continue;
      }
      for (const auto& [name, node] : named_) {
        if (!for_each_index(s, node)) continue;
        variable(s.name + "[index(" + name + ")]", s.type,
                 {PlaceKind::shared, item, 0, node.slots}, state);
      }
    }
  }

  void node(const std::string& label, const Value& node) {
    o_.nodes.emplace_back(label, network::NodeFamilyId(node.family));
    indices(label, model_.node_families[node.family].name, node.slots);
    const network::ProcessId process =
        model_.node_families[node.family].process;
    const network::Process& p = model_[process];
    for (std::size_t s = 0; s < states_.size(); ++s) {
      for (std::uint32_t v = 0; v < p.variables.size(); ++v) {
        const Place place{PlaceKind::node, node.family,
                          q_.slots.variable_offset(process, v), node.slots};
        variable(label + "." + p.variables[v].name, p.variables[v].type, place,
                 s);
      }
      for (std::uint32_t i = 0; i < p.ports.size(); ++i) {
        if (p.ports[i].set) continue;
        edge(label + "." + p.ports[i].name, q_.wiring.port_edge(node, i), s);
      }
    }
  }

 private:
  // Whether the array has an element for each index in the family of the node.
  bool for_each_index(const network::SharedVariable& s, const Value& node) {
    return node.slots.size() == 1 &&
           q_.sizes.dimensions(DomainKind::node_family, node.family)[0] ==
               q_.sizes.value(s.dimensions[0]);
  }

  void indices(const std::string& label, const std::string& family,
               const std::vector<Term>& list) {
    for (std::size_t d = 0; d < list.size(); ++d) {
      put(label + " is " + family + "[" + std::to_string(d) + "]", {}, list[d]);
    }
  }

  void variable(const std::string& label, TypeId type, const Place& place,
                std::size_t s) {
    const std::vector<Slot> slots = q_.slots.of(type);
    std::vector<ShownPart> list;
    parts(model_, q_, type, label, list);
    for (std::uint32_t i = 0; i < list.size() && i < slots.size(); ++i) {
      Place part = place;
      part.slot += i;
      elements(list[i], slots[i].keys, std::move(part), s);
    }
  }

  // One value, or, of an array indexed by nodes, one for each node that has a
  // name.
  void elements(const ShownPart& part, std::span<const std::uint32_t> keys,
                const Place& place, std::size_t s) {
    if (keys.empty()) {
      put(part.suffix + (s == 0 ? "" : " after"), part.type,
          q_.places.read(place, states_[s]));
      return;
    }
    for (const auto& [name, node] : named_) {
      if (node.family != keys[0]) continue;
      ShownPart one = part;
      one.suffix.insert(one.suffix.find(any_node) + 1, name);
      Place element = place;
      element.indices.insert(element.indices.end(), node.slots.begin(),
                             node.slots.end());
      elements(one, keys.subspan(1), element, s);
    }
  }

  const Model& model_;
  Query& q_;
  const std::vector<StateId>& states_;
  std::vector<std::pair<std::string, Value>> named_;  // nodes
  Obligation& o_;
  std::vector<std::pair<std::string, Term>>& terms_;
};

}  // namespace

namespace {

// Names that nothing else has: what an assertion binds and what a rule does may
// have one name, and the formulas that are made of an example would take them
// for one.
class ShownNames {
 public:
  explicit ShownNames(const Model& model) : names_(model) {}

  // The name itself, where nobody else is shown under it: what is bound hides
  // nothing.
  std::string bound(const std::string& name) {
    if (!shown_.insert(name).second) return fresh(name);
    names_.add(name);
    return name;
  }
  std::string fresh(const std::string& wish) {
    return *shown_.insert(names_.fresh(wish, 2)).first;
  }

 private:
  network::FreshNames names_;
  std::set<std::string> shown_;
};

// The same, each under a name of its own; what is there under its name already
// is said once. Who acts keeps its name, which the question has in its own,
// then what the action binds, which comes last.
std::vector<Named> told_apart(const std::vector<Named>& named,
                              const std::string& acting, ShownNames& names) {
  std::vector<Named> out;
  std::size_t acts = named.size();
  for (std::size_t i = 0; i < named.size(); ++i) {
    const auto again = std::any_of(out.begin(), out.end(), [&](const Named& n) {
      return n.name == named[i].name && n.value == named[i].value;
    });
    if (again) continue;
    if (acts > out.size() && named[i].name == acting) acts = out.size();
    out.push_back(named[i]);
  }
  if (acts < out.size()) names.bound(acting);
  for (std::size_t i = out.size(); i-- > 0;) {
    if (i != acts) out[i].name = names.bound(out[i].name);
  }
  return out;
}

}  // namespace

// Nodes of the join that have no name, and get one.
std::vector<std::pair<std::string, Value>> Generator::others_of(
    const Query& q, const std::vector<Named>& named) {
  std::vector<std::pair<std::string, Value>> out;
  for (const Value& node : q.members.nodes()) {
    const bool seen =
        std::any_of(named.begin(), named.end(),
                    [&](const Named& n) { return n.value == node; });
    if (seen) continue;
    if (out.size() == max_others) break;
    out.emplace_back("other" + std::to_string(out.size() + 1), node);
  }
  return out;
}

void Generator::show(Query& q, const std::vector<Named>& given,
                     const std::vector<StateId>& states, Obligation& o,
                     std::vector<std::pair<std::string, Term>>& terms) {
  Shower shower(q, states, o, terms);
  ShownNames names(model_);
  const std::size_t at = o.name.rfind(" at ");
  const std::string acting =
      at == std::string::npos ? std::string() : o.name.substr(at + 4);
  const std::vector<Named> named = told_apart(given, acting, names);
  for (std::uint32_t i = 0; i < model_.parameters.size(); ++i) {
    shower.put(model_.parameters[i].name, {}, q.sizes.parameter(i));
  }
  auto others = others_of(q, named);
  for (auto& [label, node] : others) label = names.fresh(label);
  for (const Named& n : named) {
    if (n.value.family != no_family) shower.name(n.name, n.value);
  }
  for (const auto& [label, node] : others) shower.name(label, node);
  for (std::uint32_t s = 0; s < model_.shared.size(); ++s) shower.shared(s);
  for (const Named& n : named) {
    if (n.value.family != no_family) {
      shower.node(n.name, n.value);
    } else if (n.binder.domain == DomainKind::edge_family ||
               n.binder.domain == DomainKind::port_set) {
      o.edges.push_back(n.name);
      for (std::size_t s = 0; s < states.size(); ++s) {
        shower.edge(n.name, n.value, s);
      }
    } else {
      shower.put(n.name, n.binder.type, n.value.slots[0]);
    }
  }
  for (const Named& e : named) {
    if (std::find(o.edges.begin(), o.edges.end(), e.name) == o.edges.end()) {
      continue;
    }
    for (const Named& n : named) {
      if (n.value.family == no_family) continue;
      shower.sets(n.name, n.value, e.name, e.value);
    }
  }
  for (const auto& [label, node] : others) shower.node(label, node);
}

}  // namespace vicinal::obligations
