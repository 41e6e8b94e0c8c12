// SPDX-License-Identifier: MIT
// Goals are replaced by simpler ones, down to slots. Where one of several
// things will do, that is put off until everything else is known: often one of
// them holds by then, and all but one fail.
#include "fixpoint/backward/ways.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline backward {

using flat::Term;
using flat::TermId;
using flat::TermOp;
using network::Scalar;

namespace {

constexpr std::size_t most_tries = 4'000;
constexpr Values no = 1;  // of a truth value
constexpr Values yes = 2;

bool in(Scalar value, const Goal& goal) {
  return (goal.values & Window{goal.low, most_values}.only(value)) != 0;
}

// Those of `values`, which are counted from `low`, counted from another one.
Values moved(Values values, Scalar low, Scalar to) {
  if (to >= low) return to - low >= 64 ? 0 : values >> (to - low);
  return low - to >= 64 ? 0 : values << (low - to);
}

}  // namespace

Goal is(TermId term, bool value) {
  Goal out;
  out.term = term;
  out.values = value ? yes : no;
  return out;
}

Ways::Parts Ways::of_truth(const Goal& goal) const {
  const Term& t = terms_[goal.term];
  const Values wanted = goal.values & (no | yes);
  Parts out;
  if (wanted == (no | yes)) return out;
  if (wanted == 0) {
    out.kind = Parts::Kind::never;
    return out;
  }
  const bool value = wanted == yes;
  switch (t.op) {
    case TermOp::constant:
      if ((t.value != 0) != value) out.kind = Parts::Kind::never;
      return out;
    case TermOp::logical_not:
      out.lists = {{is(terms_.child(t, 0), !value)}};
      return out;
    case TermOp::logical_and:
    case TermOp::logical_or: {
      const bool all = (t.op == TermOp::logical_and) == value;
      out.kind = all ? Parts::Kind::all : Parts::Kind::any;
      if (all) out.lists.emplace_back();
      for (std::size_t i = 0; i < t.children.size(); ++i) {
        if (!all) out.lists.emplace_back();
        out.lists.back().push_back(is(terms_.child(t, i), value));
      }
      return out;
    }
    case TermOp::equal:
    case TermOp::less: {
      Goal two;
      two.term = terms_.child(t, 0);
      two.other = terms_.child(t, 1);
      if (leaves(t)) {
        if (value) out.kind = Parts::Kind::never;
        return out;
      }
      if (t.op == TermOp::equal) {
        two.kind = value ? Goal::Kind::equal : Goal::Kind::differ;
        return of_two(two);
      }
      two.kind = Goal::Kind::at_most;
      two.by = value ? -1 : 0;
      if (!value) std::swap(two.term, two.other);
      return of_two(two);
    }
    default:
      return of_number(goal);
  }
}

// Whether it is that a number is none of 64 bits: so far from zero none is
// looked at.
bool Ways::leaves(const Term& less) const {
  const auto is_end = [&](std::size_t side, Scalar end) {
    const Term& t = terms_[terms_.child(less, side)];
    return t.op == TermOp::constant && t.value == end;
  };
  return less.op == TermOp::less &&
         (is_end(0, INT64_MAX) || is_end(1, INT64_MIN));
}

// A slot, or a choice.
Ways::Parts Ways::of_number(const Goal& goal) const {
  const Term& t = terms_[goal.term];
  Parts out;
  if (t.op == TermOp::constant) {
    if (!in(t.value, goal)) out.kind = Parts::Kind::never;
  } else if (t.op == TermOp::slot) {
    out.slot = static_cast<std::uint32_t>(t.value);
    if (const auto value = space_.fixed(out.slot)) {
      if (!in(*value, goal)) out.kind = Parts::Kind::never;
      return out;
    }
    out.kind = Parts::Kind::values;
    out.values = moved(goal.values, goal.low, space_.window_of(out.slot).low);
  } else if (t.op == TermOp::add || t.op == TermOp::subtract) {
    return of_sum(goal);
  } else if (t.op == TermOp::choose) {
    return of_chosen(goal, false);
  }
  return out;
}

// Of a number more or less.
Ways::Parts Ways::of_sum(const Goal& goal) const {
  const Term& t = terms_[goal.term];
  Parts out;
  const bool add = t.op == TermOp::add;
  for (std::size_t i = 0; i < 2 && t.children.size() == 2; ++i) {
    const Term& by = terms_[terms_.child(t, 1 - i)];
    const bool small = by.op == TermOp::constant && by.value < most_values &&
                       by.value > -most_values;
    if (!small || (i == 1 && !add)) continue;
    Goal one = goal;
    one.term = terms_.child(t, i);
    one.low += add ? -by.value : by.value;
    out.lists = {{one}};
    return out;
  }
  return out;
}

// Of a choice in the first or second place.
Ways::Parts Ways::of_chosen(const Goal& goal, bool second) const {
  const Term& t = terms_[second ? goal.other : goal.term];
  Parts out;
  out.kind = Parts::Kind::any;
  for (const bool then : {true, false}) {
    Goal one = goal;
    (second ? one.other : one.term) = terms_.child(t, then ? 1 : 2);
    out.lists.push_back({is(terms_.child(t, 0), then), one});
  }
  return out;
}

// One of both is a constant: the other one has some of its values.
Ways::Parts Ways::of_constant(const Goal& goal, Scalar c, bool second) const {
  Goal in;
  in.term = second ? goal.term : goal.other;
  const Window seen = window(terms_[in.term].bounds);
  if (seen.count == 0 && !terms_[in.term].truth) return {};
  Parts out;
  if (terms_[in.term].truth) {
    const bool same = goal.kind == Goal::Kind::equal;
    out.lists = {{is(in.term, (c != 0) == same)}};
    return out;
  }
  in.low = seen.low;
  for (Scalar v = seen.low; v < seen.low + seen.count; ++v) {
    const Scalar a = second ? v : c;
    const Scalar b = (second ? c : v) + goal.by;
    const bool fits = goal.kind == Goal::Kind::equal    ? a == b
                      : goal.kind == Goal::Kind::differ ? a != b
                                                        : a <= b;
    if (fits) in.values |= seen.only(v);
  }
  out.lists = {{in}};
  return out;
}

namespace {

// So that sums of some do not overflow.
bool near(Scalar value) {
  constexpr Scalar most = Scalar{1} << 40;
  return value > -most && value < most;
}

}  // namespace

// Of what has one value in all states only that is left.
std::optional<Ways::Sum> Ways::sum(TermId id) const {
  const Term& t = terms_[id];
  if (t.op == TermOp::constant && near(t.value)) return Sum{{}, t.value};
  if (t.op == TermOp::slot) {
    const auto slot = static_cast<std::uint32_t>(t.value);
    const auto fixed = space_.fixed(slot);
    if (!fixed) return Sum{slot, 0};
    return near(*fixed) ? std::optional(Sum{{}, *fixed}) : std::nullopt;
  }
  const bool add = t.op == TermOp::add;
  if ((!add && t.op != TermOp::subtract) || t.children.size() != 2) {
    return std::nullopt;
  }
  const auto a = sum(terms_.child(t, 0));
  const auto b = a ? sum(terms_.child(t, 1)) : std::nullopt;
  if (!b || (b->slot && (a->slot || !add))) return std::nullopt;
  const Scalar more = add ? a->more + b->more : a->more - b->more;
  if (!near(more)) return std::nullopt;
  return Sum{a->slot ? a->slot : b->slot, more};
}

namespace {

bool stands(Goal::Kind kind, Scalar a, Scalar b) {
  switch (kind) {
    case Goal::Kind::equal:
      return a == b;
    case Goal::Kind::differ:
      return a != b;
    default:
      return a <= b;
  }
}

// The same term and its other one, in either order, with another distance.
Goal at_most(const Goal& goal, bool swapped, Scalar by) {
  Goal out = goal;
  out.kind = Goal::Kind::at_most;
  if (swapped) std::swap(out.term, out.other);
  out.by = by;
  return out;
}

}  // namespace

// Two slots, and numbers more.
Ways::Parts Ways::of_slots(const Goal& goal, const Sum& a, const Sum& b) const {
  Parts out;
  const Scalar by = b.more + goal.by - a.more;
  if (*a.slot == *b.slot) {
    if (!stands(goal.kind, 0, by)) out.kind = Parts::Kind::never;
    return out;
  }
  if (goal.kind == Goal::Kind::at_most) {
    out.kind = Parts::Kind::order;
    out.slot = *a.slot;
    out.other = *b.slot;
    out.most = by;
  } else if (by == 0) {
    out.kind = Parts::Kind::equation;
    out.equation = {std::min(*a.slot, *b.slot), std::max(*a.slot, *b.slot),
                    goal.kind == Goal::Kind::differ};
  } else if (goal.kind == Goal::Kind::equal) {
    out.lists = {
        {at_most(goal, false, goal.by), at_most(goal, true, -goal.by)}};
  } else {
    out.kind = Parts::Kind::any;
    out.lists = {{at_most(goal, false, goal.by - 1)},
                 {at_most(goal, true, -goal.by - 1)}};
  }
  return out;
}

Ways::Parts Ways::of_two(const Goal& goal) const {
  Parts out;
  if (goal.term == goal.other) {
    if (!stands(goal.kind, 0, goal.by)) out.kind = Parts::Kind::never;
    return out;
  }
  const Term& a = terms_[goal.term];
  const Term& b = terms_[goal.other];
  const auto first = sum(goal.term), second = sum(goal.other);
  if (second && !second->slot) return of_constant(goal, second->more, true);
  if (first && !first->slot) return of_constant(goal, first->more, false);
  if (first && second) return of_slots(goal, *first, *second);
  if (a.op == TermOp::choose) return of_chosen(goal, false);
  if (b.op == TermOp::choose) return of_chosen(goal, true);
  if (a.truth && goal.kind != Goal::Kind::at_most) {
    const bool negated = goal.kind == Goal::Kind::differ;
    out.kind = Parts::Kind::any;
    for (const bool value : {true, false}) {
      out.lists.push_back(
          {is(goal.term, value), is(goal.other, value != negated)});
    }
  }
  return out;
}

Ways::Parts Ways::parts(const Goal& goal) const {
  if (goal.kind != Goal::Kind::in) return of_two(goal);
  return terms_[goal.term].truth ? of_truth(goal) : of_number(goal);
}

bool Ways::holds(const Goal& goal, const Pattern& pattern) const {
  network::poll();
  const Parts p = parts(goal);
  const auto all = [&](const std::vector<Goal>& list) {
    return std::ranges::all_of(
        list, [&](const Goal& g) { return holds(g, pattern); });
  };
  switch (p.kind) {
    case Parts::Kind::never:
      return false;
    case Parts::Kind::all:
      return std::ranges::all_of(p.lists, all);
    case Parts::Kind::any:
      return std::ranges::any_of(p.lists, all);
    case Parts::Kind::values: {
      if (!space_.speaks_of(pattern.nodes, p.slot)) return true;
      const auto at = pattern.slots.find(p.slot);
      const Values now = at == pattern.slots.end()
                             ? space_.window_of(p.slot).all()
                             : at->second;
      return (now & ~p.values) == 0;
    }
    case Parts::Kind::order:
      return holds_order(p, pattern);
    case Parts::Kind::equation:
      break;
  }
  return pattern.equations.contains(p.equation) ||
         !space_.speaks_of(pattern.nodes, p.equation.a) ||
         !space_.speaks_of(pattern.nodes, p.equation.b);
}

bool Ways::fails(const Goal& goal, const Pattern& pattern) const {
  network::poll();
  const Parts p = parts(goal);
  const auto some = [&](const std::vector<Goal>& list) {
    return std::ranges::any_of(
        list, [&](const Goal& g) { return fails(g, pattern); });
  };
  switch (p.kind) {
    case Parts::Kind::never:
      return true;
    case Parts::Kind::all:
      return std::ranges::any_of(p.lists, some);
    case Parts::Kind::any:
      return std::ranges::all_of(p.lists, some);
    case Parts::Kind::values: {
      const auto at = pattern.slots.find(p.slot);
      return at != pattern.slots.end() && (at->second & p.values) == 0;
    }
    case Parts::Kind::order:
      return fails_order(p, pattern);
    case Parts::Kind::equation: {
      Equation other = p.equation;
      other.negated = !other.negated;
      return pattern.equations.contains(other);
    }
  }
  return false;
}

bool Ways::holds_order(const Parts& p, const Pattern& pattern) const {
  if (!space_.speaks_of(pattern.nodes, p.slot) ||
      !space_.speaks_of(pattern.nodes, p.other)) {
    return true;
  }
  const auto known = pattern.orders.find({p.slot, p.other});
  if (known != pattern.orders.end() && known->second <= p.most) return true;
  const auto a = space_.ends(pattern, p.slot);
  const auto b = space_.ends(pattern, p.other);
  return a && b && a->second - b->first <= p.most;
}

bool Ways::fails_order(const Parts& p, const Pattern& pattern) const {
  const auto known = pattern.orders.find({p.other, p.slot});
  if (known != pattern.orders.end() && known->second + p.most < 0) return true;
  const auto a = space_.ends(pattern, p.slot);
  const auto b = space_.ends(pattern, p.other);
  return a && b && a->first - b->second > p.most;
}

std::optional<Scalar> Ways::value(TermId term, const Pattern& pattern) const {
  network::poll();
  const Term& t = terms_[term];
  const auto of = [&](std::size_t i) {
    return value(terms_.child(t, i), pattern);
  };
  switch (t.op) {
    case TermOp::constant:
      return t.value;
    case TermOp::slot: {
      const auto slot = static_cast<std::uint32_t>(t.value);
      if (const auto fixed = space_.fixed(slot)) return fixed;
      const auto at = pattern.slots.find(slot);
      if (at == pattern.slots.end() || std::popcount(at->second) != 1) {
        return std::nullopt;
      }
      return space_.window_of(slot).low + std::countr_zero(at->second);
    }
    case TermOp::choose: {
      const auto chosen = of(0);
      if (!chosen) return std::nullopt;
      return of(*chosen != 0 ? 1 : 2);
    }
    case TermOp::add:
    case TermOp::subtract: {
      const auto a = of(0), b = of(1);
      if (t.children.size() != 2 || !a || !b) return std::nullopt;
      Scalar out = 0;
      const bool leaves = t.op == TermOp::add
                              ? __builtin_add_overflow(*a, *b, &out)
                              : __builtin_sub_overflow(*a, *b, &out);
      return leaves ? std::nullopt : std::optional(out);
    }
    default:
      break;
  }
  if (!t.truth) return std::nullopt;
  for (const bool truth : {true, false}) {
    if (fails(is(term, !truth), pattern)) return truth ? 1 : 0;
  }
  return std::nullopt;
}

// All that leaves no choice; false: there is a contradiction.
bool Ways::take(std::deque<Goal>& goals, std::vector<Parts>& choices,
                Pattern& from) const {
  while (!goals.empty()) {
    network::poll();
    const Parts p = parts(goals.front());
    goals.pop_front();
    switch (p.kind) {
      case Parts::Kind::never:
        return false;
      case Parts::Kind::all:
        for (const auto& list : p.lists) {
          goals.insert(goals.begin(), list.begin(), list.end());
        }
        break;
      case Parts::Kind::any:
        choices.push_back(p);
        break;
      case Parts::Kind::values:
        if (!space_.narrow(from, p.slot, p.values)) return false;
        break;
      case Parts::Kind::equation: {
        Equation other = p.equation;
        other.negated = !other.negated;
        if (from.equations.contains(other)) return false;
        from.equations.insert(p.equation);
        break;
      }
      case Parts::Kind::order:
        from.order(p.slot, p.other, p.most);
        break;
    }
  }
  return space_.in_order(from);
}

void Ways::search(std::deque<Goal> goals, std::vector<Parts> choices,
                  Pattern from) {
  if (tries_ > 0) --tries_;
  for (;;) {
    network::poll(10);
    if (left_ == 0 || tries_ == 0 || !take(goals, choices, from)) return;
    if (choices.empty()) break;
    // The first that is not decided; those with one way left go on here.
    const Parts choice = std::move(choices.front());
    choices.erase(choices.begin());
    std::vector<const std::vector<Goal>*> left;
    bool done = false;
    for (const auto& list : choice.lists) {
      const auto hold = [&](const Goal& g) { return holds(g, from); };
      const auto fail = [&](const Goal& g) { return fails(g, from); };
      done = done || std::ranges::all_of(list, hold);
      if (std::ranges::none_of(list, fail)) left.push_back(&list);
    }
    if (done) continue;
    if (left.size() == 1) {
      goals.assign(left.front()->begin(), left.front()->end());
      continue;
    }
    for (const auto* list : left) {
      search({list->begin(), list->end()}, choices, from);
    }
    return;
  }
  --left_;
  (*each_)(from);
}

bool Ways::find(std::deque<Goal> goals, Pattern from, std::size_t most,
                const Each& each) {
  each_ = &each;
  left_ = most + 1;
  tries_ = most_tries;
  search(std::move(goals), {}, std::move(from));
  return left_ > 0 && tries_ > 0;
}

}  // namespace vicinal::fixpoint::inline backward
