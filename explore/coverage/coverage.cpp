// SPDX-License-Identifier: MIT
// Guards are judged part by part. Steps are enumerated only where there are
// priorities or branches, and taken where there are branches.
#include "explore/coverage/coverage.hpp"

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::explore::inline coverage {

using network::Action;
using network::Model;
using network::ModelError;
using network::NodeId;
using network::ProcessId;
using network::Stmt;

namespace {

std::vector<BranchCount> branches_of(const Model& model, const Action& action) {
  std::vector<BranchCount> branches;
  network::any_statement(model, action.body, [&](const Stmt& s) {
    if (s.condition.valid() || !s.binders.empty()) {
      const auto number = static_cast<std::size_t>(&s - model.stmts.data());
      branches.push_back({network::StmtId(number), 0, 0});
    }
    return false;
  });
  return branches;
}

}  // namespace

Countable::Countable(const network::Instance& instance)
    : places(instance, counts.values) {
  const Model& model = *instance.model;
  const auto add = [&](ProcessId process, std::uint32_t number) {
    const Action& action =
        process.valid() ? model[process].actions[number] : model.rules[number];
    ActionCount count;
    count.process = process;
    count.action = number;
    count.parts = parts_of_guard(model, action.guard);
    count.branches = branches_of(model, action);
    counts.actions.push_back(std::move(count));
  };
  for (std::size_t p = 0; p < model.processes.size(); ++p) {
    first_of.push_back(counts.actions.size());
    const bool used = std::ranges::any_of(
        model.node_families, [&](const network::NodeFamily& family) {
          return family.process == ProcessId(p);
        });
    if (!used) continue;
    for (std::uint32_t a = 0; a < model.processes[p].actions.size(); ++a) {
      add(ProcessId(p), a);
    }
  }
  first_of.push_back(counts.actions.size());
  for (std::uint32_t r = 0; r < model.rules.size(); ++r) {
    add(ProcessId::none(), r);
  }
}

Coverage::Coverage(const network::Instance& instance)
    : instance_(instance),
      steps_(instance),
      countable_(instance),
      counts_(countable_.counts) {
  steps_.watch(this);
}

void Coverage::end(network::Limit limit) {
  if (counts_.limit == network::Limit::none) counts_.limit = limit;
}

CoverageCounts Coverage::take() {
  return std::exchange(counts_, countable_.counts);
}

void CoverageCounts::add(const CoverageCounts& others) {
  states += others.states;
  if (limit == network::Limit::none) limit = others.limit;
  for (std::size_t a = 0; a < actions.size(); ++a) {
    actions[a].add(others.actions[a]);
  }
  for (std::size_t v = 0; v < values.size(); ++v) {
    values[v].add(others.values[v]);
  }
}

void CoverageCounts::join(const CoverageCounts& others) {
  states += others.states;
  if (limit == network::Limit::none) limit = others.limit;
  for (std::size_t a = 0; a < actions.size(); ++a) {
    actions[a].add(others.actions[a]);
  }
  for (const ValueCount& other : others.values) {
    const auto same = std::ranges::find_if(values, [&](const ValueCount& v) {
      return v.name == other.name && v.declared == other.declared;
    });
    if (same == values.end()) {
      values.push_back(other);
    } else {
      same->join(other);
    }
  }
}

void CoverageCounts::forget_references(const Model& model) {
  std::erase_if(values, [&](const ValueCount& count) {
    return model[count.type].kind == network::TypeKind::reference;
  });
}

void ActionCount::add(const ActionCount& others) {
  choices += others.choices;
  enabled += others.enabled;
  held_back += others.held_back;
  failed += others.failed;
  open += others.open;
  for (std::size_t p = 0; p < parts.size(); ++p) parts[p].add(others.parts[p]);
  for (std::size_t b = 0; b < branches.size(); ++b) {
    branches[b].add(others.branches[b]);
  }
}

void ActionCount::went(const Model& model, const Stmt& s, bool into) {
  const auto number = static_cast<std::size_t>(&s - model.stmts.data());
  const auto branch = std::ranges::find(branches, network::StmtId(number),
                                        &BranchCount::statement);
  if (branch == branches.end()) return;
  ++(into ? branch->into : branch->past);
}

void Coverage::see(std::span<const network::Scalar> state) {
  if (counts_.limit != network::Limit::none) return;
  try {
    count(state);
    ++counts_.states;
  } catch (const network::LimitReached& reached) {
    counts_.limit = reached.limit;
  }
}

void Coverage::count(std::span<const network::Scalar> state) {
  network::poll(static_cast<std::int64_t>(state.size()));
  countable_.places.see(state, counts_.values);
  state_.assign(state.begin(), state.end());
  for (std::size_t n = 0; n < instance_.family_of.size(); ++n) {
    const NodeId node(n);
    const std::size_t first =
        countable_.first_of[instance_.process_id(node).index()];
    const std::size_t count = instance_.process(node).actions.size();
    for (std::size_t a = 0; a < count; ++a) {
      see_action(node, counts_.actions[first + a]);
    }
  }
  for (std::size_t r = countable_.first_of.back(); r < counts_.actions.size();
       ++r) {
    see_action(NodeId::none(), counts_.actions[r]);
  }
}

void Coverage::see_action(NodeId actor, ActionCount& count) {
  network::poll();
  const Action& action = network::action_of(instance_, actor, count.action);
  const Guards guards = count_guards(actor, action, count);
  if (!action.priority.valid() && count.branches.empty()) {
    count.enabled += guards.hold;
    count.failed += guards.fail;
    return;
  }
  enabled_.clear();
  steps_.enabled_of(actor, count.action, state_.data(), enabled_);
  const std::uint64_t enabled = enabled_.steps.size();
  const std::uint64_t failed = enabled_.problems.size();
  count.enabled += enabled;
  count.failed += failed;
  // Where the guard holds, the priority may fail.
  count.held_back += guards.hold - enabled - (failed - guards.fail);
  take_steps(count);
}

Coverage::Guards Coverage::count_guards(NodeId actor, const Action& action,
                                        ActionCount& count) {
  frame_.resize(instance_.model->frame);
  const network::Context context{network::whole(instance_, state_.data()),
                                 actor, frame_.data()};
  network::Bindings bindings(action.binders, steps_.evaluator(), context);
  Guards guards;
  for (;;) {
    try {
      if (!bindings.next()) break;
    } catch (const ModelError&) {
      ++guards.fail;  // of a range
      continue;
    }
    ++count.choices;
    const std::optional<bool> guard =
        count_parts(steps_.evaluator(), context, count.parts);
    if (!guard) ++guards.fail;
    if (guard && *guard) ++guards.hold;
  }
  return guards;
}

void Coverage::take_steps(ActionCount& count) {
  if (count.branches.empty()) return;
  taken_ = &count;
  for (const network::Step& step : enabled_.steps) {
    next_ = state_;
    try {
      steps_.apply(enabled_, step, next_.data());
    } catch (const ModelError&) {
      // What it did before it failed is counted.
    }
  }
  taken_ = nullptr;
}

void Coverage::went(const Stmt& s, bool into) {
  if (taken_ != nullptr) taken_->went(*instance_.model, s, into);
}

}  // namespace vicinal::explore::inline coverage
