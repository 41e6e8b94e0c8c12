// SPDX-License-Identifier: MIT
// Guards: a word is found to name what the checker takes it for, in every place
// of the language where a name may stand, also where the text has errors; the
// types of what is declared, and whose members follow a dot.
// (tests/lsp/names_test.cpp: of all examples, by renaming.)
#include "network/language/checker/name_uses.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "network/language/parser/parser.hpp"

namespace vicinal::network::name_uses_test {
namespace {

const std::string whole = R"(const k = 2;
param n : 1..k = 2;
enum E { a, b }
struct S { f : E; g : 0..k; }
def twice(x) = x + x;
def unused(y) = k + y;
process P(c : E) {
  port link : inout S;
  port set many : in bool;
  var v : S[k];
  var r : id of fam;
  var w : bool[fam];
  action act(i in many, q in fam, z in E) when q.v[0].f == c && w[q] {
    link.f := z; v[1].g := twice(1); r := q;
    for t in many { w[self] := t; }
  }
}
network {
  node fam[n] : P(c = a);
  edge e[n] : S;
  edge h[n] : bool;
  for j in 0..n-1 { connect fam[j].link to e[j]; connect fam[j].many to h[j]; }
}
shared flag : bool = false;
rule reset(m in fam) when flag { flag := false; m.v := [S(b, 0), S(a, k)]; }
fair weak P.act;
fair weak reset;
ltl good: forall o in fam: F {o.r == none};
rank for good (o in fam): o.link.f order [a, b] by P.act of o when flag;
)";

NameUses uses_of(const Source& source) {
  Diagnostics diagnostics(&source);
  const ast::Tree tree = parse(source, diagnostics);
  return name_uses(tree, source);
}

std::size_t count(const Source& source, const NameUses& found,
                  const std::string& declaration) {
  const std::size_t at = source.text().find(declaration);
  REQUIRE(at != std::string::npos);
  return static_cast<std::size_t>(std::ranges::count_if(
      found.uses,
      [&](const NameUses::Use& use) { return use.declaration.begin == at; }));
}

}  // namespace

TEST_CASE("every place where a name may stand is noted") {
  const Source source("test.vic", whole);
  const NameUses found = uses_of(source);
  for (const NameUses::Use& use : found.uses) {
    CHECK(source.text(use.word) == source.text(use.declaration));
    CHECK(use.word != use.declaration);
  }
  CHECK(std::ranges::is_sorted(
      found.uses, {}, [](const NameUses::Use& use) { return use.word.begin; }));
  const auto uses = [&](const std::string& declaration) {
    return count(source, found, declaration);
  };
  CHECK(uses("k = 2") == 5);
  CHECK(uses("n : 1") == 4);
  CHECK(uses("E {") == 3);
  CHECK(uses("a, b }") == 3);
  CHECK(uses("S { f") == 5);
  CHECK(uses("f : E; g") == 3);
  CHECK(uses("g : 0") == 1);
  CHECK(uses("twice(x)") == 1);
  CHECK(uses("x) = x") == 2);
  CHECK(uses("y) = k") == 1);
  CHECK(uses("P(c : E)") == 3);
  CHECK(uses("c : E)") == 2);
  CHECK(uses("link : inout") == 3);
  CHECK(uses("many : in") == 3);
  CHECK(uses("v : S[k]") == 3);
  CHECK(uses("r : id") == 2);
  CHECK(uses("w : bool[fam]") == 2);
  CHECK(uses("act(i") == 2);
  CHECK(uses("q in fam, z") == 3);
  CHECK(uses("z in E") == 1);
  CHECK(uses("t in many") == 1);
  CHECK(uses("fam[n]") == 8);
  CHECK(uses("e[n]") == 1);
  CHECK(uses("j in 0") == 4);
  CHECK(uses("flag : bool") == 3);
  CHECK(uses("reset(m") == 1);
  CHECK(uses("good: forall") == 1);
  CHECK(uses("o in fam): o.link") == 2);
}

TEST_CASE("types are those that the checker found") {
  const Source source("test.vic", whole);
  const NameUses found = uses_of(source);
  const auto type = [&](const std::string& declaration) {
    const std::size_t at = source.text().find(declaration);
    for (const NameUses::Typed& t : found.types) {
      if (t.declaration.begin == at) return t.text;
    }
    return std::string("none");
  };
  CHECK(type("k = 2") == "2");
  CHECK(type("g : 0") == "0..2");
  CHECK(type("v : S[k]") == "S[2]");
  CHECK(type("r : id") == "id of fam");
  CHECK(type("q in fam, z") == "a node of P");
  CHECK(type("z in E") == "E");
  CHECK(type("t in many") == "an edge of type bool");
  CHECK(type("fam[n]") == "a node of P");
}

TEST_CASE("a text with errors is looked through as far as it goes") {
  const Source source("test.vic", R"(process P {
  var x : bool;
  action a when x. { x := nothing; }
}
network { node p : P; node q : Nobody; }
invariant one: p.x && q.x && p.
)");
  const NameUses found = uses_of(source);
  CHECK(count(source, found, "x : bool") == 3);
  CHECK(count(source, found, "p : P") == 2);
  REQUIRE(found.members.size() == 2);
  CHECK(found.members[0].dot == source.text().find("x &&"));
  CHECK_FALSE(found.members[0].of_struct);
  CHECK(found.members[1].item == 0);
}

TEST_CASE("what is missing in a text names nothing") {
  for (const char* text :
       {"struct S { q : queue bool; }", "process P { var x : bool[", "enum",
        "process P { action a(v in) when { push( } }", "param n :",
        "network { node : ; edge e[ : ; connect to }", "rank for : by",
        "def f( = ;", "invariant i: forall in : ;", "shared x[ : queue",
        "process P { port : ; var : id of; }", "ltl l: G {;"}) {
    INFO(text);
    const Source source("test.vic", text);
    for (const NameUses::Use& use : uses_of(source).uses) {
      CHECK(source.text(use.word) == source.text(use.declaration));
    }
  }
}

}  // namespace vicinal::network::name_uses_test
