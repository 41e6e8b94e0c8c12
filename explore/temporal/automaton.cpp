// SPDX-License-Identifier: MIT
// What holds now is known when a state is left, and its formulas are taken
// apart: f U g holds if g does, or f does and X (f U g), which postpones it; f
// R g if f and g do, or g does and X (f R g). Ways of parts are joined, each
// with each, and what is worse than another way is left out at once: formulas
// whose parts are formulas of states have one way then, or none. What is left
// for later is the next state, without what it implies anyway: so `G F p` stays
// one state, whatever p is now.
#include "explore/temporal/automaton.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline temporal {

namespace {

// One way: what has to hold from the next state on, and which U are put off.
struct Cover {
  std::vector<FormulaId> letters;        // that it rests on, ascending
  std::vector<FormulaId> next;           // ascending
  std::vector<std::uint32_t> postponed;  // ascending
};

using List = std::vector<Cover>;

template <class T>
std::vector<T> united(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  std::vector<T> all;
  all.reserve(a.size() + b.size());
  std::ranges::set_union(a, b, std::back_inserter(all));
  return all;
}

bool no_worse(const Cover& a, const Cover& b) {
  return std::ranges::includes(b.next, a.next) &&
         std::ranges::includes(b.postponed, a.postponed);
}

// Unless another one is as good; of equals the first is kept.
void add(List& list, Cover cover) {
  network::poll(1 + static_cast<std::int64_t>(list.size()));
  const auto better = [&](const Cover& c) { return no_worse(c, cover); };
  if (std::ranges::any_of(list, better)) return;
  std::erase_if(list, [&](const Cover& c) { return no_worse(cover, c); });
  list.push_back(std::move(cover));
}

List either(List a, const List& b) {
  for (const Cover& c : b) add(a, c);
  return a;
}

List both(const List& a, const List& b) {
  List all;
  for (const Cover& x : a) {
    for (const Cover& y : b) {
      network::poll(
          1 + static_cast<std::int64_t>(x.next.size() + y.next.size()) / 8);
      add(all, {united(x.letters, y.letters), united(x.next, y.next),
                united(x.postponed, y.postponed)});
    }
  }
  return all;
}

// Ways for path formulas to hold, given what holds now.
class Covers {
 public:
  // Whether a formula of states holds now; the number of each U. The formulas
  // must outlive it.
  using Holds = std::function<bool(FormulaId)>;
  using Numbers = std::map<FormulaId, std::uint32_t>;
  Covers(const Formulas& formulas, const Numbers& untils, Holds holds)
      : formulas_(formulas), untils_(untils), holds_(std::move(holds)) {}

  // All ways for all of these to hold, but for those that ask for more than
  // another one, later, and are no better for it. Polls.
  std::vector<Cover> of_all(const std::vector<FormulaId>& set);

 private:
  const List& of(FormulaId f);
  List computed(FormulaId f);
  List of_next(FormulaId f) const;

  const Formulas& formulas_;
  const Numbers& untils_;
  Holds holds_;
  std::map<FormulaId, List> known_;
};

List Covers::of_all(const std::vector<FormulaId>& set) {
  List all(1);
  for (const FormulaId f : set) {
    if (all.empty()) break;
    all = both(all, of(f));
  }
  return all;
}

const List& Covers::of(FormulaId f) {
  const auto known = known_.find(f);
  if (known != known_.end()) return known->second;
  return known_.emplace(f, computed(f)).first->second;
}

// Conjunctions are taken apart: sets are compared by their members.
List Covers::of_next(FormulaId f) const {
  Cover cover;
  std::vector<FormulaId> open = {f};
  while (!open.empty()) {
    network::poll();
    const FormulaId next = open.back();
    open.pop_back();
    const Formula& formula = formulas_[next];
    if (formula.kind == Kind::conjunction && !formulas_.of_states(next)) {
      open.push_back(formula.first);
      open.push_back(formula.second);
    } else {
      cover.next.push_back(next);
    }
  }
  std::ranges::sort(cover.next);
  const auto twice = std::ranges::unique(cover.next);
  cover.next.erase(twice.begin(), twice.end());
  return {std::move(cover)};
}

List Covers::computed(FormulaId f) {
  network::poll();
  const Formula& formula = formulas_[f];
  if (formula.kind == Kind::constant) return List(formula.value ? 1 : 0);
  if (formulas_.of_states(f)) {
    return holds_(f) ? List{{{f}, {}, {}}} : List{};
  }
  switch (formula.kind) {
    case Kind::conjunction:
      return both(of(formula.first), of(formula.second));
    case Kind::disjunction:
      return either(of(formula.first), of(formula.second));
    case Kind::next:
      return of_next(formula.first);
    case Kind::until: {
      const List later = {{{}, {f}, {untils_.at(f)}}};
      return either(of(formula.second), both(of(formula.first), later));
    }
    default: {  // release
      const List later = {{{}, {f}, {}}};
      return both(of(formula.second), either(of(formula.first), later));
    }
  }
}

template <class T>
bool insert(std::vector<T>& set, T value) {
  const auto at = std::ranges::lower_bound(set, value);
  if (at != set.end() && *at == value) return false;
  set.insert(at, value);
  return true;
}

}  // namespace

std::size_t Automaton::Scatter::operator()(const Bits& bits) const {
  std::uint64_t hash = bits.size();
  for (const std::uint64_t b : bits) {
    hash = (hash ^ b) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

Automaton::Automaton(const Formulas& formulas, FormulaId path)
    : formulas_(formulas) {
  look(path);
  number({path});
}

void Automaton::look(FormulaId f) {
  std::vector<FormulaId> open = {f};
  std::vector<bool> seen(formulas_.size(), false);
  while (!open.empty()) {
    network::poll();
    const FormulaId next = open.back();
    open.pop_back();
    if (!next.valid() || seen[next.index()]) continue;
    seen[next.index()] = true;
    if (formulas_.of_states(next)) {
      letters_.push_back(next);
      continue;
    }
    const Formula& formula = formulas_[next];
    if (formula.kind == Kind::until) {
      untils_.emplace(next, static_cast<std::uint32_t>(untils_.size()));
    }
    open.push_back(formula.first);
    open.push_back(formula.second);
  }
  std::ranges::sort(letters_);
}

// What is not under X.
Automaton::Set Automaton::letters_now(const Set& formulas) const {
  Set letters;
  Set open = formulas;
  std::map<FormulaId, bool> seen;
  while (!open.empty()) {
    network::poll();
    const FormulaId next = open.back();
    open.pop_back();
    if (!seen.emplace(next, true).second) continue;
    const Formula& formula = formulas_[next];
    if (formulas_.of_states(next)) {
      if (formula.kind != Kind::constant) letters.push_back(next);
    } else if (formula.kind != Kind::next) {
      open.push_back(formula.first);
      open.push_back(formula.second);
    }
  }
  std::ranges::sort(letters);
  return letters;
}

// Without what the others imply: f R g implies g, and g, with which it is taken
// apart anyway, f U g. In `f && g` both are implied.
Automaton::Set Automaton::needed(const Set& formulas) const {
  Set implied;
  std::vector<FormulaId> open;
  const auto imply = [&](FormulaId f) {
    network::poll();
    const Formula& formula = formulas_[f];
    if (formula.kind == Kind::release) open.push_back(formula.second);
    if (formula.kind == Kind::conjunction) {
      open.push_back(formula.first);
      open.push_back(formula.second);
    }
  };
  for (const FormulaId f : formulas) imply(f);
  while (!open.empty()) {
    const FormulaId f = open.back();
    open.pop_back();
    if (insert(implied, f)) imply(f);
  }
  const auto stated = [&](FormulaId f) {
    return std::ranges::binary_search(implied, f);
  };
  Set result;
  for (const FormulaId f : formulas) {
    const Formula& formula = formulas_[f];
    const bool ends = formula.kind == Kind::until &&
                      (stated(formula.second) ||
                       std::ranges::binary_search(formulas, formula.second));
    if (!stated(f) && !ends) result.push_back(f);
  }
  return result;
}

std::uint32_t Automaton::number(const Set& set) {
  const auto [at, fresh] =
      numbers_.try_emplace(set, static_cast<std::uint32_t>(states_.size()));
  if (fresh) states_.push_back({set, letters_now(set), {}});
  return at->second;
}

network::Range Automaton::transitions(std::uint32_t state, const Letter& holds,
                                      std::uint32_t node) {
  const Set& letters = states_[state].letters;
  network::poll(1 + static_cast<std::int64_t>(letters.size()) / 16);
  values_.assign((letters.size() + 63) / 64, 0);
  for (std::size_t l = 0; l < letters.size(); ++l) {
    if (!holds(letters[l], node)) continue;
    values_[l / 64] |= std::uint64_t{1} << l % 64;
  }
  const auto known = states_[state].known.find(values_);
  if (known != states_[state].known.end()) return known->second;
  const network::Range made = make(state, values_);
  states_[state].known.emplace(values_, made);
  return made;
}

network::Range Automaton::make(std::uint32_t state, const Bits& values) {
  const Set formulas = states_[state].formulas;
  const Set letters = states_[state].letters;
  Covers covers(formulas_, untils_, [&](FormulaId f) {
    const auto l = static_cast<std::size_t>(
        std::ranges::lower_bound(letters, f) - letters.begin());
    return (values[l / 64] >> l % 64 & 1) != 0;
  });
  const std::uint32_t begin = size();
  for (Cover& c : covers.of_all(formulas)) {
    const std::uint32_t to = number(needed(c.next));
    transitions_.push_back({std::move(c.letters), to, std::move(c.postponed)});
  }
  return {begin, size()};
}

}  // namespace vicinal::explore::inline temporal
