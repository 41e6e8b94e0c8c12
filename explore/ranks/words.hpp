// SPDX-License-Identifier: MIT
// What ranks tell each other, as words: written one after the other, and read
// in the same order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/search/worker.hpp"

namespace vicinal::explore::inline ranks {

class WordWriter {
 public:
  void add(std::uint64_t word) { words_.push_back(word); }
  // Also how many there are.
  void add(std::span<const std::uint64_t> words);
  void add(const std::optional<Witness>& witness);
  void add(const Worker::Findings& found);

  std::span<const std::uint64_t> words() const { return words_; }

 private:
  void add(const network::ModelError& error);
  void add(const network::Event& step);

  std::vector<std::uint64_t> words_;
};

// Throws std::logic_error where nothing is left.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint64_t> words) : words_(words) {}

  std::uint64_t word();
  std::vector<std::uint64_t> list();
  std::optional<Witness> witness();
  Worker::Findings findings();

 private:
  network::ModelError error();
  network::Event step();

  std::span<const std::uint64_t> words_;
};

}  // namespace vicinal::explore::inline ranks
