// SPDX-License-Identifier: MIT
// A text in JSON as a tree in which every part knows its place: a line of a
// log, or a mapping.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"

namespace vicinal::explore::inline conform {

enum class LogKind : std::uint8_t { null, truth, number, text, list, object };

struct LogNode {
  LogKind kind = LogKind::null;
  bool whole = false;  // a number of 64 bits
  bool truth = false;
  std::int64_t number = 0;  // if it is whole
  // Of a text what it says; of the other scalars how they are written.
  std::string text;
  network::Span span;
  std::string key;  // in an object
  network::Span key_span;
  std::vector<std::uint32_t> parts;  // of a list or an object, by number
};

// The root is the first. Reused from line to line.
struct LogTree {
  std::vector<LogNode> nodes;

  const LogNode& root() const { return nodes.front(); }
  const LogNode& operator[](std::uint32_t n) const { return nodes[n]; }
  // The part with this key, or null.
  const LogNode* find(const LogNode& object, std::string_view key) const;
};

// False: it is no JSON (V0601), nested more than 1000 deep (V0602), or has a
// key twice in one object (V0604). O(length).
bool read_log_tree(const network::Source& source,
                   network::Diagnostics& diagnostics, LogTree& out);

}  // namespace vicinal::explore::inline conform
