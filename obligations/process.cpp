// SPDX-License-Identifier: MIT
// The input is a file without a name, so that no pipe can be full at both ends.
#include "obligations/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace vicinal::obligations {

namespace {

constexpr std::size_t most_printed = 1U << 12;
constexpr int could_not_run = 127;

void print_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) _exit(1);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// A file that holds the text, at its beginning; -1: none.
int file_of(std::string_view text) {
  const int file = memfd_create("text", MFD_CLOEXEC);
  while (file >= 0 && !text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) {
      close(file);
      return -1;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  return file;
}

}  // namespace

std::unique_ptr<Process> Process::fork_with(
    int input, const std::function<void()>& child) {
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) return nullptr;
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(input >= 0 ? input : nothing, STDIN_FILENO);
    dup2(pipe[1], STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    if (getppid() == parent) child();
    _exit(could_not_run);
  }
  close(pipe[1]);
  if (id < 0) {
    close(pipe[0]);
    return nullptr;
  }
  fcntl(pipe[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<Process>(new Process(id, pipe[0]));
}

std::unique_ptr<Process> Process::run(const std::vector<std::string>& words,
                                      const std::string& input) {
  std::vector<std::string> kept = words;
  std::vector<char*> arguments;
  for (std::string& w : kept) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  const int file = file_of(input);
  if (file < 0) return nullptr;
  auto process =
      fork_with(file, [&] { execvp(arguments[0], arguments.data()); });
  close(file);
  return process;
}

std::unique_ptr<Process> Process::copy(
    const std::function<std::string()>& work) {
  return fork_with(-1, [&] {
    try {
      print_all(STDOUT_FILENO, work());
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  });
}

Process::~Process() {
  if (!ended_) end(true);
}

void Process::end(bool kill) {
  if (kill) ::kill(id_, SIGKILL);
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  good_ = good_ && !kill && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  close(output_);
  ended_ = true;
}

bool Process::advance() {
  std::array<char, 512> some{};
  while (!ended_) {
    const ssize_t size = read(output_, some.data(), some.size());
    if (size < 0 && errno == EAGAIN) return false;
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) {
      end(size < 0);
    } else {
      printed_.append(some.data(), static_cast<std::size_t>(size));
      if (printed_.size() > most_printed) end(true);
    }
  }
  return true;
}

std::optional<std::string> Process::printed() const {
  if (!ended_ || !good_) return std::nullopt;
  return printed_;
}

}  // namespace vicinal::obligations
