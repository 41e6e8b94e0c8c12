// SPDX-License-Identifier: MIT
// What a word is, in some lines; what a call takes.
#pragma once

#include <span>
#include <string>

#include "cli/lsp/document.hpp"
#include "report/proof/proof_text.hpp"

namespace vicinal::cli::inline lsp {

// What is declared here, as it is written, its kind, owner and type, or value;
// of a word of the language what the reference says; of a process also the
// invariants that a run has found. In Markdown; null: there is nothing to say.
Json hover(const Document& document, std::uint32_t offset,
           std::span<const report::LocalInvariant> found = {});

// The call around this place: its parameters, and which of them is here. Of a
// function of the language, a definition, a struct, or a process whose nodes
// are declared. Null: there is none.
Json signature_help(const Document& document, std::uint32_t offset);

// In the words of a list: "port of Station : bool".
std::string detail(const Document& document, const Declaration& declaration);

}  // namespace vicinal::cli::inline lsp
