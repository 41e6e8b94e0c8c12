// SPDX-License-Identifier: MIT
// A program at work on a text, beside this one. Not for use outside
// obligations.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vicinal::obligations {

// It dies with its owner, and with this process.
class Process {
 public:
  // The program words[0], looked for as a shell does, with `input` for its
  // standard input. Null: no process could be made. A program that is not
  // there is one that fails.
  static std::unique_ptr<Process> run(const std::vector<std::string>& words,
                                      const std::string& input);
  // A copy of this process that prints what `work` returns. This process must
  // have one thread.
  static std::unique_ptr<Process> copy(
      const std::function<std::string()>& work);

  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Readable, or at its end, when there is something to do for advance().
  int output() const { return output_; }
  // Takes what it has printed. True: it has ended.
  bool advance();
  // All that it printed, once it has ended; none if it failed, or printed more
  // than anybody reads.
  std::optional<std::string> printed() const;

 private:
  Process(pid_t id, int output) : id_(id), output_(output) {}
  static std::unique_ptr<Process> fork_with(int input,
                                            const std::function<void()>& child);
  void end(bool kill);

  pid_t id_;
  int output_;
  bool ended_ = false;
  bool good_ = true;
  std::string printed_;
};

}  // namespace vicinal::obligations
