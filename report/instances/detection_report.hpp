// SPDX-License-Identifier: MIT
// What `vicinal symmetry` says of a group that was detected, and of scalarsets,
// as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "report/words/value_json.hpp"
#include "symmetry/detection/channel_diagram.hpp"
#include "symmetry/detection/named_group.hpp"
#include "symmetry/detection/scalarset.hpp"

namespace vicinal::report::inline instances {

std::string text_of(const symmetry::NamedGroup& group);
// `generators` and the three lists of orbits.
void add_group(Json& json, const symmetry::NamedGroup& group);

// What breaks them is in the source.
std::string scalarsets_text(const network::Source& source,
                            const std::vector<symmetry::Scalarset>& sets);
Json scalarsets_json(const network::Source& source,
                     const std::vector<symmetry::Scalarset>& sets);

// How many permutations of states each way of looking for symmetry finds.
struct Compared {
  symmetry::ChannelSymmetry channels;
  // Decimal; empty: not known.
  std::string scalarsets, exchanges, constraints;
};
std::string compared_text(const Compared& compared);
Json compared_json(const Compared& compared);

}  // namespace vicinal::report::inline instances
