// SPDX-License-Identifier: MIT
// Guards: the words that name a declaration are all found, and no others, in
// every example: each name is replaced by another, and the text has to mean
// what it meant. A name that would clash, or be captured, is refused. Texts
// that are broken anywhere are looked at without harm.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>

#include "cli/lsp/completion.hpp"
#include "cli/lsp/fixes.hpp"
#include "cli/lsp/hover.hpp"
#include "cli/lsp/navigation.hpp"
#include "cli/lsp/outline.hpp"
#include "tests/cli/program.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/terms.hpp"

namespace names_test {

using namespace vicinal;
using cli::Document;
using cli::Refusal;
using network::Span;

namespace {

std::vector<std::string> examples() {
  std::vector<std::string> files;
  namespace fs = std::filesystem;
  for (const auto& entry :
       fs::recursive_directory_iterator(test::source_folder() + "/examples")) {
    if (entry.path().extension() == ".vic") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string replaced(const std::string& text, const std::vector<Span>& words,
                     const std::string& name) {
  std::string out = text;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    out.replace(word->begin, word->end - word->begin, name);
  }
  return out;
}

// Words that are no names, though no entry of the table: temporal operators.
bool is_operator(std::string_view word) {
  return word.find_first_not_of("AEFGUWRX") == std::string_view::npos;
}

const std::string small = R"(param n : 2.. = 3;
enum Phase { idle, busy }
struct Pair { x : bool; y : 0..n; }
def both(q, w) = q.phase == busy && w;
process P(top : bool) {
  port left, right : inout Pair;
  var phase : Phase = idle;
  action go(v in 0..1) when left.x { right := Pair(top, v); phase := busy; }
}
network {
  node s[n] : P(top = index == 0);
  edge e[n] : Pair;
  for k in 0..n-1 { connect s[k].right, s[(k + 1) % n].left to e[k]; }
  init exactly 1 m in e: m.x;
}
fair weak P.go;
invariant one: forall i, j in s: both(i, true) => i.left.y <= n;
ltl comes: forall i in s: F {i.phase == busy};
)";

std::string why_not(const std::string& text, const std::string& word,
                    const std::string& name) {
  const Document document("m.vic", text);
  INFO((document.diagnostics().empty() ? ""
                                       : document.diagnostics()[0].message));
  REQUIRE_FALSE(document.has_errors());
  const auto at = static_cast<std::uint32_t>(text.find(word));
  const auto found = cli::rename(document, at, name);
  const auto* refusal = std::get_if<Refusal>(&found);
  return refusal == nullptr ? "" : refusal->why;
}

}  // namespace

TEST_CASE("every name of every example can be another one") {
  std::size_t names = 0;
  const std::uint64_t every = random_models::enough_runs() ? 1 : 7;
  for (const std::string& file : examples()) {
    const std::string text = test::read(file);
    const Document document(file, text);
    if (document.has_errors()) continue;
    INFO(file);
    for (const cli::Declaration& d : document.declarations()) {
      if (++names % every != 0) continue;
      const auto found = cli::rename(document, d.word.begin, "fresh_name");
      const auto* refusal = std::get_if<Refusal>(&found);
      INFO(d.name << ": " << (refusal == nullptr ? "" : refusal->why));
      REQUIRE(refusal == nullptr);
      const auto& words = std::get<std::vector<Span>>(found);
      for (const Span word : words) {
        CHECK(document.text(word) == d.name);
        CHECK(document.declared_at(word.begin) == &d);
      }
      const std::string other = replaced(text, words, "fresh_name");
      const Document renamed(file, other);
      REQUIRE_FALSE(renamed.has_errors());
      const auto back = cli::rename(
          renamed, static_cast<std::uint32_t>(other.find("fresh_name")),
          d.name);
      REQUIRE(std::holds_alternative<std::vector<Span>>(back));
      CHECK(replaced(other, std::get<std::vector<Span>>(back), d.name) == text);
    }
  }
  CHECK(names > 300);
}

TEST_CASE("every word of every example is a name or of the language") {
  for (const std::string& file : examples()) {
    const Document document(file, test::read(file));
    if (document.has_errors()) continue;
    std::string_view before;
    for (const network::Token& t : document.tokens()) {
      if (t.kind != network::TokenKind::word) continue;
      const std::string_view word = document.text(t.span);
      // Colors are names of nothing.
      const bool color = std::exchange(before, word) == "color";
      const bool known =
          color || document.declared_at(t.span.begin) != nullptr ||
          !cli::hover(document, t.span.begin).is_null() || is_operator(word);
      INFO(file << ": " << word << " at " << t.span.begin);
      CHECK(known);
    }
  }
}

TEST_CASE("a name that would mean something else is refused") {
  CHECK(why_not(small, "phase", "left").find("declared twice") !=
        std::string::npos);
  CHECK(why_not(small, "busy", "idle").find("declared twice") !=
        std::string::npos);
  CHECK(why_not(small, "i, j in s", "s").find("already means") !=
        std::string::npos);
  CHECK(why_not(small, "busy", "when").find("reserved word") !=
        std::string::npos);
  CHECK(why_not(small, "both", "max").find("reserved word") !=
        std::string::npos);
  CHECK(why_not(small, "busy", "9lives").find("letters") != std::string::npos);
  CHECK(why_not(small, "busy", "").find("letters") != std::string::npos);
  CHECK(why_not(small, "busy", "a b").find("letters") != std::string::npos);
  CHECK(why_not(small, "Phase", "State").empty());
  CHECK(why_not(small, "s[n]", "ring").empty());
}

TEST_CASE("a name that is captured is refused") {
  // Within P the family would be the variable: the text has no error.
  const std::string text = R"(process P {
  var seen : bool = false;
  var a : bool[2];
  action look when a[0] { seen := exists q in s: q.seen; }
}
network { node s[2] : P; edge unused : bool; }
invariant odd: !s[0].seen;
)";
  CHECK(why_not(text, "unused", "other").empty());
  const std::string shadow = R"(process P {
  var x : bool = false;
  action go when fam[1].x { x := true; }
}
process Q { var x : bool = false; var fam : bool[2]; action go when x { x := false; } }
network { node fam[2] : P; node other[2] : Q; }
)";
  CHECK(why_not(shadow, "fam[1]", "other").find("declared twice") !=
        std::string::npos);
  const std::string captured = R"(process P {
  var a : bool[2];
  var b : bool = false;
  action go when e[0] { b := true; }
}
network { node p : P; edge e[2] : bool; init forall x in e: x; }
)";
  CHECK(why_not(captured, "a : bool", "e") ==
        "'e' would mean something else somewhere");
}

TEST_CASE("what cannot be renamed says why") {
  const Document broken("m.vic", small + "invariant wrong: nothing;\n");
  auto found =
      cli::renamed_at(broken, static_cast<std::uint32_t>(small.find("phase")));
  REQUIRE(std::holds_alternative<Refusal>(found));
  CHECK(std::get<Refusal>(found).why ==
        "the text has errors: put them right first");
  const Document document("m.vic", small);
  found = cli::renamed_at(document, 0);
  CHECK(std::holds_alternative<Refusal>(found));
  // A member of a parameter that nobody uses might be any process's.
  const Document unused("m.vic",
                        small + "def none_uses(q) = q.phase == idle;\n");
  found =
      cli::renamed_at(unused, static_cast<std::uint32_t>(small.find("phase")));
  REQUIRE(std::holds_alternative<Refusal>(found));
  CHECK(std::get<Refusal>(found).why.starts_with("'phase' in line 19"));
  found =
      cli::renamed_at(unused, static_cast<std::uint32_t>(small.find("idle")));
  CHECK(std::holds_alternative<Span>(found));
  const Document foreign("m.cub", "var X : int");
  found = cli::renamed_at(foreign, 0);
  CHECK(std::holds_alternative<Refusal>(found));
}

namespace {

void look_everywhere(const std::string& text, random_models::Dice& dice) {
  const Document document("m.vic", text);
  const std::string uri = "file:///m.vic";
  cli::diagnostics_json(document, uri);
  cli::outline(document);
  cli::folding_ranges(document);
  cli::semantic_tokens(document);
  const auto end = static_cast<std::uint32_t>(text.size());
  cli::code_actions(document, uri, {0, end});
  for (int i = 0; i < 8; ++i) {
    const auto at =
        static_cast<std::uint32_t>(dice.below(static_cast<int>(end) + 1));
    cli::hover(document, at);
    cli::completion(document, at);
    cli::signature_help(document, at);
    cli::rename(document, at, "other");
  }
}

}  // namespace

TEST_CASE("a text that is broken anywhere does no harm") {
  const auto files = examples();
  for (std::uint64_t seed = 1; seed <= random_models::runs(1500); ++seed) {
    random_models::Dice dice(seed);
    const std::string& file = files[seed % files.size()];
    const std::string whole = seed % 3 == 0 ? small : test::read(file);
    const Document document(file, whole);
    const auto& tokens = document.tokens();
    std::string text = whole;
    for (int edits = 1 + dice.below(3); edits > 0; --edits) {
      const auto pick = [&] { return dice.of(tokens).span; };
      const Span a = pick();
      const Span b = pick();
      if (a.end > text.size()) continue;
      switch (dice.below(4)) {
        case 0:
          text.erase(a.begin, a.end - a.begin);
          break;
        case 1:
          text.insert(a.begin, whole.substr(b.begin, b.end - b.begin) + " ");
          break;
        case 2:
          text.replace(a.begin, a.end - a.begin,
                       whole.substr(b.begin, b.end - b.begin));
          break;
        default:
          text.resize(a.end);
      }
    }
    INFO("seed := " << seed);
    look_everywhere(text, dice);
  }
  SUCCEED();
}

}  // namespace names_test
