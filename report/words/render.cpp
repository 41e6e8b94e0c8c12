// SPDX-License-Identifier: MIT
// Text from files never acts on a terminal: control characters, marks that turn
// the direction of text and bytes that are not UTF-8 are shown as escapes, and
// carets are placed by the width of what is shown. Of a long line a window
// around the span is printed.
#include "report/words/render.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "network/base/utf8.hpp"

namespace vicinal::report::inline words {

using network::Diagnostic;
using network::Position;
using network::Severity;
using network::Source;
using network::Span;

bool is_active(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x200E || c == 0x200F ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

namespace {

constexpr std::size_t tab_width = 4;
// Of a longer line only a window is shown, around what is meant.
constexpr std::size_t longest_line = 160;
constexpr std::size_t window_before = 40;

struct Shown {
  std::string text;
  std::size_t width = 0;  // columns
};

// A piece of text as it is printed, and how wide that is.
Shown show(std::string_view text, bool expand_tabs = true) {
  Shown out;
  while (!text.empty()) {
    // A malformed byte is shown as itself.
    network::Character c = network::first_character(text);
    const bool valid = c.length > 0;
    if (!valid) c = {static_cast<unsigned char>(text[0]), 1};
    if (c.number == '\t' && expand_tabs) {
      out.text.append(tab_width, ' ');
      out.width += tab_width;
    } else if (!valid || is_active(c.number)) {
      const std::string escape = c.number < 0x100
                                     ? fmt::format("\\x{:02x}", c.number)
                                     : fmt::format("\\u{{{:x}}}", c.number);
      out.text += escape;
      out.width += escape.size();
    } else {
      out.text += text.substr(0, c.length);
      ++out.width;
    }
    text.remove_prefix(c.length);
  }
  return out;
}

const char* paint(bool color, const char* code) {
  return color ? code : "";
}

// The line with carets below what the span covers of it.
std::string excerpt(const Source& source, Span span, bool color) {
  const Position begin = source.position(span.begin);
  std::string_view line = source.line(begin.line);
  const auto offset =
      static_cast<std::size_t>(source.text().data() + span.begin - line.data());
  const std::size_t from = std::min<std::size_t>(offset, line.size());
  const std::size_t length =
      std::min<std::size_t>(span.end - span.begin, line.size() - from);
  std::size_t first = 0;
  std::size_t last = line.size();
  if (line.size() > longest_line) {
    first = from > window_before ? from - window_before : 0;
    last = std::min(line.size(), first + longest_line);
    while (first < from && network::continues_character(line[first])) ++first;
    while (last < line.size() && network::continues_character(line[last]))
      ++last;
  }
  const std::size_t end = std::min(from + length, last);
  Shown before = show(line.substr(first, from - first));
  const Shown marked = show(line.substr(from, end - from));
  Shown after = show(line.substr(end, last - end));
  if (first > 0) {
    before.text = "..." + before.text;
    before.width += 3;
  }
  if (last < line.size()) after.text += "...";
  const std::string number = fmt::format(" {} | ", begin.line);
  std::string text = number + before.text + marked.text + after.text + "\n";
  text += std::string(number.size() - 2, ' ') + "| " +
          std::string(before.width, ' ') + paint(color, "\x1b[32m") + "^" +
          std::string(marked.width > 1 ? marked.width - 1 : 0, '~') +
          paint(color, "\x1b[0m") + "\n";
  return text;
}

}  // namespace

std::string printable(std::string_view text) {
  return show(text, false).text;
}

std::string one_line(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') {
      out += text[i];
      continue;
    }
    out += ' ';
    i = std::min(text.find_first_not_of(" \t\r\n", i), text.size()) - 1;
  }
  return out;
}

std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (begin > 0) out += "\\n";
    for (const char c : printable(text.substr(begin, end - begin))) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    begin = end + 1;
  }
  return out + "\"";
}

std::string wrapped(const std::string& head,
                    const std::vector<std::string>& parts, std::size_t indent) {
  constexpr std::size_t width = 79;
  std::string text = printable(head);
  std::size_t column = text.size();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = printable(parts[i]);
    if (i > 0 && column + 1 + part.size() > width) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    }
    text += " " + part;
    column += 1 + part.size();
  }
  return text;
}

bool has_place(const Diagnostic& d) {
  return d.source != nullptr && (number(d.code) / 100 != 9 || d.span != Span{});
}

std::string render(const Diagnostic& d, bool color) {
  const bool error = d.severity == Severity::error;
  const std::string head = fmt::format(
      "{}{}[V{:04}]{}: {}\n", paint(color, error ? "\x1b[31m" : "\x1b[35m"),
      error ? "error" : "warning", number(d.code), paint(color, "\x1b[0m"),
      printable(d.message));
  std::string text;
  if (!has_place(d)) {
    text = "vicinal: " + head;
  } else {
    const Position p = d.source->position(d.span.begin);
    text = fmt::format("{}:{}:{}: {}", printable(d.source->name()), p.line,
                       p.column, head) +
           excerpt(*d.source, d.span, color);
  }
  for (const network::Note& note : d.notes) {
    if (!note.span || d.source == nullptr) {
      text += "  note: " + printable(note.message) + "\n";
      continue;
    }
    const Position p = d.source->position(note.span->begin);
    text += fmt::format("{}:{}:{}: note: {}\n", printable(d.source->name()),
                        p.line, p.column, printable(note.message)) +
            excerpt(*d.source, *note.span, color);
  }
  return text;
}

std::string render_all(network::Diagnostics& diagnostics, bool color) {
  diagnostics.sort();
  std::string text;
  std::size_t shown = 0;
  std::size_t warnings = 0;
  for (const Diagnostic& d : diagnostics.all()) {
    text += render(d, color);
    ++(d.severity == Severity::error ? shown : warnings);
  }
  const std::size_t errors = diagnostics.error_count();
  if (errors > shown) {
    text += fmt::format("and {} errors more\n", errors - shown);
  }
  if (errors + warnings > 1) {
    const auto count = [](std::size_t n, const char* what) {
      return n == 0 ? std::string{}
                    : fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
    };
    text += count(errors, "error");
    if (errors > 0 && warnings > 0) text += ", ";
    text += count(warnings, "warning") + "\n";
  }
  return text;
}

std::string verdict_text(network::Verdict verdict, bool color) {
  const char* code = verdict == network::Verdict::proved     ? "\x1b[32m"
                     : verdict == network::Verdict::violated ? "\x1b[31m"
                                                             : "\x1b[33m";
  return fmt::format("{}{}{}", paint(color, code), network::text(verdict),
                     paint(color, "\x1b[0m"));
}

bool use_color(const std::string& when, int file_descriptor) {
  if (when != "auto") return when == "always";
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (set("NO_COLOR")) return false;
  if (set("FORCE_COLOR")) {
    return std::string_view(std::getenv("FORCE_COLOR")) != "0";
  }
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") {
    return false;
  }
  return isatty(file_descriptor) != 0;
}

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace vicinal::report::inline words
