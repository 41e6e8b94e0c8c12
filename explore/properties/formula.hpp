// SPDX-License-Identifier: MIT
// A formula "for all members: body", decided on packed states by look-up, for
// each choice of members by itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/semantics/kleene.hpp"
#include "network/steps/bit_index.hpp"
#include "network/steps/decisions.hpp"

namespace vicinal::explore::inline properties {

// How many members of a state's choices make the body true or false, or make
// it fail. Choices that a step does not touch are as they were before it.
class Formula {
 public:
  // The binders are nested, outermost first. Choices that make the body
  // `expected` matter to nobody. The instance and the packing must outlive it.
  Formula(const network::Instance& instance, const network::Packing& packing,
          std::vector<network::Range> binders, network::ExprId body,
          bool expected);

  Formula(const Formula&) = delete;
  Formula& operator=(const Formula&) = delete;

  // False: members depend on the state, there are too many, or what they read
  // has too many values. Then the evaluator has to be asked.
  bool usable() const { return usable_; }

  struct Found {
    bool some_true = false, some_false = false, some_fail = false;
  };
  // In all choices.
  Found look(const std::uint64_t* state);
  // In those that may read a slot that was written, and are not as expected
  // whatever other slots hold.
  Found look(const std::uint64_t* state,
             std::span<const std::uint32_t> written);

  // A choice that reads a slot. Whoever looks at steps from states that others
  // looked at must know what they have learned until then.
  struct Reading {
    std::uint32_t slot = 0;
    std::uint32_t choice = 0;
  };
  // All that is known here, by the order in which it came.
  const std::vector<Reading>& readings() const { return readings_; }
  void learn_from(const Formula& other, std::size_t first);

  std::uint64_t bytes() const;

 private:
  enum Value : std::uint32_t { no, yes, fails };

  void add_choices(const std::vector<network::Range>& binders,
                   std::size_t level, const network::Context& context);
  void add(std::uint32_t choice, const std::uint64_t* state, Found& found);
  std::uint32_t learn(std::uint32_t choice, const std::uint64_t* state);

  const network::Instance& instance_;
  const network::Packing& packing_;
  network::Evaluator evaluator_;
  network::Recorder recorder_;
  network::Decisions decisions_;  // a tree for each choice
  network::ExprId body_;
  bool expected_;
  bool usable_ = true;
  std::vector<std::uint32_t> slots_;     // of the frame that choices fill
  std::vector<network::Scalar> frames_;  // of all choices
  std::size_t choices_ = 0;
  std::uint32_t room_ = 0;  // for results
  // Choices that are looked up together: what they read lies in a few bits of
  // one word.
  struct ChoiceGroup {
    std::vector<std::uint32_t> choices;
    network::BitIndex index;
    // What is found in the choices, as bits; 0: unknown. Empty: a choice that
    // reads too much.
    std::vector<std::uint8_t> table;
  };
  // Choices that read a slot, and, of the first `seen` of them, those that a
  // value of it leaves open.
  struct Open {
    std::vector<std::uint32_t> choices;
    std::size_t seen = 0;
    std::vector<ChoiceGroup> groups;
    std::size_t readings_at = 0;  // size of readings_ when groups were made
    unsigned uses = 0;            // since there were more
  };
  struct Readers {
    std::vector<std::uint32_t> choices;
    std::vector<Open> open;  // per value
  };
  Open& open(std::uint32_t slot, const std::uint64_t* state);
  void add_open(Open& open, std::uint32_t slot, const std::uint64_t* state,
                Found& found);
  void group(Open& open, std::uint32_t slot) const;
  void add_group(ChoiceGroup& group, const std::uint64_t* state, Found& found);
  void add_reader(Reading reading);
  bool certain(std::uint32_t choice, std::uint32_t slot, network::Scalar value);
  void set_frame(std::uint32_t choice);

  std::vector<Readers> readers_;                   // per slot
  std::vector<std::vector<std::uint32_t>> reads_;  // per choice: slots
  std::vector<Reading> readings_;
  network::Kleene kleene_;
  std::vector<std::uint8_t> known_;  // per slot: 0
  std::vector<network::Scalar> state_, frame_;
};

}  // namespace vicinal::explore::inline properties
