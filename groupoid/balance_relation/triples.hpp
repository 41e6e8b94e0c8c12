// SPDX-License-Identifier: MIT
// The greatest balance relation by going through all its elements: for small
// networks where classes of darts do not tell enough. Not for use outside of
// groupoid/.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "groupoid/similarity/local_symmetry.hpp"

namespace vicinal::groupoid::inline balance_relation {

// All elements of the greatest balance relation, sorted, given a relation on
// darts that contains it: every element maps darts to darts of equal class.
// With `absorb`, LS Definition 4 as printed; without, delta must also map the
// shared edges of m onto those of n. None if there are more than `limit`
// candidates. O(candidates^2 * degree) at worst.
std::optional<std::vector<LocalSymmetry>> balanced_triples(
    const network::Network& network, std::span<const std::uint32_t> dart_class,
    std::span<const std::uint32_t> node_class, bool absorb,
    std::uint64_t limit);

}  // namespace vicinal::groupoid::inline balance_relation
