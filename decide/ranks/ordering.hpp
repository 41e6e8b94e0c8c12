// SPDX-License-Identifier: MIT
// Which terms, in which order, make a rank: numbers before and after each step
// of some instances are all that is known of them.
//
//   points, moves, terms ── lexicographic ──▶ numbers of terms
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vicinal::decide::inline ranks {

// The values of all terms in one state.
using Row = std::vector<std::int64_t>;

// A step, from a row to a row. None may raise the rank; some have to lower it.
struct Move {
  std::uint32_t from = 0, to = 0;
  bool lowers = false;
};

// Whether these terms, compared one after the other, are a rank of the moves.
bool is_rank(std::span<const Row> rows, std::span<const Move> moves,
             std::span<const std::uint32_t> terms);

// Which of several terms comes next: the first one that lowers a move, or of
// those that lower most the first.
enum class Taken : std::uint8_t { first, strongest };

// A rank made of the terms that may be used; where one is not needed it is left
// out, so that it may be empty. None: there is no such rank. Polls. O(moves *
// terms * terms of the rank).
std::optional<std::vector<std::uint32_t>> lexicographic(
    std::span<const Row> rows, std::span<const Move> moves,
    std::span<const std::uint32_t> usable, Taken which);

}  // namespace vicinal::decide::inline ranks
