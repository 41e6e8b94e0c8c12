// SPDX-License-Identifier: MIT
// Breadth-first: states are expanded in the order they were found, so that the
// first state that breaks a property is at the least distance. An error of a
// guard or a property counts with the distance of its state, a failing step
// with one more; while a level is expanded both turn up in any order, so that
// the shortest is settled when the level is done.
#include "explore/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "explore/initial.hpp"
#include "explore/premise.hpp"
#include "explore/state_table.hpp"
#include "network/budget.hpp"
#include "network/packing.hpp"
#include "network/steps.hpp"

namespace vicinal::explore {

using network::Context;
using network::Event;
using network::Instance;
using network::Limit;
using network::ModelError;
using network::NodeId;
using network::Scalar;
using network::Step;
using network::Trace;
using network::Verdict;

namespace {

bool contains_integer(const Instance& instance) {
  return std::any_of(instance.slots.begin(), instance.slots.end(),
                     [](const network::Bounds& b) {
                       return b.low == INT64_MIN && b.high == INT64_MAX;
                     });
}

class Search {
 public:
  Search(const Instance& instance, const Options& options)
      : instance_(instance),
        options_(options),
        steps_(instance),
        packing_(instance),
        table_(packing_.words()),
        state_(instance.slot_count()),
        next_(instance.slot_count()),
        packed_(packing_.words() + 1),
        frame_(instance.model->frame),
        integers_(contains_integer(instance)),
        budget_(options.limits) {
    for (const std::size_t p : options.properties) {
      const network::Property& property = instance.model->properties[p];
      result_.properties.push_back(
          {property.name, Verdict::unknown, std::nullopt, false});
      formulas_.push_back(property.formula);
      premises_.emplace_back(instance, property.formula);
      premise_seen_.push_back(false);
    }
    if (options.model_errors) {
      error_property_ = result_.properties.size();
      result_.properties.push_back({std::string(network::no_model_error),
                                    Verdict::unknown, std::nullopt, false});
    }
    if (options.deadlock_is_violation) {
      deadlock_property_ = result_.properties.size();
      result_.properties.push_back(
          {"deadlock", Verdict::unknown, std::nullopt, false});
    }
    for (std::uint32_t p = 0; p < instance.model->processes.size(); ++p) {
      const bool used =
          std::any_of(instance.model->node_families.begin(),
                      instance.model->node_families.end(),
                      [&](const auto& f) { return f.process.value == p; });
      const auto& actions = instance.model->processes[p].actions;
      for (std::uint32_t a = 0; used && a < actions.size(); ++a) {
        unfired_.emplace(p, a);
      }
    }
    for (std::uint32_t r = 0; r < instance.model->rules.size(); ++r) {
      unfired_.emplace(UINT32_MAX, r);
    }
  }

  Exploration run() {
    try {
      const bool all = initial_states(
          instance_, options_.limits, [this](std::span<const Scalar> s) {
            std::copy(s.begin(), s.end(), next_.begin());
            store(StateTable::no_parent);
            return within_limits();
          });
      if (!all && result_.limit == Limit::none) {
        // The search for initial states looks at the clock by itself.
        result_.limit = budget_.clock();
        if (result_.limit == Limit::none) result_.limit = Limit::time;
      }
      result_.initial_states = table_.size();
      level_end_ = table_.size();
      if (all) expand_all();
    } catch (const std::bad_alloc&) {
      result_.limit = Limit::memory;
    } catch (const std::length_error&) {
      result_.limit = Limit::memory;
    }
    finish();
    return std::move(result_);
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;
  static constexpr std::size_t work_between_looks = 4096;

  void expand_all() {
    for (std::uint32_t s = 0; s < table_.size(); ++s) {
      if (s == level_end_) {
        commit_error();
        level_end_ = table_.size();
        ++result_.depth;
      }
      if (options_.stop_when_decided && undecided() == 0) return;
      expand(s);
      if (result_.limit != Limit::none) return;
    }
    result_.complete = !overflow_;
    if (overflow_) result_.limit = Limit::overflow;
  }

  std::size_t undecided() const {
    return static_cast<std::size_t>(std::count_if(
        result_.properties.begin(), result_.properties.end(),
        [](const PropertyResult& p) { return p.verdict == Verdict::unknown; }));
  }

  void expand(std::uint32_t s) {
    packing_.unpack(table_[s], state_);
    steps_.enabled(state_.data(), list_);
    result_.transitions += list_.steps.size();
    if (!tick()) return;
    for (const network::Problem& p : list_.problems) {
      state_error(s, result_.depth, p.error);
    }
    if (list_.steps.empty()) {
      ++result_.deadlocks;
      violate(deadlock_property_, s);
    }
    for (const Step& step : list_.steps) {
      if (!tick()) return;
      const std::uint32_t process = step.actor.valid()
                                        ? instance_.process_id(step.actor).value
                                        : UINT32_MAX;
      if (!unfired_.empty()) unfired_.erase({process, step.action});
      std::copy(state_.begin(), state_.end(), next_.begin());
      try {
        steps_.apply(list_, step, next_.data());
      } catch (const ModelError& error) {
        failed_step(s, step, error);
        continue;
      }
      store(s);
    }
  }

  void failed_step(std::uint32_t s, const Step& step, const ModelError& error) {
    if (integers_ && error.kind == network::ErrorKind::overflow) {
      overflow_ = true;
      return;
    }
    if (!offers(result_.depth + 1)) return;
    pending_ = trace_to(s);
    pending_->events.push_back(event(list_, step));
    pending_->events.back().error = error;
  }

  // Of the errors found while a level is expanded some lie one step further
  // than others: the shortest counts, when the level is done.
  bool offers(std::size_t length) const {
    return open(error_property_) && (!pending_ || length < pending_->length());
  }
  void commit_error() {
    if (pending_ && open(error_property_)) {
      set_violated(error_property_, std::move(*pending_));
    }
    pending_.reset();
  }

  // Stores next_ and judges it if it is new.
  void store(std::uint32_t parent) {
    packing_.pack(next_, packed_.data());
    const auto [number, fresh] = table_.insert(packed_.data(), parent);
    if (fresh) judge(number);
  }

  void judge(std::uint32_t number) {
    const Context context{network::whole(instance_, next_.data()),
                          NodeId::none(), frame_.data()};
    for (std::size_t i = 0; i < formulas_.size(); ++i) {
      if (!premise_seen_[i] && premises_[i].exists()) {
        premise_seen_[i] = premises_[i].holds(steps_.evaluator(), context);
      }
      // Without model errors to look for, a decided property needs no look.
      if (!open(i) && !open(error_property_)) continue;
      try {
        if (!steps_.evaluator().holds(formulas_[i], context)) {
          violate(i, number);
        }
      } catch (const ModelError& error) {
        result_.properties[i].fails = true;
        const bool initial = table_.parent(number) == StateTable::no_parent;
        state_error(number, initial ? 0 : result_.depth + 1, error);
      }
    }
  }

  void state_error(std::uint32_t number, std::size_t depth,
                   const ModelError& error) {
    if (integers_ && error.kind == network::ErrorKind::overflow) {
      overflow_ = true;
      return;
    }
    if (!offers(depth)) return;
    pending_ = trace_to(number);
    pending_->error = error;
  }

  bool open(std::size_t property) const {
    return property != none &&
           result_.properties[property].verdict == Verdict::unknown;
  }
  void violate(std::size_t property, std::uint32_t number) {
    if (open(property)) set_violated(property, trace_to(number));
  }
  void set_violated(std::size_t property, Trace trace) {
    result_.properties[property].verdict = Verdict::violated;
    result_.properties[property].trace = std::move(trace);
  }

  Event event(const network::StepList& list, const Step& step) const {
    Event e;
    e.actor = step.actor;
    e.action = step.action;
    const network::Action& action =
        action_of(instance_, step.actor, step.action);
    e.binding.assign(list.frames.begin() + step.frame,
                     list.frames.begin() + step.frame + action.binders.size());
    return e;
  }

  // The states on the way are stored; the steps between them are found again.
  Trace trace_to(std::uint32_t number) const {
    std::vector<std::uint32_t> path;
    for (std::uint32_t s = number; s != StateTable::no_parent;
         s = table_.parent(s)) {
      path.push_back(s);
    }
    std::reverse(path.begin(), path.end());
    Trace trace;
    trace.initial.resize(instance_.slot_count());
    packing_.unpack(table_[path.front()], trace.initial);
    std::vector<Scalar> before = trace.initial;
    network::StepList list;
    for (std::size_t i = 1; i < path.size(); ++i) {
      std::vector<Scalar> wanted(instance_.slot_count());
      packing_.unpack(table_[path[i]], wanted);
      steps_.enabled(before.data(), list);
      for (const Step& step : list.steps) {
        std::vector<Scalar> after = before;
        try {
          steps_.apply(list, step, after.data());
        } catch (const ModelError&) {
          continue;
        }
        if (after != wanted) continue;
        trace.events.push_back(event(list, step));
        trace.events.back().after = wanted;
        break;
      }
      before = std::move(wanted);
    }
    return trace;
  }

  // Looks at the limits every so often: a step costs at least as much as its
  // state is long, and much more where properties speak of pairs of nodes.
  bool tick() {
    work_ += 1 + instance_.slot_count();
    if (work_ < work_between_looks) return true;
    work_ = 0;
    return within_limits();
  }

  bool within_limits() {
    const Limit reached = budget_.look(table_.size(), table_.bytes());
    if (reached != Limit::none) result_.limit = reached;
    budget_.progress([&](double seconds) {
      return fmt::format("{} states, depth {}, {:.0f} states/s", table_.size(),
                         result_.depth,
                         static_cast<double>(table_.size()) / seconds);
    });
    return result_.limit == Limit::none;
  }

  void finish() {
    commit_error();
    result_.states = table_.size();
    for (PropertyResult& p : result_.properties) {
      if (p.verdict == Verdict::unknown && result_.complete) {
        p.verdict = Verdict::proved;
      }
    }
    for (const auto& [process, action] : unfired_) {
      result_.unfired.push_back({process == UINT32_MAX
                                     ? network::ProcessId::none()
                                     : network::ProcessId(std::size_t{process}),
                                 action});
    }
    for (std::size_t i = 0; i < formulas_.size(); ++i) {
      if (result_.complete && premises_[i].exists() && !premise_seen_[i]) {
        result_.vacuous.push_back(options_.properties[i]);
      }
    }
    result_.seconds = budget_.seconds();
    result_.peak_bytes = table_.bytes();
  }

  const Instance& instance_;
  const Options& options_;
  network::Steps steps_;
  network::Packing packing_;
  StateTable table_;
  std::vector<Scalar> state_, next_;
  std::vector<std::uint64_t> packed_;
  std::vector<Scalar> frame_;
  network::StepList list_;
  std::optional<Trace> pending_;  // a shortest error of the level so far
  std::vector<network::ExprId> formulas_;
  std::vector<Premise> premises_;
  std::vector<bool> premise_seen_;
  std::size_t error_property_ = none;
  std::size_t deadlock_property_ = none;
  std::set<std::pair<std::uint32_t, std::uint32_t>> unfired_;
  Exploration result_;
  std::size_t level_end_ = 0;
  std::size_t work_ = 0;  // since the last look at the limits
  bool integers_ = false;
  bool overflow_ = false;
  network::Budget budget_;
};

}  // namespace

Exploration explore(const Instance& instance, const Options& options) {
  return Search(instance, options).run();
}

}  // namespace vicinal::explore
