// SPDX-License-Identifier: MIT
// What may be written at a place.
#pragma once

#include "cli/lsp/document.hpp"

namespace vicinal::cli::inline lsp {

// NameUses and words of the language that may stand here, as CompletionList:
// the members behind a '.'; types, families, processes where only these may
// stand; words that begin a declaration, a part or a statement where one may
// begin; elsewhere what is visible. The text may be broken.
Json completion(const Document& document, std::uint32_t offset);

}  // namespace vicinal::cli::inline lsp
