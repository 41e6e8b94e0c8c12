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
    : processes_(processes), of_process_(processes.size()) {
  if (forms[form].op != FormOp::conjunction) {
    exact_ = add(form, forms, instance);
    return;
  }
  for (const FormId part : forms.children(form)) {
    if (!add(part, forms, instance)) exact_ = false;
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
  Need need{slot, bounds.low, {}};
  std::vector<Scalar> state(instance.slot_count());
  for (Scalar v = bounds.low; v <= bounds.high; ++v) {
    state[slot] = v;
    need.may.push_back(forms.evaluate(form, state) != 0);
  }
  const std::uint32_t process = processes_.of_slot[slot];
  if (process != no_process) {
    const auto& slots = processes_.list[process].slots;
    need.place = static_cast<std::uint32_t>(std::ranges::find(slots, slot) -
                                            slots.begin());
    of_process_[process].push_back(std::move(need));
    return true;
  }
  const auto pointer =
      std::ranges::find(processes_.pointers, slot, &Processes::Pointer::slot);
  if (pointer == processes_.pointers.end()) {
    of_rest_.push_back(std::move(need));
    return true;
  }
  need.place =
      static_cast<std::uint32_t>(pointer - processes_.pointers.begin());
  of_pointers_.push_back(std::move(need));
  return true;
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
  for (const Need& n : of_process_[process]) {
    if (!n.holds(l.values[n.place])) return false;
  }
  for (const Need& n : of_pointers_) {
    if (std::ranges::find(l.pointers, n.place) == l.pointers.end()) continue;
    const Processes::Pointer& pointer = processes_.pointers[n.place];
    const auto value = std::ranges::find(pointer.process, process);
    if (!n.holds(pointer.low + (value - pointer.process.begin()))) return false;
  }
  return true;
}

// ---- unwinding -------------------------------------------------------------

void Unwinding::divide(std::span<const std::uint32_t> row, const Cells& coarse,
                       const Cells& fine) {
  const auto count = static_cast<std::uint32_t>(row.size());
  std::size_t cells = 0;
  cell_of_.assign(count, no_process);
  part_of_.assign(count, no_process);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t& cell = cell_of_[coarse[i]];
    if (cell == no_process) {
      cell = static_cast<std::uint32_t>(cells++);
      if (cells_.size() < cells) cells_.emplace_back();
      cells_[cell].buckets.clear();
      cells_[cell].parts.clear();
    }
    Cell& c = cells_[cell];
    std::uint32_t& part = part_of_[fine[i]];
    if (part == no_process) {
      part = static_cast<std::uint32_t>(c.parts.size());
      c.parts.emplace_back();
    }
    c.parts[part].push_back(i);
    const auto bucket = std::ranges::find(c.buckets, row[i], &Bucket::local);
    if (bucket == c.buckets.end()) {
      c.buckets.push_back({row[i], 1});
    } else {
      ++bucket->count;
    }
  }
  cells_.resize(cells);
  for (Cell& c : cells_) {
    std::ranges::sort(c.buckets, {}, &Bucket::local);
    // What has few choices comes first.
    std::ranges::stable_sort(c.parts, {},
                             [](const auto& p) { return p.size(); });
  }
}

bool Unwinding::operator()(std::span<const std::uint32_t> row,
                           const Cells& coarse, const Cells& fine,
                           const May& may, const Visit& visit) {
  divide(row, coarse, fine);
  row_.assign(row.begin(), row.end());
  may_ = &may;
  visit_ = &visit;
  return fill(0, 0, 0, 0);
}

// Puts members of the buckets from `bucket` on into the part from `filled` on.
bool Unwinding::fill(std::size_t cell, std::size_t part, std::size_t bucket,
                     std::size_t filled) {
  network::poll();
  if (cell == cells_.size()) return (*visit_)(row_);
  Cell& c = cells_[cell];
  if (part == c.parts.size()) return fill(cell + 1, 0, 0, 0);
  const auto& processes = c.parts[part];
  const std::size_t room = processes.size() - filled;
  if (room == 0) return fill(cell, part + 1, 0, 0);
  if (bucket == c.buckets.size()) return true;
  const std::uint32_t local = c.buckets[bucket].local;
  const std::uint32_t most =
      c.buckets[bucket].count == 0 || !(*may_)(processes[0], local)
          ? 0
          : std::min<std::uint32_t>(c.buckets[bucket].count,
                                    static_cast<std::uint32_t>(room));
  // The last part takes what is left.
  const bool last = part + 1 == c.parts.size();
  const std::uint32_t least = last ? c.buckets[bucket].count : 0;
  for (std::uint32_t take = most;; --take) {
    if (take < least) break;
    for (std::uint32_t i = 0; i < take; ++i) {
      row_[processes[filled + i]] = local;
    }
    c.buckets[bucket].count -= take;
    const bool on = fill(cell, part, bucket + 1, filled + take);
    c.buckets[bucket].count += take;
    if (!on) return false;
    if (take == 0) break;
  }
  return true;
}

}  // namespace vicinal::explore::inline lazy
