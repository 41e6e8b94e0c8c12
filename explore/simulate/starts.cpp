// SPDX-License-Identifier: MIT
// Of many initial states one is drawn by giving random values to all slots that
// are free. Where no state has these values, to one half of them and then to
// the other; a single slot keeps the last of some values that a state has.
#include "explore/simulate/starts.hpp"

#include <utility>

#include "explore/search/initial_states.hpp"

namespace vicinal::explore::inline simulate {

using network::Scalar;

namespace {

// Values of a single slot that are tried; then it is left to the search.
constexpr int most_tried = 4;
// Slots with more values (`int`) are left to the search, too.
constexpr std::uint64_t most_values = std::uint64_t{1} << 32;

std::uint64_t width(const network::Bounds& b) {
  return static_cast<std::uint64_t>(b.high) - static_cast<std::uint64_t>(b.low);
}

}  // namespace

Starts::Starts(const network::Instance& instance, const network::Budget& budget)
    : instance_(instance), budget_(budget) {
  all_ = initial_states(instance, budget, [&](std::span<const Scalar> state) {
    if (listed_.size() == most) return false;
    listed_.emplace_back(state.begin(), state.end());
    return true;
  });
  if (all_ || listed_.size() == most) return;
  throw network::LimitReached{budget.clock()};
}

Starts::State Starts::draw(Dice& dice) {
  if (all_) return listed_[dice.below(listed_.size())];
  return draw_by_slots(dice);
}

bool Starts::possible(State& found) const {
  bool some = false;
  initial_states(*narrowed_, budget_, [&](std::span<const Scalar> state) {
    found.assign(state.begin(), state.end());
    some = true;
    return false;
  });
  const network::Limit limit = budget_.clock();
  if (!some && limit != network::Limit::none) {
    throw network::LimitReached{limit};
  }
  return some;
}

Starts::State Starts::draw_by_slots(Dice& dice) {
  if (!narrowed_) narrowed_ = instance_;
  auto& fixed = narrowed_->initial;
  std::vector<std::uint32_t> slots;  // that are free, in random order
  for (std::uint32_t s = 0; s < instance_.slot_count(); ++s) {
    const std::uint64_t w = width(instance_.slots[s]);
    if (instance_.initial[s] || w == 0 || w >= most_values) continue;
    slots.push_back(s);
    std::swap(slots.back(), slots[dice.below(slots.size())]);
  }
  State found = listed_.front();
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, slots.size()}};
  while (!open.empty()) {
    const auto [begin, end] = open.back();
    open.pop_back();
    if (begin == end) continue;
    bool good = false;
    const int tries = end - begin == 1 ? most_tried : 1;
    for (int t = 0; t < tries && !good; ++t) {
      for (std::size_t i = begin; i < end; ++i) {
        const network::Bounds& b = instance_.slots[slots[i]];
        fixed[slots[i]] = b.low + static_cast<Scalar>(dice.below(width(b) + 1));
      }
      good = possible(found);
    }
    if (good) continue;
    for (std::size_t i = begin; i < end; ++i) fixed[slots[i]].reset();
    if (end - begin == 1) continue;
    const std::size_t middle = begin + (end - begin) / 2;
    open.push_back({middle, end});
    open.push_back({begin, middle});
  }
  fixed = instance_.initial;
  return found;
}

}  // namespace vicinal::explore::inline simulate
