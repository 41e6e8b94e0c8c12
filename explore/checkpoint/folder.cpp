// SPDX-License-Identifier: MIT
// Write under another name, fsync, rename, fsync of the folder: POSIX promises
// no more order than that. A folder is locked by flock on itself, which goes
// with the process, however it ends (those that share it have a lock that is
// shared); where a file system has no such locks,
// nobody is kept out.
#include "explore/checkpoint/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace vicinal::explore::inline checkpoint {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr std::string_view segment_begin = "states-", segment_end = ".bin";
constexpr std::string_view part_end = ".part";

bool is_ours(std::string_view name) {
  if (name.ends_with(part_end)) name.remove_suffix(part_end.size());
  return name == manifest_name ||
         (name.starts_with(segment_begin) && name.ends_with(segment_end));
}

// 0, or what went wrong.
int sync_folder(const std::string& path) {
  const int handle = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return errno;
  // A file system that cannot do that says so; the rename is done all the same.
  const int error = fsync(handle) == 0 || errno == EINVAL ? 0 : errno;
  close(handle);
  return error;
}

}  // namespace

std::string segment_name(std::uint64_t number) {
  return fmt::format("{}{:06}{}", segment_begin, number, segment_end);
}

// ---- one file --------------------------------------------------------------

FileWriter::FileWriter(const std::string& folder, std::string name)
    : folder_(folder), name_(std::move(name)), buffer_(buffer_bytes) {
  file_ = open(part().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file_ < 0) error_ = errno;
}

FileWriter::~FileWriter() {
  if (file_ < 0) return;
  close(file_);
  unlink(part().c_str());
}

void FileWriter::fail() {
  if (error_ == 0) error_ = errno;
}

void FileWriter::write(const void* bytes, std::size_t count) {
  const auto* from = static_cast<const std::uint8_t*>(bytes);
  bytes_ += count;
  while (count > 0) {
    const std::size_t some = std::min(count, buffer_.size() - used_);
    std::memcpy(buffer_.data() + used_, from, some);
    used_ += some;
    from += some;
    count -= some;
    if (used_ == buffer_.size()) flush();
  }
}

void FileWriter::flush() {
  crc_ = static_cast<std::uint32_t>(
      crc32(crc_, buffer_.data(), static_cast<uInt>(used_)));
  std::size_t done = 0;
  while (error_ == 0 && done < used_) {
    const ssize_t n = ::write(file_, buffer_.data() + done, used_ - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      fail();
    }
  }
  used_ = 0;
}

std::string FileWriter::finish() {
  flush();
  if (error_ == 0 && fsync(file_) != 0) fail();
  if (error_ == 0 && std::rename(part().c_str(), path().c_str()) != 0) fail();
  if (error_ != 0) return std::strerror(error_);
  renamed_ = true;
  close(std::exchange(file_, -1));
  error_ = sync_folder(folder_);
  return error_ == 0 ? std::string() : std::strerror(error_);
}

// ---- the folder ------------------------------------------------------------

void Folder::open(Access access) {
  if (access == Access::make && mkdir(path_.c_str(), 0755) != 0 &&
      errno != EEXIST) {
    error_ = fmt::format("the folder '{}' cannot be made: {}", path_,
                         std::strerror(errno));
    return;
  }
  handle_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle_ < 0) {
    error_ = fmt::format("the folder '{}' cannot be opened: {}", path_,
                         std::strerror(errno));
    return;
  }
  lock(access == Access::join ? LOCK_SH : LOCK_EX);
}

// Whoever comes later wants it alone, and so is kept out by the last one.
void Folder::share() {
  lock(LOCK_SH);
}

void Folder::lock(int how) {
  if (flock(handle_, how | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    error_ = fmt::format("the folder '{}' is in use by another run", path_);
  }
}

Folder::~Folder() {
  if (handle_ >= 0) close(handle_);
}

bool Folder::has(const std::string& name) const {
  return access((path_ + "/" + name).c_str(), F_OK) == 0;
}

std::optional<std::uint64_t> Folder::size(const std::string& name) const {
  struct stat about = {};
  if (stat((path_ + "/" + name).c_str(), &about) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(about.st_size);
}

Folder::Text Folder::read(const std::string& name, std::size_t most) const {
  Text out;
  std::FILE* file = std::fopen((path_ + "/" + name).c_str(), "rb");
  if (file == nullptr) {
    out.error = std::strerror(errno);
    return out;
  }
  std::vector<char> buffer(buffer_bytes);
  while (const std::size_t n =
             std::fread(buffer.data(), 1, buffer.size(), file)) {
    out.text.append(buffer.data(), n);
    if (out.text.size() > most) {
      out.error = "it is too large";
      break;
    }
  }
  if (std::ferror(file) != 0) out.error = std::strerror(errno);
  std::fclose(file);
  return out;
}

void Folder::remove(const std::string& name) const {
  unlink((path_ + "/" + name).c_str());
}

void Folder::keep_only(const std::set<std::string>& names) const {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (fs::directory_iterator at(path_, ignored), end; at != end && !ignored;
       at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    if (!is_ours(name) || names.contains(name)) continue;
    std::error_code failed;
    fs::remove(at->path(), failed);
  }
}

}  // namespace vicinal::explore::inline checkpoint
