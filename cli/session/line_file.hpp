// SPDX-License-Identifier: MIT
// A file that is read line by line: no more of it than one line is in memory.
#pragma once

#include <array>
#include <string>

namespace vicinal::cli::inline session {

class LineFile {
 public:
  // "-" is standard input. What is wrong is in error().
  explicit LineFile(const std::string& path);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  // The next line, without its end (LF, or CR and LF). False: there is none, or
  // there is an error (a line above 64 MiB is one). Polls while it waits.
  bool next(std::string& line);

  // A sentence; empty: all is well.
  const std::string& error() const { return error_; }

 private:
  static constexpr std::size_t longest = std::size_t{1} << 26;

  void fail();
  bool fill();

  std::string path_;
  int file_ = -1;  // a descriptor
  std::array<char, 1 << 16> buffer_;
  std::size_t at_ = 0, filled_ = 0;
  std::string error_;
};

}  // namespace vicinal::cli::inline session
