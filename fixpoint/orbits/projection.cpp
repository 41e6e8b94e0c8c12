// SPDX-License-Identifier: MIT
// Orbits of a product without its rows. Blocks that may be exchanged for each
// other take the same options, so only how many of them take which is chosen: a
// multiset for each group, instead of a tuple. What couples blocks is a count,
// whose sum is kept on the way and cut off where its bounds cannot be met; that
// relies on counts that are not negative (they say how many formulas hold).
// Other members are chosen one by one, and encoding makes equal what the group
// exchanges inside of a block. Where one member spans a block and more, no
// orbits are told, and the caller lists rows. `invariant` compares
// descriptions: it may say no to a set that is closed, never yes to one that is
// not.
#include "fixpoint/orbits/projection.hpp"

#include <algorithm>
#include <numeric>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline orbits {

using network::Scalar;
using Choice = Projection::Choice;
using Member = Projection::Member;
using Part = Projection::Part;

namespace {

// After normalise(): parts of one member bind nothing but themselves.
bool counted(const Part& part) {
  return part.members.size() > 1;
}

Scalar least(const Member& m) {
  return std::min_element(
             m.choices.begin(), m.choices.end(),
             [](const Choice& a, const Choice& b) { return a.count < b.count; })
      ->count;
}

Scalar greatest(const Member& m) {
  return std::max_element(
             m.choices.begin(), m.choices.end(),
             [](const Choice& a, const Choice& b) { return a.count < b.count; })
      ->count;
}

void sort_member(Member& m) {
  std::vector<std::size_t> order(m.columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::is_sorted(m.columns.begin(), m.columns.end())) {
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return m.columns[a] < m.columns[b];
    });
    std::sort(m.columns.begin(), m.columns.end());
    for (Choice& c : m.choices) {
      std::vector<Scalar> values;
      for (const std::size_t i : order) values.push_back(c.values[i]);
      c.values = std::move(values);
    }
  }
  std::sort(m.choices.begin(), m.choices.end());
  m.choices.erase(std::unique(m.choices.begin(), m.choices.end()),
                  m.choices.end());
}

Member renamed_member(Member m, const auto& rename) {
  for (std::uint32_t& c : m.columns) c = rename(c);
  sort_member(m);
  return m;
}

}  // namespace

void Projection::normalise() {
  std::vector<Part> out;
  for (Part& part : parts) {
    Scalar low = 0;
    Scalar high = 0;
    for (Member& m : part.members) {
      sort_member(m);
      low += least(m);
      high += greatest(m);
    }
    const bool binds = part.low > low || part.high < high;
    if (binds && part.members.size() == 1) {
      std::erase_if(part.members[0].choices, [&](const Choice& c) {
        return c.count < part.low || c.count > part.high;
      });
    } else if (binds) {
      part.low = std::max(part.low, low);
      part.high = std::min(part.high, high);
      std::sort(part.members.begin(), part.members.end());
      out.push_back(std::move(part));
      continue;
    }
    for (Member& m : part.members) {
      for (Choice& c : m.choices) c.count = 0;
      sort_member(m);
      Part alone;
      alone.members.push_back(std::move(m));
      out.push_back(std::move(alone));
    }
  }
  std::sort(out.begin(), out.end());
  parts = std::move(out);
}

std::uint64_t Projection::rows(std::uint64_t limit) const {
  std::uint64_t product = 1;
  for (const Part& part : parts) {
    for (const Member& m : part.members) {
      product *= m.choices.size();
      if (product >= limit) return limit;
    }
  }
  return product;
}

Projection renamed(const Projection& projection,
                   const std::vector<std::uint32_t>& at) {
  Projection out = projection;
  for (Part& part : out.parts) {
    for (Member& m : part.members) {
      m = renamed_member(std::move(m), [&](std::uint32_t c) { return at[c]; });
    }
    std::sort(part.members.begin(), part.members.end());
  }
  std::sort(out.parts.begin(), out.parts.end());
  return out;
}

// ---- rows ------------------------------------------------------------------

namespace {

// The values that one part gives its columns: member after member, as long as
// those to come can still meet the bounds. False: more than `limit`.
bool part_rows(const Part& part, std::uint64_t limit,
               std::vector<std::vector<Scalar>>& out) {
  const std::size_t n = part.members.size();
  std::vector<Scalar> low(n + 1, 0);
  std::vector<Scalar> high(n + 1, 0);
  for (std::size_t i = n; i-- > 0;) {
    low[i] = low[i + 1] + least(part.members[i]);
    high[i] = high[i + 1] + greatest(part.members[i]);
  }
  std::vector<std::size_t> choice(n + 1, 0);
  std::vector<Scalar> sum(n + 1, 0);
  std::size_t i = 0;
  while (true) {
    if (i == n) {
      auto& row = out.emplace_back();
      for (std::size_t m = 0; m < n; ++m) {
        const auto& values = part.members[m].choices[choice[m]].values;
        row.insert(row.end(), values.begin(), values.end());
      }
      if (out.size() > limit) return false;
    }
    if (i == n || choice[i] == part.members[i].choices.size()) {
      if (i == 0) break;
      if (i < n) choice[i] = 0;
      ++choice[--i];
      continue;
    }
    const Scalar next = sum[i] + part.members[i].choices[choice[i]].count;
    if (next + low[i + 1] > part.high || next + high[i + 1] < part.low) {
      ++choice[i];
      continue;
    }
    sum[++i] = next;
    choice[i] = 0;
  }
  // Equal values with different counts.
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return true;
}

}  // namespace

bool expand(const Projection& projection, std::uint64_t limit,
            const RowSink& sink) {
  std::vector<std::vector<std::uint32_t>> columns;
  std::vector<std::vector<std::vector<Scalar>>> rows;
  for (const Part& part : projection.parts) {
    auto& all = columns.emplace_back();
    for (const Member& m : part.members) {
      all.insert(all.end(), m.columns.begin(), m.columns.end());
    }
    if (!part_rows(part, limit, rows.emplace_back())) return false;
    if (rows.back().empty()) return true;
  }
  std::uint64_t count = 1;
  for (const auto& part : rows) {
    const bool fits = !__builtin_mul_overflow(count, part.size(), &count);
    if (!fits || count > limit) return false;
  }
  std::vector<Scalar> row(projection.width);
  std::vector<std::size_t> at(rows.size(), 0);
  const auto set = [&](std::size_t p) {
    for (std::size_t i = 0; i < columns[p].size(); ++i) {
      row[columns[p][i]] = rows[p][at[p]][i];
    }
  };
  for (std::size_t p = 0; p < rows.size(); ++p) set(p);
  while (true) {
    network::poll();
    sink(row);
    std::size_t p = 0;
    while (p < rows.size()) {
      if (++at[p] < rows[p].size()) {
        set(p);
        break;
      }
      at[p] = 0;
      set(p++);
    }
    if (p == rows.size()) return true;
  }
}

// ---- exchanges -------------------------------------------------------------

ProjectionIndex::ProjectionIndex(const Projection& projection)
    : at(projection.width) {
  for (std::uint32_t p = 0; p < projection.parts.size(); ++p) {
    const auto& members = projection.parts[p].members;
    for (std::uint32_t m = 0; m < members.size(); ++m) {
      for (const std::uint32_t c : members[m].columns) at[c] = {p, m};
    }
  }
}

// Members are exchanged within their part; a part is exchanged for another
// only as a whole, if it has one member.
bool invariant(const Projection& projection, const ProjectionIndex& index,
               const ColumnSwap& swap) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moved;
  for (const auto& [a, b] : swap) {
    moved.push_back(index.at[a]);
    moved.push_back(index.at[b]);
  }
  std::sort(moved.begin(), moved.end());
  moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
  const auto rename = [&](std::uint32_t c) {
    for (const auto& [a, b] : swap) {
      if (c == a) return b;
      if (c == b) return a;
    }
    return c;
  };
  using Placed = std::tuple<std::uint32_t, Scalar, Scalar, Member>;
  std::vector<Placed> before, after;
  for (const auto& [p, m] : moved) {
    const Part& part = projection.parts[p];
    const std::uint32_t whose = counted(part) ? p : UINT32_MAX;
    before.emplace_back(whose, part.low, part.high, part.members[m]);
    after.emplace_back(whose, part.low, part.high,
                       renamed_member(part.members[m], rename));
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  return before == after;
}

// ---- orbits ----------------------------------------------------------------

namespace {

constexpr std::size_t max_units = 1000;
constexpr std::uint64_t max_steps = 20'000'000;

// What is chosen together: values of some columns, and what they count for.
struct Option {
  std::vector<Scalar> values;
  std::vector<std::pair<std::uint32_t, Scalar>> counts;  // sum, count
  auto operator<=>(const Option&) const = default;
};

// One option for each of `copies` alike sets of columns, in any order.
struct Unit {
  std::vector<std::vector<std::uint32_t>> copies;  // their columns
  std::vector<Option> options;
};

class Lister {
 public:
  Lister(const Projection& projection,
         const std::shared_ptr<const Orbits>& orbits, std::uint64_t limit)
      : projection_(projection),
        orbits_(*orbits),
        limit_(limit),
        index_(projection),
        done_(projection.parts.size()),
        row_(projection.width) {
    set_.orbits = orbits;
    for (std::uint32_t p = 0; p < done_.size(); ++p) {
      done_[p].resize(projection.parts[p].members.size());
      sum_of_.push_back(static_cast<std::uint32_t>(counted_.size()));
      if (counted(projection.parts[p])) counted_.push_back(p);
    }
  }

  std::optional<OrbitSet> run() {
    for (const Orbits::Group& g : orbits_.groups()) {
      if (g.blocks > 1 && g.width > 0 && !alike(g)) return std::nullopt;
    }
    for (std::uint32_t p = 0; p < done_.size(); ++p) {
      for (std::uint32_t m = 0; m < done_[p].size(); ++m) {
        if (!done_[p][m]) single(p, projection_.parts[p].members[m]);
      }
    }
    if (units_.size() > max_units) return std::nullopt;
    bounds();
    sums_.assign(counted_.size(), 0);
    if (!unit(0)) return std::nullopt;
    std::sort(codes_.begin(), codes_.end());
    codes_.erase(std::unique(codes_.begin(), codes_.end()), codes_.end());
    for (const auto& code : codes_) set_.push(code);
    return std::move(set_);
  }

 private:
  void single(std::uint32_t p, const Member& member) {
    if (!counted(projection_.parts[p]) && member.choices.size() == 1) {
      for (std::size_t i = 0; i < member.columns.size(); ++i) {
        row_[member.columns[i]] = member.choices[0].values[i];
      }
      return;
    }
    Unit unit;
    unit.copies = {member.columns};
    for (const Choice& c : member.choices) {
      unit.options.push_back({c.values, {}});
      if (!counted(projection_.parts[p])) continue;
      unit.options.back().counts = {{sum_of_[p], c.count}};
    }
    units_.push_back(std::move(unit));
  }

  // The members that have the columns of a block, if they have no others.
  std::optional<std::vector<std::pair<std::uint32_t, std::uint32_t>>> members(
      std::span<const std::uint32_t> columns) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
    std::size_t covered = 0;
    for (const std::uint32_t c : columns) out.push_back(index_.at[c]);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    for (const auto& [p, m] : out) {
      covered += projection_.parts[p].members[m].columns.size();
    }
    if (covered != columns.size()) return std::nullopt;
    return out;
  }

  // The options of one block: canonical values. False: too many.
  bool options(std::uint32_t block, std::vector<Option>& out) {
    const auto columns = orbits_.columns(block);
    const auto parts = members(columns);
    if (!parts) return false;
    out = {{}};
    for (const auto& [p, m] : *parts) {
      const Member& member = projection_.parts[p].members[m];
      // An option's values are by member first.
      std::vector<Option> longer;
      for (const Option& o : out) {
        for (const Choice& c : member.choices) {
          Option next = o;
          next.values.insert(next.values.end(), c.values.begin(),
                             c.values.end());
          if (counted(projection_.parts[p])) {
            const std::uint32_t sum = sum_of_[p];
            if (next.counts.empty() || next.counts.back().first != sum) {
              next.counts.emplace_back(sum, 0);
            }
            next.counts.back().second += c.count;
          }
          longer.push_back(std::move(next));
        }
      }
      out = std::move(longer);
      if (out.size() > 100'000) return false;
    }
    for (Option& o : out) {
      std::size_t at = 0;
      for (const auto& [p, m] : *parts) {
        for (const auto c : projection_.parts[p].members[m].columns) {
          row_[c] = o.values[at++];
        }
      }
      o.values.clear();
      orbits_.content(row_, block, o.values);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return true;
  }

  bool alike(const Orbits::Group& g) {
    Unit unit;
    for (std::uint32_t b = g.first; b < g.first + g.blocks; ++b) {
      std::vector<Option> own;
      if (!options(b, own)) return false;
      if (b > g.first && own != unit.options) return false;
      unit.options = std::move(own);
      const auto columns = orbits_.columns(b);
      unit.copies.emplace_back(columns.begin(), columns.end());
      for (const std::uint32_t c : columns) {
        done_[index_.at[c].first][index_.at[c].second] = true;
      }
    }
    units_.push_back(std::move(unit));
    return true;
  }

  // Per unit and part: what it and those after it can add.
  void bounds() {
    low_.assign(units_.size() + 1, std::vector<Scalar>(counted_.size(), 0));
    high_ = low_;
    for (std::size_t u = units_.size(); u-- > 0;) {
      low_[u] = low_[u + 1];
      high_[u] = high_[u + 1];
      std::vector<std::pair<Scalar, Scalar>> range(counted_.size(),
                                                   {INT64_MAX, INT64_MIN});
      for (const Option& o : units_[u].options) {
        for (const auto& [p, count] : o.counts) {
          range[p].first = std::min(range[p].first, count);
          range[p].second = std::max(range[p].second, count);
        }
      }
      const auto copies = static_cast<Scalar>(units_[u].copies.size());
      for (std::size_t p = 0; p < counted_.size(); ++p) {
        if (range[p].first > range[p].second) continue;
        low_[u][p] += copies * range[p].first;
        high_[u][p] += copies * range[p].second;
      }
    }
  }

  bool feasible(std::size_t next_unit) const {
    for (std::size_t p = 0; p < counted_.size(); ++p) {
      const Part& part = projection_.parts[counted_[p]];
      if (sums_[p] + low_[next_unit][p] > part.high ||
          sums_[p] + high_[next_unit][p] < part.low) {
        return false;
      }
    }
    return true;
  }

  bool unit(std::size_t u) {
    if (u == units_.size()) {
      if (++leaves_ > limit_) return false;
      network::poll(static_cast<std::int64_t>(row_.size()));
      auto& code = codes_.emplace_back();
      orbits_.encode(row_, code);
      return true;
    }
    return copies(u, 0, 0);
  }

  // The copies from `copy` on take options from `option` on, in order: first
  // all that one more copy may take, from the greatest number down.
  bool copies(std::size_t u, std::size_t option, std::size_t copy) {
    network::poll();
    if (++steps_ > max_steps) return false;
    const Unit& current = units_[u];
    if (copy == current.copies.size()) {
      return !feasible(u + 1) || unit(u + 1);
    }
    if (option == current.options.size()) return true;
    const Option& o = current.options[option];
    const std::vector<Scalar> sums = sums_;
    for (std::size_t n = copy;;) {
      network::poll();
      if (option + 1 < current.options.size() || n == current.copies.size()) {
        if (!copies(u, option + 1, n)) return false;
      }
      if (n == current.copies.size()) break;
      for (std::size_t i = 0; i < o.values.size(); ++i) {
        row_[current.copies[n][i]] = o.values[i];
      }
      ++n;
      bool over = false;
      for (const auto& [p, count] : o.counts) {
        sums_[p] += count;
        over = over || sums_[p] > projection_.parts[counted_[p]].high;
      }
      if (over) break;
    }
    sums_ = sums;
    return true;
  }

  const Projection& projection_;
  const Orbits& orbits_;
  std::uint64_t limit_;
  ProjectionIndex index_;
  std::vector<std::vector<bool>> done_;  // members in units
  std::vector<std::uint32_t> counted_;   // parts, whose counts are summed
  std::vector<std::uint32_t> sum_of_;    // per part: which of these
  std::vector<Unit> units_;
  std::vector<std::vector<Scalar>> low_, high_;
  std::vector<Scalar> row_, sums_;
  std::vector<std::vector<Scalar>> codes_;
  std::uint64_t leaves_ = 0, steps_ = 0;
  OrbitSet set_;
};

}  // namespace

std::optional<OrbitSet> orbits_of(const Projection& projection,
                                  const std::shared_ptr<const Orbits>& orbits,
                                  std::uint64_t limit) {
  return Lister(projection, orbits, limit).run();
}

}  // namespace vicinal::fixpoint::inline orbits
