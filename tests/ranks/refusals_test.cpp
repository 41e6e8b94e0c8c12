// SPDX-License-Identifier: MIT
// Guards: what ranks do not do is refused in words, and no option is ignored.
#include <catch2/catch.hpp>
#include <set>

#include "cli/options/options.hpp"
#include "cli/ranks_command.hpp"

namespace refusals_test {

namespace {

using namespace vicinal::cli;

std::string refusal(const std::vector<std::string>& more, unsigned ranks = 2) {
  std::vector<std::string> arguments = {"explore", "a.vic"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Parsed parsed = parse_arguments(arguments);
  INFO(parsed.error);
  REQUIRE(parsed.error.empty());
  return not_on_ranks(parsed.options, ranks);
}

}  // namespace

TEST_CASE("ranks take what they do, and say what they do not") {
  CHECK(refusal({}).empty());
  CHECK(refusal({"--threads", "1"}).empty());
  CHECK(refusal({"--reduction", "orbit", "--group", "larger"}).empty());
  CHECK(refusal({"--checkpoint", "f", "--every", "0.5"}).empty());
  CHECK(refusal({"--resume", "f"}).empty());
  CHECK(refusal({"--deadlock", "--examples", "3", "--memory", "9"}).empty());
  using Words = std::vector<std::string>;
  for (const Words& refused :
       {Words{"--threads", "2"}, Words{"--coverage"}, Words{"--disk", "f"},
        Words{"--witness", "true"}, Words{"--sarif", "f"},
        Words{"--replay", "t.json"}, Words{"--reduction", "orbit-multi"},
        Words{"--reduction", "lazy"}, Words{"--reduction", "virtual"},
        Words{"--reduction", "lazy-no-subsumption"},
        Words{"--reduction", "auto"}}) {
    INFO(refused.front());
    CHECK(refusal(refused).find(refused.front() + " ") == 0);
    CHECK(refusal(refused).find("is for 'vicinal'") != std::string::npos);
  }
  CHECK(refusal({}, 256).empty());
  CHECK(!refusal({}, 257).empty());
  for (const Words& other :
       {Words{"prove", "a.vic"}, Words{"explain"}, Words{"explore", "-"}}) {
    CHECK(!not_on_ranks(parse_arguments(other).options, 2).empty());
  }
}

TEST_CASE("ranks find classes of edge lists, and say what else they do not") {
  using Words = std::vector<std::string>;
  const auto asked = [](Words more) {
    more.insert(more.begin(), {"topology", "edges.txt"});
    const Parsed parsed = parse_arguments(more);
    INFO(parsed.error);
    REQUIRE(parsed.error.empty());
    return not_on_ranks(parsed.options, 2);
  };
  CHECK(asked({}).empty());
  CHECK(asked({"--directed", "--simple", "--color-refinement"}).empty());
  CHECK(asked({"--json", "--classes", "--format", "edge-list"}).empty());
  CHECK(!asked({"--classes"}).empty());
  for (const Words& refused :
       {Words{"--explain", "1", "2"}, Words{"--groupoid"}, Words{"--pairs"},
        Words{"--analyse"}, Words{"--same-as", "f"}, Words{"--quotient"},
        Words{"--dot"}, Words{"--svg"}, Words{"--graphml"},
        Words{"--report", "f.html"}, Words{"--names-from", "id"},
        Words{"--encoding", "latin1"}, Words{"--network", "2"},
        Words{"-D", "n=3"}, Words{"--on", "f"}, Words{"--language", "pnml"},
        Words{"--fixed"}, Words{"--format", "gml"}}) {
    INFO(refused.front());
    CHECK(asked(refused).find(refused.front() + " ") == 0);
    CHECK(asked(refused).find("is for 'vicinal'") != std::string::npos);
  }
  CHECK(!not_on_ranks(parse_arguments(Words{"topology", "-"}).options, 2)
             .empty());
}

// The same of options of `topology`.
TEST_CASE("every option of topology is done by ranks, or refused") {
  const std::set<std::string> done = {
      "--format",
      "--directed",
      "--simple",
      "--classes",
      "--color-refinement",
      "--json",
      "--quiet",
      "--memory",
      "--timeout",
      "--color",
      "--help",
      "--version",
      "--man",
      "--completion",
      "--colors-from"};  // edge lists have no attributes
  const std::set<std::string> refused = {
      "--explain",  "--groupoid",   "--pairs",   "--analyse", "--same-as",
      "--quotient", "--dot",        "--svg",     "--graphml", "--report",
      "--encoding", "--names-from", "--network", "-D",        "--on",
      "--language", "--fixed"};
  for (const OptionSpec& option : option_table()) {
    if (!applies(option, "topology")) continue;
    INFO(option.flags);
    CHECK((done.contains(option.flags) != refused.contains(option.flags)));
  }
}

// A new option of `explore` is decided upon here: in the engine of ranks, in
// what only the first rank does, or in not_on_ranks.
TEST_CASE("every option of explore is done by ranks, or refused") {
  const std::set<std::string> done = {
      // Ranks read no settings.
      "--no-config", "-D",           "--language",   "--fixed",
      "--property",  "--properties", "--report",     "--deadlock",
      "--examples",  "--reduction",  "--group",      "--itf",
      "--chart",     "--on",         "--format",     "--encoding",
      "--network",   "--directed",   "--simple",     "--colors-from",
      "--json",      "--quiet",      "--threads",    "--memory",
      "--timeout",   "--color",      "--help",       "--version",
      "--man",       "--completion", "--max-states", "--checkpoint",
      "--resume",    "--every"};
  // To explain is for reductions that are refused.
  const std::set<std::string> refused = {"--coverage", "--witness", "--replay",
                                         "--disk",     "--explain", "--sarif"};
  for (const OptionSpec& option : option_table()) {
    if (!applies(option, "explore")) continue;
    INFO(option.flags);
    CHECK((done.contains(option.flags) != refused.contains(option.flags)));
  }
}

}  // namespace refusals_test
