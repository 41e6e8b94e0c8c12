// SPDX-License-Identifier: MIT
// Which slots a member reads is learned as it is evaluated, by a recorder.
// Parts are runs of members whose slots fit one table over bits of one word. If
// an evaluation reads a slot that its table does not have, all tables are made
// anew with it; if then a member reads too much, the count is given up, and
// whoever has used its slot must forget (`forget`). So an entry stands for all
// states that agree on the bits of its index. A member that fails makes the
// whole fail, also where a truth value would be known without it (design 3.3):
// failing is a value of the slot beyond those that the quantifier has.
#include "network/steps/counts.hpp"

#include <algorithm>
#include <bit>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/steps/table_bits.hpp"

namespace vicinal::network::inline steps {

namespace {

constexpr int most_count_bits = 12;  // of a table: 8 KiB
constexpr std::size_t most_members = 4096;
constexpr std::size_t most_counts = 256;
constexpr std::uint16_t no_count = UINT16_MAX;  // of a table

bool tells_truth(Op op) {
  return op != Op::count;
}

}  // namespace

Counts::Counts(const Instance& instance, Packing& fields)
    : instance_(instance),
      packing_(fields),
      recorder_(instance.slot_count()),
      evaluator_(instance),
      small_bits_(most_count_bits),
      state_(instance.slot_count()),
      frame_(instance.model->frame) {
  evaluator_.tell(&recorder_);
}

// ---- which quantifiers -----------------------------------------------------

const Counts::Mentions& Counts::mentions(const Expr& e) {
  const auto [at, fresh] = mentions_.try_emplace(&e);
  if (fresh) {
    const Model& model = *instance_.model;
    const ExprId id(static_cast<std::size_t>(&e - model.exprs.data()));
    at->second.self = mentions_self(model, id);
    at->second.slots = free_slots(model, id);
  }
  return at->second;
}

std::optional<std::uint32_t> Counts::slot(const Expr& e,
                                          const Context& context) {
  const Mentions& m = mentions(e);
  Key key{&e, m.self ? context.self : NodeId::none(), {}};
  for (const std::uint32_t s : m.slots) {
    std::get<2>(key).push_back(context.frame[s]);
  }
  const auto at = slots_.find(key);
  if (at != slots_.end()) return at->second;
  const auto slot = make(e, context, m);
  slots_.emplace(std::move(key), slot);
  return slot;
}

std::optional<std::uint32_t> Counts::make(const Expr& e, const Context& context,
                                          const Mentions& mentioned) {
  if (folds_numbers(e.op) || counts_.size() == most_counts) return std::nullopt;
  Count count;
  count.e = &e;
  count.self = context.self;
  count.frame.assign(instance_.model->frame, 0);
  for (const std::uint32_t s : mentioned.slots) {
    count.frame[s] = context.frame[s];
  }
  std::copy_n(context.valuation.values, state_.size(), state_.begin());
  if (!add_members(count) || !worth(count) || !make_parts(count)) {
    return std::nullopt;
  }
  const std::uint64_t most = tells_truth(e.op) ? 2 : count.members.size() + 1;
  const auto slot = packing_.add_derived(most);
  if (!slot) return std::nullopt;
  count.slot = *slot;
  counts_.push_back(std::move(count));
  return slot;
}

// False: they depend on the state, or there are too many.
bool Counts::add_members(Count& count) {
  const Model& model = *instance_.model;
  const Expr& e = *count.e;
  recorder_.begin();
  frame_ = count.frame;
  const Context context{whole(instance_, state_.data()), count.self,
                        frame_.data()};
  try {
    if (e.children.size() > 1) {
      count.k = evaluator_.scalar(model.child(e, 0), context);
    }
    Bindings bindings(e.binders, evaluator_, context);
    while (bindings.next()) {
      if (count.members.size() == most_members) return false;
      Member& member = count.members.emplace_back();
      for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
        member.frame.push_back(frame_[model.binders[b].slot]);
      }
    }
  } catch (const ModelError&) {
    return false;
  }
  return recorder_.reads().empty();
}

// Whether it reads more than a table over all of it could hold. What members
// read is known in this state only.
bool Counts::worth(const Count& count) {
  std::vector<std::uint32_t> slots;
  for (const Member& member : count.members) {
    static_cast<void>(evaluate(count, member));
    const auto& reads = recorder_.reads();
    slots.insert(slots.end(), reads.begin(), reads.end());
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  int bits = 0;
  for (const std::uint32_t s : slots) {
    bits += std::popcount(packing_.field_of(s).mask);
  }
  some_small_ = some_small_ || (bits > 0 && bits <= small_bits_);
  return bits > small_bits_;
}

bool Counts::take_small() {
  small_bits_ = 0;
  if (!some_small_) return false;
  some_small_ = false;
  std::erase_if(slots_, [](const auto& known) { return !known.second; });
  return true;
}

bool Counts::forget() {
  return std::exchange(forget_, false);
}

// ---- tables ----------------------------------------------------------------

// In state_; what it reads is in recorder_. None: it fails.
std::optional<bool> Counts::evaluate(const Count& count, const Member& member) {
  const Model& model = *instance_.model;
  const Expr& e = *count.e;
  frame_ = count.frame;
  for (std::size_t i = 0; i < member.frame.size(); ++i) {
    frame_[model.binders[e.binders.begin + i].slot] = member.frame[i];
  }
  recorder_.begin();
  try {
    return evaluator_.holds(
        model.child(e, e.children.size() - 1),
        {whole(instance_, state_.data()), count.self, frame_.data()});
  } catch (const ModelError&) {
    return std::nullopt;
  }
}

// What was read last may be read. Whether it is more than before.
bool Counts::add_slots(Member& member) const {
  bool more = false;
  for (const std::uint32_t slot : recorder_.reads()) {
    if (packing_.field_of(slot).mask == 0) continue;
    const auto at =
        std::lower_bound(member.slots.begin(), member.slots.end(), slot);
    if (at != member.slots.end() && *at == slot) continue;
    member.slots.insert(at, slot);
    more = true;
  }
  return more;
}

// False: a member reads too much.
bool Counts::make_parts(Count& count) const {
  count.parts.clear();
  TableBits used(most_count_bits);
  const auto close = [&](std::uint32_t last) {
    const std::uint32_t first =
        count.parts.empty() ? 0 : count.parts.back().last;
    if (first == last) return;
    MemberRange& part = count.parts.emplace_back();
    part.first = first;
    part.last = last;
    part.index = used.index();
    part.table.assign(part.index.size(), 0);
  };
  for (std::uint32_t m = 0; m < count.members.size(); ++m) {
    const auto read = used.alone(packing_.bits_of(count.members[m].slots));
    if (!read) return false;
    if (!used.takes(*read)) {
      close(m);
      used.clear();
    }
    used.add(*read);
  }
  close(static_cast<std::uint32_t>(count.members.size()));
  return true;
}

// Evaluates the members of a part. False: one reads more than was known, so
// that tables are to be made again.
bool Counts::fill(Count& count, MemberRange& part, const std::uint64_t* state) {
  packing_.unpack(state, state_);
  std::uint16_t holding = 0;
  bool fails = false;
  bool more = false;
  for (std::uint32_t m = part.first; m < part.last; ++m) {
    const auto holds = evaluate(count, count.members[m]);
    more = add_slots(count.members[m]) || more;
    fails = fails || !holds;
    if (holds && *holds) ++holding;
  }
  if (more) return false;
  part.table[part.index.of(state)] =
      fails ? no_count : static_cast<std::uint16_t>(holding + 1);
  return true;
}

// Members that make the body true; none: one fails.
std::optional<Scalar> Counts::holding(Count& count,
                                      const std::uint64_t* state) {
  Scalar all = 0;
  bool fails = false;
  for (std::size_t p = 0; p < count.parts.size();) {
    MemberRange& part = count.parts[p];
    const std::uint16_t entry = part.table[part.index.of(state)];
    if (entry == 0) {
      if (fill(count, part, state)) continue;
      if (!make_parts(count)) {
        count.usable = false;
        return std::nullopt;
      }
      all = 0;
      fails = false;
      p = 0;
      continue;
    }
    fails = fails || entry == no_count;
    all += entry - 1;
    ++p;
  }
  return fails ? std::nullopt : std::optional(all);
}

std::uint64_t Counts::value(Count& count, const std::uint64_t* state) {
  const auto all = static_cast<Scalar>(count.members.size());
  const auto holds = holding(count, state);
  if (!holds) return tells_truth(count.e->op) ? 2 : count.members.size() + 1;
  switch (count.e->op) {
    case Op::forall:
      return *holds == all;
    case Op::exists:
      return *holds > 0;
    case Op::exactly:
      return *holds == count.k;
    case Op::atmost:
      return *holds <= count.k;
    default:
      return static_cast<std::uint64_t>(*holds);
  }
}

void Counts::derive(std::uint64_t* state) {
  for (Count& count : counts_) {
    if (!count.usable) continue;
    const Packing::BitField& p = packing_.field_of(count.slot);
    state[p.word] &= ~(p.mask << p.shift);
    state[p.word] |= value(count, state) << p.shift;
    if (count.usable) continue;
    forget_ = true;
    for (auto& [key, slot] : slots_) {
      if (slot == count.slot) slot.reset();
    }
  }
}

std::uint64_t Counts::bytes() const {
  std::uint64_t bytes = 0;
  for (const Count& count : counts_) {
    for (const MemberRange& part : count.parts)
      bytes += part.table.capacity() * 2;
    bytes += count.members.capacity() * (sizeof(Member) + 16);
  }
  return bytes;
}

}  // namespace vicinal::network::inline steps
