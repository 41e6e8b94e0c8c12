// SPDX-License-Identifier: MIT
// One pass over the bindings of each action; those that a priority holds back
// are taken out of the list again.
#include "network/semantics/steps.hpp"

#include <algorithm>

#include "network/semantics/bindings.hpp"

namespace vicinal::network::inline semantics {

void StepList::clear() {
  steps.clear();
  frames.clear();
  problems.clear();
}

const Action& action_of(const Instance& instance, NodeId actor,
                        std::uint32_t action) {
  return actor.valid() ? instance.process(actor).actions[action]
                       : instance.model->rules[action];
}

std::string step_name(const Instance& instance, NodeId actor,
                      std::uint32_t action) {
  const std::string& name = action_of(instance, actor, action).name;
  return actor.valid() ? node_name(instance, actor) + "." + name : name;
}

Steps::Steps(const Instance& instance)
    : instance_(instance), evaluator_(instance) {}

namespace {

// One pass over the bindings of one action.
class Enumerator {
 public:
  Enumerator(const Evaluator& evaluator, const Action& action,
             std::uint32_t number, NodeId actor, Scalar* state, StepList& out)
      : evaluator_(evaluator),
        model_(*evaluator.instance().model),
        action_(action),
        number_(number),
        out_(out),
        frame_(model_.frame),
        context_{whole(evaluator.instance(), state), actor, frame_.data()} {}

  void run() {
    const std::size_t first = out_.steps.size();
    Bindings bindings(action_.binders, evaluator_, context_);
    for (;;) {
      try {
        if (!bindings.next()) break;
      } catch (const ModelError& error) {
        problem(error);  // of a domain: none of its bindings is enabled
        continue;
      }
      consider();
    }
    if (action_.priority.valid()) keep_greatest(first);
  }

 private:
  void problem(const ModelError& error) {
    out_.problems.push_back({context_.self, number_, error});
  }

  void consider() {
    Scalar priority = 0;
    try {
      if (action_.guard.valid() && !evaluator_.holds(action_.guard, context_)) {
        return;
      }
      if (action_.priority.valid()) {
        priority = evaluator_.scalar(action_.priority, context_);
      }
    } catch (const ModelError& error) {
      problem(error);
      return;
    }
    Step step;
    step.actor = context_.self;
    step.action = number_;
    step.frame = static_cast<std::uint32_t>(out_.frames.size());
    for (std::uint32_t b = action_.binders.begin; b < action_.binders.end;
         ++b) {
      out_.frames.push_back(frame_[model_.binders[b].slot]);
    }
    out_.steps.push_back(step);
    if (action_.priority.valid()) priorities_.push_back(priority);
  }

  void keep_greatest(std::size_t first) {
    if (priorities_.empty()) return;
    const Scalar greatest =
        *std::max_element(priorities_.begin(), priorities_.end());
    std::size_t kept = first;
    for (std::size_t i = 0; i < priorities_.size(); ++i) {
      if (priorities_[i] == greatest) {
        out_.steps[kept++] = out_.steps[first + i];
      }
    }
    out_.steps.resize(kept);
  }

  const Evaluator& evaluator_;
  const Model& model_;
  const Action& action_;
  std::uint32_t number_;
  StepList& out_;
  Frame frame_;
  Context context_;
  std::vector<Scalar> priorities_;
};

}  // namespace

void Steps::add_action(const Action& action, std::uint32_t number, NodeId actor,
                       Scalar* state, StepList& out) const {
  Enumerator(evaluator_, action, number, actor, state, out).run();
}

void Steps::enabled_of(NodeId actor, std::uint32_t action, Scalar* state,
                       StepList& out) const {
  add_action(action_of(instance_, actor, action), action, actor, state, out);
}

void Steps::enabled_of(NodeId actor, Scalar* state, StepList& out) const {
  const auto& actions =
      actor.valid() ? instance_.process(actor).actions : instance_.model->rules;
  for (std::uint32_t a = 0; a < actions.size(); ++a) {
    add_action(actions[a], a, actor, state, out);
  }
}

void Steps::enabled(Scalar* state, StepList& out) const {
  out.clear();
  for (std::size_t n = 0; n < instance_.family_of.size(); ++n) {
    enabled_of(NodeId(n), state, out);
  }
  enabled_of(NodeId::none(), state, out);
}

bool Steps::any_enabled(Scalar* state) const {
  StepList list;
  for (std::size_t n = 0; n < instance_.family_of.size(); ++n) {
    enabled_of(NodeId(n), state, list);
    if (!list.steps.empty()) return true;
  }
  enabled_of(NodeId::none(), state, list);
  return !list.steps.empty();
}

void Steps::apply(const StepList& list, const Step& step, Scalar* state) const {
  const Model& model = *instance_.model;
  const Action& action = action_of(instance_, step.actor, step.action);
  Frame frame(model.frame);
  for (std::uint32_t i = 0; i < action.binders.size(); ++i) {
    frame[model.binders[action.binders.begin + i].slot] =
        list.frames[step.frame + i];
  }
  evaluator_.execute(action.body,
                     {whole(instance_, state), step.actor, frame.data()});
}

bool any_enabled(const Instance& instance, const Context& context) {
  return Steps(instance).any_enabled(context.valuation.values);
}

}  // namespace vicinal::network::inline semantics
