// SPDX-License-Identifier: MIT
// Tokens as the lexer of librumur has them, without their values. Lists are
// copied whenever they grow: a block of n tokens with k statements costs n * k.
#include "network/imports/murphi/scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"

namespace vicinal::murphi {
namespace {

// Brackets and blocks around one token, signs in one expression, tokens that
// are copied.
constexpr std::size_t max_nesting = 100;
constexpr std::size_t max_signs = 1000;
constexpr std::uint64_t max_copies = 20'000'000;
constexpr std::size_t max_digits = 18;

constexpr std::array<std::string_view, 15> opening{
    "alias",      "begin_", "exists", "for",       "forall",
    "function",   "if",     "record", "rule",      "ruleset",
    "startstate", "switch", "while",  "procedure", "invariant_"};
constexpr std::array<std::string_view, 13> closing{
    "end",           "endalias",  "endexists", "endfor",  "endforall",
    "endfunction",   "endif",     "endrecord", "endrule", "endruleset",
    "endstartstate", "endswitch", "endwhile"};
constexpr std::array<std::string_view, 5> refused{"union", "multiset", "choose",
                                                  "real", "multisetcount"};
constexpr std::array<std::string_view, 8> parting{
    "begin", "do", "then", "else", "of", "var", "const", "type"};

bool is_among(std::string_view word, const auto& words) {
  return std::ranges::find(words, word) != words.end();
}

class Scanner {
 public:
  Scanner(const network::Source& source, network::Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {}

  Scan run();

 private:
  void token();
  void word();
  void number();
  bool comment();
  void string();
  void sign(char c);
  void open();
  void close();
  void separator();
  void fail(network::Code code, std::string message);
  Span here(std::size_t length) const {
    const auto begin = static_cast<std::uint32_t>(at_);
    return {begin, static_cast<std::uint32_t>(begin + length)};
  }

  std::string_view text_;
  network::Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool failed_ = false;
  std::size_t tokens_ = 0, signs_ = 0;
  std::uint64_t copies_ = 0;
  std::vector<std::size_t> open_{0};  // tokens before each open block
  std::size_t declaration_ = 0;       // where the present one begins
  bool fresh_ = true;
  Span last_;  // the declaration before
  std::vector<std::string> lines_;
  std::vector<imports::Remark> remarks_;
};

void Scanner::fail(network::Code code, std::string message) {
  if (failed_) return;
  diagnostics_.error(code, here(1), std::move(message));
  failed_ = true;
}

void Scanner::open() {
  open_.push_back(tokens_);
  if (open_.size() > max_nesting) {
    fail(codes::file_too_large,
         fmt::format("more than {} blocks and brackets, one in another",
                     max_nesting));
  }
}

void Scanner::close() {
  if (open_.size() > 1) open_.pop_back();
}

// A list has grown: what it has so far is copied.
void Scanner::separator() {
  signs_ = 0;
  copies_ += tokens_ - open_.back();
  if (copies_ > max_copies) {
    fail(codes::file_too_large,
         "the file is too large to be parsed: too many statements or "
         "declarations in one list");
  }
  if (open_.size() > 1) return;
  const Span span{static_cast<std::uint32_t>(declaration_),
                  static_cast<std::uint32_t>(at_ + 1)};
  if (!lines_.empty()) remarks_.push_back({std::move(lines_), span});
  lines_.clear();
  last_ = span;
  fresh_ = true;
}

void Scanner::word() {
  std::size_t end = at_;
  while (end < text_.size() &&
         (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 ||
          text_[end] == '_')) {
    ++end;
  }
  std::string lower(text_.substr(at_, end - at_));
  for (char& c : lower) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (is_among(lower, refused)) {
    diagnostics_.error(codes::part_not_taken, here(end - at_),
                       fmt::format("'{}' is not taken", lower));
    failed_ = true;
  }
  if (is_among(lower, opening)) open();
  if (is_among(lower, closing)) close();
  if (is_among(lower, parting)) signs_ = 0;
  at_ = end;
}

void Scanner::number() {
  std::size_t end = at_;
  while (end < text_.size() &&
         std::isalnum(static_cast<unsigned char>(text_[end])) != 0) {
    ++end;
  }
  if (end - at_ > max_digits) {
    fail(codes::too_many_digits, "a number of more than 18 digits");
  }
  at_ = end;
}

bool Scanner::comment() {
  const std::size_t begin = at_;
  std::size_t end = 0;
  if (text_.substr(at_, 2) == "--" || text_.substr(at_, 2) == "//") {
    end = std::min(text_.find('\n', at_), text_.size());
  } else if (text_.substr(at_, 2) == "/*") {
    end = text_.find("*/", at_ + 2);
    end = end == text_.npos ? text_.size() : end + 2;
  } else {
    return false;
  }
  std::string_view inside = text_.substr(begin, end - begin);
  if (inside.starts_with("--")) inside.remove_prefix(2);
  std::vector<std::string> lines = imports::comment_lines(inside);
  // On the line that a declaration ends on, it is about that one.
  const bool behind =
      fresh_ && tokens_ > 0 &&
      text_.substr(last_.end, begin - last_.end).find('\n') == text_.npos;
  std::vector<std::string>* to = &lines_;
  if (behind && !lines.empty()) {
    if (remarks_.empty() || remarks_.back().of != last_) {
      remarks_.push_back({{}, last_});
    }
    to = &remarks_.back().lines;
  }
  to->insert(to->end(), lines.begin(), lines.end());
  at_ = end;
  return true;
}

void Scanner::string() {
  std::size_t end = at_ + 1;
  while (end < text_.size() && text_[end] != '"') {
    end += text_[end] == '\\' ? 2 : 1;
  }
  at_ = std::min(end + 1, text_.size());
}

void Scanner::sign(char c) {
  if (c == '(' || c == '[' || c == '{') open();
  if (c == ')' || c == ']' || c == '}') close();
  if (c == ';') {
    separator();
  } else if (c != ',') {
    ++signs_;
    if (signs_ > max_signs) {
      fail(codes::file_too_large,
           fmt::format("more than {} signs in one statement", max_signs));
    }
  }
  ++at_;
}

void Scanner::token() {
  const char c = text_[at_];
  if (std::isspace(static_cast<unsigned char>(c)) != 0) {
    ++at_;
    return;
  }
  if (comment()) return;
  if (fresh_) {
    // What stands before all is about the file.
    if (tokens_ == 0 && !lines_.empty()) {
      remarks_.push_back({std::move(lines_), {}});
      lines_.clear();
    }
    declaration_ = at_;
    fresh_ = false;
  }
  ++tokens_;
  if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') {
    word();
  } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
    number();
  } else if (c == '"') {
    string();
  } else {
    sign(c);
  }
}

Scan Scanner::run() {
  while (at_ < text_.size() && !(failed_ && diagnostics_.overflow())) {
    network::poll();
    token();
  }
  if (!lines_.empty()) {
    const auto end = static_cast<std::uint32_t>(text_.size());
    remarks_.push_back({std::move(lines_), {end, end}});
  }
  return {std::move(remarks_)};
}

}  // namespace

Scan scan(const network::Source& source, network::Diagnostics& diagnostics) {
  return Scanner(source, diagnostics).run();
}

}  // namespace vicinal::murphi
