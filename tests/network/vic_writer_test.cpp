// SPDX-License-Identifier: MIT
// Guards: what is written of a tree is parsed as an equal tree, and each part
// of it stands where it is said to stand.
#include "network/imports/tree/vic_writer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "network/language/parser/parser.hpp"
#include "tests/network/tree_text.hpp"

namespace vicinal::network::vic_writer_test {
namespace {

using ast::Tree;

Tree parsed(const std::string& text) {
  const Source source("test.vic", text);
  Diagnostics diagnostics(&source);
  Tree tree = parse(source, diagnostics);
  INFO(text);
  REQUIRE_FALSE(diagnostics.has_errors());
  return tree;
}

std::string shown(const Tree& tree, ast::ExprId id) {
  return id.valid() ? show(tree, id) : "-";
}

std::string shown(const Tree& tree, const std::vector<ast::Action>& actions) {
  std::string out;
  for (const ast::Action& a : actions) {
    out += a.name.text + "(" + show_binders(tree, a.parameters) + ") " +
           shown(tree, a.guard) + " " + shown(tree, a.priority) + " " +
           show_statements(tree, a.body) + "\n";
  }
  return out;
}

std::string shown(const Tree& tree, const ast::Process& p) {
  std::string out = p.name.text + "\n";
  for (const auto& c : p.constants) {
    out += c.name.text + " " + show(tree, c.type) + "\n";
  }
  for (const ast::Port& port : p.ports) {
    out += port.name.text + (port.set ? " set " : " ") +
           std::to_string(static_cast<int>(port.direction)) +
           show(tree, port.type) + "\n";
  }
  for (const ast::Var& v : p.variables) {
    out += v.name.text + " " + show(tree, v.type) + " " +
           shown(tree, v.initial) + "\n";
  }
  return out + shown(tree, p.actions);
}

// All that is written, with its grouping.
std::string shown(const Tree& tree) {
  std::string out;
  for (const auto& e : tree.enums) {
    out += e.name.text;
    for (const auto& c : e.constants) out += " " + c.text;
  }
  for (const auto& s : tree.structs) {
    out += s.name.text;
    for (const auto& f : s.fields) out += f.name.text + show(tree, f.type);
  }
  for (const auto& c : tree.consts) out += c.name.text + show(tree, c.value);
  for (const auto& p : tree.params) {
    out += p.name.text + show(tree, p.low) + shown(tree, p.high) +
           show(tree, p.value) + "\n";
  }
  for (const auto& d : tree.defs) {
    out += d.name.text;
    for (const auto& p : d.parameters) out += " " + p.text;
    out += show(tree, d.body) + "\n";
  }
  for (const auto& p : tree.processes) out += shown(tree, p);
  for (const auto& s : tree.shared) {
    out += s.name.text + " " + show(tree, s.type);
    for (auto i = s.dimensions.begin; i < s.dimensions.end; ++i) {
      out += " " + show(tree, tree.expr_children[i]);
    }
    out += " " + shown(tree, s.initial) + "\n";
  }
  for (const auto& n : tree.networks) out += show_items(tree, n.items) + "\n";
  for (const auto& i : tree.inits) out += show(tree, i.formula) + "\n";
  out += shown(tree, tree.rules);
  for (const auto& p : tree.properties) {
    out += p.name.text + std::to_string(static_cast<int>(p.kind)) +
           show(tree, p.formula) + "\n";
  }
  return out;
}

void there_and_back(const Tree& tree) {
  const imports::Written written = imports::write_model(tree);
  INFO(written.text);
  const Tree again = parsed(written.text);
  REQUIRE(shown(again) == shown(tree));
  // What is written of it is as it was: places are where they are said to be.
  REQUIRE(imports::write_model(again).text == written.text);
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  REQUIRE(in);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

}  // namespace

TEST_CASE("a tree is written as what is parsed as it") {
  const std::filesystem::path root = VICINAL_SOURCE_DIR;
  std::size_t found = 0;
  for (const char* folder : {"examples", "examples/protocols", "tests/traps"}) {
    for (const auto& file :
         std::filesystem::directory_iterator(root / folder)) {
      if (file.path().extension() != ".vic") continue;
      INFO(file.path());
      const Tree tree = parsed(read(file.path()));
      const bool plain =
          std::ranges::all_of(tree.networks, [](const ast::Network& n) {
            return n.kind == ast::NetworkKind::block;
          });
      if (!plain) continue;
      ++found;
      there_and_back(tree);
    }
  }
  CHECK(found > 50);
}

TEST_CASE("expressions get the parentheses that they need") {
  for (const char* text : {"a - (b - c) - d",
                           "(a - b) * (c + d)",
                           "a / (b * c) % d",
                           "-(a + b) * -c",
                           "!(a == b) && !c",
                           "(a == b) == (c != d)",
                           "(a => b) => (c => d)",
                           "(a <=> b) <=> c",
                           "a && (b || c) || d",
                           "(if a then b else c) + 1",
                           "1 + (if a then b else c + 1)",
                           "(forall i in s: i.x) && (exists j in s: j.y || z)",
                           "a => (forall i in s: i.x) => b",
                           "count(i in s: i.x) - (1 - 2)",
                           "(exactly 1 e in t: e) || (atmost k e in t: e && f)",
                           "(-a)[1]",
                           "(a + b).c[d - (e - f)]",
                           "min(a - 1, max(b, (c))) - (-d)",
                           "[a, b, (c - d)][0]",
                           "if (if a then b else c) then d else e",
                           "(a < b) == (c - d >= (e - (f - g)))"}) {
    INFO(text);
    there_and_back(parsed("const k = " + std::string(text) + ";"));
  }
}

TEST_CASE("formulas of paths get the parentheses that they need") {
  for (const char* text :
       {"A (a U b)", "E (F a && G b)", "AG EF {x == 1 && y}", "A X X {x}",
        "(a U b) U (c R (d W e))", "a U b U c", "!(a U b) && !F !G a",
        "(X a) U F b", "X (a U b)", "X (a && b) => G (c => F d)",
        "(forall i in s: AG {i.x}) || E !X {true}", "A E G a", "A (a)",
        "(a => b) => c || d && !e", "E(G F {x} || (exists i in s: F {i.y}))"}) {
    std::string formula;
    // Single letters are atoms.
    for (const std::string_view all = text; const char c : all) {
      const bool letter = c >= 'a' && c <= 'e' && all.find('{') == all.npos;
      formula += letter ? std::string("{") + c + "}" : std::string(1, c);
    }
    INFO(formula);
    for (const char* kind : {"ctl", "ltl", "ctlstar"}) {
      there_and_back(parsed(std::string(kind) + " name: " + formula + ";"));
    }
  }
}

TEST_CASE("a part of the text stands where it is said to stand") {
  const std::string text =
      "shared x : 0..9 = 1;\nrule r(i in 0..3) when x - (1 - i) < 7\n"
      "{ x := (x + i) * 2; }\ninvariant v: !(x == 8);\n";
  const imports::Written made = imports::write_model(parsed(text));
  std::size_t compared = 0;
  for (const auto& [here, there] : made.parts) {
    const auto plain = [](std::string_view s) {
      std::string out;
      for (const char c : s) {
        if (std::string_view(" \n()").find(c) == s.npos) out += c;
      }
      return out;
    };
    const std::string one = plain(
        std::string_view(made.text).substr(here.begin, here.end - here.begin));
    const std::string two = plain(
        std::string_view(text).substr(there.begin, there.end - there.begin));
    INFO(one << " / " << two);
    // A declaration's span may be its first word.
    CHECK((one == two || one.starts_with(two) || two.starts_with(one)));
    ++compared;
  }
  CHECK(compared > 20);
}

}  // namespace vicinal::network::vic_writer_test
