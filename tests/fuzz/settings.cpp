// SPDX-License-Identifier: MIT
// Any bytes as a vicinal.toml: settings, or diagnostics that stand in the text.
#include "cli/settings/settings.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace vicinal;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const network::Source source("vicinal.toml", bytes);
  network::Diagnostics found(&source);
  const auto read = cli::settings::parse_settings(source, found);
  for (const network::Diagnostic& d : found.all()) {
    if (d.span.begin > d.span.end || d.span.end > size) std::abort();
    if (d.message.empty()) std::abort();
    source.position(d.span.begin);
  }
  for (const auto& [model, section] : read.models) {
    for (const char* command : {"prove", "explore", "check"}) {
      cli::settings::settings_of(read, model, command);
    }
  }
  return 0;
}
