// SPDX-License-Identifier: MIT
// Guards: what counts as an answer of a solver, and what answers come to. A
// text that is no answer is refused, whatever it is; an obligation holds only
// if somebody says so of its very text, and nobody says the opposite.
#include "obligations/answers.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "obligations/manifest.hpp"

namespace answers_test {

namespace {

using namespace vicinal::obligations;
using Json = nlohmann::ordered_json;

SolverAnswer some_answer() {
  return {"0001-initial.smt2", hash("text"), "cvc5", "1.0.3",
          Answer::unsat,       0.125};
}

Json some_json() {
  return Json::parse(answer_text(some_answer()));
}

bool is_answer(const std::string& text) {
  return std::holds_alternative<SolverAnswer>(parse_answer(text));
}

bool same(const SolverAnswer& a, const SolverAnswer& b) {
  return a.job == b.job && a.text_hash == b.text_hash && a.solver == b.solver &&
         a.version == b.version && a.verdict == b.verdict &&
         a.seconds == b.seconds;
}

Obligation with_text(const std::string& text) {
  Obligation o;
  o.name = "about " + text;
  o.text = text;
  return o;
}

bool names(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(part) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("answers are read as they are written") {
  for (const Answer verdict : {Answer::unsat, Answer::sat, Answer::unknown}) {
    for (const double seconds : {0.0, 1.0, 0.1, 86400.5}) {
      SolverAnswer a = some_answer();
      a.verdict = verdict;
      a.seconds = seconds;
      const auto read = parse_answer(answer_text(a));
      REQUIRE(read.index() == 0);
      CHECK(same(std::get<0>(read), a));
    }
  }
}

TEST_CASE("what is not exactly an answer is none") {
  const Json whole = some_json();
  REQUIRE(is_answer(whole.dump()));
  for (const auto& [key, value] : whole.items()) {
    INFO(key);
    Json less = some_json();
    less.erase(key);
    CHECK(!is_answer(less.dump()));
    for (const Json& other :
         {Json(), Json(true), Json(-1), Json(""), Json("x\ny"), Json::array(),
          Json::object(), Json(std::string(1000, 'x'))}) {
      Json changed = some_json();
      changed[key] = other;
      INFO(changed.dump());
      CHECK(!is_answer(changed.dump()));
    }
    // Twice, the second time the same or another.
    std::string text = some_json().dump();
    text.insert(1, Json(key).dump() + ":" + value.dump() + ",");
    CHECK(!is_answer(text));
  }
  std::string twice = some_json().dump();
  twice.insert(1, "\"verdict\":\"sat\",");
  CHECK(!is_answer(twice));
  const auto with = [](const std::string& key, const Json& value) {
    Json json = some_json();
    json[key] = value;
    return json.dump();
  };
  CHECK(!is_answer(with("comment", "mine")));
  CHECK(!is_answer(with("format", 2)));
  CHECK(!is_answer(with("format", 1.0)));
  CHECK(!is_answer(with("format", "1")));
  CHECK(!is_answer(with("verdict", "UNSAT")));
  CHECK(!is_answer(with("verdict", "unsat ")));
  CHECK(!is_answer(with("text sha256", std::string(64, 'F'))));
  CHECK(!is_answer(with("text sha256", std::string(63, 'f'))));
  CHECK(is_answer(with("text sha256", std::string(64, 'f'))));
  const std::string text = some_json().dump();
  for (std::size_t size = 0; size < text.size(); ++size) {
    CHECK(!is_answer(text.substr(0, size)));
  }
  CHECK(!is_answer(text + text));
  CHECK(!is_answer(text + std::string(1, '\0')));
  CHECK(!is_answer(std::string(100'000, '[')));
}

TEST_CASE("an answer with bytes changed says what stands there, or nothing") {
  std::mt19937 random(1);
  const std::string text = answer_text(some_answer());
  int read = 0;
  for (int run = 0; run < 20'000; ++run) {
    std::string changed = text;
    const std::size_t count = 1 + random() % 3;
    for (std::size_t i = 0; i < count; ++i) {
      changed[random() % changed.size()] = static_cast<char>(random());
    }
    const auto answer = parse_answer(changed);
    if (answer.index() != 0) continue;
    ++read;
    const Json json = Json::parse(changed);
    const SolverAnswer& a = std::get<0>(answer);
    CHECK(json["verdict"] == verdict_text(a.verdict));
    CHECK(json["text sha256"] == a.text_hash);
    const auto again = parse_answer(answer_text(a));
    REQUIRE(again.index() == 0);
    CHECK(same(std::get<0>(again), a));
  }
  CHECK(read > 200);
}

TEST_CASE("what answers come to: all sets of four answers") {
  // Of two texts and a third that nobody asks about.
  const std::vector<std::string> texts = {"one", "two", "three"};
  const std::vector<Obligation> asked = {with_text("one"), with_text("two")};
  const std::vector<Answer> verdicts = {Answer::unsat, Answer::sat,
                                        Answer::unknown};
  constexpr std::size_t kinds = 9, length = 4;
  std::size_t accepted = 0;
  for (std::size_t set = 0; set < kinds * kinds * kinds * kinds; ++set) {
    std::vector<SolverAnswer> answers;
    std::size_t rest = set;
    for (std::size_t i = 0; i < length; ++i, rest /= kinds) {
      answers.push_back(some_answer());
      answers.back().text_hash = hash(texts[rest % 3]);
      answers.back().verdict = verdicts[rest / 3 % 3];
      answers.back().solver = i % 2 == 0 ? "cvc5" : "z3";
    }
    const Weighed weighed = weigh(asked, answers);
    std::size_t refuted = 0, open = 0;
    for (const Obligation& o : asked) {
      const auto said = [&](Answer verdict) {
        return std::any_of(answers.begin(), answers.end(), [&](const auto& a) {
          return a.verdict == verdict && a.text_hash == hash(o.text);
        });
      };
      if (said(Answer::sat)) {
        ++refuted;
        CHECK(names(weighed.refuted, "disagree on") ==
              (names(weighed.refuted, "unsat by")));
        CHECK(names(weighed.refuted, o.name));
      } else if (!said(Answer::unsat)) {
        ++open;
        CHECK(names(weighed.open, o.name));
      }
    }
    REQUIRE(weighed.refuted.size() == refuted);
    REQUIRE(weighed.open.size() == open);
    if (refuted + open == 0) ++accepted;
  }
  CHECK(accepted > 100);
}

TEST_CASE("disagreement is named, and who judged is counted") {
  const std::vector<Obligation> asked = {with_text("one"), with_text("one"),
                                         with_text("two")};
  SolverAnswer one = some_answer(), other = some_answer(), two = some_answer();
  one.text_hash = other.text_hash = hash("one");
  two.text_hash = hash("two");
  other.solver = "z3";
  other.version = "4.8.12";
  other.verdict = Answer::sat;
  const Weighed weighed = weigh(asked, {one, other, two, some_answer()});
  REQUIRE(weighed.refuted.size() == 2);
  CHECK(weighed.refuted[0] ==
        "solvers disagree on 0001-initial.smt2 ('about one'): sat by z3 "
        "4.8.12; unsat by cvc5 1.0.3");
  CHECK(weighed.open.empty());
  CHECK(weighed.judges == std::vector<std::string>{"cvc5 1.0.3: 3"});
  CHECK(weighed.unrelated == 1);
  const Weighed none = weigh(asked, {});
  CHECK(none.open.size() == 3);
  CHECK(none.open[2] == "0003-initial.smt2 ('about two'): no answer");
  two.verdict = Answer::unknown;
  CHECK(names(weigh(asked, {two}).open, "unknown to cvc5 1.0.3"));
}

}  // namespace answers_test
