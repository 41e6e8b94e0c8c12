// SPDX-License-Identifier: MIT
// Fuzzes the reader of GML.
#include "tests/fuzz/graph_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  return vicinal::fuzz::read_graph(data, size, vicinal::network::Format::gml);
}
