// SPDX-License-Identifier: MIT
// A part begins where a line does that is not empty, behind an end of line, and
// ends where the next one begins: runs of ends of lines are never cut, since
// LF and CR are one end in either order.
#include "network/files/edge_range.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/files/codes.hpp"
#include "network/files/formats/edge_lines.hpp"
#include "network/graph/name_table.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr std::uint64_t block = 1 << 16;

bool breaks_line(char c) {
  return c == '\n' || c == '\r';
}

// Whether all of the text is comments, and perhaps the beginning of a line.
bool only_comments(std::string_view text) {
  LineScanner lines(text);
  while (lines.next_line()) {
    poll();
    if (lines.rest().end == text.size()) return true;
    if (!is_edge_list_comment(lines.word())) return false;
  }
  return true;
}

}  // namespace

std::uint64_t line_begin(const ReadBytes& read, std::uint64_t size,
                         std::uint64_t at) {
  if (at == 0) return 0;
  bool behind_end = false;  // of the byte before
  for (std::uint64_t from = at - 1; from < size; from += block) {
    poll(1024);
    const std::string bytes = read(from, block);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const bool end = breaks_line(bytes[i]);
      if (behind_end && !end) return from + i;
      behind_end = end;
    }
    if (bytes.size() < block) break;
  }
  return size;
}

std::string beginning(const ReadBytes& read, std::uint64_t size) {
  for (std::uint64_t length = block;; length *= 2) {
    poll(1024);
    std::string text = read(0, length);
    if (text.size() >= size || !only_comments(text)) return text;
  }
}

EdgeRange read_edge_range(const Source& source, bool first, std::uint32_t form,
                          Diagnostics& diagnostics) {
  EdgeRange range;
  const std::string_view text = source.text();
  if (const auto bad = not_utf8(text)) {
    const auto at = static_cast<std::uint32_t>(*bad);
    diagnostics.error(codes::file_not_utf8, {at, at + 1},
                      "this byte is not UTF-8");
    return range;
  }
  NameTable names(text.size() / 2);
  EdgeLines edges(diagnostics, form);
  LineScanner lines(text, first);
  bool left_out = false;
  while (edges.good() && lines.next_line()) {
    poll();
    ++range.lines;
    const auto ends = edges.read(lines);
    if (!ends) continue;
    if (edges.words().size() > 1 && !left_out) {
      left_out = true;
      diagnostics.warning(codes::part_ignored, edges.words()[1].span,
                          std::string(EdgeLines::left_out) + " is ignored");
    }
    if (!edges.fits(*ends)) continue;
    const std::uint32_t from = names.add(ends->from.text).first;
    range.edges.emplace_back(from, names.add(ends->to.text).first);
  }
  range.form = static_cast<std::uint32_t>(edges.form());
  range.names = names.take();
  return range;
}

}  // namespace vicinal::network::inline files
