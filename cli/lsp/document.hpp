// SPDX-License-Identifier: MIT
// A text that an editor shows, and what is known of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/lsp/blocks.hpp"
#include "cli/lsp/declarations.hpp"
#include "cli/lsp/positions.hpp"
#include "decide/question/opened.hpp"
#include "network/language/checker/name_uses.hpp"
#include "network/language/lexer.hpp"

namespace vicinal::cli::inline lsp {

// A text, analysed whole: texts are short, and what is known of one is never
// half of it. Never moves, so that spans, views and pointers stay valid. Loops
// poll.
class Document {
 public:
  // `name`: of the file; its ending says in which language it is.
  Document(std::string name, std::string text);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  const Positions& positions() const { return positions_; }
  // False: a language that is imported, of which less is known.
  bool ours() const { return ours_; }

  // Of the front end, and of the instance at the default sizes where that
  // takes no time. By place.
  const std::vector<network::Diagnostic>& diagnostics() const;
  bool has_errors() const { return opened_->diagnostics.has_errors(); }

  // Whether places in this source are places in the text.
  bool shows(const network::Source* source) const;

  // What was parsed: for an imported language, the model that was made of it.
  const network::Source& source() const { return *opened_->source; }
  const network::ast::Tree& tree() const { return tree_; }
  const std::vector<Declaration>& declarations() const { return declarations_; }
  const std::vector<network::Token>& tokens() const { return tokens_; }
  const Blocks& blocks() const { return blocks_; }
  // Where a reader finds it: in the text, of a model that was made of it.
  std::optional<Span> here(Span span) const;

  // ---- of our language alone
  const network::NameUses& names() const { return names_; }

  // The declaration of what the word here names or declares; null: none.
  const Declaration* declared_at(std::uint32_t offset) const;
  // The declaration by this word.
  const Declaration* declared_by(Span word) const;
  // The words that name it, without its declaration. By place.
  std::vector<Span> uses(const Declaration& declaration) const;
  // The type, or the value, as text; empty: not known.
  std::string type_of(const Declaration& declaration) const;

  // The word around an offset, or that ends there; null: none.
  const network::Token* word_at(std::uint32_t offset) const;
  std::string_view text(Span span) const { return source().text(span); }

 private:
  void analyse();
  void elaborate();
  void read_tokens();

  std::string name_;
  std::string text_;
  Positions positions_;
  bool ours_ = true;
  std::unique_ptr<decide::Opened> opened_;
  network::ast::Tree tree_;
  std::vector<Declaration> declarations_;
  std::vector<std::uint32_t> by_word_;  // of declarations, by place
  network::NameUses names_;
  std::vector<network::Token> tokens_;
  Blocks blocks_{tokens_};
};

}  // namespace vicinal::cli::inline lsp
