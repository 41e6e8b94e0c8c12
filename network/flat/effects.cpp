// SPDX-License-Identifier: MIT
// Versions are temporaries of the terms, from a number on that flattening does
// not use. What a version stands for is written in its place in the end.
#include "network/flat/effects.hpp"

#include <fmt/format.h>

#include "network/base/budget.hpp"

namespace vicinal::flat {

namespace {

constexpr std::uint32_t first_version = 1U << 20;

// What is written in the place of a leaf, and whether leaves of that are
// replaced in turn.
struct Replaced {
  TermId by;
  bool again = false;
};

// With the leaves that `leaf` knows replaced. Terms are as deep as steps are
// long: what is begun stands in a list, the first of its parts last.
template <class Leaf>
TermId rewritten(Terms& terms, TermId id,
                 std::unordered_map<std::uint32_t, TermId>& known,
                 const Leaf& leaf) {
  const auto found = [&](TermId t) {
    if (terms[t].op == TermOp::constant) return t;
    const auto at = known.find(t.value);
    return at == known.end() ? TermId{} : at->second;
  };
  std::vector<TermId> open{id};
  while (!open.empty()) {
    network::poll();
    const TermId next = open.back();
    TermId result = found(next);
    if (result.valid()) {
      open.pop_back();
      continue;
    }
    const Term t = terms[next];
    const std::size_t before = open.size();
    if (t.children.size() == 0) {
      const Replaced r = leaf(next);
      result = r.again ? found(r.by) : r.by;
      if (!result.valid()) open.push_back(r.by);
    } else {
      std::vector<TermId> children(t.children.size());
      bool same = true;
      for (std::size_t i = children.size(); i-- > 0;) {
        const TermId child = terms.child(t, i);
        children[i] = found(child);
        if (!children[i].valid()) open.push_back(child);
        same = same && children[i] == child;
      }
      if (open.size() == before) {
        result = same ? next : terms.again(next, children);
      }
    }
    if (open.size() == before) known.emplace(next.value, result);
  }
  return found(id);
}

}  // namespace

TermId SingleAssignment::slot(std::uint32_t s) {
  const Slot& of = guarded_.slots[s];
  return guarded_.terms.slot(s, of.bounds, of.truth);
}

// What the term is after what was executed so far.
TermId SingleAssignment::now(TermId term) {
  return rewritten(guarded_.terms, term, now_, [&](TermId leaf) -> Replaced {
    const Term& t = guarded_.terms[leaf];
    if (t.op == TermOp::slot) {
      const auto at =
          environment_.slots.find(static_cast<std::uint32_t>(t.value));
      return {at == environment_.slots.end() ? leaf : at->second};
    }
    const auto at = environment_.temporaries.find(leaf);
    // One that was not set is not looked at.
    if (at != environment_.temporaries.end()) return {at->second};
    return {t.truth ? guarded_.terms.truth(false)
                    : guarded_.terms.number(t.bounds.low)};
  });
}

TermId SingleAssignment::expanded(TermId term) {
  return rewritten(guarded_.terms, term, expanded_,
                   [&](TermId leaf) -> Replaced {
                     const auto at = definitions_.find(leaf);
                     if (at == definitions_.end()) return {leaf};
                     return {at->second, true};
                   });
}

// Copies need no version.
TermId SingleAssignment::defined(TermId value, Sequence::Kind kind,
                                 std::uint32_t slot, bool phi) {
  const Term t = guarded_.terms[value];
  if (t.children.size() == 0) return value;
  const TermId version =
      guarded_.terms.temporary(first_version + next_++, t.bounds, t.truth);
  definitions_[version] = value;
  sequence_->lines.push_back({version, value, kind, slot, phi});
  return version;
}

bool SingleAssignment::never(TermId condition) {
  const TermId whole = expanded(condition);
  if (guarded_.terms[whole].op == TermOp::constant) {
    return guarded_.terms.is(whole, false);
  }
  if (!domains_) domains_ = whole_domains(guarded_);
  Scopes scopes(guarded_.terms, *domains_);
  const Scope* scope = scopes.of(whole);
  if (!scope) return false;
  bool some = false;
  each_row(guarded_.terms, whole, *scope, domains_->lists(),
           [&](const Row&, Scalar value) { some = some || value != 0; });
  return !some;
}

void SingleAssignment::execute(const std::vector<Command>& block) {
  for (const Command& c : block) execute(c);
}

void SingleAssignment::execute(const Command& c) {
  network::poll();
  switch (c.kind) {
    case Command::Kind::assign:
      environment_.slots[c.target] =
          defined(now(c.value), Sequence::Kind::slot, c.target);
      break;
    case Command::Kind::remember:
      environment_.temporaries[c.temporary] =
          defined(now(c.value), Sequence::Kind::temporary);
      break;
    case Command::Kind::branch:
      branch(now(c.condition), c.body, c.otherwise);
      break;
    case Command::Kind::loop:
      loop(c, 0);
      break;
  }
  now_.clear();
}

void SingleAssignment::branch(TermId condition,
                              const std::vector<Command>& then,
                              const std::vector<Command>& otherwise) {
  join(
      condition, [&] { execute(then); }, [&] { execute(otherwise); });
}

void SingleAssignment::loop(const Command& c, int round) {
  now_.clear();
  const TermId condition = now(c.condition);
  if (never(condition)) return;
  if (round == most_rounds) {
    throw EndlessLoop(fmt::format(
        "it has a loop that is not seen to end within {} rounds", most_rounds));
  }
  join(
      condition,
      [&] {
        execute(c.body);
        loop(c, round + 1);
      },
      [] {});
}

// Both branches, one after the other from the same beginning; then phi.
template <class Then, class Otherwise>
void SingleAssignment::join(TermId condition, const Then& then,
                            const Otherwise& otherwise) {
  Terms& terms = guarded_.terms;
  if (terms[condition].op == TermOp::constant) {
    now_.clear();
    if (terms.is(condition, true)) {
      then();
    } else {
      otherwise();
    }
    return;
  }
  const TermId decision = defined(condition, Sequence::Kind::decision);
  const Environment before = environment_;
  now_.clear();
  then();
  const Environment first = std::exchange(environment_, before);
  now_.clear();
  otherwise();
  const Environment second = environment_;
  const auto phi = [&](TermId a, TermId b, Sequence::Kind kind,
                       std::uint32_t of = 0) {
    return defined(terms.choose(decision, a, b), kind, of, true);
  };
  const auto value = [&](const Environment& e, std::uint32_t s) {
    const auto at = e.slots.find(s);
    return at == e.slots.end() ? slot(s) : at->second;
  };
  for (const Environment* e : {&first, &second}) {
    for (const auto& [s, unused] : e->slots) {
      environment_.slots[s] =
          phi(value(first, s), value(second, s), Sequence::Kind::slot, s);
    }
  }
  // One that was not set before is not looked at where it was not set.
  for (const auto& [t, a] : first.temporaries) {
    const auto b = second.temporaries.find(t);
    environment_.temporaries[t] =
        b == second.temporaries.end()
            ? a
            : phi(a, b->second, Sequence::Kind::temporary);
  }
  now_.clear();
}

Sequence SingleAssignment::of(const Step& step) {
  Sequence result;
  sequence_ = &result;
  environment_ = {};
  now_.clear();
  result.guard = step.guard;
  if (step.failed.valid()) {
    environment_.temporaries[step.failed] = guarded_.terms.truth(false);
  }
  execute(step.body);
  result.fails =
      step.failed.valid() ? now(step.failed) : guarded_.terms.truth(false);
  for (const auto& [s, value] : environment_.slots) {
    if (value != slot(s)) result.updates.emplace_back(s, value);
  }
  sequence_ = nullptr;
  return result;
}

Sequence SingleAssignment::over_state(const Step& step) {
  Sequence result = of(step);
  result.fails = expanded(result.fails);
  std::vector<std::pair<std::uint32_t, TermId>> updates;
  for (const auto& [s, value] : result.updates) {
    const TermId after = expanded(value);
    if (after != slot(s)) updates.emplace_back(s, after);
  }
  result.updates = std::move(updates);
  return result;
}

std::map<TermId, std::string> version_names(const Guarded& guarded,
                                            const Sequence& sequence) {
  std::map<TermId, std::string> names;
  std::map<std::string, int> counts;
  for (const Sequence::Line& line : sequence.lines) {
    const std::string name = line.kind == Sequence::Kind::slot
                                 ? guarded.slots[line.slot].name
                             : line.kind == Sequence::Kind::temporary ? "t"
                                                                      : "b";
    names[line.version] = fmt::format("{}#{}", name, ++counts[name]);
  }
  return names;
}

}  // namespace vicinal::flat
