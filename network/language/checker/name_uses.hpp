// SPDX-License-Identifier: MIT
// Which word of a text names what: for editors, which go from a name to its
// declaration, list its uses and rename it. What is noted is what the checker
// looks up, so that there is one way in which names are resolved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/base/source.hpp"
#include "network/language/ast.hpp"

namespace vicinal::network::inline language {

struct NameUses {
  // A word, and the word by which what it names is declared.
  struct Use {
    Span word, declaration;

    bool operator==(const Use&) const = default;
  };
  // What follows a '.', which ends here, is a member of a process, a struct:
  // numbers of the tree.
  struct Members {
    std::uint32_t dot = 0;
    bool of_struct = false;
    std::uint32_t item = 0;
  };
  // The type of what is declared by a word, or its value, as text.
  struct Typed {
    Span declaration;
    std::string text;
  };

  std::vector<Use> uses;         // by place, each word once
  std::vector<Members> members;  // by place
  std::vector<Typed> types;      // by place
};

// Of any text that was parsed, also one that has errors: what is broken names
// nothing, and what it would have declared is not known. A member of a
// parameter of a definition that nobody uses is not resolved: its process
// depends on the use. As fast as `check`.
NameUses name_uses(const ast::Tree& tree, const Source& source);

}  // namespace vicinal::network::inline language
