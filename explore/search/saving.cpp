// SPDX-License-Identifier: MIT
// States of a shard are never moved, so those that were there at some moment
// are its first ones, and those to be added to what was saved are a range.
#include "explore/search/saving.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline search {

Saving::Saving(Keeper& keeper, const network::Packing& packing,
               const StateStore& store, const Levels& levels)
    : keeper_(keeper),
      packing_(packing),
      store_(store),
      levels_(levels),
      sizes_(store.shards(), 0),
      saved_(store.shards(), 0) {
  for (std::size_t w = 0; w < packing.words(); ++w) {
    layout_.push_back(static_cast<std::uint8_t>((packing.bits(w) + 7) / 8));
  }
}

bool Saving::fits() {
  return keeper_.has_layout(layout_, store_.shards());
}

void Saving::remember() {
  for (std::uint32_t s = 0; s < store_.shards(); ++s) {
    sizes_[s] = store_.size(s);
  }
  remembered_ = true;
  saved_now_ = false;
}

// What is wrong with a state; whether it is our own.
std::string Saving::store(const Into& into, std::uint32_t shard,
                          const std::uint64_t* state, bool& ours) const {
  for (std::size_t w = 0; w < layout_.size(); ++w) {
    const unsigned used = packing_.bits(w);
    if (used < 64 && state[w] >> used != 0) return "a state is none";
  }
  const StateStore::Hashed hashed = into.store.hashed(state);
  if (hashed.shard != shard) return "a state is in another shard";
  ours = !into.owns || into.owns(hashed);
  if (!ours) return "";
  return into.store.insert(hashed, state) ? "" : "a state is there twice";
}

std::string Saving::take(const Into& into, std::uint64_t level,
                         std::uint32_t shard, const std::uint64_t* state) {
  if (level != level_) {
    if (level != level_ + 1 || in_level_ == 0) return "a level is missing";
    into.next_level();
    level_ = level;
    in_level_ = 0;
  }
  bool ours = false;
  std::string wrong = store(into, shard, state, ours);
  if (!wrong.empty()) return wrong;
  ++in_level_;
  ++restored_.states;
  first_level_ += level == 0 ? 1 : 0;
  restored_.behind += level == at_.levels ? 1 : 0;
  if (level + 1 == at_.levels) {
    ++restored_.last_level;
    const bool expanded = last_[shard]++ < at_.expanded;
    expanded_first_ += ours && expanded && shard == 0 ? 1 : 0;
  }
  if (ours) into.added(shard);
  return "";
}

// States of one shard may belong to many; otherwise a shard belongs to one.
std::uint64_t Saving::expanded(std::uint32_t first, std::uint32_t last) const {
  if (last_.size() == 1) return expanded_first_;
  std::uint64_t before = 0, here = 0;
  for (std::uint32_t s = 0; s < last; ++s)
    (s < first ? before : here) += last_[s];
  return std::min(here, at_.expanded - std::min(before, at_.expanded));
}

// Initial states are those of the first level.
bool Saving::counts_fit() const {
  if (first_level_ != at_.initial_states) return false;
  return at_.expanded <= restored_.last_level;
}

bool Saving::resume(const Into& into) {
  at_ = keeper_.progress();
  last_.assign(store_.shards(), 0);
  const bool read =
      keeper_.read_states([&](std::uint64_t level, std::uint32_t shard,
                              const std::uint64_t* state) {
        return take(into, level, shard, state);
      });
  if (!read) return false;
  // The last states are of a level that was begun, or of the next one.
  const bool last_begins = level_ + 1 == at_.levels && in_level_ > 0;
  if (!last_begins && level_ != at_.levels) {
    keeper_.damaged("levels are missing");
    return false;
  }
  if (last_begins) into.next_level();
  if (!counts_fit()) {
    keeper_.damaged("it has another number of states than it says");
    return false;
  }
  remember();
  saved_ = sizes_;
  saved_now_ = true;
  return true;
}

std::vector<Run> Saving::runs() const {
  std::vector<Run> runs;
  for (std::uint32_t s = 0; s < store_.shards(); ++s) {
    levels_.each_range(s, saved_[s], sizes_[s],
                       [&](std::uint64_t level, Levels::ShardRange range) {
                         runs.push_back({level, s, range.begin, range.end});
                       });
  }
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return std::tuple(a.level, a.shard) < std::tuple(b.level, b.shard);
  });
  return runs;
}

void Saving::save() {
  if (!remembered_ || saved_now_) return;
  const auto read = [&](std::uint32_t shard, std::uint32_t number,
                        std::uint64_t* state) {
    store_.read(shard, number, state);
  };
  if (!keeper_.save(at_, runs(), read)) return;
  no_memory_ = false;
  saved_ = sizes_;
  saved_now_ = true;
}

std::string Saving::unsaved() const {
  if (!remembered_) {
    // What was saved before is as it was.
    return keeper_.resumes() ? "" : "not all initial states were found";
  }
  return no_memory_ ? "out of memory" : keeper_.unsaved();
}

namespace {

bool is_step(const network::Instance& instance, const network::Event& step) {
  const bool rule = !step.actor.valid();
  if (!rule && step.actor.index() >= instance.network.node_count()) {
    return false;
  }
  const network::Model& model = *instance.model;
  const std::size_t actions =
      rule ? model.rules.size()
           : model[instance.process_id(step.actor)].actions.size();
  if (step.action >= actions) return false;
  const network::Action& action =
      network::action_of(instance, step.actor, step.action);
  return step.binding.size() == action.binders.size();
}

bool is_witness(const network::Instance& instance,
                const network::Packing& packing,
                const std::optional<Witness>& witness) {
  if (!witness) return true;
  if (witness->state.size() != packing.words()) return false;
  for (std::size_t w = 0; w < packing.words(); ++w) {
    const unsigned used = packing.bits(w);
    if (used < 64 && witness->state[w] >> used != 0) return false;
  }
  return !witness->step || is_step(instance, *witness->step);
}

}  // namespace

std::string wrong_progress(const network::Instance& instance,
                           const network::Packing& packing,
                           std::size_t properties, std::size_t premises,
                           const Progress& progress) {
  if (progress.properties.size() != properties ||
      progress.premises_met.size() != premises) {
    return "it is of other properties";
  }
  for (const Progress::Property& p : progress.properties) {
    if (!is_witness(instance, packing, p.decided) ||
        !is_witness(instance, packing, p.met)) {
      return "a state or a step in it is none";
    }
    const bool violated = p.decision == Progress::Decision::violated;
    if (violated != p.decided.has_value()) {
      return "it does not say what violates a property";
    }
  }
  return {};
}

}  // namespace vicinal::explore::inline search
