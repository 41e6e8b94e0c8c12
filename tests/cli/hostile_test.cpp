// SPDX-License-Identifier: MIT
// Guards: --timeout and --memory hold for every command, whatever the model is
// (tests/hostile; each says in its first line what it is). A run under
// `--timeout 1 --memory 300` ends within 3 seconds and 600 MiB, with an answer,
// a refusal (2) or "not decided" (3), and by itself: the backstop of the
// program, which ends it when a loop does not look at its limits, is not
// needed.
//
// Time is that of the processor: the machine may have other things to do.
// VICINAL_HOSTILE=full runs every model in every command, a second longer
// (some minutes).
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "program.hpp"
#include "tests/random/random_model.hpp"

namespace hostile_test {

using namespace vicinal::test;

namespace {

constexpr double most_seconds_after = 2;  // the limit
constexpr double most_seconds_by_clock = 120;
constexpr long most_mib = 600;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool measures_memory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool measures_memory = false;
#else
constexpr bool measures_memory = true;
#endif
#else
constexpr bool measures_memory = true;
#endif

const std::map<std::string, Words> commands = {
    {"validate", {"validate"}},
    {"explore", {"explore"}},
    {"prove", {"prove"}},
    {"instance", {"prove", "--instance"}},
    {"report", {"prove", "--instance", "--views", "1", "--json"}},
    {"topology", {"topology"}},
    {"promela", {"export", "--to", "promela"}},
    {"murphi", {"export", "--to", "murphi"}},
    {"check", {"check"}},
    {"aqs", {"check", "--method", "aqs"}},
    {"symmetry", {"symmetry", "--scalarset", "--compare"}},
    {"virtually", {"symmetry", "--virtual"}},
    {"orbit", {"explore", "--reduction", "orbit"}},
    {"detected", {"explore", "--reduction", "orbit", "--group", "detected"}},
    {"lazy", {"explore", "--reduction", "lazy"}},
};

// The commands in which each model is hostile, unless all are asked for.
const std::map<std::string, Words> chosen = {
    {"actions", {"prove", "explore", "murphi", "check"}},
    {"big_states", {"validate", "explore", "prove", "orbit", "check"}},
    {"closed_parameter", {"prove"}},
    {"deep_nesting", {"validate", "instance"}},
    {"deep_temporal", {"prove", "explore", "check"}},
    {"doubling_defs", {"validate", "prove"}},
    {"doubling_ranges", {"validate", "explore"}},
    {"family_parameter", {"prove"}},
    {"formulas", {"report", "aqs"}},
    {"fourteen_ports", {"prove"}},
    {"free_slots", {"explore", "instance", "aqs"}},
    {"giant_enum", {"instance"}},
    {"huge_arrays", {"validate", "prove"}},
    {"huge_families", {"validate", "prove", "symmetry"}},
    {"large_instance",
     {"validate", "explore", "instance", "promela", "check", "detected"}},
    {"many_alike", {"symmetry", "detected"}},
    {"many_flips", {"virtually"}},
    {"many_parameters", {"explore", "promela"}},
    {"nested_loops", {"explore", "instance", "lazy"}},
    {"nested_rounds", {"instance"}},
    {"nested_structs", {"validate", "prove"}},
    {"parameters", {"prove"}},
    {"pigeons",
     {"validate", "explore", "instance", "promela", "aqs", "virtually"}},
    {"port_set", {"instance", "topology", "check", "lazy", "symmetry"}},
    {"powers", {"explore"}},
    {"priorities", {"explore", "instance", "check"}},
    {"properties", {"prove"}},
    {"silent_defs", {"validate"}},
    {"sixteen_nodes", {"prove"}},
    {"to_the_greatest", {"explore", "prove"}},
    {"torus", {"prove"}},
    {"unused_structs", {"validate"}},
    {"wide_connect", {"validate"}},
    {"wide_for", {"explore", "promela"}},
    {"wide_guard", {"explore", "prove", "check", "detected"}},
    {"wide_init", {"explore", "instance", "aqs"}},
    {"wide_parameter", {"explore", "instance"}},
    {"wide_priority", {"instance"}},
    {"wide_quantifier", {"explore", "prove", "check", "lazy"}},
    {"wide_shared", {"explore", "murphi"}},
    {"wide_value", {"validate"}},
};

void run(const std::string& model, const std::string& name, int seconds) {
  Words arguments = commands.at(name);
  arguments.insert(arguments.end(), {"--quiet", "--memory", "300", "--timeout",
                                     std::to_string(seconds)});
  // What is temporal is asked of each, so that `check` has work to do.
  const Folder folder;
  arguments.push_back(
      folder.write(model + ".vic",
                   read(source_folder() + "/tests/hostile/" + model + ".vic") +
                       "\nctl hostile_again: AG (EF {!enabled});\n"
                       "ltl hostile_ever: G (F {enabled});\n"));
  const Outcome outcome = ask(arguments);
  INFO(model << " in " << name << ": exit " << outcome.code << ", "
             << outcome.cpu_seconds << " s, " << outcome.peak_mib << " MiB\n"
             << outcome.err.substr(0, 2000));
  // Of what is asked of each some is violated.
  CHECK((outcome.code <= 3));
  CHECK(outcome.seconds < most_seconds_by_clock);
  CHECK(outcome.err.find("internal error") == std::string::npos);
  if (!measures_memory) return;
  // Without a processor nobody can look at a clock in time.
  const bool starved = outcome.cpu_seconds < outcome.seconds / 2;
  const bool stopped = outcome.err.find("backstop") != std::string::npos;
  CHECK((starved || !stopped));
  CHECK(outcome.cpu_seconds < seconds + most_seconds_after);
  CHECK(outcome.peak_mib < most_mib);
}

}  // namespace

TEST_CASE("limits hold for hostile models") {
  const char* all = std::getenv("VICINAL_HOSTILE");
  const bool full = all != nullptr && std::string(all) == "full";
  if (full) {
    for (const auto& [model, names] : chosen) {
      for (const auto& [name, words] : commands) run(model, name, 2);
    }
    return;
  }
  // Where a sanitizer has to see all code only, and nothing is measured, of
  // each model its first command and one in two of the others.
  const std::size_t step = vicinal::random_models::enough_runs() ? 1 : 2;
  for (const auto& [model, names] : chosen) {
    for (std::size_t i = 0; i < names.size(); i += step)
      run(model, names[i], 1);
  }
}

TEST_CASE("no hostile model is forgotten") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           source_folder() + "/tests/hostile")) {
    if (entry.path().extension() != ".vic") continue;
    INFO(entry.path());
    CHECK(chosen.contains(entry.path().stem().string()));
    ++files;
  }
  CHECK(files == chosen.size());
}

// What could not be written was not said.
TEST_CASE("a full device is no success") {
  const std::string ring = example("token-ring");
  const std::string to_nowhere = R"(exec "$0" "$@" >/dev/full)";
  const auto lost = [&](Words arguments) {
    Words command = {"/bin/sh", "-c", to_nowhere, binary()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const Outcome outcome = execute(command);
    INFO(arguments[0] << " " << arguments[1] << ": " << outcome.err);
    CHECK(outcome.code == 4);
    CHECK(outcome.err.find("cannot write to standard output") !=
          std::string::npos);
  };
  lost({"validate", ring});
  lost({"validate", "--json", ring});
  lost({"explore", "-D", "n=3", ring});
  lost({"explore", "--json", "-D", "n=3", ring});
  lost({"prove", ring});
  lost({"prove", "--json", "-D", "n=3", ring});
  lost({"prove", "--states", "-D", "n=7", ring});
  lost({"topology", ring});
  lost({"topology", "--dot", "-D", "n=1000", ring});
  lost({"topology", "--graphml", "-D", "n=1000", ring});
  lost({"topology", "--quotient", ring});
  lost({"export", "--to", "murphi", ring});
  lost({"export", "--to", "promela", "-D", "n=16", ring});
  lost({"explain", "V0312"});
  lost({"--version", "-V"});
  lost({"--help", "-h"});
  lost({"--man", "--help"});
}

TEST_CASE("every long command has limits") {
  const std::string ring = example("token-ring");
  const Words limits = {"--quiet", "--timeout", "60", "--memory", "4000"};
  const auto code = [&](Words arguments) {
    arguments.insert(arguments.end(), limits.begin(), limits.end());
    return ask(arguments).code;
  };
  CHECK(code({"validate", ring}) == 0);
  CHECK(code({"explore", "-D", "n=3", ring}) == 0);
  CHECK(code({"prove", ring}) == 0);
  CHECK(code({"topology", ring}) == 0);
  CHECK(code({"export", "--to", "murphi", ring}) == 0);
  const Folder folder;
  const std::string certificate = folder.path() + "/certificate";
  REQUIRE(ask({"prove", "--certificate", certificate, ring}).code == 0);
  CHECK(code({"verify", certificate, ring}) == 0);
  // No time at all: not accepted, but not refused either.
  const Outcome outcome =
      ask({"verify", "--json", "--timeout", "0.001", certificate, ring});
  CHECK(outcome.code == 3);
  CHECK(outcome.json()["limit"] == "time");
}

}  // namespace hostile_test
