// SPDX-License-Identifier: MIT
// Guards: every diagnostic has an entry, its wrong example gives it, its right
// one does not, and what is shown is what tests/cli/golden/diagnostics says.
//
// VICINAL_UPDATE_GOLDEN=1 writes the golden files anew.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "cli/catalogue.hpp"
#include "program.hpp"

using namespace vicinal::test;
using vicinal::cli::all_entries;
using vicinal::network::Entry;
namespace fs = std::filesystem;

namespace {

constexpr const char* any_network =
    "process P { port set link : inout bool; }\n"
    "network any { node p : P; edge e : bool via link; }\n";
constexpr const char* ring =
    "param n : 2.. = 3;\n"
    "process P { var eating : bool = false; action eat { eating := true; } }\n"
    "network { node p[n] : P; }\n"
    "invariant mutex: forall i in p: i.eating => n >= 2;\n";

std::string name_of(int code) {
  char name[8];
  std::snprintf(name, sizeof name, "V%04d", code);
  return name;
}

// What the wrong example of an entry does not say itself: another model, a
// graph, arguments.
struct Setting {
  std::string arguments;
  std::string model;
  std::string graph;
};

Setting setting_of(const Entry& e) {
  const std::string wrong(e.wrong);
  switch (e.code) {
    case 501:
      return {"validate -D n=1 model.vic", ring, ""};
    case 512:
      return {"validate --on graph.json model.vic", any_network,
              "{ \"nodes\": [ { \"id\": \"a\" } ],\n  \"edges\": [ { \"id\": "
              "\"e\", \"ins\": [ \"a\" ], \"outs\": [ \"a\" ] } ] }\n"};
    case 602:
      return {"validate --on graph.json model.vic", any_network,
              "{ \"x\": " + std::string(2000, '[') + "\n"};
    case 711:
      return {"explore model.vic", any_network, ""};
    default:
      break;
  }
  if (e.code / 100 == 6) {
    return {"validate --on graph.json model.vic", any_network, wrong};
  }
  if (e.code / 100 == 9) {
    return {wrong.substr(8, wrong.find('\n') - 8), ring, ""};
  }
  return {"", wrong, ""};
}

Outcome run_in(const Folder& folder, const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> arguments;
  for (std::string word; stream >> word;) arguments.push_back(word);
  return ask(arguments, {.folder = folder.path()});
}

// The first command that gives the diagnostic; the last, if none does.
Outcome provoke(const Setting& setting, const std::string& code) {
  const Folder folder;
  folder.write("model.vic", setting.model);
  folder.write("ring.vic", ring);
  folder.write("graph.json", setting.graph);
  folder.write("outside.vic",
               "process P { port set link : inout bool; }\n"
               "network from \"../graph.json\" { node : P; edge : bool via "
               "link; }\n");
  if (!setting.arguments.empty()) return run_in(folder, setting.arguments);
  Outcome outcome;
  for (const std::string command : {"validate", "explore", "prove"}) {
    outcome = run_in(folder, command + " model.vic");
    if (outcome.err.find("[" + code + "]") != std::string::npos) break;
  }
  return outcome;
}

// The diagnostics in a text, as `error[V0312]`.
std::set<std::string> codes_in(const std::string& text) {
  std::set<std::string> codes;
  const std::regex code("(?:error|warning)\\[(V\\d{4})\\]");
  for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end;
       ++it) {
    codes.insert((*it)[1].str());
  }
  return codes;
}

std::string golden_folder() {
  return source_folder() + "/tests/cli/golden/diagnostics";
}

}  // namespace

TEST_CASE("every code in the sources has an entry, and the other way round") {
  std::set<std::string> used;
  const std::regex call("\\b(?:error|warning|fail|bad)\\(\\s*([1-9]\\d\\d),");
  for (const std::string folder :
       {"network", "groupoid", "fixpoint", "explore", "cli"}) {
    const fs::path path = fs::path(source_folder()) / folder;
    if (!fs::exists(path)) continue;
    for (const auto& file : fs::directory_iterator(path)) {
      const std::string text = read(file.path().string());
      for (std::sregex_iterator it(text.begin(), text.end(), call), end;
           it != end; ++it) {
        used.insert(name_of(std::stoi((*it)[1])));
      }
    }
  }
  CHECK(used.size() > 50);
  std::set<std::string> known;
  for (const Entry& e : all_entries()) {
    CHECK(known.insert(name_of(e.code)).second);
    CHECK(!e.title.empty());
    CHECK(!e.explanation.empty());
  }
  CHECK(used == known);
}

TEST_CASE("each wrong example gives its diagnostic, and looks as it did") {
  const bool update = std::getenv("VICINAL_UPDATE_GOLDEN") != nullptr;
  std::set<std::string> names;
  for (const Entry& e : all_entries()) {
    const std::string code = name_of(e.code);
    INFO(code);
    const Outcome outcome = provoke(setting_of(e), code);
    INFO(outcome.err);
    CHECK(codes_in(outcome.err).contains(code));
    const bool warning =
        outcome.err.find("warning[" + code + "]") != std::string::npos;
    if (!warning) CHECK(outcome.code == 2);
    const std::string file = golden_folder() + "/" + code + ".txt";
    names.insert(code + ".txt");
    if (update) {
      fs::create_directories(golden_folder());
      std::ofstream(file, std::ios::binary) << outcome.err;
    }
    CHECK(outcome.err == read(file));
  }
  std::set<std::string> files;
  for (const auto& file : fs::directory_iterator(golden_folder())) {
    files.insert(file.path().filename().string());
  }
  CHECK(files == names);
}

TEST_CASE("no right example gives the diagnostic") {
  for (const Entry& e : all_entries()) {
    if (e.right.empty() || e.code / 100 == 9) continue;
    const std::string code = name_of(e.code);
    Setting setting = setting_of(e);
    (e.code / 100 == 6 ? setting.graph : setting.model) = std::string(e.right);
    const Outcome outcome = provoke(setting, code);
    INFO(code << "\n" << outcome.err);
    CHECK(!codes_in(outcome.err).contains(code));
  }
}

TEST_CASE("explain lists and explains") {
  const Outcome list = ask({"explain"});
  CHECK(list.code == 0);
  CHECK(std::count(list.out.begin(), list.out.end(), '\n') ==
        static_cast<std::ptrdiff_t>(all_entries().size()));
  for (const std::string name : {"V0312", "v312", "312", "0312"}) {
    const Outcome one = ask({"explain", name});
    CHECK(one.code == 0);
    CHECK(one.out.rfind("V0312: assigning an 'in' port\n", 0) == 0);
    CHECK(one.out.find("\nWrong:\n\n    process P {") != std::string::npos);
    CHECK(one.out.find("\nRight:\n\n    process P {") != std::string::npos);
  }
  for (const std::string name : {"V", "V03121", "V0x12", "V9999", "-"}) {
    CHECK(ask({"explain", name}).code == 2);
  }
}
