// SPDX-License-Identifier: MIT
// Lists of neighbours and of entries read again: parts of plain_graph.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/plain_graph.hpp"

namespace vicinal::oracle {

// The words of each line; blank lines have none.
std::vector<std::vector<std::string>> words_of(std::string text);

std::optional<PlainGraph> adjacency_list(const std::string& text);
std::optional<PlainGraph> metis(const std::string& text);
std::optional<PlainGraph> matrix_market(const std::string& text);
std::optional<PlainGraph> sif(std::string text);

}  // namespace vicinal::oracle
