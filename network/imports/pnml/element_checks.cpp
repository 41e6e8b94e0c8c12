// SPDX-License-Identifier: MIT
// Whatever stands in an element and nobody asks for is an error, since it may
// mean anything.
#include "network/imports/pnml/element_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "network/base/budget.hpp"
#include "network/imports/pnml/codes.hpp"

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

void ElementChecks::error(network::Code code, const Element& at,
                          std::string message,
                          std::vector<network::Note> notes) {
  diagnostics_.error(code, at.span, std::move(message), std::move(notes));
}

const std::string& ElementChecks::required(const Element& e,
                                           std::string_view name) {
  static const std::string none;
  const std::string* found = e.attribute(name);
  if (found != nullptr) return *found;
  error(codes::missing_or_twice, e,
        fmt::format("this <{}> has no \"{}\"", e.name, name));
  return none;
}

void ElementChecks::only_attributes(const Element& e, Names known) {
  for (const Attribute& a : e.attributes) {
    if (contains(known, a.name)) continue;
    error(codes::unknown_part, e,
          fmt::format("the attribute \"{}\" of <{}> is not taken", a.name,
                      e.name));
  }
}

ElementId ElementChecks::label(const Element& e, std::string_view name) const {
  for (const ElementId id : e.children) {
    if (at(id).name == name) return id;
  }
  return {};
}

void ElementChecks::only_children(const Element& e, Names once, Names many) {
  std::map<std::string_view, Span> seen;
  for (const ElementId id : e.children) {
    network::poll();
    const Element& child = at(id);
    if (contains(many, child.name)) continue;
    if (!contains(once, child.name)) {
      error(codes::unknown_part, child,
            fmt::format("<{}> in <{}> is not taken", child.name, e.name));
      continue;
    }
    const auto [first, added] = seen.emplace(child.name, child.span);
    if (added) continue;
    error(codes::missing_or_twice, child,
          fmt::format("this <{}> has a second <{}>", e.name, child.name),
          {{first->second, "the first one"}});
  }
}

std::int64_t ElementChecks::number(const Element& at, const std::string& text) {
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
    error(codes::tokens_not_taken, at,
          fmt::format("'{}' is not an integer", digits.substr(0, 40)));
    return 0;
  }
  if (problem != std::errc() || value > largest_number ||
      value < -largest_number) {
    error(codes::tokens_not_taken, at,
          fmt::format("{} is too large: numbers are at most {}",
                      digits.substr(0, 40), largest_number));
    return 0;
  }
  return value;
}

const Element* ElementChecks::only_child(const Element& e) {
  if (e.children.size() == 1) return &at(e.children[0]);
  error(
      codes::missing_or_twice, e,
      fmt::format("<{}> has {} parts: it has one", e.name, e.children.size()));
  return nullptr;
}

}  // namespace vicinal::pnml
