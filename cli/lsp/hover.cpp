// SPDX-License-Identifier: MIT
// A declaration is shown by its own first line, so that what is shown is what
// was written. A call is found from the cursor back, by tokens: while it is
// being typed there is no tree of it.
#include "cli/lsp/hover.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "cli/lsp/keywords.hpp"

namespace vicinal::cli::inline lsp {

using Kind = DeclarationKind;
using network::Token;
using network::TokenKind;

namespace {

// Of a long declaration the first line, of which not more than this is shown.
constexpr std::size_t longest_shown = 200;

std::string first_line_of(std::string_view text) {
  std::string line(text.substr(0, text.find_first_of("\r\n")));
  const bool cut = line.size() > longest_shown || line.size() < text.size();
  if (line.size() > longest_shown) {
    std::size_t end = longest_shown;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) {
      --end;
    }
    line.resize(end);
  }
  return cut ? line + " ..." : line;
}

const Declaration* owner_of(const Document& document,
                            const Declaration& declaration) {
  return declaration.owner == Declaration::none
             ? nullptr
             : &document.declarations()[declaration.owner];
}

Json markdown(std::string text, Json range) {
  Json json;
  json["contents"]["kind"] = "markdown";
  json["contents"]["value"] = std::move(text);
  json["range"] = std::move(range);
  return json;
}

}  // namespace

std::string detail(const Document& document, const Declaration& declaration) {
  std::string text = kind_text(declaration.kind);
  if (const Declaration* owner = owner_of(document, declaration)) {
    text += fmt::format(" of {}", owner->name);
  }
  const std::string type = document.type_of(declaration);
  if (!type.empty()) {
    text += fmt::format("{} {}",
                        declaration.kind == Kind::constant ? " =" : " :", type);
  }
  return text;
}

namespace {

constexpr std::size_t most_invariants = 4;

// What a run has found of nodes of this process.
std::string invariants_text(std::span<const report::LocalInvariant> found,
                            const std::string& process) {
  std::string text;
  std::size_t shown = 0, more = 0;
  for (const report::LocalInvariant& one : found) {
    const bool of_this =
        std::ranges::find(one.processes, process) != one.processes.end();
    if (!of_this || one.formulas.empty()) continue;
    if (shown == most_invariants) {
      ++more;
      continue;
    }
    ++shown;
    text += fmt::format("\n\nInvariant of `{}`:\n```vicinal\n{}\n```", one.of,
                        fmt::join(one.formulas, "\n"));
  }
  if (more > 0) text += fmt::format("\n\nand {} more", more);
  return text;
}

}  // namespace

Json hover(const Document& document, std::uint32_t offset,
           std::span<const report::LocalInvariant> found) {
  if (!document.ours()) return nullptr;
  const Token* word = document.word_at(offset);
  if (word == nullptr) return nullptr;
  const Json range = document.positions().range(word->span);
  if (const Declaration* declaration = document.declared_at(offset)) {
    std::string text =
        fmt::format("```vicinal\n{}\n```\n`{}`: {}",
                    first_line_of(document.text(declaration->whole)),
                    declaration->name, kind_text(declaration->kind));
    if (const Declaration* owner = owner_of(document, *declaration)) {
      text += fmt::format(" of `{}`", owner->name);
    }
    const std::string type = document.type_of(*declaration);
    if (!type.empty()) {
      text += fmt::format(
          ", {} `{}`",
          declaration->kind == Kind::constant ? "with the value" : "of type",
          type);
    }
    if (declaration->kind == Kind::process) {
      text += invariants_text(found, declaration->name);
    }
    return markdown(std::move(text), range);
  }
  const LanguageWord* known = language_word(document.text(word->span));
  if (known == nullptr) return nullptr;
  return markdown(std::string(known->text), range);
}

// ---- calls
// -------------------------------------------------------------------

namespace {

struct Call {
  const Token* word = nullptr;
  std::uint32_t argument = 0;
};

// The innermost parenthesis that is open here and follows a word.
std::optional<Call> call_around(const Document& document,
                                std::uint32_t offset) {
  const auto& tokens = document.tokens();
  int depth = 0;
  std::uint32_t commas = 0;
  auto at = std::ranges::lower_bound(
                tokens, offset, {}, [](const Token& t) { return t.span.end; }) -
            tokens.begin();
  // A parenthesis that ends here is one that was typed just now.
  if (at < static_cast<std::ptrdiff_t>(tokens.size()) &&
      tokens[static_cast<std::size_t>(at)].span.end == offset) {
    ++at;
  }
  while (at-- > 0) {
    const Token& t = tokens[static_cast<std::size_t>(at)];
    const bool closes =
        t.kind == TokenKind::right_paren || t.kind == TokenKind::right_bracket;
    const bool opens =
        t.kind == TokenKind::left_paren || t.kind == TokenKind::left_bracket;
    if (t.kind == TokenKind::semicolon || t.kind == TokenKind::left_brace ||
        t.kind == TokenKind::right_brace) {
      return std::nullopt;
    }
    if (depth == 0 && t.kind == TokenKind::comma) ++commas;
    if (closes) ++depth;
    if (!opens) continue;
    if (depth-- > 0) continue;
    depth = 0;
    const Token* before =
        at > 0 ? &tokens[static_cast<std::size_t>(at) - 1] : nullptr;
    if (t.kind == TokenKind::left_paren && before != nullptr &&
        before->kind == TokenKind::word) {
      return Call{before, commas};
    }
    commas = 0;
  }
  return std::nullopt;
}

// What a declaration takes in parentheses, by name and type.
std::vector<std::string> parameters_of(const Document& document,
                                       const Declaration& declaration) {
  std::vector<std::string> result;
  const auto number =
      static_cast<std::uint32_t>(&declaration - document.declarations().data());
  for (const Declaration& d : document.declarations()) {
    if (d.owner != number) continue;
    const bool takes = d.kind == Kind::field ||
                       d.kind == Kind::definition_parameter ||
                       d.kind == Kind::process_constant;
    if (!takes) continue;
    const std::string type = document.type_of(d);
    result.push_back(type.empty() ? d.name
                                  : fmt::format("{} : {}", d.name, type));
  }
  return result;
}

Json signature(std::string label, const std::vector<std::string>& parameters,
               std::string_view text, std::uint32_t active) {
  Json one;
  one["label"] = std::move(label);
  if (!text.empty()) {
    one["documentation"]["kind"] = "markdown";
    one["documentation"]["value"] = text;
  }
  one["parameters"] = Json::array();
  for (const std::string& p : parameters) {
    one["parameters"].push_back(Json{{"label", p}});
  }
  Json json;
  json["signatures"] = Json::array({one});
  json["activeSignature"] = 0;
  json["activeParameter"] = active;
  return json;
}

std::vector<std::string> parts_of_list(std::string_view inside) {
  std::vector<std::string> parts;
  while (!inside.empty()) {
    const std::size_t comma = inside.find(", ");
    parts.emplace_back(inside.substr(0, comma));
    if (comma == std::string_view::npos) break;
    inside.remove_prefix(comma + 2);
  }
  return parts;
}

}  // namespace

Json signature_help(const Document& document, std::uint32_t offset) {
  if (!document.ours()) return nullptr;
  const auto call = call_around(document, offset);
  if (!call) return nullptr;
  if (const Declaration* d = document.declared_at(call->word->span.begin)) {
    const bool called = d->kind == Kind::definition ||
                        d->kind == Kind::structure || d->kind == Kind::process;
    const auto parameters = parameters_of(document, *d);
    if (!called || parameters.empty()) return nullptr;
    return signature(
        fmt::format("{}({})", d->name, fmt::join(parameters, ", ")), parameters,
        {}, call->argument);
  }
  const LanguageWord* known = language_word(document.text(call->word->span));
  if (known == nullptr || known->signature.empty()) return nullptr;
  const std::string_view s = known->signature;
  const std::size_t open = s.find('(');
  return signature(std::string(s),
                   parts_of_list(s.substr(open + 1, s.size() - open - 2)),
                   known->text, call->argument);
}

}  // namespace vicinal::cli::inline lsp
