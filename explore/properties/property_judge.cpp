// SPDX-License-Identifier: MIT
// Look-up by prenex form first; a program for the whole property where that is
// not usable or something fails; the interpreter where the program fails, since
// only it says what is wrong. An error ends judging by steps for good: from
// then on "the other choices held before" is not known. A violated state may
// have successors judged by steps: the property is violated anyway.
#include "explore/properties/property_judge.hpp"

namespace vicinal::explore::inline properties {

using network::ExprId;

namespace {

Formula formula_of(const network::Instance& instance,
                   const network::Packing& packing, ExprId formula) {
  Prenex p = prenex(*instance.model, formula);
  return {instance, packing, std::move(p.binders), p.body, true};
}

std::optional<Formula> premise_of(const network::Instance& instance,
                                  const network::Packing& packing,
                                  const Premise& premise) {
  if (!premise.exists()) return std::nullopt;
  return std::optional<Formula>(std::in_place, instance, packing,
                                premise.binders(), premise.formula(), false);
}

}  // namespace

PropertyJudge::PropertyJudge(const network::Instance& instance,
                             const network::Packing& packing, ExprId formula)
    : instance_(instance),
      packing_(packing),
      evaluator_(instance),
      whole_(formula),
      formula_(formula_of(instance, packing, formula)),
      premise_(instance, formula),
      premise_formula_(premise_of(instance, packing, premise_)),
      state_(instance.slot_count()),
      frame_(instance.model->frame) {}

// By a program; nothing: the interpreter has to be asked.
std::optional<bool> PropertyJudge::run(const std::uint64_t* state) {
  if (!compiled_) {
    compiled_ = std::make_unique<Compiled>(instance_, packing_, whole_);
  }
  Compiled& c = *compiled_;
  if (!c.program) return std::nullopt;
  c.machine.begin(state);
  if (!c.machine.run(*c.program, c.no_successors)) return std::nullopt;
  return c.machine.value(*c.program) != 0;
}

PropertyJudge::Answer PropertyJudge::evaluate(const std::uint64_t* state) {
  if (const auto holds = run(state)) return {*holds, std::nullopt};
  packing_.unpack(state, state_);
  Answer answer;
  try {
    answer.holds =
        evaluator_.holds(whole_, {network::whole(instance_, state_.data()),
                                  network::NodeId::none(), frame_.data()});
  } catch (const network::ModelError& error) {
    by_steps_ = false;
    answer.error = error;
  }
  return answer;
}

PropertyJudge::Answer PropertyJudge::judge(const std::uint64_t* state,
                                           Written written) {
  if (!formula_.usable()) return evaluate(state);
  const Formula::Found found = written && by_steps_
                                   ? formula_.look(state, *written)
                                   : formula_.look(state);
  if (!formula_.usable() || found.some_fail) return evaluate(state);
  return {!found.some_false, std::nullopt};
}

void PropertyJudge::look_for_premise(const std::uint64_t* state,
                                     Written written) {
  if (!vacuous()) return;
  if (premise_formula_->usable()) {
    const Formula::Found found = written
                                     ? premise_formula_->look(state, *written)
                                     : premise_formula_->look(state);
    if (premise_formula_->usable()) {
      premise_seen_ = found.some_true || found.some_fail;
      return;
    }
  }
  packing_.unpack(state, state_);
  premise_seen_ =
      premise_.holds(evaluator_, {network::whole(instance_, state_.data()),
                                  network::NodeId::none(), frame_.data()});
}

void PropertyJudge::learn_from(const PropertyJudge& other) {
  by_steps_ = by_steps_ && other.by_steps_;
  premise_seen_ = premise_seen_ || other.premise_seen_;
  Known& known = known_[&other];
  formula_.learn_from(other.formula_, known.formula);
  known.formula = other.formula_.readings().size();
  if (!premise_formula_) return;
  premise_formula_->learn_from(*other.premise_formula_, known.premise);
  known.premise = other.premise_formula_->readings().size();
}

std::uint64_t PropertyJudge::bytes() const {
  return formula_.bytes() + (premise_formula_ ? premise_formula_->bytes() : 0);
}

}  // namespace vicinal::explore::inline properties
