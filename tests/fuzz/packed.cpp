// SPDX-License-Identifier: MIT
// Fuzzes what unpacks files: there is a text of the size that was allowed, or
// an error and none.
#include "network/files/packed.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace vicinal;
  constexpr std::size_t most = std::size_t{1} << 20;
  const network::Unpacked out =
      network::unpack({reinterpret_cast<const char*>(data), size}, most);
  if (out.text.size() > most) std::abort();
  if (!out.error.empty() && !out.text.empty()) std::abort();
  return 0;
}
