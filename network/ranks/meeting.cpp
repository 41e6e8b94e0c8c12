// SPDX-License-Identifier: MIT
// Keys are sorted by hash, then by content, here and where they meet: what is
// equal stands together. Each rank sends a key once, with the number of times
// that it has it and the first place where; answers come in the order in which
// keys were sent.
#include "network/ranks/meeting.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "network/base/budget.hpp"

namespace vicinal::network::inline ranks {

namespace {

// The keys in an order in which equal ones stand together, those of lower
// numbers first.
std::vector<std::uint32_t> together(const Keys& keys,
                                    const std::vector<std::uint64_t>& hashes) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    poll();
    if (hashes[a] != hashes[b]) return hashes[a] < hashes[b];
    const auto by_content = std::lexicographical_compare_three_way(
        keys[a].begin(), keys[a].end(), keys[b].begin(), keys[b].end());
    return by_content != 0 ? by_content < 0 : a < b;
  });
  return order;
}

std::vector<std::uint64_t> hashes_of(const Keys& keys, KeyHash* hash) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    poll();
    hashes.push_back(hash(keys[i]));
  }
  return hashes;
}

bool same(const Keys& keys, std::uint32_t a, std::uint32_t b) {
  return std::ranges::equal(keys[a], keys[b]);
}

}  // namespace

std::uint64_t key_hash(std::span<const std::uint32_t> key) {
  std::uint64_t h = 0x9E3779B97F4A7C15U + key.size();
  for (const std::uint32_t word : key) {
    h = (h ^ word) * 0xD6E8FEB86659FD93U;
    h ^= h >> 32;
  }
  return h;
}

std::uint32_t number_of(std::uint64_t i, unsigned rank, unsigned size) {
  const std::uint64_t number = i * size + rank;
  if (number >= UINT32_MAX) throw std::length_error("ranks: too many numbers");
  return static_cast<std::uint32_t>(number);
}

Meeting::Meeting(Post& post, const Keys& keys, KeyHash* hash) : post_(post) {
  const std::vector<std::uint64_t> hashes = hashes_of(keys, hash);
  const std::vector<std::uint32_t> order = together(keys, hashes);
  std::vector<Words> out = post.lists();
  sent_of_.resize(keys.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    for (; end < order.size() && same(keys, order[i], order[end]); ++end) {
      sent_of_[order[end]] = static_cast<std::uint32_t>(sent_to_.size());
    }
    const auto to = static_cast<unsigned>(hashes[order[i]] % post.size());
    const auto key = keys[order[i]];
    out[to].insert(out[to].end(),
                   {static_cast<std::uint32_t>(key.size()),
                    static_cast<std::uint32_t>(end - i), order[i]});
    out[to].insert(out[to].end(), key.begin(), key.end());
    sent_to_.push_back(to);
    i = end;
  }
  receive(post.swap(out), hash);
}

void Meeting::receive(const std::vector<Words>& in, KeyHash* hash) {
  Words count, index;
  for (unsigned r = 0; r < in.size(); ++r) {
    for (std::size_t at = 0; at < in[r].size();) {
      const std::size_t size = in[r].at(at);
      count.push_back(in[r].at(at + 1));
      index.push_back(in[r].at(at + 2));
      met_.add(std::span(in[r]).subspan(at + 3, size));
      met_from_.push_back(r);
      at += 3 + size;
    }
  }
  const std::vector<std::uint32_t> order =
      together(met_, hashes_of(met_, hash));
  met_part_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t met = order[i];
    if (i == 0 || !same(met_, order[i - 1], met)) {
      parts_.push_back({0, met_from_[met], index[met]});
      first_met_.push_back(met);
    }
    parts_.back().count += count[met];
    met_part_[met] = static_cast<std::uint32_t>(parts_.size() - 1);
  }
}

Words Meeting::answers(const Words& values) {
  std::vector<Words> out = post_.lists();
  for (std::size_t m = 0; m < met_part_.size(); ++m) {
    out[met_from_[m]].push_back(values[met_part_[m]]);
  }
  const std::vector<Words> in = post_.swap(out);
  std::vector<std::size_t> next(in.size(), 0);
  Words of_sent;
  for (const std::uint32_t to : sent_to_) {
    of_sent.push_back(in[to].at(next[to]++));
  }
  Words answers;
  answers.reserve(sent_of_.size());
  for (const std::uint32_t sent : sent_of_) answers.push_back(of_sent[sent]);
  return answers;
}

Words Meeting::numbers(std::uint32_t& bound) {
  Words values;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    values.push_back(number_of(p, post_.rank(), post_.size()));
  }
  bound = 0;
  for (const Words& most : post_.share({static_cast<std::uint32_t>(
           parts_.empty() ? 0 : values.back() + 1)})) {
    bound = std::max(bound, most.at(0));
  }
  return answers(values);
}

}  // namespace vicinal::network::inline ranks
