// SPDX-License-Identifier: MIT
// Parts of an edge list, for whoever reads it in several: whole lines, from a
// range of bytes on.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/graph/names.hpp"

namespace vicinal::network::inline files {

// Bytes of a file: [begin, begin + size), or fewer at its end.
using ReadBytes =
    std::function<std::string(std::uint64_t begin, std::uint64_t size)>;

// Where the first line begins that is not empty, at `at` or behind it; the
// first line of the file may be empty. `size` without any. So whoever splits a
// file at several such places has every line once, and no end of line in two
// parts.
std::uint64_t line_begin(const ReadBytes& read, std::uint64_t size,
                         std::uint64_t at);

// As much of the beginning of the file as tells its format, and whether it is
// one of SNAP's: to the end of comments, at least.
std::string beginning(const ReadBytes& read, std::uint64_t size);

struct EdgeRange {
  Names names;  // in the order in which they first come
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // of names
  // Words of the first edge, without the first; 0 without edges. All others
  // have as many, or there is an error.
  std::uint32_t form = 0;
  std::uint32_t lines = 0;
};

// Reads such a part. `first`: of the file. `form`: of the first edge in parts
// before it; 0: there is none. Errors as of read_graph_file. Polls.
EdgeRange read_edge_range(const Source& source, bool first, std::uint32_t form,
                          Diagnostics& diagnostics);

}  // namespace vicinal::network::inline files
