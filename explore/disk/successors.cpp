// SPDX-License-Identifier: MIT
// A hash table drops what is there already, which is most of it, before
// anything is sorted.
#include "explore/disk/successors.hpp"

#include <algorithm>
#include <array>
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline disk {

namespace {

// A level of gigabytes takes seconds to sort: whoever is asked to compare looks
// at the limits. What they end is not in order, and nobody reads it.
void sort_words(std::vector<std::uint64_t>& states) {
  boost::sort::spreadsort::integer_sort(
      states.begin(), states.end(), [](std::uint64_t word, unsigned offset) {
        network::poll();
        return word >> offset;
      });
}

// States of a few words are moved as a whole.
template <std::size_t words>
void sort_whole(std::vector<std::uint64_t>& states) {
  using State = std::array<std::uint64_t, words>;
  static_assert(sizeof(State) == words * sizeof(std::uint64_t));
  auto* begin = reinterpret_cast<State*>(states.data());
  std::sort(begin, begin + states.size() / words,
            [](const State& a, const State& b) {
              network::poll();
              return a < b;
            });
}

// Longer ones once, when it is known where to.
void sort_by_place(std::vector<std::uint64_t>& states, std::size_t words) {
  std::vector<const std::uint64_t*> places;
  places.reserve(states.size() / words);
  for (std::size_t at = 0; at < states.size(); at += words) {
    places.push_back(states.data() + at);
  }
  std::ranges::sort(places, [&](const auto* a, const auto* b) {
    network::poll();
    return state_less(a, b, words);
  });
  std::vector<std::uint64_t> sorted;
  sorted.reserve(states.size());
  for (const std::uint64_t* state : places) {
    sorted.insert(sorted.end(), state, state + words);
  }
  states = std::move(sorted);
}

void sort_states(std::vector<std::uint64_t>& states, std::size_t words) {
  switch (words) {
    case 1:
      return sort_words(states);
    case 2:
      return sort_whole<2>(states);
    case 3:
      return sort_whole<3>(states);
    default:
      return sort_by_place(states, words);
  }
}

// That sorting takes for a state, besides the table.
std::uint64_t sorting_bytes(std::size_t words) {
  return words <= 3 ? 8 * words : 16 * words + 8;
}

}  // namespace

SuccessorSet::SuccessorSet(const network::Packing& packing, WorkFolder& folder,
                           const RecordCoding& coding, std::uint64_t most_bytes,
                           std::size_t block_bytes)
    : words_(packing.words()),
      folder_(folder),
      coding_(coding),
      most_bytes_(most_bytes),
      block_bytes_(block_bytes),
      store_(packing),
      runs_(folder, coding, block_bytes) {}

// The index is fetched some states ahead, and, when it is there, the stored
// state that it names.
void SuccessorSet::insert(std::span<const std::uint64_t> states) {
  constexpr std::size_t ahead = 16;
  std::array<StateStore::Hashed, ahead> ring;  // state i is at i % ahead
  const std::size_t count = states.size() / words_;
  for (std::size_t i = 0; i < count + ahead; ++i) {
    if (i >= ahead) {
      const std::size_t now = i - ahead;
      store_.insert(ring[now % ahead], states.data() + now * words_);
    }
    if (i < count) {
      ring[i % ahead] = store_.hashed(states.data() + i * words_);
      store_.prefetch(ring[i % ahead]);
    }
    if (i >= ahead / 2 && i - ahead / 2 < count) {
      store_.prefetch_state(ring[(i - ahead / 2) % ahead]);
    }
  }
}

bool SuccessorSet::large() const {
  const std::uint64_t states = store_.size();
  return states > 0 &&
         store_.bytes() + states * sorting_bytes(words_) > most_bytes_;
}

void SuccessorSet::sort() {
  sorted_.resize(store_.size() * words_);
  std::uint64_t* to = sorted_.data();
  for (std::uint32_t shard = 0; shard < store_.shards(); ++shard) {
    const std::uint32_t size = store_.size(shard);
    network::poll(size);
    for (std::uint32_t i = 0; i < size; ++i, to += words_) {
      store_.read(shard, i, to);
    }
  }
  store_.clear();
  sort_states(sorted_, words_);
}

void SuccessorSet::spill() {
  sort();
  RunWriter writer(folder_, coding_, 0, 0, block_bytes_);
  for (std::size_t at = 0; at < sorted_.size(); at += words_) {
    network::poll();
    writer.add(sorted_.data() + at, 0);
  }
  sorted_ = {};
  runs_.add(writer.finish());
}

void SuccessorSet::drain(
    const std::function<void(const std::uint64_t* state)>& visit) {
  if (runs_.runs().empty()) {
    sort();
    for (std::size_t at = 0; at < sorted_.size(); at += words_) {
      visit(sorted_.data() + at);
    }
    sorted_ = {};
    return;
  }
  if (store_.size() > 0) spill();
  merge_runs(runs_.runs(), coding_,
             [&](const std::uint64_t* state, std::uint64_t) { visit(state); });
  runs_.clear();
}

std::uint64_t SuccessorSet::bytes() const {
  return store_.bytes() + sorted_.capacity() * 8 + runs_.bytes();
}

}  // namespace vicinal::explore::inline disk
