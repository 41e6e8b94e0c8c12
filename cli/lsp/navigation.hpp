// SPDX-License-Identifier: MIT
// From a name to its declaration, to its uses, to another name.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/lsp/document.hpp"

namespace vicinal::cli::inline lsp {

// What is asked cannot be done, as a sentence.
struct Refusal {
  std::string why;
};

// The word that would be renamed, or why none may.
std::variant<Span, Refusal> renamed_at(const Document& document,
                                       std::uint32_t offset);

// The words that have to change, by place, or why none may: the name is a word
// of the language, it is no name, or it would mean something else somewhere.
// The renamed text is analysed, and each word has to name what it named.
std::variant<std::vector<Span>, Refusal> rename(const Document& document,
                                                std::uint32_t offset,
                                                const std::string& name);

}  // namespace vicinal::cli::inline lsp
