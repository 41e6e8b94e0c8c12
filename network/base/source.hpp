// SPDX-License-Identifier: MIT
// The text of one input file, and places in it.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace vicinal::network::inline base {

// Bytes [begin, end) of a source. An empty span at the end of the text stands
// for the end of the file.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const Span&) const = default;
};

// The least span that covers both.
constexpr Span cover(Span a, Span b) {
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

// Line and column, both from 1. A column counts code points, so that a caret
// stands under what it means; a malformed byte counts as one.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// A named text. Never moves what it holds: spans and views stay valid as long
// as the source lives. Texts above 1 GiB are refused by whoever reads files.
class Source {
 public:
  Source(std::string name, std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const;

  // O(length) once, then O(log lines).
  Position position(std::uint32_t offset) const;

  // The line with this number, without its end.
  std::string_view line(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  // Where lines begin, once somebody asks: most texts are right.
  const std::vector<std::uint32_t>& line_begins() const;
  mutable std::once_flag lines_found_;
  mutable std::vector<std::uint32_t> line_begins_;
};

}  // namespace vicinal::network::inline base
