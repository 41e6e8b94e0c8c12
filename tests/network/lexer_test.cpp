// SPDX-License-Identifier: MIT
// Guards the lexer: kinds and spans of tokens, and what it reports.
#include "network/language/lexer.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace vicinal::network::lexer_test {
namespace {

struct Lexed {
  std::string tokens;  // as written, one blank between
  std::vector<Token> list;
  std::vector<int> codes;
  std::vector<Span> places;
};

Lexed lex(const std::string& text) {
  const Source source("test.vic", text);
  Diagnostics diagnostics(&source);
  Lexer lexer(source, diagnostics);
  Lexed result;
  for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) {
    result.list.push_back(t);
    if (!result.tokens.empty()) result.tokens += ' ';
    result.tokens += source.text(t.span);
  }
  for (const Diagnostic& d : diagnostics.all()) {
    result.codes.push_back(number(d.code));
    result.places.push_back(d.span);
  }
  return result;
}

using Codes = std::vector<int>;

TEST_CASE("tokens: the longest token wins") {
  CHECK(lex("0..n-1").tokens == "0 .. n - 1");
  CHECK(lex("2..=6").tokens == "2 .. = 6");
  CHECK(lex("a<=>b=>c<=d==e:=f->g").tokens ==
        "a <=> b => c <= d == e := f -> g");
  CHECK(lex("!!=&&||<>..").tokens == "! != && || < > ..");
  CHECK(lex("x_1.y2[3]{};,(:)%*/").tokens ==
        "x_1 . y2 [ 3 ] { } ; , ( : ) % * /");
}

TEST_CASE("tokens: every kind of punctuation is what it is spelled") {
  for (int kind = static_cast<int>(TokenKind::left_paren);
       kind <= static_cast<int>(TokenKind::arrow); ++kind) {
    const std::string text{spelling(static_cast<TokenKind>(kind))};
    const Lexed lexed = lex(text);
    CAPTURE(text);
    REQUIRE(lexed.list.size() == 1);
    CHECK(static_cast<int>(lexed.list[0].kind) == kind);
  }
}

TEST_CASE("tokens: spans, and tokens that begin a line") {
  const Lexed lexed =
      lex("\xEF\xBB\xBF"
          "ab /* x\n */ cd\r\n  // e\n12");
  REQUIRE(lexed.list.size() == 3);
  CHECK(lexed.list[0].span == Span{3, 5});
  CHECK(lexed.list[1].span == Span{15, 17});
  CHECK(lexed.list[0].line_start);
  CHECK(lexed.list[1].line_start);
  CHECK(lexed.list[2].line_start);
  CHECK_FALSE(lex("a b").list[1].line_start);
  CHECK(lexed.codes.empty());
}

TEST_CASE("tokens: comments do not nest, and end") {
  CHECK(lex("a /* /* */ b // c */ d\ne").tokens == "a b e");
  CHECK(lex("/**/a/***/b/*/*/c").tokens == "a b c");
  const Lexed open = lex("a /* b");
  CHECK(open.codes == Codes{104});
  CHECK(open.places[0] == Span{2, 4});
  CHECK(lex("/*/").codes == Codes{104});
}

TEST_CASE("tokens: strings end on their line") {
  CHECK(lex("\"a b.c\" d").tokens == "\"a b.c\" d");
  CHECK(lex("\"a\nb").codes == Codes{105});
  CHECK(lex("\"a\nb").tokens == "\"a b");
  CHECK(lex("\"").codes == Codes{105});
}

TEST_CASE("tokens: malformed numbers") {
  CHECK(lex("1_000").codes == Codes{106});
  CHECK(lex("0x1F").codes == Codes{106});
  CHECK(lex("1.5").codes == Codes{106});
  CHECK(lex("1.5").list.size() == 1);
  CHECK(lex("1 .5").codes.empty());
  CHECK(lex("99999999999999999999").codes.empty());  // the parser's business
}

TEST_CASE("tokens: a run of unexpected characters is one error") {
  CHECK(lex("a $$$ b").codes == Codes{101});
  CHECK(lex("a $ b").list[1].after_error);
  CHECK_FALSE(lex("a $ b").list[0].after_error);
  CHECK(lex("a # $ ? ~\nb").codes == Codes{101});
  CHECK(lex("a # $ ? ~\nb").tokens == "a b");
  CHECK(lex("'a'").codes == Codes{101, 101});
  CHECK(lex("\x01").codes == Codes{101});
  CHECK(lex("grün").codes == Codes{108});
  CHECK(lex("日本").codes == Codes{108});
}

TEST_CASE("tokens: what was meant is taken") {
  const Lexed single = lex("a & b | c");
  CHECK(single.codes == Codes{109, 109});
  REQUIRE(single.list.size() == 5);
  CHECK(single.list[1].kind == TokenKind::and_and);
  CHECK(single.list[3].kind == TokenKind::or_or);
  const Lexed paper = lex("a ≤ b ∧ ¬c → d");
  CHECK(paper.codes == Codes{108, 108, 108, 108});
  REQUIRE(paper.list.size() == 8);
  CHECK(paper.list[1].kind == TokenKind::less_equal);
  CHECK(paper.list[6].kind == TokenKind::implies);
}

TEST_CASE(
    "tokens: malformed UTF-8 and NUL are reported once, wherever they stand") {
  CHECK(lex("a \xFF b \xFE").codes == Codes{102});
  CHECK(lex("a \xFF b \xFE").tokens == "a b");
  CHECK(lex("// \xC3\n").codes == Codes{102});
  CHECK(lex("// \xC3\n").places[0] == Span{3, 4});
  CHECK(lex(std::string("a\0b\0", 4)).codes == Codes{103});
  CHECK(lex(std::string("a\0b\0", 4)).tokens == "a b");
}

TEST_CASE("tokens: UTF-8 is checked to the letter") {
  for (const char* good :
       {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF",
        "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    CHECK(lex(std::string("// ") + good).codes.empty());
  }
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x41", "\xE0\x9F\xBF",
        "\xE1\x80", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF0\x90\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    CHECK(lex(std::string("// ") + bad).codes == Codes{102});
  }
}

TEST_CASE("tokens: after the limit of errors nothing follows") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "$ a ";
  const Lexed lexed = lex(text);
  CHECK(lexed.codes.size() == 50);
  CHECK(lexed.list.size() < 60);
}

}  // namespace
}  // namespace vicinal::network::lexer_test
