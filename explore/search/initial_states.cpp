// SPDX-License-Identifier: MIT
// Depth-first over the free slots, with an explicit stack. After each choice
// the formulas are evaluated on what is chosen so far; a formula that is
// certainly true is not looked at again below.
//
// Where no value of a slot will do, the search asks which of the slots before
// have to do with it, and goes back to the last of these (conflict-directed
// backjumping): the others may take any value and change nothing. It goes back
// by one slot only where a state was found below, or no reason is known.
//
// What the condition says of one place alone is no choice (given_values.hpp).
//
// Of a slot with many values those that will not do are left out by halves: the
// formulas are asked of whole ranges (`int` has 2^64 values). What no choice of
// the others allows is left out at the start.
//
// Slots that are to have one value are chosen last: after a state the search
// goes back to the last of the others.
#include "explore/search/initial_states.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "explore/search/given_values.hpp"
#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/semantics/kleene.hpp"

namespace vicinal::explore::inline search {

using network::Context;
using network::ExprId;
using network::Instance;
using network::NodeId;
using network::Scalar;
using network::Truth;

namespace {

// Per slot: whether it is of a variable that nothing reads.
std::vector<bool> unread_slots(const Instance& instance) {
  std::vector<bool> out(instance.slot_count(), false);
  const network::Unread unread = network::unread(*instance.model);
  for (const auto& [process, number] : unread.variables) {
    const auto& offsets = instance.variable_offsets[process];
    for (std::uint32_t n = 0; n < instance.network.node_count(); ++n) {
      if (instance.process_id(NodeId{n}).value != process) continue;
      for (auto s = offsets[number]; s < offsets[number + 1]; ++s) {
        out[instance.node_base[n] + s] = true;
      }
    }
  }
  for (const std::uint32_t number : unread.shared) {
    const network::TypeId type = instance.model->shared[number].type;
    const std::uint32_t slots =
        instance.size(type).slots * instance.shared_sizes[number].count;
    for (std::uint32_t s = 0; s < slots; ++s) {
      out[instance.shared_base[number] + s] = true;
    }
  }
  return out;
}

class InitialSearch {
 public:
  InitialSearch(const Instance& instance, const network::Budget& budget)
      : instance_(instance),
        budget_(budget),
        evaluator_(instance),
        kleene_(instance, network::Unseen::of_its_type),
        state_(instance.slot_count()),
        known_(instance.slot_count(), 1),
        within_(instance.slots),
        frame_(instance.model->frame),
        settled_(instance.model->inits.size(), 0) {
    for (std::uint32_t s = 0; s < state_.size(); ++s) {
      network::poll();
      known_[s] = instance.initial[s] ? 1 : 0;
      if (known_[s] != 0) state_[s] = *instance.initial[s];
    }
    contradiction_ = !give_values(instance, state_, known_);
    for (std::uint32_t s = 0; s < state_.size(); ++s) {
      if (known_[s] == 0) levels_.push_back({s, {}, {}, false, {}});
    }
    context_.valuation = network::whole(instance, state_.data());
    context_.valuation.known = known_.data();
    context_.valuation.within = within_.data();
    context_.frame = frame_.data();
  }

  bool run(const std::function<bool(std::span<const Scalar>)>& visit,
           Near* near) {
    if (contradiction_ || !possible(0) || !narrow()) return !stopped_;
    if (near != nullptr && !stay(*near)) return true;
    if (levels_.empty()) return visit(state_);
    if (near != nullptr && near->unread_once) unread_last();
    std::size_t depth = 0;  // the level whose slot gets a value
    open(depth);
    for (std::uint64_t work = 1;; ++work) {
      if ((work & 0xFF) == 0) look_at_clock();
      if (stopped_) return false;
      known_[levels_[depth].slot] = 1;
      bool refuted = !possible(depth + 1);
      if (!refuted) {
        if (depth + 1 < levels_.size()) {
          open(++depth);
          continue;
        }
        if (!visit(state_)) return false;
        if (chosen_ == 0) return true;
        depth = up_to_chosen(depth);
        levels_[depth].explained = false;
      }
      while (!advance(depth, refuted)) {
        const std::size_t back = target(depth);
        if (back == none) return !stopped_;
        depth = back;
        refuted = false;
      }
    }
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;
  // Values of a slot that are tried again to see why none will do.
  static constexpr std::uint64_t most_explained = 64;

  struct Values {
    Scalar low, high;
  };

  struct Level {
    std::uint32_t slot;
    // While `explained`: no value tried so far has a state below it, whatever
    // the levels before may be that are not in `reasons` (ascending); but for
    // values that failed at once, which `target` explains when it must.
    std::vector<std::size_t> reasons;
    std::vector<Scalar> jumped;  // values whose reasons came from further below
    bool explained;
    // Values that were not tried, the least last; where there are many.
    std::vector<Values> untried;
  };

  const network::Bounds& bounds(std::size_t level) const {
    return within_[levels_[level].slot];
  }

  // How many values there are; 0: too many to explain.
  Scalar values(std::size_t level) const {
    const std::uint64_t more = distance(bounds(level));
    return more < most_explained ? static_cast<Scalar>(more) + 1 : 0;
  }

  void unread_last() {
    const std::vector<bool> unread = unread_slots(instance_);
    const auto first = std::stable_partition(
        levels_.begin(), levels_.end(),
        [&](const Level& level) { return !unread[level.slot]; });
    chosen_ = static_cast<std::size_t>(first - levels_.begin());
  }

  // The last of the levels that have all their values.
  std::size_t up_to_chosen(std::size_t depth) {
    if (depth < chosen_) return depth;
    for (std::size_t l = chosen_; l <= depth; ++l) {
      known_[levels_[l].slot] = 0;
    }
    return chosen_ - 1;
  }

  void open(std::size_t level) {
    Level& l = levels_[level];
    state_[l.slot] = bounds(level).low;
    l.reasons.clear();
    l.jumped.clear();
    l.explained = values(level) != 0;
    l.untried.clear();
    if (l.explained) return;
    l.untried.push_back({bounds(level).low + 1, bounds(level).high});
  }

  // The next value of a slot, which is not known yet; false if there is none.
  // `refuted`: with the last one some formula was certainly false.
  bool advance(std::size_t level, bool refuted) {
    Level& l = levels_[level];
    known_[l.slot] = 0;
    for (std::size_t& s : settled_) {
      if (s > level) s = 0;
    }
    if (values(level) == 0) return advance_by_halves(l, refuted);
    if (state_[l.slot] >= bounds(level).high) return false;
    ++state_[l.slot];
    return true;
  }

  bool advance_by_halves(Level& level, bool refuted) {
    for (std::uint64_t work = 1; !level.untried.empty() && !stopped_; ++work) {
      if ((work & 0xFF) == 0) look_at_clock();
      const auto [low, high] = level.untried.back();
      level.untried.pop_back();
      if (refuted && excluded(level.slot, low, high)) continue;
      if (low == high || !refuted) {
        if (low < high) level.untried.push_back({low + 1, high});
        state_[level.slot] = low;
        return true;
      }
      const Scalar middle = std::midpoint(low, high);
      level.untried.push_back({middle + 1, high});
      level.untried.push_back({low, middle});
    }
    return false;
  }

  // Some formula is certainly false whichever of these the slot has.
  bool excluded(std::uint32_t slot, Scalar low, Scalar high) {
    const network::Bounds before =
        std::exchange(within_[slot], network::Bounds{low, high});
    bool result = false;
    for (std::size_t i = 0; i < settled_.size() && !result; ++i) {
      result = settled_[i] == 0 && refuted(instance_.model->inits[i]);
    }
    within_[slot] = before;
    return result;
  }

  // Of slots with very many values, what all formulas allow. A slot may narrow
  // another one: once more, then, but not without end. False: there is none.
  bool narrow() {
    constexpr std::uint64_t very_many = 4096;
    constexpr int rounds = 8;
    bool changed = true;
    for (int round = 0; changed && round < rounds; ++round) {
      changed = false;
      for (const Level& level : levels_) {
        const network::Bounds before = within_[level.slot];
        if (distance(before) < very_many) continue;
        look_at_clock();
        if (stopped_ || excluded(level.slot, before.low, before.high)) {
          return false;
        }
        narrow(level.slot);
        changed = changed || distance(within_[level.slot]) < distance(before);
      }
    }
    return true;
  }

  // False: no value is so near.
  bool stay(Near& near) {
    if (!near.most) return true;
    const Scalar most = *near.most;
    bool some = true;
    for (const Level& level : levels_) {
      const network::Bounds& type = instance_.slots[level.slot];
      if (type.low != INT64_MIN || type.high != INT64_MAX) continue;
      network::Bounds& b = within_[level.slot];
      if (b.low >= -most && b.high <= most) continue;
      near.left_out = true;
      b.low = std::max(b.low, -most);
      b.high = std::min(b.high, most);
      some = some && b.low <= b.high;
    }
    return some;
  }

  static std::uint64_t distance(const network::Bounds& b) {
    return static_cast<std::uint64_t>(b.high) -
           static_cast<std::uint64_t>(b.low);
  }

  // From either end, by halves that become smaller.
  void narrow(std::uint32_t slot) {
    network::Bounds& b = within_[slot];
    for (std::uint64_t part = distance(b) / 2; part > 0; part /= 2) {
      const auto end =
          static_cast<Scalar>(static_cast<std::uint64_t>(b.low) + part - 1);
      if (part <= distance(b) && excluded(slot, b.low, end)) b.low = end + 1;
    }
    for (std::uint64_t part = distance(b) / 2; part > 0; part /= 2) {
      const auto end =
          static_cast<Scalar>(static_cast<std::uint64_t>(b.high) - part + 1);
      if (part <= distance(b) && excluded(slot, end, b.high)) b.high = end - 1;
    }
  }

  // All values of a level were tried. The level to go on with.
  std::size_t target(std::size_t level) {
    if (!levels_[level].explained || !explain(level)) {
      if (level == 0) return none;
      levels_[level - 1].explained = false;
      return level - 1;
    }
    std::vector<std::size_t>& reasons = levels_[level].reasons;
    if (reasons.empty()) return none;
    const std::size_t back = reasons.back();
    reasons.pop_back();
    for (std::size_t l = back + 1; l < level; ++l) {
      known_[levels_[l].slot] = 0;
    }
    merge(levels_[back].reasons, reasons);
    levels_[back].jumped.push_back(state_[levels_[back].slot]);
    return back;
  }

  static void merge(std::vector<std::size_t>& into,
                    const std::vector<std::size_t>& from) {
    std::vector<std::size_t> all;
    std::set_union(into.begin(), into.end(), from.begin(), from.end(),
                   std::back_inserter(all));
    into = std::move(all);
  }

  // Adds the reasons of the values that failed at once: for each a formula
  // that is certainly false, and levels without which it is not.
  bool explain(std::size_t level) {
    const std::uint32_t slot = levels_[level].slot;
    const std::vector<Scalar>& jumped = levels_[level].jumped;
    std::vector<std::size_t>& reasons = levels_[level].reasons;
    known_[slot] = 1;
    bool all = true;
    for (Scalar i = 0; all && i < values(level); ++i) {
      const Scalar v = bounds(level).low + i;
      if (std::find(jumped.begin(), jumped.end(), v) != jumped.end()) continue;
      state_[slot] = v;
      const auto& inits = instance_.model->inits;
      const auto wrong = std::find_if(inits.begin(), inits.end(),
                                      [&](ExprId e) { return refuted(e); });
      all = wrong != inits.end();
      if (all) merge(reasons, reasons_of(*wrong, level));
    }
    known_[slot] = 0;
    return all;
  }

  bool refuted(ExprId e) const {
    return kleene_.truth(e, context_) == Truth::no;
  }

  std::vector<std::size_t> reasons_of(ExprId e, std::size_t level) {
    const auto& old = levels_[level].reasons;
    std::vector<std::size_t> result;
    for (std::size_t l = level; l-- > 0;) {
      if (std::binary_search(old.begin(), old.end(), l)) continue;
      known_[levels_[l].slot] = 0;
      if (refuted(e)) continue;
      known_[levels_[l].slot] = 1;
      result.push_back(l);
    }
    for (std::size_t l = 0; l < level; ++l) known_[levels_[l].slot] = 1;
    std::reverse(result.begin(), result.end());
    return result;
  }

  // Whether no formula is certainly false. At full depth all is known, and
  // an error is a formula that is not satisfied. `settled_` holds the depth
  // from which on a formula is certainly true, or 0.
  bool possible(std::size_t depth) {
    const bool full = depth == levels_.size();
    for (std::size_t i = 0; i < settled_.size(); ++i) {
      if (settled_[i] != 0) continue;
      const ExprId e = instance_.model->inits[i];
      const Truth t = kleene_.truth(e, context_);
      if (t == Truth::no) return false;
      if (full && t != Truth::yes && !exact(e)) return false;
      if (t == Truth::yes) settled_[i] = depth;
    }
    return true;
  }

  // Where intervals leave it open although all is known.
  bool exact(ExprId e) const {
    try {
      return evaluator_.holds(e, context_);
    } catch (const network::ModelError&) {
      return false;
    }
  }

  void look_at_clock() { stopped_ = budget_.clock() != network::Limit::none; }

  const Instance& instance_;
  const network::Budget& budget_;
  network::Evaluator evaluator_;
  network::Kleene kleene_;
  std::vector<Scalar> state_;
  std::vector<std::uint8_t> known_;
  std::vector<network::Bounds> within_;  // per slot: values that may do
  std::vector<Scalar> frame_;
  std::vector<Level> levels_;
  std::size_t chosen_ = SIZE_MAX;  // levels of which all values are tried
  std::vector<std::size_t> settled_;
  bool contradiction_ = false;
  bool stopped_ = false;
  Context context_;
};

}  // namespace

namespace {

bool all_of(const Instance& instance, const network::Budget& budget, Near* near,
            const std::function<bool(std::span<const Scalar>)>& visit) {
  for (const network::Bounds& b : instance.slots) {
    if (b.low > b.high) return true;  // a type without values: no state
  }
  return InitialSearch(instance, budget).run(visit, near);
}

}  // namespace

bool initial_states(const Instance& instance, const network::Budget& budget,
                    const std::function<bool(std::span<const Scalar>)>& visit) {
  return all_of(instance, budget, nullptr, visit);
}

bool initial_states(const Instance& instance, const network::Budget& budget,
                    Near& near,
                    const std::function<bool(std::span<const Scalar>)>& visit) {
  return all_of(instance, budget, &near, visit);
}

bool initial_states(const Instance& instance, const network::Limits& limits,
                    const std::function<bool(std::span<const Scalar>)>& visit) {
  const network::Budget budget(limits);
  return initial_states(instance, budget, visit);
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

}  // namespace vicinal::explore::inline search
