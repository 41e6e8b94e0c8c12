// SPDX-License-Identifier: MIT
// A scripted agent that speaks with the program itself, over pipes.
#pragma once

#include <sys/types.h>

#include <string>

#include "tests/cli/program.hpp"

namespace vicinal::test {

class ProgramClient {
 public:
  // Says hello, too.
  ProgramClient();
  // Closes the input, and waits.
  ~ProgramClient();
  ProgramClient(const ProgramClient&) = delete;
  ProgramClient& operator=(const ProgramClient&) = delete;

  // The answer, once it is there.
  Json ask(const std::string& method, Json params);
  Json call(const std::string& tool, Json arguments);
  // Says something; the id of a request, which is not waited for.
  int begin(const std::string& method, Json params);
  void tell(const std::string& method, Json params);
  // The next message.
  Json next();
  // Closes the input; the exit code.
  int end();

 private:
  void send(const Json& message);

  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
  int last_id_ = 0;
  std::string read_;
};

}  // namespace vicinal::test
