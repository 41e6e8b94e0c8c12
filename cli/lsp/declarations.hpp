// SPDX-License-Identifier: MIT
// Everything that a text declares, with a name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/lsp/blocks.hpp"
#include "network/language/ast.hpp"

namespace vicinal::cli::inline lsp {

enum class DeclarationKind : std::uint8_t {
  enumeration,
  enum_constant,  // of an enumeration
  structure,
  field,  // of a struct
  constant,
  parameter,
  definition,
  definition_parameter,  // of a definition
  process,
  process_constant,  // of a process
  port,              // of a process
  variable,          // of a process
  action,            // of a process
  rule,
  node_family,
  edge_family,
  shared,
  property,
  bound,  // a bound variable
};

// "a port", "an action"
std::string kind_text(DeclarationKind kind);

struct Declaration {
  static constexpr std::uint32_t none = UINT32_MAX;

  DeclarationKind kind = DeclarationKind::bound;
  std::string name;
  Span word;     // the name
  Span whole;    // the declaration, as far as the tree knows it
  Span visible;  // of bound variables, and of what belongs to a declaration
  std::uint32_t owner = none;  // what it belongs to, by number here
  std::uint32_t item = 0;      // number in the tree, or within the owner
};

// An owner comes before what belongs to it; else the order of the tree.
// NameUses that are missing are left out. `blocks`: of the text. O(tree),
// nearly.
std::vector<Declaration> declarations(const network::ast::Tree& tree,
                                      const Blocks& blocks);

}  // namespace vicinal::cli::inline lsp
