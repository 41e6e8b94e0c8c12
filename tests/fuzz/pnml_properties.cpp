// SPDX-License-Identifier: MIT
// Any bytes as a file of properties of a net: it is reported, within its text,
// or becomes properties of ours that nothing is wrong with.
#include "imported.hpp"

namespace {

constexpr std::string_view net =
    "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net "
    "id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/symmetricnet\">"
    "<declaration><structure><declarations><namedsort id=\"C\" name=\"C\">"
    "<finiteintrange start=\"1\" end=\"2\"/></namedsort><variabledecl id=\"x\" "
    "name=\"x\"><usersort declaration=\"C\"/></variabledecl></declarations>"
    "</structure></declaration><page id=\"top\">"
    "<place id=\"p\"><type><structure><usersort declaration=\"C\"/></structure>"
    "</type></place>"
    "<place id=\"q\"><type><structure><dot/></structure></type></place>"
    "<transition id=\"t\"/><transition id=\"u\"/>"
    "<arc id=\"a\" source=\"p\" target=\"t\"><hlinscription><structure>"
    "<variable refvariable=\"x\"/></structure></hlinscription></arc>"
    "</page></net></pnml>";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace vicinal;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto opened = decide::open_model(std::string(net), "fuzz.pnml", {},
                                         network::Diagnostics(), {},
                                         decide::NamedText{"fuzz.xml", text});
  network::Diagnostics& d = opened->diagnostics;
  fuzz::require(opened->good() != d.has_errors(), "no model, no error");
  for (const network::Diagnostic& found : d.all()) {
    const bool model = found.severity == network::Severity::warning ||
                       number(found.code) == 203 ||
                       number(found.code) / 100 == 3;
    fuzz::require(model || number(found.code) / 100 == 6 ||
                      number(found.code) / 100 == 12,
                  "a code of another room");
    if (found.source == opened->properties.get()) {
      fuzz::require(
          found.span.begin <= found.span.end && found.span.end <= text.size(),
          "a diagnostic outside of the text");
    }
  }
  report::render_all(d, false);
  return 0;
}
