// SPDX-License-Identifier: MIT
// References from outside belong to the process that they refer to, so that
// permuting local states permutes them as well.
#include "explore/lazy/locals.hpp"

#include <algorithm>

namespace vicinal::explore::inline lazy {

using network::Scalar;

Locals::Locals(const Processes& processes, std::size_t slots)
    : processes_(processes), place_(slots, 0) {
  for (std::uint32_t s = 0; s < slots; ++s) {
    if (processes.of_slot[s] != no_process) continue;
    place_[s] = static_cast<std::uint32_t>(rest_slots_.size());
    rest_slots_.push_back(s);
  }
}

void Locals::Met::clear() {
  if (empty()) return;
  locals.clear();
  rests.clear();
  local_keys.clear();
  rest_keys.clear();
}

void Locals::mark(std::span<const Scalar> state, Scratch& scratch) const {
  scratch.marks.resize(processes_.size());
  for (auto& m : scratch.marks) m.clear();
  scratch.rest.clear();
  for (const std::uint32_t s : rest_slots_) scratch.rest.push_back(state[s]);
  for (std::uint32_t p = 0; p < processes_.pointers.size(); ++p) {
    const Processes::Pointer& pointer = processes_.pointers[p];
    const std::uint32_t to = pointer.process[static_cast<std::size_t>(
        state[pointer.slot] - pointer.low)];
    if (to == no_process) continue;
    scratch.marks[to].push_back(p);
    scratch.rest[place_[pointer.slot]] = referring;
  }
}

std::uint32_t Locals::take_apart(std::span<const Scalar> state, Row& row,
                                 Scratch& scratch, Met& met) const {
  mark(state, scratch);
  const auto number = [](const Key& key, const Numbers& known, Numbers& others,
                         std::vector<Key>& list) {
    const auto at = known.find(key);
    if (at != known.end()) return at->second;
    const auto [other, first] =
        others.insert({key, fresh + static_cast<std::uint32_t>(others.size())});
    if (first) list.push_back(key);
    return other->second;
  };
  row.resize(processes_.size());
  Key& key = scratch.key;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    const Processes::Process& process = processes_.list[i];
    // The kind tells how many values there are.
    key.assign(1, process.kind);
    for (const std::uint32_t s : process.slots) key.push_back(state[s]);
    for (const std::uint32_t m : scratch.marks[i]) key.push_back(m);
    row[i] = number(key, local_numbers_, met.locals, met.local_keys);
  }
  return number(scratch.rest, rest_numbers_, met.rests, met.rest_keys);
}

std::uint32_t Locals::take_apart(std::span<const Scalar> state, Row& row) {
  met_.clear();
  const std::uint32_t rest = take_apart(state, row, scratch_, met_);
  if (met_.empty()) return rest;
  const Adopted adopted = adopt(met_);
  for (std::uint32_t& local : row) {
    if (local >= fresh) local = adopted.locals[local - fresh];
  }
  return rest >= fresh ? adopted.rests[rest - fresh] : rest;
}

Locals::Adopted Locals::adopt(const Met& met) {
  Adopted result;
  for (const Key& key : met.local_keys) {
    const auto [at, first] = local_numbers_.insert(
        {key, static_cast<std::uint32_t>(locals_.size())});
    result.locals.push_back(at->second);
    if (!first) continue;
    const auto like =
        std::ranges::find(processes_.list, static_cast<std::uint32_t>(key[0]),
                          &Processes::Process::kind);
    const auto end =
        key.begin() + 1 + static_cast<std::ptrdiff_t>(like->slots.size());
    Local& local = locals_.emplace_back();
    local.values.assign(key.begin() + 1, end);
    for (auto m = end; m != key.end(); ++m) {
      local.pointers.push_back(static_cast<std::uint32_t>(*m));
    }
  }
  for (const Key& key : met.rest_keys) {
    const auto [at, first] = rest_numbers_.insert(
        {key, static_cast<std::uint32_t>(rest_numbers_.size())});
    result.rests.push_back(at->second);
    if (first) rests_.insert(rests_.end(), key.begin(), key.end());
  }
  return result;
}

void Locals::put_together(std::uint32_t rest,
                          std::span<const std::uint32_t> row,
                          std::span<Scalar> state) const {
  const Scalar* values = rests_.data() + rest * rest_slots_.size();
  for (const std::uint32_t s : rest_slots_) state[s] = *values++;
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    const Local& local = locals_[row[i]];
    const auto& slots = processes_.list[i].slots;
    for (std::size_t s = 0; s < slots.size(); ++s) {
      state[slots[s]] = local.values[s];
    }
    for (const std::uint32_t p : local.pointers) {
      const Processes::Pointer& pointer = processes_.pointers[p];
      state[pointer.slot] = pointer.value[i];
    }
  }
}

std::uint64_t Locals::bytes() const {
  return locals_.size() * 192 + rests_.capacity() * sizeof(Scalar) +
         rest_numbers_.size() * (rest_slots_.size() * sizeof(Scalar) + 64);
}

}  // namespace vicinal::explore::inline lazy
