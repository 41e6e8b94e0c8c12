// SPDX-License-Identifier: MIT
// One character decides what comes next. A line that is wrong is left, so that
// what is wrong with the next one is said, too.
#include "symmetry/written/group_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "symmetry/written/codes.hpp"

namespace vicinal::symmetry::inline written {

using network::Span;

namespace {

// What `vicinal symmetry` calls a generator, before its cycles.
constexpr std::array<std::string_view, 4> kinds = {"process", "variables",
                                                   "data", "mixed"};

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool ends_word(char c) {
  return blank(c) || c == '(' || c == ')' || c == ',' || c == '"';
}

class GroupParser {
 public:
  GroupParser(const network::Source& source, network::Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {
    if (text_.starts_with(network::byte_order_mark)) {
      at_ = network::byte_order_mark.size();
    }
  }

  std::vector<GeneratorText> run() {
    while (skip(true), at_ < text_.size()) {
      network::poll();
      if (!generator()) leave_line();
    }
    return std::move(result_);
  }

 private:
  bool error(Span span, std::string message, std::string note = {}) {
    std::vector<network::Note> notes;
    if (!note.empty()) notes.push_back({std::nullopt, std::move(note)});
    diagnostics_.error(codes::not_a_generator, span, std::move(message),
                       std::move(notes));
    return false;
  }

  Span here(std::size_t length = 1) const {
    const std::size_t end = std::min(at_ + length, text_.size());
    return {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)};
  }
  Span from(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }

  // Blanks and comments; ends of lines, if they do not count.
  void skip(bool lines) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#' || text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (!blank(c) || (c == '\n' && !lines)) {
        return;
      } else {
        ++at_;
      }
    }
  }

  void leave_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  bool generator() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    const std::string_view kind = text_.substr(begin, at_ - begin);
    if (!kind.empty() && std::ranges::find(kinds, kind) == kinds.end()) {
      return error(from(begin), "a generator begins with '('",
                   "write its cycles: (s[0] s[1] s[2])(token[0] token[1] "
                   "token[2])");
    }
    GeneratorText result;
    for (skip(false); at_ < text_.size() && text_[at_] == '('; skip(false)) {
      if (!cycle(result)) return false;
    }
    const bool ends = at_ == text_.size() || text_[at_] == '\n';
    if (!ends || result.cycles.empty()) {
      return error(here(), "here a cycle begins, with '('");
    }
    result.span = {result.cycles.front().span.begin,
                   result.cycles.back().span.end};
    result_.push_back(std::move(result));
    return true;
  }

  bool cycle(GeneratorText& generator) {
    const std::size_t begin = at_++;
    Cycle cycle;
    std::size_t equals = 0;  // behind every second word, or none
    for (skip(true);; skip(true)) {
      network::poll();
      if (at_ == text_.size() || text_[at_] == '(') {
        return error({static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(begin + 1)},
                     "the cycle has no ')'");
      }
      if (text_[at_] == ')') break;
      if (text_[at_] == ',') {
        ++at_;
        continue;
      }
      auto word = next_word();
      if (!word) return false;
      if (word->text == "=") {
        if (cycle.words.size() != 2 * equals + 1) {
          return error(word->span, "'=' stands between a variable and a value",
                       "write: (x = a, y = b)");
        }
        ++equals;
        continue;
      }
      if (!take(std::move(*word), cycle)) return false;
    }
    ++at_;
    cycle.span = from(begin);
    if (equals > 0) {
      if (cycle.words.size() != 2 * equals || !cycle.of.text.empty()) {
        return error(cycle.span, "each variable of the cycle has a value",
                     "write: (x = a, y = b)");
      }
      cycle.kind = Cycle::Kind::literals;
    }
    if (cycle.words.empty()) {
      return error(cycle.span, "there is nothing in the cycle");
    }
    generator.cycles.push_back(std::move(cycle));
    return true;
  }

  // The first word of a cycle of values ends in a colon.
  bool take(Word word, Cycle& cycle) {
    const bool first = cycle.words.empty() && cycle.of.text.empty();
    if (first && word.text.size() > 1 && word.text.ends_with(':')) {
      word.text.pop_back();
      --word.span.end;
      cycle.of = std::move(word);
      cycle.kind = Cycle::Kind::values;
    } else {
      cycle.words.push_back(std::move(word));
    }
    return true;
  }

  std::optional<Word> next_word() {
    const std::size_t begin = at_;
    if (text_[at_] == '"') {
      const std::size_t end = text_.find('"', at_ + 1);
      if (end == std::string_view::npos) {
        error(here(), "the name has no second '\"'");
        return std::nullopt;
      }
      at_ = end + 1;
      std::string name(text_.substr(begin + 1, end - begin - 1));
      if (at_ < text_.size() && text_[at_] == ':') {
        ++at_;
        name += ':';
      }
      return Word{std::move(name), from(begin)};
    }
    // The length of a queue is a variable: len(s[0].q).
    if (text_.substr(at_).starts_with("len(")) at_ += 4;
    const bool length = at_ != begin;
    while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    if (length && at_ < text_.size() && text_[at_] == ')') {
      ++at_;
      if (at_ < text_.size() && text_[at_] == ':') ++at_;
    }
    return Word{std::string(text_.substr(begin, at_ - begin)), from(begin)};
  }

  std::string_view text_;
  network::Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<GeneratorText> result_;
};

}  // namespace

std::vector<GeneratorText> parse_generators(const network::Source& source,
                                            network::Diagnostics& diagnostics) {
  return GroupParser(source, diagnostics).run();
}

}  // namespace vicinal::symmetry::inline written
