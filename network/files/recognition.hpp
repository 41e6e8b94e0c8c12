// SPDX-License-Identifier: MIT
// How files of networks begin: what tells their formats apart, beside their
// names.
//
// A format has a sign of its own (surely), or only looks as many do (perhaps):
// two numbers on a line are an edge, or what else its file's name says. Not for
// use outside of network/files/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vicinal::network::inline files {

enum class Sign : std::uint8_t { no, perhaps, surely };

// What the outermost object of a JSON text tells.
enum class JsonForm : std::uint8_t { none, native, node_link, adjacency };

struct Beginning {
  explicit Beginning(std::string_view whole);

  std::string_view text;   // without the byte order mark
  std::string_view begin;  // behind blanks and comments of all formats
  JsonForm json;
  std::string root;  // of XML: the outermost element, without its prefix
};

Sign begins_native(const Beginning& file);
Sign begins_node_link(const Beginning& file);
Sign begins_graphml(const Beginning& file);
Sign begins_dot(const Beginning& file);
Sign begins_gml(const Beginning& file);
Sign begins_pajek(const Beginning& file);
Sign begins_edge_list(const Beginning& file);
Sign begins_graph6(const Beginning& file);
Sign begins_sparse6(const Beginning& file);
Sign begins_digraph6(const Beginning& file);
Sign begins_adjacency_json(const Beginning& file);
Sign begins_adjacency_list(const Beginning& file);
Sign begins_gexf(const Beginning& file);
Sign begins_xgmml(const Beginning& file);
Sign begins_edge_table(const Beginning& file);  // formats/edge_table.cpp
Sign begins_ucinet(const Beginning& file);
Sign begins_matrix_market(const Beginning& file);
Sign begins_pnml(const Beginning& file);

}  // namespace vicinal::network::inline files
