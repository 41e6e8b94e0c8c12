// SPDX-License-Identifier: MIT
#include "fixpoint/wiring/extended.hpp"

#include "fixpoint/obligations/certificate.hpp"
#include "network/parser.hpp"

namespace vicinal::wiring {

Extended extended(const network::Model& model,
                  const network::Definitions& definitions,
                  const std::string& more) {
  const network::Source& plain = *model.source;
  Extended out;
  out.source = std::make_unique<network::Source>(
      plain.name(), obligations::with_invariant(plain.text(), more));
  network::Diagnostics diagnostics(out.source.get());
  const auto tree = network::parse(*out.source, diagnostics);
  out.model = network::check(tree, *out.source, definitions, diagnostics);
  for (const auto& d : diagnostics.all()) {
    if (!out.model && d.severity == network::Severity::error) {
      out.error = d.message;
      break;
    }
  }
  return out;
}

}  // namespace vicinal::wiring
