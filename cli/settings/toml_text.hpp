// SPDX-License-Identifier: MIT
// TOML, read by a library, with the places of what is wrong.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "network/base/source.hpp"

namespace vicinal::cli::settings {

struct TomlValue;
// By name.
using TomlTable = std::map<std::string, TomlValue>;

struct TomlValue {
  enum class Kind { boolean, integer, number, text, array, table, other };

  Kind kind = Kind::other;
  bool boolean = false;
  long long integer = 0;
  double number = 0;  // of an integer, too
  std::string text;
  std::vector<TomlValue> array;
  TomlTable table;
  network::Span place;  // of the value
  network::Span key;    // of its name, where it has one
};

// What is wrong with a text as TOML.
struct TomlError {
  std::string sentence;
  network::Span place;
};

// The table that a text is. Texts beyond 256 KiB, and those that nest deeper
// than anybody writes, are refused before the library sees them: it takes a
// frame of the stack for each level.
std::variant<TomlTable, TomlError> read_toml(std::string_view text);

}  // namespace vicinal::cli::settings
