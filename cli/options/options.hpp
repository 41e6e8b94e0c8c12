// SPDX-License-Identifier: MIT
// What the command line says. One table of commands and options drives the
// parser, the help, the man page and the completion.
#pragma once

#include <climits>
#include <string>
#include <variant>
#include <vector>

namespace vicinal::cli::inline options {

// Exit codes, frozen (design 5).
enum Exit : int {
  exit_holds = 0,
  exit_violated = 1,
  exit_usage = 2,
  exit_undecided = 3,
  exit_internal = 4,
};

struct Options {
  std::string command;
  std::string model;                // a file, `-`, or for explain a code
  std::vector<std::string> models;  // of `prove`, all; the first is `model`
  std::vector<std::string> defines;
  std::vector<std::string> properties;
  std::string property_file;
  std::vector<std::string> generalize;
  std::string color = "auto";
  std::string reduction = "none";
  std::string group;  // how symmetry is found; empty: as it pays
  std::string show;   // a stage of detection; empty: the group
  std::string method = "auto";
  std::string paths = "fair";  // that path quantifiers range over
  std::string to;              // the language of an export
  std::string replay;
  std::string graph;
  std::string carry_to;  // a file of another network
  std::string language;  // of the model; empty: by the file's ending
  std::string format;    // of the file of a network; empty: as it looks
  std::string encoding;  // of it; empty: UTF-8, or as it says
  // Which network of several in it; the first, unless given.
  static constexpr int network_unset = INT_MIN;
  int network = network_unset;
  std::string colors_from;  // attributes, with commas between
  std::string names_from;
  std::string certificate;
  std::string obligations_to;  // a folder for jobs
  std::string answers;         // `verify`: a folder of answers
  std::string report;          // a file for a page in HTML
  std::string sarif, junit;    // files for other tools; empty: none
  std::string verified;        // the certificate that `verify` checks
  std::string itf;             // a file for the run of a report
  std::string log;             // that `conform` reads
  std::string map;             // what its names mean
  std::string hidden;          // actions, with commas between
  bool stutter = false;
  std::vector<std::string> tested;  // `test`: files and folders
  bool slow = false;                // with those of `expect-slow:`
  bool no_config = false;           // read no vicinal.toml
  int jobs = 1;
  std::string part;  // "K/N"; empty: all
  int part_number = 1, parts = 1;
  bool audit = false;  // `verify`: that no obligation holds in vain
  int views = 0;       // 0: as many as it takes
  bool unreduced = false;
  bool on_quotient = false;
  bool merged = false;
  bool pairs = false;
  bool groupoid = false;
  bool analyse = false;
  int memory_mib = 0;
  // As there are processors, unless given.
  static constexpr int threads_unset = INT_MIN;
  int threads = threads_unset;
  // Of `simulate`; not given.
  static constexpr int count_unset = INT_MIN;
  int runs = count_unset;
  int steps = count_unset;
  int seed = 1;
  double timeout = 0;
  bool json = false;
  bool quiet = false;
  bool states = false;
  bool instance = false;
  bool every_size = false;
  bool check_layout = false;  // `format`: change nothing
  bool write_layout = false;  // `format`: into the file
  bool fixed = false;         // sizes of a model in another language
  bool deadlock = false;
  bool coverage = false;
  std::string checkpoint, resume;  // folders; empty: none
  // Minutes between two saves, unless given.
  static constexpr double every_unset = -1;
  double every = every_unset;
  int max_states = 0;  // 0: no limit
  bool screen = false;
  std::string chart;    // a file; empty: none
  std::string disk;     // a folder; empty: states are kept in memory
  std::string witness;  // an expression; empty: none
  // As given; 1: the shortest run alone.
  int examples = 1;
  bool virtually = false;
  bool scalarset = false;
  bool compare = false;  // ways of looking for symmetry
  bool no_decomposition = false;
  bool each_part = false;  // of a formula, alike or not
  bool no_tracking = false;
  bool classes = false;
  bool explain = false;
  std::vector<std::string> explained;  // two nodes
  bool color_refinement = false;
  bool svg = false;
  std::string same_as;  // another network
  bool directed = false;
  bool simple = false;
  bool quotient = false;
  bool dot = false;
  bool graphml = false;
  bool help = false;
  bool version = false;
  bool man = false;
  std::string completion;
  std::vector<std::string> arguments;  // all, as they were given
};

struct CommandSpec {
  std::string name;
  std::string argument;  // MODEL, FILE, CODE
  std::string summary;
  std::vector<std::string> examples;
};

using Target =
    std::variant<bool Options::*, int Options::*, double Options::*,
                 std::string Options::*, std::vector<std::string> Options::*>;

struct OptionSpec {
  std::string flags;  // "-D", "--json"
  std::string value;  // name of its value; empty: a switch
  std::string help;
  std::vector<std::string> commands;  // empty: all
  Target target;
  std::vector<std::string> choices;  // allowed values; empty: any
  std::string brief = {};            // another name: "-h"
  bool or_file = false;              // or a file: is_file_name
};

const std::vector<CommandSpec>& commands();
const std::vector<OptionSpec>& option_table();
bool applies(const OptionSpec& option, const std::string& command);
// All that it is called: "-h, --help" with ", " between.
std::string names_of(const OptionSpec& option, const char* between);

// Whether a value that may be a choice or a file is a file: there is a point or
// a slash in it.
bool is_file_name(const std::string& value);

// Parses the arguments after the program's name. A wrong command line gives a
// message, with a suggestion where one is near; then of the options only
// `json` means anything.
struct Parsed {
  Options options;
  std::string error;
};
Parsed parse_arguments(const std::vector<std::string>& arguments);

// Of arguments that were parsed without an error, the command's options with
// their values, as they were given, but for those of these names.
std::vector<std::string> options_without(const Options& options,
                                         const std::vector<std::string>& names);

// Texts made from the table. `command` empty: the overview.
std::string help_text(const std::string& command);
std::string man_page();
// Scripts for shells; of `completion`, bash, zsh or fish.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();
std::string completion(const std::string& shell);
std::string version_text();

}  // namespace vicinal::cli::inline options
