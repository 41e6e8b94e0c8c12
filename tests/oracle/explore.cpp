// SPDX-License-Identifier: MIT
// All reachable states, breadth-first, one map from states to depths.
#include <deque>

#include "oracle.hpp"

namespace vicinal::oracle {

std::vector<State> Instance::initial_states(std::size_t budget) const {
  std::vector<std::vector<Value>> values;
  std::size_t count = 1;
  for (const Variable& v : variables_) {
    values.push_back(v.initial           ? std::vector<Value>{*v.initial}
                     : !v.begins.empty() ? v.begins
                                         : all_values(v.type));
    count *= values.back().size();
    if (count > budget) throw TooLarge{};
  }
  std::vector<State> good;
  for (std::size_t number = 0; number < count; ++number) {
    // Its digits say which value each variable has.
    State s(values.size());
    std::size_t rest = number;
    for (std::size_t v = values.size(); v-- > 0; rest /= values[v].size()) {
      s[v] = values[v][rest % values[v].size()];
    }
    if (is_initial(s)) good.push_back(s);
  }
  return good;
}

bool Instance::is_initial(const State& state) const {
  try {
    bool all = true;
    for (const ast::ExprId init : inits_) all = all && truth(init, state, {});
    return all;
  } catch (const Error& e) {
    found(e);  // not satisfied
    return false;
  }
}

Exploration Instance::explore(std::size_t budget) const {
  Exploration out;
  const auto violate = [&](const std::string& name, std::size_t length) {
    PropertyResult& p = out.properties[name];
    if (!p.violated || length < p.trace_length) p.trace_length = length;
    p.violated = true;
  };
  const std::string no_error = "no model error";
  out.properties[no_error];
  std::vector<const ast::Property*> claims;
  for (const ast::Property& p : tree_.properties) {
    if (p.kind == ast::PropertyKind::invariant ||
        p.kind == ast::PropertyKind::assertion) {
      claims.push_back(&p);
      out.properties[p.name.text];
    }
  }
  std::map<State, std::size_t> depth;
  std::deque<State> queue;
  const auto reach = [&](const State& s, std::size_t d) {
    if (!depth.emplace(s, d).second) return;
    if (depth.size() > budget) throw TooLarge{};
    queue.push_back(s);
    out.depth = d;
  };
  for (const State& s : initial_states(budget)) reach(s, 0);
  out.initial_states = depth.size();
  while (!queue.empty()) {
    const State s = queue.front();
    queue.pop_front();
    const std::size_t d = depth.at(s);
    for (const ast::Property* p : claims) {
      try {
        if (!truth(p->formula, s, {})) violate(p->name.text, d);
      } catch (const Error& e) {
        found(e);
        violate(no_error, d);
        out.properties[p->name.text].fails = true;
      }
    }
    bool errors = false;
    const std::vector<Step> all = steps(s, errors);
    if (errors) violate(no_error, d);
    out.transitions += all.size();
    if (all.empty()) ++out.deadlocks;
    for (const Step& step : all) {
      if (step.fails) {
        violate(no_error, d + 1);
      } else {
        reach(step.after, d + 1);
      }
    }
  }
  out.states = depth.size();
  return out;
}

}  // namespace vicinal::oracle
