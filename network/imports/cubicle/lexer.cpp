// SPDX-License-Identifier: MIT
// Words, numbers, punctuation; comments (* that (* nest *) *).
#include "network/imports/cubicle/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "network/base/budget.hpp"
#include "network/imports/cubicle/codes.hpp"

namespace vicinal::cubicle {
namespace {

// Longer ones first: the first that fits is taken.
constexpr std::array<std::pair<TokenKind, std::string_view>, 27> signs{{
    {TokenKind::iff, "<=>"},        {TokenKind::assign, ":="},
    {TokenKind::implies, "=>"},     {TokenKind::not_equal, "<>"},
    {TokenKind::less_equal, "<="},  {TokenKind::greater_equal, ">="},
    {TokenKind::and_and, "&&"},     {TokenKind::or_or, "||"},
    {TokenKind::left_paren, "("},   {TokenKind::right_paren, ")"},
    {TokenKind::left_bracket, "["}, {TokenKind::right_bracket, "]"},
    {TokenKind::left_brace, "{"},   {TokenKind::right_brace, "}"},
    {TokenKind::comma, ","},        {TokenKind::semicolon, ";"},
    {TokenKind::colon, ":"},        {TokenKind::dot, "."},
    {TokenKind::question, "?"},     {TokenKind::bar, "|"},
    {TokenKind::underscore, "_"},   {TokenKind::equal, "="},
    {TokenKind::less, "<"},         {TokenKind::greater, ">"},
    {TokenKind::plus, "+"},         {TokenKind::minus, "-"},
    {TokenKind::star, "*"},
}};

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_lower(c) || is_upper(c) || is_digit(c) || c == '_';
}

}  // namespace

std::string_view spelling(TokenKind kind) {
  for (const auto& [sign, text] : signs) {
    if (sign == kind) return text;
  }
  switch (kind) {
    case TokenKind::lower:
      return "a name";
    case TokenKind::upper:
      return "a name with a capital";
    case TokenKind::process:
      return "the number of a process";
    case TokenKind::integer:
      return "an integer";
    case TokenKind::real:
      return "a real number";
    default:
      return "the end of the file";
  }
}

Token Lexer::make(TokenKind kind, std::size_t length) {
  const auto begin = static_cast<std::uint32_t>(place_);
  place_ += length;
  return {kind, {begin, static_cast<std::uint32_t>(place_)}};
}

// Whether anything is left.
bool Lexer::skip_blanks() {
  while (place_ < text_.size()) {
    network::poll();
    const char c = text_[place_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++place_;
    } else if (c == '(' && at(place_ + 1) == '*') {
      skip_comment();
    } else {
      return true;
    }
  }
  return false;
}

void Lexer::skip_comment() {
  const auto begin = static_cast<std::uint32_t>(place_);
  std::size_t open = 1;
  place_ += 2;
  while (open > 0 && place_ < text_.size()) {
    network::poll();
    if (at(place_) == '(' && at(place_ + 1) == '*') {
      ++open;
      place_ += 2;
    } else if (at(place_) == '*' && at(place_ + 1) == ')') {
      --open;
      place_ += 2;
    } else {
      ++place_;
    }
  }
  if (open > 0) {
    diagnostics_.error(codes::comment_without_end, {begin, begin + 2},
                       "this comment does not end; comments nest");
  }
  comments_.push_back({begin, static_cast<std::uint32_t>(place_)});
}

Token Lexer::word() {
  std::size_t end = place_ + 1;
  while (is_word(at(end))) ++end;
  return make(is_lower(at(place_)) ? TokenKind::lower : TokenKind::upper,
              end - place_);
}

Token Lexer::number() {
  std::size_t end = place_ + 1;
  while (is_digit(at(end))) ++end;
  if (at(place_) == '#') return make(TokenKind::process, end - place_);
  if (at(end) != '.') return make(TokenKind::integer, end - place_);
  ++end;
  while (is_digit(at(end))) ++end;
  return make(TokenKind::real, end - place_);
}

bool Lexer::punctuation(Token& token) {
  for (const auto& [kind, text] : signs) {
    if (text_.substr(place_, text.size()) != text) continue;
    token = make(kind, text.size());
    return true;
  }
  return false;
}

Token Lexer::next() {
  while (skip_blanks()) {
    const char c = text_[place_];
    if (is_lower(c) || is_upper(c)) return word();
    if (is_digit(c)) return number();
    if (c == '#' && is_digit(at(place_ + 1)) && at(place_ + 1) != '0') {
      return number();
    }
    Token token;
    if (punctuation(token)) return token;
    const auto character = network::first_character(text_.substr(place_));
    const Token wrong =
        make(TokenKind::end, std::max<std::size_t>(character.length, 1));
    diagnostics_.error(codes::stray_character, wrong.span,
                       "this character starts nothing in Cubicle");
    if (diagnostics_.overflow()) place_ = text_.size();
  }
  return make(TokenKind::end, 0);
}

}  // namespace vicinal::cubicle
