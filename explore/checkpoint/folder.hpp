// SPDX-License-Identifier: MIT
// A folder of files that are there whole or not at all, whenever the program or
// the machine ends.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vicinal::explore::inline checkpoint {

// A file that is being written, under another name until it is whole: until
// `finish` the one of its name is as it was. Bytes go through a buffer that is
// there from the beginning, so that a file can be written where no more memory
// is.
class FileWriter {
 public:
  FileWriter(const std::string& folder, std::string name);
  ~FileWriter();  // unless it is finished, nothing is left
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(const void* bytes, std::size_t count);
  void write(std::string_view text) { write(text.data(), text.size()); }

  std::uint64_t bytes() const { return bytes_; }
  std::uint32_t crc() const { return crc_; }  // CRC-32 of them

  // Takes its name when all is on disk. What went wrong, in the system's words:
  // then it has not taken it, or (`renamed`) the system does not say that this
  // will outlast a power cut.
  std::string finish();
  bool renamed() const { return renamed_; }

 private:
  void flush();
  void fail();
  std::string path() const { return folder_ + "/" + name_; }
  std::string part() const { return path() + ".part"; }

  std::string folder_, name_;
  int file_ = -1;
  int error_ = 0;  // of the system
  std::uint64_t bytes_ = 0;
  std::uint32_t crc_ = 0;
  std::vector<std::uint8_t> buffer_;
  std::size_t used_ = 0;
  bool renamed_ = false;
};

// The folder itself, which is this program's, and of those that it shares it
// with, as long as one of them is there.
class Folder {
 public:
  // `make`: it may not be there; `join`: somebody shares it.
  enum class Access : std::uint8_t { make, open, join };
  // `error` is a sentence, or empty.
  explicit Folder(std::string path) : path_(std::move(path)) {}
  void open(Access access);
  void share();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  const std::string& error() const { return error_; }

  bool has(const std::string& name) const;
  // A file of at most so many bytes; none, with the error.
  struct Text {
    std::string text;
    std::string error;
  };
  Text read(const std::string& name, std::size_t most) const;

  // Its bytes; none: it is not there.
  std::optional<std::uint64_t> size(const std::string& name) const;

  void remove(const std::string& name) const;
  // Removes files of ours that are none of these: what a program that ended
  // had begun. All others stay.
  void keep_only(const std::set<std::string>& names) const;

 private:
  void lock(int how);

  std::string path_;
  std::string error_;
  int handle_ = -1;
};

// "states-000017.bin"
std::string segment_name(std::uint64_t number);
inline constexpr const char* manifest_name = "manifest.json";

}  // namespace vicinal::explore::inline checkpoint
