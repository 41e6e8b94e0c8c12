// SPDX-License-Identifier: MIT
// A set of formulas is taken apart: f U g holds if g does, or f does and X (f U
// g), which postpones it; f R g if f and g do, or g does and X (f R g). Each
// way to do that is a transition. One that asks for more than another one, and
// is no better for it, is left out.
#include "explore/temporal/automaton.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline temporal {

namespace {

template <class T>
bool insert(std::vector<T>& set, T value) {
  const auto at = std::ranges::lower_bound(set, value);
  if (at != set.end() && *at == value) return false;
  set.insert(at, value);
  return true;
}

}  // namespace

Automaton::Automaton(const Formulas& formulas, FormulaId path)
    : formulas_(formulas) {
  look(path);
  number({path});
}

void Automaton::look(FormulaId f) {
  std::vector<FormulaId> open = {f};
  std::vector<FormulaId> seen;
  while (!open.empty()) {
    network::poll();
    const FormulaId next = open.back();
    open.pop_back();
    if (!next.valid() || !insert(seen, next)) continue;
    if (formulas_.of_states(next)) {
      insert(letters_, next);
      continue;
    }
    const Formula& formula = formulas_[next];
    if (formula.kind == Kind::until) {
      untils_.emplace(next, static_cast<std::uint32_t>(untils_.size()));
    }
    open.push_back(formula.first);
    open.push_back(formula.second);
  }
}

std::uint32_t Automaton::number(const Set& set) {
  const auto [at, fresh] =
      numbers_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (fresh) {
    sets_.push_back(set);
    transitions_.emplace_back();
    expanded_.push_back(false);
  }
  return at->second;
}

const std::vector<Automaton::Transition>& Automaton::transitions(
    std::uint32_t state) {
  if (!expanded_[state]) expand(state);
  return transitions_[state];
}

// Depth first, one way after the other.
void Automaton::take_apart(Cover cover, std::vector<Cover>& out) {
  while (!cover.open.empty()) {
    network::poll(16);
    const FormulaId f = cover.open.back();
    cover.open.pop_back();
    if (!insert(cover.done, f)) continue;
    const Formula& formula = formulas_[f];
    if (formulas_.of_states(f)) {
      if (formula.kind == Kind::constant) {
        if (!formula.value) return;
        continue;
      }
      insert(cover.letters, f);
      continue;
    }
    switch (formula.kind) {
      case Kind::conjunction:
        cover.open.push_back(formula.first);
        cover.open.push_back(formula.second);
        break;
      case Kind::disjunction: {
        Cover other = cover;
        other.open.push_back(formula.first);
        take_apart(std::move(other), out);
        cover.open.push_back(formula.second);
        break;
      }
      case Kind::next:
        insert(cover.next, formula.first);
        break;
      case Kind::until: {
        Cover now = cover;
        now.open.push_back(formula.second);
        take_apart(std::move(now), out);
        cover.open.push_back(formula.first);
        insert(cover.next, f);
        insert(cover.postponed, untils_.at(f));
        break;
      }
      case Kind::release: {
        Cover now = cover;
        now.open.push_back(formula.first);
        now.open.push_back(formula.second);
        take_apart(std::move(now), out);
        cover.open.push_back(formula.second);
        insert(cover.next, f);
        break;
      }
      default:
        break;
    }
  }
  out.push_back(std::move(cover));
}

void Automaton::expand(std::uint32_t state) {
  std::vector<Cover> covers;
  take_apart({sets_[state], {}, {}, {}, {}}, covers);
  const auto asks_less = [](const Cover& a, const Cover& b) {
    return std::ranges::includes(b.letters, a.letters) &&
           std::ranges::includes(b.next, a.next) &&
           std::ranges::includes(b.postponed, a.postponed);
  };
  std::vector<Transition> kept;
  for (std::size_t i = 0; i < covers.size(); ++i) {
    network::poll(static_cast<std::int64_t>(covers.size()));
    bool needed = true;
    for (std::size_t j = 0; j < covers.size() && needed; ++j) {
      // Of equals the first is kept.
      if (i == j || !asks_less(covers[j], covers[i])) continue;
      needed = j > i && asks_less(covers[i], covers[j]);
    }
    if (!needed) continue;
    const std::uint32_t to = number(covers[i].next);
    kept.push_back(
        {std::move(covers[i].letters), to, std::move(covers[i].postponed)});
    covers[i].letters = kept.back().letters;
    covers[i].postponed = kept.back().postponed;
  }
  transitions_[state] = std::move(kept);
  expanded_[state] = true;
}

}  // namespace vicinal::explore::inline temporal
