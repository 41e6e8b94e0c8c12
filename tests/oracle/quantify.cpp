// SPDX-License-Identifier: MIT
// What binders range over, and quantifiers. Every member is looked at, so that
// an error in one is an error of all.
#include <algorithm>

#include "oracle.hpp"

namespace vicinal::oracle {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;

std::vector<Denoted> Instance::members_of(ExprId domain, const State& state,
                                          const Scope& scope) const {
  const Expr& e = expr(domain);
  const std::string& word = e.word.text;
  std::vector<Denoted> out;
  const auto add_value = [&](Value v) {
    out.emplace_back();
    out.back().value = std::move(v);
  };
  const auto add_edge = [&](std::size_t edge,
                            std::optional<std::size_t> seen_by = {}) {
    out.emplace_back();
    out.back().kind = Denoted::Kind::edge;
    out.back().edge = edge;
    out.back().seen_by = seen_by;
  };
  const auto add_node = [&](std::size_t n) {
    add_value({Value::Kind::node, -1, static_cast<std::int64_t>(n), {}});
  };
  if (e.kind == ExprKind::field) {
    const std::size_t n = node_of(value(tree_.child(e, 0), state, scope));
    for (const std::size_t i : nodes_.at(n).ports.at(word)) add_edge(i, n);
    return out;
  }
  if (e.kind != ExprKind::name) throw std::runtime_error("a domain");
  if (scope.own_names) {
    const auto& ports = nodes_.at(scope.self.value()).ports;
    if (const auto port = ports.find(word); port != ports.end()) {
      for (const std::size_t i : port->second) add_edge(i, scope.self);
      return out;
    }
  }
  const Global* global = find(word);
  if (global == nullptr) throw std::runtime_error("no domain " + word);
  switch (global->kind) {
    case Global::Kind::nodes:
    case Global::Kind::edges: {
      const Family& family = families_.at(global->item);
      for (std::size_t i = 0; i < family.count; ++i) {
        if (global->kind == Global::Kind::nodes) {
          add_node(family.first + i);
        } else {
          add_edge(family.first + i);
        }
      }
      return out;
    }
    case Global::Kind::process:
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (nodes_[n].process->name.text == word) add_node(n);
      }
      return out;
    case Global::Kind::enumeration: {
      const auto& constants = tree_.enums[global->item].constants;
      for (std::size_t i = 0; i < constants.size(); ++i) {
        add_value({Value::Kind::constant,
                   static_cast<int>(global->item),
                   static_cast<std::int64_t>(i),
                   {}});
      }
      return out;
    }
    default:
      throw std::runtime_error(word + " is no domain");
  }
}

bool Instance::there(std::size_t edge, const State& state) const {
  if (!dynamic_) return true;
  const Value& v = state.at(edges_.at(edge).variable);
  if (v.kind == Value::Kind::unseen) throw Unseen{};
  return v.parts.at(0).n != 0;
}

std::vector<Denoted> Instance::members(const ast::Binders& b,
                                       const State& state,
                                       const Scope& scope) const {
  if (b.domain.valid()) {
    const bool absent = b.change == ast::Change::appears;
    std::vector<Denoted> found;
    for (Denoted& d : members_of(b.domain, state, scope)) {
      const bool edge = d.kind == Denoted::Kind::edge;
      if (!edge || there(d.edge, state) != absent) {
        found.push_back(std::move(d));
      }
    }
    return found;
  }
  const std::int64_t low = value(b.low, state, scope).n;
  const std::int64_t high = value(b.high, state, scope).n;
  std::vector<Denoted> out;
  if (low > high) return out;
  if (subtract(high, low) > 100'000) throw TooLarge{};
  for (std::int64_t i = low; i <= high; ++i) {
    out.emplace_back();
    out.back().value = number(i);
  }
  return out;
}

// All choices for all names; what a later name ranges over may depend on an
// earlier one.
std::vector<Binding> Instance::bindings(network::Range binders,
                                        const State& state,
                                        const Scope& scope) const {
  std::vector<Binding> all = {{}};
  for (auto i = binders.begin; i < binders.end; ++i) {
    for (const ast::Word& w : tree_.binders[i].names) {
      std::vector<Binding> longer;
      for (const Binding& b : all) {
        for (Denoted& d : members(tree_.binders[i], state, with(scope, b))) {
          longer.push_back(b);
          longer.back()[w.text] = std::move(d);
        }
      }
      all = std::move(longer);
    }
  }
  return all;
}

Value Instance::quantifier(const Expr& e, const State& state,
                           const Scope& scope) const {
  const bool counts = e.kind == ExprKind::exactly || e.kind == ExprKind::atmost;
  const std::int64_t k = counts ? value(tree_.child(e, 0), state, scope).n : 0;
  const ExprId body = tree_.child(e, counts ? 1 : 0);
  std::int64_t members = 0;
  std::int64_t satisfied = 0;
  std::int64_t sum = 0;
  std::vector<std::int64_t> numbers;
  for (const Binding& b : bindings(e.binders, state, scope)) {
    const std::int64_t v = value(body, state, with(scope, b)).n;
    ++members;
    if (e.kind == ExprKind::sum) {
      sum = oracle::add(sum, v);
    } else if (e.kind == ExprKind::least || e.kind == ExprKind::greatest) {
      numbers.push_back(v);
    } else {
      satisfied += v;
    }
  }
  switch (e.kind) {
    case ExprKind::forall:
      return boolean(satisfied == members);
    case ExprKind::exists:
      return boolean(satisfied > 0);
    case ExprKind::exactly:
      return boolean(satisfied == k);
    case ExprKind::atmost:
      return boolean(satisfied <= k);
    case ExprKind::count:
      return number(satisfied);
    case ExprKind::least:
    case ExprKind::greatest:
      if (numbers.empty()) throw Error{Error::Kind::no_member};
      std::sort(numbers.begin(), numbers.end());
      return number(e.kind == ExprKind::least ? numbers.front()
                                              : numbers.back());
    default:
      return number(sum);
  }
}

}  // namespace vicinal::oracle
