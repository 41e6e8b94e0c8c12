// SPDX-License-Identifier: MIT
// Diagnostics as text, in the form of design 5.
#pragma once

#include <string>

#include "network/diagnostic.hpp"

namespace vicinal::cli {

// One diagnostic: place, severity, code, message; the source line with a
// caret range; notes. Characters that a terminal would act on are shown as
// escapes; tabs as blanks.
std::string render(const network::Diagnostic& diagnostic, bool color);

// All of them by place, and how many errors there are.
std::string render_all(network::Diagnostics& diagnostics, bool color);

// Text from a file, safe to print.
std::string printable(std::string_view text);

// Whether a stream gets colors: `when` is auto, always or never.
bool use_color(const std::string& when, int file_descriptor);

}  // namespace vicinal::cli
