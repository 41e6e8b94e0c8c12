// SPDX-License-Identifier: MIT
// A run as a message chart, as text for other tools: a lane for each node that
// does something or has something done to it, and arrows from who acts to whose
// variables change, or who reads an edge that changes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "network/semantics/verdict.hpp"

namespace vicinal::report::inline pages {

// Mermaid's sequence diagrams; Graphviz's dot.
enum class ChartKind : std::uint8_t { mermaid, dot };

// By the end of a file's name: .mmd, .mermaid; .dot, .gv.
std::optional<ChartKind> chart_kind(std::string_view file);

// `loop`: after so many steps the run repeats for ever. Of an edge with more
// than four other ends there are no arrows; who acts says what it is then.
// Names may hold anything. Polls.
std::string chart(const network::Instance& instance,
                  const network::Trace& trace, std::optional<std::size_t> loop,
                  ChartKind kind);

}  // namespace vicinal::report::inline pages
