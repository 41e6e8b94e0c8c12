// SPDX-License-Identifier: MIT
#include "cli/session/line_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace vicinal::cli::inline session {

LineFile::LineFile(const std::string& path) : path_(path) {
  file_ = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file_ == nullptr) {
    error_ = fmt::format("cannot read '{}': {}", path, std::strerror(errno));
  }
}

LineFile::~LineFile() {
  if (file_ != nullptr && file_ != stdin) std::fclose(file_);
}

bool LineFile::next(std::string& line) {
  line.clear();
  if (file_ == nullptr || !error_.empty()) return false;
  bool any = false;
  for (;;) {
    if (at_ == filled_) {
      at_ = 0;
      filled_ = std::fread(buffer_.data(), 1, buffer_.size(), file_);
      if (filled_ == 0) break;
    }
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
  if (std::ferror(file_) != 0) {
    error_ = fmt::format("cannot read '{}': {}", path_, std::strerror(errno));
    return false;
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return any;
}

}  // namespace vicinal::cli::inline session
