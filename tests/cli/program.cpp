// SPDX-License-Identifier: MIT
// Output goes to files, so that neither side waits for the other.
#include "program.hpp"

#include "schema.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace vicinal::test {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void child(const std::vector<std::string>& command, const Run& run,
                        const Folder& files) {
  const auto redirect = [&](const std::string& name, int flags, int to) {
    const int fd = open((files.path() + "/" + name).c_str(), flags, 0600);
    if (fd < 0 || dup2(fd, to) < 0) _exit(126);
    close(fd);
  };
  redirect("in", O_RDONLY, STDIN_FILENO);
  redirect("out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect("err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (run.closed_error) close(STDERR_FILENO);
  for (const char* name : {"NO_COLOR", "FORCE_COLOR"}) unsetenv(name);
  for (const std::string& e : run.environment) {
    const std::size_t equals = e.find('=');
    if (equals == std::string::npos) {
      unsetenv(e.c_str());
    } else {
      setenv(e.substr(0, equals).c_str(), e.substr(equals + 1).c_str(), 1);
    }
  }
  if (!run.folder.empty() && chdir(run.folder.c_str()) != 0) _exit(126);
  std::vector<char*> arguments;
  for (const std::string& a : command) {
    arguments.push_back(const_cast<char*>(a.c_str()));
  }
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

nlohmann::ordered_json Outcome::json() const {
  return nlohmann::ordered_json::parse(out);
}

Outcome execute(const std::vector<std::string>& command, const Run& run) {
  const Folder files;
  files.write("in", run.input);
  const auto begin = Clock::now();
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("cannot fork");
  if (pid == 0) child(command, run, files);
  if (run.interrupt_after > 0) {
    std::this_thread::sleep_for(
        std::chrono::duration<double>(run.interrupt_after));
    kill(pid, SIGINT);
  }
  int status = 0;
  rusage used = {};
  if (wait4(pid, &status, 0, &used) != pid)
    throw std::runtime_error("no child");
  Outcome outcome;
  outcome.cpu_seconds =
      static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
      static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
  outcome.peak_mib = used.ru_maxrss / 1024;
  outcome.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  outcome.code =
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = read(files.path() + "/out");
  outcome.err = read(files.path() + "/err");
  return outcome;
}

Outcome ask(const std::vector<std::string>& arguments, const Run& run) {
  std::vector<std::string> command = {binary()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Outcome outcome = execute(command, run);
  // Whoever is ended by a signal has not finished its report.
  if (outcome.code > 4) return outcome;
  if (const std::string wrong = against_schemas(arguments, outcome.out);
      !wrong.empty()) {
    throw std::runtime_error("a report is not as docs/schemas have it: " +
                             wrong);
  }
  return outcome;
}

std::string binary() {
  return VICINAL_BINARY;
}

std::string source_folder() {
  return VICINAL_SOURCE_DIR;
}

std::string example(const std::string& name) {
  return source_folder() + "/examples/" + name + ".vic";
}

Folder::Folder() {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "vicinal-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("cannot make a folder");
  }
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name,
                          const std::string& text) const {
  const std::filesystem::path file = std::filesystem::path(path_) / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file.string();
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace vicinal::test
