// SPDX-License-Identifier: MIT
// Cells are filled part by part, a part bucket by bucket; parts with few
// members come first, since most needs are theirs.
#include "explore/lazy/unwinding.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

using network::Scalar;

// ---- needs -----------------------------------------------------------------

Needs::Needs(FormId form, const Forms& forms, const Processes& processes,
             const network::Instance& instance)
    : processes_(processes) {
  if (forms[form].op != FormOp::conjunction) {
    exact_ = add(form, forms, instance);
  } else {
    for (const FormId part : forms.children(form)) {
      if (!add(part, forms, instance)) exact_ = false;
    }
  }
  std::ranges::stable_sort(of_processes_, {}, &Need::process);
  // A pointer may refer to any process.
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    if (!of_pointers_.empty() ||
        std::ranges::binary_search(of_processes_, p, {}, &Need::process)) {
      needing_.push_back(p);
    }
  }
}

// Of forms of one slot: its values are tried. False: it is of more.
bool Needs::add(FormId form, const Forms& forms,
                const network::Instance& instance) {
  constexpr Scalar most_values = 4096;
  std::uint32_t slot = no_process;
  const auto look = [&](const auto& self, FormId f) -> bool {
    const Form& g = forms[f];
    if (g.op == FormOp::slot || g.op == FormOp::cases) {
      if (slot != no_process && slot != g.item) return false;
      slot = g.item;
    }
    return std::ranges::all_of(forms.children(f),
                               [&](FormId c) { return self(self, c); });
  };
  if (forms.is_number(form, 1)) return true;
  if (!look(look, form) || slot == no_process) return false;
  const network::Bounds& bounds = instance.slots[slot];
  if (bounds.low < -most_values || bounds.high > most_values) return false;
  Need need{no_process, slot, bounds.low, {}};
  std::vector<Scalar> state(instance.slot_count());
  for (Scalar v = bounds.low; v <= bounds.high; ++v) {
    state[slot] = v;
    need.may.push_back(forms.evaluate(form, state) != 0);
  }
  add(std::move(need), slot);
  return true;
}

void Needs::add(Need need, std::uint32_t slot) {
  const std::uint32_t process = processes_.of_slot[slot];
  if (process != no_process) {
    const auto& slots = processes_.list[process].slots;
    need.process = process;
    need.place = static_cast<std::uint32_t>(std::ranges::find(slots, slot) -
                                            slots.begin());
    of_processes_.push_back(std::move(need));
    return;
  }
  const auto pointer =
      std::ranges::find(processes_.pointers, slot, &Processes::Pointer::slot);
  if (pointer == processes_.pointers.end()) {
    of_rest_.push_back(std::move(need));
    return;
  }
  need.place =
      static_cast<std::uint32_t>(pointer - processes_.pointers.begin());
  of_pointers_.push_back(std::move(need));
}

bool Needs::allows(const Locals& locals, std::uint32_t rest) const {
  return std::ranges::all_of(of_rest_,
                             [&](const Need& n) {
                               return n.holds(locals.in_rest(rest, n.place));
                             }) &&
         std::ranges::all_of(of_pointers_, [&](const Need& n) {
           return locals.refers(rest, n.place) ||
                  n.holds(
                      locals.in_rest(rest, processes_.pointers[n.place].slot));
         });
}

bool Needs::allows(const Locals& locals, std::uint32_t process,
                   std::uint32_t local) const {
  const Locals::Local& l = locals[local];
  auto n = of_processes_.begin();
  if (of_processes_.size() > 4) {
    n = std::ranges::lower_bound(of_processes_, process, {}, &Need::process);
  }
  for (; n != of_processes_.end() && n->process <= process; ++n) {
    if (n->process == process && !n->holds(l.values[n->place])) return false;
  }
  for (const Need& p : of_pointers_) {
    if (std::ranges::find(l.pointers, p.place) == l.pointers.end()) continue;
    if (!p.holds(processes_.pointers[p.place].value[process])) return false;
  }
  return true;
}

// ---- unwinding -------------------------------------------------------------

Apart::Apart(std::vector<std::uint32_t> processes, std::uint32_t annotation,
             std::uint32_t finer_one, const Partitions& partitions)
    : partition(annotation), finer(finer_one), alone(std::move(processes)) {
  std::ranges::sort(alone);
  const Cells& fine = partitions[finer];
  const Members& members = partitions.members(partition);
  for (std::uint32_t c = 0; c < members.count(); ++c) {
    const auto cell = members[c];
    const bool apart = std::ranges::any_of(cell, [&](std::uint32_t p) {
      return fine[p] != fine[cell[0]] ||
             (cell.size() > 1 && std::ranges::binary_search(alone, p));
    });
    if (apart) split.push_back(c);
  }
}

void Unwinding::divide(std::span<const std::uint32_t> cell,
                       const Apart& apart) {
  const Cells& fine = partitions_[apart.finer];
  const Members& members = partitions_.members(apart.finer);
  const auto is_alone = [&](std::uint32_t p) {
    return std::ranges::find(apart.alone, p) != apart.alone.end();
  };
  const auto end_of = [](const auto& list) {
    return static_cast<std::uint32_t>(list.size());
  };
  Cell result;
  result.buckets.begin = end_of(buckets_);
  result.parts.begin = end_of(parts_);
  const auto add_part = [&](std::span<const std::uint32_t> processes) {
    const std::uint32_t begin = end_of(members_);
    for (const std::uint32_t p : processes) {
      if (processes.size() == 1 || !is_alone(p)) members_.push_back(p);
    }
    if (end_of(members_) > begin) parts_.push_back({begin, end_of(members_)});
  };
  for (const std::uint32_t p : cell) {
    // Equal ones are neighbours.
    if (end_of(buckets_) == result.buckets.begin ||
        buckets_.back().local != row_[p]) {
      buckets_.push_back({row_[p], 0});
    }
    ++buckets_.back().count;
    const auto whole = members[fine[p]];
    if (whole.size() > 1 && is_alone(p)) add_part(std::span(&p, 1));
    if (p == whole.front()) add_part(whole);
  }
  result.buckets.end = end_of(buckets_);
  result.parts.end = end_of(parts_);
  // What has few choices comes first.
  std::sort(parts_.begin() + result.parts.begin, parts_.end(),
            [](const network::Range& a, const network::Range& b) {
              return std::pair(a.size(), a.begin) <
                     std::pair(b.size(), b.begin);
            });
  cells_.push_back(result);
}

bool Unwinding::operator()(const Row& row, const Apart& apart,
                           const Needs& needs, const Visit& visit) {
  // Of a cell that is not split no process is told apart from another one.
  const Cells& cells = partitions_[apart.partition];
  for (const std::uint32_t p : needs.needing()) {
    if (!std::ranges::binary_search(apart.split, cells[p]) &&
        !needs.allows(locals_, p, row[p])) {
      return true;
    }
  }
  cells_.clear();
  buckets_.clear();
  parts_.clear();
  members_.clear();
  row_ = row;
  for (const std::uint32_t c : apart.split) {
    divide(partitions_.members(apart.partition)[c], apart);
  }
  needs_ = &needs;
  visit_ = &visit;
  return fill(0, 0, 0, 0);
}

// Puts members of the buckets from `bucket` on into the part from `filled` on;
// parts and buckets by their numbers in the cell.
bool Unwinding::fill(std::size_t cell, std::size_t part, std::size_t bucket,
                     std::size_t filled) {
  network::poll();
  if (cell == cells_.size()) return (*visit_)(row_);
  const Cell& c = cells_[cell];
  if (part == c.parts.size()) return fill(cell + 1, 0, 0, 0);
  const network::Range& members = parts_[c.parts.begin + part];
  const std::size_t room = members.size() - filled;
  if (room == 0) return fill(cell, part + 1, 0, 0);
  if (bucket == c.buckets.size()) return true;
  const std::uint32_t* processes = members_.data() + members.begin;
  Bucket& from = buckets_[c.buckets.begin + bucket];
  const std::uint32_t most =
      from.count == 0 || !needs_->allows(locals_, processes[0], from.local)
          ? 0
          : std::min<std::uint32_t>(from.count,
                                    static_cast<std::uint32_t>(room));
  // The last part takes what is left.
  const bool last = part + 1 == c.parts.size();
  const std::uint32_t least = last ? from.count : 0;
  for (std::uint32_t take = most;; --take) {
    if (take < least) break;
    for (std::uint32_t i = 0; i < take; ++i) {
      row_[processes[filled + i]] = from.local;
    }
    from.count -= take;
    const bool on = fill(cell, part, bucket + 1, filled + take);
    from.count += take;
    if (!on) return false;
    if (take == 0) break;
  }
  return true;
}

}  // namespace vicinal::explore::inline lazy
