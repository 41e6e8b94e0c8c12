// SPDX-License-Identifier: MIT
// Quantifiers over many members, by look-up: how many members make the body
// true is added up from tables over a few members each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "network/semantics/bindings.hpp"
#include "network/steps/bit_index.hpp"
#include "network/steps/packing.hpp"

namespace vicinal::network::inline steps {

// The value of a quantifier is kept in a derived field of the state (see
// Packing::add_derived), so that whoever asks for it reads one slot instead of
// all those of its members. Taken are quantifiers whose members are the same in
// every state, each of which reads a few bits of one word. Not `sum`.
class Counts final : public QuantifierSlots {
 public:
  // Both must outlive it.
  Counts(const Instance& instance, Packing& fields);
  Counts(const Counts&) = delete;
  Counts& operator=(const Counts&) = delete;

  // The slot that holds the value of the quantifier in a whole state; none: it
  // is to be evaluated as it stands. The answer for the same quantifier, actor
  // and values of bound variables stays, until `forget` says otherwise.
  std::optional<std::uint32_t> slot(const Expr& e,
                                    const Context& context) override;

  // Fills all derived fields of a state. O(tables).
  void derive(std::uint64_t* state);

  // Quantifiers that read a few bits only are left to their readers, until it
  // is asked to take them, too. Whether that changes answers of `slot`.
  bool take_small();
  // Whether answers of `slot` do not hold any more, since this was last asked.
  bool forget();

  bool empty() const { return counts_.empty(); }
  std::size_t size() const { return counts_.size(); }
  std::uint64_t bytes() const;

 private:
  struct Member {
    std::vector<Scalar> frame;         // values of the binders
    std::vector<std::uint32_t> slots;  // that the body may read, sorted
  };
  // Members that follow each other. An entry is the number of those that make
  // the body true, + 1; 0: unknown.
  struct MemberRange {
    std::uint32_t first = 0, last = 0;
    BitIndex index;
    std::vector<std::uint16_t> table;
  };
  struct Count {
    const Expr* e = nullptr;
    NodeId self;
    std::vector<Scalar> frame;  // of the context
    Scalar k = 0;
    std::vector<Member> members;
    std::vector<MemberRange> parts;
    std::uint32_t slot = 0;
    bool usable = true;
  };
  // What an expression mentions of its context.
  struct Mentions {
    bool self = false;
    std::vector<std::uint32_t> slots;  // of the frame, sorted
  };
  using Key = std::tuple<const Expr*, NodeId, std::vector<Scalar>>;

  const Mentions& mentions(const Expr& e);
  std::optional<std::uint32_t> make(const Expr& e, const Context& context,
                                    const Mentions& mentioned);
  bool add_members(Count& count);
  bool worth(const Count& count);
  std::optional<bool> evaluate(const Count& count, const Member& member);
  bool add_slots(Member& member) const;
  bool make_parts(Count& count) const;
  bool fill(Count& count, MemberRange& part, const std::uint64_t* state);
  std::optional<Scalar> holding(Count& count, const std::uint64_t* state);
  std::uint64_t value(Count& count, const std::uint64_t* state);

  const Instance& instance_;
  Packing& packing_;
  Recorder recorder_;
  Evaluator evaluator_;
  std::map<const Expr*, Mentions> mentions_;
  std::map<Key, std::optional<std::uint32_t>> slots_;
  std::vector<Count> counts_;
  int small_bits_;
  bool some_small_ = false;  // was left to its readers
  bool forget_ = false;
  std::vector<Scalar> state_, frame_;
};

}  // namespace vicinal::network::inline steps
