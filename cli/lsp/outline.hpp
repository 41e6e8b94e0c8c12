// SPDX-License-Identifier: MIT
// The parts of a text: its outline, what can be folded, what its words are.
#pragma once

#include "cli/lsp/document.hpp"

namespace vicinal::cli::inline lsp {

// What the file declares, with what belongs to it, as DocumentSymbol[]. Of an
// imported language: at the places of its own text.
Json outline(const Document& document);

// Blocks of several lines, comments of several lines, as FoldingRange[].
Json folding_ranges(const Document& document);

// The names of kinds of tokens, and of their modifiers, by number.
Json token_legend();

// Every name and word of the language, as SemanticTokens.
Json semantic_tokens(const Document& document);

}  // namespace vicinal::cli::inline lsp
