// SPDX-License-Identifier: MIT
// Concrete runs to represented states (LZ 8.2, Lemma 10).
#pragma once

#include <functional>
#include <optional>

#include "explore/lazy/annotated.hpp"
#include "explore/lazy/unwinding.hpp"
#include "explore/search/failures.hpp"
#include "network/semantics/verdict.hpp"
#include "symmetry/forms/model_forms.hpp"

namespace vicinal::explore::inline lazy {

using symmetry::Forms;
using symmetry::ModelForms;

// A represented state that was looked for.
struct Found {
  std::uint32_t state = 0;          // that represents it
  Row row;                          // it, or where a step fails
  std::uint32_t step = UINT32_MAX;  // that fails
  bool error = false;  // an evaluation fails: of the step, or in the state
};

class Lifting {
 public:
  Lifting(const network::Instance& instance, const ModelForms& model,
          const Forms& forms, Locals& locals, const Reached& reached,
          const Partitions& partitions,
          std::span<const network::ExprId> formulas)
      : instance_(instance),
        model_(model),
        forms_(forms),
        locals_(locals),
        reached_(reached),
        partitions_(partitions),
        formulas_(formulas),
        steps_(instance) {}

  // Visits the represented states of a state from which a step is taken, as
  // they were when its successors with that annotation were found.
  using Unwind = std::function<void(std::uint32_t state, std::uint32_t step,
                                    std::uint32_t annotation,
                                    const Unwinding::Visit& visit)>;

  // A shortest run to the state that was found, and what fails there.
  network::Trace run(const Found& found, const Unwind& unwind) const;

 private:
  using State = std::vector<network::Scalar>;
  Row before(std::uint32_t number, const Row& row, const Unwind& unwind) const;
  State whole(std::uint32_t number, const Row& row) const;
  network::Event event(State from, const State& to) const;

  const network::Instance& instance_;
  const ModelForms& model_;
  const Forms& forms_;
  Locals& locals_;
  const Reached& reached_;
  const Partitions& partitions_;
  std::span<const network::ExprId> formulas_;
  network::Steps steps_;
};

}  // namespace vicinal::explore::inline lazy
