// SPDX-License-Identifier: MIT
// Incremental look-up is sound by this invariant: in a state that was judged,
// each choice was evaluated in a state that agrees on all slots it read then,
// or is certain by the value of one slot that it is known to read. A step that
// writes none of these slots leaves it so; who reads a written slot is looked
// up again, unless the new value alone makes it certain. `readers_` must
// therefore have all that anybody has read who judged states before
// (`learn_from`). Tables of groups hold for what was known to be read when they
// were made: one more reading ends them all.
#include "explore/properties/formula.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "network/semantics/bindings.hpp"
#include "network/steps/table_bits.hpp"

namespace vicinal::explore::inline properties {

using network::Context;
using network::Scalar;

namespace {

constexpr std::size_t most_choices = std::size_t{1} << 18;
constexpr std::uint32_t most_results = 1U << 20;
constexpr int most_bits = 9;  // of what a group reads
constexpr unsigned uses_before_groups = 16;

}  // namespace

Formula::Formula(const network::Instance& instance,
                 const network::Packing& packing,
                 std::vector<network::Range> binders, network::ExprId body,
                 bool expected)
    : instance_(instance),
      packing_(packing),
      evaluator_(instance),
      recorder_(instance.slot_count()),
      decisions_(packing),
      body_(body),
      expected_(expected),
      room_(most_results),
      readers_(instance.slot_count()),
      kleene_(instance, network::Unseen::of_its_type),
      known_(instance.slot_count(), 0),
      state_(instance.slot_count()),
      frame_(instance.model->frame) {
  evaluator_.tell(&recorder_);
  for (const network::Range& list : binders) {
    for (std::uint32_t b = list.begin; b < list.end; ++b) {
      slots_.push_back(instance.model->binders[b].slot);
    }
  }
  const Context context{network::whole(instance, state_.data()),
                        network::NodeId::none(), frame_.data()};
  try {
    add_choices(binders, 0, context);
  } catch (const network::ModelError&) {
    usable_ = false;
  }
  usable_ = usable_ && recorder_.reads().empty();
}

void Formula::add_choices(const std::vector<network::Range>& binders,
                          std::size_t level, const Context& context) {
  if (level == binders.size()) {
    if (choices_ == most_choices) usable_ = false;
    if (!usable_) return;
    for (const std::uint32_t s : slots_) frames_.push_back(frame_[s]);
    decisions_.add_tree();
    reads_.emplace_back();
    ++choices_;
    return;
  }
  network::Bindings bindings(binders[level], evaluator_, context);
  while (usable_ && bindings.next()) add_choices(binders, level + 1, context);
}

void Formula::add_reader(Reading reading) {
  auto& list = readers_[reading.slot].choices;
  if (std::find(list.begin(), list.end(), reading.choice) != list.end()) return;
  list.push_back(reading.choice);
  reads_[reading.choice].push_back(reading.slot);
  readings_.push_back(reading);
}

void Formula::learn_from(const Formula& other, std::size_t first) {
  // What the evaluator is asked, nobody learns from.
  usable_ = usable_ && other.usable_;
  for (std::size_t i = first; i < other.readings_.size(); ++i) {
    add_reader(other.readings_[i]);
  }
}

void Formula::set_frame(std::uint32_t choice) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    frame_[slots_[i]] = frames_[choice * slots_.size() + i];
  }
}

std::uint32_t Formula::learn(std::uint32_t choice, const std::uint64_t* state) {
  packing_.unpack(state, state_);
  set_frame(choice);
  recorder_.begin();
  std::uint32_t value = fails;
  try {
    value = evaluator_.holds(body_, {network::whole(instance_, state_.data()),
                                     network::NodeId::none(), frame_.data()})
                ? yes
                : no;
  } catch (const network::ModelError&) {
  }
  if (room_ == 0 ||
      !decisions_.insert(choice, recorder_.reads(), state, value)) {
    usable_ = false;
    return value;
  }
  --room_;
  for (const std::uint32_t slot : recorder_.reads()) {
    add_reader({slot, choice});
  }
  return value;
}

void Formula::add(std::uint32_t choice, const std::uint64_t* state,
                  Found& found) {
  std::uint32_t value = decisions_.find(choice, state);
  if (value == network::Decisions::unknown) value = learn(choice, state);
  found.some_true |= value == yes;
  found.some_false |= value == no;
  found.some_fail |= value == fails;
}

Formula::Found Formula::look(const std::uint64_t* state) {
  Found found;
  for (std::uint32_t c = 0; c < choices_; ++c) add(c, state, found);
  return found;
}

// Whether the body is as expected, and does not fail, whatever other slots
// hold.
bool Formula::certain(std::uint32_t choice, std::uint32_t slot, Scalar value) {
  set_frame(choice);
  state_[slot] = value;
  known_[slot] = 1;
  network::Valuation valuation = network::whole(instance_, state_.data());
  valuation.known = known_.data();
  const network::Interval found = kleene_.scalar(
      body_, {valuation, network::NodeId::none(), frame_.data()});
  known_[slot] = 0;
  const Scalar wanted = expected_ ? 1 : 0;
  return !found.may_fail && found.low == wanted && found.high == wanted;
}

// Of a slot that somebody reads: it has few values, or decisions would not have
// taken the reading.
Formula::Open& Formula::open(std::uint32_t slot, const std::uint64_t* state) {
  Readers& r = readers_[slot];
  const network::Packing::BitField& p = packing_.field_of(slot);
  if (r.open.empty()) r.open.resize(p.mask + 1);
  const std::uint64_t value = (state[p.word] >> p.shift) & p.mask;
  Open& open = r.open[value];
  for (; open.seen < r.choices.size(); ++open.seen) {
    const std::uint32_t c = r.choices[open.seen];
    const Scalar scalar = p.low + static_cast<Scalar>(value);
    if (!certain(c, slot, scalar)) open.choices.push_back(c);
  }
  return open;
}

// Tables over the bits of other slots than this one, whose value is known.
void Formula::group(Open& open, std::uint32_t slot) const {
  struct ChoiceBits {
    network::Packing::WordBits read;
    std::uint32_t choice = 0;
  };
  network::TableBits used(most_bits);
  open.groups.clear();
  open.readings_at = readings_.size();
  std::vector<ChoiceBits> readers;
  for (const std::uint32_t choice : open.choices) {
    const auto read = used.alone(packing_.bits_of(reads_[choice], slot));
    if (read) {
      readers.push_back({*read, choice});
    } else {
      open.groups.push_back({{choice}, {}, {}});
    }
  }
  // Choices of the same members side by side.
  std::sort(readers.begin(), readers.end(),
            [](const ChoiceBits& a, const ChoiceBits& b) {
              return std::tuple(a.read.word, std::countr_zero(a.read.bits),
                                a.choice) <
                     std::tuple(b.read.word, std::countr_zero(b.read.bits),
                                b.choice);
            });
  for (std::size_t i = 0; i < readers.size();) {
    ChoiceGroup& group = open.groups.emplace_back();
    used.clear();
    for (; i < readers.size() && used.takes(readers[i].read); ++i) {
      used.add(readers[i].read);
      group.choices.push_back(readers[i].choice);
    }
    group.index = used.index();
    group.table.assign(group.index.size(), 0);
  }
}

void Formula::add_group(ChoiceGroup& group, const std::uint64_t* state,
                        Found& found) {
  if (group.table.empty()) {
    add(group.choices.front(), state, found);
    return;
  }
  std::uint8_t& entry = group.table[group.index.of(state)];
  if (entry == 0) {
    Found here;
    for (const std::uint32_t c : group.choices) add(c, state, here);
    found.some_true |= here.some_true;
    found.some_false |= here.some_false;
    found.some_fail |= here.some_fail;
    // If one of them read more than was known, all groups have come to an end.
    entry = static_cast<std::uint8_t>(
        1 | here.some_true << 1 | here.some_false << 2 | here.some_fail << 3);
    return;
  }
  found.some_true |= (entry & 2) != 0;
  found.some_false |= (entry & 4) != 0;
  found.some_fail |= (entry & 8) != 0;
}

void Formula::add_open(Open& open, std::uint32_t slot,
                       const std::uint64_t* state, Found& found) {
  if (open.readings_at != readings_.size()) {
    const std::size_t readings = readings_.size();
    // Learning may add to lists of other slots: what it adds was learned.
    for (std::size_t i = 0; i < open.choices.size(); ++i) {
      add(open.choices[i], state, found);
    }
    if (readings_.size() > readings) open.uses = 0;
    if (open.uses++ >= uses_before_groups) group(open, slot);
    return;
  }
  for (ChoiceGroup& g : open.groups) add_group(g, state, found);
}

Formula::Found Formula::look(const std::uint64_t* state,
                             std::span<const std::uint32_t> written) {
  Found found;
  for (const std::uint32_t slot : written) {
    if (readers_[slot].choices.empty()) continue;
    add_open(open(slot, state), slot, state, found);
  }
  return found;
}

std::uint64_t Formula::bytes() const {
  std::uint64_t bytes = decisions_.bytes() + frames_.capacity() * 8 +
                        readings_.capacity() * sizeof(Reading);
  for (const Readers& r : readers_) {
    bytes += r.choices.capacity() * 4 + r.open.capacity() * sizeof(Open);
    for (const Open& open : r.open) {
      bytes += open.choices.capacity() * 4;
      for (const ChoiceGroup& g : open.groups) {
        bytes +=
            sizeof(ChoiceGroup) + g.choices.capacity() * 4 + g.table.capacity();
      }
    }
  }
  return bytes;
}

}  // namespace vicinal::explore::inline properties
