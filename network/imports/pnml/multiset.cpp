// SPDX-License-Identifier: MIT
// A difference of multisets has a meaning only where all that is taken is
// there. It is tried for all colours, since conditions decide it.
#include "network/imports/pnml/multiset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "network/base/budget.hpp"
#include "network/imports/pnml/codes.hpp"

namespace vicinal::pnml {
namespace {

constexpr std::int64_t largest_sum = std::int64_t{1} << 62;

}  // namespace

bool Adder::add_part(const Term& term, std::int64_t times) {
  std::int64_t own = 0;
  if (__builtin_mul_overflow(times, term.times, &own) ||
      __builtin_add_overflow(total_, own < 0 ? -own : own, &total_) ||
      total_ >= largest_sum) {
    diagnostics_.error(
        codes::tokens_not_taken, term.span,
        fmt::format("so many tokens that their number is not below {}",
                    largest_sum));
    return false;
  }
  const auto [place, added] = numbers_.emplace(term.tuple, parts_.size());
  if (added) parts_.push_back({0, term.tuple});
  parts_[place->second].times += own;
  return true;
}

bool Adder::add(const Term& term, std::int64_t times) {
  if (term.kind == TermKind::tuple) return add_part(term, times);
  std::int64_t own = 0;
  if (__builtin_mul_overflow(times, term.times, &own)) {
    own = largest_sum;  // which is too large for whatever is in it
  }
  for (std::size_t i = 0; i < term.parts.size(); ++i) {
    network::poll();
    const bool taken = term.kind == TermKind::subtract && i > 0;
    if (!add(term.parts[i], taken ? -own : own)) return false;
  }
  return true;
}

Sum Adder::sum() const {
  Sum out;
  for (const Part& p : parts_) {
    if (p.times != 0) out.push_back(p);
  }
  return out;
}

Slots::Slots(const Net& net) : net_(&net) {
  for (const Variable& v : net.variables) {
    first_.push_back(classes_.size());
    classes_.insert(classes_.end(), v.domain.begin(), v.domain.end());
  }
}

void Slots::mark(const Tuple& tuple, std::vector<bool>& used) const {
  for (const Colour& c : tuple) {
    if (c.kind != ColourKind::variable) continue;
    const std::size_t first = first_[c.variable];
    for (std::size_t i = 0; i < net_->variables[c.variable].domain.size();
         ++i) {
      used[first + i] = true;
    }
  }
}

void Slots::mark(const Term& term, std::vector<bool>& used) const {
  mark(term.tuple, used);
  for (const Term& part : term.parts) mark(part, used);
}

void Slots::mark(const Condition& condition, std::vector<bool>& used) const {
  mark(condition.left, used);
  mark(condition.right, used);
  for (const Condition& part : condition.parts) mark(part, used);
}

std::vector<std::size_t> Slots::of(const Transition& transition) const {
  std::vector<bool> used(count());
  mark(transition.condition, used);
  for (const auto* arcs : {&transition.inputs, &transition.outputs}) {
    for (const Arc& arc : *arcs) mark(arc.term, used);
  }
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) out.push_back(i);
  }
  return out;
}

std::int64_t Slots::value(const Colour& c, std::size_t of_class,
                          const Binding& binding) const {
  if (c.kind == ColourKind::constant) return c.value;
  return (binding[of(c)] + c.value) % net_->classes[of_class].size;
}

bool Slots::holds(const Condition& c, const Binding& binding) const {
  const auto part = [&](const Condition& p) { return holds(p, binding); };
  switch (c.kind) {
    case ConditionKind::constant:
      return c.value;
    case ConditionKind::conjunction:
      return std::ranges::all_of(c.parts, part);
    case ConditionKind::disjunction:
      return std::ranges::any_of(c.parts, part);
    case ConditionKind::negation:
      return !part(c.parts[0]);
    case ConditionKind::implication:
      return !part(c.parts[0]) || part(c.parts[1]);
    case ConditionKind::less:
      return value(c.left[0], c.domain[0], binding) <
             value(c.right[0], c.domain[0], binding);
    case ConditionKind::equal:
      break;
  }
  for (std::size_t i = 0; i < c.domain.size(); ++i) {
    if (value(c.left[i], c.domain[i], binding) !=
        value(c.right[i], c.domain[i], binding)) {
      return false;
    }
  }
  return true;
}

void Slots::each_cell(const Tuple& tuple, const Domain& domain,
                      const Binding& binding,
                      const std::function<void(std::int64_t)>& f) const {
  std::vector<std::int64_t> found{0};
  for (std::size_t i = 0; i < domain.size(); ++i) {
    const std::int64_t size = net_->classes[domain[i]].size;
    const bool all = tuple[i].kind == ColourKind::all;
    const std::int64_t from = all ? 0 : value(tuple[i], domain[i], binding);
    const std::int64_t to = all ? size : from + 1;
    std::vector<std::int64_t> next;
    for (const std::int64_t before : found) {
      for (std::int64_t c = from; c < to; ++c) {
        network::poll();
        next.push_back(before * size + c);
      }
    }
    found = std::move(next);
  }
  for (const std::int64_t cell : found) f(cell);
}

void Slots::each_binding(const std::vector<std::size_t>& slots,
                         const std::function<bool(const Binding&)>& f) const {
  Binding binding(count(), 0);
  for (;;) {
    network::poll();
    if (!f(binding)) return;
    std::size_t i = slots.size();
    while (i > 0 && ++binding[slots[i - 1]] == size(slots[i - 1])) {
      binding[slots[--i]] = 0;
    }
    if (i == 0) return;
  }
}

std::int64_t Slots::bindings(const std::vector<std::size_t>& slots,
                             std::int64_t limit) const {
  std::int64_t out = 1;
  for (const std::size_t s : slots) {
    if (out >= limit) return limit;
    out *= size(s);  // a few millions by one at most
  }
  return std::min(out, limit);
}

std::int64_t cells(const Net& net, const Domain& domain) {
  std::int64_t out = 1;
  for (const std::size_t c : domain) out *= net.classes[c].size;
  return out;
}

namespace {

// All of a class is there at least as often as one tuple is taken.
bool clearly_fits(const Term& term) {
  const Term& all = term.parts[0];
  const Term& taken = term.parts[1];
  return term.parts.size() == 2 && all.kind == TermKind::tuple &&
         taken.kind == TermKind::tuple && all.times >= taken.times &&
         std::ranges::all_of(all.tuple, [](const Colour& c) {
           return c.kind == ColourKind::all;
         });
}

class Subtractions {
 public:
  Subtractions(const Net& net, const Slots& slots, const Domain& domain,
               const Condition& condition, std::int64_t& tries,
               network::Diagnostics& diagnostics)
      : net_(net),
        slots_(slots),
        domain_(domain),
        condition_(condition),
        tries_(tries),
        diagnostics_(diagnostics) {}

  bool fit(const Term& term) {
    for (const Term& part : term.parts) {
      network::poll();
      if (!fit(part)) return false;
    }
    if (term.kind != TermKind::subtract || clearly_fits(term)) return true;
    Adder adder(diagnostics_);
    return adder.add(term, 1) && fits(term, adder.sum());
  }

 private:
  bool fits(const Term& term, const Sum& sum) {
    if (std::ranges::none_of(sum, [](const Part& p) { return p.times < 0; })) {
      return true;
    }
    std::vector<bool> used(slots_.count());
    slots_.mark(term, used);
    slots_.mark(condition_, used);
    std::vector<std::size_t> of;
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) of.push_back(i);
    }
    std::int64_t effort = 1;
    for (const Part& p : sum) effort += tuples(p.tuple);
    const std::int64_t bindings = slots_.bindings(of, tries_ + 1);
    effort = std::min(effort, tries_ + 1);
    if (bindings * effort > tries_) {
      diagnostics_.error(codes::too_large, term.span,
                         "so many colours that it is not tried whether all "
                         "that is subtracted is there");
      return false;
    }
    tries_ -= bindings * effort;
    bool good = true;
    slots_.each_binding(of, [&](const Binding& binding) {
      good = !slots_.holds(condition_, binding) || fits(sum, binding);
      return good;
    });
    if (!good) {
      diagnostics_.error(codes::difference_below_zero, term.span,
                         "more is subtracted than there is, for some colours");
    }
    return good;
  }

  std::int64_t tuples(const Tuple& tuple) const {
    std::int64_t out = 1;
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      if (tuple[i].kind == ColourKind::all) {
        out *= net_.classes[domain_[i]].size;
      }
    }
    return out;
  }

  bool fits(const Sum& sum, const Binding& binding) const {
    std::map<std::int64_t, std::int64_t> counts;
    for (const Part& p : sum) {
      slots_.each_cell(p.tuple, domain_, binding,
                       [&](std::int64_t cell) { counts[cell] += p.times; });
    }
    return std::ranges::all_of(
        counts, [](const auto& count) { return count.second >= 0; });
  }

  const Net& net_;
  const Slots& slots_;
  const Domain& domain_;
  const Condition& condition_;
  std::int64_t& tries_;
  network::Diagnostics& diagnostics_;
};

}  // namespace

bool subtractions_fit(const Net& net, const Slots& slots, const Term& term,
                      const Domain& domain, const Condition& condition,
                      std::int64_t& tries, network::Diagnostics& diagnostics) {
  return Subtractions(net, slots, domain, condition, tries, diagnostics)
      .fit(term);
}

}  // namespace vicinal::pnml
