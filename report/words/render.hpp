// SPDX-License-Identifier: MIT
// Diagnostics as text, in the form of design 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::report::inline words {

// One diagnostic: place, severity, code, message; the source line with a
// caret range (of a span over several lines the first, of a long line a
// window); notes. Bytes that are not UTF-8 and characters that a terminal
// would act on are shown as escapes, tabs as blanks; every other code point
// counts as one column.
std::string render(const network::Diagnostic& diagnostic, bool color);

// Whether it is about a place in a file. What is wrong with the command line
// (V09xx without a span) is not.
bool has_place(const network::Diagnostic& diagnostic);

// All of them by place, and how many errors and warnings there are.
std::string render_all(network::Diagnostics& diagnostics, bool color);

// Whether a terminal, or a page, would act on a character: control characters,
// also those beyond 0x7F, and marks that turn the direction of what follows.
bool is_active(std::uint32_t character);

// Text from a file, safe to print within a line.
std::string printable(std::string_view text);

// Without line breaks: each, with the blanks after it, is one blank.
std::string one_line(std::string_view text);

// As a string of Graphviz, within double quotes; a newline stays one.
std::string dot_string(std::string_view text);

// What begins with `head`, then the parts, made printable, in lines that end
// between parts before the 80th column; all but the first are indented.
std::string wrapped(const std::string& head,
                    const std::vector<std::string>& parts, std::size_t indent);

// proved in green, violated in red, unknown in yellow.
std::string verdict_text(network::Verdict verdict, bool color);

// 1 node, 2 nodes.
std::string counted(std::size_t n, const char* one, const char* many);

// Whether a stream gets colors: `when` is auto, always or never. With auto,
// NO_COLOR says no; else FORCE_COLOR yes (0: no); else TERM=dumb no; else
// whether it is a terminal.
bool use_color(const std::string& when, int file_descriptor);

}  // namespace vicinal::report::inline words
