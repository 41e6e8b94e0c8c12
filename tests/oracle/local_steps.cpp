// SPDX-License-Identifier: MIT
// Views and the steps in them.
#include "local.hpp"

#include <algorithm>

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

LocalSteps::LocalSteps(const Instance& instance)
    : i_(instance), kleene_(instance), nothing_(instance.variables().size()) {}

bool LocalSteps::constants() {
  if (!i_.tree_.rules.empty() || i_.dynamic_) return false;
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

LocalSteps::View LocalSteps::view(const std::set<std::size_t>& nodes) const {
  std::set<std::pair<std::string, std::size_t>> sorted;
  for (const std::size_t n : nodes) {
    for (const auto& [name, v] : i_.nodes()[n].variables) {
      sorted.emplace(i_.variables()[v].name, v);
    }
    for (const std::size_t e : i_.in_out(n)) {
      const std::size_t v = i_.edges()[e].variable;
      sorted.emplace(i_.variables()[v].name, v);
    }
  }
  View view;
  for (const auto& [name, v] : sorted) view.push_back(v);
  return view;
}

LocalSteps::Row LocalSteps::project(const State& state, const View& view) {
  Row row;
  for (const std::size_t v : view) row.push_back(state[v]);
  return row;
}

std::string LocalSteps::text(const Row& row, const View& view) const {
  std::string text;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k > 0) text += "; ";
    text += i_.variables()[view[k]].name + "=" + i_.text(row[k]);
  }
  return text;
}

bool LocalSteps::show(State& seen, const View& view, const Row& row) {
  for (std::size_t k = 0; k < row.size(); ++k) {
    Value& v = seen[view[k]];
    if (v.kind != Value::Kind::unseen && v != row[k]) return false;
    v = row[k];
  }
  return true;
}

std::vector<State> LocalSteps::successors(std::size_t m, const State& seen) {
  const Scope scope = i_.acting(m);
  std::vector<State> out;
  for (std::size_t number = 0; number < i_.actions(m).size(); ++number) {
    const ast::Action& action = i_.actions(m)[number];
    struct SeenBinding {
      Binding binding;
      bool certain;
      Outcome priority;
    };
    std::vector<SeenBinding> candidates;
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
    for (const SeenBinding& c : candidates) {
      bool held_back = false;
      for (const SeenBinding& other : candidates) {
        if (other.certain && other.priority.low > c.priority.high) {
          held_back = true;
        }
      }
      if (held_back) continue;
      State after = seen;
      try {
        i_.execute(action.body, after, Instance::with(scope, c.binding));
        out.push_back(std::move(after));
        found.taken.insert(i_.step_name(m, number));
      } catch (const Error&) {
        fails(m, number, c.binding);
      }
    }
  }
  return out;
}

std::string LocalSteps::describe(std::size_t m, std::size_t action,
                                 const Binding& binding) const {
  std::string text;
  for (const auto& [name, d] : binding) {
    text += (text.empty() ? "" : ", ") + name + ": " + i_.text(d);
  }
  return i_.step_name(m, action) + " {" + text + "}";
}

void LocalSteps::fails(std::size_t m, std::size_t action,
                       const Binding& binding) {
  found.failing.insert(describe(m, action, binding));
}

}  // namespace vicinal::oracle
