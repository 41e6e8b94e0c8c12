// SPDX-License-Identifier: MIT
// Fuzzes the reader of structures, and the classification of what it reads.
#include "explore/virtual/classify.hpp"
#include "explore/virtual/structure_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace vicinal;
  const network::Source source(
      "x.structure", std::string(reinterpret_cast<const char*>(data), size));
  network::Diagnostics diagnostics(&source);
  const auto structure = explore::read_structure(source, diagnostics);
  if (structure.has_value() == diagnostics.has_errors()) __builtin_trap();
  if (!structure || structure->size() > 64 || structure->processes > 5)
    return 0;
  if (!explore::classify(*structure).consistent()) __builtin_trap();
  return 0;
}
