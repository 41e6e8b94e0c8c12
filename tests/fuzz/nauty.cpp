// SPDX-License-Identifier: MIT
// Fuzzes the readers of nauty's formats; the first character says which.
#include "tests/fuzz/graph_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using vicinal::network::Format;
  const char first = size == 0 ? ' ' : static_cast<char>(data[0]);
  return vicinal::fuzz::read_graph(data, size,
                                   first == ':'   ? Format::sparse6
                                   : first == '&' ? Format::digraph6
                                                  : Format::graph6);
}
