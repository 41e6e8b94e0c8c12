// SPDX-License-Identifier: MIT
// Steps of a node in its own view, and which of them fire in a larger one.
//
// Kleene evaluation is monotone: what is certainly false in the own view is so
// in every joined view, so that candidates found once are enough for all.
#include "fixpoint/steps/local_steps.hpp"

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline steps {

using network::Action;
using network::Binder;
using network::Context;
using network::Domain;
using network::ErrorKind;
using network::Interval;
using network::ModelError;
using network::NodeId;
using network::Scalar;
using network::Truth;

LocalSteps::LocalSteps(const network::Instance& instance)
    : instance_(instance),
      evaluator_(instance),
      decide_(instance, network::Unseen::unknown),
      fail_(instance, network::Unseen::of_its_type),
      tables_(instance),
      recorder_(instance.slot_count()),
      view_(instance),
      frame_(instance.model->frame) {}

Context LocalSteps::context(const View& view, NodeId n) {
  return {view.valuation(), n, frame_.data()};
}

void LocalSteps::binding(const Action& action, std::vector<Scalar>& out) const {
  out.clear();
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    out.push_back(frame_[instance_.model->binders[b].slot]);
  }
}

void LocalSteps::problem(NodeId n, std::uint32_t number,
                         const ModelError& error) {
  LocalProblem& p = problems_.emplace_back();
  p.action = number;
  binding(instance_.process(n).actions[number], p.binding);
  p.error = error;
}

void LocalSteps::load(const Action& action, std::span<const Scalar> values) {
  for (std::uint32_t i = 0; i < action.binders.size(); ++i) {
    frame_[instance_.model->binders[action.binders.begin + i].slot] = values[i];
  }
}

void LocalSteps::enumerate(NodeId n, std::span<const Scalar> row,
                           const PortFilter* filter) {
  filter_ = filter;
  std::move(candidates_.begin(), candidates_.end(), std::back_inserter(spare_));
  candidates_.clear();
  problems_.clear();
  row_ = row;
  shown_ = false;
  tables_.look_at(n, row);
  const std::size_t actions = instance_.process(n).actions.size();
  for (std::uint32_t number = 0; number < actions; ++number) {
    const std::size_t first = candidates_.size();
    bindings(n, number, instance_.process(n).actions[number].binders.begin);
    prioritise(n, number, first);
  }
  for (Candidate& candidate : candidates_) {
    if (candidate.after.empty() && !candidate.error) run(n, candidate);
  }
}

void LocalSteps::show(NodeId n) {
  if (shown_) return;
  view_.hide_all();
  view_.show(n, row_);
  shown_ = true;
}

Candidate& LocalSteps::add_candidate(std::uint32_t number) {
  if (spare_.empty()) {
    candidates_.emplace_back();
  } else {
    candidates_.push_back(std::move(spare_.back()));
    spare_.pop_back();
  }
  Candidate& c = candidates_.back();
  c.action = number;
  c.after.clear();
  c.error.reset();
  c.conditional = false;
  c.held_back = false;
  return c;
}

void LocalSteps::bindings(NodeId n, std::uint32_t number, std::uint32_t at) {
  const Action& action = instance_.process(n).actions[number];
  if (at == action.binders.end) {
    if (!look_up(n, number)) consider(n, number);
    return;
  }
  const network::Model& model = *instance_.model;
  const Binder& binder = model.binders[at];
  if (binder.domain == network::DomainKind::port_set &&
      model[binder.node].op == network::Op::self) {
    ports(n, number, at);
    return;
  }
  show(n);
  Domain domain;
  try {
    domain = domain_of(binder, evaluator_, context(view_, n));
  } catch (const ModelError& error) {
    std::vector<Scalar> before;  // the parameters that are bound
    for (std::uint32_t b = action.binders.begin; b < at; ++b) {
      before.push_back(frame_[model.binders[b].slot]);
    }
    problems_.push_back({number, std::move(before), error, true});
    return;
  }
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    network::poll();
    frame_[binder.slot] =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    relative_.push_back(frame_[binder.slot]);
    bindings(n, number, at + 1);
    relative_.pop_back();
  }
}

// A parameter over a port set of its own node.
void LocalSteps::ports(NodeId n, std::uint32_t number, std::uint32_t at) {
  const Binder& binder = instance_.model->binders[at];
  const std::uint32_t first = instance_.network.darts(n).begin;
  const network::Range darts = instance_.network.darts_at(n, binder.item);
  const auto bind = [&](std::uint32_t d) {
    frame_[binder.slot] = instance_.network.dart_edge[first + d].value;
    bound_darts_.push_back(d);
    relative_.push_back(d);
    bindings(n, number, at + 1);
    relative_.pop_back();
    bound_darts_.pop_back();
  };
  const network::Range range{darts.begin - first, darts.end - first};
  if (filter_ == nullptr) {
    for (std::uint32_t d = range.begin; d < range.end; ++d) bind(d);
  } else {
    for (const std::uint32_t d : (*filter_)(bound_darts_, range)) bind(d);
  }
}

// ---- by look-up -------------------------------------------------------------

// False: the action with this binding is to be evaluated each time.
bool LocalSteps::look_up(NodeId n, std::uint32_t number) {
  const std::uint32_t table = tables_.table(number, relative_);
  if (table == LocalTables::none) return false;
  if (const LocalResult* known = tables_.find(table)) {
    Candidate* candidate = add(n, number, *known);
    if (candidate == nullptr) return true;
    for (const auto& [column, value] : known->writes) {
      candidate->after[tables_.column(column)] = value;
    }
    return true;
  }
  evaluate(n, number);
  // What is shared is the same in every state; the node's part comes behind.
  const std::uint32_t base = view_.valuation().node_base[n.index()];
  std::vector<std::uint32_t> columns;
  for (const std::uint32_t slot : recorder_.reads()) {
    if (slot >= base) columns.push_back(slot - base);
  }
  tables_.learn(table, std::move(columns), result_);
  if (Candidate* candidate = add(n, number, result_)) {
    for (const auto& [column, value] : result_.writes) {
      candidate->after[column] = value;
    }
  }
  return true;
}

// Fills result_, and recorder_ with what that depends on.
void LocalSteps::evaluate(NodeId n, std::uint32_t number) {
  const Action& action = instance_.process(n).actions[number];
  show(n);
  const Context c = context(view_, n);
  result_ = {};
  recorder_.begin();
  evaluator_.tell(&recorder_);
  try {
    result_.fires = !action.guard.valid() || evaluator_.holds(action.guard, c);
    if (result_.fires) {
      shown_ = false;
      evaluator_.execute(action.body, c);
      const std::uint32_t base = c.valuation.node_base[n.index()];
      for (const std::uint32_t slot : recorder_.writes()) {
        result_.writes.emplace_back(slot - base, c.valuation.values[slot]);
      }
    }
  } catch (const ModelError& error) {
    result_.error = error;
  }
  evaluator_.tell(nullptr);
}

// The candidate, if there is one and it does not fail: `after` as it is before.
Candidate* LocalSteps::add(NodeId n, std::uint32_t number,
                           const LocalResult& result) {
  if (!result.fires) {
    if (result.error) problem(n, number, *result.error);
    return nullptr;
  }
  Candidate& candidate = add_candidate(number);
  binding(instance_.process(n).actions[number], candidate.binding);
  candidate.error = result.error;
  if (candidate.error) return nullptr;
  candidate.after.assign(row_.begin(), row_.end());
  return &candidate;
}

// ---- by evaluation ----------------------------------------------------------

void LocalSteps::consider(NodeId n, std::uint32_t number) {
  const Action& action = instance_.process(n).actions[number];
  show(n);
  const Context c = context(view_, n);
  bool enabled = true;
  if (action.guard.valid()) {
    if (action.global_guard) {
      enabled = decide_.truth(action.guard, c) != Truth::no;
      if (fail_.scalar(action.guard, c).may_fail) {
        problem(
            n, number,
            {ErrorKind::out_of_range, (*instance_.model)[action.guard].span});
      }
    } else {
      try {
        enabled = evaluator_.holds(action.guard, c);
      } catch (const ModelError& error) {
        problem(n, number, error);
        enabled = false;
      }
    }
  }
  if (!enabled) return;
  if (action.priority.valid()) {
    if (action.global_priority) {
      if (fail_.scalar(action.priority, c).may_fail) {
        problem(n, number,
                {ErrorKind::out_of_range,
                 (*instance_.model)[action.priority].span});
      }
    } else {
      try {
        evaluator_.scalar(action.priority, c);
      } catch (const ModelError& error) {
        problem(n, number, error);
        return;
      }
    }
  }
  Candidate& candidate = add_candidate(number);
  candidate.conditional = action.global_guard || action.global_priority;
  binding(action, candidate.binding);
}

void LocalSteps::prioritise(NodeId n, std::uint32_t number, std::size_t first) {
  const Action& action = instance_.process(n).actions[number];
  if (!action.priority.valid() || first == candidates_.size()) return;
  std::vector<std::uint32_t> kept;
  show(n);
  firing(n, view_, std::span(candidates_).subspan(first), kept);
  std::vector<bool> fires(candidates_.size() - first, false);
  for (const std::uint32_t i : kept) fires[i] = true;
  for (std::size_t i = first; i < candidates_.size(); ++i) {
    candidates_[i].held_back = !fires[i - first];
  }
  if (action.global_guard || action.global_priority) return;
  std::erase_if(candidates_, [](const Candidate& c) { return c.held_back; });
}

void LocalSteps::run(NodeId n, Candidate& candidate) {
  const Action& action = instance_.process(n).actions[candidate.action];
  show(n);
  shown_ = false;
  load(action, candidate.binding);
  try {
    evaluator_.execute(action.body, context(view_, n));
    candidate.after.resize(row_.size());
    view_.row(n, candidate.after);
  } catch (const ModelError& error) {
    candidate.error = error;
  }
}

bool LocalSteps::may_fail(NodeId actor, const View& view, std::uint32_t action,
                          std::span<const Scalar> binding) {
  const Action& a = instance_.process(actor).actions[action];
  load(a, binding);
  const Context c = context(view, actor);
  if (a.guard.valid()) {
    if (fail_.scalar(a.guard, c).may_fail) return true;
    if (decide_.truth(a.guard, c) == Truth::no) return false;
  }
  return a.priority.valid() && fail_.scalar(a.priority, c).may_fail;
}

void LocalSteps::firing(NodeId actor, const View& view,
                        std::span<const Candidate> candidates,
                        std::vector<std::uint32_t>& out) {
  struct Standing {
    Truth enabled;
    Interval priority;
  };
  std::vector<Standing> standings;
  for (const Candidate& candidate : candidates) {
    const Action& action = instance_.process(actor).actions[candidate.action];
    load(action, candidate.binding);
    const Context c = context(view, actor);
    Standing s{Truth::yes, {0, 0, false}};
    if (action.guard.valid()) s.enabled = decide_.truth(action.guard, c);
    if (action.priority.valid() && s.enabled != Truth::no) {
      s.priority = decide_.scalar(action.priority, c);
      // A binding whose priority fails is not enabled.
      if (s.priority.never()) s.enabled = Truth::no;
      if (s.priority.may_fail && s.enabled == Truth::yes) {
        s.enabled = Truth::maybe;
      }
    }
    standings.push_back(s);
  }
  Scalar floor = INT64_MIN;  // of what is certainly enabled
  for (const Standing& s : standings) {
    if (s.enabled == Truth::yes) floor = std::max(floor, s.priority.low);
  }
  out.clear();
  for (std::uint32_t i = 0; i < standings.size(); ++i) {
    const Standing& s = standings[i];
    if (s.enabled == Truth::no || s.priority.high < floor) continue;
    out.push_back(i);
  }
}

void LocalSteps::conditional(NodeId actor, const View& view,
                             std::span<const Candidate> candidates,
                             std::vector<std::uint32_t>& out) {
  out.clear();
  std::vector<std::uint32_t> fires;
  for (std::size_t first = 0; first < candidates.size();) {
    std::size_t last = first;
    while (last < candidates.size() &&
           candidates[last].action == candidates[first].action) {
      ++last;
    }
    if (candidates[first].conditional) {
      firing(actor, view, candidates.subspan(first, last - first), fires);
      for (const std::uint32_t i : fires) {
        out.push_back(static_cast<std::uint32_t>(first) + i);
      }
    }
    first = last;
  }
}

}  // namespace vicinal::fixpoint::inline steps
