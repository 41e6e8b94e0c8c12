// SPDX-License-Identifier: MIT
// A batch is a note, and then states: each the bytes of its words that are
// used, without a length, since all ranks have the same packing.
#include "explore/ranks/outbox.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace vicinal::explore::inline ranks {

using network::Batch;
using network::Exchange;

Outbox::Outbox(const network::Packing& packing, Exchange& exchange)
    : exchange_(exchange),
      words_(packing.words()),
      out_(exchange.size(), Batch(note_bytes)),
      states_(ahead * words_) {
  make_places();
  for (std::size_t w = 0; w < words_; ++w) {
    word_bytes_.push_back((packing.bits(w) + 7) / 8);
    state_bytes_ += word_bytes_.back();
  }
  // A state without bits is there all the same.
  if (state_bytes_ == 0) state_bytes_ = word_bytes_[0] = 1;
  traffic_.state_bytes = state_bytes_;
}

bool Outbox::sent_lately(std::size_t place, const std::uint64_t* state) {
  std::uint64_t* there = sent_.data() + place * words_;
  if (used_[place] && std::equal(state, state + words_, there)) return true;
  std::copy(state, state + words_, there);
  if (used_[place]) return false;
  used_[place] = true;
  const std::size_t places = std::size_t{1} << place_bits_;
  if (++taken_ > places / 2 && 2 * places * words_ <= most_words) {
    ++place_bits_;
    make_places();
  }
  return false;
}

void Outbox::make_places() {
  const std::size_t places = std::size_t{1} << place_bits_;
  sent_.assign(places * words_, 0);
  used_.assign(places, false);
  taken_ = 0;
}

void Outbox::put(unsigned rank, const StateStore::Hashed& hashed,
                 const std::uint64_t* state) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;
  if (end_ - first_ == ahead) settle_first();
  Waiting& w = waiting_[end_ % ahead];
  w.rank = rank;
  w.hash = (hashed.hash ^ std::uint64_t{hashed.shard} << 56) * golden;
  std::copy(state, state + words_, state_of(end_));
  ++end_;
  __builtin_prefetch(sent_.data() + place(w) * words_);
}

void Outbox::settle_first() {
  const Waiting& w = waiting_[first_ % ahead];
  const std::uint64_t* state = state_of(first_);
  ++first_;
  if (sent_lately(place(w), state)) {
    ++traffic_.spared;
    return;
  }
  Batch& batch = out_[w.rank];
  std::size_t at = batch.size();
  batch.resize(at + state_bytes_);
  for (std::size_t word = 0; word < words_; ++word) {
    std::memcpy(batch.data() + at, &state[word], word_bytes_[word]);
    at += word_bytes_[word];
  }
  ++traffic_.states;
}

std::vector<Note> Outbox::swap(const Note& note,
                               std::vector<std::uint64_t>& states) {
  while (first_ != end_) settle_first();
  const std::uint64_t first =
      std::uint64_t{note.more} | static_cast<std::uint64_t>(note.limit) << 8;
  for (Batch& batch : out_) {
    std::memcpy(batch.data(), &first, 8);
    std::memcpy(batch.data() + 8, &note.states, 8);
  }
  exchange_.swap(out_, in_);
  for (unsigned r = 0; r < out_.size(); ++r) {
    if (r != exchange_.rank()) traffic_.bytes += out_[r].size();
    out_[r].resize(note_bytes);
  }
  ++traffic_.rounds;
  std::vector<Note> notes;
  states.clear();
  for (const Batch& batch : in_) {
    if (batch.size() < note_bytes) {
      throw std::logic_error("Outbox: a batch without a note");
    }
    std::uint64_t word = 0;
    std::memcpy(&word, batch.data(), 8);
    Note& from = notes.emplace_back();
    from.more = (word & 1) != 0;
    from.limit = static_cast<network::Limit>(word >> 8);
    std::memcpy(&from.states, batch.data() + 8, 8);
    read(batch, states);
  }
  return notes;
}

void Outbox::read(const Batch& batch,
                  std::vector<std::uint64_t>& states) const {
  const std::size_t bytes = batch.size() - note_bytes;
  if (bytes % state_bytes_ != 0) {
    throw std::logic_error("Outbox: a part of a state");
  }
  std::size_t to = states.size();
  states.resize(to + bytes / state_bytes_ * words_);
  const std::uint8_t* from = batch.data() + note_bytes;
  for (; to < states.size(); to += words_) {
    for (std::size_t w = 0; w < words_; ++w) {
      std::memcpy(&states[to + w], from, word_bytes_[w]);
      from += word_bytes_[w];
    }
  }
}

std::uint64_t Outbox::bytes() const {
  std::uint64_t bytes = sent_.size() * 8 + used_.size() / 8;
  for (const auto* batches : {&out_, &in_}) {
    for (const Batch& batch : *batches) bytes += batch.capacity();
  }
  return bytes;
}

}  // namespace vicinal::explore::inline ranks
