// SPDX-License-Identifier: MIT
// A run that repeats has finitely many suffixes: where an until holds is the
// least solution of its equation over them, where a release does the greatest.
#include "explore/temporal/lasso.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline temporal {

using network::Instance;
using network::Scalar;
using network::Trace;

namespace {

using State = std::vector<Scalar>;

// Of all suffixes that differ: the state after the last step is that at `loop`,
// unless nothing repeats but that state.
std::vector<State> suffixes(const Trace& trace, std::size_t loop) {
  std::vector<State> states = {trace.initial};
  for (const network::Event& e : trace.events) states.push_back(e.after);
  if (loop < trace.events.size()) states.pop_back();
  return states;
}

class Suffixes {
 public:
  Suffixes(const Instance& instance, std::vector<State> states,
           std::size_t loop, const Formulas& formulas,
           const std::vector<Atom>& atoms)
      : instance_(instance),
        states_(std::move(states)),
        loop_(loop),
        formulas_(formulas),
        atoms_(atoms),
        evaluator_(instance) {}

  struct Undecided {};
  using Values = std::vector<bool>;

  const Values& values(FormulaId id) {
    const auto known = known_.find(id);
    if (known != known_.end()) return known->second;
    network::poll(static_cast<std::int64_t>(states_.size()));
    return known_.emplace(id, find(formulas_[id])).first->second;
  }

 private:
  std::size_t next(std::size_t i) const {
    return i + 1 < states_.size() ? i + 1 : loop_;
  }

  Values find(const Formula& f) {
    Values result(states_.size());
    switch (f.kind) {
      case Kind::constant:
        return Values(states_.size(), f.value);
      case Kind::atom:
        for (std::size_t i = 0; i < states_.size(); ++i) {
          result[i] = holds(atoms_[f.atom], states_[i]) == f.value;
        }
        return result;
      case Kind::exists_path:
      case Kind::for_all_paths:
        throw Undecided{};
      case Kind::next:
        for (std::size_t i = 0; i < states_.size(); ++i) {
          result[i] = values(f.first)[next(i)];
        }
        return result;
      default:
        break;
    }
    const Values a = values(f.first);
    const Values b = values(f.second);
    const bool until = f.kind == Kind::until;
    if (f.kind == Kind::conjunction || f.kind == Kind::disjunction) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        result[i] = f.kind == Kind::conjunction ? a[i] && b[i] : a[i] || b[i];
      }
      return result;
    }
    result.assign(states_.size(), !until);
    // Twice around the loop is enough.
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = states_.size(); i-- > 0;) {
        const bool then = result[next(i)];
        result[i] = until ? b[i] || (a[i] && then) : b[i] && (a[i] || then);
      }
    }
    return result;
  }

  bool holds(const Atom& atom, State& state) {
    State frame = atom.frame;
    return evaluator_.holds(atom.condition,
                            {network::whole(instance_, state.data()),
                             network::NodeId::none(), frame.data()});
  }

  const Instance& instance_;
  std::vector<State> states_;
  std::size_t loop_;
  const Formulas& formulas_;
  const std::vector<Atom>& atoms_;
  network::Evaluator evaluator_;
  std::map<FormulaId, Values> known_;
};

// Of a run that repeats: the first step from a state of the loop that leads to
// none that follows this state there. Steps that fail lead nowhere.
std::optional<std::string> missed_way(const Instance& instance,
                                      const std::vector<State>& states,
                                      std::size_t loop) {
  std::set<std::pair<State, State>> taken;
  for (std::size_t i = loop; i < states.size(); ++i) {
    taken.emplace(states[i], states[i + 1 < states.size() ? i + 1 : loop]);
  }
  const network::Steps semantics(instance);
  network::StepList list;
  for (std::size_t i = loop; i < states.size(); ++i) {
    network::poll();
    State state = states[i];
    semantics.enabled(state.data(), list);
    for (const network::Step& step : list.steps) {
      State after = state;
      try {
        semantics.apply(list, step, after.data());
      } catch (const network::ModelError&) {
        continue;
      }
      if (taken.contains({state, after})) continue;
      return fmt::format(
          "it never goes where '{}' leads, and so is not globally fair",
          network::step_name(instance, step.actor, step.action));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> wrong_loop(const Instance& instance,
                                      const Trace& trace, std::size_t loop,
                                      Paths paths) {
  const std::size_t steps = trace.events.size();
  if (loop > steps) return "its loop begins behind its end";
  if (trace.error || (steps > 0 && trace.events.back().error)) {
    return "a run that fails does not go on for ever";
  }
  std::vector<State> states = suffixes(trace, loop);
  const network::Steps semantics(instance);
  if (loop == steps) {
    if (semantics.any_enabled(states.back().data())) {
      return "its last state has successors";
    }
  } else if (trace.events.back().after != states[loop]) {
    return fmt::format("after its last step it is not where it was after {}",
                       loop);
  }
  if (globally_fair(instance, paths)) {
    return missed_way(instance, states, loop);
  }
  const auto takes = [](const network::Event& e, const FairAction& f) {
    return e.actor == f.actor && e.action == f.action;
  };
  for (const FairAction& f : fair_actions(instance, paths)) {
    network::poll();
    const bool taken =
        std::any_of(trace.events.begin() + static_cast<std::ptrdiff_t>(loop),
                    trace.events.end(),
                    [&](const network::Event& e) { return takes(e, f); });
    if (taken) continue;
    std::size_t enabled = 0;
    network::StepList list;
    for (std::size_t i = loop; i < states.size(); ++i) {
      list.clear();
      semantics.enabled_of(f.actor, f.action, states[i].data(), list);
      enabled += list.steps.empty() ? 0 : 1;
    }
    if (f.strong ? enabled > 0 : enabled == states.size() - loop) {
      return fmt::format("it is not fair to '{}'",
                         network::step_name(instance, f.actor, f.action));
    }
  }
  return std::nullopt;
}

std::optional<bool> holds_on(const Instance& instance, const Trace& trace,
                             std::size_t loop, const Formulas& formulas,
                             const std::vector<Atom>& atoms, FormulaId path) {
  Suffixes run(instance, suffixes(trace, loop), loop, formulas, atoms);
  try {
    return run.values(path)[0];
  } catch (const Suffixes::Undecided&) {
    return std::nullopt;
  }
}

}  // namespace vicinal::explore::inline temporal
