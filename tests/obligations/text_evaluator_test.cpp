// SPDX-License-Identifier: MIT
// Guards: the evaluator that texts of obligations are judged by.
#include <catch2/catch.hpp>

#include <numeric>
#include <string>
#include <vector>

#include "tests/obligations/text_evaluator.hpp"

namespace text_evaluator_test {

namespace {

using namespace vicinal::texts;

Found found(const std::string& text, const Tables& tables = {}) {
  const Text read(text);
  std::vector<std::size_t> all(read.assertions());
  std::iota(all.begin(), all.end(), 0);
  const Tables* list[] = {&tables};
  const std::vector<Number> likely = {0, 1, 2};
  return satisfiable(read, all, Interpretation(read, list), likely, 10'000);
}

// Whether it is true.
bool holds(const std::string& term) {
  const Found yes = found("(assert " + term + ")");
  CHECK(found("(assert (not " + term + "))") ==
        (yes == Found::yes ? Found::no : Found::yes));
  return yes == Found::yes;
}

}  // namespace

TEST_CASE("terms") {
  CHECK(holds("(and true (or false (not false)))"));
  CHECK_FALSE(holds("(<= 3 2)"));
  CHECK(holds("(= (+ 1 2 (* (- 3) 2)) (- 3))"));
  CHECK(holds("(ite (<= 0 (- 1)) false true)"));
  // Euclid's.
  CHECK(holds("(and (= (div (- 7) 2) (- 4)) (= (mod (- 7) 2) 1))"));
  CHECK(holds("(and (= (div (- 7) (- 2)) 4) (= (mod (- 7) (- 2)) 1))"));
  CHECK(holds("(and (= (div 7 (- 2)) (- 3)) (= (mod 7 (- 2)) 1))"));
  // Beyond 64 bits.
  CHECK(holds("(not (<= (+ 9223372036854775807 1) 9223372036854775807))"));
}

TEST_CASE("symbols that are known") {
  const std::string text =
      "; a ring\n(set-logic QF_UFLIA)\n"
      "(declare-fun |s x| (Int) Int)\n(declare-fun |b#1| () Bool)\n"
      "(define-fun t1 () Int (|s x| 1))\n(assert (=";
  const Tables tables = {{"s x", {{{1}, 7}}}, {"b#1", {{{}, 0}}}};
  CHECK(found(text + " t1 7))\n(check-sat)\n", tables) == Found::yes);
  CHECK(found(text + " t1 6))\n(check-sat)\n", tables) == Found::no);
  CHECK(found(text + " |b#1| (<= t1 6)))\n", tables) == Found::yes);
  const std::string arithmetic =
      "(declare-fun |a mod b| (Int Int) Int)"
      "(declare-fun |a div b 4| (Int Int) Int)"
      "(declare-fun |times 3 4| (Int Int) Int)";
  CHECK(found(arithmetic + "(assert (= (|times 3 4| 3 4) 12))"
                           "(assert (= (|a mod b| (- 1) 3) 2))"
                           "(assert (= (|a div b 4| (- 1) 3) (- 1)))") ==
        Found::yes);
}

TEST_CASE("symbols that are not known are searched") {
  const std::string two =
      "(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Bool)"
      "(declare-fun f (Int) Int)";
  CHECK(found(two + "(assert (= a 17))(assert (= (+ a b) 40))") == Found::yes);
  CHECK(found(two + "(assert (= a b))(assert (not (= (f a) (f b))))") ==
        Found::no);
  CHECK(found(two + "(assert (or c (= a 5)))(assert (not c))"
                    "(assert (not (= a 5)))") == Found::no);
  // The first value of a is wrong, as is seen last.
  CHECK(found(two + "(assert (<= 0 a))(assert (<= 0 b))(assert (<= a b))"
                    "(assert (= (f b) 9))(assert (= a 2))") == Found::yes);
}

TEST_CASE("what is no text") {
  for (const char* text :
       {"(assert x)", "(assert (f 1))", "(push)", "assert", "(assert (> 1 0))",
        "(declare-fun a () Real)", "(assert (- 1 0))",
        "(declare-fun a (Int) Int)(assert (= a 1))"}) {
    INFO(text);
    CHECK_THROWS_AS(Text(text), std::runtime_error);
  }
}

}  // namespace text_evaluator_test
