// SPDX-License-Identifier: MIT
// Runs the program as a user does.
#pragma once

#include <string>

namespace vicinal::test {

struct Result {
  int code = -1;
  std::string out, err;
};

// Runs a shell command with input on standard input.
Result shell(const std::string& command, const std::string& input = "");

// A file in a folder of its own, removed at the end.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string folder_, path_;
};

}  // namespace vicinal::test
