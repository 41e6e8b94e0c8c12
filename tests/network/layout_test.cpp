// SPDX-License-Identifier: MIT
// Guards: a layout changes blanks and nothing else, what has it keeps it, and
// it does not depend on how the text was spaced; on examples and on random
// models that are taken apart and put together with other blanks and with
// comments.
#include "network/layout/layout.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "network/imports/tree/vic_writer.hpp"
#include "network/language/lexer.hpp"
#include "network/language/parser/parser.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/round_model.hpp"
#include "tests/random/terms.hpp"

namespace vicinal::network::layout_test {
namespace {

using random_models::Dice;

std::string laid(const std::string& text) {
  const Source source("test.vic", text);
  Diagnostics diagnostics(&source);
  const auto out = layout::laid_out(source, diagnostics);
  INFO(text);
  const auto& found = diagnostics.all();
  INFO((found.empty() ? "" : found[0].message));
  REQUIRE(out);
  return *out;
}

std::string without_blanks(const std::string& text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) {
    return std::string_view(" \t\r\f\n").find(c) > 4;
  });
  return out;
}

// The model in the words of another writer, which knows trees alone.
std::string meaning(const std::string& text) {
  const Source source("test.vic", text);
  Diagnostics diagnostics(&source);
  const ast::Tree tree = parse(source, diagnostics);
  REQUIRE_FALSE(diagnostics.has_errors());
  const bool plain = std::ranges::all_of(
      tree.networks,
      [](const ast::Network& n) { return n.kind == ast::NetworkKind::block; });
  return plain ? imports::write_model(tree).text : "";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    REQUIRE(end != std::string::npos);  // the last line ends, too
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// Of a text without comments of several lines.
void check_form(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    INFO("line " << i + 1);
    const std::size_t begin = line.find_first_not_of(' ');
    CHECK((line.empty() || line.back() != ' '));
    CHECK((line.empty() || begin % 2 == 0));
    if (!line.empty()) continue;
    CHECK((i > 0 && i + 1 < lines.size()));
    CHECK((i == 0 || !lines[i - 1].empty()));
  }
}

void check_layout(const std::string& text) {
  const std::string out = laid(text);
  INFO(text << "\n---\n" << out);
  REQUIRE(without_blanks(out) == without_blanks(text));
  REQUIRE(meaning(out) == meaning(text));
  REQUIRE(laid(out) == out);
}

std::string blanks(Dice& dice, bool needed) {
  std::string out;
  for (int k = dice.below(3) + (needed ? 1 : 0); k > 0; --k) {
    out += dice.one_in(4) ? '\t' : ' ';
  }
  return out;
}

std::string breaks(Dice& dice) {
  return dice.one_in(3) ? "\r\n" : std::string(1 + dice.below(4), '\n');
}

std::string comment(Dice& dice, int number) {
  const std::string inside = "c" + std::to_string(number);
  switch (dice.below(5)) {
    case 0:
      return "/* " + inside + "\n     of two lines */";
    case 1:
      return "/*" + inside + "*/";
    case 2:
      return "/**/";
    default:
      return "// " + inside + blanks(dice, false) + "\n";
  }
}

// The tokens of a text, with other blanks and comments between them, or with
// the line breaks that they had.
class Taken {
 public:
  explicit Taken(const std::string& text) : source_("test.vic", text) {
    Diagnostics diagnostics(&source_);
    Lexer lexer(source_, diagnostics);
    for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) {
      tokens_.push_back(t);
    }
  }

  // One in so many places has a line break, one in so many a comment; 0: none.
  std::string scattered(Dice& dice, int broken, int remarked) const {
    std::string out;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (dice.one_in(broken)) out += breaks(dice);
      if (remarked > 0 && dice.one_in(remarked)) {
        out += " " + comment(dice, static_cast<int>(i));
        if (dice.one_in(broken)) out += breaks(dice);
      }
      out += blanks(dice, i > 0);
      out += source_.text(tokens_[i].span);
    }
    return out;
  }

  std::string respaced(Dice& dice) const {
    std::string out;
    std::size_t behind = 0;
    for (const Token& t : tokens_) {
      const std::string_view gap =
          source_.text().substr(behind, t.span.begin - behind);
      const auto lines = std::count(gap.begin(), gap.end(), '\n');
      out += std::string(static_cast<std::size_t>(lines), '\n');
      out += blanks(dice, !gap.empty() && lines == 0);
      out += source_.text(t.span);
      behind = t.span.end;
    }
    return out;
  }

 private:
  Source source_;
  std::vector<Token> tokens_;
};

std::string any_model(std::uint64_t seed) {
  if (seed % 3 == 0) return random_models::random_family(seed).text;
  if (seed % 3 == 1) return random_models::round_model(seed);
  return random_models::random_model(seed, {.flat = seed % 2 == 0});
}

}  // namespace

TEST_CASE("examples keep what they say, and what is laid out stays") {
  const std::filesystem::path root = VICINAL_SOURCE_DIR;
  std::size_t found = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(root / "examples")) {
    if (file.path().extension() != ".vic") continue;
    INFO(file.path());
    std::ifstream in(file.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    check_layout(text);
    check_form(laid(text));
    CHECK(laid(text) == text);  // else: vicinal format --write
    ++found;
  }
  CHECK(found > 100);
}

TEST_CASE("blanks, line breaks and comments anywhere") {
  const std::uint64_t count = random_models::runs(1700);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const std::string text = any_model(seed);
    const Taken taken(text);
    Dice dice(seed);
    check_layout(text);
    check_layout(taken.scattered(dice, 4, 9));
    check_layout(taken.scattered(dice, 40, 60));
    const std::string plain = taken.scattered(dice, 6, 0);
    check_form(laid(plain));
    const std::string again = Taken(plain).respaced(dice);
    INFO(plain << "\n---\n" << again);
    REQUIRE(laid(again) == laid(plain));
  }
}

TEST_CASE("spaces, braces, lines") {
  const auto check = [](const std::string& text, const std::string& expected) {
    CHECK(laid(text) == expected);
    CHECK(laid(expected) == expected);
  };
  check("", "");
  check("\n\n// alone   \n\n\n\n/* and\n\tanother */\n",
        "// alone\n\n/* and\n\tanother */\n");
  check("\xEF\xBB\xBFparam n:1 .. =3 ;", "param n : 1.. = 3;\n");
  check("enum E{a,b ,\nc}\nstruct S{x:bool ;y:0 .. 3;}",
        "enum E {\n  a, b,\n  c\n}\nstruct S { x : bool; y : 0..3; }\n");
  check("const k=-  1;def f( x,y )=x-1 <-y&&! (x>0||- y<0);",
        "const k = -1; def f(x, y) = x - 1 < -y && !(x > 0 || -y < 0);\n");
  check(
      "process P(r:0 .. k - 1,s:bool){port set link:inout bool;\n"
      "var x:0 .. 2 * ( k+1 )-1=0;\n\n\naction a(q in link)when !q\n"
      "&&(x==0||\nx==1){x:=x+1;\n}\n\n}",
      "process P(r : 0..k-1, s : bool) {\n"
      "  port set link : inout bool;\n"
      "  var x : 0..2*(k + 1)-1 = 0;\n\n"
      "  action a(q in link) when !q\n"
      "      && (x == 0 ||\n"
      "          x == 1) {\n"
      "    x := x + 1;\n"
      "  }\n"
      "}\n");
  check(
      "rule r when true{if a[ i ]{b:=1;}\n// no\nelse{b:=2;\n}\n"
      "for q in s{q.x:=0;}}",
      "rule r when true {\n"
      "  if a[i] { b := 1; }\n"
      "  // no\n"
      "  else {\n"
      "    b := 2;\n"
      "  }\n"
      "  for q in s { q.x := 0; }\n"
      "}\n");
  check("rule r{if a{\nb:=1;}\n\nelse if c{\n}else{b:=2;\n}}",
        "rule r {\n"
        "  if a {\n"
        "    b := 1;\n"
        "  } else if c {\n"
        "  } else {\n"
        "    b := 2;\n"
        "  }\n"
        "}\n");
}

TEST_CASE("formulas, and comments behind lines") {
  const auto check = [](const std::string& text, const std::string& expected) {
    CHECK(laid(text) == expected);
    CHECK(laid(expected) == expected);
  };
  check("ltl l:forall i in p:G( {i.x==1 }=>F{ !i.x });",
        "ltl l: forall i in p: G ({i.x == 1} => F {!i.x});\n");
  check("ctl c:A ({x} U {y})&&! EF(  {z});",
        "ctl c: A({x} U {y}) && !EF ({z});\n");
  check("invariant i:\nforall a,b in s:\na!=b=>\n! (a.x&&\nb.x)\n&&true;",
        "invariant i:\n"
        "  forall a, b in s:\n"
        "    a != b =>\n"
        "      !(a.x &&\n"
        "          b.x)\n"
        "      && true;\n");
  check(
      "shared x:bool;//one\nshared longer:bool=false;  // two\n\nshared "
      "y:int=0;"
      "// three",
      "shared x : bool;               //one\n"
      "shared longer : bool = false;  // two\n\n"
      "shared y : int = 0;  // three\n");
}

TEST_CASE("what does not parse is not laid out") {
  const Source source("test.vic", "invariant x: &&;");
  Diagnostics diagnostics(&source);
  CHECK_FALSE(layout::laid_out(source, diagnostics));
  CHECK(diagnostics.has_errors());
}

}  // namespace vicinal::network::layout_test
