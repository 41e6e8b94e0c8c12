// SPDX-License-Identifier: MIT
// What is wrong is looked for before CLI11 parses, where that is possible, so
// that messages are ours: unknown options with a suggestion, options of other
// commands, missing values. Then choices and ranges, then positional arguments.
#include "cli/options/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>

#include "network/base/suggestion.hpp"

namespace vicinal::cli::inline options {

namespace {

const std::vector<CommandSpec> command_table = {
    {"prove",
     "MODEL",
     "prove invariants by local reasoning",
     {"vicinal prove ring.vic", "vicinal prove -D n=6 ring.vic",
      "vicinal prove --jobs 2 --junit verdicts.xml a.vic b.vic",
      "vicinal prove --views 1 --states -D n=3 ring.vic"}},
    {"explore",
     "MODEL",
     "explore all global states of an instance",
     {"vicinal explore -D n=8 ring.vic",
      "vicinal explore --deadlock philosophers.vic",
      "vicinal explore --coverage --report ring.html ring.vic",
      "vicinal explore --checkpoint saved --timeout 3600 -D n=16 ring.vic",
      "vicinal explore --resume saved -D n=16 ring.vic",
      "vicinal explore --replay trace.json ring.vic"}},
    {"simulate",
     "MODEL",
     "step through an instance, by hand or at random",
     {"vicinal simulate ring.vic",
      "vicinal simulate --replay trace.json ring.vic",
      "vicinal simulate --steps 20 --seed 7 --json ring.vic",
      "vicinal simulate --runs 1000 --steps 10000 -D n=50 ring.vic"}},
    {"check",
     "MODEL",
     "check temporal properties of an instance",
     {"vicinal check -D n=4 ring.vic",
      "vicinal check --method plain --property served mutex.vic",
      "vicinal check --replay trace.json mutex.vic"}},
    {"topology",
     "FILE",
     "tell which nodes of a network are alike",
     {"vicinal topology network.graphml", "vicinal topology -D n=8 ring.vic",
      "vicinal topology --dot network.gml | dot -Tsvg > network.svg",
      "vicinal topology --quotient network.json > quotient.json"}},
    {"symmetry",
     "MODEL",
     "find the symmetry of an instance",
     {"vicinal symmetry -D n=4 philosophers.vic",
      "vicinal symmetry --virtual bridge.vic",
      "vicinal symmetry --virtual example.structure"}},
    {"validate",
     "MODEL",
     "check a model without running it",
     {"vicinal validate ring.vic", "vicinal validate - < ring.vic"}},
    {"verify",
     "CERTIFICATE MODEL",
     "check a certificate of a proof",
     {"vicinal prove --certificate ring.cert ring.vic",
      "vicinal verify ring.cert ring.vic",
      "vicinal verify --audit ring.cert ring.vic",
      "vicinal verify --answers jobs/answers jobs/certificate ring.vic"}},
    {"export",
     "MODEL",
     "write an instance for another tool",
     {"vicinal export --to promela -D n=6 ring.vic > ring.pml",
      "vicinal export --to murphi ring.vic > ring.m"}},
    {"convert",
     "MODEL",
     "write a model of another language in ours",
     {"vicinal convert german.cub > german.vic"}},
    {"format",
     "MODEL",
     "lay a model out as all are",
     {"vicinal format ring.vic", "vicinal format --write ring.vic",
      "vicinal format --check ring.vic"}},
    {"conform",
     "MODEL LOG",
     "tell whether a log is a run of the model",
     {"vicinal conform --map names.json ring.vic log.jsonl"}},
    {"test",
     "[FOLDER]",
     "hold models against what they expect",
     {"vicinal test", "vicinal test --jobs 2 models", "vicinal test ring.vic"}},
    {"lsp",
     "",
     "serve an editor, on standard input and output",
     {"vicinal lsp"}},
    {"mcp",
     "",
     "serve an agent, on standard input and output",
     {"vicinal mcp"}},
    {"explain",
     "[CODE]",
     "explain a diagnostic, or list them all",
     {"vicinal explain V0312"}},
};

}  // namespace

const std::vector<CommandSpec>& commands() {
  return command_table;
}

bool applies(const OptionSpec& option, const std::string& command) {
  return option.commands.empty() ||
         std::find(option.commands.begin(), option.commands.end(), command) !=
             option.commands.end();
}

// ---- parsing ---------------------------------------------------------------

namespace {

// How many words the value is.
int words_of(const OptionSpec& spec) {
  if (spec.value.empty()) return 0;
  return 1 + static_cast<int>(
                 std::count(spec.value.begin(), spec.value.end(), ' '));
}

void add_option(CLI::App& app, const OptionSpec& spec, Options& options) {
  std::visit(
      [&](auto member) {
        auto& field = options.*member;
        using Field = std::decay_t<decltype(field)>;
        CLI::Option* option = nullptr;
        if constexpr (std::is_same_v<Field, bool>) {
          option = app.add_flag(
              spec.brief.empty() ? spec.flags : spec.brief + "," + spec.flags,
              field, spec.help);
        } else {
          option = app.add_option(spec.flags, field, spec.help);
          if constexpr (std::is_same_v<Field, std::vector<std::string>>) {
            if (words_of(spec) > 1) {
              option->expected(words_of(spec))->allow_extra_args(false);
            } else {
              option->allow_extra_args(false)->take_all();
            }
          } else {
            option->multi_option_policy(CLI::MultiOptionPolicy::Throw);
          }
        }
      },
      spec.target);
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandSpec& c : commands()) names.push_back(c.name);
  return names;
}

// That of the command, if several are called so.
const OptionSpec* find_option(const std::string& flags,
                              const std::string& command) {
  const OptionSpec* found = nullptr;
  for (const OptionSpec& o : option_table()) {
    if (o.flags != flags && o.brief != flags) continue;
    if (applies(o, command)) return &o;
    if (found == nullptr) found = &o;
  }
  return found;
}

// The first word that is neither an option nor the value of one. Options may
// stand before the command.
std::string command_word(const std::vector<std::string>& arguments) {
  // Several commands may have options of one name.
  const auto names = command_names();
  const auto first = std::find_first_of(arguments.begin(), arguments.end(),
                                        names.begin(), names.end());
  const std::string likely = first == arguments.end() ? "" : *first;
  bool options = true;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (!options || a.size() < 2 || a[0] != '-') return a;
    if (a == "--") {
      options = false;
      continue;
    }
    const OptionSpec* option = find_option(a, likely);
    if (option != nullptr) i += static_cast<std::size_t>(words_of(*option));
  }
  return {};
}

// Of "-Dn=3", "--views=2": the option's.
std::string name_of(const std::string& argument) {
  return argument.starts_with("-D") ? "-D"
                                    : argument.substr(0, argument.find('='));
}

// The first option that the command does not have, with the nearest that it
// has, or that lacks a value or has one too many.
std::string wrong_option(const std::vector<std::string>& arguments,
                         const std::string& command) {
  std::vector<std::string> known;
  for (const OptionSpec& o : option_table()) {
    if (command.empty() ? o.commands.empty() : applies(o, command)) {
      known.push_back(o.flags);
      if (!o.brief.empty()) known.push_back(o.brief);
    }
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == "--") break;
    if (a.size() < 2 || a[0] != '-') continue;
    const std::string name = name_of(a);
    const OptionSpec* option = find_option(name, command);
    if (option == nullptr) {
      return fmt::format("there is no option '{}'{}", name,
                         network::did_you_mean(name, known));
    }
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return command.empty()
                 ? fmt::format("'{}' comes with a command: {}", name,
                               fmt::join(option->commands, ", "))
                 : fmt::format("'{}' is not an option of 'vicinal {}'", name,
                               command);
    }
    if (option->value.empty() && a.find('=') != std::string::npos) {
      return fmt::format("'{}' takes no value", name);
    }
    if (option->value.empty() || a != name) continue;
    i += static_cast<std::size_t>(words_of(*option));
    if (i >= arguments.size()) {
      return fmt::format("'{}' needs {}: {} {}", name,
                         words_of(*option) == 1 ? "a value" : "two values",
                         name, option->value);
    }
    const bool text =
        std::holds_alternative<std::string Options::*>(option->target);
    if (text && arguments[i].empty()) {
      return fmt::format("the value of {} is empty", name);
    }
  }
  return {};
}

// What does not go together in `simulate`, or is out of range.
std::string wrong_simulation(const Options& options) {
  const bool runs = options.runs != Options::count_unset;
  const bool steps = options.steps != Options::count_unset;
  if (runs && options.runs < 1) return "--runs counts from 1";
  if (options.coverage && options.command == "simulate" && !runs) {
    return "--coverage of simulate is for --runs";
  }
  if (steps && options.steps < 1) return "--steps counts from 1";
  if (options.seed < 0) return "--seed cannot be negative";
  if (options.command != "simulate") return {};
  if (!options.replay.empty() && (runs || steps)) {
    return "--replay steps through a stored run: --runs and --steps make "
           "others";
  }
  if (options.screen && (runs || steps || options.json || options.quiet)) {
    return "--screen is for a run by hand: it goes without --steps, --runs, "
           "--json and --quiet";
  }
  if (options.json && !runs && !steps) {
    return "--json is for --steps or --runs: by hand there is text";
  }
  return {};
}

// What does not go together where an exploration is saved.
std::string wrong_checkpoint(const Options& options) {
  const bool saves = !options.checkpoint.empty() || !options.resume.empty();
  if (options.max_states < 0) return "--max-states cannot be negative";
  if (options.every != Options::every_unset) {
    if (!saves) return "--every is for --checkpoint and --resume";
    if (!(options.every > 0)) return "--every is more than 0 minutes";
  }
  if (!saves) return {};
  if (!options.checkpoint.empty() && !options.resume.empty()) {
    return "--resume saves in the folder that it goes on from: it goes without "
           "--checkpoint";
  }
  if (options.reduction.starts_with("lazy")) {
    return fmt::format(
        "--reduction {} keeps annotated states, which are not "
        "saved: it goes without --checkpoint and --resume",
        options.reduction);
  }
  return {};
}

// What goes with a group.
std::string wrong_group(const Options& options) {
  if (options.group.empty()) return {};
  const std::string& reduction = options.reduction;
  const bool file = is_file_name(options.group);
  if (options.command == "check") {
    const bool uses = options.method == "qs" || options.method == "auto";
    return uses ? "" : "--group is for --method qs or auto";
  }
  if (options.command == "symmetry") {
    if (!file) return "symmetry takes --group with a file, as ./group.txt";
    if (options.model.ends_with(".structure")) {
      return "--group is for a model: a structure has generators of its own";
    }
    const bool other = !options.show.empty() || options.scalarset ||
                       options.compare || (options.dot && !options.virtually);
    return other ? "--group goes without --show, --scalarset and --compare, "
                   "and with --dot for --virtual only"
                 : "";
  }
  if (reduction == "virtual" && !file) {
    return "--reduction virtual takes --group with a file, as ./group.txt";
  }
  const bool uses = reduction.starts_with("orbit") || reduction == "auto" ||
                    reduction == "virtual";
  return uses ? ""
              : "--group is for --reduction orbit, orbit-multi or auto, "
                "and with a file for virtual";
}

// What goes with a reduction, or a method.
std::string wrong_reduction(const Options& options) {
  const std::string& reduction = options.reduction;
  const bool checks = options.command == "check";
  if (options.explain && !checks && !reduction.starts_with("lazy") &&
      reduction != "auto") {
    return "--explain is for --reduction lazy, lazy-no-subsumption or auto";
  }
  return {};
}

// What goes with states on a disk.
std::string wrong_disk(const Options& options) {
  if (options.disk.empty()) return {};
  if (options.reduction != "none" && options.reduction != "orbit") {
    return "--disk is for --reduction none or orbit";
  }
  if (!options.checkpoint.empty() || !options.resume.empty()) {
    return "--disk goes without --checkpoint and --resume";
  }
  if (options.coverage) return "--disk goes without --coverage";
  if (!options.witness.empty()) return "--disk goes without --witness";
  if (!options.replay.empty()) return "--disk goes without --replay";
  return {};
}

// What does not go together: above all what is asked besides of a command that
// then does one thing alone, and would go unheard.
std::string unheard(const Options& options) {
  struct Given {
    const char* name;
    bool given;
  };
  const std::vector<Given> outputs = {
      {"--report", !options.report.empty()},
      {"--sarif", !options.sarif.empty()},
      {"--itf", !options.itf.empty()},
      {"--chart", !options.chart.empty()},
      {"--coverage", options.coverage},
      {"--examples", options.examples != 1},
      {"--checkpoint", !options.checkpoint.empty()},
      {"--resume", !options.resume.empty()},
      {"--witness", !options.witness.empty()}};
  const std::vector<Given> questions = {
      {"--report", !options.report.empty()},
      {"--sarif", !options.sarif.empty()},
      {"--coverage", options.coverage},
      {"--examples", options.examples != 1},
      {"--deadlock", options.deadlock},
      {"--checkpoint", !options.checkpoint.empty()},
      {"--resume", !options.resume.empty()},
      {"--property", !options.properties.empty()},
      {"--reduction", options.reduction != "none"}};
  const auto among = [](const std::string& alone, const auto& others) {
    for (const auto& [name, given] : others) {
      if (given) return fmt::format("{} goes without {}", alone, name);
    }
    return std::string();
  };
  if (options.examples < 1 || options.examples > 1000) {
    return "--examples goes from 1 to 1000";
  }
  if (options.coverage && options.reduction != "none") {
    return "--coverage counts all states: it goes without --reduction";
  }
  const bool replays = !options.replay.empty() && options.command != "simulate";
  if (replays) return among("--replay", outputs);
  if (!options.witness.empty()) return among("--witness", questions);
  const bool prints = options.dot || options.graphml || options.svg ||
                      options.quotient || !options.show.empty() ||
                      !options.explained.empty() || !options.same_as.empty();
  if (prints && !options.report.empty()) {
    return "--report is a page of the whole answer: it goes without options "
           "that print one thing alone";
  }
  return {};
}

std::string wrong_scope(const Options& options) {
  const bool of_one = options.instance || options.unreduced || options.merged ||
                      options.on_quotient || !options.graph.empty() ||
                      !options.carry_to.empty();
  const bool of_more = options.views > 1 || options.merged ||
                       options.unreduced || options.coverage ||
                       !options.generalize.empty();
  if (options.on_quotient && of_more) {
    return "--on-quotient computes the invariant of single nodes of an "
           "instance: it goes without --views 2, --merged, --unreduced, "
           "--coverage and --generalize";
  }
  if (!options.carry_to.empty() &&
      (options.on_quotient || options.views == 2 || options.coverage ||
       !options.generalize.empty())) {
    return "--carry-to takes the invariant of single nodes of a network to "
           "another: it goes without --views 2, --on-quotient, --coverage and "
           "--generalize";
  }
  if (!options.every_size || !of_one) return {};
  return "--every-size and --instance, --on, --unreduced or --merged ask for "
         "different things";
}

std::string wrong_choice(const Options& options) {
  for (const OptionSpec& spec : option_table()) {
    if (spec.choices.empty() || !applies(spec, options.command)) continue;
    std::string value;
    if (const auto* text = std::get_if<std::string Options::*>(&spec.target)) {
      value = options.*(*text);
    } else if (const auto* number = std::get_if<int Options::*>(&spec.target)) {
      if (options.*(*number) != 0) value = std::to_string(options.*(*number));
    }
    if (spec.or_file && is_file_name(value)) continue;
    if (value.empty() || std::find(spec.choices.begin(), spec.choices.end(),
                                   value) != spec.choices.end()) {
      continue;
    }
    return fmt::format("{} cannot be '{}': this version takes {}{}", spec.flags,
                       value, fmt::join(spec.choices, ", "),
                       spec.or_file ? ", or a file, as ./group.txt" : "");
  }
  const bool chart =
      options.chart.ends_with(".mmd") || options.chart.ends_with(".mermaid") ||
      options.chart.ends_with(".dot") || options.chart.ends_with(".gv");
  if (!options.chart.empty() && !chart) {
    return "--chart takes a file that ends in .mmd (Mermaid) or .dot "
           "(Graphviz)";
  }
  if (options.network != Options::network_unset && options.network < 1) {
    return "--network counts from 1";
  }
  if (options.memory_mib < 0) return "--memory cannot be negative";
  if (options.jobs < 1 || options.jobs > 256) {
    return "--jobs goes from 1 to 256";
  }
  if (options.threads != Options::threads_unset &&
      (options.threads < 1 || options.threads > 256)) {
    return "--threads goes from 1 to 256";
  }
  if (!(options.timeout >= 0)) return "--timeout cannot be negative";
  if (const std::string wrong = wrong_simulation(options); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = wrong_checkpoint(options); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = wrong_scope(options); !wrong.empty()) return wrong;
  if (std::string wrong = wrong_group(options); !wrong.empty()) return wrong;
  if (std::string wrong = wrong_reduction(options); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = wrong_disk(options); !wrong.empty()) return wrong;
  if (std::string wrong = unheard(options); !wrong.empty()) return wrong;
  const int outputs = int{options.json} + int{options.dot} +
                      int{options.graphml} + int{options.svg};
  if (outputs > 1 || (options.quotient && (options.json || options.svg))) {
    return "--json, --dot, --graphml, --svg and --quotient print different "
           "things; only --quotient goes with --dot and --graphml";
  }
  return {};
}

// What is wrong with the values, in our words; those of CLI11 only where
// nothing of ours fits.
std::string wrong_value(const CLI::ParseError& error,
                        const std::vector<std::string>& arguments) {
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    for (const OptionSpec& o : option_table()) {
      const bool number = std::holds_alternative<int Options::*>(o.target) ||
                          std::holds_alternative<double Options::*>(o.target);
      if (number &&
          std::string(error.what()).find(o.flags) != std::string::npos) {
        return fmt::format("the value of {} is no number, or too large",
                           o.flags);
      }
    }
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    for (const OptionSpec& o : option_table()) {
      if (!o.value.empty() &&
          std::count(arguments.begin(), arguments.end(), o.flags) > 1) {
        return fmt::format("{} is there more than once", o.flags);
      }
    }
  }
  return error.what();
}

// Of "K/N", the two numbers; none: it is no part.
std::optional<std::pair<int, int>> read_part(const std::string& text) {
  int part = 0, parts = 0;
  const char* end = text.data() + text.size();
  const auto [slash, bad] = std::from_chars(text.data(), end, part);
  if (bad != std::errc() || slash == end || *slash != '/') return std::nullopt;
  const auto [rest, worse] = std::from_chars(slash + 1, end, parts);
  if (worse != std::errc() || rest != end || part < 1 || part > parts) {
    return std::nullopt;
  }
  return std::pair(part, parts);
}

std::string wrong_test(Options& options) {
  if (options.part.empty()) return {};
  const auto part = read_part(options.part);
  if (!part) return "--part is K/N: the K-th of N parts, from 1";
  options.part_number = part->first;
  options.parts = part->second;
  return {};
}

// Several models have a report each; what is written besides is of one.
std::string wrong_models(const Options& options) {
  if (options.models.size() < 2) return {};
  if (std::find(options.models.begin(), options.models.end(), "-") !=
      options.models.end()) {
    return "standard input is one model: it goes without others";
  }
  const std::pair<const char*, const std::string*> files[] = {
      {"--certificate", &options.certificate},
      {"--obligations-to", &options.obligations_to},
      {"--report", &options.report},
      {"--itf", &options.itf},
      {"--chart", &options.chart}};
  for (const auto& [name, value] : files) {
    if (!value->empty()) {
      return fmt::format("{} is for one model: there are {}", name,
                         options.models.size());
    }
  }
  return {};
}

// What stands in the command line besides options. An error, or nothing.
std::string take_words(const std::vector<std::string>& words,
                       const std::string& command, Options& options) {
  if (words.empty()) return "which command? See 'vicinal --help'";
  if (command == "test") {
    options.tested = {words.begin() + 1, words.end()};
    if (options.tested.empty()) options.tested = {"."};
    return wrong_test(options);
  }
  const bool two = command == "verify" || command == "conform";
  const bool serves = command == "lsp" || command == "mcp";
  const std::size_t most = two ? 3 : serves ? 1 : 2;
  if (command == "prove") {
    options.models = {words.begin() + 1, words.end()};
  } else if (words.size() > most) {
    return fmt::format("'{}' is one argument too many", words.back());
  }
  if (command == "verify") {
    if (words.size() < 3) {
      return "verify needs two things: vicinal verify CERTIFICATE MODEL";
    }
    options.verified = words[1];
    options.model = words[2];
    return {};
  }
  if (command == "conform") {
    if (words.size() < 3) {
      return "conform needs two things: vicinal conform MODEL LOG";
    }
    options.model = words[1];
    options.log = words[2];
    return options.model == "-" && options.log == "-"
               ? "the model and the log cannot both be standard input"
               : "";
  }
  if (words.size() < 2 && command != "explain" && !serves) {
    const bool model = command != "topology";
    return fmt::format(
        "which {}? Give a file, or '-' for standard input: vicinal {} {}",
        model ? "model" : "network", command, model ? "MODEL" : "FILE");
  }
  if (words.size() >= 2) options.model = words[1];
  if (std::string wrong = wrong_models(options); !wrong.empty()) return wrong;
  if (options.write_layout && options.check_layout) {
    return "--check changes nothing: it goes without --write";
  }
  if (options.write_layout && options.model == "-") {
    return "--write is for a file, not for standard input";
  }
  return {};
}

}  // namespace

std::vector<std::string> options_without(
    const Options& options, const std::vector<std::string>& names) {
  std::vector<std::string> out;
  const std::vector<std::string>& all = options.arguments;
  for (std::size_t i = 0; i < all.size() && all[i] != "--"; ++i) {
    const std::string& a = all[i];
    if (a.size() < 2 || a[0] != '-') continue;
    const std::string name = name_of(a);
    const OptionSpec* option = find_option(name, options.command);
    const std::size_t first = i;
    if (option != nullptr && a == name) {
      i += static_cast<std::size_t>(words_of(*option));
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    out.insert(out.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
               all.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return out;
}

bool is_file_name(const std::string& value) {
  return value.find_first_of("./\\") != std::string::npos;
}

Parsed parse_arguments(const std::vector<std::string>& arguments) {
  Parsed parsed;
  Options& options = parsed.options;
  const std::string command = command_word(arguments);
  const auto names = command_names();
  const bool known =
      std::find(names.begin(), names.end(), command) != names.end();
  const std::string no_command =
      fmt::format("there is no command '{}'{}", command,
                  network::did_you_mean(command, names));
  // Known before anything can be wrong: the answer to that is JSON, too.
  options.json = std::find(arguments.begin(), arguments.end(), "--json") !=
                 arguments.end();
  if (!known && !command.empty()) {
    parsed.error = no_command;
    return parsed;
  }
  parsed.error = wrong_option(arguments, command);
  if (!parsed.error.empty()) return parsed;
  CLI::App app("vicinal");
  app.set_help_flag();
  for (const OptionSpec& o : option_table()) {
    if (applies(o, command)) add_option(app, o, options);
  }
  std::vector<std::string> positional;
  app.add_option("words", positional);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    parsed.error = wrong_value(error, arguments);
    return parsed;
  }
  options.command = command;
  options.arguments = arguments;
  parsed.error = wrong_choice(options);
  if (!parsed.error.empty() || options.help || options.version || options.man ||
      !options.completion.empty()) {
    return parsed;
  }
  parsed.error = take_words(positional, command, options);
  if (parsed.error.empty() && command == "export" && options.to.empty()) {
    parsed.error = "export to what? Give --to promela or --to murphi";
  }
  return parsed;
}

}  // namespace vicinal::cli::inline options
