// SPDX-License-Identifier: MIT
// Forms of one slot: its values are tried.
#include "explore/lazy/needs.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

using network::Scalar;
using symmetry::FormOp;

// ---- local states ----------------------------------------------------------

std::uint32_t LocalNeeds::number(const std::vector<Need>& needs) {
  const auto [at, added] =
      numbers_.try_emplace(needs, static_cast<std::uint32_t>(needs_.size()));
  if (added) needs_.push_back(needs);
  words_ = needs_.size() / 64 + 1;
  return at->second;
}

// Of processes of another kind nobody asks.
void LocalNeeds::learn() {
  const std::size_t known = bits_.size() / words_;
  bits_.resize(locals_.size() * words_);
  for (std::size_t local = known; local < locals_.size(); ++local) {
    network::poll(static_cast<std::int64_t>(needs_.size()));
    const auto& values = locals_[static_cast<std::uint32_t>(local)].values;
    const auto has = [&](const Need& n) {
      if (n.place >= values.size()) return false;
      const Scalar v = values[n.place];
      return v >= n.low && v - n.low < static_cast<Scalar>(n.may.size()) &&
             n.holds(v);
    };
    for (std::size_t n = 0; n < needs_.size(); ++n) {
      if (!std::ranges::all_of(needs_[n], has)) continue;
      bits_[local * words_ + n / 64] |= std::uint64_t{1} << n % 64;
    }
  }
}

// ---- of a form -------------------------------------------------------------

Needs::Needs(FormId form, const Forms& forms, const Processes& processes,
             const network::Instance& instance, LocalNeeds& local)
    : processes_(processes), local_(local) {
  ByProcess by_process;
  if (forms[form].op != FormOp::conjunction) {
    exact_ = add(form, forms, instance, by_process);
  } else {
    for (const FormId part : forms.children(form)) {
      if (!add(part, forms, instance, by_process)) exact_ = false;
    }
  }
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    auto needs = by_process.find(p);
    if (needs != by_process.end()) {
      std::ranges::sort(needs->second);
      of_processes_.push_back({p, local.number(needs->second)});
    } else if (!of_pointers_.empty()) {
      of_processes_.push_back({p, no_process});  // any may be referred to
    }
  }
}

// False: it is of more than one slot, or of one with too many values.
bool Needs::add(FormId form, const Forms& forms,
                const network::Instance& instance, ByProcess& by_process) {
  constexpr Scalar most_values = 4096;
  std::uint32_t slot = no_process;
  const auto look = [&](const auto& self, FormId f) -> bool {
    const symmetry::Form& g = forms[f];
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
  add(std::move(need), slot, by_process);
  return true;
}

void Needs::add(Need need, std::uint32_t slot, ByProcess& by_process) {
  const std::uint32_t process = processes_.of_slot[slot];
  if (process != no_process) {
    const auto& slots = processes_.list[process].slots;
    need.place = static_cast<std::uint32_t>(std::ranges::find(slots, slot) -
                                            slots.begin());
    by_process[process].push_back(std::move(need));
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
  const auto need =
      std::ranges::lower_bound(of_processes_, process, {}, &OfProcess::process);
  return need == of_processes_.end() || need->process != process ||
         allows(locals, *need, local);
}

bool Needs::pointers_allow(const Locals& locals, std::uint32_t process,
                           std::uint32_t local) const {
  const auto& pointers = locals[local].pointers;
  return std::ranges::all_of(of_pointers_, [&](const Need& n) {
    return std::ranges::find(pointers, n.place) == pointers.end() ||
           n.holds(processes_.pointers[n.place].value[process]);
  });
}

}  // namespace vicinal::explore::inline lazy
