// SPDX-License-Identifier: MIT
// The table of all formats of networks: what they are called, how their files
// are named, how they are known, and who reads them. Readers are chosen by it;
// help, completion, the manual page and messages take their lists from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/files/readers.hpp"
#include "network/files/recognition.hpp"

namespace vicinal::network::inline files {

struct FormatRow {
  Format format;
  std::string_view name;     // of --format
  std::string_view endings;  // of files, with blanks between
  std::string_view what;     // a few words, for help
  // How a text shows that it is one; null: only its ending does.
  Sign (*begins)(const Beginning& file);
  Reader* reader;
  bool any_encoding = false;  // else texts are UTF-8
};

// In the order of Format.
std::span<const FormatRow> format_table();
const FormatRow& row_of(Format format);

bool has_ending(const FormatRow& row, std::string_view ending);
// ".graphml, .xml", with this text between them.
std::string ending_list(const FormatRow& row, std::string_view between);

// All names, in order; all endings, each once, in order.
std::vector<std::string> format_names();
std::vector<std::string> format_endings();

// "graphml (.graphml, .xml), dot (.dot, .gv), ...", for messages.
std::string format_list();

}  // namespace vicinal::network::inline files
