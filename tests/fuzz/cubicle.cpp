// SPDX-License-Identifier: MIT
// Any bytes as a Cubicle file.
#include "imported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  vicinal::fuzz::read_imported(
      std::string(reinterpret_cast<const char*>(data), size),
      vicinal::imports::Language::cubicle, "fuzz.cub", {2, 11});
  return 0;
}
