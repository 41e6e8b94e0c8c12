// SPDX-License-Identifier: MIT
// A lexer by hand: one switch on the first byte, the longest token wins.
//
// The bytes are looked over once before, for malformed UTF-8 and for NUL, so
// that a file that is no text gets one message, not thousands; afterwards such
// bytes are skipped like blanks.
#include "network/language/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "network/base/utf8.hpp"
#include "network/language/codes.hpp"

namespace vicinal::network::inline language {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_word(char c) {
  return starts_word(c) || is_digit(c);
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

struct Punctuation {
  std::string_view text;
  TokenKind kind;
};

// Longer ones before their prefixes.
constexpr std::array<Punctuation, 30> punctuation_table{{
    {"<=>", TokenKind::iff},         {"..", TokenKind::dot_dot},
    {":=", TokenKind::assign},       {"==", TokenKind::equal_equal},
    {"=>", TokenKind::implies},      {"!=", TokenKind::bang_equal},
    {"<=", TokenKind::less_equal},   {">=", TokenKind::greater_equal},
    {"&&", TokenKind::and_and},      {"||", TokenKind::or_or},
    {"->", TokenKind::arrow},        {"(", TokenKind::left_paren},
    {")", TokenKind::right_paren},   {"[", TokenKind::left_bracket},
    {"]", TokenKind::right_bracket}, {"{", TokenKind::left_brace},
    {"}", TokenKind::right_brace},   {",", TokenKind::comma},
    {";", TokenKind::semicolon},     {":", TokenKind::colon},
    {".", TokenKind::dot},           {"=", TokenKind::equals},
    {"<", TokenKind::less},          {">", TokenKind::greater},
    {"+", TokenKind::plus},          {"-", TokenKind::minus},
    {"*", TokenKind::star},          {"/", TokenKind::slash},
    {"%", TokenKind::percent},       {"!", TokenKind::bang},
}};

// What people paste from papers, and what it stands for.
constexpr std::array<Punctuation, 13> stand_in_table{{
    {"\u2264", TokenKind::less_equal},
    {"\u2265", TokenKind::greater_equal},
    {"\u2260", TokenKind::bang_equal},
    {"\u2227", TokenKind::and_and},
    {"\u2228", TokenKind::or_or},
    {"\u00ac", TokenKind::bang},
    {"\u2192", TokenKind::implies},
    {"\u21d2", TokenKind::implies},
    {"\u2194", TokenKind::iff},
    {"\u21d4", TokenKind::iff},
    {"\u2212", TokenKind::minus},
    {"\u00d7", TokenKind::star},
    {"\u2254", TokenKind::assign},
}};

// What to write instead of a character that starts nothing.
std::string_view advice(char c) {
  switch (c) {
    case '#':
      return "; comments start with '//'";
    case '\'':
      return "; a string stands in double quotes";
    case '?':
      return "; write 'if c then a else b'";
    case '^':
      return "; write 'pow(a, b)' for a power";
    case '~':
      return "; write '!' for negation";
    default:
      return "";
  }
}

}  // namespace

std::string_view spelling(TokenKind kind) {
  switch (kind) {
    case TokenKind::end:
      return "the end of the file";
    case TokenKind::word:
      return "a name";
    case TokenKind::integer:
      return "a number";
    case TokenKind::string:
      return "a string";
    default:
      break;
  }
  return std::find_if(punctuation_table.begin(), punctuation_table.end(),
                      [&](const Punctuation& p) { return p.kind == kind; })
      ->text;
}

Lexer::Lexer(const Source& source, Diagnostics& diagnostics)
    : text_(source.text()), diagnostics_(diagnostics) {
  if (starts_with("\xEF\xBB\xBF")) place_ = 3;
  check_bytes();
}

void Lexer::error(Code code, std::size_t begin, std::size_t end,
                  std::string_view message) {
  after_error_ = true;
  diagnostics_.error(
      code,
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
      std::string(message));
}

char Lexer::at(std::size_t offset) const {
  return place_ + offset < text_.size() ? text_[place_ + offset] : '\0';
}

bool Lexer::starts_with(std::string_view prefix) const {
  return text_.substr(place_).starts_with(prefix);
}

void Lexer::check_bytes() {
  if (const auto bad = not_utf8(text_)) {
    error(codes::not_utf8, *bad, *bad + 1,
          fmt::format("the byte 0x{:02x} is not UTF-8 here; is this a text?",
                      static_cast<unsigned char>(text_[*bad])));
  }
  const std::size_t nul = text_.find('\0');
  if (nul != std::string_view::npos) {
    error(codes::nul_byte, nul, nul + 1, "a NUL byte; is this a text?");
  }
  after_error_ = false;
}

void Lexer::skip_comment() {
  const std::size_t end = text_.find("*/", place_ + 2);
  if (end == std::string_view::npos) {
    error(codes::comment_without_end, place_, place_ + 2,
          "this comment does not end; '*/' ends it");
    place_ = text_.size();
    return;
  }
  const std::string_view comment = text_.substr(place_, end - place_);
  line_start_ |= comment.find('\n') != std::string_view::npos;
  place_ = end + 2;
}

void Lexer::skip_blanks() {
  while (place_ < text_.size()) {
    const char c = text_[place_];
    if (is_blank(c)) {
      line_start_ |= c == '\n';
      ++place_;
    } else if (c == '/' && at(1) == '/') {
      place_ = std::min(text_.find('\n', place_), text_.size());
    } else if (c == '/' && at(1) == '*') {
      skip_comment();
    } else if (c == '\0' || first_character(text_.substr(place_)).length == 0) {
      after_error_ = true;  // reported by check_bytes
      ++place_;
    } else {
      return;
    }
  }
}

Token Lexer::make(TokenKind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.line_start = line_start_;
  token.after_error = after_error_;
  token.span = {static_cast<std::uint32_t>(place_),
                static_cast<std::uint32_t>(place_ + length)};
  place_ += length;
  line_start_ = false;
  after_error_ = false;
  return token;
}

Token Lexer::number() {
  std::size_t length = 1;
  while (is_digit(at(length))) ++length;
  const bool fraction = at(length) == '.' && is_digit(at(length + 1));
  if (!fraction && !continues_word(at(length))) {
    return make(TokenKind::integer, length);
  }
  const std::size_t digits = length;
  ++length;
  while (continues_word(at(length))) ++length;
  const std::size_t begin = place_;
  Token token = make(TokenKind::integer, length);
  if (fraction) {
    error(codes::malformed_number, begin, place_, "numbers are integers");
  } else {
    error(codes::malformed_number, begin + digits, place_,
          "a number ends in letters; numbers are decimal, and a name does not "
          "start with a digit");
  }
  after_error_ = false;  // the token stands for what was meant
  return token;
}

Token Lexer::string() {
  std::size_t length = 1;
  while (place_ + length < text_.size() && at(length) != '"' &&
         at(length) != '\n') {
    ++length;
  }
  const bool closed = at(length) == '"';
  const std::size_t begin = place_;
  Token token = make(TokenKind::string, length + (closed ? 1 : 0));
  if (!closed) {
    error(codes::string_without_end, begin, begin + 1,
          "this string does not end on its line; '\"' ends it");
  }
  return token;
}

bool Lexer::punctuation(Token& token) {
  for (const Punctuation& candidate : punctuation_table) {
    if (starts_with(candidate.text)) {
      token = make(candidate.kind, candidate.text.size());
      return true;
    }
  }
  return false;
}

// '&' for '&&', and characters that ASCII lacks.
bool Lexer::stand_in(Token& token) {
  const char c = at(0);
  if (c == '&' || c == '|') {
    token = make(c == '&' ? TokenKind::and_and : TokenKind::or_or, 1);
    error(codes::single_ampersand_or_bar, token.span.begin, token.span.end,
          fmt::format("'{0}' is no operator; write '{0}{0}'", c));
    after_error_ = false;
    return true;
  }
  for (const Punctuation& candidate : stand_in_table) {
    if (starts_with(candidate.text)) {
      token = make(candidate.kind, candidate.text.size());
      error(codes::character_beyond_ascii, token.span.begin, token.span.end,
            fmt::format("write '{}' for '{}'", spelling(candidate.kind),
                        candidate.text));
      after_error_ = false;
      return true;
    }
  }
  return false;
}

// A run of them is one error.
void Lexer::skip_unexpected() {
  const std::size_t begin = place_;
  const char first = text_[place_];
  const bool ascii = static_cast<unsigned char>(first) < 0x80;
  if (ascii) {
    while (at(0) == first) ++place_;
  } else {
    while (place_ < text_.size() &&
           static_cast<unsigned char>(text_[place_]) >= 0x80) {
      const std::size_t length = first_character(text_.substr(place_)).length;
      if (length == 0) break;
      place_ += length;
    }
  }
  const std::size_t end = place_;
  if (first == '#') place_ = std::min(text_.find('\n', place_), text_.size());
  if (!ascii) {
    error(codes::character_beyond_ascii, begin, end,
          "names are made of the letters a-z and A-Z, digits and '_'; other "
          "characters may stand in comments only");
  } else if (first < ' ' || first == '\x7f') {
    error(codes::stray_character, begin, end,
          fmt::format("unexpected control character 0x{:02x}", first));
  } else {
    error(codes::stray_character, begin, end,
          fmt::format("unexpected character '{}'{}", first, advice(first)));
  }
}

Token Lexer::next() {
  while (true) {
    skip_blanks();
    if (place_ >= text_.size() || diagnostics_.overflow()) {
      place_ = text_.size();
      return make(TokenKind::end, 0);
    }
    const char c = text_[place_];
    if (starts_word(c)) {
      std::size_t length = 1;
      while (continues_word(at(length))) ++length;
      return make(TokenKind::word, length);
    }
    if (is_digit(c)) return number();
    if (c == '"') return string();
    Token token;
    if (punctuation(token) || stand_in(token)) return token;
    skip_unexpected();
  }
}

}  // namespace vicinal::network::inline language
