// SPDX-License-Identifier: MIT
// Which slots of a state an evaluation reads and writes.
#pragma once

#include <cstdint>
#include <vector>

namespace vicinal::network {

// What an Evaluator tells while it works on a whole state. The same values at
// the slots that were read, in this order, give the same evaluation.
class Recorder {
 public:
  explicit Recorder(std::size_t slots) : seen_(slots, 0) {}

  // Forgets everything.
  void begin() {
    for (const std::uint32_t s : reads_) seen_[s] = 0;
    reads_.clear();
    begin_step();
  }
  // Writes from now on are those of another step, from the same state.
  void begin_step() {
    for (const std::uint32_t s : writes_) seen_[s] &= ~written;
    writes_.clear();
  }

  // What the step wrote before is no part of the state that it began in.
  void read(std::uint32_t slot, std::size_t count = 1) {
    for (std::size_t i = 0; i < count; ++i) add(slot + i, read_before, reads_);
  }
  void write(std::uint32_t slot, std::size_t count = 1) {
    for (std::size_t i = 0; i < count; ++i) add(slot + i, written, writes_);
  }

  // In the order of the first time.
  const std::vector<std::uint32_t>& reads() const { return reads_; }
  const std::vector<std::uint32_t>& writes() const { return writes_; }

 private:
  static constexpr std::uint8_t read_before = 1, written = 2;

  void add(std::size_t slot, std::uint8_t how,
           std::vector<std::uint32_t>& list) {
    if ((seen_[slot] & (how | written)) != 0) return;
    seen_[slot] |= how;
    list.push_back(static_cast<std::uint32_t>(slot));
  }

  std::vector<std::uint8_t> seen_;  // per slot
  std::vector<std::uint32_t> reads_, writes_;
};

}  // namespace vicinal::network
