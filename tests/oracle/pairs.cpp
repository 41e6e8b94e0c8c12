// SPDX-License-Identifier: MIT
// LS conditions (6) to (9), word for word: theta has a set for every two nodes
// {m, n}, of valuations of V_m + V_n. All are empty first, and
//
//   F_mn(theta) = projection of the initial states onto V_m + V_n       (6)
//               + steps of m and of n from theta_mn                     (7),
//               (8)
//               + steps of each k in pt(m, n), by (11), from valuations of
//                 V_m + V_n + V_k whose projections are in theta_mn,
//                 theta_mk and theta_nk                                 (9),
//                 (10)
//
// is computed anew until it is theta. The papers have the conjunction over all
// pairs where design 7.3 takes the pairs inside {m, n, k}. What a step leads to
// is a function of what is seen, and is looked up when it was computed before.
#include <algorithm>

#include "local.hpp"

namespace vicinal::oracle {

class PairStates {
 public:
  using View = LocalSteps::View;
  using Row = LocalSteps::Row;
  using Pair = std::pair<std::size_t, std::size_t>;  // the smaller one first
  using Sets = std::map<Pair, std::set<Row>>;

  PairStates(const Instance& instance, std::size_t budget)
      : i_(instance), steps_(instance), budget_(budget) {
    for (std::size_t m = 0; m < i_.nodes().size(); ++m) {
      for (std::size_t n = m + 1; n < i_.nodes().size(); ++n) {
        views_[{m, n}] = steps_.view({m, n});
      }
    }
  }

  bool constants() { return steps_.constants(); }

  Sets nothing() const {
    Sets sets;
    for (const auto& [p, view] : views_) sets[p];
    return sets;
  }

  template <class States>
  Sets project(const States& states) const {
    Sets sets = nothing();
    for (const State& s : states) {
      for (const auto& [p, view] : views_) {
        sets[p].insert(LocalSteps::project(s, view));
      }
    }
    return sets;
  }

  // F(theta), given the projections of the initial states.
  Sets apply(const Sets& theta, const Sets& initial) {
    Sets out = initial;  // (6)
    for (auto& [p, set] : out) {
      const auto& [m, n] = p;
      for (const Row& x : theta.at(p)) {
        State seen = steps_.nothing();
        LocalSteps::show(seen, views_.at(p), x);
        step(m, seen, p, set);  // (7)
        step(n, seen, p, set);  // (8)
      }
      for (std::size_t k = 0; k < i_.nodes().size(); ++k) {
        if (!interferes(k, p)) continue;
        for (const State& seen : join(theta, p, k)) {
          step(k, seen, p, set);  // (9), (10)
        }
      }
      if (set.size() > budget_) throw TooLarge{};
    }
    return out;
  }

  Instance::Theta texts(const Sets& sets) const {
    Instance::Theta out;
    for (const auto& [p, set] : sets) {
      auto& texts =
          out[i_.nodes()[p.first].name + "," + i_.nodes()[p.second].name];
      for (const Row& row : set) {
        texts.insert(steps_.text(row, views_.at(p)));
      }
    }
    return out;
  }

  Instance::Pairs found(const Sets& theta) const {
    Instance::Pairs out = steps_.found;
    out.theta = texts(theta);
    out.errors = !out.failing.empty();
    return out;
  }

 private:
  // Whether k is in pt(m, n): LS (11).
  bool interferes(std::size_t k, const Pair& p) const {
    const auto& [m, n] = p;
    if (k == m || k == n) return false;
    const auto& edges = i_.edges();
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& e) {
      return e.writers.contains(k) &&
             (e.touches(p.first) || e.touches(p.second));
    });
  }

  // The valuations of V_m + V_n + V_k whose projections on the three pairs are
  // in theta: a row of {m, n} and one of {m, k} that agree make one.
  std::vector<State> join(const Sets& theta, const Pair& p, std::size_t k) {
    const auto& [m, n] = p;
    const Pair mk = std::minmax(m, k);
    const Pair nk = std::minmax(n, k);
    const std::set<std::size_t> shown(views_.at(p).begin(), views_.at(p).end());
    View common;
    for (const std::size_t v : views_.at(mk)) {
      if (shown.contains(v)) common.push_back(v);
    }
    // Rows of {m, k} by what {m, n} shows of them.
    std::map<Row, std::vector<State>> by_common;
    for (const Row& y : theta.at(mk)) {
      State seen = steps_.nothing();
      LocalSteps::show(seen, views_.at(mk), y);
      by_common[LocalSteps::project(seen, common)].push_back(seen);
    }
    std::vector<State> out;
    for (const Row& x : theta.at(p)) {
      State seen = steps_.nothing();
      LocalSteps::show(seen, views_.at(p), x);
      for (State all : by_common[LocalSteps::project(seen, common)]) {
        LocalSteps::show(all, views_.at(p), x);
        if (theta.at(nk).contains(LocalSteps::project(all, views_.at(nk)))) {
          out.push_back(std::move(all));
        }
        if (out.size() > 100 * budget_) throw TooLarge{};
      }
    }
    return out;
  }

  // Adds what p shows after the steps that k takes from what is seen.
  void step(std::size_t k, const State& seen, const Pair& p,
            std::set<Row>& set) {
    const auto [known, fresh] = computed_.try_emplace({k, seen});
    if (fresh) known->second = steps_.successors(k, seen);
    if (computed_.size() > 100 * budget_) throw TooLarge{};
    for (const State& after : known->second) {
      set.insert(LocalSteps::project(after, views_.at(p)));
    }
  }

  const Instance& i_;
  LocalSteps steps_;
  std::size_t budget_;
  std::map<Pair, View> views_;
  std::map<std::pair<std::size_t, State>, std::vector<State>> computed_;
};

std::optional<Instance::Pairs> Instance::pair_invariant(
    std::size_t budget) const {
  PairStates local(*this, budget);
  if (!local.constants()) return std::nullopt;
  const PairStates::Sets initial = local.project(initial_states(budget));
  PairStates::Sets theta = local.nothing();
  for (;;) {
    PairStates::Sets next = local.apply(theta, initial);
    if (next == theta) break;
    theta = std::move(next);
  }
  return local.found(theta);
}

Instance::Theta Instance::pair_projections(std::size_t budget) const {
  const PairStates local(*this, budget);
  return local.texts(local.project(reachable_states(budget)));
}

}  // namespace vicinal::oracle
