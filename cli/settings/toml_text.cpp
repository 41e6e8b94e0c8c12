// SPDX-License-Identifier: MIT
// The library says where a value stands, by line and column; where its name
// does is looked for before it, on the same line.
#include "cli/settings/toml_text.hpp"

#include <algorithm>
#include <sstream>
#include <toml.hpp>
#include <utility>

#include "network/base/utf8.hpp"

namespace vicinal::cli::settings {

namespace {

using network::Span;
using LibraryValue = toml::basic_value<toml::discard_comments>;

constexpr std::size_t largest_text = std::size_t{1} << 18;
constexpr std::size_t most_levels = 64;

// Behind the string that begins at `at`, as far as it is one.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool lines = text.substr(at).starts_with(three);
  at += lines ? 3 : 1;
  for (; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (lines ? text.substr(at).starts_with(three) : text[at] == quote) {
      return at + (lines ? 3 : 1);
    } else if (!lines && text[at] == '\n') {
      return at;
    }
  }
  return text.size();
}

// Brackets within each other, and names with dots.
bool nests_deeply(std::string_view text) {
  std::size_t depth = 0, dots = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"' || c == '\'') {
      at = end_of_string(text, at);
    } else {
      if (c == '[' || c == '{') ++depth;
      if ((c == ']' || c == '}') && depth > 0) --depth;
      if (c == '.') ++dots;
      if (c == '\n') dots = 0;
      if (depth > most_levels || dots > most_levels) return true;
      ++at;
    }
  }
  return false;
}

// Where lines begin.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    begins_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') begins_.push_back(i + 1);
    }
  }

  // Of `length` bytes from a line and a column on, which count from 1; on that
  // line, and of one byte at least where there is one.
  Span span(std::size_t line, std::size_t column, std::size_t length) const {
    const std::size_t first = begins_[std::min(line - 1, begins_.size() - 1)];
    const std::size_t end = std::min(text_.find('\n', first), text_.size());
    const std::size_t begin = std::min(first + column - 1, end);
    const std::size_t behind = begin + std::max<std::size_t>(length, 1);
    return {static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(std::min(behind, end))};
  }
  // Of the last `name` before the value of a line, or within the brackets that
  // open a table; where it is written otherwise, the value.
  Span key(const std::string& name, const Span& value) const {
    const std::size_t newline = value.begin == 0
                                    ? std::string::npos
                                    : text_.rfind('\n', value.begin - 1);
    const std::size_t first = newline == std::string::npos ? 0 : newline + 1;
    const bool header =
        text_.substr(first, value.begin - first).find_first_not_of(" \t") ==
            std::string_view::npos &&
        value.begin < text_.size() && text_[value.begin] == '[';
    const std::string_view line =
        text_.substr(first, (header ? value.end : value.begin) - first);
    const std::size_t at =
        name.empty() ? std::string_view::npos : line.rfind(name);
    if (at == std::string_view::npos) return value;
    return {static_cast<std::uint32_t>(first + at),
            static_cast<std::uint32_t>(first + at + name.size())};
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> begins_;
};

// Nested no deeper than the text is.
TomlValue value_of(const LibraryValue& from, const Lines& lines) {
  using Kind = TomlValue::Kind;
  TomlValue out;
  const auto at = from.location();
  out.place = out.key = lines.span(at.line(), at.column(), at.region());
  if (from.is_boolean()) {
    out.kind = Kind::boolean;
    out.boolean = from.as_boolean();
  } else if (from.is_integer()) {
    out.kind = Kind::integer;
    out.integer = from.as_integer();
    out.number = static_cast<double>(out.integer);
  } else if (from.is_floating()) {
    out.kind = Kind::number;
    out.number = from.as_floating();
  } else if (from.is_string()) {
    out.kind = Kind::text;
    out.text = from.as_string().str;
  } else if (from.is_array()) {
    out.kind = Kind::array;
    for (const LibraryValue& one : from.as_array()) {
      out.array.push_back(value_of(one, lines));
    }
  } else if (from.is_table()) {
    out.kind = Kind::table;
    for (const auto& [name, one] : from.as_table()) {
      TomlValue& value =
          out.table.emplace(name, value_of(one, lines)).first->second;
      value.key = lines.key(name, value.place);
    }
  }
  return out;
}

// "value ("a") already exists" of "[error] toml::insert_value: value ...", a
// line of its own; where that says nothing, what stands at the first place.
std::string sentence_of(std::string_view all) {
  std::string_view what = all.substr(0, all.find('\n'));
  const std::size_t name = what.find("toml::");
  const std::size_t colon = what.find(": ", name);
  if (name != std::string_view::npos && colon != std::string_view::npos) {
    what.remove_prefix(colon + 2);
  }
  constexpr std::string_view mark = "^--- ";
  if (const std::size_t at = all.find(mark);
      what.empty() && at != std::string_view::npos) {
    what = all.substr(at + mark.size());
    what = what.substr(0, what.find('\n'));
  }
  while (what.ends_with('.')) what.remove_suffix(1);
  return what.empty() ? "this is no TOML" : std::string(what);
}

}  // namespace

std::variant<TomlTable, TomlError> read_toml(std::string_view text) {
  if (text.size() > largest_text) {
    return TomlError{"the text is larger than 256 KiB", {}};
  }
  if (nests_deeply(text)) {
    return TomlError{"the text nests deeper than 64 levels", {}};
  }
  // The library reads beyond its buffer to say where such a byte stands.
  if (const auto at = network::not_utf8(text)) {
    const auto byte = static_cast<std::uint32_t>(*at);
    return TomlError{"a byte here is no UTF-8", {byte, byte + 1}};
  }
  const Lines lines(text);
  try {
    std::istringstream stream{std::string(text)};
    const LibraryValue all =
        toml::parse<toml::discard_comments>(stream, "vicinal.toml");
    return std::move(value_of(all, lines).table);
  } catch (const toml::syntax_error& error) {
    const auto at = error.location();
    return TomlError{sentence_of(error.what()),
                     lines.span(at.line(), at.column(), at.region())};
  } catch (const std::exception& error) {
    return TomlError{sentence_of(error.what()), {}};
  }
}

}  // namespace vicinal::cli::settings
