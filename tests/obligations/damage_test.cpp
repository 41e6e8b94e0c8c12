// SPDX-License-Identifier: MIT
// Guards: what is not inductive, or does not follow, is not proved. The token
// ring with one thing wrong at a time; and cvc5 agrees on every text.
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/obligations/proving.hpp"
#include "tests/obligations/token_ring.hpp"

namespace damage_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;
using obligations_test::Proof;
using obligations_test::proof_of;
using obligations_test::replaced;
using obligations_test::token_ring;

// Some obligation is refuted, by a counterexample with values.
void refuted(const std::string& text) {
  const Proof proof = proof_of(text);
  INFO(text);
  bool found = false;
  for (std::size_t i = 0; i < proof.list.size(); ++i) {
    const Judgement& j = proof.judged[i];
    CHECK(j.answer != Answer::unknown);
    if (j.answer != Answer::sat) continue;
    found = true;
    CHECK(j.values.size() == proof.list[i].shown.size());
  }
  CHECK(found);
}

// Without the assertion of this name.
std::string without(std::string text, const std::string& name) {
  const std::size_t begin = text.find("assert " + name);
  REQUIRE(begin != std::string::npos);
  return text.erase(begin, text.find(';', begin) + 1 - begin);
}

// The assertion without its first state, and with one that is one too many.
std::string stronger(std::string text, const std::string& name) {
  const std::size_t begin = text.find("=>", text.find("assert " + name)) + 2;
  const std::size_t end = text.find("||", begin) + 2;
  return text.erase(begin, end - begin);
}

std::string weaker(std::string text, const std::string& name) {
  const std::size_t begin = text.find("=>", text.find("assert " + name)) + 2;
  return text.insert(begin,
                     " a.phase == eating && b.phase == eating && !a.left"
                     " && !a.right && !b.left && !b.right || ");
}

std::string with(const std::string& what, const std::string& by) {
  return replaced(token_ring(), what, by);
}

}  // namespace

TEST_CASE("an assertion that is stronger, weaker, or not there") {
  for (const std::string name : {"both", "before", "behind", "apart"}) {
    INFO(name);
    refuted(stronger(token_ring(), name));
  }
  refuted(weaker(token_ring(), "both"));
  refuted(weaker(token_ring(), "apart"));
  refuted(without(token_ring(), "both"));
  refuted(without(token_ring(), "apart"));
  // `before` and `behind` say the same of (a, b) and (b, a): one may go.
  CHECK(proof_of(without(token_ring(), "before")).open() == "");
  CHECK(proof_of(weaker(token_ring(), "behind")).open() == "");
  refuted(weaker(weaker(token_ring(), "before"), "behind"));
  refuted(without(without(token_ring(), "before"), "behind"));
}

TEST_CASE("a token ring that is wrong") {
  refuted(with("when phase == hungry && left", "when phase == hungry"));
  refuted(with("left := false; ", ""));
  refuted(with("left := false", "right := false"));
  refuted(with("right := true; phase", "left := right; phase"));
  refuted(with("right := true; phase", "left, right := true, true; phase"));
  refuted(with("when phase == eating {", "{"));
  refuted(with("exactly 1", "exactly 2"));
  refuted(with("exactly 1", "atmost 1"));
  refuted(with("init exactly 1 e in token: e;", ""));
  refuted(with("init exactly 1 e in token: e;", "init exists e in token: e;"));
  refuted(with("Phase = thinking;", "Phase;"));
  refuted(with("Phase = thinking;", "Phase = eating;"));
  refuted(with("i != j => !(i.phase", "!(i.phase"));
  refuted(with("!(i.phase == eating &&", "!(i.phase == hungry &&"));
  refuted(with("s[i].right, s[(i + 1) % n].left", "s[i].right, s[i].left"));
  refuted(with("s[(i + 1) % n].left", "s[i + 1].left"));
  refuted(with("0..n-1 {", "1..n-1 {"));
  refuted(with("0..n-1 {", "0..n {"));
  refuted(with("edge token[n]", "edge token[n - 1]"));
  refuted(with("node s[n]", "node s[n - 3]"));
}

TEST_CASE("a token ring that is right in another way") {
  // Damages that are none: they show that the others are told apart.
  CHECK(proof_of(with("left := false; phase := eating;",
                      "phase := eating; left := false;"))
            .open() == "");
  CHECK(proof_of(with("s[i].right, s[(i + 1) % n].left to token[i]",
                      "s[(i + n - 1) % n].right, s[i].left to token[i]"))
            .open() == "");
  CHECK(proof_of(with("phase := thinking; }",
                      "if phase == eating { phase := thinking; } }"))
            .open() == "");
}

TEST_CASE("cvc5 agrees on the token ring") {
  if (std::system("cvc5 --version >/dev/null 2>&1") != 0) {
    WARN("cvc5 is not installed");
    return;
  }
  const Proof proof = proof_of(token_ring());
  const auto folder = std::filesystem::temp_directory_path();
  const std::string file =
      folder / ("obligation-" + std::to_string(getpid()) + ".smt2");
  for (const Obligation& o : proof.list) {
    for (const bool premise : {false, true}) {
      INFO(o.name << (premise ? ", premise" : ""));
      std::ofstream(file) << (premise ? o.premise : o.text);
      std::FILE* pipe = popen(("cvc5 --lang smt2 " + file).c_str(), "r");
      REQUIRE(pipe != nullptr);
      char answer[64] = {};
      REQUIRE(std::fgets(answer, sizeof answer, pipe) != nullptr);
      pclose(pipe);
      CHECK(std::string(answer) == (premise ? "sat\n" : "unsat\n"));
    }
  }
  std::remove(file.c_str());
}

}  // namespace damage_test
