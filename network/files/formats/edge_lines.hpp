// SPDX-License-Identifier: MIT
// Lines of an edge list: each names the two ends of an edge. Not for use
// outside of network/files/formats/.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/files/line_scanner.hpp"

namespace vicinal::network::inline files {

inline bool is_edge_list_comment(const Word& word) {
  return !word.empty() && (word.text[0] == '#' || word.text[0] == '%');
}

class EdgeLines {
 public:
  static constexpr std::string_view instead =
      "an adjacency list (a node, then all its neighbours) is read with "
      "--format adjacency-list";
  static constexpr std::string_view left_out =
      "what follows the two nodes of a line";

  struct Ends {
    Word from, to;
  };

  // `form`: of an edge that is not in this text, or 0.
  explicit EdgeLines(Diagnostics& diagnostics, std::size_t form = 0)
      : d_(diagnostics), form_(form) {}

  // The edge in the line that the scanner has come to; none in a comment, and
  // where there is an error. Data in braces and what it holds are one word, and
  // no comment is any.
  std::optional<Ends> read(LineScanner& lines);
  // Whether that line has as many words as the first edge; if not, an error.
  bool fits(const Ends& ends);

  // Whether more may be read.
  bool good() const { return good_; }
  // Of the first edge: its words, without the first.
  std::size_t form() const { return form_; }
  Span first_span() const { return first_span_; }
  // Of the line, without the first.
  const std::vector<Word>& words() const { return words_; }

 private:
  void data(const Word& word);
  void one_word(const Word& word);

  Diagnostics& d_;
  std::vector<Word> words_;
  std::size_t form_ = 0;
  Span first_span_;
  bool good_ = true;
};

}  // namespace vicinal::network::inline files
