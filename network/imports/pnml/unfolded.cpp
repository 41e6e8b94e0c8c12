// SPDX-License-Identifier: MIT
// How many tokens a term is does not depend on the colours of its variables, so
// that all tokens of a place together are a net, too.
#include "network/imports/pnml/unfolded.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "network/base/arithmetic.hpp"
#include "network/base/budget.hpp"
#include "network/imports/pnml/bounds.hpp"

namespace vicinal::pnml {
namespace {

constexpr std::int64_t most_places = 5'000;
constexpr std::int64_t most_transitions = 20'000;
constexpr std::int64_t most_changes = 500'000;

using Bounds = std::vector<std::optional<std::int64_t>>;

class Unfolding {
 public:
  Unfolding(const Net& net, const Slots& slots, const std::vector<Moves>& moves)
      : net_(net), slots_(slots), moves_(moves) {}

  std::optional<Bounds> by_colours(const Marking& marking);
  Bounds by_totals(const Marking& marking) const;

 private:
  bool small() const;
  std::int64_t tuples(const Tuple& tuple, const Domain& domain) const;

  const Net& net_;
  const Slots& slots_;
  const std::vector<Moves>& moves_;
};

std::int64_t Unfolding::tuples(const Tuple& tuple, const Domain& domain) const {
  std::int64_t out = 1;
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (tuple[i].kind == ColourKind::all) out *= net_.classes[domain[i]].size;
  }
  return out;
}

bool Unfolding::small() const {
  std::int64_t places = 0;
  for (const Place& p : net_.places) places += cells(net_, p.domain);
  std::int64_t transitions = 0;
  std::int64_t changes = 0;
  for (std::size_t t = 0; t < moves_.size(); ++t) {
    network::poll();
    const std::int64_t bindings =
        slots_.bindings(slots_.of(net_.transitions[t]), most_transitions + 1);
    std::int64_t own = 0;
    for (const auto& [place, taken, put] : moves_[t].places) {
      for (const Sum* sum : {&taken, &put}) {
        for (const Part& p : *sum) {
          own += tuples(p.tuple, net_.places[place].domain);
        }
      }
    }
    transitions += bindings;
    changes += bindings * std::min(own, most_changes);
    if (transitions > most_transitions || changes > most_changes) return false;
  }
  return places <= most_places;
}

std::optional<Bounds> Unfolding::by_colours(const Marking& marking) {
  if (!small()) return {};
  PlainNet plain;
  std::vector<std::uint32_t> first;
  for (const auto& own : marking) {
    first.push_back(static_cast<std::uint32_t>(plain.marking.size()));
    plain.marking.insert(plain.marking.end(), own.begin(), own.end());
  }
  for (std::size_t t = 0; t < moves_.size(); ++t) {
    const Transition& transition = net_.transitions[t];
    slots_.each_binding(slots_.of(transition), [&](const Binding& binding) {
      if (!slots_.holds(transition.condition, binding)) return true;
      std::map<std::uint32_t, std::int64_t> change;
      for (const auto& [place, taken, put] : moves_[t].places) {
        const Domain& domain = net_.places[place].domain;
        for (const Sum* sum : {&taken, &put}) {
          for (const Part& p : *sum) {
            slots_.each_cell(p.tuple, domain, binding, [&](std::int64_t cell) {
              change[first[place] + static_cast<std::uint32_t>(cell)] +=
                  sum == &put ? p.times : -p.times;
            });
          }
        }
      }
      std::erase_if(change, [](const auto& c) { return c.second == 0; });
      plain.transitions.emplace_back(change.begin(), change.end());
      return true;
    });
  }
  const Bounds found = bounds(plain);
  Bounds out(net_.places.size());
  for (std::size_t p = 0; p < out.size(); ++p) {
    out[p] = 0;
    for (std::size_t c = 0; c < marking[p].size(); ++c) {
      const auto& own = found[first[p] + c];
      out[p] =
          out[p] && own ? std::optional(std::max(*out[p], *own)) : std::nullopt;
    }
  }
  return out;
}

// Where a total is out of range, nothing is known of any place.
Bounds Unfolding::by_totals(const Marking& marking) const {
  PlainNet plain;
  bool fits = true;
  const auto number = [&](network::Wide total) {
    constexpr network::Wide most = INT64_MAX / 4;
    fits = fits && total <= most && total >= -most;
    return fits ? static_cast<std::int64_t>(total) : 0;
  };
  for (const auto& own : marking) {
    network::Wide total = 0;
    for (const std::int64_t count : own) total += count;
    plain.marking.push_back(number(total));
  }
  for (const Moves& moves : moves_) {
    network::poll();
    Change change;
    for (const auto& [place, taken, put] : moves.places) {
      network::Wide total = 0;
      for (const Sum* sum : {&taken, &put}) {
        for (const Part& p : *sum) {
          const network::Wide own = network::Wide{p.times} *
                                    tuples(p.tuple, net_.places[place].domain);
          total += sum == &put ? own : -own;
        }
      }
      if (total == 0) continue;
      change.emplace_back(static_cast<std::uint32_t>(place), number(total));
    }
    plain.transitions.push_back(std::move(change));
  }
  if (!fits) return Bounds(net_.places.size());
  return bounds(plain);
}

}  // namespace

std::vector<std::optional<std::int64_t>> token_bounds(
    const Net& net, const Slots& slots, const std::vector<Moves>& moves,
    const Marking& marking) {
  Unfolding unfolding(net, slots, moves);
  if (auto found = unfolding.by_colours(marking)) return *std::move(found);
  return unfolding.by_totals(marking);
}

}  // namespace vicinal::pnml
