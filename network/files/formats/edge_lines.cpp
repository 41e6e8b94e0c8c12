// SPDX-License-Identifier: MIT
// What follows the two names decides the form of the whole file: as many words
// in each line as in the first. Who reads only a part of a file is told the
// form, and finds the same errors in its lines.
#include "network/files/formats/edge_lines.hpp"

#include <fmt/format.h>

#include "network/base/budget.hpp"
#include "network/files/codes.hpp"

namespace vicinal::network::inline files {

std::optional<EdgeLines::Ends> EdgeLines::read(LineScanner& lines) {
  words_.clear();
  const Word from = lines.word();
  if (from.empty() || is_edge_list_comment(from)) return std::nullopt;
  const Word to = lines.word();
  if (to.empty() || is_edge_list_comment(to)) {
    one_word(from);
    return std::nullopt;
  }
  if (to.text[0] == '{') {
    data(to);
    return std::nullopt;
  }
  words_.assign(1, to);
  for (Word w = lines.word(); !w.empty() && !is_edge_list_comment(w);
       w = lines.word()) {
    poll();
    words_.push_back(w);
    if (w.text[0] == '{') break;
  }
  return Ends{from, to};
}

bool EdgeLines::fits(const Ends& ends) {
  const Word& from = ends.from;
  if (form_ == 0) form_ = words_.size();
  if (first_span_ == Span{}) first_span_ = from.span;
  if (words_.size() == form_) return true;
  good_ = false;
  std::vector<Note> notes;
  if (first_span_ != from.span) {
    notes.push_back({first_span_, "the first edge is here"});
  }
  notes.push_back({std::nullopt, std::string(instead)});
  d_.error(codes::line_is_no_edge, from.span,
           fmt::format("this line has {} words, and the first edge {}",
                       words_.size() + 1, form_ + 1),
           std::move(notes));
  return false;
}

void EdgeLines::data(const Word& word) {
  d_.error(codes::line_is_no_edge, word.span, "this is no name of a node",
           {{std::nullopt, std::string(instead)}});
  good_ = false;
}

void EdgeLines::one_word(const Word& word) {
  constexpr std::string_view message = "this line names one node only";
  if (word.text.find_first_of(",;") != std::string_view::npos) {
    d_.error(codes::line_is_no_edge, word.span, std::string(message),
             {{std::nullopt, "separate the two nodes by a blank"}});
    return;
  }
  d_.error(codes::line_is_no_edge, word.span, std::string(message),
           {{std::nullopt,
             "write the two nodes of an edge, with a blank between them"},
            {std::nullopt, std::string(instead)}});
}

}  // namespace vicinal::network::inline files
