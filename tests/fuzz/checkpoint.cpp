// SPDX-License-Identifier: MIT
// Any bytes as the manifest of a checkpoint, and as a segment of states: both
// are read or refused, and what was read is written as it was.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "explore/checkpoint/manifest.hpp"
#include "explore/checkpoint/segment.hpp"

namespace explore = vicinal::explore;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto plain = explore::read_saved(text);
  if (plain.manifest.has_value() == !plain.error.empty()) std::abort();
  if (plain.manifest) {
    const std::string written = explore::manifest_text(*plain.manifest);
    const auto again = explore::read_manifest(written);
    if (!again.manifest) std::abort();
    if (explore::manifest_text(*again.manifest) != written) std::abort();
  }
  explore::read_manifest(text);
  if (size == 0) return 0;
  std::FILE* file = fmemopen(const_cast<char*>(text.data()), size, "rb");
  if (file == nullptr) return 0;
  std::uint64_t states = 0;
  // As many states as the file has bytes, at most: those of no bits take none.
  const explore::Part part{file, {size, size, 0}};
  explore::read_together(
      {&part, 1}, {3, 8},
      [&](std::uint64_t, std::uint32_t, const std::uint64_t* state) {
        if (state[0] >> 24 != 0) std::abort();
        return ++states > size ? std::string("too many") : std::string();
      });
  std::fclose(file);
  if (states > size) std::abort();
  return 0;
}
