// SPDX-License-Identifier: MIT
// UCINET's DL: 'dl', then what is said of a matrix ('n=4', 'format=...'), its
// labels after 'labels:', and after 'data:' its entries: all of them, row by
// row (fullmatrix), a line 'row column [value]' for each (edgelist1), or a line
// 'row column column ...' (nodelist1). 'labels embedded': names stand in the
// data instead of numbers.
//
// An entry that is not 0 is an edge. Undirected, unless options say otherwise:
// then a full matrix has to be symmetric, and in lists an edge may stand in one
// direction or in both. Other forms (two modes, several matrices, half
// matrices, ranked lists, no diagonal) are refused by their names.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/formats/neighbour_lists.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

enum class Matrix : std::uint8_t { full, edges, nodes };

class UcinetReader {
 public:
  UcinetReader(const Source& source, const ReadOptions& options,
               Diagnostics& diagnostics)
      : assembly_(source, options, diagnostics, Assembly::Ends::declare),
        d_(diagnostics),
        text_(source.text()),
        directed_(options.directed) {
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  std::optional<GraphFile> run() {
    if (!header() || !data() || !symmetric()) return std::nullopt;
    lists_.finish(assembly_, directed_ ? NeighbourLists::Edges::directed
                                       : NeighbourLists::Edges::once_or_twice);
    return assembly_.finish(Format::ucinet);
  }

 private:
  bool fail(Code code, Span span, std::string message) {
    d_.error(code, span, std::move(message));
    return false;
  }

  // ---- words: between blanks, commas and '=', or in double quotes. With
  // `lines`, an empty word ends a line, too.
  Word word(bool lines = false) {
    poll();
    while (at_ < text_.size() && separates(text_[at_])) {
      if (lines && ends_line(text_[at_])) return here(at_);
      ++at_;
    }
    if (at_ < text_.size() && text_[at_] == '"') {
      const std::size_t begin = ++at_;
      at_ = std::min(text_.find('"', at_), text_.size());
      const Word found = here(begin);
      if (at_ == text_.size())
        fail(codes::wrong_sign_or_word, found.span, "this text has no end");
      if (found.empty())
        fail(codes::missing_id, found.span, "this name is empty");
      if (at_ < text_.size()) ++at_;
      return found;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && !separates(text_[at_])) {
      if (text_[at_++] == ':' &&
          ends_header(text_.substr(begin, at_ - begin))) {
        break;
      }
    }
    return here(begin);
  }
  Word here(std::size_t begin) const {
    return {
        text_.substr(begin, at_ - begin),
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}};
  }
  // What follows may stand right behind it.
  static bool ends_header(std::string_view word) {
    const std::string name = small_letters(word);
    return name == "labels:" || name == "data:" || name == "embedded:";
  }
  static bool ends_line(char c) { return c == '\n' || c == '\r'; }
  static bool separates(char c) {
    return c == ' ' || c == '\t' || ends_line(c) || c == ',' || c == '=' ||
           c == ';';
  }

  // ---- what is said of the matrix

  bool header() {
    if (const Word first = word(); small_letters(first.text) != "dl") {
      return fail(codes::unexpected_in_file, first.span, "expected 'dl'");
    }
    for (;;) {
      const Word key = word();
      const std::string name = small_letters(key.text);
      if (name.empty())
        return fail(codes::unexpected_in_file, key.span, "there is no 'data:'");
      if (name == "data:") {
        if (!has_nodes_)
          return fail(codes::unexpected_in_file, key.span,
                      "expected 'n=' before it");
        return true;
      }
      if (!say(name, key)) return false;
    }
  }

  bool say(const std::string& name, const Word& key) {
    if (name == "n") return count();
    if (name == "format") return form();
    if (name == "labels:") return labels();
    if (name == "labels" || name == "label") {
      const Word how = word();
      const std::string text = small_letters(how.text);
      if (text == ":") return labels();
      if (text != "embedded" && text != "embedded:") {
        return fail(codes::unexpected_in_file, how.span,
                    "expected 'labels:' or 'labels embedded'");
      }
      embedded_ = true;
      return true;
    }
    if (name == "nm") {
      const Word how = word();
      if (how.text == "1") return true;
      return fail(codes::form_not_read, how.span,
                  "files with several matrices are not read");
    }
    if (name == "diagonal") {
      const Word how = word();
      if (small_letters(how.text) == "present") return true;
      return fail(codes::form_not_read, how.span,
                  "a matrix without its diagonal is not read");
    }
    if (name == "nr" || name == "nc") {
      return fail(codes::form_not_read, key.span,
                  "a matrix of two modes is not read");
    }
    return fail(codes::unexpected_in_file, key.span,
                fmt::format("'{}' is not known here", key.text));
  }

  bool count() {
    const Word word_of = word();
    const auto found = whole_number(word_of.text);
    if (!found)
      return fail(codes::not_a_number, word_of.span, "expected a whole number");
    if (has_nodes_) {
      return fail(codes::key_twice, word_of.span,
                  "the number of nodes is there twice");
    }
    has_nodes_ = true;
    if (!in_proportion(*found, assembly_.source(), word_of.span, d_)) {
      return false;
    }
    nodes_ = static_cast<std::size_t>(*found);
    count_span_ = word_of.span;
    return true;
  }

  bool form() {
    const Word how = word();
    const std::string name = small_letters(how.text);
    if (name == "fullmatrix" || name == "fm") {
      form_ = Matrix::full;
    } else if (name == "edgelist1" || name == "el1") {
      form_ = Matrix::edges;
    } else if (name == "nodelist1" || name == "nl1") {
      form_ = Matrix::nodes;
    } else {
      return fail(codes::form_not_read, how.span,
                  fmt::format("the form '{}' is not read: expected fullmatrix, "
                              "edgelist1 or nodelist1",
                              how.text));
    }
    return true;
  }

  // As many as there are nodes.
  bool labels() {
    if (!has_nodes_)
      return fail(codes::unexpected_in_file, here(at_).span,
                  "expected 'n=' before");
    if (has_labels_)
      return fail(codes::key_twice, here(at_).span, "labels are there twice");
    has_labels_ = true;
    for (std::size_t i = 0; i < nodes_; ++i) {
      const Word label = word();
      if (label.empty() || small_letters(label.text) == "data:") {
        return fail(codes::unexpected_in_file, label.span,
                    "there are too few labels");
      }
      if (!fresh(label)) return false;
    }
    return true;
  }

  bool fresh(const Word& label) {
    const NodeId node = assembly_.declare(label.text, label.span);
    if (node.index() == known_) return ++known_, true;
    return fail(codes::id_twice, label.span,
                fmt::format("there are two nodes \"{}\"", label.text));
  }

  // ---- the data

  bool data() {
    if (!has_labels_ && !embedded_) {
      for (std::size_t i = 1; i <= nodes_; ++i) {
        assembly_.declare(std::to_string(i), count_span_);
        ++known_;
      }
    }
    if (form_ == Matrix::full) return full();
    for (;;) {
      while (at_ < text_.size() && separates(text_[at_])) ++at_;
      if (at_ == text_.size()) break;
      if (!line()) return false;
    }
    // Nodes that are named nowhere would have no name.
    if (known_ == nodes_) return true;
    return fail(
        codes::unexpected_in_file, count_span_,
        fmt::format("{} nodes are announced, and {} named", nodes_, known_));
  }

  // A label or a number.
  std::optional<NodeId> node(const Word& name) {
    if (embedded_) {
      const NodeId found = assembly_.mention(name.text, name.span);
      known_ = std::max(known_, found.index() + 1);
      return found;
    }
    const auto number = whole_number(name.text);
    if (!number) {
      fail(codes::not_a_number, name.span, "expected the number of a node");
      return std::nullopt;
    }
    if (*number == 0 || *number > nodes_) {
      fail(codes::unknown_id, name.span,
           fmt::format("there is no node {}; they are 1 to {}", *number,
                       nodes_));
      return std::nullopt;
    }
    return NodeId(static_cast<std::size_t>(*number - 1));
  }

  bool line() {
    const auto from = node(word(true));
    if (!from) return false;
    if (form_ == Matrix::nodes) {
      for (Word w = word(true); !w.empty(); w = word(true)) {
        const auto to = node(w);
        if (!to) return false;
        lists_.add(*from, *to, w.span);
      }
      return true;
    }
    const Word second = word(true);
    if (second.empty()) {
      return fail(codes::line_is_no_edge, second.span,
                  "this line names one node only");
    }
    const auto to = node(second);
    if (!to) return false;
    const Word weight = word(true);
    std::optional<bool> edge = true;
    if (!weight.empty() && !(edge = entry(weight))) return false;
    if (const Word more = word(true); !more.empty()) {
      return fail(codes::unexpected_in_file, more.span,
                  "there is a word too many");
    }
    if (*edge) lists_.add(*from, *to, second.span);
    return true;
  }

  // Whether an entry is an edge.
  std::optional<bool> entry(const Word& word_of) {
    double value = 0;
    const char* last = word_of.text.data() + word_of.text.size();
    const auto parsed = std::from_chars(word_of.text.data(), last, value);
    if (word_of.empty() || parsed.ec != std::errc{} || parsed.ptr != last) {
      fail(codes::not_a_number, word_of.span, "expected a number");
      return std::nullopt;
    }
    return value != 0;
  }

  bool full() {
    if (embedded_) {
      for (std::size_t i = 0; i < nodes_; ++i) {
        if (!fresh(word())) return false;
      }
    }
    for (std::size_t row = 0; row < nodes_; ++row) {
      if (embedded_) {
        const Word name = word();
        if (assembly_.mention(name.text, name.span).index() != row) {
          return fail(codes::unexpected_in_file, name.span,
                      "rows stand in the order of columns");
        }
      }
      for (std::size_t column = 0; column < nodes_; ++column) {
        const Word value = word();
        const auto edge = entry(value);
        if (!edge) return false;
        if (*edge) lists_.add(NodeId(row), NodeId(column), value.span);
        if (*edge) entries_.emplace_back(row, column);
      }
    }
    const Word more = word();
    if (more.empty()) return true;
    return fail(codes::unexpected_in_file, more.span,
                "the matrix is larger than it should be");
  }

  // Of a full matrix of edges without a direction: entries are sorted.
  bool symmetric() {
    if (form_ != Matrix::full || directed_) return true;
    poll(static_cast<std::int64_t>(entries_.size()));
    for (const auto& [row, column] : entries_) {
      if (std::ranges::binary_search(entries_, std::pair(column, row)))
        continue;
      d_.error(codes::neighbours_disagree, count_span_,
               fmt::format("the matrix is not symmetric: node {} names node "
                           "{}, which does not name it",
                           row + 1, column + 1),
               {{std::nullopt,
                 "--directed takes entries for edges from their "
                 "rows to their columns"}});
      return false;
    }
    return true;
  }

  Assembly assembly_;
  Diagnostics& d_;
  std::string_view text_;
  const bool directed_;
  std::size_t at_ = 0;
  Matrix form_ = Matrix::full;
  NeighbourLists lists_;
  std::vector<std::pair<std::size_t, std::size_t>> entries_;  // full matrix
  Span count_span_;
  std::size_t nodes_ = 0;
  std::size_t known_ = 0;  // nodes that are named so far
  bool has_nodes_ = false;
  bool has_labels_ = false;
  bool embedded_ = false;
};

}  // namespace

std::optional<GraphFile> read_ucinet(const Source& source,
                                     const ReadOptions& options,
                                     Diagnostics& diagnostics) {
  return UcinetReader(source, options, diagnostics).run();
}

}  // namespace vicinal::network::inline files
