// SPDX-License-Identifier: MIT
// A unit is evaluated by the interpreter the first time, under a recorder, and
// its result is kept at the end of the path of what it read:
//
//   look up ──▶ known: patches
//      │ unknown
//      ▼
//   room left, and results are found again?
//      ├─▶ evaluate and keep
//      └─ else program ── else evaluate each time
//
// Bindings of an action with a priority are units that compete: the greatest
// priority of those that fire is chosen after look-up. What fails is kept as
// "failing", and `expand` then says false for the whole state: Steps tells what
// happens. Successors keep their numbers when trees are forgotten, so that
// those that wait to be stored stay valid.
#include "network/steps/table_steps.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::network::inline steps {

namespace {

// The number of the result of all evaluations that fail.
constexpr std::uint32_t failing = 0;
// Bindings of an action with a priority that are looked up one by one.
constexpr std::size_t most_bindings = 4096;

bool looks_around(const Action& a) {
  return a.global_guard || a.global_priority || a.global_range || a.global_body;
}

}  // namespace

TableSteps::TableSteps(const Instance& instance, const Packing& packing,
                       TableLimits limits)
    : instance_(instance),
      packing_(packing),
      counts_(instance, packing_),
      steps_(instance),
      recorder_(instance.slot_count(), &counts_),
      decisions_(packing_),
      limits_(limits),
      until_groups_(limits.lone),
      extended_(packing.words() + Packing::derived_words),
      state_(instance.slot_count()),
      next_(instance.slot_count()),
      frame_(instance.model->frame),
      compiler_(instance),
      machine_(compiler_.pool(), packing) {
  steps_.tell(&recorder_);
  if (limits.count_all) counts_.take_small();
  results_.push_back({{}, 0, true});
  std::uint32_t count = 0;
  for (const Process& p : instance.model->processes) {
    first_action_.push_back(count);
    count += static_cast<std::uint32_t>(p.actions.size());
  }
  first_action_.push_back(count);
  fired_.resize(count + instance.model->rules.size());
  for (std::size_t n = 0; n < instance.family_of.size(); ++n) {
    add_units(NodeId(n));
  }
  add_units(NodeId::none());
  for (Unit& unit : units_) {
    poll();
    unit.room = limits.results;
    decisions_.add_tree();
  }
  slots_.resize(units_.size());
}

std::uint32_t TableSteps::action_number(NodeId actor,
                                        std::uint32_t action) const {
  return action + first_action_of(actor);
}

// Actions that follow each other and know their neighbourhood only are one
// unit.
void TableSteps::add_units(NodeId actor) {
  poll();
  const auto& actions =
      actor.valid() ? instance_.process(actor).actions : instance_.model->rules;
  bool open = false;  // the last unit takes more
  for (std::uint32_t a = 0; a < actions.size(); ++a) {
    if (actions[a].priority.valid() && add_bindings(actor, a)) {
      open = false;
      continue;
    }
    const bool alone = !actor.valid() || looks_around(actions[a]);
    if (!open || alone) {
      Unit unit;
      unit.actor = actor;
      unit.first = a;
      units_.push_back(std::move(unit));
    }
    units_.back().last = a + 1;
    open = !alone;
  }
}

// Where the bindings are the same in every state.
bool TableSteps::add_bindings(NodeId actor, std::uint32_t action) {
  const Action& a = action_of(instance_, actor, action);
  if (a.binders.empty()) return false;
  recorder_.begin();
  std::vector<Scalar> nobody(instance_.slot_count());
  const Context context{whole(instance_, nobody.data()), actor, frame_.data()};
  Bindings bindings(a.binders, steps_.evaluator(), context);
  std::vector<Unit> more;
  try {
    while (bindings.next()) {
      if (more.size() == most_bindings) return false;
      Unit unit;
      unit.actor = actor;
      unit.first = action;
      unit.last = action + 1;
      unit.bound = true;
      for (std::uint32_t b = a.binders.begin; b < a.binders.end; ++b) {
        unit.frame.push_back(frame_[instance_.model->binders[b].slot]);
      }
      more.push_back(std::move(unit));
    }
  } catch (const ModelError&) {
    return false;
  }
  if (!recorder_.reads().empty()) return false;
  if (more.empty()) return true;
  more.back().last_of_contest = true;
  std::move(more.begin(), more.end(), std::back_inserter(units_));
  return true;
}

// ---- evaluation -----------------------------------------------------------

void TableSteps::execute(NodeId actor, std::uint32_t action,
                         const Scalar* binding) {
  poll(32);
  const Action& a = action_of(instance_, actor, action);
  for (std::uint32_t i = 0; i < a.binders.size(); ++i) {
    frame_[instance_.model->binders[a.binders.begin + i].slot] = binding[i];
  }
  next_ = state_;
  recorder_.begin_step();
  steps_.evaluator().execute(
      a.body, {whole(instance_, next_.data()), actor, frame_.data()});
  Found& found = found_.emplace_back();
  found.action = action_number(actor, action);
  found.actor = actor;
  found.slots = recorder_.writes();
  for (const std::uint32_t s : found.slots) found.values.push_back(next_[s]);
}

void TableSteps::evaluate_actions(const Unit& unit) {
  list_.clear();
  for (std::uint32_t a = unit.first; a < unit.last; ++a) {
    steps_.enabled_of(unit.actor, a, state_.data(), list_);
  }
  if (!list_.problems.empty()) throw list_.problems.front().error;
  for (const Step& step : list_.steps) {
    execute(step.actor, step.action, list_.frames.data() + step.frame);
  }
}

void TableSteps::evaluate_binding(const Unit& unit) {
  const Action& a = action_of(instance_, unit.actor, unit.first);
  for (std::uint32_t i = 0; i < a.binders.size(); ++i) {
    frame_[instance_.model->binders[a.binders.begin + i].slot] = unit.frame[i];
  }
  const Context context{whole(instance_, state_.data()), unit.actor,
                        frame_.data()};
  const Evaluator& evaluator = steps_.evaluator();
  if (a.guard.valid() && !evaluator.holds(a.guard, context)) return;
  priority_ = evaluator.scalar(a.priority, context);
  execute(unit.actor, unit.first, unit.frame.data());
}

// Fills found_ and priority_. False: it fails.
bool TableSteps::evaluate(const Unit& unit, const std::uint64_t* state) {
  packing_.unpack(state, state_);
  recorder_.begin();
  found_.clear();
  priority_ = 0;
  try {
    if (unit.bound) {
      evaluate_binding(unit);
    } else {
      evaluate_actions(unit);
    }
  } catch (const ModelError&) {
    return false;
  }
  return true;
}

std::uint32_t TableSteps::keep() {
  TableEntry result;
  result.priority = priority_;
  result.successors.begin = static_cast<std::uint32_t>(successors_.size());
  for (const Found& found : found_) {
    Successor s;
    s.action = found.action;
    s.actor = found.actor;
    s.written.begin = static_cast<std::uint32_t>(written_.size());
    s.patches.begin = static_cast<std::uint32_t>(patches_.size());
    patches_.emplace_back();
    for (std::size_t i = 0; i < found.slots.size(); ++i) {
      const Packing::BitField& p = packing_.field_of(found.slots[i]);
      written_.push_back(found.slots[i]);
      if (p.mask == 0) continue;
      auto at = std::find_if(patches_.begin() + s.patches.begin, patches_.end(),
                             [&](const Patch& patch) {
                               return patch.word == p.word || patch.clear == 0;
                             });
      if (at == patches_.end()) at = patches_.insert(at, Patch{});
      at->word = p.word;
      at->clear |= p.mask << p.shift;
      at->set |= Packing::field(p, found.values[i]);
    }
    s.patches.end = static_cast<std::uint32_t>(patches_.size());
    s.written.end = static_cast<std::uint32_t>(written_.size());
    successors_.push_back(s);
  }
  result.successors.end = static_cast<std::uint32_t>(successors_.size());
  results_.push_back(result);
  return static_cast<std::uint32_t>(results_.size() - 1);
}

// The result of a unit in a state where it was not known; unknown if it cannot
// be kept: then found_ has it.
std::uint32_t TableSteps::learn(std::uint32_t number,
                                const std::uint64_t* state) {
  Unit& unit = units_[number];
  const std::size_t counts = counts_.size();
  const bool good = evaluate(unit, state);
  if (counts_.size() > counts) counts_.derive(extended_.data());
  remember_slots(number);
  if (good && unit.room == 0) return Decisions::unknown;
  const auto next =
      good ? static_cast<std::uint32_t>(results_.size()) : failing;
  if (!decisions_.insert(number, recorder_.reads(), state, next)) {
    unit.room = 0;
    return good ? Decisions::unknown : failing;
  }
  if (!good) return failing;
  // Before a unit is evaluated each time, all quantifiers are counted.
  if (--unit.room == 0 && counts_.take_small()) start_anew();
  return keep();
}

// What quantifiers read is told in another way from now on. Successors keep
// their numbers.
void TableSteps::start_anew() {
  decisions_.forget();
  for (Unit& unit : units_) unit.room = limits_.results;
  for (auto& slots : slots_) slots.clear();
  grouped_ = false;
  until_groups_ = limits_.lone;
}

// ---- programs --------------------------------------------------------------

// False: there is no program.
bool TableSteps::compile(Unit& unit) {
  if (unit.program == not_compiled) {
    unit.program = interpreted;
    if (auto program = compiler_.steps(unit.actor, unit.first, unit.last,
                                       action_number(unit.actor, unit.first))) {
      unit.program = static_cast<std::uint32_t>(programs_.size());
      programs_.push_back(std::move(*program));
    }
  }
  return unit.program != interpreted;
}

bool TableSteps::run(const Unit& unit, Successors& out) {
  if (!machine_.run(programs_[unit.program], out.others)) return false;
  for (const MadeStep& s : machine_.steps()) {
    fired_[s.step] = true;
    out.steps.push_back(Successors::other + s.written);
    out.other_actions.push_back(s.step);
  }
  return true;
}

// ---- expansion ------------------------------------------------------------

void TableSteps::add_others(Successors& out) {
  const std::size_t words = packing_.words();
  for (const Found& found : found_) {
    fired_[found.action] = true;
    out.steps.push_back(Successors::unknown);
    out.other_actions.push_back(found.action);
    out.others.insert(out.others.end(), expanded_, expanded_ + words);
    std::uint64_t* next = out.others.data() + out.others.size() - words;
    for (std::size_t i = 0; i < found.slots.size(); ++i) {
      const Packing::BitField& p = packing_.field_of(found.slots[i]);
      next[p.word] &= ~(p.mask << p.shift);
      next[p.word] |= Packing::field(p, found.values[i]);
    }
  }
}

bool TableSteps::expand_actions(std::uint32_t unit, const std::uint64_t* state,
                                Successors& out) {
  Unit& u = units_[unit];
  if (u.room == 0 && compile(u)) return run(u, out);
  std::uint32_t r = decisions_.find(unit, state);
  if (r != Decisions::unknown) {
    ++u.found;
  } else {
    if (u.kept > u.found + limits_.ahead && compile(u)) return run(u, out);
    ++u.kept;
    r = learn(unit, state);
    if (r == Decisions::unknown) {
      add_others(out);
      return true;
    }
    for (const Found& found : found_) fired_[found.action] = true;
  }
  const TableEntry& result = results_[r];
  if (result.fails) return false;
  for (std::uint32_t s = result.successors.begin; s < result.successors.end;
       ++s) {
    out.steps.push_back(s);
  }
  return true;
}

// Of the bindings that are enabled those of greatest priority.
bool TableSteps::expand_contest(std::uint32_t& unit, const std::uint64_t* state,
                                Successors& out) {
  const std::uint32_t begin = unit;
  while (!units_[unit].last_of_contest) ++unit;
  const std::uint32_t end = ++unit;
  Unit& first = units_[begin];
  if (first.room == 0 && compile(first)) return run(first, out);
  const std::size_t before = out.steps.size();
  Scalar greatest = INT64_MIN;
  for (std::uint32_t u = begin; u < end; ++u) {
    std::uint32_t r = decisions_.find(u, state);
    if (r == Decisions::unknown && units_[u].room > 0) r = learn(u, state);
    if (r == Decisions::unknown) {
      // All bindings by one program.
      out.steps.resize(before);
      first.room = 0;
      return compile(first) && run(first, out);
    }
    if (results_[r].fails) return false;
    const TableEntry& result = results_[r];
    if (result.successors.empty() || result.priority < greatest) continue;
    if (result.priority > greatest) {
      greatest = result.priority;
      out.steps.resize(before);
    }
    out.steps.push_back(result.successors.begin);
  }
  if (out.steps.size() > before) {
    fired_[successors_[out.steps.back()].action] = true;
  }
  return true;
}

void TableSteps::remember_slots(std::uint32_t unit) {
  std::vector<std::uint32_t>& known = slots_[unit];
  for (const std::uint32_t slot : recorder_.reads()) {
    if (packing_.field_of(slot).mask == 0) continue;
    const auto at = std::lower_bound(known.begin(), known.end(), slot);
    if (at != known.end() && *at == slot) continue;
    known.insert(at, slot);
    grouped_ = false;
  }
}

bool TableSteps::expand(const std::uint64_t* packed, Successors& out) {
  out.clear();
  expanded_ = packed;
  machine_.begin(packed);
  const std::uint64_t* state = extended_.data();
  std::copy_n(packed, packing_.words(), extended_.begin());
  if (!counts_.empty()) counts_.derive(extended_.data());
  if (counts_.forget()) start_anew();
  if (grouped_) {
    const bool good = expand_groups(state, out);
    if (grouped_) return good;
    out.clear();
    until_groups_ = limits_.lone;
  } else if (until_groups_ > 0 && --until_groups_ == 0) {
    make_groups();
  }
  return expand_units(state, out);
}

bool TableSteps::expand_units(const std::uint64_t* state, Successors& out) {
  for (std::uint32_t u = 0; u < units_.size();) {
    if (units_[u].bound) {
      if (!expand_contest(u, state, out)) return false;
    } else {
      if (!expand_actions(u, state, out)) return false;
      ++u;
    }
  }
  return true;
}

bool TableSteps::fired(ProcessId process, std::uint32_t action) const {
  return fired_[action_number(process, action)];
}

std::uint64_t TableSteps::bytes() const {
  std::uint64_t programs = 0;
  for (const Program& p : programs_) {
    programs += p.code.capacity() * sizeof(Instruction);
  }
  return decisions_.bytes() + results_.capacity() * sizeof(TableEntry) +
         successors_.capacity() * sizeof(Successor) +
         patches_.capacity() * sizeof(Patch) + written_.capacity() * 4 +
         group_results_.capacity() * sizeof(GroupResult) +
         group_successors_.capacity() * 4 + counts_.bytes() + programs;
}

}  // namespace vicinal::network::inline steps
