// SPDX-License-Identifier: MIT
// The words of the language, and what the language reference says of them.
#pragma once

#include <span>
#include <string_view>

namespace vicinal::cli::inline lsp {

// Where a word may stand. A word that may stand in several places has one
// entry for each.
enum class WordPlace {
  top,        // begins a declaration of the file
  process,    // begins a part of a process
  network,    // begins a part of a network block
  statement,  // begins a statement
  clause,     // within a declaration
  direction,  // of a port
  type,
  expression,
  function,
};

struct LanguageWord {
  std::string_view word;
  WordPlace place;
  std::string_view text;       // from docs/language.md, as it stands there
  std::string_view signature;  // of a function, a quantifier; else empty
};

// By place, then by word.
std::span<const LanguageWord> language_words();

// Null: it is none. The first one of the name.
const LanguageWord* language_word(std::string_view word);

}  // namespace vicinal::cli::inline lsp
