// SPDX-License-Identifier: MIT
// Fuzzes the reader of the native network format; what it reads is written
// and read again to the same text.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "network/files/native.hpp"

using namespace vicinal;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const network::Source source(
      "network.json", std::string(reinterpret_cast<const char*>(data), size));
  network::Diagnostics diagnostics(&source);
  network::Vias vias;
  const auto network = network::read_native(source, diagnostics, &vias);
  if (network.has_value() == diagnostics.has_errors()) std::abort();
  if (!network) return 0;
  const std::string text = network::write_native(*network, vias);
  const network::Source again("network.json", text);
  network::Diagnostics none(&again);
  network::Vias same;
  const auto second = network::read_native(again, none, &same);
  if (!second || network::write_native(*second, same) != text) std::abort();
  return 0;
}
