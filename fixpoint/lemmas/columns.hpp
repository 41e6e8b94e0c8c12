// SPDX-License-Identifier: MIT
// Numbers that states of all instances have: 1, sizes, shared variables, how
// many members of a family show a value, what they sum up to.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/lemmas/reached.hpp"
#include "network/language/model.hpp"
#include "network/language/written.hpp"

namespace vicinal::fixpoint::inline lemmas {

// fixed: not of the state. count: of members. sum: over members. counter: a
// number that stands once.
enum class Shows : std::uint8_t { fixed, count, sum, counter };

struct Column {
  std::string text;  // in the language of models
  Shows shows = Shows::sum;
  std::function<network::Scalar(const network::Instance&,
                                std::span<const network::Scalar>)>
      value;
  // Of what is counted: that it is not 0, as a formula.
  std::string somebody;
  bool of_family = false;                 // members are counted
  std::optional<network::Held> variable;  // of nodes, that is looked at
};

// A row for each way in which states differ in their columns, in the order of
// the states; up to 20,000.
struct Table {
  std::vector<Column> columns;  // up to 48
  std::vector<std::vector<network::Scalar>> rows;
};

// Of all values those are counted that are not shown at first: by the first
// member of the least instance, or, `by_most`, by most members of the greatest.
// O(states * slots * columns). Polls.
Table table_of(const network::Model& model, std::span<const Explored> explored,
               bool by_most = false);

}  // namespace vicinal::fixpoint::inline lemmas
