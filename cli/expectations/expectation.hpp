// SPDX-License-Identifier: MIT
// A line of a file that says how a command answers about that file:
//
//   // expect: prove -D n=3 => exit 0; mutex=proved
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/processes/runs.hpp"

namespace vicinal::cli::expectations {

struct Expectation {
  std::string file;
  std::string stated_in;  // the vicinal.toml where it stands; empty: the file
  std::size_t line = 0;   // there, from 1
  std::string command;
  bool slow = false;                   // `expect-slow:`
  std::vector<std::string> arguments;  // without --json and the file
  int exit = 0;
  std::vector<std::pair<std::string, std::string>> claims;  // name, value
};

// How the program is run for it: with --json and the file, in its folder;
// `no_config`: without the settings there.
processes::Launch launch_of(const Expectation& expectation,
                            bool no_config = false);

// A line is none, an expectation, or meant as one and wrong. Of languages with
// comments of their own, these: // # -- (* *) <!-- -->.
struct ReadLine {
  enum Kind : std::uint8_t { other, expects, later, wrong } kind = other;
  Expectation expectation;  // without its place
  std::string error;        // of a wrong one, a sentence
};
ReadLine read_line(std::string_view line);

struct Collected {
  std::vector<Expectation> expectations;  // by file and line
  std::vector<std::string> silent;        // files that expect nothing
  std::size_t later = 0;                  // `expect-later:`, which are not run
  std::string error;                      // a sentence: nothing else counts
};

// The expectations of files, and of the models in folders and what is below
// them, in the order of names; of each file first its own, then, unless
// `no_config`, those of the vicinal.toml beside it, of which every model has to
// be there. A file that is named has to expect something.
// O(length of all files).
Collected find_expectations(const std::vector<std::string>& paths,
                            bool no_config = false);

}  // namespace vicinal::cli::expectations
