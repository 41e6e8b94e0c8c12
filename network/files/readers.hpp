// SPDX-License-Identifier: MIT
// The readers of formats, one for each; network/files/graph_file.hpp chooses.
// Each reports what is wrong, or returns a network. They stand in
// network/files/formats/. Not for use elsewhere.
#pragma once

#include <optional>
#include <string>

#include "network/files/graph_file.hpp"

namespace vicinal::network::inline files {

using Reader = std::optional<GraphFile>(const Source& source,
                                        const ReadOptions& options,
                                        Diagnostics& diagnostics);

Reader read_adjacency_json, read_adjacency_list;
Reader read_dot;
Reader read_edge_list, read_edge_table;
Reader read_gexf;
Reader read_gml;
Reader read_graphml;
Reader read_graph6, read_sparse6, read_digraph6;
Reader read_matrix_market;
Reader read_metis;
Reader read_native_file;  // network/files/native.hpp
Reader read_node_link;
Reader read_pajek;
Reader read_pnml;
Reader read_sif;
Reader read_ucinet;
Reader read_xgmml;

// Nesting is capped; the message of V0602.
inline constexpr std::size_t max_depth = 1000;
std::string too_deep();

// Behind the last byte: where something is missed.
inline Span end_of(const Source& source) {
  const auto size = static_cast<std::uint32_t>(source.text().size());
  return {size, size};
}

// Whether a file says that it comes from SNAP.
bool is_snap(std::string_view text);

// Whether so many nodes that no text names are in proportion to the file; if
// not, the error V0619. Formats that give a number of nodes are asked.
bool in_proportion(std::uint64_t nodes, const Source& source, Span span,
                   Diagnostics& diagnostics);

}  // namespace vicinal::network::inline files
