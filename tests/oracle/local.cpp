// SPDX-License-Identifier: MIT
// LS equation (5), word for word: theta starts with empty sets, and
//
//   F_n(theta) = projection of the initial states onto V_n
//              + steps of n from theta_n                               (2)
//              + steps of each m that points to n, from pairs of local states
//                of n and of m that agree on the edges they share      (3), (4)
//
// is computed anew until it is theta. What a pair leads to is a function of
// the pair and is looked up when it was computed before.
#include <algorithm>
#include <deque>

#include "kleene.hpp"
#include "oracle.hpp"

namespace vicinal::oracle {

namespace {

// The name at the left end of a place: q in q[1].x.
std::string root(const ast::Tree& tree, ast::ExprId e) {
  while (tree[e].kind == ast::ExprKind::field ||
         tree[e].kind == ast::ExprKind::index) {
    e = tree.child(tree[e], 0);
  }
  return tree[e].word.text;
}

}  // namespace

class LocalStates {
 public:
  LocalStates(const Instance& instance, std::size_t budget)
      : i_(instance), kleene_(instance), budget_(budget) {
    for (std::size_t n = 0; n < i_.nodes().size(); ++n) {
      std::vector<std::size_t> view;
      for (const auto& [name, v] : i_.nodes()[n].variables) view.push_back(v);
      for (const std::size_t e : i_.in_out(n)) {
        view.push_back(i_.edges()[e].variable);
      }
      std::sort(view.begin(), view.end(), [&](std::size_t a, std::size_t b) {
        return i_.variables()[a].name < i_.variables()[b].name;
      });
      views_.push_back(std::move(view));
    }
    nothing_.resize(i_.variables().size());
  }

  // Shared variables that never change; false if there are others.
  bool constants() {
    if (!i_.tree_.rules.empty()) return false;
    std::set<std::string> written;
    for (const ast::Stmt& s : i_.tree_.stmts) {
      for (auto k = s.targets.begin; k < s.targets.end; ++k) {
        written.insert(root(i_.tree_, i_.tree_.expr_children[k]));
      }
    }
    for (const ast::Shared& s : i_.tree_.shared) {
      const auto& family = i_.families_[i_.globals_.at(s.name.text).item];
      for (std::size_t k = 0; k < family.count; ++k) {
        const std::size_t v = family.first + k;
        if (!i_.variables_[v].initial) return false;
        nothing_[v] = *i_.variables_[v].initial;
      }
      // A process's own name hides the shared one, but then it is not used
      // for both in a random model.
      if (written.contains(s.name.text)) return false;
    }
    return true;
  }

  // Local states are valuations of the view.
  using Row = std::vector<Value>;
  using Sets = std::vector<std::set<Row>>;

  Row project(const State& state, std::size_t n) const {
    Row row;
    for (const std::size_t v : views_[n]) row.push_back(state[v]);
    return row;
  }

  Sets initial() const {
    Sets sets(views_.size());
    for (const State& s : i_.initial_states(budget_)) {
      for (std::size_t n = 0; n < views_.size(); ++n) {
        sets[n].insert(project(s, n));
      }
    }
    return sets;
  }

  // F(theta), given the projections of the initial states.
  Sets apply(const Sets& theta, const Sets& initial) {
    Sets out = initial;
    for (std::size_t n = 0; n < views_.size(); ++n) {
      for (const Row& x : theta[n]) {
        const auto& after = steps(n, n, x, x);
        out[n].insert(after.begin(), after.end());
      }
      for (std::size_t m = 0; m < views_.size(); ++m) {
        if (!i_.points_to(m, n)) continue;
        for (const Row& x : theta[n]) {
          for (const Row& y : theta[m]) {
            const auto& after = steps(n, m, x, y);
            out[n].insert(after.begin(), after.end());
          }
        }
      }
      if (out[n].size() > budget_) throw TooLarge{};
    }
    return out;
  }

  Instance::Theta texts(const Sets& sets) const {
    Instance::Theta out;
    for (std::size_t n = 0; n < views_.size(); ++n) {
      auto& texts = out[i_.nodes()[n].name];
      for (const Row& row : sets[n]) {
        std::string text;
        for (std::size_t k = 0; k < row.size(); ++k) {
          if (k > 0) text += "; ";
          text += i_.variables()[views_[n][k]].name + "=" + i_.text(row[k]);
        }
        texts.insert(text);
      }
    }
    return out;
  }

  Instance::Local found;

 private:
  // What x, of n, becomes by steps that m takes from y. For m = n, y is x.
  const std::set<Row>& steps(std::size_t n, std::size_t m, const Row& x,
                             const Row& y) {
    const auto [known, fresh] = computed_.try_emplace({n, m, x, y});
    if (!fresh) return known->second;
    if (computed_.size() > 100 * budget_) throw TooLarge{};
    State seen = nothing_;
    for (std::size_t k = 0; k < x.size(); ++k) seen[views_[n][k]] = x[k];
    for (std::size_t k = 0; k < y.size(); ++k) {
      Value& v = seen[views_[m][k]];
      if (v.kind != Value::Kind::unseen && v != y[k]) return known->second;
      v = y[k];
    }
    for (const State& after : successors(m, seen)) {
      known->second.insert(project(after, n));
    }
    return known->second;
  }

  std::string describe(std::size_t m, std::size_t action,
                       const Binding& binding) const {
    std::string text;
    for (const auto& [name, d] : binding) {
      text += (text.empty() ? "" : ", ") + name + ": " + i_.text(d);
    }
    return i_.step_name(m, action) + " {" + text + "}";
  }

  // After all steps that m may take in a view that shows its neighbourhood.
  std::vector<State> successors(std::size_t m, const State& seen) {
    const Scope scope = i_.acting(m);
    std::vector<State> out;
    for (std::size_t number = 0; number < i_.actions(m).size(); ++number) {
      const ast::Action& action = i_.actions(m)[number];
      struct Candidate {
        Binding binding;
        bool certain;
        Outcome priority;
      };
      std::vector<Candidate> candidates;
      for (const Binding& b : i_.bindings(action.parameters, seen, scope)) {
        const Scope inner = Instance::with(scope, b);
        Truth guard{true, false, false};
        if (action.guard.valid()) {
          guard = kleene_.truth(action.guard, seen, inner);
        }
        if (guard.certain_error()) fails(m, number, b);
        if (guard.error) found.may_fail = true;
        if (!guard.yes) continue;
        Outcome priority;
        priority.low = priority.high = 0;
        if (action.priority.valid()) {
          priority = kleene_.outcome(action.priority, seen, inner);
        }
        if (!priority.possible && guard.certain()) fails(m, number, b);
        if (priority.error) found.may_fail = true;
        if (!priority.possible) continue;
        candidates.push_back({b, guard.certain() && !priority.error, priority});
      }
      for (const Candidate& c : candidates) {
        bool held_back = false;
        for (const Candidate& other : candidates) {
          if (other.certain && other.priority.low > c.priority.high) {
            held_back = true;
          }
        }
        if (held_back) continue;
        State after = seen;
        try {
          i_.execute(action.body, after, Instance::with(scope, c.binding));
          out.push_back(std::move(after));
        } catch (const Error&) {
          fails(m, number, c.binding);
        }
      }
    }
    return out;
  }

  void fails(std::size_t m, std::size_t action, const Binding& binding) {
    found.failing.insert(describe(m, action, binding));
  }

  const Instance& i_;
  Kleene kleene_;
  std::size_t budget_;
  std::vector<std::vector<std::size_t>> views_;  // variables, by name
  State nothing_;                                // what no view hides
  std::map<std::tuple<std::size_t, std::size_t, Row, Row>, std::set<Row>>
      computed_;
};

std::optional<Instance::Local> Instance::single_invariant(
    std::size_t budget) const {
  LocalStates local(*this, budget);
  if (!local.constants()) return std::nullopt;
  const LocalStates::Sets initial = local.initial();
  LocalStates::Sets theta(nodes_.size());
  for (;;) {
    LocalStates::Sets next = local.apply(theta, initial);
    if (next == theta) break;
    theta = std::move(next);
  }
  local.found.theta = local.texts(theta);
  local.found.errors = !local.found.failing.empty();
  return local.found;
}

Instance::Theta Instance::projections(std::size_t budget) const {
  LocalStates local(*this, budget);
  LocalStates::Sets sets(nodes_.size());
  std::set<State> seen;
  std::deque<State> queue;
  const auto reach = [&](const State& s) {
    if (!seen.insert(s).second) return;
    if (seen.size() > budget) throw TooLarge{};
    queue.push_back(s);
  };
  for (const State& s : initial_states(budget)) reach(s);
  while (!queue.empty()) {
    const State s = queue.front();
    queue.pop_front();
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      sets[n].insert(local.project(s, n));
    }
    bool errors = false;
    for (const Step& step : steps(s, errors)) {
      if (!step.fails) reach(step.after);
    }
  }
  return local.texts(sets);
}

}  // namespace vicinal::oracle
