// SPDX-License-Identifier: MIT
// Operators are named one by one: what names a member, reads an index, or folds
// numbers in an order that may show (a partial sum may leave 64 bits). Loops
// over members go in their order; they do not show it if each round writes only
// what is its member's own, and reads nothing else that could be written.
#include "symmetry/every_size/order_free.hpp"

#include <fmt/format.h>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::symmetry::inline every_size {

using network::Binder;
using network::DomainKind;
using network::EdgeFamilyId;
using network::Expr;
using network::ExprId;
using network::Model;
using network::NodeFamilyId;
using network::Op;
using network::Stmt;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr std::int64_t most_summand = std::int64_t{1} << 31;
constexpr std::uint32_t index_slot = 0;  // of `index` in declarations

bool of_members(const Binder& b) {
  return b.domain == DomainKind::node_family ||
         b.domain == DomainKind::process ||
         b.domain == DomainKind::edge_family ||
         b.domain == DomainKind::port_set;
}

class ObstacleReader {
 public:
  ObstacleReader(const Model& model, const ObstacleSink& sink)
      : model_(model), sink_(sink) {}

  void declarations() {
    for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
      const auto& family = model_.node_families[f];
      where_ = fmt::format("a constant of '{}'", family.name);
      for (const ExprId e : family.arguments) {
        expression(e);
        if (e.valid() && network::mentions(model_, e, index_slot)) {
          sink_({NodeFamilyId(f), {}, where_ + " depends on the index"});
        }
      }
    }
    for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
      const auto& family = model_.edge_families[f];
      where_ = fmt::format("the initial value of '{}'", family.name);
      expression(family.initial);
      if (family.initial.valid() &&
          network::mentions(model_, family.initial, index_slot)) {
        sink_({{}, EdgeFamilyId(f), where_ + " depends on the index"});
      }
    }
    for (const auto& shared : model_.shared) {
      where_ = fmt::format("the initial value of '{}'", shared.name);
      expression(shared.initial);
    }
    where_ = "'init'";
    for (const ExprId e : model_.inits) expression(e);
  }

  void processes() {
    for (const auto& p : model_.processes) {
      for (const auto& v : p.variables) {
        where_ = fmt::format("the initial value of '{}'", v.name);
        expression(v.initial);
      }
      for (const auto& a : p.actions) action(a, "action");
    }
    for (const auto& rule : model_.rules) action(rule, "rule");
  }

  void property(const network::Property& p) {
    where_ = fmt::format("'{}'", p.name);
    expression(p.formula);
  }

 private:
  void everybody(const std::string& what) {
    sink_({{}, {}, where_ + " " + what});
  }

  void action(const network::Action& a, const char* kind) {
    where_ = fmt::format("{} '{}'", kind, a.name);
    network::any_expression(model_, a, [&](ExprId e, network::Role) {
      expression(e);
      return false;
    });
    network::any_statement(model_, a.body, [&](const Stmt& s) {
      if (!s.binders.empty() &&
          network::any_binder(model_, s.binders, of_members) &&
          !order_hidden(s)) {
        everybody("goes through members in an order that may show");
      }
      return false;
    });
  }

  void expression(ExprId root) {
    network::walk(model_, root, [this](ExprId, const Expr& e) {
      look(e);
      return network::Go::into;
    });
  }

  void look(const Expr& e) {
    switch (e.op) {
      case Op::family_node:
        if (!e.children.empty()) {
          sink_({NodeFamilyId(std::size_t{e.item}), {}, names(e)});
        }
        break;
      case Op::family_edge:
        if (!e.children.empty()) {
          sink_({{}, EdgeFamilyId(std::size_t{e.item}), names(e)});
        }
        break;
      case Op::node_index:
        everybody("reads the index of a node");
        break;
      case Op::greatest:
      case Op::least:
        if (e.item != 0) everybody("reads the index of a node");
        break;
      case Op::sum:
        if (network::any_binder(model_, e.binders, of_members) &&
            !small(model_.child(e, e.children.size() - 1))) {
          everybody("adds up in an order that may show");
        }
        break;
      case Op::make_array:
        if (model_[e.type].kind == TypeKind::node_array) {
          everybody("lists what belongs to nodes");
        }
        break;
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        if (!model_[model_[model_.child(e, 0)].type].numeric()) {
          everybody("puts in order what is no number");
        }
        break;
      default:
        break;
    }
  }

  std::string names(const Expr& e) const {
    return fmt::format("{} names a member of '{}'", where_,
                       e.op == Op::family_node
                           ? model_.node_families[e.item].name
                           : model_.edge_families[e.item].name);
  }

  // Whether sums of 2^31 of these stay within 64 bits.
  bool small(ExprId summand) const {
    const auto& type = model_[model_[summand].type];
    if (type.kind != TypeKind::range) return false;
    for (const ExprId bound : {type.low, type.high}) {
      const Expr& e = model_[bound];
      if (e.op != Op::literal || e.value > most_summand ||
          e.value < -most_summand) {
        return false;
      }
    }
    return true;
  }

  // Whether it is a variable of the member that this slot holds, or its value.
  bool own(const Expr& e, std::uint32_t slot) const {
    if (network::is_value_of(model_, e, slot)) return true;
    if (e.op != Op::variable) return false;
    const Expr& node = model_[model_.child(e, 0)];
    return node.op == Op::bound && node.item == slot;
  }

  // A round that reads and writes what is its member's own, without rounds
  // within.
  bool order_hidden(const Stmt& loop) const {
    if (loop.binders.size() != 1) return false;
    const std::uint32_t slot = model_.binders[loop.binders.begin].slot;
    const bool nested = network::any_statement(
        model_, loop.body, [](const Stmt& s) { return !s.binders.empty(); });
    const auto shows = [&](ExprId e, network::Role) {
      return network::any(model_, e, [&](const Expr& part) {
        return !part.binders.empty() ||
               (network::reads_state(part.op) && !own(part, slot));
      });
    };
    return !nested && !network::any_expression(model_, loop.body, shows);
  }

  const Model& model_;
  const ObstacleSink& sink_;
  std::string where_;
};

}  // namespace

void find_obstacles(const Model& model, const std::vector<std::size_t>& asked,
                    const ObstacleSink& sink) {
  ObstacleReader reader(model, sink);
  reader.declarations();
  reader.processes();
  for (const std::size_t p : asked) reader.property(model.properties[p]);
}

}  // namespace vicinal::symmetry::inline every_size
