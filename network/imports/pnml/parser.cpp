// SPDX-License-Identifier: MIT
// How elements are looked at: whatever stands in one that nobody asks for is
// an error, since it may mean anything.
#include "network/imports/pnml/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "network/base/budget.hpp"
#include "network/imports/pnml/parser_impl.hpp"

namespace vicinal::pnml {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool contains(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::string trimmed(const std::string& text) {
  const auto begin = std::ranges::find_if_not(text, is_blank);
  const auto end =
      std::find_if_not(text.rbegin(), text.rend(), is_blank).base();
  return begin < end ? std::string(begin, end) : std::string();
}

std::optional<Net> parse(const network::Source& source,
                         network::Diagnostics& diagnostics) {
  const std::optional<Document> document = read_document(source, diagnostics);
  if (!document) return {};
  return Parser(*document, diagnostics).run();
}

void Parser::error(int code, const Element& at, std::string message,
                   std::vector<network::Note> notes) {
  diagnostics_.error(code, at.span, std::move(message), std::move(notes));
}

const std::string& Parser::required(const Element& e, std::string_view name) {
  static const std::string none;
  const std::string* found = e.attribute(name);
  if (found != nullptr) return *found;
  error(1203, e, fmt::format("this <{}> has no \"{}\"", e.name, name));
  return none;
}

void Parser::only_attributes(const Element& e, Names known) {
  for (const Attribute& a : e.attributes) {
    if (contains(known, a.name)) continue;
    error(1202, e,
          fmt::format("the attribute \"{}\" of <{}> is not taken", a.name,
                      e.name));
  }
}

ElementId Parser::label(const Element& e, std::string_view name) const {
  for (const ElementId id : e.children) {
    if (at(id).name == name) return id;
  }
  return {};
}

void Parser::only_children(const Element& e, Names once, Names many) {
  std::map<std::string_view, Span> seen;
  for (const ElementId id : e.children) {
    network::poll();
    const Element& child = at(id);
    if (contains(many, child.name)) continue;
    if (!contains(once, child.name)) {
      error(1202, child,
            fmt::format("<{}> in <{}> is not taken", child.name, e.name));
      continue;
    }
    const auto [first, added] = seen.emplace(child.name, child.span);
    if (added) continue;
    error(1203, child,
          fmt::format("this <{}> has a second <{}>", e.name, child.name),
          {{first->second, "the first one"}});
  }
}

// Words stand in <text>, and nothing else does.
void Parser::check_texts() {
  for (const Element& e : document_.elements) {
    network::poll();
    if (e.name == "text") {
      only_attributes(e, {});
      only_children(e, {});
    } else if (!trimmed(e.text).empty()) {
      error(1202, e,
            fmt::format("the text '{}' in <{}> is not taken",
                        trimmed(e.text).substr(0, 40), e.name));
    }
  }
}

std::string Parser::text_of(const Element& label) {
  only_attributes(label, {});
  only_children(label, {"text"});
  const ElementId text = this->label(label, "text");
  if (text.valid()) return trimmed(at(text).text);
  error(1203, label, fmt::format("this <{}> has no <text>", label.name));
  return {};
}

std::int64_t Parser::number(const Element& at, const std::string& text) {
  const std::string digits = trimmed(text);
  const bool negative = digits.starts_with('-');
  std::int64_t value = 0;
  const char* begin = digits.data() + (digits.starts_with('+') ? 1 : 0);
  const char* end = digits.data() + digits.size();
  const auto [stop, problem] = std::from_chars(begin, end, value);
  const bool is_number =
      begin != end && stop == end &&
      std::all_of(begin + (negative ? 1 : 0), end,
                  [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) {
    error(1205, at,
          fmt::format("'{}' is not an integer", digits.substr(0, 40)));
    return 0;
  }
  if (problem != std::errc() || value > largest_number ||
      value < -largest_number) {
    error(1205, at,
          fmt::format("{} is too large: numbers are at most {}",
                      digits.substr(0, 40), largest_number));
    return 0;
  }
  return value;
}

std::int64_t Parser::number_label(const Element& label, std::int64_t least) {
  const std::size_t before = diagnostics_.error_count();
  const std::string text = text_of(label);
  if (diagnostics_.error_count() > before) return least;
  const std::int64_t value = number(label, text);
  if (value < least && diagnostics_.error_count() == before) {
    error(1205, label,
          fmt::format("a number of tokens that is {}: it is at least {} here",
                      value, least));
  }
  return std::max(value, least);
}

// The one element that says what the label means; its <text> is for people.
const Element* Parser::structure(const Element& label) {
  only_attributes(label, {});
  only_children(label, {"text", "structure"});
  const ElementId id = this->label(label, "structure");
  if (!id.valid()) {
    error(1203, label, fmt::format("this <{}> has no <structure>", label.name));
    return nullptr;
  }
  only_attributes(at(id), {});
  return only_child(at(id));
}

const Element* Parser::only_child(const Element& e) {
  if (e.children.size() == 1) return &at(e.children[0]);
  error(
      1203, e,
      fmt::format("<{}> has {} parts: it has one", e.name, e.children.size()));
  return nullptr;
}

// What <name> says, where it says something, or the id.
Word Parser::name_of(const Element& e, const std::string& id) {
  const ElementId name = label(e, "name");
  if (!name.valid() || at(name).children.empty()) return {id, e.span};
  std::string text = text_of(at(name));
  return {text.empty() ? id : std::move(text), e.span};
}

}  // namespace vicinal::pnml
