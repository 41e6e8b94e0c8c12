// SPDX-License-Identifier: MIT
// Guards: what is asked for is answered, all of it and nothing else, whatever
// options stand beside it; and the exit code is that of the answers in the
// report. Small models whose answers are known, all choices of names.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "program.hpp"

namespace asked_test {
namespace {

using namespace vicinal::test;

using Verdicts = std::map<std::string, std::string>;

// Of every kind one, and one that fails; ends after three steps.
const char* const invariants =
    "process P { var x : 0..3 = 0; action up when x < 3 { x := x + 1; } }\n"
    "network { node p : P; }\n"
    "invariant first: p.x <= 3;\n"
    "invariant second: p.x <= 1;\n"
    "invariant third: 6 / (p.x - 2) != 1;\n";
const Verdicts of_invariants = {{"first", "proved"},
                                {"second", "violated"},
                                {"third", "unknown"},
                                {"no model error", "violated"}};

const char* const temporal =
    "shared x : 0..3 = 0;\n"
    "rule up { x := (x + 1) % 4; }\n"
    "ltl first: F {x == 3};\n"
    "ctl second: AG {x <= 1};\n"
    "ctlstar third: A G F {x == 0};\n"
    "ltl fourth: F G {x == 0};\n";
const Verdicts of_temporal = {{"first", "proved"},
                              {"second", "violated"},
                              {"third", "proved"},
                              {"fourth", "violated"}};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A violation counts most, then what is open.
int code_of(const Verdicts& verdicts) {
  const auto any = [&](const char* verdict) {
    return std::any_of(verdicts.begin(), verdicts.end(),
                       [&](const auto& v) { return v.second == verdict; });
  };
  return any("violated") ? 1 : any("unknown") ? 3 : 0;
}

Verdicts verdicts_of(const Json& report) {
  Verdicts out;
  for (const Json& p : report["properties"]) {
    CHECK(out.emplace(p["name"], p["verdict"]).second);
  }
  return out;
}

// The report in JSON says this, and the codes of both are those of it.
void check_answers(const std::vector<std::string>& words,
                   const std::string& model, const Verdicts& expected) {
  std::vector<std::string> json = words;
  json.insert(json.end(), {"--json", model});
  const Outcome report = ask(json);
  INFO(report.out << report.err);
  CHECK(verdicts_of(report.json()) == expected);
  CHECK(report.code == code_of(expected));
  std::vector<std::string> text = words;
  text.insert(text.end(), {"--quiet", model});
  const Outcome lines = ask(text);
  INFO(lines.out);
  CHECK(lines.code == code_of(expected));
  for (const auto& [name, verdict] : expected) {
    const std::string shown = name == "deadlock" ? "no deadlock" : name;
    const std::size_t at = ("\n" + lines.out).find("\n" + shown + "  ");
    REQUIRE(at != std::string::npos);
    const std::string line =
        lines.out.substr(at, lines.out.find('\n', at) - at);
    CHECK(line.substr(line.find_first_not_of(' ', shown.size()))
              .starts_with(verdict));
  }
}

// Every choice of at least one name.
void check_choices(std::vector<std::string> words, const std::string& model,
                   const Verdicts& all, const Verdicts& besides) {
  for (std::size_t chosen = 1; chosen < std::size_t{1} << all.size();
       ++chosen) {
    std::vector<std::string> asked = words;
    Verdicts expected = besides;
    std::size_t bit = 0;
    for (const auto& [name, verdict] : all) {
      if ((chosen >> bit++ & 1U) == 0) continue;
      asked.insert(asked.begin() + 1, {"--property", name});
      expected[name] = verdict;
    }
    INFO(words[0] << ", choice " << chosen);
    check_answers(asked, model, expected);
  }
}

}  // namespace

TEST_CASE("what is asked for is answered, and gives the code") {
  const Folder folder;
  const std::string model = folder.write("model.vic", invariants);
  check_choices({"explore"}, model, of_invariants, {});
  check_choices({"prove"}, model, of_invariants, {});
  check_choices({"explore", "--deadlock"}, model, of_invariants,
                {{"deadlock", "violated"}});
  Verdicts all = of_invariants;
  check_answers({"explore"}, model, all);
  check_answers({"prove"}, model, all);
  all["deadlock"] = "violated";
  check_answers({"explore", "--deadlock"}, model, all);
}

TEST_CASE("temporal properties that are asked for are answered, too") {
  const Folder folder;
  const std::string model = folder.write("model.vic", temporal);
  check_choices({"check"}, model, of_temporal, {});
  check_answers({"check"}, model, of_temporal);
  // An error is an answer, even where nothing else is one.
  const std::string failing = folder.write("failing.vic",
                                           "shared x : 0..3 = 0;\n"
                                           "rule up { x := x + 1; }\n"
                                           "ltl first: G {x <= 3};\n"
                                           "ctl second: AG {x <= 3};\n");
  check_choices({"check"}, failing,
                {{"first", "unknown"}, {"second", "unknown"}},
                {{"no model error", "violated"}});
}

// Sizes and constants that are given belong to every claim.
TEST_CASE("a proof says of which sizes it is") {
  const Folder folder;
  const std::string model =
      folder.write("model.vic",
                   "param n : 1.. = 2;\nparam m : 0..9 = 3;\nconst most = 2;\n"
                   "process P { var x : 0..9 = 0; action up when x < most { x "
                   ":= x + 1; } }\n"
                   "network { node p[n] : P; node q[m] : P; }\n"
                   "invariant few: forall i in p: i.x <= most;\n");
  for (int given = 0; given < 6; ++given) {
    const bool n = given % 3 == 1;
    const bool m = given % 3 == 2;
    const bool most = given >= 3;
    const std::string certificate =
        folder.path() + "/certificate" + std::to_string(given);
    std::vector<std::string> words = {"prove", "--every-size"};
    if (n) words.insert(words.end(), {"-D", "n=4"});
    if (m) words.insert(words.end(), {"-D", "m=5"});
    if (most) words.insert(words.end(), {"-D", "most=3"});
    words.insert(words.end(), {"--certificate", certificate, model});
    const Outcome proof = ask(words);
    INFO(proof.out << proof.err);
    CHECK(proof.code == 0);
    const std::string head = proof.out.substr(0, proof.out.find('\n'));
    CHECK(has(head, "n = 4") == n);
    CHECK(has(head, "every n >= 1") == !n);
    CHECK(has(head, "m = 5") == m);
    CHECK(has(head, "m in 0..9") == !m);
    const Outcome verified = ask({"verify", certificate, model});
    INFO(verified.out);
    CHECK(verified.code == 0);
    CHECK(has(verified.out, "n = 4") == n);
    CHECK(has(verified.out, "every n") == !n);
    CHECK(has(verified.out, "m = 5") == m);
    CHECK(has(verified.out, "every m") == !m);
    CHECK(has(verified.out, "most = 3") == most);
  }
}

}  // namespace asked_test
