// SPDX-License-Identifier: MIT
// Guards: every diagnostic has an entry, every entry an example that gives it
// and one that does not, and the text of each is as in golden/, which is
// complete. VICINAL_UPDATE_GOLDEN=1 writes the files anew.
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "program.hpp"
#include "tests/random/random_model.hpp"

namespace catalogue_test {

namespace {

using vicinal::network::Entry;
using vicinal::test::Outcome;

Outcome shell(const std::string& command, const std::string& input = "") {
  return vicinal::test::execute({"bash", "-c", command}, {.input = input});
}

namespace fs = std::filesystem;

const fs::path root = VICINAL_SOURCE_DIR;

std::string slurp(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The codes that rooms declare: tests/sanity/codes says that each is reported.
std::set<int> declared() {
  std::set<int> codes;
  const std::regex constant(R"(Code \w+\{(\d+)\};)");
  for (const char* folder :
       {"network", "symmetry", "fixpoint", "explore", "decide", "cli"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().filename() != "codes.hpp") continue;
      const std::string text = slurp(entry.path());
      for (std::sregex_iterator it(text.begin(), text.end(), constant), end;
           it != end; ++it) {
        codes.insert(std::stoi((*it)[1]));
      }
    }
  }
  return codes;
}

std::string code_text(int code) {
  return fmt::format("V{:04}", code);
}

// The input of an entry, and the command that reads it. Those that are not
// about one file have a command of their own.
struct Try {
  std::string command;
  std::string input;
};

const char* const any =
    "process P { port set link : inout bool; }\n"
    "network any { node p : P; edge e : bool via link; }\n";

const char* const quotient =
    R"({"nodes": [{"id": "a"}], "edges": [{"id": "e", "ins": ["a"], )"
    R"("outs": ["a"], "class": "a", "access": "inout", )"
    R"("via": [{"class": "a", "edge": "e", "channel": 0}]}]})";

Try on_graph(const std::string& graph, const char* model) {
  return Try{fmt::format("printf '%s' '{}' >\"$T\"; {} validate --on \"$T\" "
                         "-",
                         graph, VICINAL_BINARY),
             model};
}

// Of a file of a network, of a structure, or of a group.
Try graph_attempt(const Entry& e, bool wrong) {
  const std::string text(wrong ? e.wrong : e.right);
  if (number(e.code) / 10 == 63) {
    return {fmt::format("cat >x.structure; {} symmetry --virtual x.structure",
                        VICINAL_BINARY),
            text};
  }
  if (number(e.code) / 10 == 64) {
    return {fmt::format("cat >x.group; {} explore --reduction orbit --group "
                        "x.group {}",
                        VICINAL_BINARY,
                        (root / "examples/token-ring.vic").string()),
            text};
  }
  const char* good = "graph { }";
  Try t = on_graph(number(e.code) == 614   ? wrong ? "graph { \xff }" : good
                   : number(e.code) == 620 ? wrong ? "hello world" : good
                   : number(e.code) == 623 ? "*Vertices 1\n"
                                           : text,
                   any);
  if (number(e.code) == 623 && wrong) {
    t.command.replace(t.command.find("validate"), 8, "validate --network 2");
  }
  // Without an ending, the format is found by what is in the file.
  if (number(e.code) >= 609) t.command = "T=graph; " + t.command;
  return t;
}

// Which command reports it of one file.
const char* command(int code) {
  const bool exported = code == 706 || code == 707;
  return code == 508        ? "explore"
         : exported         ? "export --to promela"
         : code == 1118     ? "explore --language cubicle"
         : code / 100 == 11 ? "validate --language cubicle"
         : code / 100 == 12 ? "validate --language pnml"
         : code / 100 == 13 ? "validate --language murphi"
         : code == 701      ? "prove --views 1 --instance"
         : code / 100 == 7  ? "prove --views 1"
         : code / 100 >= 7  ? "prove"
                            : "validate";
}

const char* const small_net =
    "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net "
    "id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page "
    "id=\"top\"><place id=\"p\"/><transition id=\"t\"/></page></net></pnml>";

// Of --properties, for a model that is none of a net, or of such a net.
Try of_properties(const Entry& e, bool wrong) {
  if (number(e.code) == 914) {
    return {fmt::format("echo '<property-set/>' >p.xml; {} validate {} -",
                        VICINAL_BINARY, wrong ? "--properties p.xml" : ""),
            slurp(root / "examples/token-ring.vic")};
  }
  return {fmt::format("cat >p.xml; echo '{}' | {} validate --language pnml "
                      "--properties p.xml -",
                      small_net, VICINAL_BINARY),
          std::string(wrong ? e.wrong : e.right)};
}

// Of prove --certificate, --report.
Try of_certificates(int code, bool wrong) {
  const auto read = [](const char* name) {
    return slurp(root / "examples" / name);
  };
  switch (code) {
    case 910:
      return {fmt::format("{} prove --property mutex --certificate c -",
                          VICINAL_BINARY),
              read(wrong ? "mutex-broken.vic" : "token-ring.vic")};
    case 911:
      return {fmt::format("touch x; {} prove --certificate {} -",
                          VICINAL_BINARY, wrong ? "x" : "c"),
              read("token-ring.vic")};
    case 919:
      return {fmt::format("{} prove --report {}ring.html -", VICINAL_BINARY,
                          wrong ? "nowhere/" : ""),
              read("token-ring.vic")};
    default:
      return {fmt::format("{} prove --certificate c {} -", VICINAL_BINARY,
                          wrong ? "" : "--property one_crosses"),
              read("one-lane-bridge.vic")};
  }
}

// Of explore --checkpoint, --resume.
Try of_checkpoints(int code, bool wrong) {
  const std::string ring = slurp(root / "examples/token-ring.vic");
  if (code == 920) {
    return {fmt::format("{} explore --{} -", VICINAL_BINARY,
                        wrong ? "resume nowhere" : "checkpoint saved"),
            ring};
  }
  // A folder of a name that a file would have.
  return {fmt::format("{}{} explore --checkpoint full -",
                      wrong ? "mkdir -p full/states-000001.bin.part/x; " : "",
                      VICINAL_BINARY),
          ring};
}

// Of a vicinal.toml beside a model.
Try of_settings(const std::string& text) {
  const std::string ring = (root / "examples/token-ring.vic").string();
  return {fmt::format("cat >vicinal.toml; cp {} ring.vic; {} explore ring.vic; "
                      "code=$?; rm vicinal.toml; exit $code",
                      ring, VICINAL_BINARY),
          text};
}

// Of conform, of runs that are written, and of settings.
bool of_runs(int code) {
  return code / 100 == 14 || code == 917 || code == 918 ||
         (code >= 928 && code <= 930);
}

Try run_attempt(const Entry& e, bool wrong) {
  const auto path = [](const char* name) {
    return (root / "examples" / name).string();
  };
  const std::string conform = fmt::format(
      "{} conform {{}} {} -", VICINAL_BINARY, path("token-ring.vic"));
  const std::string line =
      "echo '{\"phase_0\": \"thinking\", "
      "\"s[0].phase\": \"thinking\"}' | ";
  const std::string text(wrong ? e.wrong : e.right);
  switch (number(e.code)) {
    case 917:
      return {fmt::format("{} explore --itf r.json -", VICINAL_BINARY),
              slurp(path(wrong ? "token-ring.vic" : "mutex-broken.vic"))};
    case 918:
      return {fmt::format("{} explore --itf {} -", VICINAL_BINARY,
                          wrong ? "." : "r.json"),
              slurp(path("mutex-broken.vic"))};
    case 928:
    case 929:
    case 930:
      return of_settings(text);
    case 1405:
      return {"cat >m.json; " + line +
                  fmt::format(fmt::runtime(conform), "--map m.json"),
              wrong ? text : R"({"variables": {"phase_0": null}})"};
    case 1406:
      return {line + fmt::format(fmt::runtime(conform),
                                 wrong ? "--hidden wnat" : "--hidden want"),
              ""};
    default:
      return {fmt::format(fmt::runtime(conform), ""), text};
  }
}

bool of_quotients(int code) {
  return code == 626 || code == 709 || code == 710;
}

Try quotient_attempt(const Entry& e, bool wrong) {
  const std::string text(wrong ? e.wrong : e.right);
  const int code = number(e.code);
  if (code == 626) {
    return {fmt::format("{} validate -", VICINAL_BINARY), text};
  }
  if (code == 709) {
    return {fmt::format("{} prove --instance --on-quotient -", VICINAL_BINARY),
            text};
  }
  return {fmt::format("echo '{}' >g.json; {} prove --on-quotient -", quotient,
                      VICINAL_BINARY),
          text};
}

Try attempt(const Entry& e, bool wrong) {
  const std::string text(wrong ? e.wrong : e.right);
  if (of_quotients(number(e.code))) return quotient_attempt(e, wrong);
  const std::string ring = (root / "examples/token-ring.vic").string();
  switch (number(e.code)) {
    case 501:
      return {
          fmt::format("{} validate -D n={} -", VICINAL_BINARY, wrong ? 1 : 2),
          "param n : 2.. = 3;\nprocess P { }\nnetwork { node p[n] : P; }\n"};
    case 512:
      return on_graph(
          wrong
              ? R"({"nodes": [{"id": "a"}], "edges": [{"id": "e", "ins": ["a"], "outs": ["a"]}]})"
              : R"({"nodes": [{"id": "a"}], "edges": []})",
          any);
    case 516:
      return {fmt::format("echo '{{\"nodes\": [{{\"id\": \"a\"{}}}], "
                          "\"edges\": []}}' >g.json; {} validate -",
                          wrong ? "" : ", \"rank\": 1", VICINAL_BINARY),
              "process P(rank : 0..1) { port set l : inout bool; }\n"
              "network from \"g.json\" { node : P(rank from \"rank\"); edge : "
              "bool via l; }\n"};
    case 711:
      return wrong ? Try{fmt::format("{} explore -", VICINAL_BINARY), any}
                   : on_graph(R"({"nodes": [{"id": "a"}], "edges": []})", any);
    case 602: {
      const std::size_t depth = wrong ? 1100 : 10;
      return on_graph(
          fmt::format("{{\"nodes\": [], \"edges\": [], \"x\": {}{} }}",
                      std::string(depth, '['), std::string(depth, ']')),
          any);
    }
    case 901:
    case 902:
    case 903:
    case 904: {
      const char* wrong_options[] = {"-D m=3", "-D n=many", "-D n",
                                     "-D n=3 -D n=4"};
      return {
          fmt::format("{} validate {} -", VICINAL_BINARY,
                      wrong ? wrong_options[number(e.code) - 901] : "-D n=4"),
          slurp(ring)};
    }
    case 905:
      return {fmt::format("{} validate {}", VICINAL_BINARY,
                          wrong ? "no-such-file.vic" : "-"),
              slurp(ring)};
    case 906:
      return {fmt::format("{} explore --property {} -", VICINAL_BINARY,
                          wrong ? "mutx" : "mutex"),
              slurp(ring)};
    case 927:
      return {fmt::format("touch x; {} explore --disk {} -", VICINAL_BINARY,
                          wrong ? "." : "states"),
              slurp(ring)};
    case 907:
      return wrong ? Try{fmt::format("echo '{{}}' >t.json; {} explore "
                                     "--replay t.json -; rm t.json",
                                     VICINAL_BINARY),
                         slurp(ring)}
                   : Try{fmt::format("{} validate -", VICINAL_BINARY),
                         slurp(ring)};
    case 908:
      return {fmt::format("echo '{{\"nodes\": [], \"edges\": []}}' >g.json; "
                          "{} validate -",
                          VICINAL_BINARY),
              fmt::format("process P {{ port set l : inout bool; }}\n"
                          "network from \"{}g.json\" {{ node : P; edge : "
                          "bool via l; }}\n",
                          wrong ? "../" : "")};
    case 909:
      return {fmt::format("echo '{{}}' >g.json; {} explore {} -",
                          VICINAL_BINARY, wrong ? "--on g.json" : ""),
              slurp(ring)};
    case 910:
    case 911:
    case 915:
    case 919:
      return of_certificates(number(e.code), wrong);
    case 912:
      return {fmt::format("{} prove --views 3 {} -", VICINAL_BINARY,
                          wrong ? "-D n=3" : ""),
              slurp(ring)};
    case 913:
      return {fmt::format("{} prove --generalize n={} -", VICINAL_BINARY,
                          wrong ? "0" : "4"),
              slurp(ring)};
    case 920:
    case 921:
      return of_checkpoints(number(e.code), wrong);
    default:
      break;
  }
  if (of_runs(number(e.code))) return run_attempt(e, wrong);
  if (number(e.code) / 100 == 6) return graph_attempt(e, wrong);
  if (number(e.code) == 914 || (number(e.code) > 1210 && number(e.code) < 1300))
    return of_properties(e, wrong);
  return {fmt::format("{} {} -", VICINAL_BINARY, command(number(e.code))),
          text};
}

Outcome run(const Try& t) {
  // Golden files must not depend on where the graph lay.
  return shell(
      "d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT && cd \"$d\" && "
      "T=graph.json && " +
          t.command,
      t.input);
}

}  // namespace

TEST_CASE("the catalogue has every diagnostic that a room declares") {
  std::set<int> listed;
  for (const Entry& e : vicinal::cli::all_entries()) {
    INFO(number(e.code));
    CHECK(listed.insert(number(e.code)).second);
    CHECK(!e.title.empty());
    CHECK(!e.explanation.empty());
  }
  CHECK(listed == declared());
  CHECK(listed.size() > 190);
}

TEST_CASE("every entry has an example that gives it, with a golden text") {
  const bool update = std::getenv("VICINAL_UPDATE_GOLDEN") != nullptr;
  const fs::path golden = root / "tests/cli/golden";
  std::set<std::string> expected;
  for (const Entry& e : vicinal::cli::all_entries()) {
    INFO(code_text(number(e.code)));
    const Try t = attempt(e, true);
    const Outcome r = run(t);
    INFO(t.input << r.err << r.out);
    CHECK(r.err.find("[" + code_text(number(e.code)) + "]") !=
          std::string::npos);
    const std::string name = code_text(number(e.code)) + ".txt";
    expected.insert(name);
    if (update) std::ofstream(golden / name, std::ios::binary) << r.err;
    CHECK(r.err == slurp(golden / name));
    // A sanitizer, where runs are few, has seen the code that reports it.
    if (!vicinal::random_models::enough_runs()) continue;
    Try right = attempt(e, false);
    // Fragments; with this they are models.
    if (number(e.code) < 500)
      right.input += "\nshared besides : bool = false;\n";
    const Outcome good = run(right);
    INFO(good.err);
    CHECK(good.err.find("[" + code_text(number(e.code)) + "]") ==
          std::string::npos);
    // Examples of grammar are parsed only, and may use names of nothing.
    const bool syntax = number(e.code) < 300;
    CHECK(good.err.find(syntax ? "error[V01" : "error[") == std::string::npos);
    CHECK(good.err.find(syntax ? "error[V02" : "error[") == std::string::npos);
  }
  for (const auto& entry : fs::directory_iterator(golden)) {
    INFO(entry.path());
    CHECK(expected.contains(entry.path().filename().string()));
  }
}

TEST_CASE("explain shows an entry, and lists all") {
  const Outcome one = shell(fmt::format("{} explain V0312", VICINAL_BINARY));
  CHECK(one.code == 0);
  CHECK(one.out.find("Wrong:") != std::string::npos);
  CHECK(one.out.find("Right:") != std::string::npos);
  const Outcome all = shell(fmt::format("{} explain", VICINAL_BINARY));
  for (const Entry& e : vicinal::cli::all_entries()) {
    CHECK(all.out.find(code_text(number(e.code))) != std::string::npos);
  }
  CHECK(shell(fmt::format("{} explain V9999", VICINAL_BINARY)).code == 2);
  // The same for machines.
  const auto entry = nlohmann::json::parse(
      shell(fmt::format("{} explain --json V0312", VICINAL_BINARY)).out);
  CHECK(entry["code"] == "V0312");
  CHECK(one.out.find(entry["explanation"].get<std::string>()) !=
        std::string::npos);
  const auto list = nlohmann::json::parse(
      shell(fmt::format("{} explain --json", VICINAL_BINARY)).out);
  CHECK(list["diagnostics"].size() ==
        static_cast<std::size_t>(
            std::count(all.out.begin(), all.out.end(), '\n')));
}

TEST_CASE("every complete model in the language reference is valid") {
  const std::string page = slurp(root / "docs/language.md");
  std::size_t count = 0;
  const std::string fence = "```vic\n";
  for (std::size_t at = page.find(fence); at != std::string::npos;
       at = page.find(fence, at)) {
    at += fence.size();
    const std::string text = page.substr(at, page.find("```", at) - at);
    const Outcome r = shell(fmt::format("{} validate -", VICINAL_BINARY), text);
    INFO(text << r.err);
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    ++count;
  }
  CHECK(count > 25);
}

}  // namespace catalogue_test
