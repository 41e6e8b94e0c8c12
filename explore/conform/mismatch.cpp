// SPDX-License-Identifier: MIT
// By the slow semantics alone: enabled bindings, guards part by part, and the
// states after steps held against the line, variable by variable.
#include "explore/conform/mismatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "network/base/budget.hpp"
#include "network/language/conjuncts.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::explore::inline conform {

using network::Action;
using network::ExprId;
using network::Instance;
using network::ModelError;
using network::Scalar;
using network::Step;

namespace {

class Explainer {
 public:
  Explainer(const Instance& instance, const Conformance& conformance,
            const Observation& line, const ExplainLimits& limits)
      : instance_(instance),
        model_(*instance.model),
        conformance_(conformance),
        line_(line),
        limits_(limits),
        steps_(instance),
        frame_(instance.model->frame) {}

  Mismatch run() {
    out_.line = line_.line;
    const bool first = !conformance_.started();
    PossibleStates initial(conformance_.packing().words());
    if (first) out_.more = !conformance_.initial(most_initial, initial);
    const PossibleStates& before = first ? initial : conformance_.possible();
    out_.states = before.size();
    for (std::size_t i = 0; i < before.size() && i < limits_.shown; ++i) {
      out_.shown.push_back(unpacked(before[i]));
    }
    const bool starts = first && !line_.is_step;
    const PossibleStates& from = starts && conformance_.options().hidden.empty()
                                     ? initial
                                     : conformance_.reached();
    out_.reached = from.size();
    for (std::size_t i = 0; i < from.size() && i < limits_.states; ++i) {
      if (looked_ >= limits_.candidates) break;
      ++out_.looked_at;
      state_ = unpacked(from[i]);
      if (starts) {
        add({CandidateStep::Kind::initial, {}, 0, {}, {}, against(state_), 0});
      } else {
        look();
      }
    }
    finish();
    return std::move(out_);
  }

 private:
  static constexpr std::size_t most_initial = 10'000;

  std::vector<Scalar> unpacked(const std::uint64_t* packed) const {
    std::vector<Scalar> state(instance_.slot_count());
    conformance_.packing().unpack(packed, state);
    return state;
  }

  // What the line says of variables that is not so in a state.
  std::vector<Contradiction> against(const std::vector<Scalar>& state) const {
    std::vector<Contradiction> out;
    for (const SeenVariable& seen : line_.variables) {
      bool wrong = seen.impossible;
      for (std::size_t s = seen.begin; s < seen.end && !wrong; ++s) {
        wrong = state[line_.scalars[s].slot] != line_.scalars[s].value;
      }
      if (!wrong) continue;
      const std::uint32_t slots = instance_.size(seen.type).slots;
      out.push_back({seen.name,
                     value_text(instance_, seen.type,
                                std::span(state).subspan(seen.slot, slots)),
                     seen.text, seen.span});
    }
    return out;
  }

  // The step; with its binders where the line has others.
  std::string step_words(const Step& step) const {
    const std::string name =
        network::step_name(instance_, step.actor, step.action);
    const bool same_action = std::any_of(
        line_.actions.begin(), line_.actions.end(), [&](const auto& a) {
          return a.actor == step.actor && a.action == step.action;
        });
    return same_action ? name + " with other bindings" : name;
  }

  // Whether the line allows the step, by its action and its binders.
  bool named(const Step& step) const {
    if (!line_.names_action) return true;
    return std::any_of(line_.actions.begin(), line_.actions.end(),
                       [&](const auto& a) {
                         return a.actor == step.actor &&
                                a.action == step.action && said(a, step);
                       });
  }
  bool said(const LoggedAction& action, const Step& step) const {
    for (std::size_t b = 0; b < action.binding.size(); ++b) {
      if (action.binding[b] &&
          *action.binding[b] != list_.frames[step.frame + b]) {
        return false;
      }
    }
    return true;
  }

  void look() {
    steps_.enabled(state_.data(), list_);
    std::vector<Scalar> after;
    for (const Step& step : list_.steps) {
      network::poll();
      ++looked_;
      CandidateStep candidate;
      candidate.actor = step.actor;
      candidate.action = step.action;
      const auto width =
          action_of(instance_, step.actor, step.action).binders.size();
      const auto frame = list_.frames.begin() + step.frame;
      candidate.binding.assign(frame,
                               frame + static_cast<std::ptrdiff_t>(width));
      after = state_;
      try {
        steps_.apply(list_, step, after.data());
        candidate.contradicts = against(after);
      } catch (const ModelError& error) {
        candidate.error = error;
      }
      if (!named(step)) {
        candidate.contradicts.insert(
            candidate.contradicts.begin(),
            {"", step_words(step), line_.action_text, line_.action_span});
      }
      add(std::move(candidate));
    }
    if (conformance_.options().stutter && !line_.is_step) {
      add({CandidateStep::Kind::no_step, {}, 0, {}, {}, against(state_), 0});
    }
    for (const LoggedAction& action : line_.actions) why_not(action);
  }

  static std::string key(const CandidateStep& c) {
    std::string text =
        fmt::format("{} {} {}", static_cast<int>(c.kind),
                    c.actor.valid() ? static_cast<std::int64_t>(c.actor.value)
                                    : std::int64_t{-1},
                    c.action);
    for (const Scalar v : c.binding) text += fmt::format(" {}", v);
    for (const Contradiction& x : c.contradicts) {
      text += fmt::format("\n{}\n{}", x.variable, x.model);
    }
    return text + (c.error ? "\nfails" : "");
  }

  void add(CandidateStep candidate) {
    network::poll();
    const auto [it, fresh] =
        candidates_.emplace(key(candidate), out_.candidates.size());
    if (fresh) out_.candidates.push_back(std::move(candidate));
    ++out_.candidates[it->second].states;
  }

  // Why nobody may take an action that the line names, if nobody may.
  void why_not(const LoggedAction& named) {
    const bool enabled =
        std::any_of(list_.steps.begin(), list_.steps.end(), [&](const Step& s) {
          return s.actor == named.actor && s.action == named.action &&
                 said(named, s);
        });
    if (enabled) return;
    const Action& action = action_of(instance_, named.actor, named.action);
    const network::Context context{network::whole(instance_, state_.data()),
                                   named.actor, frame_.data()};
    network::Bindings bindings(action.binders, steps_.evaluator(), context);
    bool any = false;
    std::vector<NotEnabled> reasons;
    for (;;) {
      network::poll();
      try {
        if (!bindings.next()) break;
      } catch (const ModelError& error) {
        note({NotEnabled::Why::fails, named.actor, named.action, error.span, 0},
             reasons);
        continue;
      }
      if (!bound(named, action)) continue;
      any = true;
      note(reason(named, action, context), reasons);
    }
    if (!any && reasons.empty()) {
      note({NotEnabled::Why::no_binding, named.actor, named.action, action.span,
            0},
           reasons);
    }
    for (const NotEnabled& r : reasons) count(r);
  }

  bool bound(const LoggedAction& named, const Action& action) const {
    for (std::uint32_t b = 0; b < named.binding.size(); ++b) {
      const auto& binder = model_.binders[action.binders.begin + b];
      if (named.binding[b] && *named.binding[b] != frame_[binder.slot]) {
        return false;
      }
    }
    return true;
  }

  // The first part of the guard that is not true, in the order in which `&&`
  // evaluates them.
  NotEnabled reason(const LoggedAction& named, const Action& action,
                    const network::Context& context) const {
    NotEnabled out{NotEnabled::Why::priority, named.actor, named.action,
                   action.span, 0};
    for (const ExprId id : network::conjuncts(model_, action.guard)) {
      try {
        if (steps_.evaluator().holds(id, context)) continue;
        out.why = NotEnabled::Why::guard;
      } catch (const ModelError&) {
        out.why = NotEnabled::Why::fails;
      }
      out.part = model_[id].span;
      return out;
    }
    if (action.priority.valid()) out.part = model_[action.priority].span;
    return out;
  }

  static bool same(const NotEnabled& a, const NotEnabled& b) {
    return a.why == b.why && a.actor == b.actor && a.action == b.action &&
           a.part == b.part;
  }
  static void note(const NotEnabled& reason, std::vector<NotEnabled>& into) {
    for (const NotEnabled& r : into) {
      if (same(r, reason)) return;
    }
    into.push_back(reason);
  }
  void count(const NotEnabled& reason) {
    note(reason, out_.not_enabled);
    for (NotEnabled& r : out_.not_enabled) {
      if (same(r, reason)) ++r.states;
    }
  }

  void finish() {
    std::stable_sort(out_.candidates.begin(), out_.candidates.end(),
                     [](const CandidateStep& a, const CandidateStep& b) {
                       if (a.error.has_value() != b.error.has_value()) {
                         return !a.error;
                       }
                       return a.contradicts.size() < b.contradicts.size();
                     });
    const bool action_first = !out_.not_enabled.empty();
    if (action_first || out_.candidates.empty() ||
        out_.candidates.front().contradicts.empty()) {
      if (line_.names_action) out_.place = line_.action_span;
    } else {
      out_.place = out_.candidates.front().contradicts.front().span;
    }
  }

  const Instance& instance_;
  const network::Model& model_;
  const Conformance& conformance_;
  const Observation& line_;
  const ExplainLimits& limits_;
  network::Steps steps_;
  network::Frame frame_;
  network::StepList list_;
  std::vector<Scalar> state_;
  std::map<std::string, std::size_t> candidates_;
  std::uint64_t looked_ = 0;
  Mismatch out_;
};

}  // namespace

Mismatch explain(const Instance& instance, const Conformance& conformance,
                 const Observation& line, const ExplainLimits& limits) {
  return Explainer(instance, conformance, line, limits).run();
}

}  // namespace vicinal::explore::inline conform
