// SPDX-License-Identifier: MIT
// Diagnostics as an editor shows them, and what would put them right.
#pragma once

#include <string>

#include "cli/lsp/document.hpp"

namespace vicinal::cli::inline lsp {

// Diagnostic[] of the protocol. What has no place in the text stands at its
// beginning. `uri`: of the document.
Json diagnostics_json(const Document& document, const std::string& uri);

// CodeAction[] for diagnostics that touch the span: a name that is nearly
// another one, a port that is written although it may only be read, a ';' that
// is missing.
Json code_actions(const Document& document, const std::string& uri, Span span);

}  // namespace vicinal::cli::inline lsp
