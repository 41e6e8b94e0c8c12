// SPDX-License-Identifier: MIT
// Path formulas are simplified; then E over a disjunction and A over a
// conjunction go to their parts. A formula with other path quantifiers inside
// is checked in all nodes, the innermost first: then the inner ones are
// letters. The outermost is asked at initial states only, so that what is not
// nested is decided on the fly.
#include "explore/temporal/checker.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace vicinal::explore::inline temporal {

namespace {

std::vector<std::uint32_t> all_nodes(const Graph& graph) {
  std::vector<std::uint32_t> nodes(graph.size());
  std::iota(nodes.begin(), nodes.end(), 0U);
  return nodes;
}

// What a letter that holds rests on, so that each part is explained by itself:
// of `f && g` both, of `f || g` without path quantifiers one that holds.
template <class Holds>
std::vector<FormulaId> grounds(const Formulas& formulas, FormulaId letter,
                               const Holds& holds) {
  std::vector<FormulaId> result;
  std::vector<FormulaId> open = {letter};
  while (!open.empty()) {
    network::poll();
    const FormulaId next = open.back();
    open.pop_back();
    const Formula& f = formulas[next];
    if (f.kind == Kind::conjunction) {
      open.push_back(f.second);
      open.push_back(f.first);
    } else if (f.kind == Kind::disjunction && !formulas.quantified(next)) {
      open.push_back(holds(f.first) ? f.first : f.second);
    } else {
      result.push_back(next);
    }
  }
  return result;
}

}  // namespace

const std::vector<bool>& Checker::everywhere(FormulaId formula) {
  const auto known = known_.find(formula);
  if (known != known_.end()) return known->second;
  graph_.expand_all();
  Set set = at(formula, all_nodes(graph_));
  return known_.emplace(formula, std::move(set)).first->second;
}

// Before a product is made of it.
void Checker::prepare(FormulaId letter) {
  if (formulas_.quantified(letter)) everywhere(letter);
}

bool Checker::holds(FormulaId letter, std::uint32_t node) {
  const auto known = known_.find(letter);
  if (known != known_.end()) return known->second[node];
  const Formula& f = formulas_[letter];
  switch (f.kind) {
    case Kind::constant:
      return f.value;
    case Kind::atom:
      return graph_.holds(f.atom, node) == f.value;
    case Kind::conjunction:
      return holds(f.first, node) && holds(f.second, node);
    default:  // disjunction: what has paths in it is known
      return holds(f.first, node) || holds(f.second, node);
  }
}

std::vector<bool> Checker::at(FormulaId formula,
                              const std::vector<std::uint32_t>& nodes) {
  network::poll();
  const Formula f = formulas_[formula];
  std::vector<bool> result;
  const auto known = known_.find(formula);
  if (known != known_.end() || !formulas_.quantified(formula)) {
    for (const std::uint32_t n : nodes) result.push_back(holds(formula, n));
    return result;
  }
  switch (f.kind) {
    case Kind::exists_path:
      return paths_at(f.first, nodes);
    case Kind::for_all_paths:
      result = paths_at(formulas_.negation(f.first), nodes);
      result.flip();
      return result;
    default:
      break;
  }
  result = at(f.first, nodes);
  const std::vector<bool> second = at(f.second, nodes);
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = f.kind == Kind::conjunction ? result[i] && second[i]
                                            : result[i] || second[i];
  }
  return result;
}

std::vector<bool> Checker::paths_at(FormulaId given,
                                    const std::vector<std::uint32_t>& nodes) {
  const FormulaId path = simplified_(given);
  if (formulas_.of_states(path)) return at(path, nodes);
  const Formula f = formulas_[path];
  if (f.kind == Kind::disjunction) {
    std::vector<bool> result = at(formulas_.exists_path(f.first), nodes);
    const auto second = at(formulas_.exists_path(f.second), nodes);
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = result[i] || second[i];
    }
    return result;
  }
  if (nodes.size() == graph_.size() || formulas_.quantified(path)) {
    graph_.expand_all();
    if (auto set = fixpoint(path)) {
      std::vector<bool> result;
      for (const std::uint32_t n : nodes) result.push_back((*set)[n]);
      return result;
    }
  }
  return by_product(path, nodes);
}

std::vector<bool> Checker::by_product(FormulaId path,
                                      const std::vector<std::uint32_t>& nodes) {
  Automaton automaton(formulas_, path);
  for (const FormulaId letter : automaton.letters()) prepare(letter);
  Product product(graph_, fair_, global_, automaton,
                  [&](FormulaId l, std::uint32_t n) { return holds(l, n); });
  auto result = product.satisfied(nodes);
  pairs_ += product.size();
  return result;
}

// ---- fixpoints -------------------------------------------------------------

// Of `E path`, if that is CTL: X, U or R of formulas of states. Each state is
// on a fair path: whoever takes, of the fair actions that are enabled, the one
// that has waited longest, is fair; whoever takes, of the successors of a
// state, the one that has waited longest, is globally fair. So fairness matters
// to what holds for ever only.
std::optional<Checker::Set> Checker::fixpoint(FormulaId path) {
  const Formula f = formulas_[path];
  const bool binary = f.kind == Kind::until || f.kind == Kind::release;
  if (!binary && f.kind != Kind::next) return std::nullopt;
  if (!formulas_.of_states(f.first)) return std::nullopt;
  if (binary && !formulas_.of_states(f.second)) return std::nullopt;
  find_predecessors();
  const Set first = everywhere(f.first);
  if (f.kind == Kind::next) return before(first);
  const Set second = everywhere(f.second);
  if (f.kind == Kind::until) return until(first, second);
  Set result = first;
  for (std::size_t n = 0; n < result.size(); ++n) {
    result[n] = result[n] && second[n];
  }
  result = until(second, result);
  const Set for_ever =
      fair_.empty() && !global_
          ? always(second)
          : by_product(formulas_.release(formulas_.constant(false), f.second),
                       all_nodes(graph_));
  for (std::size_t n = 0; n < result.size(); ++n) {
    result[n] = result[n] || for_ever[n];
  }
  return result;
}

void Checker::find_predecessors() {
  if (!predecessor_begin_.empty()) return;
  predecessor_begin_.assign(graph_.size() + 1, 0);
  for (std::uint32_t n = 0; n < graph_.size(); ++n) {
    for (const Move& m : graph_.moves(n)) ++predecessor_begin_[m.to + 1];
  }
  std::partial_sum(predecessor_begin_.begin(), predecessor_begin_.end(),
                   predecessor_begin_.begin());
  predecessors_.resize(predecessor_begin_.back());
  std::vector<std::uint64_t> at = predecessor_begin_;
  for (std::uint32_t n = 0; n < graph_.size(); ++n) {
    network::poll();
    for (const Move& m : graph_.moves(n)) predecessors_[at[m.to]++] = n;
  }
}

// EX
Checker::Set Checker::before(const Set& set) {
  Set result(set.size(), false);
  for (std::uint32_t n = 0; n < set.size(); ++n) {
    network::poll();
    for (const Move& m : graph_.moves(n)) result[n] = result[n] || set[m.to];
  }
  return result;
}

// The least set with `end`, and with all of `hold` that have a move into it.
Checker::Set Checker::until(const Set& hold, const Set& end) {
  Set result = end;
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = 0; n < end.size(); ++n) {
    if (end[n]) open.push_back(n);
  }
  while (!open.empty()) {
    network::poll();
    const std::uint32_t to = open.back();
    open.pop_back();
    for (std::uint64_t p = predecessor_begin_[to];
         p < predecessor_begin_[to + 1]; ++p) {
      const std::uint32_t n = predecessors_[p];
      if (result[n] || !hold[n]) continue;
      result[n] = true;
      open.push_back(n);
    }
  }
  return result;
}

// EG: leaves out, one by one, what has no move left.
Checker::Set Checker::always(const Set& hold) {
  Set result = hold;
  std::vector<std::uint32_t> left(hold.size(), 0);
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = 0; n < hold.size(); ++n) {
    if (!hold[n]) continue;
    for (const Move& m : graph_.moves(n)) left[n] += hold[m.to] ? 1 : 0;
    if (left[n] == 0) open.push_back(n);
  }
  while (!open.empty()) {
    network::poll();
    const std::uint32_t to = open.back();
    open.pop_back();
    result[to] = false;
    for (std::uint64_t p = predecessor_begin_[to];
         p < predecessor_begin_[to + 1]; ++p) {
      const std::uint32_t n = predecessors_[p];
      if (hold[n] && --left[n] == 0) open.push_back(n);
    }
  }
  return result;
}

// ---- explanations ----------------------------------------------------------

std::optional<Explanation> Checker::violation(FormulaId formula) {
  const Formula f = formulas_[formula];
  if (f.kind == Kind::conjunction) {
    auto found = violation(f.first);
    return found ? std::move(found) : violation(f.second);
  }
  if (f.kind == Kind::for_all_paths) {
    const Formula path = formulas_[f.first];
    if (path.kind == Kind::conjunction) {
      auto found = violation(formulas_.for_all_paths(path.first));
      return found ? std::move(found)
                   : violation(formulas_.for_all_paths(path.second));
    }
    return violating_path(formula);
  }
  const auto values = at(formula, graph_.initial());
  const auto wrong = std::ranges::find(values, false);
  if (wrong == values.end()) return std::nullopt;
  const std::uint32_t node =
      graph_.initial()[static_cast<std::size_t>(wrong - values.begin())];
  return explain(formula, node, graph_.state(node));
}

// Of `A f`, on the fly.
std::optional<Explanation> Checker::violating_path(FormulaId formula) {
  const FormulaId path = formulas_.negation(formulas_[formula].first);
  auto lasso = witness(path, graph_.initial());
  if (!lasso) return std::nullopt;
  const std::uint32_t node = lasso->path.nodes.front();
  Explanation result{formula, false, graph_.state(node), {}, {}};
  explain_path(*lasso, result);
  return result;
}

std::optional<Lasso> Checker::witness(FormulaId path,
                                      const std::vector<std::uint32_t>& nodes) {
  Automaton automaton(formulas_, simplified_(path));
  for (const FormulaId letter : automaton.letters()) prepare(letter);
  Product product(graph_, fair_, global_, automaton,
                  [&](FormulaId l, std::uint32_t n) { return holds(l, n); });
  auto lasso = product.witness(nodes);
  pairs_ += product.size();
  return lasso;
}

Explanation Checker::explain(FormulaId formula, std::uint32_t node,
                             const std::vector<network::Scalar>& state) {
  const Formula f = formulas_[formula];
  Explanation result{formula, at(formula, {node}).front(), state, {}, {}};
  switch (f.kind) {
    case Kind::conjunction:
    case Kind::disjunction: {
      // One part settles it, or both do.
      const bool both = result.holds == (f.kind == Kind::conjunction);
      for (const FormulaId part : {f.first, f.second}) {
        Explanation why = explain(part, node, state);
        if (why.holds != result.holds) continue;
        result.parts.push_back({0, std::move(why)});
        if (!both) break;
      }
      break;
    }
    case Kind::exists_path:
    case Kind::for_all_paths: {
      const bool one = result.holds == (f.kind == Kind::exists_path);
      if (!one) break;
      const FormulaId path =
          result.holds ? f.first : formulas_.negation(f.first);
      explain_path(*witness(path, {node}), result);
      break;
    }
    default:
      break;
  }
  return result;
}

// The first state of each formula with paths in it that the path rests on.
void Checker::explain_path(const Lasso& lasso, Explanation& out) {
  out.path = graph_.lift(out.state, lasso.path);
  std::vector<FormulaId> explained;
  for (std::size_t i = 0; i < lasso.letters.size(); ++i) {
    std::vector<FormulaId> letters;
    for (const FormulaId letter : lasso.letters[i]) {
      const std::uint32_t node = lasso.path.nodes[i];
      std::ranges::copy(
          grounds(formulas_, letter,
                  [&](FormulaId part) { return holds(part, node); }),
          std::back_inserter(letters));
    }
    for (const FormulaId letter : letters) {
      if (std::ranges::find(explained, letter) != explained.end()) continue;
      // A run that ends stays where it is.
      const std::size_t at = std::min(i, out.path->states.size() - 1);
      const auto state = out.path->states[at];
      std::optional<Explanation> why;
      if (formulas_.quantified(letter)) {
        why = explain(letter, lasso.path.nodes[i], state);
      } else if (elsewhere_) {
        why = elsewhere_(letter, state);
      }
      if (!why) continue;
      explained.push_back(letter);
      out.parts.push_back({at, std::move(*why)});
    }
  }
}

}  // namespace vicinal::explore::inline temporal
