// SPDX-License-Identifier: MIT
// A formula that a user types, about states of an opened model.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cli/session/load.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::cli::inline simulation {

// The model with one property more, its last: the formula, or its negation,
// as an invariant. The text is what stands in an invariant of the model: all
// that such a text is, no more and no less; else diagnostics, rendered, with
// places in the text, which is called `name`. Of a model in another language,
// the text is in ours, as `convert` shows the model. Polls. The model is read
// and elaborated once more: states are the same.
std::variant<std::unique_ptr<Opened>, std::string> open_with(
    const Opened& opened, const std::string& text, bool negated,
    const std::string& name, bool color);

class StateFormula {
 public:
  // See open_with.
  static std::variant<StateFormula, std::string> read(const Opened& opened,
                                                      const std::string& text,
                                                      bool color);

  // Throws ModelError. A state of the opened instance.
  bool holds(std::vector<network::Scalar> state) const;

 private:
  explicit StateFormula(std::unique_ptr<Opened> opened)
      : opened_(std::move(opened)) {}

  std::unique_ptr<Opened> opened_;  // its last property is the formula
};

}  // namespace vicinal::cli::inline simulation
