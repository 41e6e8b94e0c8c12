// SPDX-License-Identifier: MIT
// Completion for shells, from the table of options: commands first, then the
// options of the command, with their allowed values where they are few, and
// files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/options.hpp"
#include "network/files/format_table.hpp"

namespace vicinal::cli::inline options {

namespace {

// Within single quotes of zsh and fish; brackets and colons mean something to
// zsh's _arguments.
std::string quoted(const std::string& text, bool zsh) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (zsh && (c == ':' || c == '[' || c == ']')) {
      out += std::string("\\") + c;
    } else {
      out += c;
    }
  }
  return out;
}

// Of files that `topology` reads, with this text between them.
std::string endings(const char* between) {
  std::vector<std::string> all = network::format_endings();
  all.emplace(all.begin(), "vic");
  return fmt::format("{}", fmt::join(all, between));
}

}  // namespace

std::string bash_completion() {
  std::string names;
  std::string cases;
  std::string values;
  for (const CommandSpec& c : commands()) {
    names += (names.empty() ? "" : " ") + c.name;
    std::string options;
    for (const OptionSpec& o : option_table()) {
      if (!applies(o, c.name)) continue;
      options += (options.empty() ? "" : " ") + names_of(o, " ");
      if (o.choices.empty()) continue;
      values += fmt::format("    {0}' '{1}) words='{2}' values=1 ;;\n", c.name,
                            names_of(o, fmt::format("|{}' '", c.name).c_str()),
                            fmt::join(o.choices, " "));
    }
    cases += fmt::format("    {}) words='{}' ;;\n", c.name, options);
  }
  // Bash takes the '=' of --reduction=orbit for a word of its own.
  return fmt::format(
      "_vicinal() {{\n  local current=${{COMP_WORDS[COMP_CWORD]}} words= "
      "values=\n"
      "  local last=$((COMP_CWORD - 1))\n"
      "  if [[ $current == = ]]; then current=; "
      "elif [[ ${{COMP_WORDS[last]}} == = ]]; then last=$((last - 1)); fi\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    words='{} --help --version'\n  else\n"
      "    case ${{COMP_WORDS[1]}} in\n{}    esac\n"
      "    case \"${{COMP_WORDS[1]}} ${{COMP_WORDS[last]}}\" in\n{}    esac\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "  if [[ -z $values && $current != -* ]] && ((COMP_CWORD > 1)); then\n"
      "    mapfile -t -O \"${{#COMPREPLY[@]}}\" COMPREPLY "
      "< <(compgen -f -- \"$current\")\n"
      // Networks by their endings, where there are some.
      "    if [[ ${{COMP_WORDS[1]}} == topology ]]; then\n"
      "      local file known=()\n"
      "      for file in \"${{COMPREPLY[@]}}\"; do\n"
      "        if [[ -d $file ]]; then known+=(\"$file\"); fi\n"
      "        case $file in {}) known+=(\"$file\") ;; esac\n      done\n"
      "      if ((${{#known[@]}})); then COMPREPLY=(\"${{known[@]}}\"); fi\n"
      "    fi\n  fi\n}}\n"
      "complete -F _vicinal vicinal\n",
      names, cases, values, "*." + endings("|*."));
}

std::string zsh_completion() {
  std::string names;
  std::string cases;
  for (const CommandSpec& c : commands()) {
    names += fmt::format("    '{}:{}'\n", c.name, quoted(c.summary, true));
    cases += fmt::format("    {}) _arguments -s \\\n", c.name);
    for (const OptionSpec& o : option_table()) {
      if (!applies(o, c.name)) continue;
      std::string value;
      if (!o.choices.empty()) {
        value = fmt::format(":{}:({})", o.value, fmt::join(o.choices, " "));
      } else if (!o.value.empty()) {
        value = fmt::format(":{}:_files", o.value);
      }
      for (const std::string& flag : {o.brief, o.flags}) {
        if (flag.empty()) continue;
        cases += fmt::format("      '*{}[{}]{}' \\\n", flag,
                             quoted(o.help, true), value);
      }
    }
    const std::string files =
        c.name == "topology" ? fmt::format(" -g \"*.({})\"", endings("|")) : "";
    cases += fmt::format("      '*:file:_files{}' ;;\n", files);
  }
  return fmt::format(
      "#compdef vicinal\n_vicinal() {{\n  local -a commands=(\n{}  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n"
      "  case $command in\n{}  esac\n}}\n"
      "if [[ $funcstack[1] == _vicinal ]]; then _vicinal; "
      "else compdef _vicinal vicinal; fi\n",
      names, cases);
}

std::string fish_completion() {
  std::string text;
  for (const CommandSpec& c : commands()) {
    text += fmt::format(
        "complete -c vicinal -n __fish_use_subcommand -f -a {} -d '{}'\n",
        c.name, quoted(c.summary, false));
  }
  for (const OptionSpec& o : option_table()) {
    text += "complete -c vicinal";
    if (!o.commands.empty()) {
      text += fmt::format(" -n '__fish_seen_subcommand_from {}'",
                          fmt::join(o.commands, " "));
    }
    for (const std::string& flag : {o.brief, o.flags}) {
      if (flag.empty()) continue;
      text += flag.starts_with("--") ? " -l " + flag.substr(2)
                                     : " -s " + flag.substr(1);
    }
    if (!o.choices.empty()) {
      text += fmt::format(" -x -a '{}'", fmt::join(o.choices, " "));
    } else if (!o.value.empty()) {
      text += " -r";
    }
    text += fmt::format(" -d '{}'\n", quoted(o.help, false));
  }
  return text;
}

std::string completion(const std::string& shell) {
  if (shell == "zsh") return zsh_completion();
  return shell == "fish" ? fish_completion() : bash_completion();
}

}  // namespace vicinal::cli::inline options
