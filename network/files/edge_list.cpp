// SPDX-License-Identifier: MIT
// Edge lists: a line names the two ends of an edge, which it thereby declares.
// Comments begin with '#' or '%'; what follows the names is left out, with a
// warning.
//
// Lists that are made simple are sorted as pairs of numbers: eight bytes a
// line.
#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

bool is_comment(const Word& word) {
  return !word.empty() && (word.text[0] == '#' || word.text[0] == '%');
}

class EdgeListReader {
 public:
  EdgeListReader(const Source& source, const ReadOptions& options,
                 Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
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
    while (lines.next_line()) line(lines);
    const std::uint64_t merged = simple_ ? add_once() : 0;
    std::optional<GraphFile> file = assembly_.finish(Format::edge_list);
    if (file) file->merged = merged;
    return file;
  }

 private:
  void line(LineScanner& lines) {
    const Word from = lines.word();
    if (from.empty() || is_comment(from)) return;
    const Word to = lines.word();
    if (to.empty()) return one_word(from);
    const Word more = lines.word();
    if (!more.empty()) {
      assembly_.ignored("what follows the two nodes of a line", more.span);
    }
    const NodeId a = assembly_.mention(from.text, from.span);
    const NodeId b = assembly_.mention(to.text, to.span);
    if (!simple_) {
      assembly_.line(a, b, directed_);
    } else {
      const bool reverse = !directed_ && b < a;
      pairs_.emplace_back(reverse ? b : a, reverse ? a : b);
    }
  }

  void one_word(const Word& word) {
    Note note{std::nullopt,
              "write the two nodes of an edge, with a blank "
              "between them"};
    if (word.text.find_first_of(",;") != std::string_view::npos) {
      note.message = "separate the two nodes by a blank";
    }
    assembly_.diagnostics().error(609, word.span,
                                  "this line names one node only", {note});
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
  const bool directed_;
  const bool simple_;
  std::vector<std::pair<NodeId, NodeId>> pairs_;
};

}  // namespace

// Its files begin with comments, one of which counts nodes and edges.
bool is_snap(std::string_view text) {
  LineScanner lines(text);
  while (lines.next_line()) {
    if (!is_comment(lines.word())) return false;
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
