// SPDX-License-Identifier: MIT
// Expanding and storing are two phases with a barrier between. In the first
// each worker puts successors on its own list of their shard; in the second
// each shard has one worker, who takes the lists of all in the order of
// workers. So nobody locks. A state in which the tables fail is expanded once
// more step by step, and what they had found is dropped.
#include "explore/search/worker.hpp"

#include <algorithm>
#include <array>

#include "explore/search/failures.hpp"
#include "explore/search/team.hpp"
#include "network/language/questions.hpp"

namespace vicinal::explore::inline search {

using network::ModelError;
using network::Step;

namespace {

constexpr std::size_t ahead = 16;  // states, of the one that is stored

// Whether a witness in this state comes before the one that is kept.
bool comes_before(std::uint64_t distance, const std::uint64_t* state,
                  const std::optional<Witness>& kept) {
  if (!kept) return true;
  if (distance != kept->distance) return distance < kept->distance;
  return std::lexicographical_compare(state, state + kept->state.size(),
                                      kept->state.begin(), kept->state.end());
}

}  // namespace

Worker::Worker(const network::Instance& instance,
               const network::Packing& packing, StateStore& store,
               const Questions& questions, const ModelSymmetry* symmetry,
               const network::Budget& budget, std::atomic<network::Limit>& stop)
    : instance_(instance),
      packing_(packing),
      store_(store),
      questions_(questions),
      budget_(budget),
      stop_(stop),
      steps_(instance),
      tables_(instance, packing),
      words_(packing.words()),
      integers_(network::has_integers(*instance.model)),
      waiting_(store.shards()),
      next_(packing.words()),
      state_(instance.slot_count()),
      after_(instance.slot_count()) {
  for (std::uint32_t s = 0; s < instance.slot_count(); ++s) {
    const bool any = instance.slots[s].low == INT64_MIN;
    if (any && questions.integers_within) limited_.push_back(s);
  }
  for (const network::ExprId formula : questions.properties) {
    judges_.push_back(
        std::make_unique<PropertyJudge>(instance, packing, formula));
  }
  if (symmetry != nullptr && !symmetry->trivial()) {
    canonize_.emplace(
        symmetry->stored ? *symmetry->stored : symmetry->canonical,
        *symmetry->sorts, packing);
  }
  take();
}

Worker::Findings Worker::take() {
  Findings fresh;
  fresh.violated.resize(judges_.size());
  fresh.fails.resize(judges_.size());
  return std::exchange(findings_, std::move(fresh));
}

bool Worker::stopped() {
  if ((++looks_ & 63) == 0) {
    const network::Limit limit = budget_.clock();
    if (limit != network::Limit::none) stop_ = limit;
  }
  return stop_.load(std::memory_order_relaxed) != network::Limit::none;
}

// ---- expansion -------------------------------------------------------------

void Worker::expand(std::span<const Source> sources, std::uint64_t distance) {
  until_limit(budget_, stop_, [&] {
    Packed state(words_);
    for (const Source& source : sources) {
      for (std::uint32_t i = source.part.begin; i < source.part.end; ++i) {
        if (stopped()) return;
        store_.read(source.shard, i, state.data());
        judged_here_ = judged_here(source.shard, i);
        expand_one(state, distance);
      }
    }
  });
}

void Worker::expand(std::span<const std::uint64_t> states,
                    std::uint64_t distance) {
  until_limit(budget_, stop_, [&] {
    Packed state(words_);
    for (std::size_t at = 0; at < states.size(); at += words_) {
      if (stopped()) return;
      for (std::size_t w = 0; w < words_; ++w) state[w] = states[at + w];
      expand_one(state, distance);
    }
  });
}

void Worker::expand_one(const Packed& state, std::uint64_t distance) {
  if (beyond(state.data())) {
    findings_.overflow = true;
    return;
  }
  const std::uint64_t before = findings_.transitions;
  if (tables_.expand(state.data(), found_)) {
    findings_.transitions += found_.steps.size();
    std::uint64_t* other = found_.others.data();
    for (const std::uint32_t s : found_.steps) {
      if (s >= network::Successors::other) {
        found(other, s);
        other += words_;
        continue;
      }
      for (std::size_t w = 0; w < words_; ++w) next_[w] = state[w];
      tables_.apply(s, next_.data());
      found(next_.data(), s);
    }
  } else {
    expand_slowly(state, distance);
  }
  if (findings_.transitions > before) return;
  ++findings_.deadlocks;
  if (questions_.deadlock &&
      comes_before(distance, state.data(), findings_.deadlock)) {
    findings_.deadlock = Witness{distance, state, std::nullopt, std::nullopt};
  }
}

// Where something fails: step by step.
void Worker::expand_slowly(const Packed& state, std::uint64_t distance) {
  packing_.unpack(state.data(), state_);
  steps_.enabled(state_.data(), list_);
  findings_.transitions += list_.steps.size();
  for (const network::Problem& p : list_.problems) {
    error(state.data(), distance, p.error, std::nullopt);
  }
  for (const Step& step : list_.steps) {
    fired_.emplace(step.actor.valid() ? instance_.process_id(step.actor)
                                      : network::ProcessId::none(),
                   step.action);
    after_ = state_;
    try {
      steps_.apply(list_, step, after_.data());
    } catch (const ModelError& e) {
      network::Event event = event_of(instance_, list_, step);
      event.error = e;
      error(state.data(), distance + 1, e, std::move(event));
      continue;
    }
    packing_.pack(after_, next_.data());
    found(next_.data(), no_step);
  }
}

// Has an `int` so far from 0 that nobody looks what follows.
bool Worker::beyond(const std::uint64_t* state) const {
  const auto far = [&](std::uint32_t slot) {
    const network::Packing::BitField& f = packing_.field_of(slot);
    const auto value =
        static_cast<network::Scalar>(((state[f.word] >> f.shift) & f.mask) +
                                     static_cast<std::uint64_t>(f.low));
    const network::Scalar most = *questions_.integers_within;
    return value > most || value < -most;
  };
  return std::any_of(limited_.begin(), limited_.end(), far);
}

// What a step wrote says nothing of another state of the orbit.
void Worker::found(std::uint64_t* state, std::uint32_t step) {
  if (!canonize_) return wait(state, judged_here_ ? step : no_step);
  (*canonize_)(state);
  wait(state, no_step);
}

void Worker::wait(const std::uint64_t* state, std::uint32_t step) {
  const std::uint32_t shard = store_.hashed(state).shard;
  Waiting& w = waiting_[shard];
  if (w.steps.empty()) waiting_shards_.push_back(shard);
  for (std::size_t i = 0; i < words_; ++i) w.states.push_back(state[i]);
  w.steps.push_back(step);
}

// Numbers of an `int` have no end, but ours do.
bool Worker::limit(const ModelError& error) const {
  return integers_ && error.kind == network::ErrorKind::overflow;
}

void Worker::error(const std::uint64_t* state, std::uint64_t distance,
                   const ModelError& error,
                   std::optional<network::Event> step) {
  if (limit(error)) {
    findings_.overflow = true;
    return;
  }
  if (!questions_.errors) return;
  if (!comes_before(distance, state, findings_.error)) return;
  findings_.error =
      Witness{distance, {state, state + words_}, std::move(step), error};
}

// ---- storing ---------------------------------------------------------------

void Worker::store(std::span<const std::unique_ptr<Worker>> workers,
                   std::uint32_t first, std::uint32_t last,
                   std::uint64_t distance) {
  lists_.clear();
  for (std::uint32_t shard = first; shard < last; ++shard) {
    for (const auto& from : workers) {
      if (!from->waiting_[shard].steps.empty()) {
        lists_.push_back({from.get(), shard});
      }
    }
  }
  until_limit(budget_, stop_, [&] { store_lists(distance); });
}

void Worker::store_own(std::uint64_t distance) {
  std::sort(waiting_shards_.begin(), waiting_shards_.end());
  lists_.clear();
  for (const std::uint32_t shard : waiting_shards_) {
    lists_.push_back({this, shard});
  }
  until_limit(budget_, stop_, [&] { store_lists(distance); });
}

// Memory is slow: the index is fetched some states ahead, and, when it is
// there, the stored state that it names.
void Worker::store_lists(std::uint64_t distance) {
  struct Item {
    StateStore::Hashed hashed;
    const std::uint64_t* state = nullptr;
    const Worker* from = nullptr;
    std::uint32_t step = 0;
  };
  std::array<Item, ahead> ring;  // item i is at i % ahead
  std::size_t list = 0, in_list = 0, fetched = 0;
  const auto fetch = [&] {
    if (list == lists_.size()) return;
    const List& l = lists_[list];
    const Waiting& w = l.from->waiting_[l.shard];
    const std::uint64_t* state = w.states.data() + in_list * words_;
    Item& item = ring[fetched++ % ahead];
    item.hashed = store_.hashed(state);
    item.state = state;
    item.from = l.from;
    item.step = w.steps[in_list];
    store_.prefetch(item.hashed);
    if (++in_list < w.steps.size()) return;
    ++list;
    in_list = 0;
  };
  for (std::size_t i = 1; i < ahead; ++i) fetch();
  for (std::size_t i = 0; i < fetched; ++i) {
    fetch();
    if (i + ahead / 2 < fetched) {
      store_.prefetch_state(ring[(i + ahead / 2) % ahead].hashed);
    }
    const Item& item = ring[i % ahead];
    if (!store_.insert(item.hashed, item.state)) continue;
    ++findings_.states;
    if (stopped()) return;
    Written written;
    if (item.step != no_step) written = item.from->tables_.written(item.step);
    judge(item.state, written, distance);
  }
}

void Worker::store(const std::uint64_t* state, std::uint64_t distance) {
  Packed least(state, state + words_);
  canonize(least.data());
  if (store_.insert(store_.hashed(least.data()), least.data())) {
    ++findings_.states;
    judge(least.data(), std::nullopt, distance);
  }
}

void Worker::store(std::span<const std::uint64_t> states,
                   std::uint64_t distance) {
  std::array<StateStore::Hashed, ahead> ring;  // state i is at i % ahead
  const std::size_t count = states.size() / words_;
  const auto state_at = [&](std::size_t i) {
    return states.data() + i * words_;
  };
  const auto fetch = [&](std::size_t i) {
    if (i >= count) return;
    ring[i % ahead] = store_.hashed(state_at(i));
    store_.prefetch(ring[i % ahead]);
  };
  until_limit(budget_, stop_, [&] {
    for (std::size_t i = 0; i + 1 < ahead; ++i) fetch(i);
    for (std::size_t i = 0; i < count; ++i) {
      fetch(i + ahead - 1);
      if (i + ahead / 2 < count) {
        store_.prefetch_state(ring[(i + ahead / 2) % ahead]);
      }
      const std::uint64_t* state = state_at(i);
      if (!store_.insert(ring[i % ahead], state)) continue;
      ++findings_.states;
      if (stopped()) return;
      judge(state, std::nullopt, distance);
    }
  });
}

void Worker::canonize(std::uint64_t* state) {
  if (canonize_) (*canonize_)(state);
}

void Worker::forget_successors() {
  for (const std::uint32_t shard : waiting_shards_) {
    waiting_[shard].states.clear();
    waiting_[shard].steps.clear();
  }
  waiting_shards_.clear();
}

void Worker::judge(const std::uint64_t* state, std::uint64_t distance) {
  judge(state, std::nullopt, distance);
}

void Worker::judge(const std::uint64_t* state, Written written,
                   std::uint64_t distance) {
  for (std::size_t i = 0; i < judges_.size(); ++i) {
    judges_[i]->look_for_premise(state, written);
    // Without model errors to look for, a decided property needs no look.
    if (!questions_.open[i] && !questions_.errors) continue;
    const PropertyJudge::Answer answer = judges_[i]->judge(state, written);
    if (answer.error) {
      findings_.fails[i] = true;
      error(state, distance, *answer.error, std::nullopt);
    }
    const bool broken = answer.error
                            ? i >= questions_.known && !limit(*answer.error)
                            : !answer.holds;
    if (broken && comes_before(distance, state, findings_.violated[i])) {
      findings_.violated[i] = Witness{
          distance, {state, state + words_}, std::nullopt, answer.error};
    }
  }
}

std::uint64_t Worker::bytes() const {
  std::uint64_t bytes = tables_.bytes();
  for (const auto& j : judges_) bytes += j->bytes();
  for (const Waiting& w : waiting_) {
    bytes += w.states.capacity() * 8 + w.steps.capacity() * 4;
  }
  return bytes;
}

}  // namespace vicinal::explore::inline search
