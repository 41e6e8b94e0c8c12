// SPDX-License-Identifier: MIT
// Fuzzes the readers of formats of lines and words: each reads each input, for
// what one refuses in its first line costs little, and much is read by several.
#include "tests/fuzz/graph_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using vicinal::network::Format;
  for (const Format format :
       {Format::adjacency_list, Format::sif, Format::edge_table, Format::ucinet,
        Format::metis, Format::matrix_market}) {
    vicinal::fuzz::read_graph(data, size, format);
  }
  return 0;
}
