// SPDX-License-Identifier: MIT
// Any bytes as a PNML file, whose XML may be wrong, too. What is read is
// checked as the file, so that nothing is wrong with the model that it becomes.
#include "imported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace vicinal;
  const std::string text(reinterpret_cast<const char*>(data), size);
  fuzz::read_imported(text, imports::Language::pnml, "fuzz.pnml", {6, 12});
  const auto opened = decide::open_model(text, "fuzz.pnml", {});
  for (const network::Diagnostic& d : opened->diagnostics.all()) {
    fuzz::require(number(d.code) / 100 == 6 || number(d.code) / 100 == 12,
                  "a model that is wrong");
  }
  return 0;
}
