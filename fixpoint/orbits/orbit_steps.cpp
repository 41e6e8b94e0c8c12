// SPDX-License-Identifier: MIT
// Codes of states that differ little from one whose code is known: a step of
// a hub changes a port or two of thousands. Blocks that change leave their
// run and join another.
#include <algorithm>

#include "fixpoint/orbits/orbits.hpp"

namespace vicinal::fixpoint::inline orbits {

using network::Scalar;

namespace {

constexpr std::size_t max_changed = 64;  // blocks; beyond, all are looked at

bool fixes(std::span<const std::uint32_t> all, std::uint32_t x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

}  // namespace

// The values of equal darts of a block, one after another: in order.
void Orbits::sort_equal(std::uint32_t b, Scalar* values) const {
  const Block& block = blocks_[b];
  if (!block.equal_darts) return;
  for (std::uint32_t p = block.begin; p < block.end;) {
    const std::size_t slots = slots_[order_[p]];
    std::uint32_t end = p + 1;
    while (end < block.end && keys_[end] == keys_[p]) ++end;
    const std::size_t count = end - p;
    if (count > 1 && slots == 1) {
      std::sort(values, values + count);
    } else if (count > 1) {
      std::vector<std::vector<Scalar>> parts;
      for (std::size_t i = 0; i < count; ++i) {
        parts.emplace_back(values + i * slots, values + (i + 1) * slots);
      }
      std::sort(parts.begin(), parts.end());
      for (std::size_t i = 0; i < count; ++i) {
        std::copy(parts[i].begin(), parts[i].end(), values + i * slots);
      }
    }
    values += count * slots;
    p = end;
  }
}

// The runs of a group of several blocks; where the next group begins.
std::size_t Orbits::parse(const Group& group, Row code, std::size_t at,
                          std::vector<Run>& runs) const {
  runs.clear();
  for (std::uint32_t b = group.first; b < group.first + group.blocks;) {
    const Scalar count = group.blocks > 1 ? code[at++] : 1;
    runs.push_back({b, count, code.data() + at});
    at += group.width;
    b += static_cast<std::uint32_t>(count);
  }
  return at;
}

std::vector<std::uint32_t> Orbits::changed_blocks(Row before, Row after) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t c = own_; c < width_; ++c) {
    if (before[c] == after[c]) continue;
    const std::uint32_t b = block_of_[dart_at_[c]];
    if (out.empty() || out.back() != b) out.push_back(b);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// The code with other own variables, and with some blocks changed, which are
// sorted.
void Orbits::rebuild(Row code, Row own, const std::vector<Changed>& changed,
                     std::vector<Scalar>& out) const {
  out.assign(own.begin(), own.end());
  std::size_t at = own_;
  std::vector<Run> runs;
  auto next = changed.begin();
  for (const Group& group : groups_) {
    const std::size_t begin = at;
    at = parse(group, code, at, runs);
    const std::uint32_t last = group.first + group.blocks;
    if (next == changed.end() || next->block >= last) {
      out.insert(out.end(), code.begin() + static_cast<std::ptrdiff_t>(begin),
                 code.begin() + static_cast<std::ptrdiff_t>(at));
      continue;
    }
    const std::size_t known = runs.size();
    for (; next != changed.end() && next->block < last; ++next) {
      const auto run = std::upper_bound(
          runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(known),
          next->block,
          [](std::uint32_t b, const Run& r) { return b < r.begin; });
      --std::prev(run)->count;
      runs.push_back({0, 1, next->values.data()});
    }
    std::erase_if(runs, [](const Run& r) { return r.count == 0; });
    const std::size_t width = group.width;
    std::stable_sort(runs.begin(), runs.end(), [&](const Run& a, const Run& b) {
      return std::lexicographical_compare(a.values, a.values + width, b.values,
                                          b.values + width);
    });
    for (std::size_t i = 0; i < runs.size();) {
      const Scalar* values = runs[i].values;
      Scalar count = 0;
      for (; i < runs.size() &&
             std::equal(values, values + width, runs[i].values);
           ++i) {
        count += runs[i].count;
      }
      if (group.blocks > 1) out.push_back(count);
      out.insert(out.end(), values, values + width);
    }
  }
}

void Orbits::recode(Row code, const CanonicalRow& before, Row after,
                    std::vector<Scalar>& out) const {
  const auto blocks = changed_blocks(before.row, after);
  if (blocks.size() > max_changed) {
    encode(after, out);
    return;
  }
  std::vector<Changed> changed;
  for (const std::uint32_t b : blocks) {
    changed.push_back({b, {}});
    content(after, b, changed.back().values);
  }
  rebuild(code, after.first(own_), changed, out);
}

void Orbits::recode(Row code, std::span<const std::uint32_t> darts, Row values,
                    std::vector<Scalar>& out) const {
  std::vector<std::uint32_t> blocks;
  for (const std::uint32_t d : darts) blocks.push_back(block_of_[d]);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::vector<Changed> changed;
  std::vector<Run> runs;
  std::size_t at = own_;
  auto next = blocks.begin();
  for (const Group& group : groups_) {
    at = parse(group, code, at, runs);
    for (; next != blocks.end() && *next < group.first + group.blocks; ++next) {
      const auto run = std::upper_bound(
          runs.begin(), runs.end(), *next,
          [](std::uint32_t b, const Run& r) { return b < r.begin; });
      const Scalar* old = std::prev(run)->values;
      Changed& block = changed.emplace_back();
      block.block = *next;
      block.values.assign(old, old + group.width);
      const auto place_of = columns(*next);
      std::size_t value = 0;
      for (const std::uint32_t d : darts) {
        if (block_of_[d] == *next) {
          const auto first =
              std::find(place_of.begin(), place_of.end(), column_[d]) -
              place_of.begin();
          std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(value),
                      slots_[d], block.values.begin() + first);
        }
        value += slots_[d];
      }
      sort_equal(*next, block.values.data());
    }
  }
  rebuild(code, code.first(own_), changed, out);
}

void Orbits::pair_code(Row code, const CanonicalRow& before, Row after,
                       const Orbits& paired, std::vector<Scalar>& out) const {
  // Of (before, before); the order of runs is the same.
  std::vector<Scalar> same;
  std::vector<Run> runs;
  std::size_t at = own_;
  for (const Group& group : groups_) {
    at = parse(group, code, at, runs);
    const Block& shape = blocks_[group.first];
    for (const Run& run : runs) {
      if (group.blocks > 1) same.push_back(run.count);
      const Scalar* value = run.values;
      for (std::uint32_t p = shape.begin; p < shape.end; ++p) {
        const std::uint32_t slots = slots_[order_[p]];
        same.insert(same.end(), value, value + slots);
        same.insert(same.end(), value, value + slots);
        value += slots;
      }
    }
  }
  std::vector<Changed> changed;
  for (const std::uint32_t b : changed_blocks(before.row, after)) {
    Changed& block = changed.emplace_back();
    block.block = b;
    for (std::uint32_t p = blocks_[b].begin; p < blocks_[b].end; ++p) {
      const std::uint32_t d = order_[p];
      for (const Row row : {Row(before.row), after}) {
        const auto first = row.begin() + column_[d];
        block.values.insert(block.values.end(), first, first + slots_[d]);
      }
    }
    paired.sort_equal(b, block.values.data());
  }
  paired.rebuild(same, {}, changed, out);
}

// ---- darts that are alike --------------------------------------------------

bool Orbits::first_alike(const CanonicalRow& row,
                         std::span<const std::uint32_t> fixed,
                         std::uint32_t d) const {
  if (fixes(fixed, d)) return true;
  const std::uint32_t b = block_of_[d];
  const auto marked = [&](std::uint32_t x) {
    return std::any_of(fixed.begin(), fixed.end(),
                       [&](std::uint32_t f) { return block_of_[f] == x; });
  };
  if (!marked(b)) {
    for (std::uint32_t x = row.run_begin[b]; x < b; ++x) {
      if (!marked(x)) return false;
    }
  }
  const auto [begin, end] = alike(place_[d]);
  for (std::uint32_t p = place_[d]; p-- > begin;) {
    if (!equal(row.row, order_[p], d)) break;
    if (!fixes(fixed, order_[p])) return false;
  }
  return true;
}

Darts Orbits::alike_darts(const CanonicalRow& row,
                          std::span<const std::uint32_t> fixed) const {
  std::vector<std::uint32_t> blocks;  // marked, and the first that is not
  for (const std::uint32_t d : fixed) blocks.push_back(block_of_[d]);
  const std::size_t marked = blocks.size();
  const auto is_marked = [&](std::uint32_t b) {
    return fixes(std::span(blocks).first(marked), b);
  };
  for (std::uint32_t b = 0; b < blocks_.size(); b = row.run_end[b]) {
    std::uint32_t first = b;
    while (first < row.run_end[b] && is_marked(first)) ++first;
    if (first < row.run_end[b]) blocks.push_back(first);
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  Darts out;
  for (const std::uint32_t b : blocks) {
    for (std::uint32_t p = blocks_[b].begin; p < blocks_[b].end; ++p) {
      if (first_alike(row, fixed, order_[p])) out.push_back(order_[p]);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace vicinal::fixpoint::inline orbits
