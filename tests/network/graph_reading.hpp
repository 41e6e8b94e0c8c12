// SPDX-License-Identifier: MIT
// Files of networks read for tests: what was found, and what was said, on one
// line.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "network/files/graph_file.hpp"

namespace vicinal::test {

using namespace vicinal::network;

struct Read {
  std::optional<GraphFile> file;
  std::string diagnostics;  // "1:11 603 the message; ..."
};

inline Read read(Format format, const std::string& text,
                 ReadOptions options = {}) {
  const Source source("x", text);
  Diagnostics d(&source);
  options.format = format;
  Read out;
  out.file = read_graph_file(source, options, d);
  for (const Diagnostic& one : d.all()) {
    const Position at = source.position(one.span.begin);
    out.diagnostics += fmt::format(
        "{}{}:{} {}{} {}", out.diagnostics.empty() ? "" : "; ", at.line,
        at.column, one.severity == Severity::warning ? "warning " : "",
        number(one.code), one.message);
  }
  CHECK(out.file.has_value() == !d.has_errors());
  return out;
}

inline std::string wrong(Format format, const std::string& text) {
  const Read r = read(format, text);
  INFO(text);
  CHECK_FALSE(r.file.has_value());
  return r.diagnostics;
}

// "a b c | a-b a>c b:p-c:q {a>b>-c}", with colors in parentheses.
inline std::string drawn(const GraphFile& file) {
  const Network& n = file.network;
  const auto color = [&](std::uint32_t c) {
    return n.color_names[c].empty() ? "" : "(" + n.color_names[c] + ")";
  };
  std::string out;
  for (std::size_t i = 0; i < n.node_count(); ++i) {
    out += fmt::format("{}{}{}", i == 0 ? "" : " ", n.node_names[i],
                       color(n.node_color[i]));
  }
  out += " |";
  for (std::size_t e = 0; e < n.edge_count(); ++e) {
    const auto darts = n.darts(EdgeId(e));
    std::string line;
    for (const DartId d : darts) {
      std::string end(n.node_names[n.dart_node[d.index()].index()]);
      if (!n.port_names.empty() && n.dart_port[d.index()] != 0) {
        end += ":";
        end += n.port_names[n.dart_port[d.index()]];
      }
      const char* way = n.reads(d) && n.writes(d) ? "" : n.reads(d) ? "<" : ">";
      line += fmt::format("{}{}{}", line.empty() ? "" : "-", end, way);
    }
    out += fmt::format(" {}{}", line, color(n.edge_color[e]));
  }
  return out;
}

inline std::string right(Format format, const std::string& text,
                         const ReadOptions& options = {}) {
  const Read r = read(format, text, options);
  INFO(text << "\n" << r.diagnostics);
  REQUIRE(r.file.has_value());
  return r.diagnostics + drawn(*r.file);
}

}  // namespace vicinal::test
