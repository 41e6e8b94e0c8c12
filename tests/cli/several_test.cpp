// SPDX-License-Identifier: MIT
// Guards: several models in one run, and the files for other tools: in order,
// each as if it were alone, the exit code the worst, and a file that is always
// that of the run.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "program.hpp"

namespace several_test {

using namespace vicinal::test;

namespace {

const std::string lamp =
    "process Lamp { var on : bool = false; action press { on := !on; } }\n"
    "network { node l[2] : Lamp; }\n";
const std::string dark = "invariant dark: forall i in l: !i.on;\n";
const std::string fine = "invariant fine: forall i in l: i.on || !i.on;\n";
const std::string temporal = "ctl often: AG EF {l[0].on};\n";

// Of whose states there is no end.
const std::string counter =
    "shared s : int = 0;\nrule up { s := s + 1; }\ninvariant pos: s >= 0;\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Json without_statistics(Json json) {
  json.erase("statistics");
  return json;
}

// What SARIF 2.1.0 demands of the parts that are written.
void check_sarif(const Json& log) {
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  const Json& run = log["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "vicinal");
  std::set<std::string> rules;
  for (const Json& rule : run["tool"]["driver"]["rules"]) {
    CHECK(rules.insert(rule["id"].get<std::string>()).second);
    CHECK_FALSE(rule["shortDescription"]["text"].get<std::string>().empty());
    CHECK(rule["shortDescription"]["text"] != rule["id"]);
  }
  CHECK(run["invocations"][0]["executionSuccessful"].is_boolean());
  for (const Json& result : run["results"]) {
    CHECK(rules.contains(result["ruleId"].get<std::string>()));
    const bool error = result["level"] == "error";
    CHECK((error || result["level"] == "warning"));
    CHECK_FALSE(result["message"]["text"].get<std::string>().empty());
    for (const Json& location : result["locations"]) {
      const Json& physical = location["physicalLocation"];
      CHECK(physical["artifactLocation"]["uri"].is_string());
      if (!physical.contains("region")) continue;
      CHECK(physical["region"]["startLine"] >= 1);
      CHECK(physical["region"]["startColumn"] >= 1);
    }
  }
}

Json sarif_of(const Words& arguments, const Folder& folder, int code) {
  const std::string file = folder.path() + "/out.sarif";
  std::filesystem::remove(file);
  Words all = arguments;
  all.insert(all.end(), {"--sarif", file});
  CHECK(ask(all, {.folder = folder.path()}).code == code);
  Json log = Json::parse(read(file));
  check_sarif(log);
  CHECK(log["runs"][0]["invocations"][0]["exitCode"] == code);
  return log["runs"][0]["results"];
}

}  // namespace

TEST_CASE("several models are proved as each alone, in their order") {
  const Folder folder;
  const std::string a = folder.write("a.vic", lamp + dark + temporal);
  const std::string b = folder.write("b.vic", lamp + fine);
  const Run here{.folder = folder.path()};
  const Outcome both = ask({"prove", "a.vic", "b.vic"}, here);
  CHECK(both.code == 1);
  CHECK(both.out ==
        "a.vic  dark            violated by a run of 1 step\n"
        "a.vic  no model error  proved\n"
        "a.vic  often           not asked: temporal\n"
        "b.vic  fine            proved\n"
        "b.vic  no model error  proved\n"
        "2 models: 3 proved, 1 violated, 0 unknown\n");
  CHECK(ask({"prove", "--jobs", "2", "a.vic", "b.vic"}, here).out == both.out);
  CHECK(ask({"prove", "b.vic", "a.vic"}, here).out.starts_with("b.vic  fine"));
  const Json json = ask({"prove", "--json", a, b}).json();
  CHECK(json["exit"] == 1);
  CHECK(json["complete"] == true);
  REQUIRE(json["models"].size() == 2);
  CHECK(json["models"][0]["exit"] == 1);
  CHECK(json["models"][1]["exit"] == 0);
  CHECK(json["models"][1]["model"] == b);
  for (const std::size_t i : {0, 1}) {
    const Json alone = ask({"prove", "--json", i == 0 ? a : b}).json();
    CHECK(without_statistics(json["models"][i]["report"])["properties"] ==
          alone["properties"]);
  }
}

TEST_CASE("options are those of each model") {
  const Words two = {example("token-ring"), example("philosophers-abstract")};
  const auto at = [&](Words options) {
    options.insert(options.begin(), "prove");
    options.insert(options.end(), two.begin(), two.end());
    return ask(options);
  };
  CHECK(has(at({}).out, "mutex           proved for every size\n"));
  CHECK(has(at({"-Dn=3"}).out, "mutex           proved at n = 3\n"));
  CHECK(has(at({"-D", "n=4"}).out, "exclusion       proved at n = 4\n"));
  const Outcome singles = at({"--views=1"});
  CHECK(singles.code == 3);
  CHECK(has(singles.out, "mutex           unknown\n"));
  // Words behind "--" are models, whatever they look like.
  const Folder folder;
  folder.write("-x.vic", lamp + fine);
  CHECK(ask({"prove", "--", "-x.vic", "-x.vic"}, {.folder = folder.path()})
            .code == 0);
}

TEST_CASE("the exit code is the worst, and no model is lost") {
  const Folder folder;
  folder.write("good.vic", lamp + fine);
  folder.write("bad.vic", lamp + dark);
  folder.write("wrong.vic", "process {");
  const auto code = [&](Words models) {
    models.insert(models.begin(), "prove");
    return ask(models, {.folder = folder.path()}).code;
  };
  CHECK(code({"good.vic", "good.vic"}) == 0);
  CHECK(code({"good.vic", "bad.vic"}) == 1);
  CHECK(code({"bad.vic", "good.vic"}) == 1);
  CHECK(code({"bad.vic", "wrong.vic"}) == 2);
  CHECK(code({"wrong.vic", "bad.vic", "good.vic"}) == 2);
  CHECK(ask({"prove", "--views", "1", example("token-ring"),
             folder.path() + "/good.vic"})
            .code == 3);
  const Outcome wrong = ask({"prove", "wrong.vic", "good.vic", "none.vic"},
                            {.folder = folder.path()});
  CHECK(has(wrong.out, "wrong input\n"));
  CHECK(has(wrong.out,
            "3 models: 2 proved, 0 violated, 0 unknown, 2 without a "
            "report\n"));
  CHECK(has(wrong.err, "wrong.vic:1:"));
  CHECK(has(wrong.err, "none.vic"));
}

TEST_CASE("what is a file of one run is for one model") {
  const std::string ring = example("token-ring");
  for (const char* option :
       {"--certificate", "--obligations-to", "--report", "--itf", "--chart"}) {
    const Outcome refused =
        ask({"prove", option, "x.dot", ring, example("mutex-broken")});
    INFO(option);
    CHECK(refused.code == 2);
    CHECK(has(refused.err, std::string(option) + " is for one model"));
  }
  CHECK(ask({"prove", "-", ring}).code == 2);
  CHECK(ask({"prove", "--jobs", "0", ring, ring}).code == 2);
  CHECK(ask({"explore", ring, ring}).code == 2);
  CHECK(ask({"explore", "--sarif", "x", "--witness", "true", ring}).code == 2);
  CHECK(ask({"explore", "--sarif", "x", "--replay", "t", ring}).code == 2);
}

TEST_CASE("Ctrl-C leaves what has ended, and is no success") {
  const Folder folder;
  const std::string endless = folder.write("m.vic", counter);
  const Outcome stopped =
      ask({"prove", "--json", endless, endless, endless, endless},
          {.interrupt_after = 1});
  CHECK(stopped.seconds < 20);
  CHECK(stopped.code == 3);
  const Json json = stopped.json();
  CHECK(json["complete"] == false);
}

TEST_CASE("a process that ends by a signal has proved nothing") {
  const Folder folder;
  const std::string model = folder.write("m.vic", counter);
  const Outcome ended =
      execute({"sh", "-c", "ulimit -t 1; exec \"$0\" prove \"$1\" \"$2\"",
               binary(), model, example("philosophers-abstract")});
  CHECK(ended.code == 4);
  CHECK(has(ended.out, "internal error\n"));
  CHECK(has(ended.out,
            "2 models: 3 proved, 0 violated, 0 unknown, 1 without a "
            "report\n"));
}

TEST_CASE("verdicts as JUnit XML") {
  const Folder folder;
  folder.write("a.vic", lamp + dark + temporal);
  folder.write("b.vic", lamp + fine);
  const Run here{.folder = folder.path()};
  CHECK(ask({"prove", "--junit", "one.xml", "a.vic"}, here).code == 1);
  CHECK(ask({"prove", "--junit", "two.xml", "a.vic", "b.vic", "c.vic"}, here)
            .code == 2);
  const std::string one = read(folder.path() + "/one.xml");
  CHECK(has(one,
            "<testsuites name=\"vicinal prove\" tests=\"3\" "
            "failures=\"1\" errors=\"0\" skipped=\"1\" time=\""));
  CHECK(has(one,
            "<failure type=\"violated\" message=\"violated by a run of 1 "
            "step: l[0].press\"/>"));
  const std::string two = read(folder.path() + "/two.xml");
  CHECK(has(two, "tests=\"6\" failures=\"1\" errors=\"1\" skipped=\"1\""));
  CHECK(has(two, "<testcase classname=\"b.vic\" name=\"fine\"/>"));
  CHECK(has(two,
            "<testsuite name=\"c.vic\" tests=\"1\" failures=\"0\" "
            "errors=\"1\""));
  const Outcome nowhere = ask({"prove", "--junit", "no/x.xml", "b.vic"}, here);
  CHECK(nowhere.code == 2);
  CHECK(has(nowhere.err, "cannot write 'no/x.xml'"));
  CHECK(ask({"prove", "--junit", "no/x.xml", "b.vic", "b.vic"}, here).code ==
        2);
}

TEST_CASE("an older file of verdicts does not pass for the answer") {
  const Folder folder;
  folder.write("b.vic", lamp + fine);
  folder.write("w.vic", "process {");
  const std::string hostile =
      source_folder() + "/tests/hostile/wide_connect.vic";
  for (const Words& words :
       {Words{"w.vic"}, Words{"w.vic", "w.vic"},
        Words{"--timeout", "0.001", hostile}, Words{"-D", "nobody=3", "b.vic"},
        Words{"--property", "none", "b.vic"}}) {
    folder.write("x.xml", "older");
    Words arguments{"prove", "--junit", "x.xml"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    CHECK(ask(arguments, {.folder = folder.path()}).code >= 2);
    const std::string text = read(folder.path() + "/x.xml");
    INFO(words.back());
    CHECK(has(text, "<error type=\"no report\""));
    CHECK_FALSE(has(text, "errors=\"0\""));
  }
}

TEST_CASE("findings as SARIF, with their places") {
  const Folder folder;
  folder.write("a.vic", lamp + fine + dark);
  folder.write("w.vic", lamp + "invariant x: nobody;\n");
  for (const char* command : {"prove", "explore"}) {
    INFO(command);
    const Json results = sarif_of({command, "a.vic"}, folder, 1);
    REQUIRE(results.size() == 1);
    CHECK(results[0]["ruleId"] == "violated");
    const Json& where = results[0]["locations"][0]["physicalLocation"];
    CHECK(where["artifactLocation"]["uri"] == "a.vic");
    CHECK(where["region"]["startLine"] == 4);
    CHECK(has(results[0]["message"]["text"].get<std::string>(),
              "'dark' is violated by a run of 1 step: l[0].press"));
  }
  for (const char* command : {"prove", "explore", "validate"}) {
    INFO(command);
    const Json wrong = sarif_of({command, "w.vic"}, folder, 2);
    REQUIRE(wrong.size() == 1);
    CHECK(wrong[0]["ruleId"].get<std::string>().starts_with("V03"));
    CHECK(wrong[0]["locations"][0]["physicalLocation"]["region"]["startLine"] ==
          3);
  }
  CHECK(sarif_of({"validate", "a.vic"}, folder, 0).empty());
  CHECK(
      sarif_of({"explore", "--property", "fine", "a.vic"}, folder, 0).empty());
  const Json unproved =
      sarif_of({"prove", "--views", "1", example("token-ring")}, folder, 3);
  REQUIRE(unproved.size() == 1);
  CHECK(unproved[0]["ruleId"] == "unproved");
  CHECK(unproved[0]["level"] == "warning");
  const Json both = sarif_of({"prove", "a.vic", "w.vic"}, folder, 2);
  CHECK(both.size() == 2);
  const Outcome nowhere = ask({"validate", "--sarif", "no/x.sarif", "a.vic"},
                              {.folder = folder.path()});
  CHECK(nowhere.code == 2);
  CHECK(has(nowhere.err, "cannot write 'no/x.sarif'"));
}

TEST_CASE("a run that ends before its answer leaves a file that says so") {
  const Folder folder;
  const std::string file = folder.path() + "/x.sarif";
  const Outcome ended =
      ask({"validate", "--timeout", "0.001", "--sarif", file,
           source_folder() + "/tests/hostile/wide_connect.vic"});
  CHECK(ended.code == 3);
  const Json log = Json::parse(read(file));
  check_sarif(log);
  const Json& invocation = log["runs"][0]["invocations"][0];
  CHECK(invocation["executionSuccessful"] == false);
  CHECK(has(invocation["toolExecutionNotifications"][0]["message"]["text"]
                .get<std::string>(),
            "not finished"));
  // One of several.
  const Outcome one =
      ask({"prove", "--timeout", "0.001", "--sarif", file, "--property",
           "no model error", example("philosophers-abstract"),
           source_folder() + "/tests/hostile/wide_connect.vic"});
  CHECK(one.code == 3);
  const Json several = Json::parse(read(file));
  check_sarif(several);
  CHECK(several["runs"][0]["invocations"][0]["executionSuccessful"] == false);
}

}  // namespace several_test
