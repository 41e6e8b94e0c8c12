// SPDX-License-Identifier: MIT
// LS 3.2, equation (5), by literal Knaster-Tarski iteration: theta := F(theta)
// from empty sets until nothing changes, everything computed anew each time.
// Guards that read beyond the view are evaluated three-valued (design 3.4).
#include <stdexcept>

#include "oracle.hpp"

namespace vicinal::oracle {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;

// ---- three-valued evaluation -----------------------------------------------

namespace {

constexpr std::int64_t infinity = INT64_MAX;

// Known, or a number (a truth value) between low and high.
struct Maybe {
  std::optional<Value> value;
  std::int64_t low = -infinity;
  std::int64_t high = infinity;
  bool fails = false;  // surely
  bool may_fail = false;
};

Maybe known(Value v) {
  Maybe m;
  m.low = m.high = v.n;
  m.value = std::move(v);
  return m;
}
Maybe between(std::int64_t low, std::int64_t high, bool may_fail) {
  Maybe m;
  m.low = low;
  m.high = high;
  m.may_fail = may_fail;
  if (low == high) m.value = number_of(low);
  return m;
}
Maybe failure() {
  Maybe m;
  m.fails = m.may_fail = true;
  return m;
}

}  // namespace

class Kleene {
 public:
  explicit Kleene(const Instance& instance) : i_(instance), t_(instance.t_) {}

  // What the state does not hold is unknown.
  Maybe evaluate(ExprId id, const State& state, const Scope& scope) const {
    const Expr& e = t_[id];
    const auto child = [&](std::size_t k) {
      return evaluate(t_.child(e, k), state, scope);
    };
    switch (e.kind) {
      case ExprKind::logical_not: {
        const Maybe a = child(0);
        if (a.fails) return a;
        return truth(a.high <= 0, a.low >= 1, a.may_fail);
      }
      case ExprKind::logical_and:
      case ExprKind::logical_or:
      case ExprKind::implies:
        return chain(e, state, scope);
      case ExprKind::iff: {
        const Maybe a = child(0);
        const Maybe b = child(1);
        if (a.fails || b.fails) return failure();
        const bool sure =
            (a.low >= 1 || a.high <= 0) && (b.low >= 1 || b.high <= 0);
        const bool same = (a.low >= 1) == (b.low >= 1);
        return truth(sure && same, sure && !same, a.may_fail || b.may_fail);
      }
      case ExprKind::equal:
      case ExprKind::not_equal: {
        const Maybe a = child(0);
        const Maybe b = child(1);
        if (a.fails || b.fails) return failure();
        bool yes = false;
        bool no = false;
        if (a.value && b.value) {
          yes = i_.text(*a.value) == i_.text(*b.value);
          no = !yes;
        } else {
          no = a.high < b.low || b.high < a.low;
        }
        if (e.kind == ExprKind::not_equal) std::swap(yes, no);
        return truth(yes, no, a.may_fail || b.may_fail);
      }
      case ExprKind::less:
      case ExprKind::less_equal:
      case ExprKind::greater:
      case ExprKind::greater_equal: {
        Maybe a = child(0);
        Maybe b = child(1);
        if (a.fails || b.fails) return failure();
        if (e.kind == ExprKind::greater || e.kind == ExprKind::greater_equal) {
          std::swap(a, b);
        }
        const bool strict =
            e.kind == ExprKind::less || e.kind == ExprKind::greater;
        return truth(strict ? a.high < b.low : a.high <= b.low,
                     strict ? a.low >= b.high : a.low > b.high,
                     a.may_fail || b.may_fail);
      }
      case ExprKind::add:
      case ExprKind::subtract: {
        const Maybe a = child(0);
        Maybe b = child(1);
        if (a.fails || b.fails) return failure();
        if (e.kind == ExprKind::subtract) {
          const Maybe old = b;
          b.low = old.high == infinity ? -infinity : -old.high;
          b.high = old.low == -infinity ? infinity : -old.low;
        }
        return sum(a, b);
      }
      case ExprKind::forall:
      case ExprKind::exists:
      case ExprKind::exactly:
      case ExprKind::atmost:
      case ExprKind::count:
      case ExprKind::sum:
        return quantifier(e, state, scope);
      default:
        return concrete(id, state, scope);
    }
  }

 private:
  Maybe truth(bool yes, bool no, bool may_fail) const {
    Maybe m = between(yes ? 1 : 0, no ? 0 : 1, may_fail);
    if (m.value) m.value = truth_value(m.low != 0);
    return m;
  }

  Maybe sum(const Maybe& a, const Maybe& b) const {
    const bool below = a.low == -infinity || b.low == -infinity;
    const bool above = a.high == infinity || b.high == infinity;
    return between(below ? -infinity : a.low + b.low,
                   above ? infinity : a.high + b.high,
                   a.may_fail || b.may_fail || below || above);
  }

  // All other expressions: known if everything that they read is.
  Maybe concrete(ExprId id, const State& state, const Scope& scope) const {
    try {
      return known(i_.read(i_.evaluate(id, state, scope), state));
    } catch (const Error&) {
      return failure();
    } catch (const std::out_of_range&) {
      Maybe m;
      const ExprKind kind = t_[id].kind;
      m.may_fail = kind != ExprKind::name && kind != ExprKind::field;
      return m;
    }
  }

  Maybe chain(const Expr& e, const State& state, const Scope& scope) const {
    const bool stop = e.kind != ExprKind::logical_and;
    Maybe result;
    for (std::size_t k = 0; k < e.children.size(); ++k) {
      Maybe next = evaluate(t_.child(e, k), state, scope);
      if (e.kind == ExprKind::implies && k == 0 && !next.fails) {
        next = truth(next.high <= 0, next.low >= 1, next.may_fail);
      }
      if (k == 0) {
        result = next;
        if (next.fails) return next;
        result = truth(next.low >= 1, next.high <= 0, next.may_fail);
        continue;
      }
      if (stop ? result.low >= 1 : result.high <= 0) return result;
      if (next.fails) {
        if (result.value) return failure();
        return truth(stop, !stop, true);
      }
      const bool may_fail = result.may_fail || next.may_fail;
      const bool yes = stop ? result.low >= 1 || next.low >= 1
                            : result.low >= 1 && next.low >= 1;
      const bool no = stop ? result.high <= 0 && next.high <= 0
                           : result.high <= 0 || next.high <= 0;
      result = truth(yes, no, may_fail);
    }
    return result;
  }

  Maybe quantifier(const Expr& e, const State& state,
                   const Scope& scope) const {
    const std::size_t last = e.children.size() - 1;
    Maybe k = known(number_of(0));
    if (last == 1) k = evaluate(t_.child(e, 0), state, scope);
    if (k.fails) return k;
    std::int64_t all = 0;
    std::int64_t certain = 0;
    std::int64_t possible = 0;
    Maybe total = known(number_of(0));
    bool may_fail = k.may_fail;
    bool fails = false;
    try {
      for (const auto& choice : i_.choices(e.binders, state, scope)) {
        Scope inner = scope;
        for (const auto& [name, v] : choice) inner.bound[name] = v;
        const Maybe v = evaluate(t_.child(e, last), state, inner);
        may_fail = may_fail || v.may_fail;
        fails = fails || v.fails;
        ++all;
        if (v.fails) continue;
        certain += v.low >= 1;
        possible += v.high >= 1;
        total = sum(total, v);
      }
    } catch (const Error&) {
      return failure();
    } catch (const std::out_of_range&) {
      return between(-infinity, infinity, true);
    }
    if (fails) return failure();
    switch (e.kind) {
      case ExprKind::forall:
        return truth(certain == all, possible < all, may_fail);
      case ExprKind::exists:
        return truth(certain > 0, possible == 0, may_fail);
      case ExprKind::exactly:
        return truth(certain == possible && k.value && k.value->n == certain,
                     k.high < certain || k.low > possible, may_fail);
      case ExprKind::atmost:
        return truth(possible <= k.low, certain > k.high, may_fail);
      case ExprKind::count:
        return between(certain, possible, may_fail);
      default:
        total.may_fail = total.may_fail || may_fail;
        return total;
    }
  }

  const Instance& i_;
  const ast::Tree& t_;
};

// ---- local states ----------------------------------------------------------

// V_n: own variables and touched edges, by name.
Instance::Names Instance::view(int node) const {
  Names names;
  const Node& n = nodes_[static_cast<std::size_t>(node)];
  for (const ast::Var& v : n.process->variables) {
    names.push_back(n.name + "." + v.name.text);
  }
  for (const Edge& e : edges_) {
    if (e.readers.contains(node) || e.writers.contains(node)) {
      names.push_back(e.name);
    }
  }
  return names;
}

std::string Instance::local_text(const State& local) const {
  std::string out;
  for (const auto& [name, v] : local) {
    out += (out.empty() ? "" : "; ") + name + "=" + text(v);
  }
  return out;
}

// May-fire steps of `actor` in a partial state, as (binding, after) pairs.
struct Instance::Table {
  const Instance& i;
  const State& constants;
  bool errors = false;

  // `view`: what is seen besides the actor's neighbourhood.
  std::vector<State> after(int actor, const State& own, const State& view) {
    std::vector<State> results;
    State seen = constants;
    seen.insert(view.begin(), view.end());
    seen.insert(own.begin(), own.end());
    Scope scope;
    scope.self = actor;
    const Node& node = i.nodes_[static_cast<std::size_t>(actor)];
    scope.process = node.process;
    const Kleene kleene(i);
    for (const ast::Action& a : node.process->actions) {
      struct Standing {
        Scope scope;
        Maybe guard, priority;
      };
      std::vector<Standing> standings;
      for (const auto& choice : i.choices(a.parameters, seen, scope)) {
        Standing s{scope, known(truth_value(true)), known(number_of(0))};
        s.scope.bound = choice;
        if (a.guard.valid()) s.guard = kleene.evaluate(a.guard, seen, s.scope);
        if (s.guard.fails) errors = true;
        if (s.guard.fails || s.guard.high <= 0) continue;
        if (a.priority.valid()) {
          s.priority = kleene.evaluate(a.priority, seen, s.scope);
          if (s.priority.fails) errors = true;
          if (s.priority.fails) continue;
        }
        standings.push_back(s);
      }
      for (const Standing& s : standings) {
        bool held = false;
        for (const Standing& other : standings) {
          held = held || (other.guard.low >= 1 && !other.guard.may_fail &&
                          !other.priority.may_fail &&
                          other.priority.low > s.priority.high);
        }
        if (held) continue;
        State next = constants;
        next.insert(own.begin(), own.end());
        Scope inner = s.scope;
        try {
          i.execute(a.body, next, inner);
        } catch (const Error&) {
          errors = true;
          continue;
        }
        State local;
        for (const auto& [name, v] : own) local[name] = next.at(name);
        results.push_back(std::move(local));
      }
    }
    return results;
  }
};

std::optional<Instance::Local> Instance::single_invariant(
    std::size_t budget) const {
  if (!t_.rules.empty()) return std::nullopt;
  State constants;
  for (const ast::Shared& s : t_.shared) {
    if (!s.initial.valid()) return std::nullopt;
  }
  for (const auto& [name, v] : fixed_) {
    for (const ast::Shared& s : t_.shared) {
      if (name == s.name.text ||
          name.compare(0, s.name.text.size() + 1, s.name.text + "[") == 0) {
        constants[name] = v;
      }
    }
  }
  const std::size_t count = nodes_.size();
  std::vector<std::set<State>> initial(count);
  for (const State& s : initial_states(budget)) {
    for (std::size_t n = 0; n < count; ++n) {
      State local;
      for (const std::string& name : view(static_cast<int>(n))) {
        local[name] = s.at(name);
      }
      initial[n].insert(local);
    }
  }
  Table table{*this, constants};
  std::vector<std::set<State>> theta(count);
  for (bool changed = true; changed;) {
    std::vector<std::set<State>> next = initial;
    for (std::size_t n = 0; n < count; ++n) {
      for (const State& x : theta[n]) {
        next[n].insert(x);
        for (State& after : table.after(static_cast<int>(n), x, {})) {
          next[n].insert(after);
        }
      }
      // Equation (4): every m that points to n, every y that agrees.
      for (std::size_t m = 0; m < count; ++m) {
        bool points = false;
        for (const Edge& e : edges_) {
          points = points || (e.writers.contains(static_cast<int>(m)) &&
                              (e.readers.contains(static_cast<int>(n)) ||
                               e.writers.contains(static_cast<int>(n))));
        }
        if (m == n || !points) continue;
        for (const State& x : theta[n]) {
          for (const State& y : theta[m]) {
            bool agree = true;
            for (const auto& [name, v] : y) {
              agree = agree && (!x.contains(name) || x.at(name) == v);
            }
            if (!agree) continue;
            for (const State& after : table.after(static_cast<int>(m), y, x)) {
              State local = x;
              for (auto& [name, v] : local) {
                if (after.contains(name)) v = after.at(name);
              }
              next[n].insert(local);
            }
          }
        }
      }
      if (next[n].size() > budget) throw TooLarge{};
    }
    changed = next != theta;
    theta = std::move(next);
  }
  Local out;
  out.errors = table.errors;
  for (std::size_t n = 0; n < count; ++n) {
    auto& texts = out.theta[nodes_[n].name];
    for (const State& s : theta[n]) texts.insert(local_text(s));
  }
  return out;
}

}  // namespace vicinal::oracle
