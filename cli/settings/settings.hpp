// SPDX-License-Identifier: MIT
// What a vicinal.toml says of the models in its folder:
//
//   timeout = 60                          # of all models, all commands
//   [explore.parameters]                  # of all models, one command
//   n = 4
//   [models."ring.vic"]                   # of one model
//   prove = { properties = ["mutex"] }
//   expect = ["prove => exit 0; mutex=proved"]
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"

namespace vicinal::cli::settings {

inline constexpr const char* file_name = "vicinal.toml";

// Whether a command reads them itself.
bool is_configured(const std::string& command);

// What may be set for a command, each as the option of that name would.
struct Group {
  std::map<std::string, std::string> parameters;  // as -D NAME=VALUE
  std::optional<std::vector<std::string>> properties;
  std::map<std::string, double> numbers;  // by option: "--timeout"

  bool empty() const {
    return parameters.empty() && !properties && numbers.empty();
  }
};

// A line of `expect`, without the word.
struct Expected {
  std::string text;
  network::Span place;
  bool slow = false;
};

struct Section {
  Group all;                              // of every command
  std::map<std::string, Group> commands;  // besides, and before `all`
  std::vector<Expected> expected;         // of a model
  network::Span place;
};

struct Settings {
  Section everywhere;
  std::map<std::string, Section> models;  // by the names of their files
};

// Reads a text. What is wrong with it, an unknown key above all, is a
// diagnostic at its place, with the nearest name. O(length), which is limited.
Settings parse_settings(const network::Source& source,
                        network::Diagnostics& diagnostics);

// What holds of a command on a model: what is said of one model comes before
// what is said of all, and there what is said of one command before what is
// said of all, setting by setting.
Group settings_of(const Settings& settings, const std::string& model,
                  const std::string& command);

}  // namespace vicinal::cli::settings
