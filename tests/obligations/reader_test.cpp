// SPDX-License-Identifier: MIT
// Guards: texts of obligations mean to our reader what they mean to Z3's.
#include "obligations/reader.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "tests/obligations/proving.hpp"
#include "tests/obligations/token_ring.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace reader_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;

std::string without_end(const std::string& text) {
  return text.substr(0, text.find("(check-sat)"));
}

// Terms are the same objects if they are the same.
void compare(z3::context& context, const std::string& text) {
  Reader reader(context);
  const z3::expr_vector ours = reader.read(text);
  const z3::expr_vector theirs =
      context.parse_string(without_end(text).c_str());
  bool same = ours.size() == theirs.size();
  for (unsigned i = 0; same && i < ours.size(); ++i) {
    same = z3::eq(ours[i], theirs[i]);
  }
  INFO(text);
  CHECK(same);
}

void compare_all(const network::Model& model) {
  const auto made = generate(model, {});
  if (made.index() != 0) return;
  const auto& list = std::get<0>(made);
  const std::size_t step = 1 + list.size() / 40;
  z3::context context;
  for (std::size_t i = 0; i < list.size(); i += step) {
    compare(context, list[i].text);
    compare(context, list[i].premise);
    compare(context, list[i].example);
  }
}

bool refused(z3::context& context, const std::string& text) {
  try {
    Reader(context).read(text);
    return false;
  } catch (const z3::exception&) {
    return true;
  }
}

}  // namespace

TEST_CASE("obligations of examples read as Z3 reads them") {
  for (const char* name : {"torus", "tree-arbiter", "lock-server", "mesi",
                           "shuttle", "philosophers-any"}) {
    INFO(name);
    const auto loaded = random_models::load(obligations_test::example(name));
    REQUIRE(loaded.model);
    compare_all(*loaded.model);
  }
  const auto ring = random_models::load(obligations_test::token_ring());
  REQUIRE(ring.model);
  compare_all(*ring.model);
}

TEST_CASE("obligations of random families read as Z3 reads them") {
  for (std::uint64_t seed = 1; seed <= random_models::runs(30); ++seed) {
    INFO("seed " << seed);
    const auto loaded =
        random_models::load(random_models::random_family(seed).text);
    REQUIRE(loaded.model);
    compare_all(*loaded.model);
  }
}

TEST_CASE("every operator reads as Z3 reads it") {
  z3::context context;
  compare(context, R"((set-logic QF_UFLIA)
; a comment (with
(declare-fun |a b| () Int)
(declare-fun p () Bool)
(declare-fun |f;)| (Int Int) Int)
(declare-fun q (Int) Bool)
(define-fun t1 () Int (ite p (+ |a b| 1 2) (* (- 3) (|f;)| |a b| 0))))
(assert (and p (not (q (div t1 2))) true))
(assert (or false (= (mod t1 5) 4) (<= t1 99999999999999999999)))
(assert (= p (q (- |a b|))))
(check-sat)
)");
}

TEST_CASE("what is no text of an obligation is refused") {
  z3::context context;
  const std::string begin =
      "(set-logic QF_UFLIA)(declare-fun a () Int)"
      "(declare-fun f (Int) Bool)";
  CHECK_FALSE(refused(context, begin + "(assert (f a))(check-sat)"));
  for (const char* more : {"(assert a)",
                           "(assert (f a)",
                           "(assert (f))",
                           "(assert (f a a))",
                           "(assert f)",
                           "(assert b)",
                           "(assert (b a))",
                           "(assert (= a true))",
                           "(assert (and a))",
                           "(assert (not))",
                           "(assert ())",
                           "(assert)",
                           "(assert (<= a 9x9))",
                           "(assert (<= a 1x))",
                           "(assert (xor (f a) (f a)))",
                           "(declare-fun a () Bool)",
                           "(declare-fun b () Real)",
                           "(declare-fun b (Int Int)",
                           "(define-fun",
                           "(define-fun b () Bool a)",
                           "(define-fun b ((x Int)) Bool (f x))",
                           "(assert (f a)) (check-sat) (assert (f a))",
                           "(push 1)",
                           "(get-model)",
                           "(set-logic LIA)",
                           "assert",
                           ")",
                           "|",
                           "(assert |a)"}) {
    INFO(more);
    CHECK(refused(context, begin + more));
  }
}

TEST_CASE("a damaged text is refused or read, and nothing worse") {
  const auto proof = obligations_test::proof_of(obligations_test::token_ring());
  z3::context context;
  std::mt19937 dice(1);
  int bad = 0;
  for (std::uint64_t i = 0; i < random_models::runs(300); ++i) {
    std::string text = proof.list[dice() % proof.list.size()].text;
    for (int k = 0; k < 2; ++k) {
      const char with[] = {'(', ')', '|', ' ', '0', ';', 'x', '-'};
      text[dice() % text.size()] = with[dice() % sizeof with];
    }
    bad += refused(context, text) ? 1 : 0;
  }
  CHECK(bad > 0);
}

}  // namespace reader_test
