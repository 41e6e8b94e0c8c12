// SPDX-License-Identifier: MIT
// Any bytes as a PNML file: it is reported, within the text, or becomes a model
// of ours that is parsed without an error; what is wrong with that one is shown
// at places of the file.
#include "imported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  fuzz_imported::read(std::string(reinterpret_cast<const char*>(data), size),
                      vicinal::imports::Language::pnml, "fuzz.pnml", 12);
  return 0;
}
