// SPDX-License-Identifier: MIT
// One parse gives the tree, on which the checker runs twice: once for what is
// wrong, as every command has it, and once for names, which goes on where the
// text is broken.
#include "cli/lsp/document.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/language/checker/checker.hpp"
#include "network/language/parser/parser.hpp"

namespace vicinal::cli::inline lsp {

namespace {

// Larger networks than can be built in this time are none to look at while
// somebody types.
constexpr double elaboration_seconds = 0.1;

}  // namespace

Document::Document(std::string name, std::string text)
    : name_(std::move(name)),
      text_(std::move(text)),
      positions_(text_),
      ours_(imports::language_of(name_) == imports::Language::vicinal) {
  analyse();
}

void Document::analyse() {
  if (!ours_) {
    opened_ = decide::open_model(text_, name_, {});
    network::Diagnostics ignored(opened_->source.get());
    if (opened_->original) {
      tree_ = parse(*opened_->source, ignored);
      read_tokens();
    }
    declarations_ = lsp::declarations(tree_, blocks_);
    return;
  }
  opened_ = std::make_unique<decide::Opened>();
  opened_->name = name_;
  opened_->source = std::make_unique<network::Source>(name_, text_);
  network::Diagnostics& d = opened_->diagnostics;
  d.set_source(opened_->source.get());
  tree_ = parse(source(), d);
  opened_->model = check(tree_, source(), {}, d);
  if (opened_->model) {
    opened_->sizes = network::sizes(*opened_->model, {}, d);
    elaborate();
  }
  d.sort();
  names_ = network::name_uses(tree_, source());
  read_tokens();
  declarations_ = lsp::declarations(tree_, blocks_);
  for (std::uint32_t i = 0; i < declarations_.size(); ++i) {
    by_word_.push_back(i);
  }
  std::ranges::sort(by_word_, {}, [&](std::uint32_t i) {
    return declarations_[i].word.begin;
  });
}

// Whether every port is connected depends on sizes. A graph from a file, and
// any graph, are not built.
void Document::elaborate() {
  if (!opened_->good() ||
      opened_->model->network_kind != network::ast::NetworkKind::block) {
    return;
  }
  network::Limits limits;
  limits.seconds = elaboration_seconds;
  network::in_time(limits, [&] { decide::elaborate(*opened_); });
  opened_->instance.reset();
}

void Document::read_tokens() {
  network::Diagnostics ignored(&source());
  network::Lexer lexer(source(), ignored);
  for (network::Token t = lexer.next(); t.kind != network::TokenKind::end;
       t = lexer.next()) {
    tokens_.push_back(t);
  }
  blocks_ = Blocks(tokens_);
}

const std::vector<network::Diagnostic>& Document::diagnostics() const {
  return opened_->diagnostics.all();
}

bool Document::shows(const network::Source* source) const {
  const auto& text = opened_->original ? opened_->original : opened_->source;
  return source == text.get();
}

std::optional<Span> Document::here(Span span) const {
  if (ours_) return span;
  const network::Place place = source().place(span);
  if (!shows(place.source)) return std::nullopt;
  return place.span;
}

const Declaration* Document::declared_by(Span word) const {
  const auto at = std::ranges::lower_bound(
      by_word_, word.begin, {},
      [&](std::uint32_t i) { return declarations_[i].word.begin; });
  if (at == by_word_.end() || declarations_[*at].word != word) return nullptr;
  return &declarations_[*at];
}

const Declaration* Document::declared_at(std::uint32_t offset) const {
  const network::Token* word = word_at(offset);
  if (word == nullptr) return nullptr;
  if (const Declaration* own = declared_by(word->span)) return own;
  const auto use = std::ranges::lower_bound(
      names_.uses, word->span.begin, {},
      [](const network::NameUses::Use& u) { return u.word.begin; });
  if (use == names_.uses.end() || use->word != word->span) return nullptr;
  return declared_by(use->declaration);
}

std::vector<Span> Document::uses(const Declaration& declaration) const {
  std::vector<Span> result;
  for (const network::NameUses::Use& use : names_.uses) {
    if (use.declaration == declaration.word) result.push_back(use.word);
  }
  return result;
}

std::string Document::type_of(const Declaration& declaration) const {
  const auto at = std::ranges::lower_bound(
      names_.types, declaration.word.begin, {},
      [](const network::NameUses::Typed& t) { return t.declaration.begin; });
  if (at == names_.types.end() || at->declaration != declaration.word) {
    return {};
  }
  return at->text;
}

const network::Token* Document::word_at(std::uint32_t offset) const {
  auto at = std::ranges::upper_bound(
      tokens_, offset, {},
      [](const network::Token& t) { return t.span.begin; });
  if (at == tokens_.begin()) return nullptr;
  --at;
  const bool word = at->kind == network::TokenKind::word;
  return word && offset <= at->span.end ? &*at : nullptr;
}

}  // namespace vicinal::cli::inline lsp
