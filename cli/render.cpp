// SPDX-License-Identifier: MIT
#include "cli/render.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace vicinal::cli {

using network::Diagnostic;
using network::Position;
using network::Severity;
using network::Source;
using network::Span;

namespace {

constexpr std::size_t tab_width = 4;
constexpr std::size_t longest_line = 200;

struct Shown {
  std::string text;
  std::size_t width = 0;  // columns
};

// A piece of a line as it is printed, and how wide that is.
Shown show(std::string_view text) {
  Shown out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t') {
      out.text.append(tab_width, ' ');
      out.width += tab_width;
    } else if (byte < 0x20 || byte == 0x7F) {
      out.text += fmt::format("\\x{:02x}", byte);
      out.width += 4;
    } else {
      out.text += c;
      out.width += (byte & 0xC0) != 0x80;
    }
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
  if (line.size() > longest_line) return {};
  const Shown before = show(line.substr(0, from));
  const Shown marked = show(line.substr(from, length));
  const Shown after = show(line.substr(from + length));
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
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

std::string render(const Diagnostic& d, bool color) {
  const bool error = d.severity == Severity::error;
  const std::string head = fmt::format(
      "{}{}[V{:04}]{}: {}\n", paint(color, error ? "\x1b[31m" : "\x1b[35m"),
      error ? "error" : "warning", d.code, paint(color, "\x1b[0m"),
      printable(d.message));
  std::string text;
  if (d.source == nullptr) {
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
  for (const Diagnostic& d : diagnostics.all()) text += render(d, color);
  if (diagnostics.overflow()) {
    text +=
        fmt::format("and {} errors more\n",
                    diagnostics.error_count() -
                        static_cast<std::size_t>(std::count_if(
                            diagnostics.all().begin(), diagnostics.all().end(),
                            [](const Diagnostic& d) {
                              return d.severity == Severity::error;
                            })));
  }
  if (diagnostics.error_count() > 1) {
    text += fmt::format("{} errors\n", diagnostics.error_count());
  }
  return text;
}

bool use_color(const std::string& when, int file_descriptor) {
  if (when != "auto") return when == "always";
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (set("NO_COLOR")) return false;
  if (set("FORCE_COLOR")) return true;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") {
    return false;
  }
  return isatty(file_descriptor) != 0;
}

}  // namespace vicinal::cli
