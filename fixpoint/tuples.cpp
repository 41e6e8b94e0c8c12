// SPDX-License-Identifier: MIT
// A tuple is appended first and looked up by its number then; if it was there
// before, it is taken off again.
#include "fixpoint/tuples.hpp"

#include <algorithm>

namespace vicinal::fixpoint {

using network::Scalar;

std::size_t Tuples::Hash::operator()(std::uint32_t i) const {
  std::uint64_t h = 0x9E3779B97F4A7C15ULL ^ tuples->tags_[i];
  const auto mix = [&](std::uint64_t v) {
    h ^= v + 0x9E3779B97F4A7C15ULL + (h << 6) + (h >> 2);
    h *= 0xBF58476D1CE4E5B9ULL;
    h ^= h >> 31;
  };
  mix(tuples->tags_[i]);
  for (const Scalar v : (*tuples)[i]) mix(static_cast<std::uint64_t>(v));
  return h;
}

bool Tuples::Equal::operator()(std::uint32_t a, std::uint32_t b) const {
  const auto x = (*tuples)[a];
  const auto y = (*tuples)[b];
  return tuples->tags_[a] == tuples->tags_[b] &&
         std::equal(x.begin(), x.end(), y.begin(), y.end());
}

void Tuples::append(std::uint32_t tag, std::span<const Scalar> values) {
  const std::size_t begin = values_.size();
  const std::size_t count = values.size();
  const bool inside = count > 0 && values.data() >= values_.data() &&
                      values.data() < values_.data() + begin;
  const std::size_t from = inside ? values.data() - values_.data() : 0;
  values_.resize(begin + count);
  const Scalar* source = inside ? values_.data() + from : values.data();
  std::copy_n(source, count, values_.data() + begin);
  tags_.push_back(tag);
  begins_.push_back(values_.size());
}

void Tuples::drop_last() {
  tags_.pop_back();
  begins_.pop_back();
  values_.resize(begins_.back());
}

std::pair<std::uint32_t, bool> Tuples::insert(std::uint32_t tag,
                                              std::span<const Scalar> values) {
  const auto number = static_cast<std::uint32_t>(tags_.size());
  append(tag, values);
  const auto [it, fresh] = index_.insert(number);
  if (!fresh) drop_last();
  return {*it, fresh};
}

std::uint32_t Tuples::find(std::uint32_t tag, std::span<const Scalar> values) {
  const auto number = static_cast<std::uint32_t>(tags_.size());
  append(tag, values);
  const auto it = index_.find(number);
  const std::uint32_t found = it == index_.end() ? UINT32_MAX : *it;
  drop_last();
  return found;
}

std::uint64_t Tuples::bytes() const {
  return values_.capacity() * sizeof(Scalar) +
         begins_.capacity() * sizeof(std::uint64_t) +
         tags_.capacity() * sizeof(std::uint32_t) + index_.bucket_count() * 16;
}

}  // namespace vicinal::fixpoint
