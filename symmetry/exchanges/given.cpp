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
           Products products, GivenSymmetry& out) {
  ModelSymmetry& symmetry = out.symmetry;
  std::vector<Move> known, failed;
  for (const Move& move : generators) {
    network::poll();
    out.differs.push_back(comparison.difference(move.map, move.node));
    const bool holds = !out.differs.back();
    out.confirmed += holds ? 1 : 0;
    if (holds && comparison.idle(move.map)) continue;
    (holds ? known : failed).push_back(move);
  }
  Group group(*symmetry.sorts);
  for (const Move& m : known) group.add(m.map);
  out.order = group.order();
  if (products == Products::left_out) failed.clear();
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

GivenSymmetry given_symmetry(flat::Guarded& guarded,
                             const std::vector<std::size_t>& asked,
                             const std::vector<Move>& generators,
                             const GivenHow& how) {
  GivenSymmetry result;
  ModelSymmetry& symmetry = result.symmetry;
  symmetry.sorts = std::make_unique<const Sorts>(*guarded.instance);
  try {
    Comparison comparison(guarded, asked.size(), *symmetry.sorts, how.fixed);
    judge(comparison, generators, how.products, result);
    for (auto& by : result.differs) {
      if (by) name_claims(asked, how.evaluated, *by);
    }
  } catch (const Formless& e) {
    symmetry = {std::move(symmetry.sorts)};
    symmetry.why_not = e.what();
  }
  return result;
}

GivenSymmetry given_symmetry(const network::Instance& instance,
                             const std::vector<std::size_t>& asked,
                             const std::vector<Move>& generators,
                             const GivenHow& how) {
  GivenSymmetry none;
  std::string& why_not = none.symmetry.why_not;
  try {
    auto guarded = guarded_of(instance, asked, how.evaluated, why_not, true);
    if (guarded) return given_symmetry(*guarded, asked, generators, how);
  } catch (const Formless& e) {
    why_not = e.what();
  }
  none.symmetry.sorts = std::make_unique<const Sorts>(instance);
  return none;
}

}  // namespace vicinal::symmetry::inline exchanges
