// SPDX-License-Identifier: MIT
// Help and manual page, both from the table of options.
#include <fmt/format.h>
#include <z3_version.h>

#include <algorithm>

#include "cli/options/nauty_version.hpp"
#include "cli/options/options.hpp"
#include "network/files/format_table.hpp"

namespace vicinal::cli::inline options {

namespace {

constexpr const char* summary =
    "proves safety of networks of communicating processes by local reasoning";

constexpr std::size_t help_column = 25;
constexpr std::size_t help_width = 79;

// `left`, and from the column on `right`, in lines of at most 79 columns.
std::string two_columns(const std::string& left, const std::string& right) {
  std::string line = fmt::format("  {:<{}}", left, help_column - 3);
  std::string text;
  std::size_t at = 0;
  while (at < right.size()) {
    const std::size_t end = std::min(right.find(' ', at), right.size());
    const std::string word = right.substr(at, end - at);
    if (line.size() + 1 + word.size() > help_width) {
      text += line + "\n";
      line = std::string(help_column - 1, ' ');
    }
    line += " " + word;
    at = end + 1;
  }
  return text + line + "\n";
}

std::string option_lines(const std::string& command) {
  std::string text;
  for (const OptionSpec& o : option_table()) {
    if (command.empty() ? !o.commands.empty() : !applies(o, command)) continue;
    const std::string names = names_of(o, ", ");
    const std::string left = o.value.empty() ? names : names + " " + o.value;
    text += two_columns(left, o.help);
  }
  return text;
}

// What files of networks are called.
std::string network_files() {
  std::string text = "\nA model is a .vic file. Networks:\n";
  for (const network::FormatRow& row : network::format_table()) {
    text += two_columns(
        std::string(row.name),
        fmt::format("{}: {}", network::ending_list(row, " "), row.what));
  }
  return text;
}

// For roff: a leading dot and backslashes mean something there.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '-') {
      out += "\\-";
    } else if (c == '\\') {
      out += "\\e";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string names_of(const OptionSpec& option, const char* between) {
  return option.brief.empty() ? option.flags
                              : option.brief + between + option.flags;
}

namespace {

// A word of the command line, behind a blank; some commands have no argument.
std::string behind_blank(const std::string& argument) {
  return argument.empty() ? argument : " " + argument;
}

}  // namespace

std::string help_text(const std::string& command) {
  if (command.empty()) {
    std::string text = "Examples:\n";
    for (const CommandSpec& c : commands()) {
      text += fmt::format("  {}\n", c.examples.front());
    }
    text += fmt::format("\nVicinal {}.\n\nCommands:\n", summary);
    for (const CommandSpec& c : commands()) {
      text += two_columns(c.name + behind_blank(c.argument), c.summary);
    }
    text += "\nOptions of all commands:\n" + option_lines("");
    text +=
        "\nExit codes: 0 every property holds, 1 some property is violated, 2 "
        "wrong usage\nor input, 3 undecided, 4 internal error, or a "
        "certificate that is not accepted.\n'vicinal COMMAND --help' shows the "
        "options of a command.\n";
    return text;
  }
  for (const CommandSpec& c : commands()) {
    if (c.name != command) continue;
    std::string text = "Examples:\n";
    for (const std::string& e : c.examples) text += "  " + e + "\n";
    text += fmt::format("\nvicinal {} [OPTIONS]{}: {}\n\nOptions:\n", c.name,
                        behind_blank(c.argument), c.summary);
    text += option_lines(command);
    return command == "topology" ? text + network_files() : text;
  }
  return {};
}

std::string man_page() {
  std::string text = fmt::format(
      ".TH VICINAL 1 \"\" \"Vicinal {}\"\n.SH NAME\nvicinal \\- {}\n"
      ".SH SYNOPSIS\n.B vicinal\nCOMMAND [OPTIONS] MODEL\n.SH COMMANDS\n",
      VICINAL_VERSION, roff(summary));
  for (const CommandSpec& c : commands()) {
    text += fmt::format(".TP\n.B {}{}\n{}\n", roff(c.name),
                        behind_blank(roff(c.argument)), roff(c.summary));
    for (const std::string& e : c.examples) {
      text += ".br\n" + roff(e) + "\n";
    }
  }
  text += ".SH OPTIONS\n";
  for (const OptionSpec& o : option_table()) {
    text += fmt::format(".TP\n.B {} {}\n{}", roff(names_of(o, ", ")),
                        roff(o.value), roff(o.help));
    if (!o.commands.empty()) {
      text += fmt::format(" ({})", fmt::join(o.commands, ", "));
    }
    text += "\n";
  }
  text += ".SH FILES OF NETWORKS\n";
  for (const network::FormatRow& row : network::format_table()) {
    text += fmt::format(".TP\n.B {}\n{} ({})\n", roff(std::string(row.name)),
                        roff(std::string(row.what)),
                        roff(network::ending_list(row, " ")));
  }
  text +=
      ".SH EXIT STATUS\n.TP\n.B 0\nevery property holds\n.TP\n.B 1\nsome "
      "property is violated by a real run\n.TP\n.B 2\nwrong usage or bad "
      "input\n.TP\n.B 3\nundecided\n.TP\n.B 4\ninternal error, or a "
      "certificate that is not accepted\n";
  return text;
}

std::string version_text() {
  return fmt::format("vicinal {} (Z3 {}, nauty {})\n", VICINAL_VERSION,
                     Z3_FULL_VERSION, nauty_version());
}

}  // namespace vicinal::cli::inline options
