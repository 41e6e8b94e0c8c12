// SPDX-License-Identifier: MIT
// Any bytes as a Cubicle file: it is reported, within the text, or becomes a
// model of ours that is parsed without an error; what is wrong with that one
// is shown at places of the file.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

#include "cli/output/render.hpp"
#include "decide/opened.hpp"
#include "network/imports/imported.hpp"
#include "network/language/parser/parser.hpp"

namespace {

using namespace vicinal;

void require(bool good, std::string_view what) {
  if (good) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

void read(const std::string& text) {
  const network::Source source("fuzz.cub", text);
  network::Diagnostics diagnostics(&source);
  const auto made = imports::import_model(source, imports::Language::cubicle,
                                          {}, diagnostics);
  require(made.has_value() != diagnostics.has_errors(), "no text, no error");
  for (const network::Diagnostic& d : diagnostics.all()) {
    require(d.span.begin <= d.span.end && d.span.end <= text.size(),
            "a diagnostic outside of the text");
    require(d.code / 100 == 11 || d.code / 100 == 2, "a code of another room");
  }
  if (!made) return;
  for (const auto& [here, there] : made->written.parts) {
    require(here.begin <= here.end && here.end <= made->written.text.size() &&
                there.begin <= there.end && there.end <= text.size(),
            "a part outside of the texts");
  }
  const network::Source written("fuzz.vic", made->written.text);
  network::Diagnostics ours(&written);
  network::parse(written, ours);
  require(!ours.has_errors(), made->written.text);
  auto opened = decide::open_model(text, "fuzz.cub", {});
  require(opened->model.has_value() != opened->diagnostics.has_errors(),
          "no model, no error");
  cli::render_all(opened->diagnostics, false);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  read(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
