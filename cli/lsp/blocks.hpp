// SPDX-License-Identifier: MIT
// Braces of a text, and what lies between them, whether it parses or not.
#pragma once

#include <cstdint>
#include <vector>

#include "network/base/source.hpp"
#include "network/language/lexer.hpp"

namespace vicinal::cli::inline lsp {

using network::Span;

class Blocks {
 public:
  // O(tokens).
  explicit Blocks(const std::vector<network::Token>& tokens);

  // From brace to brace, by where they begin; one that is not closed ends with
  // the last token.
  const std::vector<Span>& all() const { return blocks_; }
  // What begins so, with the block that follows it at once. O(log blocks).
  Span with_block(Span head) const;

 private:
  std::vector<Span> blocks_;
  std::vector<std::uint32_t> before_;  // where the token before each ends
};

}  // namespace vicinal::cli::inline lsp
