// SPDX-License-Identifier: MIT
// Edge lists: a line names the two ends of an edge, which it thereby declares.
// Comments begin with '#' or '%'; what follows the names is left out, with a
// warning.
//
// Other lists look alike. In an adjacency list a line names a node and then all
// its neighbours, so that lines have different numbers of words; where all have
// the same, more than two, each node begins one line and the further words are
// such nodes, too. That may be a list of edges with numbers at them, but
// nothing tells, and it is refused: who names the format gets it.
//
// Lists that are made simple are sorted as pairs of numbers: eight bytes a
// line.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/formats/edge_lines.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

// Whether lines with the same number of words, more than two, can be an
// adjacency list: each node begins one line, and is no other word.
class Adjacency {
 public:
  // `words`: of the line behind the first one.
  void add(std::string_view first, const std::vector<Word>& words) {
    if (!possible_) return;
    if (!firsts_.insert(first).second) {
      possible_ = false;
      firsts_.clear();
      others_.clear();
      return;
    }
    for (const Word& w : words) others_.insert(w.text);
  }

  bool is_one() const {
    const auto begins = [&](std::string_view w) { return firsts_.contains(w); };
    return possible_ && !others_.empty() &&
           std::ranges::all_of(others_, begins);
  }

 private:
  bool possible_ = true;
  std::unordered_set<std::string_view> firsts_, others_;
};

class EdgeListReader {
 public:
  EdgeListReader(const Source& source, const ReadOptions& options,
                 Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
        d_(diagnostics),
        lines_(diagnostics),
        asked_(options.format.has_value()),
        directed_(options.directed),
        simple_(options.simple.value_or(is_snap(source.text()))) {}

  std::optional<GraphFile> run() {
    const std::string_view text = assembly_.source().text();
    // A line that names an edge has four bytes at least.
    const auto lines_end = std::count(text.begin(), text.end(), '\n');
    assembly_.expect(
        std::min(static_cast<std::size_t>(lines_end) + 1, text.size() / 4 + 1),
        text.size());
    LineScanner lines(text);
    while (lines_.good() && lines.next_line()) line(lines);
    if (lines_.good() && !asked_ && adjacency_.is_one()) {
      d_.error(codes::line_is_no_edge, lines_.first_span(),
               "each node begins one line: is this an adjacency list, or are "
               "these edges with numbers at them?",
               {{std::nullopt, "edges are read with --format edge-list"},
                {std::nullopt, std::string(EdgeLines::instead)}});
    }
    const std::uint64_t merged = simple_ ? add_once() : 0;
    std::optional<GraphFile> file = assembly_.finish(Format::edge_list);
    if (file) file->merged = merged;
    return file;
  }

 private:
  void line(LineScanner& lines) {
    const auto ends = lines_.read(lines);
    if (!ends) return;
    if (lines_.words().size() > 1) {
      assembly_.ignored(EdgeLines::left_out, lines_.words()[1].span);
    }
    if (!lines_.fits(*ends)) return;
    if (lines_.form() > 1) adjacency_.add(ends->from.text, lines_.words());
    const NodeId a = assembly_.mention(ends->from.text, ends->from.span);
    const NodeId b = assembly_.mention(ends->to.text, ends->to.span);
    if (!simple_) {
      assembly_.line(a, b, directed_);
    } else {
      const bool reverse = !directed_ && b < a;
      pairs_.emplace_back(reverse ? b : a, reverse ? a : b);
    }
  }

  // The number of lines that were there already.
  std::uint64_t add_once() {
    poll(static_cast<std::int64_t>(pairs_.size()));
    std::sort(pairs_.begin(), pairs_.end());
    const auto end = std::unique(pairs_.begin(), pairs_.end());
    for (auto p = pairs_.begin(); p != end; ++p) {
      assembly_.line(p->first, p->second, directed_);
    }
    return static_cast<std::uint64_t>(pairs_.end() - end);
  }

  Assembly assembly_;
  Diagnostics& d_;
  EdgeLines lines_;
  const bool asked_;  // for an edge list
  const bool directed_;
  const bool simple_;
  Adjacency adjacency_;
  std::vector<std::pair<NodeId, NodeId>> pairs_;
};

}  // namespace

// Its files begin with comments, one of which counts nodes and edges.
bool is_snap(std::string_view text) {
  LineScanner lines(text);
  while (lines.next_line()) {
    if (!is_edge_list_comment(lines.word())) return false;
    const Span rest = lines.rest();
    const std::string_view comment =
        text.substr(rest.begin, rest.end - rest.begin);
    if (comment.find("Nodes:") != std::string_view::npos &&
        comment.find("Edges:") != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

std::optional<GraphFile> read_edge_list(const Source& source,
                                        const ReadOptions& options,
                                        Diagnostics& diagnostics) {
  return EdgeListReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
