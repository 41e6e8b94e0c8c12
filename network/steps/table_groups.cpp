// SPDX-License-Identifier: MIT
// Groups of units, looked up together. What a unit reads is known from its
// evaluations so far; one that reads another slot ends all groups, and they are
// made anew.
#include <algorithm>

#include "network/steps/table_bits.hpp"
#include "network/steps/table_steps.hpp"

namespace vicinal::network::inline steps {

namespace {

constexpr int most_bits = 12;  // of a table: 16 KiB
constexpr std::size_t most_groups = 256;
constexpr std::uint32_t most_groupings = 20;

}  // namespace

// Which bits of which word decide the result; none: of several words, or not
// all results are kept.
std::optional<Packing::WordBits> TableSteps::bits_of(std::uint32_t unit) const {
  if (units_[unit].room == 0) return std::nullopt;
  return TableBits(most_bits).alone(packing_.bits_of(slots_[unit]));
}

// Behind the units that are looked up by themselves: one, or all of a contest;
// the unit itself if they fit into tables.
std::uint32_t TableSteps::end_of_alone(std::uint32_t unit) const {
  std::uint32_t end = unit;
  bool fits = true;
  do {
    fits = fits && bits_of(end);
  } while (units_[end++].bound && !units_[end - 1].last_of_contest);
  return fits ? unit : end;
}

void TableSteps::make_groups() {
  if (++groupings_ > most_groupings) return;
  groups_.clear();
  group_results_ = {{}};
  group_successors_.clear();
  TableBits used(most_bits);
  const auto add = [&](std::uint32_t unit) -> UnitGroup& {
    if (!groups_.empty() && !groups_.back().alone) {
      groups_.back().make_table(used.index());
    }
    used.clear();
    groups_.emplace_back().first = unit;
    return groups_.back();
  };
  bool open = false;       // the last group takes more
  bool contested = false;  // the contest that goes on fits
  for (std::uint32_t u = 0; u < units_.size() && groups_.size() < most_groups;
       ++u) {
    const std::uint32_t end = contested ? u : end_of_alone(u);
    if (end > u) {
      UnitGroup& group = add(u);
      group.alone = true;
      group.last = end;
      open = false;
      u = end - 1;
      continue;
    }
    const Packing::WordBits read = *bits_of(u);
    const bool joins = open &&
                       units_[groups_.back().first].bound == units_[u].bound &&
                       used.takes(read);
    UnitGroup& group = joins ? groups_.back() : add(u);
    used.add(read);
    group.last = u + 1;
    group.last_of_contest = units_[u].last_of_contest;
    open = !group.last_of_contest;
    contested = units_[u].bound && open;
  }
  if (groups_.empty() || groups_.back().last < units_.size()) return;
  if (!groups_.back().alone) groups_.back().make_table(used.index());
  grouped_ = std::any_of(groups_.begin(), groups_.end(),
                         [](const UnitGroup& g) { return !g.alone; });
}

// False: something fails, or cannot be kept.
bool TableSteps::add_to_fill(std::uint32_t number, bool contest,
                             GroupResult& out) {
  if (number == Decisions::unknown) return false;
  const TableEntry& result = results_[number];
  if (result.fails) {
    out.fails = true;
    return true;
  }
  if (result.successors.empty()) return true;
  if (contest) {
    const bool first = out.successors.begin == group_successors_.size();
    if (!first && result.priority < out.priority) return true;
    if (!first && result.priority > out.priority) {
      group_successors_.resize(out.successors.begin);
    }
    out.priority = result.priority;
  }
  for (std::uint32_t s = result.successors.begin; s < result.successors.end;
       ++s) {
    if (!contest) fired_[successors_[s].action] = true;
    group_successors_.push_back(s);
  }
  return true;
}

// The number of the result of a group; 0: there are no groups any more.
std::uint32_t TableSteps::fill(UnitGroup& group, const std::uint64_t* state) {
  GroupResult result;
  result.successors.begin =
      static_cast<std::uint32_t>(group_successors_.size());
  for (std::uint32_t u = group.first; u < group.last; ++u) {
    std::uint32_t r = decisions_.find(u, state);
    if (r == Decisions::unknown) r = learn(u, state);
    if (!add_to_fill(r, units_[u].bound, result)) grouped_ = false;
    if (!grouped_) return 0;
  }
  result.successors.end = static_cast<std::uint32_t>(group_successors_.size());
  group_results_.push_back(result);
  return static_cast<std::uint32_t>(group_results_.size() - 1);
}

// False: something fails, or (grouped_) there are no groups any more.
bool TableSteps::expand_groups(const std::uint64_t* state, Successors& out) {
  std::size_t contest = 0;  // where its successors begin
  Scalar greatest = 0;
  for (UnitGroup& g : groups_) {
    if (g.alone) {
      std::uint32_t unit = g.first;
      const bool good = units_[unit].bound ? expand_contest(unit, state, out)
                                           : expand_actions(unit, state, out);
      if (!good) return false;
      contest = out.steps.size();
      continue;
    }
    const std::size_t at = g.index.of(state);
    std::uint32_t r = g.table[at];
    if (r == 0) {
      r = fill(g, state);
      if (r == 0) return false;
      g.table[at] = r;
    }
    const GroupResult& result = group_results_[r];
    if (result.fails) return false;
    const bool bound = units_[g.first].bound;
    if (bound && !result.successors.empty()) {
      if (contest < out.steps.size() && result.priority > greatest) {
        out.steps.resize(contest);
      }
      if (contest == out.steps.size()) greatest = result.priority;
    }
    if (!bound || result.priority == greatest) {
      // A few: `insert` would call a function to copy them.
      for (std::uint32_t i = result.successors.begin; i < result.successors.end;
           ++i) {
        out.steps.push_back(group_successors_[i]);
      }
    }
    if (g.last_of_contest && contest < out.steps.size()) {
      fired_[successors_[out.steps.back()].action] = true;
    }
    if (!bound || g.last_of_contest) contest = out.steps.size();
  }
  return true;
}

}  // namespace vicinal::network::inline steps
