// SPDX-License-Identifier: MIT
// States of one word: the scrambled word is split into shard and rest, both of
// which name the state exactly, since scrambling can be undone. States of more
// words are stored as they are and hashed. In either case a tag of 8 bits only
// says where to compare; equality is that of all stored bits, so no state is
// ever lost to a collision. States are in chunks that never move; an index that
// is full is dropped before the next one is filled from the chunks.
#include "explore/store/state_store.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace vicinal::explore::inline store {

namespace {

constexpr unsigned shard_bits = 8;
constexpr unsigned least_bits = 20;  // of a word that is split into shards

// Modulo 2^64, and so modulo any smaller power: by Newton's method.
constexpr std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
  return x;
}

constexpr std::uint64_t low_bits(unsigned count) {
  return count >= 64 ? ~0ULL : (1ULL << count) - 1;
}

}  // namespace

StateStore::StateStore(const network::Packing& packing, Bits bits)
    : packing_(packing), bits_(bits) {
  one_word_ = packing.words() == 1;
  bool split = packing.words() > 1;
  if (one_word_) {
    const unsigned used = packing.bits(0);
    split = used >= least_bits;
    half_ = (used + 1) / 2;
    rest_bits_ = used - (split ? shard_bits : 0);
    word_mask_ = low_bits(used);
    rest_mask_ = low_bits(rest_bits_);
    state_bytes_ = (rest_bits_ + 7) / 8;
  } else {
    for (std::size_t w = 0; w < packing.words(); ++w) {
      word_bytes_.push_back((packing.bits(w) + 7) / 8);
      state_bytes_ += word_bytes_.back();
    }
  }
  shards_.resize(split ? 1U << shard_bits : 1);
}

std::uint64_t StateStore::size() const {
  std::uint64_t size = 0;
  for (const Shard& s : shards_) size += s.size;
  return size;
}

std::uint64_t StateStore::bytes() const {
  std::uint64_t bytes = shards_.size() * sizeof(Shard);
  for (const Shard& s : shards_) {
    bytes += s.blocks * block_entries * (1 + s.number_bytes) +
             s.chunks.capacity() * sizeof(s.chunks[0]) +
             s.chunks.size() * (chunk * state_bytes_ + 8);
  }
  return bytes;
}

std::uint64_t StateStore::unscramble(std::uint64_t x) const {
  static_assert(factor_a * inverse(factor_a) == 1);
  static_assert(factor_b * inverse(factor_b) == 1);
  x ^= x >> half_;
  x = x * inverse(factor_b) & word_mask_;
  x ^= x >> half_;
  x = x * inverse(factor_a) & word_mask_;
  return x ^ x >> half_;
}

std::uint64_t StateStore::hash(const std::uint64_t* state) const {
  std::uint64_t h = golden;
  for (std::size_t w = 0; w < word_bytes_.size(); ++w) {
    h = (h ^ state[w]) * factor_a;
    h ^= h >> 32;
  }
  return h * factor_b;
}

StateStore::Hashed StateStore::hashed_words(const std::uint64_t* state) const {
  const std::uint64_t h = hash(state);
  const std::uint64_t shard = shards_.size() == 1 ? 0 : h >> 56;
  return {static_cast<std::uint32_t>(shard), h};
}

std::uint64_t StateStore::rest_at(const Shard& s, std::uint32_t number) const {
  std::uint64_t rest = 0;
  std::memcpy(&rest, at(s, number), 8);  // chunks end 8 bytes later
  return rest & rest_mask_;
}

void StateStore::read_words(const Shard& s, std::uint32_t number,
                            std::uint64_t* state) const {
  const std::uint8_t* from = at(s, number);
  for (std::size_t w = 0; w < word_bytes_.size(); ++w) {
    state[w] = 0;
    std::memcpy(&state[w], from, word_bytes_[w]);
    from += word_bytes_[w];
  }
}

void StateStore::read(std::uint32_t shard, std::uint32_t number,
                      std::uint64_t* state) const {
  const Shard& s = shards_[shard];
  if (!one_word_) {
    read_words(s, number, state);
    return;
  }
  const std::uint64_t top =
      shards_.size() == 1 ? 0 : std::uint64_t{shard} << rest_bits_;
  state[0] = unscramble(top | rest_at(s, number));
}

bool StateStore::same_words(const Shard& s, std::uint32_t number,
                            const std::uint64_t* state) const {
  const std::uint8_t* stored = at(s, number);
  for (std::size_t w = 0; w < word_bytes_.size(); ++w) {
    if (std::memcmp(stored, &state[w], word_bytes_[w]) != 0) return false;
    stored += word_bytes_[w];
  }
  return true;
}

void StateStore::append(Shard& s, const Hashed& hashed,
                        const std::uint64_t* state) {
  if (s.size == s.chunks.size() * chunk) {
    s.chunks.push_back(
        std::make_unique<std::uint8_t[]>(chunk * state_bytes_ + 8));
  }
  std::uint8_t* to =
      s.chunks.back().get() + std::size_t{s.size % chunk} * state_bytes_;
  if (one_word_) {
    std::memcpy(to, &hashed.hash, state_bytes_);
  } else {
    for (std::size_t w = 0; w < word_bytes_.size(); ++w) {
      std::memcpy(to, &state[w], word_bytes_[w]);
      to += word_bytes_[w];
    }
  }
  ++s.size;
}

// Of a state that is not there.
void StateStore::add_entry(Shard& s, std::uint64_t hash, std::uint32_t number) {
  std::size_t at = start(s, hash);
  for (;; at = at + 1 == s.blocks ? 0 : at + 1) {
    std::uint8_t* b = s.index.get() + (block(s, at) - s.index.get());
    const std::uint64_t empty = zero_bytes(load(b));
    if (empty == 0) continue;
    const std::size_t entry = first_byte(empty);
    b[entry] = tag(hash);
    std::memcpy(b + block_entries + entry * s.number_bytes, &number,
                s.number_bytes);
    return;
  }
}

// The first sizes differ, so that not all shards are nearly empty at once.
void StateStore::grow(Shard& s) {
  const auto number = static_cast<std::size_t>(&s - shards_.data());
  s.blocks = s.blocks == 0 ? 8 + 4 * number / shards_.size() : s.blocks * 3 / 2;
  const std::size_t entries = s.blocks * block_entries;
  if (entries >= 1ULL << 31) {
    throw std::length_error("StateStore: a full shard");
  }
  s.most = static_cast<std::uint32_t>(entries - entries / 16);
  const auto bits = static_cast<unsigned>(std::bit_width(s.most));
  s.number_bytes = bits <= bits_.two_bytes     ? 2
                   : bits <= bits_.three_bytes ? 3
                                               : 4;
  // The old one is not needed: hashes are computed again.
  s.index.reset();
  s.index =
      std::make_unique<std::uint8_t[]>(entries * (1 + s.number_bytes) + 2);
  std::vector<std::uint64_t> state(packing_.words());
  for (std::uint32_t i = 0; i < s.size; ++i) {
    std::uint64_t h = 0;
    if (one_word_) {
      h = rest_at(s, i);
    } else {
      read_words(s, i, state.data());
      h = hash(state.data());
    }
    add_entry(s, h, i);
  }
}

void StateStore::clear() {
  for (Shard& s : shards_) s = Shard{};
}

bool StateStore::insert(const Hashed& hashed, const std::uint64_t* state) {
  Shard& s = shards_[hashed.shard];
  if (s.size == s.most) grow(s);
  const std::uint64_t wanted = repeated(tag(hashed.hash));
  std::size_t at = start(s, hashed.hash);
  for (;; at = at + 1 == s.blocks ? 0 : at + 1) {
    const std::uint8_t* b = block(s, at);
    const std::uint64_t tags = load(b);
    std::uint64_t same = zero_bytes(tags ^ wanted);
    for (; same != 0; same &= same - 1) {
      // Bytes above the first that is the same may be others.
      const std::size_t entry = first_byte(same);
      if (b[entry] == 0) continue;
      const std::uint32_t found = number(s, b, entry);
      if (one_word_ ? rest_at(s, found) == hashed.hash
                    : same_words(s, found, state)) {
        return false;
      }
    }
    if (zero_bytes(tags) != 0) break;
  }
  append(s, hashed, state);
  add_entry(s, hashed.hash, s.size - 1);
  return true;
}

}  // namespace vicinal::explore::inline store
