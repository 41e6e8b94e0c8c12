// SPDX-License-Identifier: MIT
// Which slots of a state an evaluation reads and writes.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline semantics {

struct Context;

// Who keeps values of quantifiers in slots beyond those of a state (Counts in
// counts.hpp): what tells of evaluations need not know how.
class QuantifierSlots {
 public:
  // The slot that holds the quantifier's value; none: nobody keeps it.
  virtual std::optional<std::uint32_t> slot(const Expr& e,
                                            const Context& context) = 0;

 protected:
  ~QuantifierSlots() = default;
};

// What an Evaluator tells while it works on a whole state. The same values at
// the slots that were read, in this order, give the same evaluation.
class Recorder {
 public:
  // `counts` may be null. Reading the value of a quantifier that it knows, in
  // a state in which nothing was written, is told as reading its slot; so there
  // may be more slots than those of a state.
  explicit Recorder(std::size_t slots, QuantifierSlots* counts = nullptr)
      : counts_(counts), seen_(slots, 0) {}

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

  // Who may tell the value of a quantifier now; null: nobody.
  QuantifierSlots* counts() const {
    return writes_.empty() ? counts_ : nullptr;
  }

  // While it lives, nothing is told.
  class Pause {
   public:
    explicit Pause(Recorder& recorder)
        : recorder_(recorder), before_(std::exchange(recorder.paused_, true)) {}
    ~Pause() { recorder_.paused_ = before_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Recorder& recorder_;
    bool before_;
  };

  // In the order of the first time.
  const std::vector<std::uint32_t>& reads() const { return reads_; }
  const std::vector<std::uint32_t>& writes() const { return writes_; }

 private:
  static constexpr std::uint8_t read_before = 1, written = 2;

  void add(std::size_t slot, std::uint8_t how,
           std::vector<std::uint32_t>& list) {
    if (paused_) return;
    if (slot >= seen_.size()) seen_.resize(slot + 1, 0);
    if ((seen_[slot] & (how | written)) != 0) return;
    seen_[slot] |= how;
    list.push_back(static_cast<std::uint32_t>(slot));
  }

  QuantifierSlots* counts_;
  bool paused_ = false;
  std::vector<std::uint8_t> seen_;  // per slot
  std::vector<std::uint32_t> reads_, writes_;
};

}  // namespace vicinal::network::inline semantics
