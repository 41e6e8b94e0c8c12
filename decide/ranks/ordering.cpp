// SPDX-License-Identifier: MIT
// A term that rises nowhere may stand in front of any rank of the moves that
// it leaves as they are. So taking such terms one after the other, until each
// move that has to be lowered is, finds a rank if there is one
// (Alias, Darte, Feautrier and Gonnord, 2010). A term that lowers none of those
// is taken where no other is left, and left out again where nothing needs it.
#include "decide/ranks/ordering.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::decide::inline ranks {

namespace {

// How many moves a term lowers: those that have to be lowered, and others,
// which a later term may raise then.
struct Lowered {
  std::size_t needed = 0;
  std::size_t others = 0;
  auto operator<=>(const Lowered&) const = default;
};

// None: it rises in one.
std::optional<Lowered> lowered_by(std::span<const Row> rows,
                                  std::span<const Move> moves,
                                  std::uint32_t term) {
  Lowered out;
  for (const Move& m : moves) {
    network::poll();
    const std::int64_t was = rows[m.from][term];
    const std::int64_t now = rows[m.to][term];
    if (now > was) return std::nullopt;
    if (now < was) ++(m.lowers ? out.needed : out.others);
  }
  return out;
}

bool some_to_lower(std::span<const Move> moves) {
  return std::ranges::any_of(moves, &Move::lowers);
}

// Without one term after the other, the last one first, where the rest is a
// rank, too.
void leave_out(std::span<const Row> rows, std::span<const Move> moves,
               std::vector<std::uint32_t>& terms) {
  for (std::size_t i = terms.size(); i-- > 0;) {
    std::vector<std::uint32_t> rest = terms;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_rank(rows, moves, rest)) terms = std::move(rest);
  }
}

}  // namespace

bool is_rank(std::span<const Row> rows, std::span<const Move> moves,
             std::span<const std::uint32_t> terms) {
  return std::ranges::all_of(moves, [&](const Move& m) {
    network::poll();
    for (const std::uint32_t t : terms) {
      const std::int64_t was = rows[m.from][t];
      const std::int64_t now = rows[m.to][t];
      if (now != was) return now < was;
    }
    return !m.lowers;
  });
}

std::optional<std::vector<std::uint32_t>> lexicographic(
    std::span<const Row> rows, std::span<const Move> moves,
    std::span<const std::uint32_t> usable, Taken which) {
  std::vector<std::uint32_t> taken;
  std::vector<Move> left(moves.begin(), moves.end());
  while (some_to_lower(left)) {
    std::optional<std::uint32_t> best;
    Lowered most;
    for (const std::uint32_t t : usable) {
      const auto lowers = lowered_by(rows, left, t);
      if (!lowers || *lowers <= most) continue;
      best = t;
      most = *lowers;
      if (which == Taken::first && most.needed != 0) break;
    }
    if (!best) return std::nullopt;
    taken.push_back(*best);
    std::erase_if(left, [&](const Move& m) {
      return rows[m.to][*best] < rows[m.from][*best];
    });
  }
  leave_out(rows, moves, taken);
  return taken;
}

}  // namespace vicinal::decide::inline ranks
