// SPDX-License-Identifier: MIT
// Text is appended, and everything parsed and checked again: so what
// obligations are made of is what anybody else reads in the two texts, and not
// a Model that an engine has put together. Only an error that leaves no model
// counts. Places before what is appended stay what they are.
#include "fixpoint/family/extended.hpp"

#include "network/language/parser/parser.hpp"
#include "obligations/certificate.hpp"

namespace vicinal::fixpoint::inline family {

Extended extended(const network::Model& model,
                  const network::Definitions& definitions,
                  const std::string& more) {
  const network::Source& plain = *model.source;
  Extended out;
  out.source = std::make_unique<network::Source>(
      plain.name(), obligations::with_invariant(plain.text(), more),
      plain.origin());
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

}  // namespace vicinal::fixpoint::inline family
