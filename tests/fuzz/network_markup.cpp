// SPDX-License-Identifier: MIT
// Fuzzes the readers of Gephi's and Cytoscape's XML, of Petri nets and of
// networkx's JSON of adjacency: each reads each input, and all but one refuse
// its first element.
#include "tests/fuzz/graph_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using vicinal::network::Format;
  for (const Format format :
       {Format::gexf, Format::xgmml, Format::adjacency_json, Format::pnml}) {
    vicinal::fuzz::read_graph(data, size, format);
  }
  return 0;
}
