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
#include "local.hpp"

#include <deque>

namespace vicinal::oracle {

class LocalStates {
 public:
  using View = LocalSteps::View;
  using Row = LocalSteps::Row;
  using Sets = std::vector<std::set<Row>>;

  LocalStates(const Instance& instance, std::size_t budget)
      : i_(instance), steps_(instance), budget_(budget) {
    for (std::size_t n = 0; n < i_.nodes().size(); ++n) {
      views_.push_back(steps_.view({n}));
    }
  }

  bool constants() { return steps_.constants(); }

  template <class States>
  Sets project(const States& states) const {
    Sets sets(views_.size());
    for (const State& s : states) {
      for (std::size_t n = 0; n < views_.size(); ++n) {
        sets[n].insert(LocalSteps::project(s, views_[n]));
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
      for (const Row& row : sets[n]) texts.insert(steps_.text(row, views_[n]));
    }
    return out;
  }

  Instance::Local found(const Sets& theta) const {
    Instance::Local out = steps_.found;
    out.theta = texts(theta);
    out.errors = !out.failing.empty();
    return out;
  }

 private:
  // What x, of n, becomes by steps that m takes from y. For m = n, y is x.
  const std::set<Row>& steps(std::size_t n, std::size_t m, const Row& x,
                             const Row& y) {
    const auto [known, fresh] = computed_.try_emplace({n, m, x, y});
    if (!fresh) return known->second;
    if (computed_.size() > 100 * budget_) throw TooLarge{};
    State seen = steps_.nothing();
    LocalSteps::show(seen, views_[n], x);
    if (!LocalSteps::show(seen, views_[m], y)) return known->second;
    for (const State& after : steps_.successors(m, seen)) {
      known->second.insert(LocalSteps::project(after, views_[n]));
    }
    return known->second;
  }

  const Instance& i_;
  LocalSteps steps_;
  std::size_t budget_;
  std::vector<View> views_;
  std::map<std::tuple<std::size_t, std::size_t, Row, Row>, std::set<Row>>
      computed_;
};

std::optional<Instance::Local> Instance::single_invariant(
    std::size_t budget) const {
  LocalStates local(*this, budget);
  if (!local.constants()) return std::nullopt;
  const LocalStates::Sets initial = local.project(initial_states(budget));
  LocalStates::Sets theta(nodes_.size());
  for (;;) {
    LocalStates::Sets next = local.apply(theta, initial);
    if (next == theta) break;
    theta = std::move(next);
  }
  return local.found(theta);
}

std::set<State> Instance::reachable_states(std::size_t budget) const {
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
    bool errors = false;
    for (const Step& step : steps(s, errors)) {
      if (!step.fails) reach(step.after);
    }
  }
  return seen;
}

Instance::Theta Instance::projections(std::size_t budget) const {
  const LocalStates local(*this, budget);
  return local.texts(local.project(reachable_states(budget)));
}

}  // namespace vicinal::oracle
