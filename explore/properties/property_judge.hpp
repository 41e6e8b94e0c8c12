// SPDX-License-Identifier: MIT
// Decides one property in every new state of a search.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "explore/properties/formula.hpp"
#include "explore/properties/premise.hpp"
#include "network/steps/compile.hpp"

namespace vicinal::explore::inline properties {

// The step that led to a state, from one that was judged: what it wrote. None:
// nothing is known.
using Written = std::optional<std::span<const std::uint32_t>>;

class PropertyJudge {
 public:
  // All must outlive it.
  PropertyJudge(const network::Instance& instance,
                const network::Packing& packing, network::ExprId formula);

  // Whether the property holds in the state. If it fails: the error.
  struct Answer {
    bool holds = true;
    std::optional<network::ModelError> error;
  };
  Answer judge(const std::uint64_t* state, Written written);

  // Whether the premise of the property held in no state so far. Errors count
  // as true: they are reported elsewhere.
  bool vacuous() const { return premise_.exists() && !premise_seen_; }
  void look_for_premise(const std::uint64_t* state, Written written);

  // From another judge of the same property, who looks at other states of the
  // same search. To be called, each way, before steps from these states are
  // judged: what they read there decides what is looked at here.
  void learn_from(const PropertyJudge& other);

  std::uint64_t bytes() const;

 private:
  Answer evaluate(const std::uint64_t* state);
  std::optional<bool> run(const std::uint64_t* state);

  const network::Instance& instance_;
  const network::Packing& packing_;
  network::Evaluator evaluator_;
  network::ExprId whole_;
  // Of the whole property, for states where look-up does not answer.
  struct Compiled {
    Compiled(const network::Instance& instance, const network::Packing& packing,
             network::ExprId formula)
        : compiler(instance),
          program(compiler.value(formula)),
          machine(compiler.pool(), packing) {}
    network::Compiler compiler;
    std::optional<network::Program> program;  // none: it has none
    network::Machine machine;
    std::vector<std::uint64_t> no_successors;
  };
  std::unique_ptr<Compiled> compiled_;
  Formula formula_;
  // As long as all states were judged and none failed, choices that a step
  // does not touch are true, or the property is violated anyway.
  bool by_steps_ = true;
  // Of each other judge: how many of its readings are known here.
  struct Known {
    std::size_t formula = 0, premise = 0;
  };
  std::map<const PropertyJudge*, Known> known_;
  Premise premise_;
  std::optional<Formula> premise_formula_;
  bool premise_seen_ = false;
  std::vector<network::Scalar> state_, frame_;
};

}  // namespace vicinal::explore::inline properties
