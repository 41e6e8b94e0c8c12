// SPDX-License-Identifier: MIT
// A model with more properties behind it, as text.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "network/language/checker/checker.hpp"

namespace vicinal::fixpoint::inline family {

struct Extended {
  std::unique_ptr<network::Source> source;  // of the model
  std::optional<network::Model> model;      // none: there is an error
  std::string error;                        // the first, a sentence
};

// What stood in the model keeps its place and its numbers; `more` comes last.
Extended extended(const network::Model& model,
                  const network::Definitions& definitions,
                  const std::string& more);

}  // namespace vicinal::fixpoint::inline family
