// SPDX-License-Identifier: MIT
// Members of domains. Those of a range whose ends depend on the state are the
// numbers that may be in it, each with the condition that it is.
#include <algorithm>

#include "network/flat/flattener.hpp"

#include "network/base/budget.hpp"

namespace vicinal::flat {

using network::Binder;
using network::DomainKind;
using network::Op;
using network::Range;

namespace {

constexpr std::uint64_t most_members = 1 << 20;    // of a range
constexpr std::uint64_t most_visits = 1ULL << 22;  // of members, in all

}  // namespace

void Flattener::bind(const Binder& binder, Scalar value, TermId when,
                     const Visit& visit) {
  network::poll();
  if (++visits_ > most_visits) {
    throw Refusal{Refusal::Kind::large, binder.span,
                  "written out, this instance is too long"};
  }
  frame_[binder.slot] = value;
  visit(when);
}

void Flattener::range(const Binder& binder, TermId when,
                      std::vector<TermId>& fails, const Visit& visit) {
  const Value low = value(binder.low);
  const Value high = value(binder.high);
  terms_.here = binder.span;
  const TermId wrong = terms_.either(low.fails, high.fails);
  if (!terms_.is(wrong, false)) fails.push_back(terms_.both(when, wrong));
  const TermId inside = terms_.both(when, terms_.negate(wrong));
  const Scalar first = terms_[low.one()].bounds.low;
  const Scalar last = terms_[high.one()].bounds.high;
  if (first > last) return;
  // As of 64 bits without a sign: it may be more than the greatest number.
  if (static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) >=
      most_members) {
    throw Refusal{Refusal::Kind::large, binder.span,
                  "written out for this instance, this range is too long"};
  }
  for (Scalar v = first;; ++v) {
    const TermId conditions[] = {inside,
                                 terms_.at_most(low.one(), terms_.number(v)),
                                 terms_.at_most(terms_.number(v), high.one())};
    const TermId member = terms_.all(conditions);
    if (!terms_.is(member, false)) bind(binder, v, member, visit);
    if (v == last) break;
  }
}

void Flattener::members_of(const Binder& binder, TermId when,
                           std::vector<TermId>& fails, const Visit& visit) {
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::edge_family: {
      const network::FamilySize& size =
          binder.domain == DomainKind::node_family
              ? instance_.node_families[binder.item]
              : instance_.edge_families[binder.item];
      for (std::uint32_t i = 0; i < size.count; ++i) {
        bind(binder, size.first + Scalar{i}, when, visit);
      }
      return;
    }
    case DomainKind::process:
      for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
        if (instance_.process_id(NodeId(std::size_t{n})).value == binder.item) {
          bind(binder, n, when, visit);
        }
      }
      return;
    case DomainKind::port_set: {
      const Value node = value(binder.node);
      terms_.here = binder.span;
      if (!terms_.is(node.fails, false)) {
        fails.push_back(terms_.both(when, node.fails));
      }
      const TermId inside = terms_.both(when, terms_.negate(node.fails));
      const auto process = model_[model_[binder.node].type].process;
      for (const NodeId n : nodes_of(node.one())) {
        if (instance_.process_id(n) != process) continue;
        const TermId here = terms_.both(
            inside, terms_.equal(node.one(),
                                 terms_.number(static_cast<Scalar>(n.value))));
        if (terms_.is(here, false)) continue;
        const Range darts = instance_.network.darts_at(n, binder.item);
        for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
          bind(binder, instance_.network.dart_edge[d].value, here, visit);
        }
      }
      return;
    }
    case DomainKind::range:
      range(binder, when, fails, visit);
      return;
    case DomainKind::enumeration: {
      const auto count =
          static_cast<Scalar>(model_.enums[binder.item].constants.size());
      for (Scalar v = 0; v < count; ++v) bind(binder, v, when, visit);
      return;
    }
  }
}

void Flattener::members(Range binders, TermId when, std::vector<TermId>& fails,
                        const Visit& visit) {
  if (binders.empty()) {
    visit(when);
    return;
  }
  const Range rest{binders.begin + 1, binders.end};
  members_of(model_.binders[binders.begin], when, fails,
             [&](TermId inside) { members(rest, inside, fails, visit); });
}

// Of all of them; none: zero.
Bounds Flattener::bounds_of(const std::vector<TermId>& numbers) const {
  if (numbers.empty()) return {};
  Bounds bounds = terms_[numbers.front()].bounds;
  for (const TermId n : numbers) {
    const Bounds& b = terms_[n].bounds;
    bounds = {std::min(bounds.low, b.low), std::max(bounds.high, b.high)};
  }
  return bounds;
}

// The sum of what each member is worth that is there and the best: of several,
// the first. So nothing is nested, and the text stays short. Where terms are to
// be compared all of them count, and the sum is shared among them: then it is
// the same in any order.
Value Flattener::extreme(const Expr& e) {
  std::vector<TermId> fails;
  std::vector<TermId> there;
  std::vector<TermId> numbers;
  members(e.binders, terms_.truth(true), fails, [&](TermId when) {
    const Value body = value(model_.child(e, 0));
    terms_.here = e.span;
    if (!terms_.is(body.fails, false)) {
      fails.push_back(terms_.both(when, body.fails));
    }
    there.push_back(when);
    numbers.push_back(body.one());
  });
  fails.push_back(terms_.negate(terms_.any(there)));
  if (terms_.width() == Width::unlimited) {
    return {{best_so_far(e.op == Op::least, there, numbers)},
            terms_.any(fails)};
  }
  const bool in_any_order = terms_.width() == Width::whole;
  std::vector<TermId> worth, all_best;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::vector<TermId> best = {there[i]};
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      if (i == j) continue;
      const TermId a = e.op == Op::least ? numbers[j] : numbers[i];
      const TermId b = e.op == Op::least ? numbers[i] : numbers[j];
      const TermId worse =
          j < i && !in_any_order ? terms_.less(b, a) : terms_.at_most(b, a);
      best.push_back(terms_.either(terms_.negate(there[j]), worse));
    }
    const TermId is_best = terms_.all(best);
    if (in_any_order) all_best.push_back(terms_.indicator(is_best));
    worth.push_back(terms_.choose(is_best, numbers[i], terms_.number(0)));
  }
  TermId result = terms_.sum(worth);
  if (in_any_order) {
    result = terms_.shared(result, terms_.sum(all_best), bounds_of(numbers));
  }
  return {{result}, terms_.any(fails)};
}

// One inside the other, each once: where nobody writes it out.
TermId Flattener::best_so_far(bool least, const std::vector<TermId>& there,
                              const std::vector<TermId>& numbers) {
  TermId best = terms_.number(0), some = terms_.truth(false);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const TermId better =
        least ? terms_.less(numbers[i], best) : terms_.less(best, numbers[i]);
    best = terms_.choose(
        terms_.both(there[i], terms_.either(terms_.negate(some), better)),
        numbers[i], best);
    some = terms_.either(some, there[i]);
  }
  return best;
}

// Members are added one by one: it fails where one of the partial sums is no
// number, even if the whole sum is one.
void Flattener::partial_sums(const std::vector<TermId>& parts,
                             std::vector<TermId>& fails) {
  network::Wide low = 0, high = 0;
  for (const TermId p : parts) {
    low += std::min<Scalar>(terms_[p].bounds.low, 0);
    high += std::max<Scalar>(terms_[p].bounds.high, 0);
  }
  if (low >= INT64_MIN && high <= INT64_MAX) return;
  TermId sofar = terms_.number(0);
  for (const TermId p : parts) {
    sofar = terms_.add(sofar, p);
    fails.push_back(terms_.leaves(sofar));
  }
}

// Every member is looked at, whatever the others say.
Value Flattener::quantifier(const Expr& e) {
  if (e.op == Op::least || e.op == Op::greatest) return extreme(e);
  const std::uint32_t last = e.children.size() - 1;
  std::vector<TermId> fails;
  const TermId k =
      last == 1 ? term(model_.child(e, 0), fails) : terms_.number(0);
  std::vector<TermId> bodies;
  members(e.binders, terms_.truth(true), fails, [&](TermId when) {
    const Value body = value(model_.child(e, last));
    terms_.here = e.span;
    if (!terms_.is(body.fails, false)) {
      fails.push_back(terms_.both(when, body.fails));
    }
    if (e.op == Op::forall) {
      bodies.push_back(terms_.either(terms_.negate(when), body.one()));
    } else if (e.op == Op::exists) {
      bodies.push_back(terms_.both(when, body.one()));
    } else if (e.op == Op::sum) {
      bodies.push_back(terms_.choose(when, body.one(), terms_.number(0)));
    } else {
      bodies.push_back(terms_.indicator(terms_.both(when, body.one())));
    }
  });
  if (e.op == Op::sum) partial_sums(bodies, fails);
  const TermId failure = terms_.any(fails);
  if (e.op == Op::forall) return {{terms_.all(bodies)}, failure};
  if (e.op == Op::exists) return {{terms_.any(bodies)}, failure};
  const TermId number = terms_.sum(bodies);
  if (e.op == Op::exactly) return {{terms_.equal(number, k)}, failure};
  if (e.op == Op::atmost) return {{terms_.at_most(number, k)}, failure};
  return {{number}, failure};
}

Value Flattener::enabled() {
  std::vector<TermId> guards;
  for (const Step& s : out_.steps) guards.push_back(s.guard);
  return {{terms_.any(guards)}, terms_.truth(false)};
}

}  // namespace vicinal::flat
