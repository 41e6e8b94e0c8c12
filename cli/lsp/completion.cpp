// SPDX-License-Identifier: MIT
// Where the text is broken there is no tree to ask, so the place is found from
// the tokens before it: which blocks are open, by which words they began, and
// the token before the word that is being written.
#include "cli/lsp/completion.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "cli/lsp/hover.hpp"
#include "cli/lsp/keywords.hpp"

namespace vicinal::cli::inline lsp {

using Kind = DeclarationKind;
using network::Token;
using network::TokenKind;

namespace {

// The tokens before a place, read as far as it matters.
struct Before {
  std::vector<std::string_view> blocks;  // the word that began each open one
  std::string_view first;  // word of what has begun; empty: nothing has
  std::string_view word;   // the last word, if it is the last token
  const Token* last = nullptr;
  const Token* word_before_dot = nullptr;  // a dot is last, and stands behind

  bool is(TokenKind kind) const {
    return last != nullptr && last->kind == kind;
  }
  bool in(std::string_view block) const {
    return !blocks.empty() && blocks.back() == block;
  }
};

Before read_before(const Document& document, std::uint32_t offset) {
  Before b;
  const Token* previous = nullptr;
  for (const Token& t : document.tokens()) {
    // The word that is being written ends here, or goes on.
    const bool written = t.kind == TokenKind::word && t.span.end >= offset;
    if (t.span.begin >= offset || written) break;
    const bool ends = t.kind == TokenKind::semicolon ||
                      t.kind == TokenKind::left_brace ||
                      t.kind == TokenKind::right_brace;
    if (t.kind == TokenKind::left_brace) b.blocks.push_back(b.first);
    if (t.kind == TokenKind::right_brace && !b.blocks.empty()) {
      b.blocks.pop_back();
    }
    if (ends) b.first = {};
    const bool word = t.kind == TokenKind::word;
    if (word && b.first.empty()) b.first = document.text(t.span);
    b.word = word ? document.text(t.span) : std::string_view();
    b.word_before_dot = t.kind == TokenKind::dot && previous != nullptr &&
                                previous->kind == TokenKind::word
                            ? previous
                            : nullptr;
    b.last = previous = &t;
  }
  return b;
}

// Numbers of the protocol (CompletionItemKind).
int item_kind(Kind kind) {
  switch (kind) {
    case Kind::enumeration:
      return 13;
    case Kind::enum_constant:
      return 20;
    case Kind::structure:
      return 22;
    case Kind::field:
    case Kind::variable:
    case Kind::process_constant:
      return 5;
    case Kind::constant:
    case Kind::parameter:
      return 21;
    case Kind::definition:
      return 3;
    case Kind::process:
      return 7;
    case Kind::port:
      return 8;
    case Kind::action:
    case Kind::rule:
      return 2;
    default:
      return 6;
  }
}

class Completer {
 public:
  Completer(const Document& document, std::uint32_t offset)
      : d_(document), offset_(offset), before_(read_before(document, offset)) {}

  Json complete();

 private:
  void name(const Declaration& declaration) {
    if (!named_.insert(declaration.name).second) return;
    items_.push_back(Json{{"label", declaration.name},
                          {"kind", item_kind(declaration.kind)},
                          {"detail", detail(d_, declaration)}});
  }
  void names(std::initializer_list<Kind> kinds);
  void words(WordPlace place);
  void word(std::string_view word, std::string_view text);
  void members();
  void visible();
  void expression();
  bool begins();
  bool of_type();
  bool after_word();

  const Document& d_;
  std::uint32_t offset_;
  Before before_;
  std::set<std::string, std::less<>> named_;
  Json items_ = Json::array();
};

void Completer::names(std::initializer_list<Kind> kinds) {
  for (const Declaration& d : d_.declarations()) {
    if (std::ranges::find(kinds, d.kind) != kinds.end()) name(d);
  }
}

void Completer::word(std::string_view word, std::string_view text) {
  if (!named_.emplace(word).second) return;
  Json item{{"label", word}, {"kind", 14}};
  item["documentation"] = Json{{"kind", "markdown"}, {"value", text}};
  items_.push_back(std::move(item));
}

void Completer::words(WordPlace place) {
  for (const LanguageWord& w : language_words()) {
    if (w.place == place) word(w.word, w.text);
  }
}

// Behind a '.': members of what the checker found before it; of a process
// whose name stands there, its actions.
void Completer::members() {
  const std::uint32_t dot = before_.last->span.end;
  const Declaration* owner =
      before_.word_before_dot == nullptr
          ? nullptr
          : d_.declared_at(before_.word_before_dot->span.begin);
  bool of_process = owner != nullptr && owner->kind == Kind::process;
  bool of_struct = false;
  std::uint32_t item = of_process ? owner->item : 0;
  const bool actions = of_process;
  for (const network::NameUses::Members& m : d_.names().members) {
    if (m.dot != dot) continue;
    of_struct = m.of_struct;
    of_process = !of_struct;
    item = m.item;
  }
  for (const Declaration& d : d_.declarations()) {
    if (d.owner == Declaration::none) continue;
    const Declaration& of = d_.declarations()[d.owner];
    if (of.item != item) continue;
    const bool field = of_struct && d.kind == Kind::field;
    const bool part = of_process && of.kind == Kind::process &&
                      (d.kind == Kind::action) == actions;
    if (field || part) name(d);
  }
}

// NameUses of the file, and those that are known here alone.
void Completer::visible() {
  const bool with_end = offset_ > 0;
  for (const Declaration& d : d_.declarations()) {
    const bool local = d.kind == Kind::bound ||
                       d.kind == Kind::definition_parameter ||
                       d.kind == Kind::port || d.kind == Kind::variable ||
                       d.kind == Kind::process_constant;
    const bool here = d.visible.begin < offset_ &&
                      offset_ <= d.visible.end + (with_end ? 1U : 0U);
    if (local && here) name(d);
  }
  names({Kind::enum_constant, Kind::constant, Kind::parameter, Kind::definition,
         Kind::node_family, Kind::edge_family, Kind::shared});
}

void Completer::expression() {
  visible();
  names({Kind::structure});
  words(WordPlace::expression);
  words(WordPlace::function);
  word("if", language_word("if")->text);
}

// Where something begins. False: something has begun.
bool Completer::begins() {
  if (!before_.first.empty()) return false;
  if (before_.blocks.empty()) {
    words(WordPlace::top);
  } else if (before_.in("process")) {
    words(WordPlace::process);
  } else if (before_.in("network")) {
    words(WordPlace::network);
    for (const char* also : {"for", "if", "init"}) {
      word(also, language_word(also)->text);
    }
  } else if (before_.in("enum") || before_.in("struct")) {
    // New names, which nobody knows.
  } else if (before_.blocks.front() == "network") {
    for (const char* also : {"connect", "for", "if"}) {
      word(also, language_word(also)->text);
    }
  } else if (before_.blocks.front() == "process" ||
             before_.blocks.front() == "rule") {
    words(WordPlace::statement);
    visible();
  } else {
    expression();
  }
  return true;
}

// Behind the ':' of a declaration, a direction of a port, 'queue', 'of'.
bool Completer::of_type() {
  const std::array<std::string_view, 5> with_types = {"port", "var", "shared",
                                                      "edge", "process"};
  const bool colon = before_.is(TokenKind::colon);
  const bool declares =
      std::ranges::find(with_types, before_.first) != with_types.end() ||
      before_.in("struct");
  const bool directed = before_.first == "port" &&
                        (before_.word == "in" || before_.word == "out" ||
                         before_.word == "inout");
  if (colon && before_.first == "node") {
    names({Kind::process});
    return true;
  }
  if (before_.word == "of") {
    names({Kind::node_family});
    return true;
  }
  if (!(colon && declares) && !directed && before_.word != "queue") {
    return false;
  }
  if (colon && before_.first == "port") words(WordPlace::direction);
  words(WordPlace::type);
  names({Kind::enumeration, Kind::structure});
  return true;
}

// Behind words that only some names may follow.
bool Completer::after_word() {
  const std::string_view w = before_.word;
  if (w == "in") {
    names({Kind::node_family, Kind::edge_family, Kind::process,
           Kind::enumeration});
    for (const Declaration& d : d_.declarations()) {
      const bool here = d.visible.begin < offset_ && offset_ <= d.visible.end;
      if (d.kind == Kind::port && here) name(d);
    }
    visible();
    return true;
  }
  if (w == "to") {
    names({Kind::edge_family});
    return true;
  }
  if (w == "via") {
    names({Kind::port});
    return true;
  }
  if (w == "weak" || w == "strong") {
    names({Kind::process, Kind::rule});
    return true;
  }
  if (before_.first == "fair" && w == "fair") {
    for (const char* also : {"weak", "strong", "global"}) {
      word(also, language_word(also)->text);
    }
    return true;
  }
  if (before_.first == "rank" && (w == "rank" || w == "for")) {
    names({Kind::property});
    return true;
  }
  return false;
}

Json Completer::complete() {
  if (before_.is(TokenKind::dot)) {
    members();
  } else if (!begins() && !of_type() && !after_word()) {
    expression();
    words(WordPlace::clause);
  }
  Json json;
  json["isIncomplete"] = false;
  json["items"] = std::move(items_);
  return json;
}

}  // namespace

Json completion(const Document& document, std::uint32_t offset) {
  if (!document.ours()) {
    return Json{{"isIncomplete", false}, {"items", Json::array()}};
  }
  return Completer(document, offset).complete();
}

}  // namespace vicinal::cli::inline lsp
