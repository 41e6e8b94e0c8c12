// SPDX-License-Identifier: MIT
// Each ingredient is looked for where it must stand: in a property, in a guard,
// in a target. "May fail" is meant here of what a state decides: a division by
// something that reads the state, not an addition that might leave 64 bits.
#include "ingredients.hpp"

#include <algorithm>
#include <set>

#include "groupoid/balance_relation/balance.hpp"
#include "network/language/property.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::selfcheck {

using namespace network;
using ast::StmtKind;

namespace {

constexpr std::int64_t large = std::int64_t{1} << 61;
constexpr double many_assignments = 4096;  // beyond, none goes through all

class Looking {
 public:
  Looking(const Model& model, const Instance* instance,
          std::set<std::string>& found)
      : m_(model), instance_(instance), found_(found) {}

  void run() {
    if (instance_ != nullptr) look_at_network();
    for (const Process& p : m_.processes) {
      for (const Action& a : p.actions) action(a);
    }
    for (const Action& r : m_.rules) action(r);
    for (const Property& p : m_.properties) {
      if (!is_temporal(p)) property(p);
    }
    for (const Action* a : actions_) {
      if (asks_enabled_ && (risky(a->guard) || risky(a->priority))) {
        add("'enabled' where a guard or priority may fail");
      }
    }
    starts();
    sizes();
    for (const Type& t : m_.types) {
      if (t.kind == TypeKind::range && has(t.low, Op::parameter)) {
        add("type with a parameter as lower bound");
      }
    }
  }

 private:
  void add(const std::string& name) { found_.insert(name); }
  bool has(ExprId e, Op op) const {
    return any(m_, e, [op](const Expr& x) { return x.op == op; });
  }
  bool is_node_binder(const Binder& b) const {
    return b.domain == DomainKind::node_family ||
           b.domain == DomainKind::process;
  }

  // ---- the network ---------------------------------------------------------

  void look_at_network() {
    const Network& n = instance_->network;
    for (std::size_t e = 0; e < n.edge_count(); ++e) {
      bool read = false, written = false, one_way = false;
      for (const DartId d : n.darts(EdgeId(e))) {
        read = read || n.reads(d);
        written = written || n.writes(d);
        one_way = one_way || n.reads(d) != n.writes(d);
      }
      if (one_way && written && read) shapes_.insert("directed");
      if (read && !written) shapes_.insert("read-only");
    }
    std::map<std::uint32_t, std::set<std::uint32_t>> degrees;
    for (std::size_t i = 0; i < n.node_count(); ++i) {
      degrees[instance_->process_id(NodeId(i)).value].insert(
          n.darts(NodeId(i)).size());
    }
    for (const auto& [process, all] : degrees) {
      if (all.size() > 1) shapes_.insert("irregular");
    }
    const groupoid::Balance balance = groupoid::balance(n);
    alike_ = balance.nodes().size() < n.node_count();
  }

  // adjacent and same, by the shapes of the network.
  void relations(ExprId e, const std::string& where) {
    for (const std::string& shape : shapes_) {
      if (has(e, Op::adjacent)) add(where + ": adjacent, " + shape);
      if (has(e, Op::same)) add(where + ": same, " + shape);
    }
  }

  // ---- sizes ---------------------------------------------------------------

  // Which sizes there are, and what is said of them.
  void sizes() {
    for (const Parameter& p : m_.parameters) {
      if (p.low == 0) add("size: from 0");
      if (p.high) add("size: a closed range");
      if (p.low == 0 && p.high) add("size: a closed range from 0");
    }
  }

  // Whether something is said of a number of links.
  bool counts_links(ExprId e) const {
    return any(m_, e, [&](const Expr& x) {
      return x.op == Op::count &&
             any_binder(m_, x.binders, [](const Binder& b) {
               return b.domain == DomainKind::port_set;
             });
    });
  }

  // ---- what is said --------------------------------------------------------

  // Quantifiers over nodes: holds(quantifier, a binder of it).
  template <class Holds>
  bool over_nodes(ExprId e, Holds holds) const {
    return any(m_, e, [&](const Expr& x) {
      return any_binder(m_, x.binders, [&](const Binder& b) {
        return is_node_binder(b) && holds(x, b);
      });
    });
  }
  ExprId body(const Expr& quantifier) const {
    return m_.child(quantifier, quantifier.children.size() - 1);
  }
  bool is_bound(ExprId e, std::uint32_t slot) const {
    return m_[e].op == Op::bound && m_[e].item == slot;
  }
  // Whether a variable of the node in the slot is read, or an edge at it.
  bool reads_node(ExprId e, std::uint32_t slot, Op how) const {
    return any(m_, e, [&](const Expr& x) {
      return x.op == how && is_bound(m_.child(x, 0), slot);
    });
  }

  void property(const Property& p) {
    const ExprId f = p.formula;
    relations(f, "property");
    if (has(f, Op::enabled)) asks_enabled_ = true;
    if (any(m_, f, [&](const Expr& x) {
          return network::is_comparison(x.op) &&
                 has(m_.child(x, 0), Op::parameter);
        })) {
      add("property: a parameter is compared");
    }
    if (has(f, Op::exists) && !has(f, Op::forall)) {
      add("property: somebody is there");
    }
    if (alike_) {
      if (over_nodes(f, [&](const Expr& q, const Binder& b) {
            return reads_node(body(q), b.slot, Op::variable) &&
                   reads_node(body(q), b.slot, Op::node_index);
          })) {
        add("property: index of a node beside its state, look-alikes");
      }
      if (any(m_, f, [&](const Expr& x) {
            return (x.op == Op::atmost || x.op == Op::count) &&
                   has(body(x), Op::node_index);
          })) {
        add("property: index in a cardinality, look-alikes");
      }
      if (any(m_, f, [&](const Expr& x) {
            return x.op == Op::family_node && !x.children.empty();
          })) {
        add("property: a node by its name, look-alikes");
      }
    }
    errors(f, "property");
    chosen_nodes(f, "property");
    elements(f, "property");
  }

  void action(const Action& a) {
    actions_.push_back(&a);
    guard(a);
    parameters(a);
    contest(a);
    if (m_.network_kind == ast::NetworkKind::block) third(a);
    targets(a);
    any_expression(m_, a.body, [&](ExprId e, Role role) {
      if (role == Role::target) chosen_nodes(e, "target");
      return false;
    });
    any_expression(m_, a, [&](ExprId e, Role role) {
      elements(e, role == Role::target ? "target" : "read");
      selves(e);
      return false;
    });
  }

  void guard(const Action& a) {
    over_nodes(a.guard, [&](const Expr& q, const Binder&) {
      relations(body(q), "quantified guard");
      if (any(m_, body(q), [&](const Expr& x) {
            return x.op == Op::shared && !x.children.empty();
          })) {
        add("quantified guard: element of a shared array");
      }
      if (risky(body(q))) add("quantified guard that may fail");
      return false;
    });
    errors(a.guard, "guard");
    if (counts_links(a.guard)) add("guard: a number of links");
    if (any(m_, a.guard, [&](const Expr& x) {
          return x.op == Op::divide && counts_links(m_.child(x, 1));
        })) {
      add("guard: a number of links that may fail");
    }
    chosen_nodes(a.guard, "guard");
  }

  // ---- nodes as parameters, third nodes ------------------------------------

  void parameters(const Action& a) {
    int nodes = 0;
    for (std::uint32_t b = a.binders.begin; b < a.binders.end; ++b) {
      const Binder& binder = m_.binders[b];
      if (!is_node_binder(binder)) continue;
      ++nodes;
      if (reads_node(a.guard, binder.slot, Op::variable)) {
        add("parameter over nodes, its variable in the guard");
      }
      if (any(m_, a.guard, [&](const Expr& x) {
            return x.op == Op::edge_value &&
                   reads_node(m_.child(x, 0), binder.slot, Op::port_edge);
          })) {
        add("parameter over nodes, its edge in the guard");
      }
      if (mentions(m_, a.priority, binder.slot)) {
        add("parameter over nodes, in the priority");
      }
    }
    if (nodes > 1) add("two parameters over nodes");
  }

  // A step on an edge that others see, of three nodes or more, which depends on
  // what the edge holds and on the state of yet another node.
  void third(const Action& a) {
    if (instance_ == nullptr || instance_->network.node_count() < 3) return;
    const bool own = any(m_, a.guard, [&](const Expr& x) {
      if (x.op != Op::edge_value) return false;
      const Expr& edge = m_[m_.child(x, 0)];
      return edge.op == Op::port_edge && m_[m_.child(edge, 0)].op == Op::self;
    });
    const bool others =
        over_nodes(a.guard, [&](const Expr& q, const Binder& b) {
          return reads_node(body(q), b.slot, Op::variable);
        });
    const bool writes = any_expression(m_, a.body, [&](ExprId e, Role role) {
      return role == Role::target && m_[root_of(m_, e)].op == Op::edge_value;
    });
    if (own && others && writes) add("hand-over where a third node allows it");
  }

  // ---- arrays by nodes -----------------------------------------------------

  bool by_nodes(const Expr& x) const {
    return x.op == Op::element &&
           m_[m_[m_.child(x, 0)].type].kind == TypeKind::node_array;
  }

  // Elements by which node they are of.
  void elements(ExprId e, const std::string& where) {
    any(m_, e, [&](const Expr& x) {
      if (!by_nodes(x)) return false;
      const std::string head = "array by nodes, " + where + ": of ";
      switch (m_[m_.child(x, 1)].op) {
        case Op::self:
          add(head + "oneself");
          if (has_ports(x)) add(head + "oneself, with ports");
          break;
        case Op::family_node:
          add(head + (has(m_.child(x, 1), Op::self) ? "a node beside oneself"
                                                    : "a named node"));
          break;
        case Op::bound:
          add(head + "a bound node");
          break;
        case Op::dereference:
          add(head + "a node that is referred to");
          break;
        default:
          break;
      }
      return false;
    });
  }

  // Whether the node whose variable it is has ports.
  bool has_ports(const Expr& element) const {
    const Expr& array = m_[m_.child(element, 0)];
    if (array.op != Op::variable) return false;
    const TypeId node = m_[m_.child(array, 0)].type;
    return m_[node].process.valid() && !m_[m_[node].process].ports.empty();
  }

  // Oneself as a value.
  void selves(ExprId e) {
    any(m_, e, [&](const Expr& x) {
      for (std::uint32_t i = 0; i < x.children.size(); ++i) {
        if (m_[m_.child(x, i)].op != Op::self) continue;
        if (x.op == Op::equal || x.op == Op::not_equal) {
          add("oneself, compared with a node");
        }
        if (x.op == Op::to_reference) add("oneself, as a reference");
      }
      return false;
    });
  }

  // ---- what may fail -------------------------------------------------------

  // What decides whether the operator fails; none if no state does.
  ExprId critical(const Expr& e) const {
    ExprId c;
    switch (e.op) {
      case Op::divide:
      case Op::modulo:
      case Op::power:
        c = m_.child(e, 1);
        break;
      case Op::element:
        c = m_.child(e, 1);
        if (m_[m_[m_.child(e, 0)].type].kind == TypeKind::node_array) return {};
        break;
      case Op::head:
      case Op::dereference:
        c = m_.child(e, 0);
        break;
      case Op::shared:
      case Op::family_node:
      case Op::family_edge:
        if (e.children.empty()) return {};
        c = m_.child(e, 0);
        break;
      default:
        return {};
    }
    return reads_state(m_, c) ? c : ExprId{};
  }
  bool risky(ExprId e) const {
    return any(m_, e, [&](const Expr& x) { return critical(x).valid(); });
  }
  // Places of the state, by how they are written.
  std::set<std::string> places(ExprId e) const {
    std::set<std::string> out;
    any(m_, e, [&](const Expr& x) {
      if (holds_state(x.op)) out.emplace(m_.source->text(x.span));
      return false;
    });
    return out;
  }

  void errors(ExprId e, const std::string& where) {
    any(m_, e, [&](const Expr& x) {
      const ExprId c = critical(x);
      if (c.valid() && places(c).size() > 1) {
        add(where + ": an error that two places decide");
      }
      inside(x, where);
      short_circuit(x, where);
      overflow(x, where);
      return false;
    });
  }

  void inside(const Expr& x, const std::string& where) {
    const char* const name = x.op == Op::minimum   ? "min"
                             : x.op == Op::maximum ? "max"
                             : x.op == Op::divide  ? "division"
                                                   : nullptr;
    if (name == nullptr) return;
    for (std::uint32_t i = 0; i < x.children.size(); ++i) {
      if (risky(m_.child(x, i))) add(where + ": may fail inside " + name);
    }
  }

  void short_circuit(const Expr& x, const std::string& where) {
    const bool stops = x.op == Op::logical_and || x.op == Op::logical_or ||
                       x.op == Op::implies || x.op == Op::if_then_else;
    if (!stops) return;
    const ExprId first = m_.child(x, 0);
    bool later = false, safe_later = false;
    for (std::uint32_t i = 1; i < x.children.size(); ++i) {
      (risky(m_.child(x, i)) ? later : safe_later) = true;
    }
    const bool reads = reads_state(m_, first);
    if (reads && !risky(first) && later) {
      add(where + ": may fail after a condition");
    }
    if (risky(first) && safe_later) {
      add(where + ": may fail before a condition");
    }
  }

  bool is_large(ExprId e) const {
    return any(m_, e, [](const Expr& x) {
      return x.op == Op::literal && (x.value > large || x.value < -large);
    });
  }
  void overflow(const Expr& x, const std::string& where) {
    if (x.op == Op::sum && is_large(body(x)) && reads_state(m_, body(x))) {
      add(where + ": sum that leaves 64 bits on the way, over " +
          (over_port_sets(m_, x.binders) ? "a port set"
           : over_network(m_, x.binders) ? "nodes"
                                         : "a range"));
    }
    // In a sum or difference of three, what comes first.
    const auto adds = [](Op op) { return op == Op::add || op == Op::subtract; };
    if (!adds(x.op)) return;
    const ExprId first = m_.child(x, 0);
    if (adds(m_[first].op) && is_large(first) && reads_state(m_, first)) {
      add(where + ": addition that leaves 64 bits on the way");
    }
  }

  // ---- contests ------------------------------------------------------------

  void contest(const Action& a) {
    if (!a.priority.valid()) return;
    const bool several = !a.binders.empty();
    if (risky(a.priority)) {
      add("priority that may fail");
      if (several) add("priority that may fail, of several bindings");
      if (a.global_priority) add("priority that may fail by others");
      if (over_port_sets(m_, a.binders)) {
        add("priority that may fail, over a port set");
      }
    }
    if (!several || !risky(a.guard)) return;
    add("competitor whose guard may fail");
    if (a.global_guard) add("competitor whose guard may fail by others");
    if (any(m_, a.guard, [&](const Expr& x) {
          return x.op == Op::logical_or && !risky(m_.child(x, 0)) &&
                 risky(m_.child(x, x.children.size() - 1)) &&
                 x.children.size() > 2;
        })) {
      add("competitor that is certainly enabled, or may fail");
    }
  }

  // ---- initial states ------------------------------------------------------

  bool is_cardinality(const Expr& x) const {
    return x.op == Op::exactly || x.op == Op::atmost || x.op == Op::count;
  }
  // The bound of a cardinality over edges, as it is written.
  void bounds(std::set<std::string>& cardinalities) const {
    for (const ExprId init : m_.inits) {
      any(m_, init, [&](const Expr& x) {
        const bool compares = is_comparison(x.op);
        for (std::uint32_t i = 0; i < x.children.size(); ++i) {
          const Expr& c = m_[m_.child(x, i)];
          if (compares && c.op == Op::count && over_edges(c)) {
            cardinalities.emplace(m_.source->text(m_[m_.child(x, 1 - i)].span));
          }
        }
        if (x.op != Op::count && is_cardinality(x) && over_edges(x)) {
          cardinalities.emplace(m_.source->text(m_[m_.child(x, 0)].span));
        }
        return false;
      });
    }
  }
  bool over_edges(const Expr& x) const {
    return any_binder(m_, x.binders, [](const Binder& b) {
      return b.domain == DomainKind::edge_family;
    });
  }
  double assignments() const {
    double all = 1;
    for (std::size_t s = 0; s < instance_->slots.size(); ++s) {
      if (instance_->initial[s]) continue;
      const Bounds& b = instance_->slots[s];
      all *= static_cast<double>(b.high) - static_cast<double>(b.low) + 1;
    }
    return all;
  }

  void starts() {
    std::set<std::string> names;
    for (const ExprId init : m_.inits) {
      any(m_, init, [&](const Expr& x) {
        if (!over_port_sets(m_, x.binders)) return false;
        const ExprId inner = body(x);
        if (x.binders.size() > 1) {
          names.insert("init: members of a port set with each other");
        }
        if (is_cardinality(x)) names.insert("init: cardinality of a port set");
        if (has(inner, Op::variable)) {
          names.insert("init: a port set with its node");
        }
        return false;
      });
    }
    std::set<std::string> cardinalities;
    bounds(cardinalities);
    if (cardinalities.size() > 1) {
      names.insert("init: cardinalities of several bounds");
    }
    for (const std::string& name : names) {
      add(name);
      if (instance_ != nullptr && assignments() > many_assignments) {
        add(name + ", many assignments");
      }
    }
  }

  // ---- places and nodes that the state chooses -----------------------------

  void targets(const Action& a) {
    any_statement(m_, a.body, [&](const Stmt& s) {
      int chosen = 0;
      for (std::uint32_t t = s.targets.begin; t < s.targets.end; ++t) {
        const ExprId place = m_.expr_children[t];
        const bool by_state = indexed(
            place, [&](ExprId index) { return reads_state(m_, index); });
        if (by_state) ++chosen;
        if (indexed(place, [&](ExprId i) { return quantifies(m_, i); })) {
          add("target with a quantified index");
        }
        if (!by_state) continue;
        add("target whose index the state decides");
        if (s.kind == StmtKind::push) add("push to what the state chooses");
        if (s.kind == StmtKind::pop) add("pop from what the state chooses");
        member_of_family(place);
      }
      if (s.targets.size() > 1 && chosen > 0) {
        add("simultaneous targets that the state chooses");
      }
      return false;
    });
  }
  void member_of_family(ExprId place) {
    any(m_, place, [&](const Expr& x) {
      if (!critical(x).valid()) return false;
      if (x.op == Op::family_node) add("target: a node by the state");
      if (x.op == Op::family_edge) add("target: an edge by the state");
      return false;
    });
  }
  // Whether an index on the way to the place is such.
  template <class Holds>
  bool indexed(ExprId place, Holds holds) const {
    return any(m_, place, [&](const Expr& x) {
      if (x.op == Op::element) return holds(m_.child(x, 1));
      if (!names_member(x.op) && x.op != Op::shared) return false;
      for (std::uint32_t i = 0; i < x.children.size(); ++i) {
        if (holds(m_.child(x, i))) return true;
      }
      return false;
    });
  }

  void chosen_nodes(ExprId e, const std::string& where) {
    any(m_, e, [&](const Expr& x) {
      if (x.op != Op::if_then_else || m_[x.type].kind != TypeKind::node) {
        return false;
      }
      add(where + ": a node by 'if'");
      const Expr& a = m_[m_.child(x, 1)];
      const Expr& b = m_[m_.child(x, 2)];
      if (a.op == Op::family_node && b.op == Op::family_node &&
          a.item != b.item) {
        add(where + ": a node by 'if', of two families");
      }
      return false;
    });
  }

  const Model& m_;
  const Instance* instance_;
  std::set<std::string>& found_;
  std::set<std::string> shapes_;
  bool alike_ = false;
  bool asks_enabled_ = false;
  std::vector<const Action*> actions_;
};

}  // namespace

void count_ingredients(const Model& model, const Instance* instance,
                       std::map<std::string, int>& out) {
  std::set<std::string> found;
  Looking(model, instance, found).run();
  for (const std::string& name : found) ++out[name];
}

namespace {

void add_arrays(std::vector<std::string>& out) {
  out.insert(out.end(),
             {"oneself, compared with a node", "oneself, as a reference"});
  for (const char* whose :
       {"a bound node", "a named node", "a node that is referred to"}) {
    out.push_back(std::string("array by nodes, property: of ") + whose);
  }
  for (const char* where : {"read", "target"}) {
    for (const char* whose :
         {"oneself", "oneself, with ports", "a node beside oneself",
          "a named node", "a bound node", "a node that is referred to"}) {
      out.push_back(std::string("array by nodes, ") + where + ": of " + whose);
    }
  }
}

void add_relations(std::vector<std::string>& out) {
  for (const char* where : {"property", "quantified guard"}) {
    for (const char* what : {"adjacent", "same"}) {
      for (const char* shape : {"directed", "read-only", "irregular"}) {
        out.push_back(std::string(where) + ": " + what + ", " + shape);
      }
    }
  }
}

}  // namespace

std::vector<std::string> all_ingredients() {
  std::vector<std::string> out = {
      // Properties of nodes that look alike
      "property: index of a node beside its state, look-alikes",
      "property: index in a cardinality, look-alikes",
      "property: a node by its name, look-alikes",
      // Pairs
      "parameter over nodes, its variable in the guard",
      "parameter over nodes, its edge in the guard",
      "parameter over nodes, in the priority", "two parameters over nodes",
      "hand-over where a third node allows it",
      // Contests
      "priority that may fail", "priority that may fail, of several bindings",
      "priority that may fail by others",
      "priority that may fail, over a port set",
      "competitor whose guard may fail",
      "competitor whose guard may fail by others",
      "competitor that is certainly enabled, or may fail",
      "'enabled' where a guard or priority may fail",
      // Places
      "target with a quantified index", "target whose index the state decides",
      "simultaneous targets that the state chooses",
      "push to what the state chooses", "pop from what the state chooses",
      "target: a node by the state", "target: an edge by the state",
      "target: a node by 'if'",
      // Sizes
      "size: from 0", "size: a closed range", "size: a closed range from 0",
      "property: a parameter is compared", "property: somebody is there",
      "guard: a number of links", "guard: a number of links that may fail",
      // Errors
      "type with a parameter as lower bound", "quantified guard that may fail",
      "quantified guard: element of a shared array"};
  add_arrays(out);
  add_relations(out);
  for (const char* what :
       {"members of a port set with each other", "cardinality of a port set",
        "a port set with its node", "cardinalities of several bounds"}) {
    out.push_back(std::string("init: ") + what);
    out.push_back(std::string("init: ") + what + ", many assignments");
  }
  for (const char* where : {"property", "guard"}) {
    for (const char* what :
         {"a node by 'if'", "a node by 'if', of two families",
          "an error that two places decide", "may fail inside min",
          "may fail inside max", "may fail inside division",
          "may fail after a condition", "may fail before a condition",
          "addition that leaves 64 bits on the way",
          "sum that leaves 64 bits on the way, over nodes",
          "sum that leaves 64 bits on the way, over a port set",
          "sum that leaves 64 bits on the way, over a range"}) {
      out.push_back(std::string(where) + ": " + what);
    }
  }
  return out;
}

}  // namespace vicinal::selfcheck
