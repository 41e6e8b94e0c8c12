// SPDX-License-Identifier: MIT
// Two-level minimisation with many-valued variables: the rows that are not in
// the set are covered by cubes (a set of values per column); each cube is
// enlarged until it would touch a row of the set, superfluous ones are
// dropped, and the negation of a cube is a clause, printed as an implication
// from its first literals to its last.
//
// Reading an element that a queue does not have is a model error. So a cube
// that restricts an element restricts the length, too, to values for which
// the element is there. This holds of the first cubes, since rows whose queue
// is too short do not tell the element's values apart, and enlarging keeps it.
// A clause then says the length in its premise, and `=>` and `&&` stop there.
#include "fixpoint/shown/predicate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline shown {

namespace {

using Mask = std::uint64_t;      // of values of one column
using Cube = std::vector<Mask>;  // one mask per column

constexpr std::size_t max_values = 64;
constexpr std::uint64_t max_work = 20'000'000;

// Given up: the set is not worth a formula.
struct TooMuch {};

class Minimiser {
 public:
  Minimiser(std::span<const Column> columns,
            std::span<const std::uint32_t> rows, std::size_t clause_limit)
      : columns_(columns), limit_(clause_limit) {
    const std::size_t width = columns.size();
    for (std::size_t i = 0; i + width <= rows.size(); i += width) {
      rows_.push_back(rows.subspan(i, width));
    }
    for (const Column& c : columns) {
      const std::size_t n = c.values.size();
      all_.push_back(n == max_values ? ~Mask{0} : (Mask{1} << n) - 1);
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].length != no_column) elements_.push_back(c);
    }
  }

  std::vector<Cube> run() {
    std::vector<std::uint32_t> everything(rows_.size());
    for (std::uint32_t i = 0; i < rows_.size(); ++i) everything[i] = i;
    Cube cube = all_;
    complement(everything, 0, cube);
    std::vector<Cube> primes;
    for (const Cube& c : off_) primes.push_back(enlarge(c));
    std::sort(primes.begin(), primes.end());
    primes.erase(std::unique(primes.begin(), primes.end()), primes.end());
    return irredundant(std::move(primes));
  }

 private:
  void work(std::uint64_t amount) {
    network::poll(static_cast<std::int64_t>(amount));
    work_ += amount;
    if (work_ > max_work) throw TooMuch{};
  }

  // Disjoint cubes for what `rows` (that agree on the columns before `at`)
  // leave out. Values with the same rows behind them stay together.
  void complement(const std::vector<std::uint32_t>& rows, std::size_t at,
                  Cube& cube) {
    work(rows.size() + 1);
    if (rows.empty()) {
      off_.push_back(cube);
      if (off_.size() > 50 * limit_) throw TooMuch{};
      return;
    }
    if (at == columns_.size()) return;
    std::map<std::vector<std::uint32_t>, std::pair<Mask, std::uint32_t>> same;
    std::vector<std::vector<std::uint32_t>> by_value(
        columns_[at].values.size());
    for (const std::uint32_t r : rows) {
      if (rows_[r][at] != any_value) {
        by_value[rows_[r][at]].push_back(r);
        continue;
      }
      for (auto& list : by_value) list.push_back(r);
    }
    for (std::uint32_t v = 0; v < by_value.size(); ++v) {
      // What follows after this column, row by row, says what is the same.
      std::vector<std::vector<std::uint32_t>> tails;
      for (const std::uint32_t r : by_value[v]) {
        tails.emplace_back(
            rows_[r].begin() + static_cast<std::ptrdiff_t>(at) + 1,
            rows_[r].end());
      }
      std::sort(tails.begin(), tails.end());
      std::vector<std::uint32_t> key;
      for (const auto& t : tails) key.insert(key.end(), t.begin(), t.end());
      key.push_back(static_cast<std::uint32_t>(tails.size()));
      auto& [mask, example] = same[key];
      mask |= Mask{1} << v;
      example = v;
    }
    for (const auto& [key, group] : same) {
      cube[at] = group.first;
      complement(by_value[group.second], at + 1, cube);
    }
    cube[at] = all_[at];
  }

  // Whether a clause may look at the elements that the cube restricts.
  bool has_elements(const Cube& cube) const {
    return std::all_of(elements_.begin(), elements_.end(), [&](std::size_t c) {
      const Mask too_short = (Mask{2} << columns_[c].position) - 1;
      return cube[c] == all_[c] || (cube[columns_[c].length] & too_short) == 0;
    });
  }

  bool touches(const Cube& cube) {
    work(rows_.size());
    return std::any_of(rows_.begin(), rows_.end(), [&](const auto& row) {
      for (std::size_t c = 0; c < cube.size(); ++c) {
        if (row[c] != any_value && (cube[c] >> row[c] & 1) == 0) return false;
      }
      return true;
    });
  }

  std::size_t literals(const Cube& cube) const {
    std::size_t n = 0;
    for (std::size_t c = 0; c < cube.size(); ++c) n += cube[c] != all_[c];
    return n;
  }

  bool possible(const Cube& cube) {
    return has_elements(cube) && !touches(cube);
  }

  // To a prime cube: whole columns are dropped first, then single values
  // added. Of two orders the one that leaves fewer literals.
  Cube enlarge(const Cube& cube) {
    Cube best;
    for (const bool forward : {false, true}) {
      Cube c = cube;
      for (std::size_t i = 0; i < c.size(); ++i) {
        const std::size_t at = forward ? i : c.size() - 1 - i;
        const Mask before = c[at];
        if (before == all_[at]) continue;
        c[at] = all_[at];
        if (!possible(c)) c[at] = before;
      }
      for (std::size_t at = 0; at < c.size(); ++at) {
        for (std::size_t v = 0; v < columns_[at].values.size(); ++v) {
          const Mask before = c[at];
          c[at] |= Mask{1} << v;
          if (c[at] != before && !possible(c)) c[at] = before;
        }
      }
      if (best.empty() || literals(c) < literals(best)) best = std::move(c);
    }
    return best;
  }

  // Whether the cubes (but for `skip`) from `at` on cover `cube`.
  bool covered(const Cube& cube, const std::vector<Cube>& cubes,
               const std::vector<bool>& dropped, std::size_t skip,
               std::size_t at) {
    for (; at < cubes.size(); ++at) {
      work(cube.size());
      if (at == skip || dropped[at]) continue;
      bool meets = true;
      for (std::size_t c = 0; c < cube.size() && meets; ++c) {
        meets = (cube[c] & cubes[at][c]) != 0;
      }
      if (meets) break;
    }
    if (at == cubes.size()) return false;
    Cube rest = cube;
    for (std::size_t c = 0; c < cube.size(); ++c) {
      const Mask outside = rest[c] & ~cubes[at][c];
      if (outside != 0) {
        const Mask inside = rest[c] & cubes[at][c];
        rest[c] = outside;
        if (!covered(rest, cubes, dropped, skip, at + 1)) return false;
        rest[c] = inside;
      }
    }
    return true;
  }

  std::vector<Cube> irredundant(std::vector<Cube> cubes) {
    // Those with most literals are looked at first: short clauses stay.
    std::stable_sort(cubes.begin(), cubes.end(),
                     [&](const Cube& a, const Cube& b) {
                       return literals(a) > literals(b);
                     });
    std::vector<bool> dropped(cubes.size(), false);
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      dropped[i] = covered(cubes[i], cubes, dropped, i, 0);
    }
    std::vector<Cube> kept;
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      if (!dropped[i]) kept.push_back(std::move(cubes[i]));
    }
    if (kept.size() > limit_) throw TooMuch{};
    return kept;
  }

  std::span<const Column> columns_;
  std::size_t limit_;
  std::vector<std::span<const std::uint32_t>> rows_;
  Cube all_;
  std::vector<std::size_t> elements_;  // columns of what queues hold
  std::vector<Cube> off_;
  std::uint64_t work_ = 0;
};

// ---- printing --------------------------------------------------------------

// The values of a column in `mask` as a condition; `alone`: nothing binds
// tighter around it.
std::string literal(const Column& column, Mask mask) {
  const std::size_t n = column.values.size();
  const auto count = static_cast<std::size_t>(std::popcount(mask));
  const auto first = static_cast<std::size_t>(std::countr_zero(mask));
  if (column.boolean) {
    return (column.values[first] == "true" ? "" : "!") + column.name;
  }
  if (count == 1) {
    return fmt::format("{} == {}", column.name, column.values[first]);
  }
  if (count + 1 == n) {
    for (std::size_t v = 0; v < n; ++v) {
      if ((mask >> v & 1) == 0 && !(column.ordered && (v == 0 || v + 1 == n))) {
        return fmt::format("{} != {}", column.name, column.values[v]);
      }
    }
  }
  const std::size_t last =
      63 - static_cast<std::size_t>(std::countl_zero(mask));
  if (column.ordered && last - first + 1 == count) {
    if (first == 0) {
      return fmt::format("{} <= {}", column.name, column.values[last]);
    }
    if (last + 1 == n) {
      return fmt::format("{} >= {}", column.name, column.values[first]);
    }
    return fmt::format("{} <= {} && {} <= {}", column.values[first],
                       column.name, column.name, column.values[last]);
  }
  std::string text;
  for (std::size_t v = 0; v < n; ++v) {
    if ((mask >> v & 1) == 0) continue;
    text += fmt::format("{}{} == {}", text.empty() ? "" : " || ", column.name,
                        column.values[v]);
  }
  return "(" + text + ")";
}

Mask all_values(const Column& c) {
  return c.values.size() == max_values ? ~Mask{0}
                                       : (Mask{1} << c.values.size()) - 1;
}

// One clause per cube, those with the same premise joined.
std::vector<std::string> clauses(std::span<const Column> columns,
                                 const std::vector<Cube>& cubes) {
  struct Clause {
    std::vector<std::size_t> order;  // columns, for sorting
    std::string premise, conclusion;
  };
  std::vector<Clause> list;
  for (const Cube& cube : cubes) {
    Clause clause;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (cube[c] != all_values(columns[c])) clause.order.push_back(c);
    }
    for (std::size_t i = 0; i + 1 < clause.order.size(); ++i) {
      const std::size_t c = clause.order[i];
      clause.premise += (i == 0 ? "" : " && ") + literal(columns[c], cube[c]);
    }
    const std::size_t c = clause.order.back();
    clause.conclusion = literal(columns[c], all_values(columns[c]) & ~cube[c]);
    list.push_back(std::move(clause));
  }
  std::sort(list.begin(), list.end(), [](const Clause& a, const Clause& b) {
    const bool x = a.premise.empty();
    const bool y = b.premise.empty();
    if (x != y) return x;
    if (x) return a.order < b.order;
    const std::vector<std::size_t> p(a.order.begin(), a.order.end() - 1);
    const std::vector<std::size_t> q(b.order.begin(), b.order.end() - 1);
    return std::tie(p, a.premise, a.order, a.conclusion) <
           std::tie(q, b.premise, b.order, b.conclusion);
  });
  std::vector<std::string> result;
  for (std::size_t i = 0; i < list.size();) {
    if (list[i].premise.empty()) {
      result.push_back(list[i++].conclusion);
      continue;
    }
    std::string text = list[i].premise + " => " + list[i].conclusion;
    std::size_t next = i + 1;
    for (; next < list.size() && list[next].premise == list[i].premise;
         ++next) {
      text += " && " + list[next].conclusion;
    }
    result.push_back(std::move(text));
    i = next;
  }
  return result;
}

}  // namespace

std::vector<std::string> predicate(std::span<const Column> columns,
                                   std::span<const std::uint32_t> rows,
                                   std::size_t clause_limit) {
  if (columns.empty()) return {"true"};
  if (rows.empty()) return {"false"};
  for (const Column& c : columns) {
    if (c.values.empty() || c.values.size() > max_values) return {};
  }
  try {
    const std::vector<Cube> cubes =
        Minimiser(columns, rows, clause_limit).run();
    if (cubes.empty()) return {"true"};
    return clauses(columns, cubes);
  } catch (const TooMuch&) {
    return {};
  }
}

}  // namespace vicinal::fixpoint::inline shown
