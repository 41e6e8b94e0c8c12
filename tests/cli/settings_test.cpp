// SPDX-License-Identifier: MIT
// Guards: what a vicinal.toml sets is what its options would, what the command
// line says wins, a word that is wrong is shown at its place and never passed
// over, and `test` holds models against what is stated there.
#include "cli/settings/settings.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "cli/settings/toml_text.hpp"
#include "program.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/terms.hpp"

namespace settings_test {

using namespace vicinal::test;
namespace settings = vicinal::cli::settings;
namespace network = vicinal::network;
namespace random_models = vicinal::random_models;

namespace {

const std::string ring_toml =
    "timeout = 50\n[explore.parameters]\nn = 3\n"
    "[models.\"ring.vic\"]\nprove = { properties = [\"mutex\"] }\n"
    "expect = [\"explore => exit 0; states=6\",\n"
    "  \"prove => exit 0; mutex=proved\"]\n"
    "[models.\"ring.vic\".explore]\nthreads = 1\nmax-states = 1000\n";

const std::string bare_ring =
    "enum Phase { idle, busy }\nparam n : 2.. = 6;\nprocess P {\n"
    "  port l, r : inout bool;\n  var phase : Phase = idle;\n"
    "  action enter when phase == idle && l { l := false; phase := busy; }\n"
    "  action leave when phase == busy { r := true; phase := idle; }\n}\n"
    "network {\n  node s[n] : P;\n  edge e[n] : bool;\n"
    "  for i in 0..n-1 { connect s[i].r, s[(i + 1) % n].l to e[i]; }\n"
    "  init exactly 1 x in e: x;\n}\n"
    "invariant mutex: forall i, j in s: i != j => !(i.phase == busy && j.phase "
    "== busy);\ninvariant fine: true;\n"
    "ctl again: AG EF {s[0].phase == busy};\n";

struct Ring {
  explicit Ring(const std::string& toml) {
    folder.write("ring.vic", bare_ring);
    folder.write("vicinal.toml", toml);
  }
  Outcome run(Words arguments) const {
    return ask(arguments, {.folder = folder.path()});
  }
  Json report(Words arguments) const {
    arguments.emplace_back("--json");
    return run(std::move(arguments)).json();
  }
  Folder folder;
};

// "V0929 2:1 there is no ..." for each.
std::vector<std::string> wrong_of(const std::string& text) {
  const network::Source source("vicinal.toml", text);
  network::Diagnostics found(&source);
  settings::parse_settings(source, found);
  std::vector<std::string> out;
  for (const network::Diagnostic& d : found.all()) {
    const network::Position at = source.position(d.span.begin);
    out.push_back("V0" + std::to_string(number(d.code)) + " " +
                  std::to_string(at.line) + ":" + std::to_string(at.column) +
                  " " + d.message +
                  (d.notes.empty() ? "" : "; " + d.notes[0].message));
  }
  return out;
}

std::string first_wrong(const std::string& text) {
  const auto all = wrong_of(text);
  return all.empty() ? "" : all.front();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("settings are those of the model and of the command") {
  const network::Source source("vicinal.toml",
                               "timeout = 1\nmemory = 7\n[parameters]\na = 1\n"
                               "b = true\n[prove]\ntimeout = 2\n"
                               "[models.\"x.vic\"]\ntimeout = 3\n"
                               "parameters = { a = \"two\" }\n"
                               "[models.\"x.vic\".prove]\ntimeout = 4.5\n"
                               "properties = [\"p\", \"q\"]\n");
  network::Diagnostics found(&source);
  const auto read = settings::parse_settings(source, found);
  CHECK(found.all().empty());
  using Numbers = std::map<std::string, double>;
  using Values = std::map<std::string, std::string>;
  const auto of = [&](const char* model, const char* command) {
    return settings::settings_of(read, model, command);
  };
  CHECK(of("y.vic", "explore").numbers ==
        Numbers{{"--memory", 7}, {"--timeout", 1}});
  CHECK(of("y.vic", "prove").numbers ==
        Numbers{{"--memory", 7}, {"--timeout", 2}});
  CHECK(of("x.vic", "explore").numbers ==
        Numbers{{"--memory", 7}, {"--timeout", 3}});
  CHECK(of("x.vic", "prove").numbers ==
        Numbers{{"--memory", 7}, {"--timeout", 4.5}});
  CHECK(of("y.vic", "check").parameters == Values{{"a", "1"}, {"b", "true"}});
  CHECK(of("x.vic", "check").parameters == Values{{"a", "two"}, {"b", "true"}});
  CHECK(of("x.vic", "prove").properties == Words{"p", "q"});
  CHECK_FALSE(of("x.vic", "explore").properties);
}

TEST_CASE("what is wrong is shown at its place") {
  CHECK(first_wrong("") == "");
  CHECK(first_wrong("timout = 3\n") ==
        "V0929 1:1 there is no setting 'timout'; did you mean 'timeout'?");
  CHECK(has(first_wrong("[explore]\nviews = 3\n"),
            "V0929 2:1 there is no setting 'views' of 'explore'; there are "
            "parameters"));
  CHECK(has(first_wrong("[prove]\nmax-states = 3\n"), "V0929 2:1"));
  CHECK(has(first_wrong("\n[exlore]\nthreads = 1\n"), "V0929 2:2"));
  CHECK(has(first_wrong("expect = []\n"), "V0929 1:1"));
  CHECK(has(first_wrong("[models.\"a\"]\n[models.\"a\".models]\n"),
            "V0929 2:13"));
  CHECK(first_wrong("prove = { timeout = \"3\" }\n") ==
        "V0930 1:21 'timeout' is a number from 0 to 1000000000000");
  for (const std::string value : {"nan", "-1", "inf", "true", "[]", "{}"}) {
    CHECK(has(first_wrong("timeout = " + value + "\n"), "V0930 1:1"));
  }
  for (const std::string value : {"0", "257", "1.5", "\"2\""}) {
    CHECK(has(first_wrong("threads = " + value + "\n"), "V0930 1:11"));
  }
  CHECK(has(first_wrong("properties = [\"a\", 3]\n"), "V0930 1:20"));
  CHECK(has(first_wrong("properties = \"a\"\n"), "V0930 1:14"));
  CHECK(has(first_wrong("parameters = 3\n"), "V0930 1:14"));
  CHECK(has(first_wrong("[parameters]\nn = 1.5\n"), "V0930 2:5"));
  CHECK(has(first_wrong("[models.\"../x.vic\"]\n"), "V0930 1:10"));
  CHECK(has(first_wrong("a = 1\na = 2\n"), "V0928 2:5"));
  CHECK(has(first_wrong("timeout =\n"), "V0928 1:1"));
  CHECK(has(first_wrong("x = \"a\n"), "V0928"));
  CHECK(first_wrong("a = t\n") == "V0928 1:1 the next token is not a boolean");
  CHECK(wrong_of("a = 1\nb = 2\n").size() == 2);
}

TEST_CASE("texts that would break a reader are refused") {
  const auto deep = [](std::size_t n) {
    return "a = " + std::string(n, '[') + std::string(n, ']') + "\n";
  };
  CHECK(has(first_wrong(deep(100'000)), "deeper than 64"));
  CHECK_FALSE(has(first_wrong(deep(60)), "deeper"));
  std::string dots = "a";
  for (int i = 0; i < 50'000; ++i) dots += ".a";
  CHECK(has(first_wrong(dots + " = 1\n"), "deeper than 64"));
  // Brackets in comments and strings close nothing.
  std::string hidden = "a = ";
  for (int i = 0; i < 50'000; ++i) hidden += "[#]\n";
  CHECK(has(first_wrong(hidden), "deeper than 64"));
  hidden = "a = ";
  for (int i = 0; i < 50'000; ++i) hidden += "[\"]\",";
  CHECK(has(first_wrong(hidden), "deeper than 64"));
  hidden = "a = ";
  for (int i = 0; i < 20'000; ++i) hidden += "['''\n]''',";
  CHECK(has(first_wrong(hidden), "deeper than 64"));
  CHECK(has(first_wrong(std::string(300'000, '#')), "larger than 256 KiB"));
  // The library would read beyond its buffer.
  CHECK(first_wrong("a = '''\n\xF6'''\n") ==
        "V0928 2:1 a byte here is no UTF-8");
  // And what only looks deep is read.
  CHECK(first_wrong("# " + std::string(200, '[') + "\n[parameters]\na = \"" +
                    std::string(200, '[') + "\"\n") == "");
}

TEST_CASE("random texts have diagnostics or settings") {
  const std::vector<std::string> words = {
      "timeout",     " = ", "3",          "[models.\"a.vic\"]\n",
      "[explore]\n", "\n",  "parameters", "properties",
      "{",           "}",   "[",          "]",
      "\"x\"",       ",",   ".",          "#",
      "nan",         "'",   "\\",         "expect",
      "-",           "1.5", "true",       "\xFF",
      "prove",       "\r"};
  for (std::uint64_t seed = 1; seed <= random_models::runs(3000); ++seed) {
    random_models::Dice dice(seed);
    std::string text;
    for (int k = dice.below(25); k >= 0; --k) text += dice.of(words);
    INFO(text);
    for (const std::string& wrong : wrong_of(text)) {
      CHECK(
          (has(wrong, "V0928") || has(wrong, "V0929") || has(wrong, "V0930")));
    }
  }
}

TEST_CASE("commands take what stands beside a model") {
  const Ring ring(ring_toml);
  const Json explored = ring.report({"explore", "ring.vic"});
  CHECK(explored["parameters"]["n"] == 3);
  const Json proved = ring.report({"prove", "ring.vic"});
  CHECK(proved["parameters"]["n"] == "every");
  REQUIRE(proved["properties"].size() == 1);
  CHECK(proved["properties"][0]["name"] == "mutex");
  CHECK(ring.report({"check", "ring.vic"})["parameters"]["n"] == 6);
  // The command line wins, setting by setting.
  const Json given = ring.report({"explore", "-D", "n=4", "ring.vic"});
  CHECK(given["parameters"]["n"] == 4);
  CHECK(ring.report({"prove", "--property", "fine",
                     "ring.vic"})["properties"][0]["name"] == "fine");
  CHECK(ring.report(
            {"explore", "--no-config", "ring.vic"})["parameters"]["n"] == 6);
  // It is said, but where little is to be said.
  const Outcome said = ring.run({"explore", "ring.vic"});
  CHECK(said.err ==
        "vicinal: vicinal.toml: n = 3, max-states = 1000, threads = 1, timeout "
        "= 50\n");
  CHECK(ring.run({"explore", "--quiet", "ring.vic"}).err.empty());
  // Of another model in the folder, less.
  ring.folder.write("other.vic", bare_ring);
  CHECK(ring.report({"prove", "other.vic"})["properties"].size() > 1);
  // Standard input has no folder.
  const Outcome input = ask({"explore", "--json", "-"},
                            {.input = bare_ring, .folder = ring.folder.path()});
  CHECK(input.json()["parameters"]["n"] == 6);
  // Several models have theirs each.
  const Json both = ring.report({"prove", "ring.vic", "other.vic"});
  CHECK(both["models"][0]["report"]["properties"].size() == 1);
  CHECK(both["models"][1]["report"]["properties"].size() > 1);
}

TEST_CASE("limits beside a model end a run") {
  const Ring ring("[explore]\nmax-states = 5\n");
  CHECK(ring.run({"explore", "ring.vic"}).code == 3);
  CHECK(ring.run({"explore", "--max-states", "0", "ring.vic"}).code == 0);
  const Ring quick("timeout = 0.3\n");
  quick.folder.write("endless.vic",
                     "shared s : int = 0;\nrule up { s := s + 1; }\n"
                     "invariant pos: s >= 0;\n");
  const Json ended = quick.report({"explore", "endless.vic"});
  CHECK(ended["limit"] == "time");
}

TEST_CASE("a wrong file is refused by every command that reads it") {
  const Ring ring("timout = 3\n");
  for (const char* command : {"prove", "explore", "check"}) {
    const Outcome outcome = ring.run({command, "--json", "ring.vic"});
    CHECK(outcome.code == 2);
    const Json report = outcome.json();
    REQUIRE(report["diagnostics"].size() == 1);
    CHECK(report["diagnostics"][0]["code"] == "V0929");
    CHECK(report["diagnostics"][0]["file"] == "vicinal.toml");
    CHECK(report["diagnostics"][0]["line"] == 1);
    CHECK(ring.run({command, "--no-config", "ring.vic"}).code < 2);
  }
  CHECK(ring.run({"validate", "ring.vic"}).code == 0);
  const Outcome test = ring.run({"test", "."});
  CHECK(test.code == 2);
  CHECK(has(test.err, "vicinal.toml:1:1: there is no setting 'timout'; did"));
}

TEST_CASE("models are held against what is stated beside them") {
  const Ring ring(ring_toml);
  const Json good = ring.report({"test", "."});
  CHECK(good["passed"] == 2);
  CHECK(good["failed"] == 0);
  CHECK(good["expectations"][0]["stated_in"] == "./vicinal.toml");
  CHECK(good["expectations"][0]["line"] == 6);
  CHECK(good["expectations"][1]["line"] == 7);
  CHECK(good["silent"].empty());
  CHECK(ring.run({"test", "ring.vic"}).code == 0);
  // Without the settings the model expects nothing, which is wrong of a file
  // that is named.
  CHECK(ring.run({"test", "--no-config", "ring.vic"}).code == 2);
  const auto code = [](const std::string& toml) {
    return Ring(toml).run({"test", "."});
  };
  const Outcome differs = code(
      "[models.\"ring.vic\"]\nexpect = [\"explore => exit 0; states=1\"]\n");
  CHECK(differs.code == 1);
  CHECK(has(differs.out, "./ring.vic (./vicinal.toml):2: explore"));
  CHECK(code("[models.\"no.vic\"]\n").code == 2);
  CHECK(has(code("[models.\"ring.vic\"]\nexpect = [\"prve => exit 0\"]\n").err,
            "vicinal.toml:2:11: "));
  CHECK(code("[models.\"ring.vic\"]\nexpect = [\"prove\"]\n").code == 2);
  // Slow ones run where they are asked for.
  const Ring slow(
      "[models.\"ring.vic\"]\nexpect-slow = [\"prove => exit 1\"]\n");
  CHECK(slow.run({"test", "."}).code == 0);
  CHECK(slow.run({"test", "--slow", "."}).code == 1);
  // A line of the model is run with the settings, and without where there are
  // to be none.
  const Ring line("[parameters]\nn = 3\n");
  line.folder.write("ring.vic",
                    "// expect: explore => exit 0; states=6\n" + bare_ring);
  line.folder.write("vicinal.toml", "[explore.parameters]\nn = 3\n");
  CHECK(line.run({"test", "."}).code == 0);
  CHECK(line.run({"test", "--no-config", "."}).code == 1);
}

}  // namespace settings_test
