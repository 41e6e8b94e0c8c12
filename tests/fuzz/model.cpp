// SPDX-License-Identifier: MIT
// Any bytes as a `.vic` file: the front end neither crashes nor hangs, its
// tree is well-formed, its diagnostics lie in the text, and a text is either
// reported or has a complete tree.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

#include "network/parser.hpp"
#include "tests/network/well_formed.hpp"

namespace {

using namespace vicinal::network;

void require(bool good, std::string_view what) {
  if (good) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

void check_diagnostics(const Source& source, const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.all()) {
    require(d.span.begin <= d.span.end && d.span.end <= source.text().size(),
            "a diagnostic outside of the text");
    require(!d.message.empty(), "a diagnostic without a message");
    const Position place = source.position(d.span.begin);
    require(place.line >= 1 && place.column >= 1, "no place");
  }
}

// Each pass of the front end in turn; a pass runs on what the ones before it
// took without an error.
void front_end(const Source& source) {
  Diagnostics diagnostics(&source);
  const ast::Tree tree = parse(source, diagnostics);
  check_diagnostics(source, diagnostics);
  const std::string complaint =
      malformed(tree, source.text().size(), !diagnostics.has_errors());
  require(complaint.empty(), complaint);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const Source source("fuzz.vic",
                      std::string(reinterpret_cast<const char*>(data), size));
  front_end(source);
  return 0;
}
