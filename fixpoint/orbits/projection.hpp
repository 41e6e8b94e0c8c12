// SPDX-License-Identifier: MIT
// I-tilde of a node (LS equation (1)) as a product of independent parts, so
// that it can be compared, and its orbits listed, without listing its rows:
// the hub of a star with a thousand free edges has 2^1000 of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "fixpoint/orbits/orbits.hpp"

namespace vicinal::fixpoint::inline orbits {

struct Projection {
  // One choice for each member, such that low <= sum of counts <= high.
  struct Choice {
    std::vector<network::Scalar> values;  // of the member's columns
    network::Scalar count = 0;
    auto operator<=>(const Choice&) const = default;
  };
  struct Member {
    std::vector<std::uint32_t> columns;  // sorted
    std::vector<Choice> choices;         // sorted, without repetition
    auto operator<=>(const Member&) const = default;
  };
  struct Part {
    std::vector<Member> members;  // sorted
    network::Scalar low = 0, high = 0;
    auto operator<=>(const Part&) const = default;
  };

  std::uint32_t width = 0;
  std::vector<Part> parts;  // sorted; each column in one member of one part
  auto operator<=>(const Projection&) const = default;

  // Sorts, drops counts that bind nothing and sharpens bounds. Equal results
  // stand for equal sets; not the other way round.
  void normalise();

  // An upper bound on the number of rows, exact where nothing is counted; at
  // most `limit`.
  std::uint64_t rows(std::uint64_t limit) const;
};

using RowSink = std::function<void(std::span<const network::Scalar>)>;

// Calls `sink` with every row, each once; with none, and false, if there are
// more than `limit`.
bool expand(const Projection& projection, std::uint64_t limit,
            const RowSink& sink);

// Column c becomes column at[c].
Projection renamed(const Projection& projection,
                   const std::vector<std::uint32_t>& at);

// Which member of which part has a column; made once, for `invariant`.
struct ProjectionIndex {
  explicit ProjectionIndex(const Projection& projection);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> at;  // per column
};

// Whether exchanging columns leaves the description as it is. O(size of the
// members that have them).
bool invariant(const Projection& projection, const ProjectionIndex& index,
               const ColumnSwap& swap);

// The orbits of the rows of a projection that is closed under the group.
// Nothing if one member has columns of a block that may be exchanged for
// another, and others; or if there are more than `limit`.
std::optional<OrbitSet> orbits_of(const Projection& projection,
                                  const std::shared_ptr<const Orbits>& orbits,
                                  std::uint64_t limit);

}  // namespace vicinal::fixpoint::inline orbits
