// SPDX-License-Identifier: MIT
// The group is, for each group of k blocks, the wreath product of what
// exchanges equal darts of one block with the permutations of the k blocks.
// So an orbit is told by multisets: of the values of equal darts in a block,
// of the blocks in a group.
#include "fixpoint/orbits/orbits.hpp"

#include <algorithm>
#include <numeric>

namespace vicinal::fixpoint::inline orbits {

using groupoid::NodeStructure;
using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::size_t max_listed = 16;  // runs that are searched one by one

bool contains(std::span<const std::uint32_t> all, std::uint32_t x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

constexpr std::uint32_t open = UINT32_MAX;  // what a map takes nothing to yet

// Fills what is open of a map of begin..end - 1 onto itself with what is not
// used, both in order.
void complete(std::vector<std::uint32_t>& map, std::uint32_t begin,
              std::uint32_t end) {
  std::vector<bool> used(end - begin, false);
  for (std::uint32_t i = begin; i < end; ++i) {
    if (map[i] != open) used[map[i] - begin] = true;
  }
  std::uint32_t next = begin;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (map[i] != open) continue;
    while (used[next - begin]) ++next;
    map[i] = next++;
  }
}

}  // namespace

Orbits::Orbits(const Instance& instance, NodeId r,
               const NodeStructure& structure, std::uint64_t orders) {
  const network::Network& network = instance.network;
  own_ = instance.variable_offsets[instance.process_id(r).index()].back();
  width_ = own_;
  const network::Range darts = network.darts(r);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    column_.push_back(width_);
    slots_.push_back(
        instance.size(instance.edge_type(network.dart_edge[d])).slots);
    width_ += slots_.back();
  }
  place_.resize(darts.size());
  block_of_.resize(darts.size());
  for (std::size_t b = 0; b < structure.size(); ++b) {
    const groupoid::Block& from = structure[b];
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    Block block;
    block.begin = static_cast<std::uint32_t>(order_.size());
    block.columns = static_cast<std::uint32_t>(block_columns_.size());
    if (b == 0 || structure[b - 1].signature != from.signature) {
      groups_.push_back({number, 0, 0});
    }
    block.group = static_cast<std::uint32_t>(groups_.size() - 1);
    for (std::size_t i = 0; i < from.darts.size(); ++i) {
      const std::uint32_t d = from.darts[i].value - darts.begin;
      place_[d] = static_cast<std::uint32_t>(order_.size());
      block_of_[d] = number;
      order_.push_back(d);
      keys_.push_back(from.keys[i]);
      for (std::uint32_t k = 0; k < slots_[d]; ++k) {
        block_columns_.push_back(column_[d] + k);
      }
    }
    block.end = static_cast<std::uint32_t>(order_.size());
    Group& group = groups_.back();
    group.width =
        static_cast<std::uint32_t>(block_columns_.size()) - block.columns;
    ++group.blocks;
    blocks_.push_back(block);
  }
  freeze(orders);
  dart_at_.resize(width_);
  for (const Group& g : groups_) {
    trivial_ = trivial_ && (g.blocks == 1 || g.width == 0);
  }
  for (std::uint32_t p = 0; p < order_.size(); ++p) {
    const auto [begin, end] = alike(p);
    const bool moves = end - begin > 1 && slots_[order_[p]] > 0;
    trivial_ = trivial_ && !moves;
    Block& block = blocks_[block_of_[order_[p]]];
    block.equal_darts = block.equal_darts || moves;
    for (std::uint32_t k = 0; k < slots_[order_[p]]; ++k) {
      dart_at_[column_[order_[p]] + k] = order_[p];
    }
  }
}

// Blocks of one group have equal keys, so that all of them freeze or none.
void Orbits::freeze(std::uint64_t max_orders) {
  for (const Block& block : blocks_) {
    std::uint64_t orders = 1;
    std::uint32_t equal = 1;
    for (std::uint32_t p = block.begin + 1; p < block.end; ++p) {
      equal = keys_[p] == keys_[p - 1] ? equal + 1 : 1;
      if (orders <= max_orders) orders *= equal;
    }
    if (orders <= max_orders) continue;
    std::iota(keys_.begin() + block.begin, keys_.begin() + block.end, 0U);
  }
}

Orbits Orbits::paired() const {
  Orbits out = *this;
  out.own_ = 0;
  out.width_ = 0;
  for (std::size_t d = 0; d < slots_.size(); ++d) {
    out.slots_[d] = 2 * slots_[d];
    out.column_[d] = out.width_;
    out.width_ += out.slots_[d];
  }
  out.block_columns_.clear();
  for (Block& block : out.blocks_) {
    block.columns = static_cast<std::uint32_t>(out.block_columns_.size());
    for (std::uint32_t p = block.begin; p < block.end; ++p) {
      const std::uint32_t d = order_[p];
      for (std::uint32_t k = 0; k < out.slots_[d]; ++k) {
        out.block_columns_.push_back(out.column_[d] + k);
      }
    }
  }
  for (Group& group : out.groups_) group.width *= 2;
  out.dart_at_.clear();  // not for rows that change
  return out;
}

std::span<const std::uint32_t> Orbits::columns(std::uint32_t block) const {
  return std::span(block_columns_)
      .subspan(blocks_[block].columns, groups_[blocks_[block].group].width);
}

// The places with the same block and key.
std::pair<std::uint32_t, std::uint32_t> Orbits::alike(
    std::uint32_t place) const {
  const Block& block = blocks_[block_of_[order_[place]]];
  std::uint32_t begin = place;
  std::uint32_t end = place + 1;
  while (begin > block.begin && keys_[begin - 1] == keys_[place]) --begin;
  while (end < block.end && keys_[end] == keys_[place]) ++end;
  return {begin, end};
}

std::vector<std::uint32_t> Orbits::equal_places(std::uint32_t b) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t p = blocks_[b].begin; p < blocks_[b].end; ++p) {
    out.push_back(alike(p).first - blocks_[b].begin);
  }
  return out;
}

std::vector<std::uint32_t> Orbits::dart_widths(std::uint32_t b) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t p = blocks_[b].begin; p < blocks_[b].end; ++p) {
    out.push_back(slots_[order_[p]]);
  }
  return out;
}

bool Orbits::equal(Row row, std::uint32_t d, std::uint32_t e) const {
  return std::equal(row.begin() + column_[d],
                    row.begin() + column_[d] + slots_[d],
                    row.begin() + column_[e]);
}

// ---- codes -----------------------------------------------------------------

// The values of a block, equal darts in order of their values.
void Orbits::content(Row row, std::uint32_t b, std::vector<Scalar>& out) const {
  const std::size_t first = out.size();
  for (const std::uint32_t c : columns(b)) out.push_back(row[c]);
  sort_equal(b, out.data() + first);
}

void Orbits::runs(Row row, const Group& group,
                  std::vector<Scalar>& code) const {
  const std::size_t width = group.width;
  std::vector<Scalar> all;
  all.reserve(width * group.blocks);
  std::vector<Run> runs;
  const auto same = [&](const Scalar* a, const Scalar* b) {
    return std::equal(a, a + width, b);
  };
  const auto less = [&](const Scalar* a, const Scalar* b) {
    return std::lexicographical_compare(a, a + width, b, b + width);
  };
  std::size_t last = 0;
  for (std::uint32_t b = 0; b < group.blocks; ++b) {
    content(row, group.first + b, all);
    const Scalar* values = all.data() + width * b;
    if (last < runs.size() && same(runs[last].values, values)) {
      ++runs[last].count;
      continue;
    }
    last = 0;
    const std::size_t listed = std::min(runs.size(), max_listed);
    while (last < listed && !same(runs[last].values, values)) ++last;
    if (last < listed) {
      ++runs[last].count;
    } else {
      last = runs.size();
      runs.push_back({0, 1, values});
    }
  }
  std::sort(runs.begin(), runs.end(), [&](const Run& a, const Run& b) {
    return less(a.values, b.values);
  });
  for (std::size_t i = 0; i < runs.size();) {
    const Scalar* values = runs[i].values;
    Scalar count = 0;
    for (; i < runs.size() && same(runs[i].values, values); ++i) {
      count += runs[i].count;
    }
    code.push_back(count);
    code.insert(code.end(), values, values + width);
  }
}

void Orbits::encode(Row row, std::vector<Scalar>& code) const {
  code.assign(row.begin(), row.begin() + own_);
  for (const Group& group : groups_) {
    if (group.blocks == 1) {
      content(row, group.first, code);
    } else {
      runs(row, group, code);
    }
  }
}

void Orbits::decode(std::span<const Scalar> code, CanonicalRow& out,
                    std::uint32_t per_run) const {
  out.row.resize(width_);
  out.run_begin.resize(blocks_.size());
  out.run_end.resize(blocks_.size());
  std::copy_n(code.begin(), own_, out.row.begin());
  std::size_t at = own_;
  for (const Group& group : groups_) {
    std::uint32_t b = group.first;
    const std::uint32_t end = group.first + group.blocks;
    while (b < end) {
      std::uint32_t run = 1;
      if (group.blocks > 1) run = static_cast<std::uint32_t>(code[at++]);
      const std::uint32_t begin = b;
      const std::uint32_t filled = begin + std::min(run, per_run);
      for (; b < filled; ++b) {
        const std::uint32_t* column = &block_columns_[blocks_[b].columns];
        for (std::uint32_t i = 0; i < group.width; ++i) {
          out.row[column[i]] = code[at + i];
        }
        out.run_begin[b] = begin;
        out.run_end[b] = begin + run;
      }
      b = begin + run;
      at += group.width;
    }
  }
}

// ---- singling out darts ----------------------------------------------------

bool Orbits::images(const CanonicalRow& row,
                    std::span<const std::uint32_t> darts,
                    const Visit& visit) const {
  Darts chosen;
  return image(row, darts, chosen, visit);
}

bool Orbits::image(const CanonicalRow& row,
                   std::span<const std::uint32_t> darts, Darts& chosen,
                   const Visit& visit) const {
  const std::size_t i = chosen.size();
  if (i == darts.size()) {
    return visit(chosen);
  }
  const std::uint32_t b = block_of_[darts[i]];
  const auto [begin, end] = alike(place_[darts[i]]);
  const std::uint32_t skip = begin - blocks_[b].begin;
  // Of equal darts in block x one for each value.
  const auto within = [&, begin = begin, end = end](std::uint32_t x) {
    const std::uint32_t first = blocks_[x].begin + skip;
    std::uint32_t seen = first;  // the last one that was free
    bool any = false;
    for (std::uint32_t p = first; p < first + (end - begin); ++p) {
      if (contains(chosen, order_[p])) continue;
      if (any && equal(row.row, order_[seen], order_[p])) continue;
      any = true;
      seen = p;
      chosen.push_back(order_[p]);
      const bool more = image(row, darts, chosen, visit);
      chosen.pop_back();
      if (!more) return false;
    }
    return true;
  };
  for (std::size_t j = 0; j < i; ++j) {
    if (block_of_[darts[j]] == b) return within(block_of_[chosen[j]]);
  }
  // Of equal blocks one.
  const Group& group = groups_[blocks_[b].group];
  for (std::uint32_t x = group.first; x < group.first + group.blocks;
       x = row.run_end[x]) {
    std::uint32_t free = x;
    const auto taken = [&](std::uint32_t y) {
      return std::any_of(chosen.begin(), chosen.end(),
                         [&](std::uint32_t d) { return block_of_[d] == y; });
    };
    while (free < row.run_end[x] && taken(free)) ++free;
    if (free < row.run_end[x] && !within(free)) return false;
  }
  return true;
}

// Which place of block `source` each place of block b gets its values from:
// those of `to` from those of `from`, the others in order among equal darts.
std::vector<std::uint32_t> Orbits::places_from(
    std::uint32_t b, std::uint32_t source, std::span<const std::uint32_t> from,
    std::span<const std::uint32_t> to) const {
  const std::uint32_t size = blocks_[b].end - blocks_[b].begin;
  std::vector<std::uint32_t> place(size, open);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (block_of_[to[i]] != b) continue;
    place[place_[to[i]] - blocks_[b].begin] =
        place_[from[i]] - blocks_[source].begin;
  }
  const auto key = [&](std::uint32_t x) { return keys_[blocks_[b].begin + x]; };
  for (std::uint32_t p = 0; p < size;) {
    std::uint32_t end = p + 1;
    while (end < size && key(end) == key(p)) ++end;
    complete(place, p, end);
    p = end;
  }
  return place;
}

void Orbits::place(const CanonicalRow& row, std::span<const std::uint32_t> from,
                   std::span<const std::uint32_t> to,
                   std::vector<Scalar>& out) const {
  out = row.row;
  // Which block another one gets its values from.
  std::vector<std::uint32_t> source(blocks_.size());
  std::iota(source.begin(), source.end(), 0U);
  std::vector<std::uint32_t> groups;
  for (const std::uint32_t d : to)
    groups.push_back(blocks_[block_of_[d]].group);
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  for (const std::uint32_t g : groups) {
    const std::uint32_t first = groups_[g].first;
    const std::uint32_t last = first + groups_[g].blocks;
    for (std::uint32_t b = first; b < last; ++b) source[b] = open;
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (blocks_[block_of_[to[i]]].group != g) continue;
      source[block_of_[to[i]]] = block_of_[from[i]];
    }
    complete(source, first, last);
    for (std::uint32_t b = first; b < last; ++b) {
      const auto place = places_from(b, source[b], from, to);
      for (std::uint32_t p = 0; p < place.size(); ++p) {
        const std::uint32_t target = order_[blocks_[b].begin + p];
        const std::uint32_t origin =
            order_[blocks_[source[b]].begin + place[p]];
        std::copy_n(row.row.begin() + column_[origin], slots_[target],
                    out.begin() + column_[target]);
      }
    }
  }
}

std::vector<Scalar> Orbits::alike_key(Row row,
                                      std::span<const std::uint32_t> fixed,
                                      std::uint32_t d) const {
  if (contains(fixed, d)) return {-2, d};
  const std::uint32_t b = block_of_[d];
  const bool marked =
      std::any_of(fixed.begin(), fixed.end(),
                  [&](std::uint32_t f) { return block_of_[f] == b; });
  std::vector<Scalar> key;
  key.push_back(marked ? -1 : static_cast<Scalar>(blocks_[b].group));
  key.push_back(alike(place_[d]).first - blocks_[b].begin);
  const Row value = row.subspan(column_[d], slots_[d]);
  key.insert(key.end(), value.begin(), value.end());
  if (marked) {
    key.push_back(b);
  } else {
    content(row, b, key);
  }
  return key;
}

std::vector<std::uint32_t> Orbits::tuple_key(
    std::span<const std::uint32_t> darts) const {
  std::vector<std::uint32_t> key;
  for (std::size_t i = 0; i < darts.size(); ++i) {
    const std::uint32_t b = block_of_[darts[i]];
    // Blocks and darts by their first appearance.
    std::vector<std::uint32_t> earlier;
    std::uint32_t rank = 0;
    const auto [begin, end] = alike(place_[darts[i]]);
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t x = block_of_[darts[j]];
      if (blocks_[x].group == blocks_[b].group && !contains(earlier, x)) {
        earlier.push_back(x);
      }
      rank += place_[darts[j]] >= begin && place_[darts[j]] < end ? 1 : 0;
    }
    const auto at = std::find(earlier.begin(), earlier.end(), b);
    key.push_back(blocks_[b].group);
    key.push_back(static_cast<std::uint32_t>(at - earlier.begin()));
    key.push_back(begin - blocks_[b].begin);
    key.push_back(rank);
  }
  return key;
}

std::vector<ColumnSwap> Orbits::swaps() const {
  std::vector<ColumnSwap> out;
  for (std::uint32_t p = 1; p < order_.size(); ++p) {
    const std::uint32_t d = order_[p];
    const std::uint32_t e = order_[p - 1];
    if (block_of_[d] != block_of_[e] || keys_[p] != keys_[p - 1]) continue;
    ColumnSwap& swap = out.emplace_back();
    for (std::uint32_t k = 0; k < slots_[d]; ++k) {
      swap.emplace_back(column_[e] + k, column_[d] + k);
    }
  }
  for (std::uint32_t b = 1; b < blocks_.size(); ++b) {
    if (blocks_[b].group != blocks_[b - 1].group) continue;
    ColumnSwap& swap = out.emplace_back();
    const auto x = columns(b - 1);
    const auto y = columns(b);
    for (std::size_t i = 0; i < x.size(); ++i) swap.emplace_back(x[i], y[i]);
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline orbits
