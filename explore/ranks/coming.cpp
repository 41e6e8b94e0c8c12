// SPDX-License-Identifier: MIT
// Each row of a meeting here begins with what its rank comes for, and a limit.
// Whoever comes for something else than the others is not waited for, and all
// of them see that.
#include "explore/ranks/coming.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline ranks {

using network::Instance;
using network::Limit;
using network::Scalar;

namespace {

using Row = std::vector<std::uint64_t>;

// What for: to search; to agree about what is saved; nothing, since it has
// left, or is done.
enum class Coming : std::uint64_t { here, saves, left, done };

Row row_of(Coming kind, Limit limit, std::uint64_t question = 0,
           std::uint64_t symmetry = 0) {
  return {static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(limit),
          question, symmetry};
}

class Fingerprint {
 public:
  void add(std::uint64_t word) {
    network::poll();
    hash_ = (hash_ ^ word) * 0xFF51AFD7ED558CCDULL;
    hash_ ^= hash_ >> 32;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0x9E3779B97F4A7C15ULL;
};

// Of what all ranks have in common, if they have read the same files: a model
// has the same text, which whoever reads it compares, but a graph may be in
// another file.
std::uint64_t of_question(const Instance& instance, const Options& options) {
  Fingerprint print;
  for (const network::Bounds& slot : instance.slots) {
    print.add(static_cast<std::uint64_t>(slot.low));
    print.add(static_cast<std::uint64_t>(slot.high));
  }
  for (const auto& value : instance.initial) {
    print.add(std::uint64_t{value.has_value()});
    print.add(static_cast<std::uint64_t>(value.value_or(0)));
  }
  for (const Scalar v : instance.constants) {
    print.add(static_cast<std::uint64_t>(v));
  }
  for (std::size_t d = 0; d < instance.network.dart_count(); ++d) {
    print.add(instance.network.dart_edge[d].value);
    print.add(instance.network.dart_node[d].value);
  }
  for (const std::size_t p : options.properties) print.add(p);
  print.add(std::uint64_t{options.model_errors} << 1 |
            std::uint64_t{options.deadlock_is_violation});
  return print.value();
}

// Of what a rank with less time may not have found.
std::uint64_t of_symmetry(const Options& options) {
  Fingerprint print;
  if (options.symmetry == nullptr) return print.value();
  for (const symmetry::StateMap& map : options.symmetry->generators) {
    for (const std::uint32_t slot : map.slot) print.add(slot);
    for (const auto& values : map.value) {
      for (const Scalar v : values) print.add(static_cast<std::uint64_t>(v));
      print.add(values.size());
    }
  }
  return print.value();
}

}  // namespace

std::vector<std::uint64_t> coming(const Instance& instance,
                                  const Options& options) {
  return row_of(Coming::here, Limit::none, of_question(instance, options),
                of_symmetry(options));
}

std::vector<std::uint64_t> coming(Limit limit) {
  return row_of(Coming::here, limit);
}

Limit begin(Exchange& exchange, std::span<const std::uint64_t> mine) {
  const std::vector<Row> rows = exchange.gather(mine);
  Limit all = Limit::none;
  bool same_question = true, same_symmetry = true;
  for (const Row& row : rows) {
    const auto kind = static_cast<Coming>(row.at(0));
    const auto theirs = static_cast<Limit>(row.at(1));
    if (kind == Coming::left) throw RankLeft{theirs};
    // It saves, and another one had no time for the symmetry, and does not.
    if (kind == Coming::saves) throw RankLeft{Limit::time};
    same_question = same_question && kind == Coming::here &&
                    row.at(2) == rows.front().at(2);
    same_symmetry = same_symmetry && row.at(3) == rows.front().at(3);
    if (all == Limit::none) all = theirs;
  }
  // With a limit a fingerprint may be missing.
  if (all != Limit::none) return all;
  if (!same_question) {
    throw std::runtime_error("the ranks do not search the same states");
  }
  return same_symmetry ? Limit::none : Limit::time;
}

void leave(Exchange& exchange, Limit limit) {
  exchange.gather(row_of(Coming::left, limit));
}

void part(Exchange& exchange) {
  exchange.gather(row_of(Coming::done, Limit::none));
}

std::vector<Row> RankCompany::gather(std::span<const std::uint64_t> mine) {
  Row words = row_of(Coming::saves, Limit::none);
  const auto head = static_cast<std::ptrdiff_t>(words.size());
  words.insert(words.end(), mine.begin(), mine.end());
  std::vector<Row> rows = exchange_.gather(words);
  for (Row& row : rows) {
    const auto kind = static_cast<Coming>(row.at(0));
    if (kind == Coming::left) throw RankLeft{static_cast<Limit>(row.at(1))};
    if (kind == Coming::here) throw RankLeft{Limit::time};
    if (kind != Coming::saves) {
      throw std::runtime_error("the ranks do not save together");
    }
    row.erase(row.begin(), row.begin() + head);
  }
  return rows;
}

}  // namespace vicinal::explore::inline ranks
