// SPDX-License-Identifier: MIT
// A new format is a value of Format, a row here, a reader and how it begins. Of
// rows with the same ending the first one has it, unless a file begins like
// another.
#include "network/files/format_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace vicinal::network::inline files {

namespace {

constexpr FormatRow known_formats[] = {
    {Format::native, "native", "json", "JSON with nodes and edges",
     begins_native, read_native_file},
    {Format::node_link, "node-link", "json", "JSON of D3 and networkx",
     begins_node_link, read_node_link},
    {Format::graphml, "graphml", "graphml xml", "GraphML", begins_graphml,
     read_graphml, true},
    {Format::dot, "dot", "dot gv", "Graphviz", begins_dot, read_dot},
    {Format::gml, "gml", "gml", "the Graph Modelling Language", begins_gml,
     read_gml},
    {Format::pajek, "pajek", "net paj", "Pajek's networks and projects",
     begins_pajek, read_pajek},
    {Format::edge_list, "edge-list", "txt tsv edges edgelist el",
     "a line an edge; SNAP's", begins_edge_list, read_edge_list},
    {Format::graph6, "graph6", "g6", "nauty's", begins_graph6, read_graph6},
    {Format::sparse6, "sparse6", "s6", "nauty's", begins_sparse6, read_sparse6},
    {Format::digraph6, "digraph6", "d6", "nauty's", begins_digraph6,
     read_digraph6},
    {Format::adjacency_json, "adjacency-json", "json",
     "networkx's adjacency data", begins_adjacency_json, read_adjacency_json},
    {Format::adjacency_list, "adjacency-list", "adjlist adj",
     "a line a node and its neighbours", begins_adjacency_list,
     read_adjacency_list},
    {Format::gexf, "gexf", "gexf", "Gephi's XML", begins_gexf, read_gexf, true},
    {Format::xgmml, "xgmml", "xgmml", "Cytoscape's XML", begins_xgmml,
     read_xgmml, true},
    {Format::sif, "sif", "sif", "Cytoscape's simple interactions", nullptr,
     read_sif},
    {Format::edge_table, "edge-table", "csv tsv",
     "columns source and target, named in the first line", begins_edge_table,
     read_edge_table},
    {Format::ucinet, "ucinet", "dl", "UCINET's DL", begins_ucinet, read_ucinet},
    {Format::metis, "metis", "graph metis chaco", "METIS's graphs", nullptr,
     read_metis},
    {Format::matrix_market, "matrix-market", "mtx mm",
     "sparse matrices, coordinates", begins_matrix_market, read_matrix_market},
    {Format::pnml, "pnml", "pnml", "Petri nets: places join transitions",
     begins_pnml, read_pnml, true},
};

constexpr bool in_order() {
  std::size_t at = 0;
  for (const FormatRow& row : known_formats) {
    if (static_cast<std::size_t>(row.format) != at++) return false;
  }
  return true;
}
static_assert(in_order());

// Calls f(ending) for each.
template <class F>
void each_ending(const FormatRow& row, const F& f) {
  std::string_view rest = row.endings;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    f(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

std::span<const FormatRow> format_table() {
  return known_formats;
}

const FormatRow& row_of(Format format) {
  return known_formats[static_cast<std::size_t>(format)];
}

std::string_view format_name(Format format) {
  return row_of(format).name;
}

std::optional<Format> format_named(std::string_view name) {
  const auto* const row =
      std::ranges::find(known_formats, name, &FormatRow::name);
  if (row == std::end(known_formats)) return std::nullopt;
  return row->format;
}

bool has_ending(const FormatRow& row, std::string_view ending) {
  bool found = false;
  each_ending(row, [&](std::string_view e) { found = found || e == ending; });
  return found;
}

std::string ending_list(const FormatRow& row, std::string_view between) {
  std::string out;
  each_ending(row, [&](std::string_view ending) {
    out += fmt::format("{}.{}", out.empty() ? "" : between, ending);
  });
  return out;
}

std::vector<std::string> format_names() {
  std::vector<std::string> out;
  for (const FormatRow& row : known_formats) out.emplace_back(row.name);
  return out;
}

std::vector<std::string> format_endings() {
  std::vector<std::string> out;
  for (const FormatRow& row : known_formats) {
    each_ending(row, [&](std::string_view ending) {
      if (std::ranges::find(out, ending) == out.end()) out.emplace_back(ending);
    });
  }
  return out;
}

std::string format_list() {
  std::string out;
  for (const FormatRow& row : known_formats) {
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", row.name,
                       ending_list(row, ", "));
  }
  return out;
}

}  // namespace vicinal::network::inline files
