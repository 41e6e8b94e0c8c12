// SPDX-License-Identifier: MIT
// Whom a question is about: members that it names, by variables or by numbers,
// the edges between them, the first ones, and others; and what is printed of a
// counterexample: sizes, who the nodes are, what they and their edges hold
// before and after. Who is left out makes a weaker premise.
#include <algorithm>
#include <set>
#include <span>

#include "network/language/fresh_names.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "obligations/generator.hpp"

namespace vicinal::obligations {

namespace {

constexpr std::size_t max_others = 4;  // nodes without a name that are shown
constexpr std::size_t many_nodes = 4;  // of an assertion

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

// ---- who is there ----------------------------------------------------------

Env Generator::env_of(const Question& x, const Goal& goal) const {
  Env env = nothing_bound(model_);
  env.state = x.state;
  for (std::size_t i = 0; i < goal.binders.size(); ++i) {
    env.frame[goal.binders[i].slot] = x.named[i].value;
  }
  return env;
}

// Slots of the variables of a goal. A term of a rank knows nothing of who
// helps, so that its quantifiers take the same slots again, as do other
// situations: what is bound there may be of another kind, and is no member
// then.
std::set<std::uint32_t> Generator::named_slots(const Goal& goal) const {
  std::set<std::uint32_t> named;
  for (const Binder& b : goal.binders) named.insert(b.slot);
  network::walk(model_, goal.matrix, [&](ExprId, const Expr& e) {
    for (const Binder& inner : binders_of(model_, e.binders)) {
      const auto is_other = [&](const Binder& b) {
        return b.slot == inner.slot &&
               (b.domain != inner.domain || b.item != inner.item);
      };
      if (std::ranges::any_of(goal.binders, is_other)) named.erase(inner.slot);
    }
    return network::Go::into;
  });
  return named;
}

// x + 1, of a member x of a range: what is said of all numbers is of use there.
bool Generator::near_number(const Goal& goal, const Expr& e) const {
  if ((e.op != Op::add && e.op != Op::subtract) ||
      model_[model_.child(e, 1)].op != Op::literal) {
    return false;
  }
  const Expr& x = model_[model_.child(e, 0)];
  const auto is = [&](const Binder& b) {
    return b.domain == DomainKind::range && b.slot == x.item;
  };
  return x.op == Op::bound &&
         std::any_of(goal.binders.begin(), goal.binders.end(), is);
}

// Nodes and edges that the goals name by numbers: phil[0], phil[(i + 1) % n].
void Generator::join_named(Question& x, const Goals& goals) {
  for (const Goal& goal : goals) {
    const Env env = env_of(x, goal);
    const std::set<std::uint32_t> named = named_slots(goal);
    const auto by_number = [&](const Expr& number) {
      if (number.op == Op::bound) return named.contains(number.item);
      return number.op == Op::literal || number.op == Op::parameter ||
             number.op == Op::node_index || network::is_arithmetic(number.op);
    };
    network::walk(model_, goal.matrix, [&](ExprId id, const Expr& e) {
      if (near_number(goal, e)) {
        x.q.members.join_number(x.q.expressions.translate(id, env).term());
      }
      const bool node = e.op == Op::family_node;
      if (!node && e.op != Op::family_edge) return network::Go::into;
      for (std::size_t c = 0; c < e.children.size(); ++c) {
        if (!network::every(model_, model_.child(e, c), by_number)) {
          return network::Go::into;
        }
      }
      const Value v = x.q.expressions.translate(id, env).value;
      if (node) x.q.members.join(v);
      if (!node) x.q.members.join_edge(v);
      return network::Go::into;
    });
  }
}

// Where a goal says that there is somebody: nodes that the step names by
// numbers of its parameters, p[(index(x) + 1) % n].
void Generator::join_named(Question& x, const Goals& goals,
                           const network::Action& a, const Env& env) {
  if (std::ranges::all_of(goals, [this](const Goal& goal) {
        return quantifier_free(goal.matrix);
      })) {
    return;
  }
  const auto by_number = [&](const Expr& e) {
    return e.op == Op::literal || e.op == Op::parameter || e.op == Op::self ||
           e.op == Op::node_index || network::is_arithmetic(e.op) ||
           (e.op == Op::bound && !env.frame[e.item].slots.empty());
  };
  network::any_expression(model_, a, [&](ExprId root, network::Role) {
    network::walk(model_, root, [&](ExprId id, const Expr& e) {
      if (e.op != Op::family_node || !network::every(model_, id, [&](auto& p) {
            return &p == &e || by_number(p);
          })) {
        return network::Go::into;
      }
      x.q.members.join(x.q.expressions.translate(id, env).value);
      return network::Go::past;
    });
    return false;
  });
}

// Edges between nodes that the question names: what is said of all members of
// a port set says something of these.
void Generator::join_between(Question& x) {
  std::vector<Value> nodes;
  for (const Named& n : x.named) {
    if (n.value.family != no_family) nodes.push_back(n.value);
  }
  std::size_t count = 0;
  for (std::size_t b = 0; b < nodes.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      for (const Value& edge : x.q.wiring.between(nodes[a], nodes[b])) {
        x.q.members.join_edge(edge);
        Binder binder;
        binder.name = "edge" + std::to_string(++count);
        binder.domain = DomainKind::edge_family;
        x.named.push_back({binder.name, binder, edge});
      }
    }
  }
}

// Counts begin with the first ones, mostly: the token is on edge 0. And that
// somebody is there is shown by the first one, or, where indices tell how nodes
// begin, by the one that has a number of the goal as its index.
void Generator::join_first(Question& x, const Goals& goals) {
  const auto counts = [&](const Goal& goal) {
    return network::any(model_, goal.matrix, [](const Expr& e) {
      return e.op == Op::count || e.op == Op::sum || e.op == Op::exactly ||
             e.op == Op::exists;
    });
  };
  if (std::none_of(goals.begin(), goals.end(), counts)) return;
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    x.q.members.join_first(DomainKind::node_family, f);
  }
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    x.q.members.join_first(DomainKind::edge_family, f);
  }
  if (begins_by_index()) join_by_index(x, goals);
}

bool Generator::begins_by_index() const {
  const auto by_index = [this](ExprId e) {
    return network::any(
        model_, e, [](const Expr& part) { return part.op == Op::node_index; });
  };
  return std::ranges::any_of(model_.inits, by_index) ||
         std::ranges::any_of(model_.processes, [&](const auto& process) {
           return std::ranges::any_of(process.variables, [&](const auto& v) {
             return by_index(v.initial);
           });
         });
}

void Generator::join_by_index(Question& x, const Goals& goals) {
  for (const Goal& goal : goals) {
    const Env env = env_of(x, goal);
    for (const Binder& b : goal.binders) {
      if (b.domain != DomainKind::range) continue;
      for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
        if (x.q.sizes.rank(f) != 1) continue;
        x.q.members.join({env.frame[b.slot].slots, f});
      }
    }
  }
}

// Others than those that are named, of each family. Where an assertion binds
// many, as they are of several families, no more of each than one binds.
void Generator::add_fillers(Query& q, std::size_t most) const {
  std::vector<std::size_t> of_each(most_alike_.size(), most);
  for (std::size_t f = 0; most_nodes_ >= many_nodes && f < of_each.size();
       ++f) {
    of_each[f] = std::min(most, most_alike_[f] + 1);
  }
  q.members.add_fillers(of_each);
}

}  // namespace vicinal::obligations
