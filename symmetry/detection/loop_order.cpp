// SPDX-License-Identifier: MIT
// Places are told apart by their variables only: an index that is not the
// member of the loop may be any.
#include "symmetry/detection/loop_order.hpp"

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::symmetry::inline detection {

using network::Binder;
using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::Role;
using network::Stmt;

namespace {

class Rounds {
 public:
  Rounds(const Model& model, const Binder& binder)
      : model_(model), slot_(binder.slot) {}

  bool run(const Stmt& loop) {
    bool apart = true;
    network::any_expression(model_, loop.body, [&](ExprId e, Role role) {
      open_.push_back(e);
      if (role != Role::target) return false;
      const Variable v = variable(model_[network::root_of(model_, e)]);
      const auto [at, fresh] = written_.try_emplace(v, member_at(e));
      if (!fresh) keep_common(at->second, member_at(e));
      apart = apart && !at->second.empty();
      return !apart;
    });
    return apart && reads_apart();
  }

 private:
  using Variable = std::tuple<Op, std::uint32_t, std::uint32_t>;
  using Places = std::set<std::size_t>;  // of indices: from the root on

  static constexpr std::size_t of_family = 1'000, of_element = 2'000;

  // Edges are one: ports are names of any.
  Variable variable(const Expr& root) const {
    if (root.op == Op::shared) return {root.op, root.item, 0};
    if (root.op != Op::variable) return {root.op, 0, 0};
    const auto& node = model_[model_[model_.child(root, 0)].type];
    return {root.op, root.item, node.process.value};
  }

  static void keep_common(Places& all, const Places& others) {
    std::erase_if(all, [&](std::size_t p) { return !others.contains(p); });
  }

  bool member(ExprId e) const {
    return model_[e].op == Op::bound && model_[e].item == slot_;
  }
  void members_of(const Expr& e, std::size_t first, Places& out) const {
    for (std::uint32_t c = 0; c < e.children.size(); ++c) {
      if (member(model_.child(e, c))) out.insert(first + c);
    }
  }

  // Which indices of the place are the member: it is another place in each
  // round if there is one.
  Places member_at(ExprId place) const {
    std::size_t depth = 0;
    Places up;  // by the distance from the place
    for (; network::is_part(model_[place].op); ++depth) {
      const Expr& e = model_[place];
      if (e.op == Op::element && member(model_.child(e, 1))) up.insert(depth);
      place = model_.child(e, 0);
    }
    Places result;
    for (const std::size_t d : up) result.insert(of_element + depth - d);
    const Expr& root = model_[place];
    members_of(root, 0, result);
    if (root.op == Op::shared || root.children.empty()) return result;
    const Expr& of = model_[model_.child(root, 0)];
    if (network::names_member(of.op)) members_of(of, of_family, result);
    return result;
  }

  // What is read anywhere, and the indices of what is written.
  bool reads_apart() {
    while (!open_.empty()) {
      network::poll();
      const ExprId id = open_.back();
      open_.pop_back();
      const Expr& e = model_[id];
      if (network::is_part(e.op) || network::holds_state(e.op)) {
        const Expr& root = model_[network::root_of(model_, id)];
        const auto at = written_.find(variable(root));
        if (at != written_.end()) {
          keep_common(at->second, member_at(id));
          if (at->second.empty()) return false;
        }
        below(id);
        continue;
      }
      network::any_part(model_, e, [&](ExprId part) {
        open_.push_back(part);
        return false;
      });
    }
    return true;
  }

  // Indices of a place, and what it is a part of where it is no place.
  void below(ExprId place) {
    for (;;) {
      const Expr& e = model_[place];
      const bool part = network::is_part(e.op);
      for (std::uint32_t c = part ? 1 : 0; c < e.children.size(); ++c) {
        open_.push_back(model_.child(e, c));
      }
      if (!part) return;
      place = model_.child(e, 0);
    }
  }

  const Model& model_;
  std::uint32_t slot_;
  std::map<Variable, Places> written_;  // where the member stands in all
  std::vector<ExprId> open_;
};

}  // namespace

bool any_order(const Model& model, const Stmt& loop, const Binder& binder) {
  return Rounds(model, binder).run(loop);
}

}  // namespace vicinal::symmetry::inline detection
