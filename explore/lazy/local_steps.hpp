// SPDX-License-Identifier: MIT
// What steps do to states that are taken apart, by look-up.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <vector>

#include "explore/lazy/locals.hpp"
#include "explore/lazy/unwinding.hpp"
#include "symmetry/forms/model_forms.hpp"

namespace vicinal::explore::inline lazy {

using symmetry::Forms;
using symmetry::ModelForms;
using symmetry::StepForm;

// What a step reads or writes.
struct Touched {
  Touched(const StepForm& step, bool with_guard, const Forms& forms,
          const Processes& processes);

  static constexpr std::size_t most = 10;
  bool few() const { return processes.size() + 2 * pointers.size() <= most; }

  std::vector<std::uint32_t> processes, pointers;  // ascending
};

// Evaluates a step once for each combination of the rest and the local states
// of the processes that it touches, where these are few, and combinations come
// again. Not to be shared by threads; numbers of local states mean the same to
// all.
class LocalSteps {
 public:
  // All must outlive it. Per step what it needs and touches.
  LocalSteps(const network::Instance& instance, const ModelForms& model,
             const Forms& forms, const Locals& locals,
             const std::vector<Needs>& needs,
             const std::vector<Touched>& touched);

  struct Outcome {
    bool enabled = false, fails = false;
    std::uint32_t rest = 0;  // afterwards, unless it fails
  };
  // From a state with these local states, which the needs of the step allow.
  // `after` gets those afterwards; what nobody has met before is added to
  // `met`. O(processes), or O(slots) where it is evaluated.
  Outcome take(std::uint32_t step, std::uint32_t rest, const Row& row,
               Row& after, Locals::Met& met);

  std::uint64_t bytes() const;

 private:
  // Step; rest; per pointer to whom it refers; local states of the processes
  // touched and of those that pointers refer to.
  using Key = std::array<std::uint32_t, 2 + Touched::most>;
  struct Hash {  // two numbers at a time: every step asks
    std::size_t operator()(const Key& key) const;
  };
  Outcome evaluate(std::uint32_t step, std::uint32_t rest, const Row& row,
                   Row& after, Locals::Met& met);
  Key key_of(std::uint32_t step, std::uint32_t rest, const Row& row);
  bool comes_again(std::uint32_t step, bool found);
  void learn(const Key& key, const Outcome& outcome, const Row& row,
             const Row& after);

  const ModelForms& model_;
  const Forms& forms_;
  const Locals& locals_;
  const std::vector<Needs>& needs_;
  const std::vector<Touched>& touched_;
  struct Use {
    std::uint32_t asked = 0, found = 0;  // of the latest combinations
    bool rare = false;
  };
  std::vector<Use> uses_;                           // per step
  tsl::robin_map<Key, std::uint32_t, Hash> known_;  // where in results_
  // 0: not enabled; 1: fails; 2: the rest, the local states of key_'s
  // processes.
  std::vector<std::uint32_t> results_;
  std::vector<std::uint32_t> of_key_;  // processes, of the last key
  std::vector<network::Scalar> state_, next_;
  Locals::Scratch scratch_;
};

}  // namespace vicinal::explore::inline lazy
