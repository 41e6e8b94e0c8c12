// SPDX-License-Identifier: MIT
// States on their way to the ranks that own them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "explore/store/levels.hpp"
#include "network/base/limits.hpp"
#include "network/ranks/exchange.hpp"
#include "network/steps/packing.hpp"

namespace vicinal::explore::inline ranks {

// What a rank has sent, and done.
struct Traffic {
  std::uint64_t bytes = 0;
  std::uint64_t states = 0;
  std::uint64_t spared = 0;  // states that had been sent lately
  std::uint64_t rounds = 0;
  // Of the processor, between exchanges: waiting takes time of it, too.
  std::uint64_t busy_nanoseconds = 0;
  std::uint64_t state_bytes = 0;  // of a state that is sent
  // What all have met, of each level that this search came to: new states. The
  // first is that of the initial states or, of a search that was resumed, the
  // one behind the level that it went on with.
  std::vector<std::uint64_t> level_states;

  // But for what all ranks have the same of: levels, bytes of a state.
  void add(const Traffic& other) {
    bytes += other.bytes;
    states += other.states;
    spared += other.spared;
    rounds += other.rounds;
    busy_nanoseconds += other.busy_nanoseconds;
  }
};

// What goes with the states of a round.
struct Note {
  bool more = false;  // states of the level are left
  network::Limit limit = network::Limit::none;
  std::uint64_t states = 0;  // stored, of this rank
};

class Outbox {
 public:
  // The packing must outlive it.
  Outbox(const network::Packing& packing, network::Exchange& exchange);

  // To be sent to the rank that owns it, unless it was sent lately: then that
  // rank has it, at this distance or a smaller one.
  void put(unsigned rank, const StateStore::Hashed& hashed,
           const std::uint64_t* state);

  // Sends what was put, to everybody with the note, and has what the others
  // sent: their notes, by rank, and states, packed, one after the other.
  // All ranks do so together.
  std::vector<Note> swap(const Note& note, std::vector<std::uint64_t>& states);

  const Traffic& traffic() const { return traffic_; }
  std::uint64_t bytes() const;  // of memory

 private:
  // States that were sent lately: each in the one place for its hash, where it
  // stays until another one comes. Compared in full. Places become more, up to
  // 4 MiB of states, when half of them are taken; what was in them is
  // forgotten.
  static constexpr unsigned least_place_bits = 12;
  static constexpr std::size_t most_words = std::size_t{1} << 19;
  static constexpr std::size_t note_bytes = 16;
  // Memory is slow: the place of a state is fetched when it is put, and looked
  // at when so many others have been.
  static constexpr std::size_t ahead = 8;
  struct Waiting {
    unsigned rank = 0;
    std::uint64_t hash = 0;  // its first bits say which place
  };
  std::size_t place(const Waiting& w) const {
    return w.hash >> (64 - place_bits_);
  }
  std::uint64_t* state_of(std::size_t number) {  // that waits
    return states_.data() + number % ahead * words_;
  }
  void settle_first();
  bool sent_lately(std::size_t place, const std::uint64_t* state);
  void make_places();
  void read(const network::Batch& batch,
            std::vector<std::uint64_t>& states) const;

  network::Exchange& exchange_;
  std::size_t words_;
  std::vector<unsigned> word_bytes_;
  std::size_t state_bytes_ = 0;
  std::vector<network::Batch> out_, in_;  // per rank
  std::array<Waiting, ahead> waiting_;    // number i is at i % ahead
  std::vector<std::uint64_t> states_;     // that wait
  std::size_t first_ = 0, end_ = 0;       // numbers of what waits
  unsigned place_bits_ = least_place_bits;
  std::size_t taken_ = 0;            // places
  std::vector<std::uint64_t> sent_;  // per place: a state
  std::vector<bool> used_;           // per place
  Traffic traffic_;
};

}  // namespace vicinal::explore::inline ranks
