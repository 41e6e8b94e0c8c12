// SPDX-License-Identifier: MIT
// Any bytes as a Murphi file.
#include "imported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  vicinal::fuzz::read_imported(
      std::string(reinterpret_cast<const char*>(data), size),
      vicinal::imports::Language::murphi, "fuzz.m", {2, 13});
  return 0;
}
