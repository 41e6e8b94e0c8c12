// SPDX-License-Identifier: MIT
// Guards: one table of options drives everything; nothing is documented that
// is not there, and the other way round.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "cli/options/options.hpp"
#include "program.hpp"

namespace options_test {

using namespace vicinal::cli;
using vicinal::test::ask;
using vicinal::test::execute;
using vicinal::test::read;
using vicinal::test::source_folder;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string escaped(std::string flags) {
  return std::regex_replace(flags, std::regex("-"), "\\-");
}

// "-h, --help": all names of an option.
std::string names_of(const OptionSpec& o) {
  return o.brief.empty() ? o.flags : o.brief + ", " + o.flags;
}

}  // namespace

TEST_CASE("every option is in the help of its commands and in no other") {
  for (const CommandSpec& c : commands()) {
    const std::string help = ask({c.name, "--help"}).out;
    CHECK(help == help_text(c.name));
    CHECK(help.rfind("Examples:\n", 0) == 0);
    for (const OptionSpec& o : option_table()) {
      INFO(c.name << " " << o.flags);
      const std::string entry =
          "\n  " + names_of(o) + (o.value.empty() ? " " : " " + o.value) + " ";
      CHECK(has(help, entry) == applies(o, c.name));
    }
    CHECK(has(help_text(""), "  " + c.name + " "));
  }
}

TEST_CASE("help fits a terminal") {
  std::vector<std::string> texts = {help_text("")};
  for (const CommandSpec& c : commands()) texts.push_back(help_text(c.name));
  for (const std::string& text : texts) {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = text.find('\n', begin);
      CHECK(end - begin <= 80);
      begin = end + 1;
    }
  }
}

TEST_CASE("the manual page has every command and every option") {
  const std::string page = ask({"--man"}).out;
  CHECK(page == man_page());
  for (const CommandSpec& c : commands()) CHECK(has(page, ".B " + c.name));
  for (const OptionSpec& o : option_table()) {
    INFO(o.flags);
    CHECK(has(page, ".B " + escaped(names_of(o))));
  }
  if (execute({"sh", "-c", "command -v groff"}).code == 0) {
    const auto formatted =
        execute({"groff", "-man", "-ww", "-Tascii"}, {.input = page});
    CHECK(formatted.err.empty());
  }
}

TEST_CASE("the completion is a script that knows every option") {
  const std::string script = ask({"--completion", "bash"}).out;
  CHECK(script == bash_completion());
  for (const OptionSpec& o : option_table()) CHECK(has(script, o.flags));
  const auto complete = [&](const std::string& words, int at) {
    return execute({"bash", "-c",
                    script + "\nCOMP_WORDS=(" + words +
                        ")\nCOMP_CWORD=" + std::to_string(at) +
                        "\n_vicinal\nprintf '%s\\n' \"${COMPREPLY[@]}\""})
        .out;
  };
  CHECK(complete("vicinal ex", 1) == "explore\nexport\nexplain\n");
  CHECK(complete("vicinal explore --dead", 2) == "--deadlock\n");
  CHECK(complete("vicinal prove --dead", 2) == "\n");
  // After an option, its values: of each one that has some.
  CHECK(complete("vicinal explore --reduction ''", 3).starts_with("none\n"));
  CHECK(complete("vicinal explore --reduction orb", 3) ==
        "orbit\norbit-multi\n");
  CHECK(complete("vicinal explore --reduction = laz", 4) ==
        "lazy\nlazy-no-subsumption\n");
  CHECK(complete("vicinal check --method =", 3).starts_with("plain\n"));
  for (const CommandSpec& c : commands()) {
    for (const OptionSpec& o : option_table()) {
      if (!applies(o, c.name) || o.choices.empty()) continue;
      std::string values;
      for (const std::string& v : o.choices) values += v + "\n";
      INFO(c.name << " " << o.flags);
      CHECK(complete("vicinal " + c.name + " " + o.flags + " ''", 3) == values);
    }
  }
}

TEST_CASE("completions for zsh and fish know every option") {
  const std::string zsh = ask({"--completion", "zsh"}).out;
  const std::string fish = ask({"--completion", "fish"}).out;
  CHECK(zsh == zsh_completion());
  CHECK(fish == fish_completion());
  for (const OptionSpec& o : option_table()) {
    INFO(o.flags);
    CHECK(has(zsh, "'*" + o.flags + "["));
    CHECK(has(fish, o.flags.starts_with("--") ? " -l " + o.flags.substr(2)
                                              : " -s " + o.flags.substr(1)));
  }
  const std::vector<std::pair<std::string, std::string>> shells = {
      {"zsh", zsh}, {"fish", fish}};
  for (const auto& [shell, script] : shells) {
    if (execute({"sh", "-c", "command -v " + shell}).code != 0) continue;
    const vicinal::test::Folder folder;
    const auto read_by = execute({shell, "-n", folder.write("s", script)});
    INFO(shell << ": " << read_by.err);
    CHECK(read_by.code == 0);
  }
}

TEST_CASE("docs/commands.md has every command, every option, and no other") {
  const std::string page = read(source_folder() + "/docs/commands.md");
  for (const CommandSpec& c : commands()) {
    INFO(c.name);
    const std::string argument = c.argument.empty() ? "" : " " + c.argument;
    CHECK(has(page, "\n| `vicinal " + c.name + argument + "` |"));
  }
  std::set<std::string> known;
  for (const OptionSpec& o : option_table()) {
    INFO(o.flags);
    known.insert(o.flags);
    std::string where;
    for (const std::string& c : o.commands) {
      where += (where.empty() ? "" : ", ") + c;
    }
    CHECK(has(page, "\n| `" + names_of(o) +
                        (o.value.empty() ? "" : " " + o.value) + "` | " +
                        (where.empty() ? "all" : where) + " |"));
  }
  for (const std::string name :
       {"README.md", "docs/commands.md", "docs/tutorial.md"}) {
    const std::string text = read(source_folder() + "/" + name);
    const std::regex mention("vicinal [a-z]+ [^`|;\n]*?(--[a-z-]+)");
    for (std::sregex_iterator it(text.begin(), text.end(), mention), end;
         it != end; ++it) {
      INFO(name << ": " << it->str());
      CHECK(known.contains((*it)[1].str()));
    }
  }
}

TEST_CASE("the version names what a report needs") {
  CHECK(std::regex_match(
      ask({"--version"}).out,
      std::regex("vicinal \\d+\\.\\d+\\.\\d+ \\(Z3 [\\d.]+, nauty [\\d.]+\\)"
                 "\n")));
}

TEST_CASE("parsing is a function of the table") {
  const Parsed parsed = parse_arguments(
      {"prove", "-D", "n=3", "-Dm=4", "--views", "1", "--timeout=2.5",
       "--property", "a", "--property", "b", "--json", "x.vic"});
  REQUIRE(parsed.error.empty());
  const Options& o = parsed.options;
  CHECK(o.command == "prove");
  CHECK(o.model == "x.vic");
  CHECK(o.defines == std::vector<std::string>{"n=3", "m=4"});
  CHECK(o.views == 1);
  CHECK(o.timeout == 2.5);
  CHECK(o.properties == std::vector<std::string>{"a", "b"});
  CHECK(o.json);
  CHECK(!o.quiet);
  // A value that looks like a command, and a file that looks like an option.
  CHECK(parse_arguments({"--property", "prove", "explore", "x"})
            .options.command == "explore");
  CHECK(parse_arguments({"validate", "--", "--json"}).options.model ==
        "--json");
}

TEST_CASE("short names, and no threads at all") {
  const std::string ring = vicinal::test::example("token-ring");
  CHECK(ask({"-h"}).out == help_text(""));
  CHECK(ask({"prove", "-h"}).out == help_text("prove"));
  CHECK(ask({"-V"}).out == ask({"--version"}).out);
  for (const std::string number : {"0", "-1", "257"}) {
    const auto outcome = ask({"explore", "--threads", number, ring});
    CHECK(outcome.code == 2);
    CHECK(has(outcome.err, "--threads goes from 1 to 256"));
  }
}

}  // namespace options_test
