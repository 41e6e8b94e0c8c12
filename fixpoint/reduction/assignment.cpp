// SPDX-License-Identifier: MIT
// Let (m, beta, n) preserve colors, ports and the labels. An action reads and
// writes its node's variables and edges by ports, and beta takes the one to the
// other; constants are in colors. What is left is looked for in all
// expressions, also ranges of binders:
//
//   index(self)      nodes are told apart by the greatest closed term around it
//   loops over sets  in order, unless each round reads and writes no edge but
//                    its own, and writes nothing else
//   names of nodes   types that hold them, members by index, ports of others
//   sums             of which a partial one may leave 64 bits (sum_order.hpp)
//
// All other quantifiers are blind to the order of their members.
#include "fixpoint/reduction/assignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "fixpoint/views/sum_order.hpp"
#include "fixpoint/views/view.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline reduction {

using network::Action;
using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Op;
using network::Process;
using network::ProcessId;
using network::Scalar;
using network::Stmt;
using network::StmtId;
using network::TypeId;
using network::TypeKind;

namespace {

class AssignmentReader {
 public:
  AssignmentReader(const Instance& instance, Assignment& out)
      : instance_(instance), model_(*instance.model), out_(out) {}

  void read(ProcessId id) {
    process_ = &model_[id];
    terms.clear();
    ordered_ports.clear();
    for (const auto& v : process_->variables) names_nodes(v.type);
    for (const auto& p : process_->ports) names_nodes(p.type);
    at_.process = id;
    at_.action = 0;
    for (const Action& a : process_->actions) {
      action_ = &a;
      at_.part = IndexTerm::Part::guard;
      binders(a.binders);
      expr(a.guard);
      at_.part = IndexTerm::Part::priority;
      expr(a.priority);
      at_.part = IndexTerm::Part::body;
      statements(a.body);
      ++at_.action;
    }
  }

  // Of the process read last: closed terms that mention index(self); port sets
  // whose order may show.
  std::vector<ExprId> terms;
  std::set<std::uint32_t> ordered_ports;

 private:
  void because(const std::string& what) {
    const std::string text = fmt::format("action '{}' of '{}' {}",
                                         action_->name, process_->name, what);
    if (std::find(out_.reasons.begin(), out_.reasons.end(), text) ==
        out_.reasons.end()) {
      out_.reasons.push_back(text);
    }
  }
  void breaks(const std::string& what) {
    because(what);
    if (out_.symmetric) out_.broken = out_.reasons.back();
    out_.symmetric = false;
  }

  void names_nodes(TypeId id) {
    const network::Type& type = model_[id];
    if (type.kind == TypeKind::reference || type.kind == TypeKind::node_array) {
      const std::string text =
          fmt::format("'{}' has values that name nodes", process_->name);
      if (out_.symmetric) out_.broken = text;
      out_.symmetric = false;
      if (std::find(out_.reasons.begin(), out_.reasons.end(), text) ==
          out_.reasons.end()) {
        out_.reasons.push_back(text);
      }
      return;
    }
    if (type.kind == TypeKind::structure) {
      for (const auto& f : model_.structs[type.structure.index()].fields) {
        names_nodes(f.type);
      }
    }
    if (type.element.valid()) names_nodes(type.element);
  }

  bool is_self(ExprId e) const { return e.valid() && model_[e].op == Op::self; }

  void binders(network::Range range) {
    domains(range);
    network::any_range(model_, range, [this](ExprId e) {
      expr(e);
      return false;
    });
  }

  void domains(network::Range range) {
    for (std::uint32_t b = range.begin; b < range.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain == DomainKind::edge_family) {
        breaks("ranges over edges that it does not know by a port");
      }
      if (binder.domain == DomainKind::port_set && !is_self(binder.node)) {
        breaks("reads the ports of other nodes");
      }
    }
  }

  // Whether the term mentions index(self) and depends on nothing else that
  // may differ between evaluations.
  bool indexed(ExprId id) const {
    return network::any(model_, id, [&](const Expr& e) {
      return e.op == Op::node_index && is_self(model_.child(e, 0));
    });
  }
  bool closed(ExprId id) const {
    return network::every(model_, id, [](const Expr& e) {
      switch (e.op) {
        case Op::variable:
        case Op::edge_value:
        case Op::bound:
        case Op::port_edge:
        case Op::same:
        case Op::adjacent:
          return false;
        default:
          return e.binders.empty() && !network::names_member(e.op) &&
                 !network::uses_reference(e.op);
      }
    });
  }
  bool one_slot(ExprId id) const {
    const network::Type& type = model_[model_[id].type];
    return type.kind == TypeKind::boolean || type.numeric();
  }

  void expr(ExprId root) {
    network::walk(model_, root, [this](ExprId id, const Expr& e) {
      if (indexed(id) && closed(id) && one_slot(id)) {
        because("reads index(self)");
        terms.push_back(id);
        at_.term = id;
        out_.terms.push_back(at_);
        return network::Go::past;
      }
      looks_at(e);
      if (order_may_show(instance_, e)) ordered_sum(e);
      domains(e.binders);
      return network::Go::into;
    });
  }

  void looks_at(const Expr& e) {
    switch (e.op) {
      case Op::family_node:
        // The only member of its family is the same for everybody.
        if (instance_.node_families[e.item].count != 1) {
          breaks("names a node by its index");
        }
        break;
      case Op::family_edge:
        breaks("names an edge that it does not know by a port");
        break;
      case Op::dereference:
      case Op::to_reference:
        breaks("uses references to nodes");
        break;
      case Op::same:
      case Op::adjacent:
        breaks("compares the edges of nodes");
        break;
      case Op::node_index:
        breaks("reads the index of another node");
        break;
      case Op::element:
        if (model_[model_[model_.child(e, 0)].type].kind ==
            TypeKind::node_array) {
          breaks("uses an array indexed by nodes");
        }
        break;
      case Op::port_edge:
        if (!is_self(model_.child(e, 0))) {
          breaks("reads the ports of other nodes");
        }
        break;
      default:
        break;
    }
  }

  void ordered_sum(const Expr& e) {
    for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain == DomainKind::port_set) {
        because(
            fmt::format("adds up over the port set '{}' in an order that "
                        "may show",
                        process_->ports[binder.item].name));
        ordered_ports.insert(binder.item);
      } else if (binder.domain == DomainKind::node_family ||
                 binder.domain == DomainKind::process) {
        breaks("adds up over nodes in an order that may show");
      }
    }
  }

  void statements(network::Range range) {
    for (std::uint32_t s = range.begin; s < range.end; ++s) {
      statement(model_.stmts[model_.stmt_children[s].index()]);
    }
  }

  void statement(const Stmt& s) {
    for (std::uint32_t i = s.targets.begin; i < s.targets.end; ++i) {
      expr(model_.expr_children[i]);
    }
    for (std::uint32_t i = s.values.begin; i < s.values.end; ++i) {
      expr(model_.expr_children[i]);
    }
    expr(s.condition);
    binders(s.binders);
    for (std::uint32_t b = s.binders.begin; b < s.binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain == DomainKind::node_family ||
          binder.domain == DomainKind::process) {
        breaks("goes through nodes in their order");
      }
      if (binder.domain != DomainKind::port_set) continue;
      if (s.binders.size() == 1 && unordered(s, binder.slot)) continue;
      because(
          fmt::format("goes through the port set '{}' in an order that "
                      "may show",
                      process_->ports[binder.item].name));
      ordered_ports.insert(binder.item);
    }
    statements(s.body);
    statements(s.otherwise);
  }

  // A loop over a port set whose order cannot show: rounds assign only to the
  // edge of the round, and read of edges only this one.
  bool unordered(const Stmt& loop, std::uint32_t slot) const {
    const auto inner = [](const Stmt& s) { return !s.binders.empty(); };
    const auto own = [&](const Expr& e) {
      return e.binders.empty() &&
             (e.op != Op::edge_value || network::is_value_of(model_, e, slot));
    };
    const auto shows = [&](ExprId e, network::Role role) {
      if (role == network::Role::target &&
          !network::is_value_of(model_, model_[network::root_of(model_, e)],
                                slot)) {
        return true;
      }
      return !network::every(model_, e, own);
    };
    return !network::any_statement(model_, loop.body, inner) &&
           !network::any_expression(model_, loop.body, shows);
  }

  const Instance& instance_;
  const Model& model_;
  Assignment& out_;
  const Process* process_ = nullptr;
  const Action* action_ = nullptr;
  IndexTerm at_;  // where the next one stands
};

}  // namespace

Assignment assignment(const Instance& instance) {
  Assignment out;
  AssignmentReader reader(instance, out);
  const network::Network& network = instance.network;
  const View view(instance);
  const network::Evaluator evaluator(instance);
  std::vector<Scalar> frame(instance.model->frame);
  std::map<std::vector<Scalar>, std::uint32_t> numbers;
  std::set<std::size_t> used;
  for (std::size_t f = 0; f < instance.node_families.size(); ++f) {
    if (instance.node_families[f].count > 0) {
      used.insert(instance.model->node_families[f].process.index());
    }
  }
  for (const std::size_t p : used) {
    reader.read(ProcessId(p));
    if (!out.symmetric) continue;
    if (!reader.ordered_ports.empty() && out.dart_labels.empty()) {
      out.dart_labels.assign(network.dart_count(), 0);
    }
    if (!reader.terms.empty() && out.node_labels.empty()) {
      out.node_labels.assign(network.node_count(), 0);
    }
    if (reader.terms.empty() && reader.ordered_ports.empty()) continue;
    for (std::size_t i = 0; i < network.node_count(); ++i) {
      const NodeId n(i);
      if (instance.process_id(n).index() != p) continue;
      for (const std::uint32_t port : reader.ordered_ports) {
        const network::Range darts = network.darts_at(n, port);
        for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
          out.dart_labels[d] = d - darts.begin + 1;
        }
      }
      if (reader.terms.empty()) continue;
      std::vector<Scalar> key = {static_cast<Scalar>(p)};
      for (const ExprId term : reader.terms) {
        try {
          key.push_back(
              evaluator.scalar(term, {view.valuation(), n, frame.data()}));
          key.push_back(0);
        } catch (const network::ModelError& error) {
          key.push_back(static_cast<Scalar>(error.kind));
          key.push_back(1);
        }
      }
      out.node_labels[i] =
          numbers
              .emplace(std::move(key),
                       static_cast<std::uint32_t>(numbers.size()) + 1)
              .first->second;
    }
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline reduction
