// SPDX-License-Identifier: MIT
// Bodies of actions. Terms speak of the state that there is when they are
// evaluated; what must outlive a change goes to a temporary. After whatever
// may fail, everything is under `if !failed`.
#include <algorithm>

#include "network/flat/flattener.hpp"

namespace vicinal::flat {

using network::TypeKind;
using network::ast::StmtKind;

namespace {

constexpr Scalar most_rounds = 1'000'000;

Command remembering(TermId temporary, TermId value) {
  Command c;
  c.kind = Command::Kind::remember;
  c.temporary = temporary;
  c.value = value;
  return c;
}

Command branch_on(TermId condition) {
  Command c;
  c.kind = Command::Kind::branch;
  c.condition = condition;
  return c;
}

}  // namespace

void Flattener::body(const network::Action& action, Step& step) {
  step_ = &step;
  may_fail_ = false;
  written_.clear();
  undone_.clear();
  statements(action.body, step.body);
  step.written.assign(undone_.begin(), undone_.end());
  step_ = nullptr;
}

// ---- temporaries and failures ----------------------------------------------

TermId Flattener::fresh(const Bounds& bounds, bool truth) {
  std::uint32_t& count = truth ? step_->truths : step_->numbers;
  return terms_.temporary(count++, bounds, truth);
}

TermId Flattener::remember(TermId value, Block& block) {
  if (terms_.constant(value)) return value;
  const network::Bounds bounds = terms_[value].bounds;
  const TermId t = fresh(bounds, terms_[value].truth);
  spend(value);
  block.push_back(remembering(t, value));
  return t;
}

// `then` goes on where nothing failed.
void Flattener::check(TermId fails, Block& block, const Emit& then) {
  if (terms_.is(fails, false)) {
    then(block);
    return;
  }
  if (!step_->failed.valid()) step_->failed = fresh({0, 1}, true);
  undone_ = written_;
  spend(fails);
  block.push_back(remembering(step_->failed, fails));
  may_fail_ = true;
  if (!terms_.is(fails, true)) unless_failed(block, then);
}

void Flattener::unless_failed(Block& block, const Emit& then) {
  if (!may_fail_) {
    then(block);
    return;
  }
  Command c = branch_on(terms_.negate(step_->failed));
  may_fail_ = false;
  then(c.body);
  may_fail_ = true;
  if (!c.body.empty()) block.push_back(std::move(c));
}

void Flattener::statements(network::Range range, Block& block) {
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const Stmt& s = model_[model_.stmt_children[i]];
    unless_failed(block, [&](Block& b) { statement(s, b); });
  }
}

void Flattener::statement(const Stmt& s, Block& block) {
  terms_.here = s.span;
  switch (s.kind) {
    case StmtKind::assign:
      assign(s, block);
      break;
    case StmtKind::branch:
      branch(s, block);
      break;
    case StmtKind::loop:
      loop(s, s.binders.begin, block);
      break;
    case StmtKind::repeat:
      repeat(s, block);
      break;
    case StmtKind::push:
      push(s, block);
      break;
    case StmtKind::pop:
      pop(s, block);
      break;
    case StmtKind::skip:
    case StmtKind::error:
      break;
  }
}

// ---- assignment ------------------------------------------------------------

// A queue's unused elements are in range, always.
TermId Flattener::out_of_range(TypeId type, const std::vector<TermId>& parts) {
  const auto types = scalar_types(instance_, type);
  std::vector<TermId> outside;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    outside.push_back(terms_.negate(
        terms_.within(parts[i], instance_.size(types[i]).bounds)));
  }
  return terms_.any(outside);
}

void Flattener::store(std::uint32_t slot, TermId value, Block& block) {
  const Bounds& bounds = out_.slots[slot].bounds;
  if (bounds.low == bounds.high) return;  // it has no other value
  spend(value);
  Command c;
  c.kind = Command::Kind::assign;
  c.target = slot;
  c.value = value;
  written_.insert(slot);
  block.push_back(std::move(c));
}

// The number of the choice that a place is, or none if there is one only.
TermId Flattener::selector(const PlaceChoices& place, Block& block) {
  if (place.choices.size() < 2) return {};
  TermId number = terms_.number(static_cast<Scalar>(place.choices.size()) - 1);
  for (std::size_t c = place.choices.size() - 1; c-- > 0;) {
    number = terms_.choose(place.choices[c].when,
                           terms_.number(static_cast<Scalar>(c)), number);
  }
  return remember(number, block);
}

void Flattener::store(const PlaceChoices& place, TermId selected,
                      const std::vector<TermId>& values, Block& block) {
  for (std::size_t c = 0; c < place.choices.size(); ++c) {
    Block inner;
    for (std::size_t i = 0; i < values.size(); ++i) {
      store(place.choices[c].slot + static_cast<std::uint32_t>(i), values[i],
            inner);
    }
    if (!selected.valid()) {
      std::move(inner.begin(), inner.end(), std::back_inserter(block));
      continue;
    }
    Command only = branch_on(
        terms_.equal(selected, terms_.number(static_cast<Scalar>(c))));
    only.body = std::move(inner);
    block.push_back(std::move(only));
  }
}

void Flattener::assign(const Stmt& s, Block& block) {
  std::vector<PlaceChoices> places;
  std::vector<std::vector<TermId>> values;
  std::vector<TermId> fails;
  std::size_t parts = 0;
  for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
    const ExprId target = model_.expr_children[s.targets.begin + i];
    places.push_back(place(target));
    const Value v = value(model_.expr_children[s.values.begin + i]);
    terms_.here = s.span;
    fails.push_back(places.back().fails);
    fails.push_back(v.fails);
    fails.push_back(out_of_range(model_[target].type, v.parts));
    parts += v.parts.size();
    values.push_back(v.parts);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      fails.push_back(
          meet(places[i], values[i].size(), places[j], values[j].size()));
    }
  }
  check(terms_.any(fails), block, [&](Block& b) {
    std::vector<TermId> selected;
    for (const PlaceChoices& p : places) selected.push_back(selector(p, b));
    // One scalar at a known place needs no temporary.
    if (parts > 1 || selected[0].valid()) {
      for (auto& value : values) {
        for (TermId& part : value) part = remember(part, b);
      }
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      store(places[i], selected[i], values[i], b);
    }
  });
}

// When two places, of so many scalars each, have a scalar in common.
TermId Flattener::meet(const PlaceChoices& a, std::size_t size_a,
                       const PlaceChoices& b, std::size_t size_b) {
  std::vector<TermId> cases;
  for (const PlaceChoices::Choice& x : a.choices) {
    for (const PlaceChoices::Choice& y : b.choices) {
      if (x.slot < y.slot + size_b && y.slot < x.slot + size_a) {
        cases.push_back(terms_.both(x.when, y.when));
      }
    }
  }
  return terms_.any(cases);
}

// ---- queues ----------------------------------------------------------------

void Flattener::push(const Stmt& s, Block& block) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const TypeId type = model_[target].type;
  const TypeId element = model_[type].element;
  const PlaceChoices queue = place(target);
  const Value pushed = value(model_.expr_children[s.values.begin]);
  const Value whole = read(queue, type);
  terms_.here = s.span;
  const TermId length = whole.parts[0];
  const Scalar size = instance_.size(type).size;
  const TermId fails[] = {whole.fails, pushed.fails,
                          terms_.equal(length, terms_.number(size)),
                          out_of_range(element, pushed.parts)};
  check(terms_.any(fails), block, [&](Block& b) {
    const TermId selected = selector(queue, b);
    const TermId at = remember(length, b);
    std::vector<TermId> parts;
    for (const TermId p : pushed.parts) parts.push_back(remember(p, b));
    for (Scalar i = 0; i < size; ++i) {
      Command here = branch_on(terms_.equal(at, terms_.number(i)));
      PlaceChoices last = queue;
      for (PlaceChoices::Choice& c : last.choices) {
        c.slot +=
            1 + static_cast<std::uint32_t>(i) * instance_.size(element).slots;
      }
      store(last, selected, parts, here.body);
      if (!terms_.is(here.condition, false)) b.push_back(std::move(here));
    }
    store(queue, selected, {terms_.add(at, terms_.number(1))}, b);
  });
}

// All move up; what is not used holds the default value.
void Flattener::pop(const Stmt& s, Block& block) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const TypeId type = model_[target].type;
  const PlaceChoices queue = place(target);
  const Value whole = read(queue, type);
  const TypeId element = model_[type].element;
  const std::size_t slots = instance_.size(element).slots;
  terms_.here = s.span;
  const TermId fails = terms_.either(
      whole.fails, terms_.equal(whole.parts[0], terms_.number(0)));
  std::vector<Scalar> unused(slots);
  default_value(instance_, element, unused);
  const auto types = scalar_types(instance_, element);
  check(fails, block, [&](Block& b) {
    const TermId selected = selector(queue, b);
    for (std::size_t c = 0; c < queue.choices.size(); ++c) {
      Command only = branch_on(
          selected.valid()
              ? terms_.equal(selected, terms_.number(static_cast<Scalar>(c)))
              : terms_.truth(true));
      const std::uint32_t first = queue.choices[c].slot;
      const std::size_t last = whole.parts.size() - 1;
      for (std::size_t i = 1; i <= last; ++i) {
        const auto to = first + static_cast<std::uint32_t>(i);
        const std::size_t u = (i - 1) % slots;
        store(to,
              i + slots <= last
                  ? slot(to + static_cast<std::uint32_t>(slots), types[u])
              : model_[types[u]].kind == TypeKind::boolean
                  ? terms_.truth(unused[u] != 0)
                  : terms_.number(unused[u]),
              only.body);
      }
      store(first, terms_.subtract(slot(first, type), terms_.number(1)),
            only.body);
      if (selected.valid()) {
        b.push_back(std::move(only));
      } else {
        std::move(only.body.begin(), only.body.end(), std::back_inserter(b));
      }
    }
  });
}

// ---- control ---------------------------------------------------------------

void Flattener::branch(const Stmt& s, Block& block) {
  const Value condition = value(s.condition);
  check(condition.fails, block, [&](Block& b) {
    if (terms_.constant(condition.one())) {
      statements(terms_.is(condition.one(), true) ? s.body : s.otherwise, b);
      return;
    }
    Command c = branch_on(condition.one());
    const bool before = may_fail_;
    statements(s.body, c.body);
    const bool after = may_fail_;
    may_fail_ = before;
    statements(s.otherwise, c.otherwise);
    may_fail_ = may_fail_ || after;
    b.push_back(std::move(c));
  });
}

// The members are those there are when the loop begins: what they depend on
// goes to temporaries.
void Flattener::loop(const Stmt& s, std::uint32_t at, Block& block) {
  if (at == s.binders.end) {
    statements(s.body, block);
    return;
  }
  const network::Binder& binder = model_.binders[at];
  std::vector<TermId> fails;
  std::vector<std::pair<Scalar, TermId>> found;
  members_of(binder, terms_.truth(true), fails, [&](TermId when) {
    found.emplace_back(frame_[binder.slot], when);
  });
  check(terms_.any(fails), block, [&](Block& b) {
    for (auto& [value, when] : found) when = remember(when, b);
    for (const auto& [value, when] : found) {
      if (terms_.is(when, false)) continue;
      frame_[binder.slot] = value;
      unless_failed(b, [&](Block& inner) {
        if (terms_.is(when, true)) {
          loop(s, at + 1, inner);
          return;
        }
        Command c = branch_on(when);
        loop(s, at + 1, c.body);
        inner.push_back(std::move(c));
      });
    }
  });
}

// A round too many is a failure, and so is a condition that cannot be
// evaluated. `more` says whether to go on.
void Flattener::repeat(const Stmt& s, Block& block) {
  const Value first = value(s.condition);
  check(first.fails, block, [&](Block& b) {
    if (terms_.is(first.one(), false)) return;
    const TermId rounds = fresh({0, most_rounds}, false);
    const TermId more = fresh({0, 1}, true);
    b.push_back(remembering(rounds, terms_.number(0)));
    b.push_back(remembering(more, first.one()));
    Command c;
    c.kind = Command::Kind::loop;
    c.condition = more;
    check(terms_.equal(rounds, terms_.number(most_rounds)), c.body,
          [&](Block& round) {
            round.push_back(
                remembering(rounds, terms_.add(rounds, terms_.number(1))));
            statements(s.body, round);
            unless_failed(round, [&](Block& end) {
              const Value again = value(s.condition);
              check(again.fails, end, [&](Block& last) {
                last.push_back(remembering(more, again.one()));
              });
            });
          });
    Command stop = branch_on(step_->failed);
    stop.body.push_back(remembering(more, terms_.truth(false)));
    c.body.push_back(std::move(stop));
    b.push_back(std::move(c));
    undone_ = written_;  // in a later round
  });
}

}  // namespace vicinal::flat
