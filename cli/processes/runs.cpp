// SPDX-License-Identifier: MIT
// Outputs go into files that have no name, so that no run waits for a reader.
#include "cli/processes/runs.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

namespace vicinal::cli::processes {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(int error, const char* what) {
  throw std::system_error(error, std::generic_category(), what);
}

class Unnamed {
 public:
  Unnamed() : file_(memfd_create("vicinal", MFD_CLOEXEC)) {
    if (file_ < 0) fail(errno, "no file for the output of a run");
  }
  ~Unnamed() { close(file_); }
  Unnamed(const Unnamed&) = delete;
  Unnamed& operator=(const Unnamed&) = delete;

  int number() const { return file_; }

  // From its beginning, where whoever reads it begins.
  void fill(std::string_view text) const {
    off_t filled = 0;
    while (!text.empty()) {
      const ssize_t n = pwrite(file_, text.data(), text.size(), filled);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) fail(errno, "cannot write the input of a run");
      filled += n;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  std::string text() const {
    std::string out;
    std::array<char, 1 << 14> buffer;
    ssize_t n = 0;
    while ((n = pread(file_, buffer.data(), buffer.size(),
                      static_cast<off_t>(out.size()))) > 0) {
      out.append(buffer.data(), static_cast<std::size_t>(n));
    }
    return out;
  }

 private:
  int file_;
};

// One process.
class Running {
 public:
  Running(const std::string& program, const Launch& launch)
      : begin_(Clock::now()) {
    std::vector<std::string> words{program};
    words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
    std::vector<char*> raw;
    for (std::string& w : words) raw.push_back(w.data());
    raw.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (launch.input.empty()) {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    } else {
      in_.emplace();
      in_->fill(launch.input);
      posix_spawn_file_actions_adddup2(&actions, in_->number(), 0);
    }
    posix_spawn_file_actions_adddup2(&actions, out_.number(), 1);
    posix_spawn_file_actions_adddup2(&actions, err_.number(), 2);
    posix_spawn_file_actions_adddup2(&actions, extra_.number(), 3);
    if (!launch.folder.empty()) {
      posix_spawn_file_actions_addchdir_np(&actions, launch.folder.c_str());
    }
    const int error = posix_spawn(&process_, program.c_str(), &actions, nullptr,
                                  raw.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) fail(error, "cannot start a run");
  }
  ~Running() {
    if (ended_) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Whether it has ended.
  bool ended() {
    int status = 0;
    if (ended_ || waitpid(process_, &status, WNOHANG) != process_) {
      return ended_;
    }
    ended_ = true;
    ran_.exit =
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ran_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    ran_.out = out_.text();
    ran_.err = err_.text();
    ran_.extra = extra_.text();
    return true;
  }
  const Ran& ran() const { return ran_; }

 private:
  std::optional<Unnamed> in_;
  Unnamed out_, err_, extra_;
  pid_t process_ = -1;
  bool ended_ = false;
  Clock::time_point begin_;
  Ran ran_;
};

}  // namespace

bool run_all(const std::string& program, std::span<const Launch> launches,
             std::size_t jobs, const std::function<bool()>& stopped,
             const std::function<void(std::size_t, const Ran&)>& tell) {
  std::vector<std::unique_ptr<Running>> all(launches.size());
  std::size_t begun = 0, told = 0, running = 0;
  while (told < all.size()) {
    if (stopped()) return false;
    for (; begun < all.size() && running < jobs; ++begun, ++running) {
      all[begun] = std::make_unique<Running>(program, launches[begun]);
    }
    running = 0;
    for (std::size_t i = told; i < begun; ++i) {
      if (!all[i]->ended()) ++running;
    }
    for (; told < begun && all[told]->ended(); ++told) {
      tell(told, all[told]->ran());
      all[told].reset();
    }
    if (running == jobs || begun == all.size()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  return true;
}

std::string this_program() {
  return fs::read_symlink("/proc/self/exe").string();
}

}  // namespace vicinal::cli::processes
