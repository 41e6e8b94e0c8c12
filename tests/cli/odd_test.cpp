// SPDX-License-Identifier: MIT
// Guards: no command ends by a signal or by an internal error, whatever the
// model. tests/odd/ has small ones with what is rare: arrays indexed by nodes,
// references to nowhere, empty families, queues inside structs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "program.hpp"
#include "tests/random/random_model.hpp"

namespace odd_test {

namespace {

using namespace vicinal::test;

std::vector<std::string> odd_models() {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_folder() + "/tests/odd")) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Models with errors, on purpose: what the command says is that.
const std::set<std::string> wrong = {"no_initial_state", "empty"};

using Command = std::vector<std::string>;

const std::vector<Command> commands = {
    {"validate"},
    {"explore", "--deadlock"},
    {"explore", "--json", "--threads", "2"},
    {"explore", "--reduction", "orbit"},
    {"explore", "--reduction", "lazy"},
    {"explore", "--reduction", "virtual"},
    {"symmetry"},
    {"check", "--method", "aqs"},
    {"export", "--to", "promela"},
    {"export", "--to", "murphi"},
    {"topology"},
    {"topology", "--pairs", "--json"},
    {"prove"},
    {"prove", "--json", "--states"},
    {"prove", "--views", "1"},
    {"prove", "--views", "2", "--json"},
    {"prove", "--instance", "--states"},
    {"prove", "--instance", "--unreduced", "--json"},
    {"prove", "--instance", "--merged", "--views", "2"},
    {"prove", "--generalize", "n=3"},
    {"prove", "--generalize", "n=1", "--views", "2", "--json"}};

// Where a sanitizer has to see all code only, a model is asked by one command
// in three: other models by others. Whether it is valid is always asked.
bool asked(std::size_t model, std::size_t command) {
  return command == 0 || (model + command) % 3 == 0 ||
         vicinal::random_models::enough_runs();
}

// The last line: a progress of a second and more is on terminals only.
std::string text_of(const Command& command) {
  std::string text;
  for (const std::string& word : command) text += word + " ";
  return text;
}

bool works_for_long(const Command& command) {
  return std::set<std::string>{"prove", "explore", "symmetry", "check"}
      .contains(command[0]);
}

}  // namespace

TEST_CASE("no command breaks on an odd model", "[part1]") {
  const auto models = odd_models();
  CHECK(models.size() >= 40);
  for (std::size_t m = 0; m < models.size(); ++m) {
    const std::string& model = models[m];
    const std::string name = std::filesystem::path(model).stem().string();
    for (std::size_t c = 0; c < commands.size(); ++c) {
      if (!asked(m, c)) continue;
      Command command = commands[c];
      if (works_for_long(command)) {
        command.insert(command.end(), {"--timeout", "1", "--memory", "500"});
      }
      command.push_back(model);
      INFO(text_of(command));
      const Outcome outcome = ask(command);
      INFO(outcome.err);
      CHECK(outcome.code >= 0);
      CHECK(outcome.code <= 3);
      if (command[0] == "validate") {
        CHECK(outcome.code == (wrong.contains(name) ? 2 : 0));
      }
      const bool json =
          std::find(command.begin(), command.end(), "--json") != command.end();
      if (json && outcome.code != 2) CHECK(!outcome.json().empty());
    }
  }
}

TEST_CASE("certificates of odd models are accepted", "[part2]") {
  int written = 0;
  for (const std::string& model : odd_models()) {
    INFO(model);
    const Folder folder;
    const std::string certificate = folder.path() + "/certificate";
    ask({"prove", "--timeout", "3", "--certificate", certificate, model});
    if (!std::filesystem::exists(certificate)) continue;
    ++written;
    CHECK(ask({"verify", certificate, model}).code == 0);
  }
  CHECK(written >= 5);
}

}  // namespace odd_test
