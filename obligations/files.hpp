// SPDX-License-Identifier: MIT
// Files of certificates, jobs and answers, read and written; `replace_file` is
// for any file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace vicinal::obligations {

// A file itself, no link to one, of at most so many bytes.
std::optional<std::string> read_file(const std::filesystem::path& path,
                                     std::uintmax_t largest);

// False: it could not be written, and there may be a part of it.
bool write_file(const std::filesystem::path& path, const std::string& text);

// Whoever looks at the path, at any time and after a power cut, too, sees what
// was there before, or all of the text. On the way the text stands beside it,
// in a file whose name begins with a dot.
bool replace_file(const std::filesystem::path& path, const std::string& text);

}  // namespace vicinal::obligations
