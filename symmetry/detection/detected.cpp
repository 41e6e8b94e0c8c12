// SPDX-License-Identifier: MIT
// Exchanges of rows are found in what generators move; some states are looked
// at one by one, so that an error of what comes before is seen.
#include "symmetry/detection/detected.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"
#include "symmetry/detection/literal_states.hpp"
#include "symmetry/forms/model_forms.hpp"

namespace vicinal::symmetry::inline detection {

using network::Scalar;

namespace {

// Rows that generators exchange, found from what two of them have in common.
class Exchanged {
 public:
  explicit Exchanged(const std::vector<StateMap>& generators)
      : generators_(generators) {}

  // None: they are not exchanges of rows.
  std::optional<std::vector<Blocks>> run() {
    for (const StateMap& g : generators_) {
      std::vector<std::uint32_t>& moved = moved_.emplace_back();
      for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
        if (g.slot[g.slot[s]] != s) return std::nullopt;
        if (g.slot[s] != s) moved.push_back(s);
      }
    }
    std::vector<Blocks> result;
    done_.assign(generators_.size(), false);
    for (std::size_t g = 0; g < generators_.size(); ++g) {
      if (done_[g]) continue;
      auto blocks = from(g);
      if (!blocks) return std::nullopt;
      result.push_back(std::move(*blocks));
    }
    return result;
  }

 private:
  using Row = std::vector<std::uint32_t>;

  Row common(std::size_t a, std::size_t b) const {
    Row both;
    std::ranges::set_intersection(moved_[a], moved_[b],
                                  std::back_inserter(both));
    return both;
  }

  std::optional<Blocks> from(std::size_t g) {
    Row first;
    for (std::size_t h = 0; h < generators_.size() && first.empty(); ++h) {
      if (h != g) first = common(g, h);
    }
    if (first.empty()) {
      for (const std::uint32_t s : moved_[g]) {
        if (generators_[g].slot[s] > s) first.push_back(s);
      }
    }
    std::vector<Row> rows{first};
    std::map<std::uint32_t, std::size_t> row_of;
    for (const std::uint32_t s : first) row_of[s] = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t h = 0; h < generators_.size(); ++h) {
        network::poll();
        const StateMap& map = generators_[h];
        if (map.slot[rows[r][0]] == rows[r][0]) continue;
        if (moved_[h].size() != 2 * rows[r].size()) return std::nullopt;
        done_[h] = true;
        Row image;
        std::size_t known = 0;
        for (const std::uint32_t s : rows[r]) {
          if (map.slot[s] == s) return std::nullopt;
          image.push_back(map.slot[s]);
          known += row_of.contains(map.slot[s]) ? 1 : 0;
        }
        if (known == image.size()) {
          if (rows[row_of[image[0]]] != image) return std::nullopt;
          continue;
        }
        if (known != 0) return std::nullopt;
        for (const std::uint32_t s : image) row_of[s] = rows.size();
        rows.push_back(std::move(image));
      }
    }
    Blocks blocks;
    blocks.blocks = static_cast<std::uint32_t>(rows.size());
    blocks.width = static_cast<std::uint32_t>(first.size());
    for (const Row& row : rows) {
      blocks.slots.insert(blocks.slots.end(), row.begin(), row.end());
    }
    return blocks;
  }

  const std::vector<StateMap>& generators_;
  std::vector<Row> moved_;  // ascending
  std::vector<bool> done_;
};

// If the group is a product of full symmetric groups of rows, which its order
// tells: exchanges of rows are products of generators.
bool sorted(ModelSymmetry& result) {
  for (const StateMap& g : result.generators) {
    for (const auto& image : g.value) {
      if (!image.empty()) return false;
    }
  }
  auto blocks = Exchanged(result.generators).run();
  if (!blocks) return false;
  groupoid::GroupOrder order;
  std::vector<bool> used(result.sorts->of_slot.size(), false);
  for (const Blocks& b : *blocks) {
    order.multiply_factorial(b.blocks);
    for (const std::uint32_t s : b.slots) {
      if (used[s]) return false;
      used[s] = true;
    }
  }
  if (*order.decimal(SIZE_MAX) != result.order) return false;
  result.canonical.sorted = std::move(*blocks);
  return true;
}

// ---- states, one by one ----------------------------------------------------

using State = std::vector<Scalar>;

// So many states are looked at; fewer of large instances.
constexpr std::size_t most_looked_at = 300;
constexpr std::size_t most_looks = 100'000;
// Instances whose successors of one state take more are not looked at.
constexpr std::size_t most_compared = 20'000'000;

// What the steps of a state lead to; an empty one for each that fails.
std::multiset<State> successors(const network::Steps& steps, State state) {
  std::multiset<State> found;
  network::StepList list;
  steps.enabled(state.data(), list);
  for (const network::Step& s : list.steps) {
    State next = state;
    try {
      steps.apply(list, s, next.data());
    } catch (const network::ModelError&) {
      next.clear();
    }
    found.insert(std::move(next));
  }
  return found;
}

State image(const LiteralMap& g, const Detection& detected,
            const State& state) {
  State out(state.size());
  for (std::uint32_t s = 0; s < state.size(); ++s) {
    out[g.slot[s]] =
        g.image(s, detected.guarded->slots[s].bounds.low, state[s]);
  }
  return out;
}

// Whether the generators respect the steps of some states: of one initial
// valuation, and what is reached from it. Nothing but the meaning of steps is
// used, so that an error of what comes before is seen.
bool respected(const network::Instance& instance, const Detection& detected) {
  if (instance.slot_count() * detected.steps.size() > most_compared)
    return true;
  State first;
  for (std::uint32_t s = 0; s < instance.slot_count(); ++s) {
    const auto& values = detected.domains->values[s];
    first.push_back(values.empty() ? detected.guarded->slots[s].bounds.low
                                   : values.front());
    const auto& fixed = detected.guarded->slots[s].initial;
    if (fixed) first.back() = *fixed;
  }
  const std::size_t each = (detected.generators.size() + 1) *
                           (first.size() + detected.steps.size() + 1);
  const std::size_t most =
      std::clamp<std::size_t>(most_looks / each, 4, most_looked_at);
  const network::Steps steps(instance);
  std::set<State> seen{first};
  std::vector<State> open{first};
  for (std::size_t i = 0; i < open.size(); ++i) {
    network::poll();
    try {
      const auto next = successors(steps, open[i]);
      for (const LiteralMap& g : detected.generators) {
        std::multiset<State> images;
        for (const State& t : next) {
          images.insert(t.empty() ? t : image(g, detected, t));
        }
        if (successors(steps, image(g, detected, open[i])) != images) {
          return false;
        }
      }
      for (const State& t : next) {
        if (t.empty() || seen.size() == most) continue;
        if (seen.insert(t).second) open.push_back(t);
      }
    } catch (const network::ModelError&) {
      // A guard fails here: that is a matter of the claims.
    }
  }
  return true;
}

}  // namespace

std::optional<Detection> detect(const network::Instance& instance,
                                const std::vector<std::size_t>& asked,
                                const std::vector<std::size_t>& evaluated,
                                std::string& why_not, const How& how) {
  const auto begin = std::chrono::steady_clock::now();
  auto guarded = guarded_of(instance, asked, evaluated, why_not, false,
                            flat::Width::narrow);
  if (!guarded) return std::nullopt;
  const std::chrono::duration<double> flattening =
      std::chrono::steady_clock::now() - begin;
  for (std::size_t p = asked.size(); p < guarded->properties.size(); ++p) {
    guarded->properties[p].holds = guarded->terms.truth(true);
  }
  Detection found = detect(std::move(*guarded), how);
  found.construction += flattening.count();
  if (!found.generators.empty() && !respected(instance, found)) {
    found.refuted = true;
    found.generators.clear();
    found.images.clear();
  }
  return found;
}

ModelSymmetry symmetry_of(const Detection& detected) {
  if (detected.refuted) {
    throw std::logic_error(
        "a permutation that was detected does not leave the model as it is");
  }
  ModelSymmetry result;
  result.why_not = detected.why_not;
  result.sorts = std::make_unique<const Sorts>(
      sorts_of(detected.guarded->slots, detected.generators));
  if (!detected.why_not.empty()) return result;
  for (const LiteralMap& g : detected.generators) {
    result.generators.push_back(state_map(g, *result.sorts));
  }
  result.order = detected.order;
  if (sorted(result)) return result;
  Group group(*result.sorts);
  for (const StateMap& g : result.generators) group.add(g);
  result.order = group.order();
  result.canonical = canonical(group);
  return result;
}

}  // namespace vicinal::symmetry::inline detection
