// SPDX-License-Identifier: MIT
// The formats of tests/oracle/plain_graph.hpp that are no lines: JSON through
// nlohmann's tree, GML and XML as trees of their own, DOT in its simplest form.
#pragma once

#include "tests/oracle/plain_graph.hpp"

namespace vicinal::oracle {

std::optional<PlainGraph> native(const std::string& text);
std::optional<PlainGraph> node_link(const std::string& text);
std::optional<PlainGraph> gml(const std::string& text);
std::optional<PlainGraph> graphml(const std::string& text);
std::optional<PlainGraph> pnml(const std::string& text);
// Of nodes and edges between two of them; nothing else is judged.
Reading dot(const std::string& text);

}  // namespace vicinal::oracle
