// SPDX-License-Identifier: MIT
// After each line the states that remain possible are all that is kept of it.
#include "explore/conform/conform.hpp"

#include <algorithm>

#include "explore/search/initial_states.hpp"

namespace vicinal::explore::inline conform {

using network::Instance;
using network::Packing;
using network::Scalar;

bool agrees(const Packing& packing, const Observation& line,
            const std::uint64_t* state) {
  for (const SeenScalar& seen : line.scalars) {
    const Packing::BitField& field = packing.field_of(seen.slot);
    const std::uint64_t bits = (state[field.word] >> field.shift) & field.mask;
    const auto value =
        static_cast<Scalar>(bits + static_cast<std::uint64_t>(field.low));
    if (value != seen.value) return false;
  }
  return !line.impossible();
}

Conformance::Conformance(const Instance& instance, ConformOptions options,
                         const network::Budget& budget)
    : instance_(instance),
      options_(std::move(options)),
      budget_(budget),
      steps_(instance),
      possible_(steps_.packing().words()),
      reached_(possible_),
      next_(possible_),
      frontier_(possible_) {}

void Conformance::look() const {
  const auto limit =
      budget_.look(0, possible_.bytes() + reached_.bytes() + next_.bytes() +
                          frontier_.bytes() + steps_.bytes());
  if (limit != network::Limit::none) throw network::LimitReached{limit};
}

// The set of what hidden steps lead to, level by level. What is reached is held
// in sets of sizes that at least double, so that each state is merged into
// another set a few times only.
void Conformance::close() {
  if (options_.hidden.empty()) return;
  frontier_ = reached_;
  std::vector<PossibleStates> reached = {reached_};
  while (!frontier_.empty()) {
    next_.clear();
    for (std::size_t i = 0; i < frontier_.size(); ++i) {
      steps_.of(frontier_[i], options_.hidden, next_);
      if ((++looked_ & 0xFFF) == 0) look();
    }
    next_.settle();
    for (const PossibleStates& known : reached) next_.remove(known);
    frontier_ = next_;
    reached.push_back(next_);
    while (reached.size() > 1 &&
           reached.end()[-2].size() < 2 * reached.back().size()) {
      reached.end()[-2].unite(reached.back());
      reached.pop_back();
    }
  }
  while (reached.size() > 1) {
    reached.end()[-2].unite(reached.back());
    reached.pop_back();
  }
  reached_.swap(reached.front());
}

// Keeps in possible_ what the line does not contradict.
bool Conformance::filter(const Observation& line, PossibleStates& from) {
  bool any = false;
  for (std::size_t i = 0; i < from.size() && !any; ++i) {
    network::poll();
    any = agrees(packing(), line, from[i]);
  }
  if (!any) return false;
  possible_.clear();
  for (std::size_t i = 0; i < from.size(); ++i) {
    network::poll();
    if (agrees(packing(), line, from[i])) possible_.add(from[i]);
  }
  possible_.settle();
  most_ = std::max<std::uint64_t>(most_, possible_.size());
  return true;
}

void Conformance::begin_from(const Instance& from) {
  reached_.clear();
  std::vector<std::uint64_t> packed(packing().words());
  const bool all = explore::initial_states(
      from, budget_, [&](std::span<const Scalar> state) {
        packing().pack(state, packed.data());
        reached_.add(packed.data());
        if ((++looked_ & 0xFFF) == 0) look();
        return true;
      });
  if (!all) throw network::LimitReached{budget_.clock()};
  reached_.settle();
}

// What the first line says of a variable without an initial value is that
// value: there may be very many others.
bool Conformance::begin(const Observation& line) {
  if (line.is_step || !options_.hidden.empty()) {
    begin_from(instance_);
    close();
  } else {
    Instance said = instance_;
    for (const SeenScalar& seen : line.scalars) {
      auto& initial = said.initial[seen.slot];
      if (!initial) initial = seen.value;
    }
    begin_from(said);
  }
  return line.is_step || filter(line, reached_);
}

bool Conformance::take(const Observation& line) {
  network::poll();
  if (!started_) {
    const bool good = begin(line);
    if (!line.is_step) {
      started_ = good;
      return good;
    }
  } else {
    reached_ = possible_;
    close();
  }
  next_.clear();
  for (std::size_t i = 0; i < reached_.size(); ++i) {
    if (line.names_action) {
      steps_.of(reached_[i], line.actions, next_);
    } else {
      steps_.any(reached_[i], next_);
      if (options_.stutter && !line.is_step) next_.add(reached_[i]);
    }
    if ((++looked_ & 0xFFF) == 0) look();
  }
  const bool good = filter(line, next_);
  started_ = started_ || good;
  return good;
}

bool Conformance::initial(std::size_t most, PossibleStates& out) const {
  std::vector<std::uint64_t> packed(packing().words());
  return explore::initial_states(instance_, budget_,
                                 [&](std::span<const Scalar> state) {
                                   if (out.size() == most) return false;
                                   packing().pack(state, packed.data());
                                   out.add(packed.data());
                                   return true;
                                 });
}

}  // namespace vicinal::explore::inline conform
