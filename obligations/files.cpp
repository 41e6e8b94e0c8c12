// SPDX-License-Identifier: MIT
// A file is replaced by renaming one that is whole and on the disk.
#include "obligations/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string_view>

namespace vicinal::obligations {

namespace {

namespace fs = std::filesystem;

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0;
}

// What a rename changes is in the folder.
bool sync_folder(const fs::path& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return false;
  const bool good = fsync(file) == 0;
  close(file);
  return good;
}

}  // namespace

std::optional<std::string> read_file(const fs::path& path,
                                     std::uintmax_t largest) {
  std::error_code failed;
  if (!fs::is_regular_file(fs::symlink_status(path, failed)) ||
      fs::file_size(path, failed) > largest || failed) {
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return std::nullopt;
  return text.str();
}

bool write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  return out.good();
}

bool replace_file(const fs::path& path, const std::string& text) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const fs::path beside =
      folder / fmt::format(".{}.{}", path.filename().string(), getpid());
  const int file =
      open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return false;
  const bool whole = write_all(file, text);
  const bool closed = close(file) == 0;
  std::error_code failed;
  if (whole && closed) fs::rename(beside, path, failed);
  if (whole && closed && !failed) return sync_folder(folder);
  fs::remove(beside, failed);
  return false;
}

}  // namespace vicinal::obligations
