// SPDX-License-Identifier: MIT
// Fails by an exception where the program goes away.
#include "program_client.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "tests/cli/scripted_client.hpp"

namespace vicinal::test {

ProgramClient::ProgramClient() {
  std::array<int, 2> in{}, out{};
  if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  const std::string program = binary();
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("cannot fork");
  if (process_ == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execl(program.c_str(), program.c_str(), "mcp", nullptr);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
  ask("initialize", Json{{"protocolVersion", "2025-06-18"}});
  tell("notifications/initialized", Json::object());
}

ProgramClient::~ProgramClient() {
  end();
  close(from_);
}

int ProgramClient::end() {
  if (to_ >= 0) close(to_);
  to_ = -1;
  int status = 0;
  if (process_ > 0) waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void ProgramClient::send(const Json& message) {
  const std::string line = message.dump() + "\n";
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t n = ::write(to_, line.data() + at, line.size() - at);
    if (n <= 0) throw std::runtime_error("the program does not listen");
    at += static_cast<std::size_t>(n);
  }
}

Json ProgramClient::next() {
  std::size_t end = 0;
  while ((end = read_.find('\n')) == std::string::npos) {
    std::array<char, 1 << 14> buffer;
    const ssize_t n = ::read(from_, buffer.data(), buffer.size());
    if (n <= 0) throw std::runtime_error("the program says nothing more");
    read_.append(buffer.data(), static_cast<std::size_t>(n));
  }
  Json message = Json::parse(read_.substr(0, end));
  read_.erase(0, end + 1);
  return message;
}

void ProgramClient::tell(const std::string& method, Json params) {
  send(rpc_note(method, std::move(params)));
}

int ProgramClient::begin(const std::string& method, Json params) {
  send(rpc_request(++last_id_, method, std::move(params)));
  return last_id_;
}

Json ProgramClient::ask(const std::string& method, Json params) {
  const int id = begin(method, std::move(params));
  Json answer = next();
  if (answer["id"] != id) throw std::runtime_error("another answer");
  return answer;
}

Json ProgramClient::call(const std::string& tool, Json arguments) {
  Json params{{"name", tool}};
  params["arguments"] = std::move(arguments);
  return ask("tools/call", std::move(params));
}

}  // namespace vicinal::test
