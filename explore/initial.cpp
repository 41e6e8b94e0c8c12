// SPDX-License-Identifier: MIT
// Depth-first over the free slots, with an explicit stack. After each choice
// the formulas are evaluated on what is chosen so far; a formula that is
// certainly true is not looked at again below.
#include "explore/initial.hpp"

#include <chrono>
#include <vector>

#include "network/kleene.hpp"

namespace vicinal::explore {

using network::Context;
using network::ExprId;
using network::Instance;
using network::NodeId;
using network::Scalar;
using network::Truth;

namespace {

class Search {
 public:
  Search(const Instance& instance, const network::Limits& limits)
      : instance_(instance),
        limits_(limits),
        kleene_(instance),
        state_(instance.slot_count()),
        known_(instance.slot_count(), 1),
        frame_(instance.model->frame),
        settled_(instance.model->inits.size(), 0) {
    for (std::uint32_t s = 0; s < state_.size(); ++s) {
      if (instance.initial[s]) {
        state_[s] = *instance.initial[s];
      } else {
        free_.push_back(s);
        known_[s] = 0;
      }
    }
    context_.valuation = network::whole(instance, state_.data());
    context_.valuation.known = known_.data();
    context_.frame = frame_.data();
  }

  bool run(const std::function<bool(std::span<const Scalar>)>& visit) {
    if (!possible(0)) return true;
    std::size_t depth = 0;
    if (!free_.empty()) state_[free_[0]] = low(0);
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t work = 1;; ++work) {
      if ((work & 0x3FF) == 0 && stopped(begin)) return false;
      if (depth == free_.size()) {
        if (!visit(state_)) return false;
        if (depth == 0) return true;
        next(depth);
        if (depth == SIZE_MAX) return true;
        continue;
      }
      const std::uint32_t slot = free_[depth];
      if (state_[slot] > instance_.slots[slot].high) {
        next(depth);
        if (depth == SIZE_MAX) return true;
        continue;
      }
      known_[slot] = 1;
      if (!possible(depth + 1)) {
        known_[slot] = 0;
        if (!advance(slot)) {
          next(depth);
          if (depth == SIZE_MAX) return true;
        }
        continue;
      }
      if (++depth < free_.size()) state_[free_[depth]] = low(depth);
    }
  }

 private:
  Scalar low(std::size_t depth) const {
    return instance_.slots[free_[depth]].low;
  }

  // The next value of a slot; false if there is none.
  bool advance(std::uint32_t slot) {
    if (state_[slot] >= instance_.slots[slot].high) return false;
    ++state_[slot];
    return true;
  }

  // Back to the last slot that has another value; SIZE_MAX: there is none.
  void next(std::size_t& depth) {
    while (depth > 0) {
      --depth;
      const std::uint32_t slot = free_[depth];
      known_[slot] = 0;
      for (auto& s : settled_) {
        if (s > depth) s = 0;
      }
      if (advance(slot)) return;
    }
    depth = SIZE_MAX;
  }

  // Whether no formula is certainly false. At full depth all is known, and
  // an error is a formula that is not satisfied. `settled_` holds the depth
  // from which on a formula is certainly true, or 0.
  bool possible(std::size_t depth) {
    const bool full = depth == free_.size();
    for (std::size_t i = 0; i < settled_.size(); ++i) {
      if (settled_[i] != 0) continue;
      const Truth t = kleene_.truth(instance_.model->inits[i], context_);
      if (t == Truth::no || (full && t != Truth::yes && !exact(i))) {
        for (auto& s : settled_) {
          if (s >= depth && depth > 0) s = 0;
        }
        return false;
      }
      if (t == Truth::yes && depth > 0) settled_[i] = depth;
    }
    return true;
  }

  // Where intervals leave it open although all is known.
  bool exact(std::size_t i) {
    const network::Evaluator evaluator(instance_);
    try {
      return evaluator.holds(instance_.model->inits[i], context_);
    } catch (const network::ModelError&) {
      return false;
    }
  }

  bool stopped(std::chrono::steady_clock::time_point begin) const {
    if (limits_.stop != nullptr && *limits_.stop) return true;
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - begin;
    return limits_.seconds > 0 && spent.count() > limits_.seconds;
  }

  const Instance& instance_;
  const network::Limits& limits_;
  network::Kleene kleene_;
  std::vector<Scalar> state_;
  std::vector<std::uint8_t> known_;
  std::vector<Scalar> frame_;
  std::vector<std::uint32_t> free_;
  std::vector<std::size_t> settled_;
  Context context_;
};

}  // namespace

bool initial_states(const Instance& instance, const network::Limits& limits,
                    const std::function<bool(std::span<const Scalar>)>& visit) {
  for (const network::Bounds& b : instance.slots) {
    if (b.low > b.high) return true;  // a type without values: no state
  }
  return Search(instance, limits).run(visit);
}

bool is_initial(const Instance& instance, std::span<const Scalar> state) {
  for (std::size_t s = 0; s < state.size(); ++s) {
    const network::Bounds& b = instance.slots[s];
    if (state[s] < b.low || state[s] > b.high) return false;
    if (instance.initial[s] && *instance.initial[s] != state[s]) return false;
  }
  std::vector<Scalar> copy(state.begin(), state.end());
  std::vector<Scalar> frame(instance.model->frame);
  const network::Evaluator evaluator(instance);
  const Context context{network::whole(instance, copy.data()), NodeId::none(),
                        frame.data()};
  try {
    for (const ExprId init : instance.model->inits) {
      if (!evaluator.holds(init, context)) return false;
    }
  } catch (const network::ModelError&) {
    return false;
  }
  return true;
}

}  // namespace vicinal::explore
