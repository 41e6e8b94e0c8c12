// SPDX-License-Identifier: MIT
// Any bytes as a file in another language: it is reported, within the text, or
// becomes a model of ours that is parsed without an error; what is wrong with
// that one is shown at places of the file.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "decide/question/opened.hpp"
#include "network/imports/imported.hpp"
#include "network/language/parser/parser.hpp"
#include "report/words/render.hpp"

namespace vicinal::fuzz {

inline void require(bool good, std::string_view what) {
  if (good) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

// `rooms`: the hundreds of the codes that there may be.
inline void read_imported(const std::string& text, imports::Language language,
                          const std::string& name, const std::set<int>& rooms) {
  const network::Source source(name, text);
  network::Diagnostics diagnostics(&source);
  const auto made = imports::import_model(source, language, {}, diagnostics);
  require(made.has_value() != diagnostics.has_errors(), "no text, no error");
  for (const network::Diagnostic& d : diagnostics.all()) {
    require(d.span.begin <= d.span.end && d.span.end <= text.size(),
            "a diagnostic outside of the text");
    require(rooms.contains(number(d.code) / 100), "a code of another room");
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
  auto opened = decide::open_model(text, name, {});
  require(opened->model.has_value() != opened->diagnostics.has_errors(),
          "no model, no error");
  report::render_all(opened->diagnostics, false);
}

}  // namespace vicinal::fuzz
