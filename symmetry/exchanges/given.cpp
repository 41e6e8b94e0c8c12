// SPDX-License-Identifier: MIT
// Those that hold come first: the chain of the others is made on theirs.
#include "symmetry/exchanges/given.hpp"

#include <utility>

#include "network/base/budget.hpp"
#include "symmetry/exchanges/stabilizer.hpp"
#include "symmetry/judge/comparison.hpp"

namespace vicinal::symmetry::inline exchanges {

namespace {

void judge(Comparison& comparison, const std::vector<Move>& generators,
           GivenSymmetry& out) {
  ModelSymmetry& symmetry = out.symmetry;
  std::vector<Move> known, failed;
  for (const Move& move : generators) {
    network::poll();
    const bool holds = comparison.invariant(move.map);
    out.confirmed += holds ? 1 : 0;
    if (holds && comparison.idle(move.map)) continue;
    (holds ? known : failed).push_back(move);
  }
  Group group(*symmetry.sorts);
  for (const Move& m : known) group.add(m.map);
  out.order = group.order();
  for (const StateMap& m :
       stabilizer(comparison, *symmetry.sorts, known, failed)) {
    if (!comparison.idle(m)) group.add(m);
  }
  symmetry.generators = group.generators();
  symmetry.order = group.order();
  symmetry.canonical = canonical(group);
  for (const StateMap& m : symmetry.generators) {
    comparison.note_premises(m, symmetry.premises_moved);
  }
}

}  // namespace

GivenSymmetry given_symmetry(const network::Instance& instance,
                             const std::vector<std::size_t>& asked,
                             const std::vector<Move>& generators) {
  GivenSymmetry result;
  ModelSymmetry& symmetry = result.symmetry;
  symmetry.sorts = std::make_unique<const Sorts>(instance);
  std::string why_not;
  try {
    auto guarded = guarded_of(instance, asked, {}, why_not, true);
    if (guarded) {
      Comparison comparison(*guarded, asked.size(), *symmetry.sorts);
      judge(comparison, generators, result);
    }
  } catch (const Formless& e) {
    why_not = e.what();
    symmetry = {std::move(symmetry.sorts)};
  }
  symmetry.why_not = std::move(why_not);
  return result;
}

}  // namespace vicinal::symmetry::inline exchanges
