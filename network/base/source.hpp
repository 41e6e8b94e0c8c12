// SPDX-License-Identifier: MIT
// The text of one input file, and places in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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

class Source;

struct Place {
  const Source* source = nullptr;
  Span span;
};

// Of a text that was made of another one, or of two: which parts of it were
// made of which of the originals, which live as long. What is `there` in the
// second one is counted from behind the first.
class Origin {
 public:
  struct Part {
    Span here, there;
  };

  // Any two parts are apart, or one lies within the other; of two at the same
  // place, the first counts as the one within. Sorted here.
  Origin(const Source& original, std::vector<Part> parts,
         const Source* second = nullptr);

  // Where the text of a second one begins.
  static std::uint32_t behind(const Source& original);

  // Which of the originals, and where in it, of what is `there`.
  Place place(Span there) const;

  // The least part around a span; null where there is none.
  // O(log parts + nesting).
  const Part* around(Span span) const;

 private:
  const Source* original_;
  const Source* second_;
  std::vector<Part> parts_;
  // The least one around each; its own number where there is none.
  std::vector<std::size_t> around_;
};

// A named text. Never moves what it holds: spans and views stay valid as long
// as the source lives. Texts above 1 GiB are refused by whoever reads files.
class Source {
 public:
  // Of a part of a longer text, which begins there with line `first_line`,
  // lines are counted as in that text.
  Source(std::string name, std::string text,
         std::shared_ptr<const Origin> origin = nullptr,
         std::uint32_t first_line = 1);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  std::uint32_t first_line() const { return first_line_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const;

  // O(length) once, then O(log lines).
  Position position(std::uint32_t offset) const;

  // Where a reader finds what stands at `span`: in a text that was made of
  // another one, what the least part around it was made of; elsewhere, and
  // where no part is, the span itself. As fast as Origin::around.
  Place place(Span span) const;
  const std::shared_ptr<const Origin>& origin() const { return origin_; }

  // The line with this number, without its end.
  std::string_view line(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::shared_ptr<const Origin> origin_;
  std::uint32_t first_line_;
  // Where lines begin, once somebody asks: most texts are right.
  const std::vector<std::uint32_t>& line_begins() const;
  mutable std::once_flag lines_found_;
  mutable std::vector<std::uint32_t> line_begins_;
};

}  // namespace vicinal::network::inline base
