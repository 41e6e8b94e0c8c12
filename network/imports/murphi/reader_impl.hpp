// SPDX-License-Identifier: MIT
// Text of a Murphi file to librumur's tree, resolved and validated.
#pragma once

#include <rumur/rumur.h>

#include <optional>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"
#include "network/language/checker/checker.hpp"

namespace vicinal::murphi {

using network::Span;

// Places of librumur (lines, columns) as places of the source.
class Places {
 public:
  explicit Places(const network::Source& source);
  Span span(const rumur::location& loc) const;

 private:
  std::size_t offset(const rumur::position& p) const;
  std::vector<std::size_t> lines_;  // where they begin
  std::size_t size_;
};

// The tree of the text, in which names are not resolved yet. Constants of the
// file that `definitions` name have the values given there. Empty, with a
// diagnostic (V1301, V1302, V1305), where the text is no model.
std::optional<rumur::Ptr<rumur::Model>> parsed(
    const network::Source& source, const Places& places,
    const network::Definitions& definitions, network::Diagnostics& diagnostics);

// Resolved and validated. Empty, with a diagnostic (V1301, V1304), where it is
// no model.
std::optional<rumur::Ptr<rumur::Model>> resolved(
    rumur::Ptr<rumur::Model> model, const Places& places,
    network::Diagnostics& diagnostics);

}  // namespace vicinal::murphi
