// SPDX-License-Identifier: MIT
// Runs the program as a user does, and keeps what it says.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace vicinal::test {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

struct Outcome {
  int code = -1;  // the exit code; 128 + n: ended by signal n
  std::string out;
  std::string err;
  double seconds = 0;      // by the clock
  double cpu_seconds = 0;  // of the processors
  long peak_mib = 0;       // resident at most

  Json json() const;
};

struct Run {
  std::string input;           // its standard input
  Words environment;           // NAME=VALUE, added; NAME: removed
  std::string folder;          // where it runs; empty: here
  double interrupt_after = 0;  // seconds until it gets a SIGINT
  bool closed_error = false;   // without a standard error
};

// Standard output and error are no terminals. A report in JSON has to be as
// docs/schemas have it; else std::runtime_error is thrown.
Outcome ask(const Words& arguments, const Run& run = {});

// Any other program.
Outcome execute(const Words& command, const Run& run = {});

// The program, the repository, and an example in it.
std::string binary();
std::string source_folder();
std::string example(const std::string& name);

// A folder that goes when it goes out of scope.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  // Writes a file (and the folders it is in); returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

std::string read(const std::string& path);

}  // namespace vicinal::test
