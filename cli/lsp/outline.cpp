// SPDX-License-Identifier: MIT
// Outlines come from declarations, and folds from blocks and comments. A word
// is painted by what it was declared as; else by what it is in the language.
#include "cli/lsp/outline.hpp"

#include <algorithm>
#include <array>

#include "cli/lsp/hover.hpp"
#include "cli/lsp/keywords.hpp"

namespace vicinal::cli::inline lsp {

using Kind = DeclarationKind;
using network::Token;
using network::TokenKind;

namespace {

// Numbers of the protocol (SymbolKind).
enum Symbol : std::uint8_t {
  as_class = 5,
  as_method = 6,
  as_field = 8,
  as_enum = 10,
  as_interface = 11,
  as_function = 12,
  as_variable = 13,
  as_constant = 14,
  as_boolean = 17,
  as_array = 18,
  as_enum_member = 22,
  as_struct = 23,
  as_event = 24,
};

// How a kind is shown in an outline, and among the names of token_legend().
struct Shown {
  Symbol symbol;
  std::uint32_t token;
};

constexpr std::array token_names = {
    "keyword",  "type",     "enum",      "enumMember", "struct",
    "property", "variable", "parameter", "function",   "class",
    "method",   "number",   "string",    "operator"};
enum TokenName : std::uint32_t {
  keyword_token,
  type_token,
  enum_token,
  enum_member_token,
  struct_token,
  property_token,
  variable_token,
  parameter_token,
  function_token,
  class_token,
  method_token,
  number_token,
  string_token,
};

Shown shown(Kind kind) {
  switch (kind) {
    case Kind::enumeration:
      return {as_enum, enum_token};
    case Kind::enum_constant:
      return {as_enum_member, enum_member_token};
    case Kind::structure:
      return {as_struct, struct_token};
    case Kind::field:
    case Kind::process_constant:
      return {as_field, property_token};
    case Kind::constant:
    case Kind::parameter:
      return {as_constant, variable_token};
    case Kind::definition:
      return {as_function, function_token};
    case Kind::definition_parameter:
    case Kind::bound:
      return {as_variable, parameter_token};
    case Kind::process:
      return {as_class, class_token};
    case Kind::port:
      return {as_interface, property_token};
    case Kind::variable:
      return {as_field, property_token};
    case Kind::action:
      return {as_method, method_token};
    case Kind::rule:
      return {as_event, method_token};
    case Kind::node_family:
    case Kind::edge_family:
      return {as_array, variable_token};
    case Kind::shared:
      return {as_variable, variable_token};
    case Kind::property:
      return {as_boolean, function_token};
  }
  return {as_variable, variable_token};
}

bool in_outline(const Declaration& d) {
  return d.kind != Kind::bound && d.kind != Kind::definition_parameter;
}

// The whole of it, which the name has to lie in.
Json symbol(const Document& document, const Declaration& d, Span word,
            Span whole) {
  Json json;
  json["name"] = d.name;
  json["detail"] = detail(document, d);
  json["kind"] = static_cast<int>(shown(d.kind).symbol);
  json["range"] = document.positions().range(cover(word, whole));
  json["selectionRange"] = document.positions().range(word);
  json["children"] = Json::array();
  return json;
}

}  // namespace

Json outline(const Document& document) {
  const auto& all = document.declarations();
  // An owner comes before what belongs to it, and belongs to nothing.
  std::vector<Json> made(all.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> top;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!in_outline(all[i])) continue;
    const auto word = document.here(all[i].word);
    const auto whole = document.here(all[i].whole);
    if (!word || !whole) continue;
    Json one = symbol(document, all[i], *word, *whole);
    const std::uint32_t owner = all[i].owner;
    if (owner != Declaration::none && !made[owner].is_null()) {
      made[owner]["children"].push_back(std::move(one));
    } else {
      made[i] = std::move(one);
      top.emplace_back(word->begin, i);
    }
  }
  std::ranges::sort(top);
  Json json = Json::array();
  for (const auto& [begin, i] : top) json.push_back(std::move(made[i]));
  return json;
}

// ---- folding
// -----------------------------------------------------------------

namespace {

// Comments are what lies between tokens and is not blank.
void fold_comments(const Document& document, Json& json) {
  const std::string_view text = document.source().text();
  std::uint32_t done = 0;
  const auto gap = [&](std::uint32_t end) {
    const std::string_view between = text.substr(done, end - done);
    const std::size_t first = between.find_first_not_of(" \t\r\n");
    const std::size_t last = between.find_last_not_of(" \t\r\n");
    if (first == std::string_view::npos) return;
    const auto at = [&](std::size_t i) {
      return document.positions().at(done + static_cast<std::uint32_t>(i)).line;
    };
    if (at(first) == at(last)) return;
    json.push_back(Json{
        {"startLine", at(first)}, {"endLine", at(last)}, {"kind", "comment"}});
  };
  for (const Token& t : document.tokens()) {
    gap(t.span.begin);
    done = t.span.end;
  }
  gap(static_cast<std::uint32_t>(text.size()));
}

}  // namespace

Json folding_ranges(const Document& document) {
  Json json = Json::array();
  if (!document.ours()) return json;
  for (const Span block : document.blocks().all()) {
    const std::uint32_t first = document.positions().at(block.begin).line;
    const std::uint32_t last = document.positions().at(block.end).line;
    // The line of the closing brace stays in sight.
    if (last > first + 1) {
      json.push_back(Json{{"startLine", first}, {"endLine", last - 1}});
    }
  }
  fold_comments(document, json);
  return json;
}

// ---- tokens
// ------------------------------------------------------------------

Json token_legend() {
  Json json;
  json["tokenTypes"] = token_names;
  json["tokenModifiers"] = Json::array({"declaration"});
  return json;
}

namespace {

struct Painted {
  std::uint32_t token = 0;
  bool declares = false;
};

std::optional<Painted> painted(const Document& document, const Token& t) {
  if (t.kind == TokenKind::integer) return Painted{number_token};
  if (t.kind == TokenKind::string) return Painted{string_token};
  if (t.kind != TokenKind::word) return std::nullopt;
  if (const Declaration* d = document.declared_at(t.span.begin)) {
    return Painted{shown(d->kind).token, d->word == t.span};
  }
  const LanguageWord* word = language_word(document.text(t.span));
  if (word == nullptr) return std::nullopt;
  if (word->place == WordPlace::function) return Painted{function_token};
  if (word->place == WordPlace::type) return Painted{type_token};
  return Painted{keyword_token};
}

}  // namespace

Json semantic_tokens(const Document& document) {
  Json data = Json::array();
  Character before;
  for (const Token& t : document.tokens()) {
    if (!document.ours()) break;
    const auto paint = painted(document, t);
    if (!paint) continue;
    const Character here = document.positions().at(t.span.begin);
    const bool same = here.line == before.line;
    data.push_back(here.line - before.line);
    data.push_back(same ? here.character - before.character : here.character);
    data.push_back(document.positions().units(t.span));
    data.push_back(paint->token);
    data.push_back(paint->declares ? 1 : 0);
    before = here;
  }
  Json json;
  json["data"] = std::move(data);
  return json;
}

}  // namespace vicinal::cli::inline lsp
