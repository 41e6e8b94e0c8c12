// SPDX-License-Identifier: MIT
// A new name is tried: the text with it is analysed as any other, and is the
// same text but for this name if it has no error and each word names the word
// that it named. That finds clashes, words that would be captured, and words
// of the language, without a rule for each.
#include "cli/lsp/navigation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/lsp/keywords.hpp"

namespace vicinal::cli::inline lsp {

namespace {

bool is_name(const std::string& text) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text[0]) &&
         std::ranges::all_of(text,
                             [&](char c) { return letter(c) || digit(c); });
}

std::string replaced(std::string_view text, const std::vector<Span>& words,
                     const std::string& name) {
  std::string out;
  std::uint32_t done = 0;
  for (const Span word : words) {
    out += text.substr(done, word.begin - done);
    out += name;
    done = word.end;
  }
  return out + std::string(text.substr(done));
}

// Pairs of tokens, by number: a word, and the word that declares what it names.
std::vector<std::pair<std::size_t, std::size_t>> numbered(
    const Document& document) {
  const auto& tokens = document.tokens();
  const auto number = [&](Span word) {
    const auto at = std::ranges::lower_bound(
        tokens, word.begin, {},
        [](const network::Token& t) { return t.span.begin; });
    return static_cast<std::size_t>(at - tokens.begin());
  };
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (const network::NameUses::Use& use : document.names().uses) {
    result.emplace_back(number(use.word), number(use.declaration));
  }
  return result;
}

bool in_definition(const Document& document, Span word) {
  return std::ranges::any_of(document.tree().defs, [&](const auto& def) {
    return def.span.begin <= word.begin && word.end <= def.span.end;
  });
}

// A word of the same name that names nothing that is known: nobody can tell
// whether it would have to change. There are such in definitions that nobody
// uses. Words of the language are none, where they stand for themselves; nor is
// a color, but for a family of edges, whose name is its color where it has no
// other.
const network::Token* unresolved(const Document& document,
                                 const Declaration& declaration) {
  const bool edges = declaration.kind == DeclarationKind::edge_family;
  const bool of_language = language_word(declaration.name) != nullptr;
  std::string_view before;
  for (const network::Token& t : document.tokens()) {
    const std::string_view word = document.text(t.span);
    const std::string_view last = std::exchange(before, word);
    if (t.kind != network::TokenKind::word || word != declaration.name ||
        document.declared_at(t.span.begin) != nullptr) {
      continue;
    }
    const bool color = last == "color";
    const bool itself =
        of_language && last != "." && !in_definition(document, t.span);
    if (color ? edges : !itself) return &t;
  }
  return nullptr;
}

// What may be renamed at this place, or null and why not.
const Declaration* renamable(const Document& document, std::uint32_t offset,
                             Refusal& refusal) {
  if (!document.ours()) {
    refusal.why = "only names of models in our language can be renamed";
    return nullptr;
  }
  const Declaration* declaration = document.declared_at(offset);
  if (declaration == nullptr) {
    refusal.why = "nothing that is declared here has a name at this place";
    return nullptr;
  }
  if (document.has_errors()) {
    refusal.why = "the text has errors: put them right first";
    return nullptr;
  }
  if (const auto* word = unresolved(document, *declaration)) {
    refusal.why = fmt::format(
        "'{}' in line {} names something that is not known: nobody can tell "
        "whether it has to change",
        declaration->name, document.positions().at(word->span.begin).line + 1);
    return nullptr;
  }
  return declaration;
}

}  // namespace

std::variant<Span, Refusal> renamed_at(const Document& document,
                                       std::uint32_t offset) {
  Refusal refusal;
  if (renamable(document, offset, refusal) == nullptr) return refusal;
  return document.word_at(offset)->span;
}

std::variant<std::vector<Span>, Refusal> rename(const Document& document,
                                                std::uint32_t offset,
                                                const std::string& name) {
  Refusal refusal;
  const Declaration* declaration = renamable(document, offset, refusal);
  if (declaration == nullptr) return refusal;
  if (!is_name(name)) {
    return Refusal{
        "a name is made of letters, digits and '_', and does not "
        "begin with a digit"};
  }
  std::vector<Span> words = document.uses(*declaration);
  words.push_back(declaration->word);
  std::ranges::sort(words, {}, &Span::begin);
  const Document renamed(document.name(),
                         replaced(document.text(), words, name));
  if (renamed.has_errors()) {
    const auto error =
        std::ranges::find(renamed.diagnostics(), network::Severity::error,
                          &network::Diagnostic::severity);
    return Refusal{fmt::format("'{}' does not do: {}", name, error->message)};
  }
  if (numbered(document) != numbered(renamed)) {
    return Refusal{
        fmt::format("'{}' would mean something else somewhere", name)};
  }
  return words;
}

}  // namespace vicinal::cli::inline lsp
