// SPDX-License-Identifier: MIT
// By the system's own calls: what is there of a pipe is read as it comes, and
// who waits for more looks at the limits.
#include "cli/session/line_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "network/base/budget.hpp"

namespace vicinal::cli::inline session {

namespace {

constexpr int longest_wait = 50;  // milliseconds

}  // namespace

LineFile::LineFile(const std::string& path) : path_(path) {
  file_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY);
  if (file_ < 0) fail();
}

LineFile::~LineFile() {
  if (file_ > STDIN_FILENO) ::close(file_);
}

void LineFile::fail() {
  error_ = fmt::format("cannot read '{}': {}", path_, std::strerror(errno));
}

// False: at the end, or it cannot be read.
bool LineFile::fill() {
  for (;;) {
    network::poll_now();
    pollfd waiting{file_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, longest_wait);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(file_, buffer_.data(), buffer_.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) fail();
    at_ = 0;
    filled_ = got < 0 ? 0 : static_cast<std::size_t>(got);
    return filled_ > 0;
  }
}

bool LineFile::next(std::string& line) {
  line.clear();
  if (file_ < 0 || !error_.empty()) return false;
  bool any = false;
  while (at_ < filled_ || fill()) {
    any = true;
    const char* begin = buffer_.data() + at_;
    const auto* end =
        static_cast<const char*>(std::memchr(begin, '\n', filled_ - at_));
    const std::size_t length =
        end != nullptr ? static_cast<std::size_t>(end - begin) : filled_ - at_;
    if (line.size() + length > longest) {
      error_ = fmt::format("'{}' has a line above 64 MiB", path_);
      return false;
    }
    line.append(begin, length);
    at_ += length;
    if (end != nullptr) {
      ++at_;
      break;
    }
  }
  if (!error_.empty()) return false;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return any;
}

}  // namespace vicinal::cli::inline session
