// SPDX-License-Identifier: MIT
// A key is the name of an option; which commands have it is what the table of
// options says.
#include "cli/settings/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/options/codes.hpp"
#include "cli/options/options.hpp"
#include "cli/settings/toml_text.hpp"
#include "network/base/suggestion.hpp"

namespace vicinal::cli::settings {

namespace {

using ValueKind = TomlValue::Kind;

constexpr std::array<const char*, 3> configured{"check", "explore", "prove"};

struct Number {
  const char* key;
  double least, most;
  bool whole;
};
constexpr std::array<Number, 4> numbers{{
    {"max-states", 0, 2147483647, true},
    {"memory", 0, 2147483647, true},
    {"threads", 1, 256, true},
    {"timeout", 0, 1e12, false},
}};

std::string flags_of(const std::string& key) {
  return key == "parameters"   ? "-D"
         : key == "properties" ? "--property"
                               : "--" + key;
}

// Whether the command has it; of all commands (empty), whether one does.
bool has(const std::string& command, const std::string& key) {
  return std::any_of(option_table().begin(), option_table().end(),
                     [&](const OptionSpec& o) {
                       return o.flags == flags_of(key) &&
                              (command.empty() || applies(o, command));
                     });
}

class SettingsReader {
 public:
  explicit SettingsReader(network::Diagnostics& diagnostics)
      : diagnostics_(diagnostics) {}

  Settings read(const TomlTable& table);

 private:
  // Takes a key of a group; false: it is none.
  bool take(const std::string& command, const std::string& key,
            const TomlValue& value, Group& out);
  Section section(const TomlTable& table, bool of_model);
  Group group(const std::string& command, const TomlTable& table);
  void take_parameters(const TomlValue& value, Group& out);
  void take_expected(const std::string& key, const TomlValue& value,
                     Section& out);
  void take_models(const TomlValue& value, Settings& out);
  std::vector<std::string> texts(const std::string& key,
                                 const TomlValue& value);
  const TomlTable& table(const std::string& key, const TomlValue& value);
  void wrong(const std::string& key, const TomlValue& value,
             const std::string& expected) {
    diagnostics_.error(codes::wrong_setting, value.place,
                       fmt::format("'{}' is {}", key, expected));
  }
  void unknown(const std::string& key, const TomlValue& value,
               const std::string& of, std::vector<std::string> known);

  network::Diagnostics& diagnostics_;
};

std::vector<std::string> group_keys(const std::string& command) {
  std::vector<std::string> out;
  for (const char* key : {"parameters", "properties"}) {
    if (has(command, key)) out.emplace_back(key);
  }
  for (const Number& n : numbers) {
    if (has(command, n.key)) out.emplace_back(n.key);
  }
  return out;
}

void SettingsReader::unknown(const std::string& key, const TomlValue& value,
                             const std::string& of,
                             std::vector<std::string> known) {
  const std::string near = network::closest(key, known);
  std::vector<network::Note> notes;
  if (!near.empty()) {
    notes.push_back({std::nullopt, fmt::format("did you mean '{}'?", near)});
  } else {
    notes.push_back(
        {std::nullopt, fmt::format("there are {}", fmt::join(known, ", "))});
  }
  diagnostics_.error(codes::unknown_setting, value.key,
                     fmt::format("there is no setting '{}'{}", key, of),
                     std::move(notes));
}

const TomlTable& SettingsReader::table(const std::string& key,
                                       const TomlValue& value) {
  static const TomlTable none;
  if (value.kind == ValueKind::table) return value.table;
  wrong(key, value, "a table");
  return none;
}

std::vector<std::string> SettingsReader::texts(const std::string& key,
                                               const TomlValue& value) {
  std::vector<std::string> out;
  if (value.kind != ValueKind::array) wrong(key, value, "a list of strings");
  for (const TomlValue& one : value.array) {
    if (one.kind != ValueKind::text || one.text.empty()) {
      wrong(key, one, "a list of strings");
    }
    out.push_back(one.text);
  }
  return out;
}

void SettingsReader::take_parameters(const TomlValue& value, Group& out) {
  for (const auto& [name, one] : table("parameters", value)) {
    std::string& text = out.parameters[name];
    if (one.kind == ValueKind::integer) {
      text = std::to_string(one.integer);
    } else if (one.kind == ValueKind::boolean) {
      text = one.boolean ? "true" : "false";
    } else if (one.kind == ValueKind::text) {
      text = one.text;
    } else {
      wrong(name, one, "an integer, a bool or a string");
    }
  }
}

bool SettingsReader::take(const std::string& command, const std::string& key,
                          const TomlValue& value, Group& out) {
  const auto known = group_keys(command);
  if (std::find(known.begin(), known.end(), key) == known.end()) return false;
  if (key == "parameters") {
    take_parameters(value, out);
  } else if (key == "properties") {
    out.properties = texts(key, value);
  } else {
    const Number& n =
        *std::find_if(numbers.begin(), numbers.end(),
                      [&](const Number& m) { return key == m.key; });
    const bool number = value.kind == ValueKind::integer ||
                        (!n.whole && value.kind == ValueKind::number);
    // What is no number at all is not between them either.
    if (number && value.number >= n.least && value.number <= n.most) {
      out.numbers[flags_of(key)] = value.number;
    } else {
      wrong(key, value,
            fmt::format("{} from {} to {}", n.whole ? "an integer" : "a number",
                        n.least, n.most));
    }
  }
  return true;
}

Group SettingsReader::group(const std::string& command,
                            const TomlTable& table) {
  Group out;
  for (const auto& [key, value] : table) {
    if (take(command, key, value, out)) continue;
    unknown(key, value, fmt::format(" of '{}'", command), group_keys(command));
  }
  return out;
}

void SettingsReader::take_expected(const std::string& key,
                                   const TomlValue& value, Section& out) {
  texts(key, value);
  for (const TomlValue& one : value.array) {
    out.expected.push_back({one.text, one.place, key == "expect-slow"});
  }
}

Section SettingsReader::section(const TomlTable& table, bool of_model) {
  Section out;
  for (const auto& [key, value] : table) {
    if (take("", key, value, out.all)) continue;
    if (is_configured(key)) {
      out.commands[key] = group(key, this->table(key, value));
    } else if (of_model && (key == "expect" || key == "expect-slow")) {
      take_expected(key, value, out);
    } else if (of_model || key != "models") {
      std::vector<std::string> known = group_keys("");
      known.insert(known.end(), configured.begin(), configured.end());
      if (of_model) {
        known.insert(known.end(), {"expect", "expect-slow"});
      } else {
        known.emplace_back("models");
      }
      unknown(key, value, "", std::move(known));
    }
  }
  return out;
}

void SettingsReader::take_models(const TomlValue& value, Settings& out) {
  for (const auto& [name, one] : table("models", value)) {
    Section& made = out.models[name] = section(table(name, one), true);
    made.place = one.key;
    if (name.empty() || name.find('/') != std::string::npos) {
      diagnostics_.error(codes::wrong_setting, one.key,
                         fmt::format("'{}' is no file beside this one", name));
    }
  }
}

Settings SettingsReader::read(const TomlTable& all) {
  Settings out;
  out.everywhere = section(all, false);
  const auto models = all.find("models");
  if (models != all.end()) take_models(models->second, out);
  return out;
}

// What `more` sets comes before what is set.
void add(const Group& more, Group& out) {
  for (const auto& [name, value] : more.parameters) {
    out.parameters[name] = value;
  }
  if (more.properties) out.properties = more.properties;
  for (const auto& [name, value] : more.numbers) out.numbers[name] = value;
}

void add(const Section& more, const std::string& command, Group& out) {
  add(more.all, out);
  const auto found = more.commands.find(command);
  if (found != more.commands.end()) add(found->second, out);
}

}  // namespace

bool is_configured(const std::string& command) {
  return std::find(configured.begin(), configured.end(), command) !=
         configured.end();
}

Settings parse_settings(const network::Source& source,
                        network::Diagnostics& diagnostics) {
  const auto read = read_toml(source.text());
  if (const auto* wrong = std::get_if<TomlError>(&read)) {
    diagnostics.error(codes::no_toml, wrong->place, wrong->sentence);
    return {};
  }
  return SettingsReader(diagnostics).read(std::get<TomlTable>(read));
}

Group settings_of(const Settings& settings, const std::string& model,
                  const std::string& command) {
  Group out;
  add(settings.everywhere, command, out);
  const auto found = settings.models.find(model);
  if (found != settings.models.end()) add(found->second, command, out);
  std::erase_if(out.numbers, [&](const auto& n) {
    return !has(command, n.first.substr(2));
  });
  return out;
}

}  // namespace vicinal::cli::settings
