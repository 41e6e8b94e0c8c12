// SPDX-License-Identifier: MIT
// Any bytes as the text of an obligation: our reader takes it, or refuses it
// with an exception of Z3, and does nothing else.
#include <z3++.h>

#include <cstdint>
#include <string_view>

#include "obligations/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  z3::context context;
  try {
    vicinal::obligations::Reader(context).read(
        {reinterpret_cast<const char*>(data), size});
  } catch (const z3::exception&) {
    return 0;
  }
  return 0;
}
