// SPDX-License-Identifier: MIT
// A brace that nobody closes ends where the text ends, and one that closes
// nothing is passed over: the text is being typed. `before_` is where the token
// before a block ends, so that a head finds the block that follows it at once.
#include "cli/lsp/blocks.hpp"

#include <algorithm>

namespace vicinal::cli::inline lsp {

Blocks::Blocks(const std::vector<network::Token>& tokens) {
  std::vector<std::size_t> open;
  std::uint32_t before = 0;
  for (const network::Token& t : tokens) {
    if (t.kind == network::TokenKind::left_brace) {
      open.push_back(blocks_.size());
      blocks_.push_back(t.span);
      before_.push_back(before);
    } else if (t.kind == network::TokenKind::right_brace && !open.empty()) {
      blocks_[open.back()].end = t.span.end;
      open.pop_back();
    }
    before = t.span.end;
  }
  for (const std::size_t i : open) blocks_[i].end = before;
}

Span Blocks::with_block(Span head) const {
  const auto at = std::ranges::lower_bound(blocks_, head.end, {}, &Span::begin);
  if (at == blocks_.end()) return head;
  const bool next =
      before_[static_cast<std::size_t>(at - blocks_.begin())] <= head.end;
  return next ? Span{head.begin, at->end} : head;
}

}  // namespace vicinal::cli::inline lsp
