// SPDX-License-Identifier: MIT
// Conjunctions, releases and X are rewritten; what is a disjunction or an until
// is negated before and afterwards, so that each rule stands here once.
#include "explore/temporal/simplified.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline temporal {

FormulaId Simplified::operator()(FormulaId path) {
  if (formulas_.of_states(path)) return path;
  const auto known = known_.find(path);
  if (known != known_.end()) return known->second;
  network::poll();
  const Formula f = formulas_[path];
  FormulaId result;
  switch (f.kind) {
    case Kind::conjunction: {
      Parts parts, simple;
      collect(path, Kind::conjunction, parts);
      for (const FormulaId p : parts) simple.push_back((*this)(p));
      result = conjunction(simple);
      break;
    }
    case Kind::next:
      result = next((*this)(f.first));
      break;
    case Kind::release: {
      const FormulaId a = (*this)(f.first);
      result = release(a, (*this)(f.second));
      break;
    }
    default:  // disjunction, until
      result = formulas_.negation((*this)(formulas_.negation(path)));
  }
  known_.emplace(path, result);
  return result;
}

// The largest parts that are of another kind, or of states.
void Simplified::collect(FormulaId f, Kind kind, Parts& parts) const {
  Parts open = {f};
  while (!open.empty()) {
    network::poll();
    const FormulaId part = open.back();
    open.pop_back();
    if (formulas_[part].kind != kind || formulas_.of_states(part)) {
      parts.push_back(part);
      continue;
    }
    open.push_back(formulas_[part].second);
    open.push_back(formulas_[part].first);
  }
}

FormulaId Simplified::joined(std::span<const FormulaId> parts) {
  network::poll();
  if (parts.empty()) return yes();
  if (parts.size() == 1) return parts[0];
  const std::size_t half = parts.size() / 2;
  const FormulaId a = joined(parts.first(half));
  return formulas_.conjunction(a, joined(parts.subspan(half)));
}

FormulaId Simplified::disjunction(Parts parts) {
  for (FormulaId& p : parts) p = formulas_.negation(p);
  return formulas_.negation(conjunction(parts));
}

// Of parts that are simple.
FormulaId Simplified::conjunction(const Parts& given) {
  Parts parts, states, lasting, others;
  for (const FormulaId p : given) collect(p, Kind::conjunction, parts);
  std::map<FormulaId, Parts> releases, untils;  // by the first, by the second
  for (const FormulaId p : parts) {
    network::poll();
    const Formula& f = formulas_[p];
    if (formulas_.of_states(p)) {
      states.push_back(p);
    } else if (f.kind == Kind::release) {
      releases[f.first].push_back(f.second);
    } else if (f.kind != Kind::until) {
      others.push_back(p);
    } else if (formulas_.is(f.first, true) && universal(f.second)) {
      lasting.push_back(f.second);
    } else {
      untils[f.second].push_back(f.first);
    }
  }
  if (!states.empty()) others.push_back(joined(states));
  for (const auto& [first, seconds] : releases) {
    others.push_back(seconds.size() == 1
                         ? formulas_.release(first, seconds[0])
                         : release(first, conjunction(seconds)));
  }
  for (const auto& [second, firsts] : untils) {
    const FormulaId first =
        firsts.size() == 1 ? firsts[0] : conjunction(firsts);
    others.push_back(formulas_.until(first, second));
  }
  if (!lasting.empty()) {
    const FormulaId last =
        lasting.size() == 1 ? lasting[0] : conjunction(lasting);
    others.push_back(formulas_.until(yes(), last));
  }
  std::ranges::sort(others);
  const auto twice = std::ranges::unique(others);
  others.erase(twice.begin(), twice.end());
  return joined(others);
}

FormulaId Simplified::next(FormulaId f) {
  return eventual(f) && universal(f) ? f : formulas_.next(f);
}

FormulaId Simplified::release(FormulaId a, FormulaId b) {
  if (universal(b)) return b;
  return formulas_.is(a, false) ? always(b) : formulas_.release(a, b);
}

FormulaId Simplified::always(FormulaId f) {
  network::poll();
  if (universal(f)) return f;
  const Formula formula = formulas_[f];
  if (formula.kind == Kind::release) return always(formula.second);
  if (formula.kind == Kind::next) return next(always(formula.first));
  Parts parts, within, without;
  if (formula.kind == Kind::conjunction || formula.kind == Kind::disjunction) {
    collect(f, formula.kind, parts);
  }
  const bool either = formula.kind == Kind::disjunction;
  for (const FormulaId p : parts) {
    const bool out = universal(p) && (!either || eventual(p));
    (out ? without : within).push_back(p);
  }
  if (without.empty()) return formulas_.release(no(), f);
  without.push_back(always(either ? disjunction(within) : joined(within)));
  return either ? disjunction(without) : conjunction(without);
}

bool Simplified::pure(FormulaId id, bool eventual) {
  const Formula f = formulas_[id];
  if (f.kind == Kind::constant) return true;
  if (formulas_.of_states(id)) return false;
  const auto known = pure_.find({id, eventual});
  if (known != pure_.end()) return known->second;
  network::poll();
  bool result = false;
  switch (f.kind) {
    case Kind::conjunction:
    case Kind::disjunction:
      result = pure(f.first, eventual) && pure(f.second, eventual);
      break;
    case Kind::next:
      result = pure(f.first, eventual);
      break;
    case Kind::until:
      result =
          (eventual && formulas_.is(f.first, true)) || pure(f.second, eventual);
      break;
    default:  // release
      result = (!eventual && formulas_.is(f.first, false)) ||
               pure(f.second, eventual);
  }
  pure_.emplace(std::pair(id, eventual), result);
  return result;
}

}  // namespace vicinal::explore::inline temporal
