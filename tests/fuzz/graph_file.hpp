// SPDX-License-Identifier: MIT
// Fuzzes the reader of one format: there is a network or an error, and what is
// read is the same network after it was written in each format that holds all.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "network/files/graph_file.hpp"
#include "network/files/graph_writers.hpp"
#include "network/files/native.hpp"

namespace vicinal::fuzz {

inline std::string native_of(const std::string& text, network::Format format) {
  const network::Source source("x", text);
  network::Diagnostics diagnostics(&source);
  network::ReadOptions options;
  options.format = format;
  const auto file = network::read_graph_file(source, options, diagnostics);
  if (!file || diagnostics.has_errors()) std::abort();
  return network::write_native(file->network);
}

inline int read_graph(const std::uint8_t* data, std::size_t size,
                      network::Format format) {
  using network::Format;
  const network::Source source(
      "x", std::string(reinterpret_cast<const char*>(data), size));
  network::Diagnostics diagnostics(&source);
  network::graph_format(source.name(), source.text());
  network::ReadOptions options;
  options.format = format;
  options.directed = size % 2 == 0;
  options.names_from = size % 3 == 0 ? "label" : "";
  options.kept = {"weight", "color"};
  const auto file = network::read_graph_file(source, options, diagnostics);
  if (file.has_value() == diagnostics.has_errors()) std::abort();
  for (const network::Diagnostic& d : diagnostics.all()) {
    if (d.span.end > size || d.span.begin > d.span.end) std::abort();
    source.position(d.span.begin);
  }
  if (!file) return 0;
  const network::Network& n = file->network;
  if (n.node_names.size() != n.node_count()) std::abort();
  if (n.node_attributes.size() != 2) std::abort();
  for (const network::Attribute& a : n.node_attributes) {
    if (a.value.size() != n.node_count()) std::abort();
    for (const std::uint32_t v : a.value.list()) {
      if (v >= a.values.size()) std::abort();
    }
  }
  const std::string native = network::write_native(n);
  if (native_of(native, Format::native) != native ||
      native_of(network::write_dot(n), Format::dot) != native ||
      native_of(network::write_graphml(n), Format::graphml) != native) {
    std::abort();
  }
  return 0;
}

}  // namespace vicinal::fuzz
