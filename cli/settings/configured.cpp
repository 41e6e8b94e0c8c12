// SPDX-License-Identifier: MIT
// A file that is not there costs the attempt to open it.
#include "cli/settings/configured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/options/codes.hpp"
#include "cli/session/load.hpp"
#include "cli/session/session.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli::settings {

namespace {

namespace fs = std::filesystem;

bool is_given(const Options& options, const std::string& name) {
  return options_without(options, {name}).size() !=
         options_without(options, {}).size();
}

// "n = 3, timeout = 10"
class Words {
 public:
  void add(const std::string& name, const std::string& value) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  std::string text;
};

void add_parameters(const Group& group, Options& options, Words& words) {
  for (const auto& [name, value] : group.parameters) {
    const std::string begin = name + "=";
    const bool given =
        std::any_of(options.defines.begin(), options.defines.end(),
                    [&](const std::string& d) { return d.starts_with(begin); });
    if (given) continue;
    options.defines.push_back(begin + value);
    words.add(name, value);
  }
}

void add_number(const std::string& flags, double value, Options& options,
                Words& words) {
  if (is_given(options, flags)) return;
  for (const OptionSpec& o : option_table()) {
    if (o.flags != flags) continue;
    if (const auto* whole = std::get_if<int Options::*>(&o.target)) {
      options.*(*whole) = static_cast<int>(value);
    } else if (const auto* real = std::get_if<double Options::*>(&o.target)) {
      options.*(*real) = value;
    }
  }
  words.add(flags.substr(2), fmt::format("{}", value));
}

// What was set, in words; empty: nothing.
std::string add_settings(const Group& group, Options& options) {
  Words words;
  add_parameters(group, options, words);
  // Those that look at one thing alone take no properties.
  const bool asks = options.replay.empty() && options.witness.empty();
  if (group.properties && options.properties.empty() && asks) {
    options.properties = *group.properties;
    words.add("properties",
              fmt::format("{}", fmt::join(options.properties, ", ")));
  }
  for (const auto& [flags, value] : group.numbers) {
    add_number(flags, value, options, words);
  }
  return words.text;
}

}  // namespace

std::unique_ptr<Read> read_settings(const std::string& folder) {
  const std::string path = (fs::path(folder) / file_name).string();
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return nullptr;
  auto read = std::make_unique<Read>();
  FileText file = read_file(path);
  if (!file.error.empty()) {
    read->diagnostics.error(codes::unreadable_file, {}, file.error);
    return read;
  }
  read->source = std::make_unique<network::Source>(path, std::move(file.text));
  read->diagnostics.set_source(read->source.get());
  read->settings = parse_settings(*read->source, read->diagnostics);
  return read;
}

std::optional<int> configure(Options& options) {
  if (options.no_config || options.model == "-") return std::nullopt;
  const fs::path model(options.model);
  const auto read = read_settings(model.parent_path().string());
  if (!read) return std::nullopt;
  if (read->diagnostics.has_errors()) {
    Opened wrong;
    wrong.name = options.model;
    wrong.diagnostics = read->diagnostics;
    return refuse(wrong, options);
  }
  const Group group =
      settings_of(read->settings, model.filename().string(), options.command);
  const std::string set = add_settings(group, options);
  if (!set.empty() && !options.quiet) {
    say(fmt::format("vicinal: {}: {}\n",
                    report::printable(read->source->name()),
                    report::printable(set)));
  }
  return std::nullopt;
}

}  // namespace vicinal::cli::settings
