// SPDX-License-Identifier: MIT
// Guards: conform as a user meets it: exit codes, the place of the line that
// cannot follow, keys of the report; a program with threads that is built here
// writes a log that is a run of its model, and the broken one does not; what
// --itf writes replays.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/cli/program.hpp"

namespace conform_command_test {

using namespace vicinal::test;

namespace {

Words keys(const Json& json) {
  Words out;
  for (const auto& [key, value] : json.items()) out.push_back(key);
  return out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string folder_of_example() {
  return source_folder() + "/examples/conform/";
}

Outcome conform_buffer(const std::string& log, const Words& more = {}) {
  Words words{"conform", "--map", folder_of_example() + "buffer.map.json"};
  words.insert(words.end(), more.begin(), more.end());
  words.push_back(folder_of_example() + "buffer.vic");
  words.push_back(log);
  return ask(words);
}

}  // namespace

TEST_CASE("exit codes and what is said") {
  const Folder folder;
  const std::string ring = example("token-ring");
  const auto conform = [&](const std::string& log, Words more = {}) {
    more.insert(more.begin(), {"conform", "-D", "n=3"});
    more.push_back(ring);
    more.push_back(folder.write("log.jsonl", log));
    return ask(more);
  };
  const std::string good =
      "{\"s[0].phase\": \"thinking\"}\n"
      "{\"action\": \"s[0].want\"}\n\n"
      "{\"action\": \"s[0].enter\", \"s[0].phase\": \"eating\"}\n";
  const Outcome run = conform(good);
  INFO(run.out << run.err);
  CHECK(run.code == 0);
  CHECK(has(run.out, "a run of"));
  CHECK(has(run.out, "3 lines; "));

  const Outcome other = conform(good + "{\"action\": \"s[1].enter\"}\n");
  INFO(other.out << other.err);
  CHECK(other.code == 1);
  CHECK(has(other.out, "line 5 cannot follow"));
  CHECK(has(other.out, "log.jsonl:5:12: this cannot follow"));
  CHECK(has(other.out, "  s[1].enter: 'phase == hungry' is false, line "));
  CHECK(has(other.out, "  s[1].want: is not s[1].enter"));

  CHECK(conform("{\"a\": 1}\n").code == 2);
  CHECK(conform("").code == 2);
  const Outcome torn = conform("{}\n{\"s[0].phase\": \n");
  CHECK(torn.code == 2);
  CHECK(has(torn.err, "log.jsonl:2:"));
  CHECK(conform(good, {"--hidden", "wnat"}).code == 2);
  CHECK(conform(good, {"--map", folder.path() + "/none"}).code == 2);
  CHECK(ask({"conform", ring}).code == 2);
  CHECK(ask({"conform", "-", "-"}).code == 2);
  CHECK(ask({"conform", ring, folder.path() + "/none"}).code == 2);
  const Outcome piped =
      ask({"conform", "-D", "n=3", ring, "-"}, {.input = good});
  CHECK(piped.code == 0);
  CHECK(has(piped.out, "<standard input>"));
  // Without the line of s[0].want, only as a hidden step.
  const std::string thin =
      "{\"s[0].phase\": \"thinking\"}\n{\"action\": \"s[0].enter\"}\n";
  CHECK(conform(thin).code == 1);
  CHECK(conform(thin, {"--hidden", "want"}).code == 0);
  // The same state twice.
  const std::string twice =
      "{\"s[0].phase\": \"thinking\", \"s[1].phase\": \"thinking\"}\n";
  CHECK(conform(twice + "{\"s[0].phase\": \"hungry\"}\n" +
                "{\"s[0].phase\": \"hungry\", \"s[1].phase\": \"thinking\", "
                "\"s[2].phase\": \"thinking\", \"token[0]\": true}\n")
            .code == 1);
}

TEST_CASE("a limit is no answer") {
  const Folder folder;
  const std::string model = folder.write(
      "wide.vic",
      "shared a : 0..4000000; shared b : 0..4000000;\nrule r { a := b; }\n");
  const std::string log = folder.write("log", "{\"action\": \"r\"}\n");
  const Outcome outcome =
      ask({"conform", "--json", "--timeout", "0.3", model, log});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.json()["verdict"] == "unknown");
  CHECK(outcome.json()["limit"] == "time");
}

// Who does not look at them reads to the end, which comes after ten seconds.
TEST_CASE("who waits for a line looks at the limits") {
  const Folder folder;
  const Outcome outcome =
      execute({"sh", "-c",
               "mkfifo \"$3\"; (printf '{\"s[0].phase\": \"thinking\"}\\n'; "
               "exec sleep 10) >\"$3\" & "
               "\"$1\" conform --timeout 0.5 \"$2\" - <\"$3\"; "
               "code=$?; kill $!; exit $code",
               "sh", binary(), example("token-ring"), folder.path() + "/log"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  CHECK(has(outcome.out, "the limit of time was reached"));
  CHECK_FALSE(has(outcome.err, "backstop"));
}

TEST_CASE("the report in JSON") {
  const Outcome good =
      conform_buffer(folder_of_example() + "good.jsonl", {"--json"});
  INFO(good.out << good.err);
  CHECK(good.code == 0);
  CHECK(keys(good.json()) == Words{"model", "parameters", "log", "verdict",
                                   "lines", "states", "most_states",
                                   "diagnostics", "statistics"});
  CHECK(good.json()["verdict"] == "run");
  CHECK(good.json()["lines"] == 80);
  CHECK(good.json()["states"] == 1);
  const Outcome broken =
      conform_buffer(folder_of_example() + "broken.jsonl", {"--json"});
  CHECK(broken.code == 1);
  const Json json = broken.json();
  CHECK(keys(json) == Words{"model", "parameters", "log", "verdict", "lines",
                            "states", "most_states", "mismatch", "diagnostics",
                            "statistics"});
  CHECK(json["verdict"] == "no run");
  CHECK(json["lines"] == 3);
  const Json& m = json["mismatch"];
  CHECK(keys(m) == Words{"line", "column", "text", "states", "more_states",
                         "with_hidden_steps", "possible", "looked_at",
                         "candidates", "not_enabled"});
  CHECK(m["line"] == 5);
  CHECK(m["states"] == 1);
  CHECK(m["possible"][0]["buffer"].size() == 3);
  CHECK(keys(m["candidates"][0]) ==
        Words{"kind", "action", "bindings", "states", "contradicts"});
  CHECK(keys(m["candidates"][0]["contradicts"][0]) ==
        Words{"part", "model", "log", "column"});
  REQUIRE(m["not_enabled"].size() == 1);
  CHECK(keys(m["not_enabled"][0]) ==
        Words{"action", "reason", "part", "line", "column", "states"});
  CHECK(m["not_enabled"][0]["part"] == "!full(buffer)");
}

TEST_CASE("a program with threads and its log") {
  const Folder folder;
  const std::string program = folder.path() + "/buffer";
  const Outcome built = execute({"c++", "-std=c++20", "-pthread", "-o", program,
                                 folder_of_example() + "buffer.cpp"});
  INFO(built.err);
  REQUIRE(built.code == 0);
  const Outcome good = execute({program});
  REQUIRE(good.code == 0);
  const Outcome run = conform_buffer(folder.write("good.jsonl", good.out));
  INFO(run.out << run.err);
  CHECK(run.code == 0);
  CHECK(has(run.out, "400 lines; 1 state is possible at the end"));
  const Outcome broken = execute({program, "--broken"});
  REQUIRE(broken.code == 0);
  const Outcome other =
      conform_buffer(folder.write("broken.jsonl", broken.out));
  INFO(other.out << other.err);
  CHECK(other.code == 1);
  // The fourth item; the first line is left out.
  CHECK(has(other.out, "line 5 cannot follow"));
  CHECK(has(other.out, "'!full(buffer)' is false"));
}

TEST_CASE("runs for other tools and from them") {
  const Folder folder;
  const std::string file = folder.path() + "/run.itf.json";
  for (const Words& what :
       std::vector<Words>{{"explore", example("mutex-broken")},
                          {"prove", example("mutex-broken")},
                          {"explore", "--deadlock", example("philosophers")},
                          {"explore", example("hanoi")},
                          {"check", example("leader-ring")},
                          {"check", example("two-doors")}}) {
    Words words{what[0], "--itf", file, "--quiet"};
    words.insert(words.end(), what.begin() + 1, what.end());
    const Outcome report = ask(words);
    INFO(fmt::format("{}", fmt::join(words, " ")) << report.err);
    if (report.code == 0) {
      CHECK(has(report.err, "V0917"));
      continue;
    }
    CHECK(report.code == 1);
    const std::string command = what[0] == "check" ? "check" : "explore";
    Words replay{command, "--replay", file};
    // Of another size than the default, as prove may find it.
    const Json sizes = Json::parse(read(file))["#meta"]["parameters"];
    for (const auto& [name, value] : sizes.items()) {
      replay.insert(replay.end(), {"-D", name + "=" + value.dump()});
    }
    replay.push_back(what.back());
    const Outcome again = ask(replay);
    INFO(again.out << again.err);
    CHECK(again.code == 0);
    CHECK(has(again.out, "a run of"));
  }
  CHECK(
      ask({"explore", "--itf", folder.path(), example("mutex-broken")}).code ==
      2);
  // Another action leads to that state, too, but not the one that is named.
  const std::string model = folder.write(
      "two.vic",
      "shared x : 0..1 = 0; rule a when x == 0 { x := 1; }\n"
      "rule b when x == 0 { x := 1; }\nrule c when x == 1 { x := 0; }\n"
      "invariant zero: x == 0;\n");
  CHECK(ask({"explore", "--itf", file, model}).code == 1);
  Json run = Json::parse(read(file));
  for (const auto& [action, code] :
       std::vector<std::pair<std::string, int>>{{"b", 0}, {"c", 2}}) {
    run["states"][1]["#meta"]["action"] = action;
    const std::string other = folder.write("other.itf.json", run.dump());
    CHECK(ask({"explore", "--replay", other, model}).code == code);
  }
}

}  // namespace conform_command_test
