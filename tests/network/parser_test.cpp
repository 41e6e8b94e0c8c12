// SPDX-License-Identifier: MIT
// Guards: what is parsed is what was meant (precedence, places), every
// construct parses, errors are found one by one, and no input breaks the
// parser.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "network/parser.hpp"

namespace {

using namespace vicinal::network;

struct Parsed {
  std::unique_ptr<Source> source;
  Diagnostics diagnostics;
  ast::Tree tree;
};

Parsed parse_text(std::string text) {
  Parsed out;
  out.source = std::make_unique<Source>("test.vic", std::move(text));
  out.diagnostics.set_source(out.source.get());
  out.tree = parse(*out.source, out.diagnostics);
  return out;
}

std::string show(const ast::Tree& t, ast::ExprId id) {
  const ast::Expr& e = t[id];
  std::string inner;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    inner += " " + show(t, t.child(e, i));
  }
  switch (e.kind) {
    case ast::ExprKind::integer:
      return std::to_string(e.value);
    case ast::ExprKind::boolean:
      return e.value != 0 ? "true" : "false";
    case ast::ExprKind::name:
      return e.word.text;
    case ast::ExprKind::field:
      return "(." + e.word.text + inner + ")";
    case ast::ExprKind::call:
      return "(" + e.word.text + inner + ")";
    default:
      return fmt::format("({}{})", static_cast<int>(e.kind), inner);
  }
}

// The tree of a constant's expression, with operators as numbers.
std::string shape(const std::string& text) {
  const Parsed p = parse_text("const k = " + text + ";");
  INFO(text);
  REQUIRE(!p.diagnostics.has_errors());
  return show(p.tree, p.tree.consts.at(0).value);
}

std::vector<int> codes(const std::string& text) {
  std::vector<int> list;
  const Parsed parsed = parse_text(text);
  for (const Diagnostic& d : parsed.diagnostics.all()) {
    list.push_back(d.code);
  }
  return list;
}

}  // namespace

TEST_CASE("operators bind as the language says") {
  const std::vector<std::pair<std::string, std::string>> same = {
      {"a <=> b => c", "a <=> (b => c)"},
      {"a => b => c", "a => (b => c)"},
      {"a => b || c", "a => (b || c)"},
      {"a || b && c", "a || (b && c)"},
      {"a && b == c", "a && (b == c)"},
      {"a == b + c", "a == (b + c)"},
      {"a - b - c", "(a - b) - c"},
      {"a + b * c", "a + (b * c)"},
      {"a * b % c", "(a * b) % c"},
      {"!a == b", "(!a) == b"},
      {"-a * b", "(-a) * b"},
      {"-a.b", "-(a.b)"},
      {"!a[1].b", "!((a[1]).b)"},
      {"forall i in s: a && b", "forall i in s: (a && b)"},
      {"a && forall i in s: b || c", "a && (forall i in s: (b || c))"},
      {"if a then b else c + d", "if a then b else (c + d)"},
      {"exactly 1 i in s: a => b", "exactly 1 i in s: (a => b)"},
      {"count(i in s: a) == b", "(count(i in s: a)) == b"},
      {"a <=> b <=> c", "(a <=> b) <=> c"}};
  for (const auto& [text, meant] : same) CHECK(shape(text) == shape(meant));
  CHECK(shape("(a && b) && c") != shape("a && b && c"));
  CHECK(shape("a - (b - c)") != shape("a - b - c"));
  CHECK(shape("(a => b) => c") != shape("a => b => c"));
}

TEST_CASE("chains of && and || are one node") {
  const Parsed p = parse_text("const k = a && b && c && d;");
  const ast::Expr& e = p.tree[p.tree.consts.at(0).value];
  CHECK(e.kind == ast::ExprKind::logical_and);
  CHECK(e.children.size() == 4);
}

TEST_CASE("spans cover what was written") {
  const Parsed p = parse_text("const k = min(1, x.y[2]) + 30;");
  const ast::Expr& e = p.tree[p.tree.consts.at(0).value];
  CHECK(p.source->text(e.span) == "min(1, x.y[2]) + 30");
  CHECK(p.source->text(p.tree[p.tree.child(e, 0)].span) == "min(1, x.y[2])");
  CHECK(p.source->text(e.operator_span) == "+");
}

TEST_CASE("one run finds several errors") {
  CHECK(codes("const a 3;\nconst b = ;\nconst c = 1;\nenum { }\n").size() == 3);
  CHECK(codes("process P {\n  var x bool;\n  var y : bool = ;\n"
              "  action a { x = 1; y = 2; }\n}\n") ==
        std::vector<int>({201, 201, 206, 206}));
}

TEST_CASE("after an error, parsing goes on at the next declaration") {
  const Parsed p = parse_text(
      "process P {\n  action a { x := (1; }\n\nconst k = 3;\n"
      "enum T { a }\n");
  CHECK(p.diagnostics.has_errors());
  CHECK(p.tree.consts.size() == 1);
  CHECK(p.tree.enums.size() == 1);
}

TEST_CASE("long and deep inputs end with a diagnostic, not a crash") {
  const std::size_t n = 200'000;
  const auto repeat = [](const std::string& part, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += part;
    return text;
  };
  for (const std::string part :
       {"(", "!", "- ", "a.", "a => ", "a + ", "a[", "[", "if a then ",
        "forall i in s: ", "f(", "a U "}) {
    INFO(part);
    const auto found = codes("const k = " + repeat(part, n));
    REQUIRE(!found.empty());
    CHECK(found.size() <= 3);
  }
  for (const std::string part :
       {"process P { action a { if a { ", "network { for i in 0..1 { ",
        "network { if a { } else "}) {
    CHECK(!codes(repeat(part, n / 10)).empty());
  }
  CHECK(codes("const k = " + repeat("a && ", n) + "a;").empty());
  CHECK(!codes("ltl p: " + repeat("X ", n) + "{a};").empty());
  CHECK(!codes("shared x : " + repeat("(", n)).empty());
  CHECK(!codes("shared x : bool" + repeat("[1]", n) + ";").empty());
}

TEST_CASE("bytes that mean nothing are reported once") {
  CHECK(codes("const k = \x01\x02\x03 3;") == std::vector<int>({101}));
  CHECK(codes("const k = \xff;").front() == 105);
  CHECK(codes(std::string("const k = 3;\0", 13)) == std::vector<int>({101}));
}

TEST_CASE("every example parses") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(VICINAL_SOURCE_DIR) / "examples")) {
    if (entry.path().extension() != ".vic") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    INFO(entry.path());
    CHECK(codes(text.str()).empty());
    ++count;
  }
  CHECK(count >= 13);
}
