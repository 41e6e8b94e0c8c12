// SPDX-License-Identifier: MIT
// By the system's own calls, since only they say what went wrong. Where the
// file system cannot make a file without a name, its name is removed at once.
#include "explore/disk/work_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace vicinal::explore::inline disk {

namespace fs = std::filesystem;

std::string WorkFolder::refusal(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    const fs::path name = path.has_filename() ? path : path.parent_path();
    const fs::path above = name.has_parent_path() ? name.parent_path() : ".";
    if (fs::is_directory(above, error)) return "";
    return fmt::format("'{}' is not a folder", above.string());
  }
  if (error) return error.message();
  if (!fs::is_directory(status)) return "it is not a folder";
  const bool empty = fs::is_empty(path, error);
  if (error) return error.message();
  return empty ? "" : "the folder is not empty";
}

WorkFolder::WorkFolder(fs::path path) : path_(std::move(path)) {
  std::string why = refusal(path_);
  if (why.empty()) {
    std::error_code error;
    made_ = fs::create_directory(path_, error);
    if (error) why = error.message();
  }
  if (why.empty()) return;
  throw DiskError(fmt::format("cannot work in '{}': {}", path_.string(), why));
}

void WorkFolder::leave() {
  std::error_code ignored;  // there may be something of somebody else in it
  if (made_) fs::remove(path_, ignored);
  made_ = false;
}

void WorkFolder::grew(std::uint64_t bytes) {
  bytes_ += bytes;
  peak_bytes_ = std::max(peak_bytes_, bytes_);
}

WorkFile::WorkFile(WorkFolder& folder) : folder_(folder) {
  file_ =
      ::open(folder.path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR);
  if (file_ >= 0) return;
  std::string name = (folder.path() / "states-XXXXXX").string();
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) fail("make a file");
  ::unlink(name.c_str());
}

WorkFile::~WorkFile() {
  folder_.bytes_ -= size_;
  ::close(file_);
}

void WorkFile::fail(const char* what) const {
  throw DiskError(fmt::format("cannot {} in '{}': {}", what,
                              folder_.path().string(), std::strerror(errno)));
}

void WorkFile::damaged() const {
  throw DiskError(
      fmt::format("a file in '{}' does not hold what was written to it",
                  folder_.path().string()));
}

void WorkFile::append(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    const auto count = static_cast<std::size_t>(written);
    size_ += count;
    folder_.grew(count);
    bytes = bytes.subspan(count);
  }
}

void WorkFile::read(std::uint64_t from, std::span<std::uint8_t> into) const {
  while (!into.empty()) {
    const ssize_t got =
        ::pread(file_, into.data(), into.size(), static_cast<off_t>(from));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read");
    if (got == 0) damaged();
    const auto count = static_cast<std::size_t>(got);
    from += count;
    into = into.subspan(count);
  }
}

}  // namespace vicinal::explore::inline disk
