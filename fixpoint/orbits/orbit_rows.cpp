// SPDX-License-Identifier: MIT
// The rows of an orbit: how many, and all of them. A group of k blocks with
// runs of c1, c2, .. gives k! / (c1! c2! ..) arrangements; so do the equal
// darts of each block.
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <set>

#include "fixpoint/orbits/orbits.hpp"

namespace vicinal::fixpoint::inline orbits {

using network::Scalar;

namespace {

using Number = boost::multiprecision::cpp_int;
using Values = std::vector<Scalar>;

// Multinomials by the exponents of their prime factors: numbers of thousands
// of digits are then made by multiplication only. Each is made once.
class Multinomials {
 public:
  const Number& operator()(std::vector<std::uint64_t> counts) {
    std::sort(counts.begin(), counts.end());
    const auto [at, fresh] = known_.try_emplace(std::move(counts));
    if (fresh) at->second = make(at->first);
    return at->second;
  }

 private:
  void sieve(std::uint64_t n) {
    for (std::uint64_t p = primes_.empty() ? 2 : primes_.back() + 1; p <= n;
         ++p) {
      const bool prime =
          std::all_of(primes_.begin(), primes_.end(),
                      [&](std::uint64_t q) { return q * q > p || p % q != 0; });
      if (prime) primes_.push_back(p);
    }
  }
  static std::uint64_t exponent(std::uint64_t n, std::uint64_t p) {
    std::uint64_t sum = 0;
    while ((n /= p) > 0) sum += n;
    return sum;
  }
  Number make(const std::vector<std::uint64_t>& counts) {
    std::uint64_t n = 0;
    for (const std::uint64_t c : counts) n += c;
    if (n > sieved_) sieve(sieved_ = n);
    Number product = 1;
    std::uint64_t small = 1;
    for (const std::uint64_t p : primes_) {
      if (p > n) break;
      std::uint64_t e = exponent(n, p);
      for (const std::uint64_t c : counts) e -= exponent(c, p);
      for (; e > 0; --e) {
        if (small > UINT64_MAX / p) {
          product *= small;
          small = 1;
        }
        small *= p;
      }
    }
    return product * small;
  }

  std::uint64_t sieved_ = 0;
  std::vector<std::uint64_t> primes_;
  std::map<std::vector<std::uint64_t>, Number> known_;
};

// The values of a block, cut into those of equal darts.
struct Cut {
  std::vector<std::uint32_t> widths;  // of one dart each
  std::vector<std::uint32_t> equal;   // per dart: the first of its equals
};

Cut cut(const Orbits& orbits, std::uint32_t block) {
  return {orbits.dart_widths(block), orbits.equal_places(block)};
}

// Multisets of values of equal darts, as the lengths of runs of equal values.
template <typename Visit>
void equal_runs(const Cut& cut, std::span<const Scalar> values, Visit visit) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < cut.widths.size();) {
    std::vector<std::uint64_t> runs;
    const std::uint32_t width = cut.widths[i];
    const std::uint32_t first = cut.equal[i];
    for (; i < cut.widths.size() && cut.equal[i] == first; ++i) {
      const bool same =
          !runs.empty() &&
          std::equal(values.begin() + static_cast<std::ptrdiff_t>(at),
                     values.begin() + static_cast<std::ptrdiff_t>(at + width),
                     values.begin() + static_cast<std::ptrdiff_t>(at - width));
      if (same) {
        ++runs.back();
      } else {
        runs.push_back(1);
      }
      at += width;
    }
    visit(std::move(runs));
  }
}

struct ValueRun {
  std::uint32_t count = 1;
  std::span<const Scalar> values;
};

// The runs of the groups of a code, and the values before them.
std::vector<std::vector<ValueRun>> runs_of(const Orbits& orbits,
                                           std::span<const Scalar> code) {
  std::vector<std::vector<ValueRun>> out;
  std::size_t at = orbits.own();
  for (const Orbits::Group& group : orbits.groups()) {
    auto& runs = out.emplace_back();
    for (std::uint32_t b = 0; b < group.blocks;) {
      ValueRun run;
      if (group.blocks > 1) run.count = static_cast<std::uint32_t>(code[at++]);
      run.values = code.subspan(at, group.width);
      at += group.width;
      b += run.count;
      runs.push_back(run);
    }
  }
  return out;
}

// All orders of the values of equal darts.
std::vector<Values> variants(const Cut& cut, std::span<const Scalar> values) {
  std::vector<Values> out = {{}};
  std::size_t at = 0;
  for (std::size_t i = 0; i < cut.widths.size();) {
    std::vector<Values> parts;
    const std::uint32_t first = cut.equal[i];
    for (; i < cut.widths.size() && cut.equal[i] == first; ++i) {
      const auto part = values.subspan(at, cut.widths[i]);
      parts.emplace_back(part.begin(), part.end());
      at += cut.widths[i];
    }
    std::vector<Values> longer;
    do {
      for (const Values& begin : out) {
        Values all = begin;
        for (const Values& p : parts) all.insert(all.end(), p.begin(), p.end());
        longer.push_back(std::move(all));
      }
    } while (std::next_permutation(parts.begin(), parts.end()));
    out = std::move(longer);
  }
  return out;
}

using RowVisit = std::function<bool(std::span<const Scalar>)>;

class Expander {
 public:
  Expander(const Orbits& orbits, std::span<const Scalar> code,
           const RowVisit& visit)
      : orbits_(orbits),
        runs_(runs_of(orbits, code)),
        visit_(visit),
        row_(code.begin(), code.begin() + orbits.own()) {
    row_.resize(orbits.width());
  }

  bool group(std::size_t g) {
    if (g == runs_.size()) return visit_(row_);
    const Orbits::Group& group = orbits_.groups()[g];
    const Cut shape = cut(orbits_, group.first);
    std::vector<std::vector<Values>> choices;  // per run
    std::vector<std::uint32_t> arrangement;    // which run, per block
    for (const ValueRun& run : runs_[g]) {
      arrangement.insert(arrangement.end(), run.count,
                         static_cast<std::uint32_t>(choices.size()));
      choices.push_back(variants(shape, run.values));
    }
    do {
      if (!blocks(g, choices, arrangement, 0)) return false;
    } while (std::next_permutation(arrangement.begin(), arrangement.end()));
    return true;
  }

 private:
  bool blocks(std::size_t g, const std::vector<std::vector<Values>>& choices,
              const std::vector<std::uint32_t>& arrangement, std::size_t i) {
    if (i == arrangement.size()) return group(g + 1);
    const auto columns = orbits_.columns(orbits_.groups()[g].first +
                                         static_cast<std::uint32_t>(i));
    for (const Values& values : choices[arrangement[i]]) {
      for (std::size_t c = 0; c < values.size(); ++c) {
        row_[columns[c]] = values[c];
      }
      if (!blocks(g, choices, arrangement, i + 1)) return false;
    }
    return true;
  }

  const Orbits& orbits_;
  std::vector<std::vector<ValueRun>> runs_;
  const RowVisit& visit_;
  Values row_;
};

}  // namespace

OrbitSet orbits_of(const StateSet& rows, std::shared_ptr<const Orbits> orbits) {
  std::set<Values> codes;
  Values code;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    orbits->encode(rows.row(r), code);
    codes.insert(code);
  }
  OrbitSet out;
  out.orbits = std::move(orbits);
  for (const Values& c : codes) out.push(c);
  return out;
}

std::string row_count(const OrbitSet& set) {
  const Orbits& orbits = *set.orbits;
  Multinomials multinomial;
  std::vector<Cut> shapes;
  for (const Orbits::Group& g : orbits.groups()) {
    shapes.push_back(cut(orbits, g.first));
  }
  Number sum = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    Number rows = 1;
    const auto groups = runs_of(orbits, set.code(i));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::vector<std::uint64_t> counts;
      for (const ValueRun& run : groups[g]) {
        counts.push_back(run.count);
        equal_runs(shapes[g], run.values, [&](std::vector<std::uint64_t> c) {
          if (c.size() < 2) return;
          rows *=
              boost::multiprecision::pow(multinomial(std::move(c)), run.count);
        });
      }
      if (counts.size() > 1) rows *= multinomial(std::move(counts));
    }
    sum += rows;
  }
  return sum.str();
}

// Recursion as deep as there are blocks; the caller sees to it that there are
// not too many rows, and so not too many blocks that differ.
bool expand(const Orbits& orbits, std::span<const Scalar> code,
            const RowVisit& row) {
  return Expander(orbits, code, row).group(0);
}

}  // namespace vicinal::fixpoint::inline orbits
