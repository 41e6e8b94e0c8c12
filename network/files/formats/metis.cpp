// SPDX-License-Identifier: MIT
// METIS's graphs: a line with the numbers of nodes and of edges, and perhaps a
// word of three digits (sizes of nodes, weights of nodes, weights of edges) and
// how many weights a node has; then a line for each node, which has these
// weights and the numbers of all neighbours. Every edge stands in the lines of
// both ends; there are no loops and no parallel edges. Comments begin with '%'.
//
// A node is called by its number. Weights are left out with a warning.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/formats/neighbour_lists.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

class MetisReader {
 public:
  MetisReader(const Source& source, const ReadOptions& options,
              Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
        d_(diagnostics) {}

  std::optional<GraphFile> run() {
    LineScanner lines(assembly_.source().text());
    while (good_ && lines.next_line()) line(lines);
    if (good_ && !has_header_) {
      fail(codes::unexpected_in_file, end(),
           "expected the numbers of nodes and edges");
    }
    if (good_ && row_ < nodes_) {
      fail(codes::unexpected_in_file, end(),
           fmt::format("there are {} lines for {} nodes", row_, nodes_));
    }
    if (good_ && lists_.size() != 2 * edges_) {
      fail(codes::unexpected_in_file, header_.span,
           fmt::format("{} edges are announced, and {} ends of edges listed",
                       edges_, lists_.size()));
    }
    if (!good_) return std::nullopt;
    lists_.finish(assembly_, NeighbourLists::Edges::twice);
    return assembly_.finish(Format::metis);
  }

 private:
  void fail(Code code, Span span, std::string message) {
    d_.error(code, span, std::move(message));
    good_ = false;
  }
  Span end() const { return end_of(assembly_.source()); }

  void line(LineScanner& lines) {
    LineScanner look = lines;
    const Word first = look.word();
    if (!first.empty() && first.text[0] == '%') return;
    if (!has_header_) {
      if (!first.empty()) header(lines);
      return;
    }
    // Blank lines are nodes without neighbours, but for those at the end.
    if (row_ == nodes_) {
      if (!first.empty()) {
        fail(codes::unexpected_in_file, first.span,
             fmt::format("there are more lines than {} nodes", nodes_));
      }
      return;
    }
    node(lines);
  }

  std::optional<std::uint64_t> number(const Word& word) {
    const auto found = whole_number(word.text);
    if (!found) fail(codes::not_a_number, word.span, "expected a whole number");
    return found;
  }

  void header(LineScanner& lines) {
    has_header_ = true;
    header_ = lines.word();
    const auto nodes = number(header_);
    const auto edges = nodes ? number(lines.word()) : std::nullopt;
    if (!edges) return;
    const Word form = lines.word();
    if (!form.empty() && !weights(form, lines)) return;
    good_ = assembly_.declare_numbered(*nodes, header_.span);
    nodes_ = static_cast<std::uint32_t>(*nodes);
    edges_ = std::min<std::uint64_t>(*edges, UINT32_MAX);
  }

  // Up to three digits, each 0 or 1, of which leading ones may be left out.
  bool weights(const Word& form, LineScanner& lines) {
    if (form.text.size() > 3 ||
        form.text.find_first_not_of("01") != std::string_view::npos) {
      fail(codes::not_a_number, form.span,
           "expected up to three digits, each 0 or 1");
      return false;
    }
    const auto digit = [&](std::size_t from_right) {
      return from_right < form.text.size() &&
             form.text[form.text.size() - 1 - from_right] == '1';
    };
    edge_weights_ = digit(0);
    before_ = digit(1) ? 1 : 0;
    const Word count = lines.word();
    if (!count.empty()) {
      const auto found = number(count);
      if (!found) return false;
      if (*found > 1000 || (*found > 0) != digit(1)) {
        fail(codes::not_a_number, count.span,
             "so many weights of nodes cannot be");
        return false;
      }
      before_ = static_cast<std::uint32_t>(*found);
    }
    if (digit(2)) ++before_;
    if (before_ > 0 || edge_weights_) {
      assembly_.ignored("what METIS calls weights and sizes", form.span);
    }
    const Word more = lines.word();
    if (more.empty()) return true;
    fail(codes::unexpected_in_file, more.span, "there is a word too many");
    return false;
  }

  void node(LineScanner& lines) {
    const NodeId self(std::size_t{row_++});
    for (std::uint32_t i = 0; i < before_; ++i) {
      const Word word = lines.word();
      if (!number(word)) return;
    }
    std::set<std::uint64_t> seen;
    for (Word word = lines.word(); !word.empty(); word = lines.word()) {
      poll();
      const auto found = number(word);
      if (!found) return;
      if (*found == 0 || *found > nodes_) {
        return fail(codes::unknown_id, word.span,
                    fmt::format("there is no node {}; they are 1 to {}", *found,
                                nodes_));
      }
      const NodeId other(static_cast<std::size_t>(*found - 1));
      if (other == self || !seen.insert(*found).second) {
        return fail(codes::id_twice, word.span,
                    other == self ? "a node is no neighbour of its own"
                                  : "this neighbour is there twice");
      }
      lists_.add(self, other, word.span);
      if (edge_weights_ && !number(lines.word())) return;
    }
  }

  Assembly assembly_;
  Diagnostics& d_;
  NeighbourLists lists_;
  Word header_;
  std::uint32_t nodes_ = 0;
  std::uint64_t edges_ = 0;
  std::uint32_t row_ = 0;
  std::uint32_t before_ = 0;  // numbers of a line before its neighbours
  bool edge_weights_ = false;
  bool has_header_ = false;
  bool good_ = true;
};

}  // namespace

std::optional<GraphFile> read_metis(const Source& source,
                                    const ReadOptions& options,
                                    Diagnostics& diagnostics) {
  return MetisReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
