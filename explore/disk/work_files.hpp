// SPDX-License-Identifier: MIT
// Files without names, for what a search puts on a disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>

namespace vicinal::explore::inline disk {

// A file cannot be written or read, or does not hold what was written: a
// sentence that names the folder.
class DiskError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Where the files are, and how many bytes they hold together. No file has a
// name once it is made: the system frees what it takes when it is closed, or
// when the process ends, however that ends. So nothing is ever left over.
class WorkFolder {
 public:
  // Makes the folder, not those above it, if it is not there. Throws DiskError
  // if that cannot be done, or if there is anything in it.
  explicit WorkFolder(std::filesystem::path path);
  ~WorkFolder() { leave(); }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  // Removes the folder if it was made here. Files have no names, and stay.
  void leave();

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t peak_bytes() const { return peak_bytes_; }

  // Why the constructor would throw; empty: it would not.
  static std::string refusal(const std::filesystem::path& path);

 private:
  friend class WorkFile;
  void grew(std::uint64_t bytes);

  std::filesystem::path path_;
  bool made_ = false;
  std::uint64_t bytes_ = 0, peak_bytes_ = 0;
};

// Written at its end, read anywhere. All calls throw DiskError.
class WorkFile {
 public:
  // The folder must outlive it.
  explicit WorkFile(WorkFolder& folder);
  ~WorkFile();
  WorkFile(const WorkFile&) = delete;
  WorkFile& operator=(const WorkFile&) = delete;

  std::uint64_t size() const { return size_; }
  void append(std::span<const std::uint8_t> bytes);
  // All of `into`, which was written before. Threads may read at the same time.
  void read(std::uint64_t from, std::span<std::uint8_t> into) const;
  // Of a part that does not hold what was written.
  [[noreturn]] void damaged() const;

 private:
  [[noreturn]] void fail(const char* what) const;

  WorkFolder& folder_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace vicinal::explore::inline disk
