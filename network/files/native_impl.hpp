// SPDX-License-Identifier: MIT
// A file in the native format, between its two readings: what it says, before
// names are known. Not for use outside of network/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/graph/vias.hpp"

namespace vicinal::network::inline files {

struct Name {
  std::string text;
  Span span;
};

struct NodeEntry {
  std::optional<Name> id;
  std::string color;
  Span span;
};

// One entry of "via": what it names, before the names are known.
struct ViaEntry {
  std::optional<Name> from, edge;
  std::optional<std::uint32_t> channel;
  Span span;
};

struct EdgeEntry {
  std::optional<Name> id;
  std::string color;
  std::vector<Name> ins, outs;
  std::vector<std::pair<Name, std::string>> ports;  // of a node
  std::optional<Name> owner, access;
  std::vector<ViaEntry> vias;
  Span span;
};

// Names to nodes and edges; what does not fit is reported.
std::optional<Network> link_native(const std::vector<NodeEntry>& nodes,
                                   const std::vector<EdgeEntry>& edges,
                                   Diagnostics& diagnostics, Vias* vias);

}  // namespace vicinal::network::inline files
