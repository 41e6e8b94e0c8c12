// SPDX-License-Identifier: MIT
// Guards: exit codes, what goes to which stream, the shape of the JSON, and
// that equal runs print equal bytes.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "program.hpp"

namespace command_test {

namespace {

using nlohmann::json;
using vicinal::test::Outcome;

Outcome shell(const std::string& command, const std::string& input = "") {
  return vicinal::test::execute({"bash", "-c", command}, {.input = input});
}

// One file, in a folder of its own.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text)
      : path_(folder_.write(name, text)) {}
  const std::string& path() const { return path_; }

 private:
  vicinal::test::Folder folder_;
  std::string path_;
};

Outcome vicinal_run(const std::string& arguments,
                    const std::string& input = "") {
  return shell(fmt::format("{} {}", VICINAL_BINARY, arguments), input);
}

std::string example(const std::string& name) {
  return fmt::format("{}/examples/{}", VICINAL_SOURCE_DIR, name);
}

}  // namespace

TEST_CASE("the program prints its version and those of its libraries") {
  const Outcome r = vicinal_run("--version");
  CHECK(r.code == 0);
  CHECK(r.out.rfind("vicinal ", 0) == 0);
  CHECK(r.out.find("Z3") != std::string::npos);
  CHECK(r.out.find("nauty") != std::string::npos);
}

TEST_CASE("exit codes") {
  CHECK(vicinal_run("prove -D n=5 " + example("philosophers-abstract.vic"))
            .code == 0);
  CHECK(vicinal_run("prove " + example("mutex-broken.vic")).code == 1);
  CHECK(vicinal_run("prove " + example("token-ring.vic")).code == 0);
  CHECK(vicinal_run("prove --views 1 " + example("token-ring.vic")).code == 3);
  CHECK(
      vicinal_run("prove --views 1 -D discs=3 " + example("hanoi.vic")).code ==
      2);
  CHECK(vicinal_run("explore " + example("hanoi.vic")).code == 1);
  CHECK(vicinal_run("explore --timeout 0.05 -D n=14 " +
                    example("philosophers.vic"))
            .code == 3);
  CHECK(vicinal_run("explore no-such-file.vic").code == 2);
  CHECK(vicinal_run("").code == 2);
  CHECK(vicinal_run("validate " + example("star.vic")).code == 0);
  CHECK(vicinal_run("validate -", "const k 3;").code == 2);
}

TEST_CASE("a model without properties is no failure") {
  CHECK(vicinal_run("explore --property 'no model error' -",
                    "shared x : bool = false; rule r { x := !x; }")
            .code == 0);
}

TEST_CASE("misspelt words get a suggestion") {
  CHECK(vicinal_run("prov x.vic").err.find("did you mean 'prove'?") !=
        std::string::npos);
  CHECK(vicinal_run("explore --deadlok x.vic")
            .err.find("did you mean '--deadlock'?") != std::string::npos);
  CHECK(vicinal_run("explore --property mutx " + example("token-ring.vic"))
            .err.find("did you mean 'mutex'?") != std::string::npos);
  CHECK(vicinal_run("explore -D m=3 " + example("token-ring.vic")).code == 2);
  CHECK(vicinal_run("prove --views 7 " + example("token-ring.vic")).code == 2);
  CHECK(vicinal_run("prove --deadlock " + example("token-ring.vic")).code == 2);
}

TEST_CASE("explore prints one JSON object with the keys of the design") {
  const Outcome r =
      vicinal_run("explore --json -D n=3 " + example("token-ring.vic"));
  CHECK(r.err.empty());
  const json report = json::parse(r.out);
  CHECK(report["reduction"] == "none");
  CHECK(report["states"] == 36);
  CHECK(report["transitions"] == 72);
  CHECK(report["depth"] == 4);
  CHECK(report["deadlocks"] == 0);
  CHECK(report["complete"] == true);
  CHECK(report["properties"][0]["name"] == "mutex");
  CHECK(report["properties"][0]["verdict"] == "proved");
  CHECK(report.contains("statistics"));
}

TEST_CASE("prove answers the scope that was asked") {
  const json every = json::parse(
      vicinal_run("prove --json " + example("philosophers-abstract.vic")).out);
  for (const json& p : every["properties"]) {
    CHECK(p["scope"] == "all-sizes");
    CHECK(p["verdict"] == "proved");
    CHECK(p["method"] == "explicit");
    CHECK(p["views"] == 1);
  }
  const json one = json::parse(vicinal_run("prove --json --instance " +
                                           example("philosophers-abstract.vic"))
                                   .out);
  for (const json& p : one["properties"]) {
    CHECK(p["scope"] == "instance");
    CHECK(p["verdict"] == "proved");
    CHECK(p["method"] == "explicit");
    CHECK(p["views"] == 1);
  }
  const json& level = one["invariants"][0];
  CHECK(level["views"] == 1);
  CHECK(level["members"] == 5);
  CHECK(level["representatives"][0]["view"] == json::array({"p[0]"}));
  CHECK(level["representatives"][0]["class_size"] == 5);
  CHECK(level["representatives"][0]["states"] == 9);
  const json weak = json::parse(
      vicinal_run("prove --json --views 1 -D n=3 " + example("token-ring.vic"))
          .out);
  CHECK(weak["properties"][0]["verdict"] == "unknown");
  CHECK(weak["properties"][0]["blocking_step"]["view"].size() == 2);
  // A parameter left out is asked for at every size only on request.
  const std::string two = "-D readers=1 " + example("readers-writers.vic");
  CHECK(json::parse(
            vicinal_run("prove --json " + two).out)["properties"][0]["scope"] ==
        "instance");
  CHECK(json::parse(vicinal_run("prove --json --every-size " + two)
                        .out)["properties"][0]["scope"] == "all-sizes");
}

TEST_CASE("every trace that is printed replays, and a changed one does not") {
  for (const char* name : {"mutex-broken.vic", "hanoi.vic"}) {
    const Outcome r = vicinal_run("explore --json " + example(name));
    const TemporaryFile file("trace.json", r.out);
    const std::string replay =
        fmt::format("explore --replay {} {}", file.path(), example(name));
    CHECK(vicinal_run(replay).code == 0);
    std::string changed = r.out;
    const std::size_t at = changed.rfind("\"action\": \"");
    changed.replace(at, 11, "\"action\": \"x");
    const TemporaryFile wrong("trace.json", changed);
    CHECK(vicinal_run(fmt::format("explore --replay {} {}", wrong.path(),
                                  example(name)))
              .code == 2);
  }
  const std::string counter =
      "process C { var v : 0..2 = 0; action up { v := v + 1; } }"
      "network { node c : C; }";
  const Outcome r = vicinal_run("explore --json -", counter);
  CHECK(r.code == 1);
  CHECK(json::parse(r.out)["properties"][0]["trace"]["steps"].size() == 3);
  const TemporaryFile file("trace.json", r.out);
  CHECK(vicinal_run(fmt::format("explore --replay {} -", file.path()), counter)
            .code == 0);
}

TEST_CASE("equal runs print equal bytes but for statistics") {
  for (const char* command : {"prove -D n=4", "explore -D n=4"}) {
    const auto once = [&] {
      json report =
          json::parse(vicinal_run(fmt::format("{} --json {}", command,
                                              example("philosophers.vic")))
                          .out);
      report.erase("statistics");
      return report.dump();
    };
    CHECK(once() == once());
  }
}

TEST_CASE("errors go to standard error, and to JSON on request") {
  const std::string text = "const a = b;\nconst c = d;\n";
  const Outcome plain = vicinal_run("validate -", text);
  CHECK(plain.out.empty());
  CHECK(plain.err.find("2 errors") != std::string::npos);
  const Outcome r = vicinal_run("validate --json -", text);
  const json report = json::parse(r.out);
  CHECK(report["diagnostics"].size() == 2);
  CHECK(report["diagnostics"][1]["code"] == "V0302");
  CHECK(report["diagnostics"][1]["line"] == 2);
}

TEST_CASE("colors: on request, never for NO_COLOR or a dumb terminal") {
  const std::string bad = "const a = b;\n";
  const auto colored = [&](const std::string& environment,
                           const std::string& option) {
    const Outcome r = shell(
        fmt::format("{} {} validate {} -", environment, VICINAL_BINARY, option),
        bad);
    return r.err.find("\x1b[") != std::string::npos;
  };
  CHECK(!colored("", ""));
  CHECK(colored("", "--color always"));
  CHECK(colored("FORCE_COLOR=1", ""));
  CHECK(!colored("FORCE_COLOR=1 NO_COLOR=1", ""));
  CHECK(!colored("FORCE_COLOR=1", "--color never"));
}

TEST_CASE("what a file holds cannot drive the terminal") {
  const Outcome r =
      vicinal_run("validate -", "const a = \x1b[31m;\nconst \"\x07\" = 3;\n");
  CHECK(r.code == 2);
  CHECK(r.err.find('\x1b') == std::string::npos);
  CHECK(r.err.find('\x07') == std::string::npos);
}

TEST_CASE("Ctrl-C ends an exploration with what is known, and code 3") {
  const Outcome r =
      shell(fmt::format("timeout --foreground -s INT 1 {} explore --json -D "
                        "n=40 {}; echo \"code $?\"",
                        VICINAL_BINARY, example("philosophers.vic")));
  // timeout says 124 for itself; the report is the program's own.
  const std::size_t end = r.out.rfind("code ");
  const json report = json::parse(r.out.substr(0, end));
  CHECK(report["complete"] == false);
  CHECK(report["limit"] == "interrupted");
  CHECK(report["states"] > 0);
}

TEST_CASE("the graph of a network any comes from a file") {
  const TemporaryFile graph(
      "g.json",
      R"({"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
          "edges": [{"id": "ab", "ins": ["a", "b"], "outs": ["a", "b"]},
                    {"id": "bc", "ins": ["b", "c"], "outs": ["b", "c"]}]})");
  const std::string model =
      "process P { port set link : inout bool; var on : bool = false;\n"
      "  action go when !on && forall e in link: !e {\n"
      "    for e in link { e := true; } on := true; }\n"
      "  action stop when on { for e in link { e := false; } on := false; }\n"
      "}\nnetwork any { node p : P; edge fork : bool via link; }\n"
      "init forall e in fork: !e;\n"
      "invariant x: forall i, j in P: i != j && adjacent(i, j) =>\n"
      "  !(i.on && j.on);\n";
  const Outcome r =
      vicinal_run(fmt::format("explore --json --on {} -", graph.path()), model);
  INFO(r.err);
  const json report = json::parse(r.out);
  CHECK(report["states"] == 5);
  CHECK(report["properties"][0]["verdict"] == "proved");
  CHECK(vicinal_run("explore -", model).code == 2);
  CHECK(vicinal_run("validate -", model).code == 0);
}

TEST_CASE("help, manual page and completion name every option") {
  const std::string man = vicinal_run("--man").out;
  const std::string completion = vicinal_run("--completion bash").out;
  for (const char* option :
       {"-D", "--json", "--timeout", "--replay", "--views", "--on"}) {
    std::string escaped;
    for (const char* c = option; *c != '\0'; ++c) {
      escaped += *c == '-' ? std::string("\\-") : std::string(1, *c);
    }
    CHECK(man.find(escaped) != std::string::npos);
    CHECK(completion.find(option) != std::string::npos);
  }
  CHECK(vicinal_run("prove --help").out.find("Examples:") == 0);
  CHECK(vicinal_run("--help").code == 0);
}

TEST_CASE("what is proved of deadlocks is that there is none") {
  const TemporaryFile model("m.vic",
                            "shared x : 0..1 = 0;\n"
                            "rule up { x := 1; }\ninvariant i: x < 2;\n");
  const Outcome none = vicinal_run("explore --deadlock " + model.path());
  CHECK(none.code == 0);
  CHECK(none.out.find("\nno deadlock     proved\n") != std::string::npos);
  const json report =
      json::parse(vicinal_run("explore --deadlock --json " + model.path()).out);
  CHECK(report["properties"].back()["name"] == "deadlock");
  CHECK(report["properties"].back()["verdict"] == "proved");
  const TemporaryFile stuck("m.vic",
                            "shared x : 0..1 = 0;\n"
                            "rule up when x < 1 { x := 1; }\n");
  const Outcome one = vicinal_run("explore --deadlock " + stuck.path());
  CHECK(one.code == 1);
  CHECK(one.out.find("\nno deadlock     violated by a run of 1 step\n") !=
        std::string::npos);
}

TEST_CASE("check says what it has not looked at") {
  const TemporaryFile model("m.vic",
                            "shared x : 0..1 = 0;\n"
                            "rule up { x := 1; }\ninvariant small: x < 2;\n"
                            "invariant zero: x == 0;\n");
  for (const char* how : {"", "--quiet "}) {
    const Outcome r = vicinal_run(std::string("check ") + how + model.path());
    CHECK(r.code == 0);
    CHECK(r.out.find("the model has no temporal property: nothing was "
                     "checked\nsmall  not looked at: an invariant\n"
                     "zero   not looked at: an invariant\n") !=
          std::string::npos);
  }
  const json report =
      json::parse(vicinal_run("check --json " + model.path()).out);
  REQUIRE(report["properties"].size() == 2);
  CHECK(report["properties"][1]["name"] == "zero");
  CHECK(report["properties"][1]["verdict"] == "not-asked");
}

TEST_CASE(
    "what a step changes stands in one column, whatever steps are called") {
  for (const std::size_t length : {1, 10, 27, 28, 29, 30, 31, 45, 70}) {
    const std::string model =
        "shared v : 0..4 = 0;\nrule " + std::string(length, 'r') +
        " when v < 3 { v := v + 1; }\nrule last when v == 3 { v := 4; }\n"
        "invariant low: v < 4;\n";
    const Outcome r = vicinal_run("explore -", model);
    INFO(r.out);
    std::set<std::size_t> columns;
    std::size_t lines = 0;
    std::istringstream text(r.out);
    for (std::string line; std::getline(text, line);) {
      const std::size_t at = line.find("v = ");
      if (at == std::string::npos) continue;
      columns.insert(at);
      ++lines;
    }
    CHECK(lines == 5);
    CHECK(columns.size() == 1);
  }
}

}  // namespace command_test
