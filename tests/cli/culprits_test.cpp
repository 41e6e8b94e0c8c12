// SPDX-License-Identifier: MIT
// Guards: a violation says for whom the invariant is false, as text, as JSON
// and on a page; a deadlock says that nothing is enabled.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace culprits_test {

using namespace vicinal::test;

namespace {

const char* const model =
    "enum Phase { idle, busy }\n"
    "process P {\n"
    "  var phase : Phase = idle;\n"
    "  action ask when phase == idle { phase := busy; }\n"
    "}\n"
    "network { node p[3] : P; node q : P; }\n"
    "invariant apart: forall a, b in p: index(a) < index(b) =>\n"
    "  !(a.phase == busy && b.phase == busy && q.phase == busy);\n"
    "invariant nobody: !(exists a in p: a.phase == busy);\n"
    "invariant one: atmost 1 a in p: a.phase == busy;\n"
    "invariant plain: q.phase == idle;\n"
    "invariant inner: q.phase == idle && (forall a in p: true => forall i in\n"
    "  0..2: i == 1 => a.phase == idle);\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Json said(const Json& report, const std::string& name) {
  for (const Json& p : report["properties"]) {
    if (p["name"] == name) return p.value("false_for", Json());
  }
  return "no such property";
}

Json bound(const std::string& variable, const Json& value) {
  return {{"variable", variable}, {"value", value}};
}

}  // namespace

TEST_CASE("a violation says for whom") {
  const Folder folder;
  const std::string file = folder.write("model.vic", model);
  const Outcome outcome = ask({"explore", "--deadlock", file});
  INFO(outcome.out);
  CHECK(outcome.code == 1);
  CHECK(has(outcome.out, "\n      ! false for a = p[0], b = p[1]\n"));
  CHECK(has(outcome.out, "\n      ! false for a = p[0]\n"));
  CHECK(has(outcome.out, "\n      ! too many are true: a = p[0], a = p[1]\n"));
  CHECK(has(outcome.out, "\n      ! nothing is enabled here\n"));
  CHECK(!has(ask({"explore", "--quiet", file}).out, "!"));

  const Json json = ask({"explore", "--json", file}).json();
  CHECK(said(json, "apart") ==
        Json::array({bound("a", "p[0]"), bound("b", "p[1]")}));
  CHECK(said(json, "nobody") == Json::array({bound("a", "p[0]")}));
  CHECK(said(json, "one") ==
        Json::array({bound("a", "p[0]"), bound("a", "p[1]")}));
  CHECK(said(json, "plain").is_null());
}

TEST_CASE("the first part that is false counts, and what is inside of it") {
  const Folder folder;
  std::string text = model;
  const std::string part = "q.phase == idle && (forall";
  text.replace(text.find(part), part.size(), "true && (forall");
  const std::string file = folder.write("model.vic", text);
  const Json json =
      ask({"explore", "--json", "--property", "inner", file}).json();
  CHECK(said(json, "inner") ==
        Json::array({bound("a", "p[0]"), bound("i", 1)}));
}

TEST_CASE("prove and random runs say it, too") {
  const Folder folder;
  const std::string file = folder.write("model.vic", model);
  for (const Words& words :
       {Words{"prove", file},
        Words{"simulate", "--runs", "3", "--steps", "20", file}}) {
    const Outcome outcome = ask(words);
    INFO(outcome.out);
    CHECK(has(outcome.out, "! false for a = p["));
    CHECK(has(outcome.out, "! too many are true: a = p["));
  }
  const Outcome every = ask({"prove", example("mutex-broken")});
  CHECK(has(every.out, "! false for i = c[0], j = c[1]\n"));
  const Json json = ask({"prove", "--json", example("mutex-broken")}).json();
  CHECK(said(json, "mutex") == Json{bound("i", "c[0]"), bound("j", "c[1]")});
}

TEST_CASE("a page marks who breaks it") {
  const Folder folder;
  const std::string page = folder.path() + "/page.html";
  ask({"prove", "--report", page, example("mutex-broken")});
  const std::string text = read(page);
  CHECK(has(text, "At its end: false for i = c[0], j = c[1]."));
  const std::string begin = "id=\"data\">";
  const std::size_t from = text.find(begin) + begin.size();
  const Json data =
      Json::parse(text.substr(from, text.find("</script>", from) - from));
  const Json& wrong = data["runs"][0]["wrong"];
  REQUIRE(wrong.is_array());
  CHECK(data["texts"][wrong[0].get<std::size_t>()] ==
        "false for i = c[0], j = c[1]");
  CHECK(wrong[1] == Json{0, 1});
  CHECK(wrong[2] == Json::array());
}

}  // namespace culprits_test
