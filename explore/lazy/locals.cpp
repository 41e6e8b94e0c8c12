// SPDX-License-Identifier: MIT
// References from outside belong to the process that they refer to, so that
// permuting local states permutes them as well.
#include "explore/lazy/locals.hpp"

namespace vicinal::explore::inline lazy {

using network::Scalar;

Locals::Locals(const Processes& processes, std::size_t slots)
    : processes_(processes),
      slots_(slots),
      rest_(slots),
      marks_(processes.size()) {}

std::size_t Locals::Hash::operator()(const Key& key) const {
  std::uint64_t h = 0x9E3779B97F4A7C15U + key.size();
  for (const Scalar v : key) {
    h = (h ^ static_cast<std::uint64_t>(v)) * 0xD6E8FEB86659FD93U;
    h ^= h >> 32;
  }
  return h;
}

std::uint32_t Locals::take_apart(std::span<const Scalar> state, Row& row) {
  for (auto& m : marks_) m.clear();
  for (std::size_t s = 0; s < slots_; ++s) {
    rest_[s] = processes_.of_slot[s] == no_process ? state[s] : 0;
  }
  for (std::uint32_t p = 0; p < processes_.pointers.size(); ++p) {
    const Processes::Pointer& pointer = processes_.pointers[p];
    const std::uint32_t to = pointer.process[static_cast<std::size_t>(
        state[pointer.slot] - pointer.low)];
    if (to == no_process) continue;
    marks_[to].push_back(p);
    rest_[pointer.slot] = referring;
  }
  row.resize(processes_.size());
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    const Processes::Process& process = processes_.list[i];
    key_.assign(1, process.kind);
    for (const std::uint32_t s : process.slots) key_.push_back(state[s]);
    for (const std::uint32_t m : marks_[i]) key_.push_back(m);
    const auto found = local_numbers_.find(key_);
    if (found != local_numbers_.end()) {
      row[i] = found->second;
      continue;
    }
    row[i] = static_cast<std::uint32_t>(locals_.size());
    const auto values = key_.begin() + 1;
    const auto end = values + static_cast<std::ptrdiff_t>(process.slots.size());
    locals_.push_back({{values, end}, marks_[i]});
    local_numbers_.insert({key_, row[i]});
  }
  const auto [at, fresh] =
      rest_numbers_.insert({rest_, static_cast<std::uint32_t>(rests_.size())});
  if (fresh) rests_.push_back(rest_);
  return at->second;
}

void Locals::put_together(std::uint32_t rest,
                          std::span<const std::uint32_t> row,
                          std::span<Scalar> state) const {
  const Key& values = rests_[rest];
  std::copy(values.begin(), values.end(), state.begin());
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    const Local& local = locals_[row[i]];
    const auto& slots = processes_.list[i].slots;
    for (std::size_t s = 0; s < slots.size(); ++s) {
      state[slots[s]] = local.values[s];
    }
    for (const std::uint32_t p : local.pointers) {
      const Processes::Pointer& pointer = processes_.pointers[p];
      std::size_t v = 0;
      while (pointer.process[v] != i) ++v;
      state[pointer.slot] = pointer.low + static_cast<Scalar>(v);
    }
  }
}

}  // namespace vicinal::explore::inline lazy
