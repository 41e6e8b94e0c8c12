// SPDX-License-Identifier: MIT
// A row is a weight for some places and what each transition makes of it. At
// first each place is a row of its own. A transition that is worked on keeps
// the rows that it does not make greater; each of the others is replaced by its
// combinations with those that it makes smaller.
#include "network/imports/pnml/bounds.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <set>

#include "network/base/arithmetic.hpp"
#include "network/base/budget.hpp"

namespace vicinal::pnml {
namespace {

constexpr std::size_t most_rows = 20'000;
constexpr std::size_t most_entries = 2'000'000;
constexpr std::int64_t most_effort = 30'000'000;

struct Row {
  Change weights, effects;
  bool alive = true;
};

// a * x + b * y, without zeros; none where a number is too large.
std::optional<Change> combined(const Change& x, std::int64_t a, const Change& y,
                               std::int64_t b) {
  Change out;
  auto i = x.begin();
  auto j = y.begin();
  while (i != x.end() || j != y.end()) {
    network::poll();
    const std::uint32_t at =
        j == y.end() || (i != x.end() && i->first <= j->first) ? i->first
                                                               : j->first;
    network::Wide value = 0;
    if (i != x.end() && i->first == at) value += network::Wide{a} * i++->second;
    if (j != y.end() && j->first == at) value += network::Wide{b} * j++->second;
    if (value > INT64_MAX / 2 || value < -(INT64_MAX / 2)) return {};
    if (value != 0) out.emplace_back(at, static_cast<std::int64_t>(value));
  }
  return out;
}

class Farkas {
 public:
  explicit Farkas(const PlainNet& net);

  std::vector<std::optional<std::int64_t>> run();

 private:
  void add(Row row);
  void remove(std::uint32_t row);
  std::int64_t effect(const Row& row, std::uint32_t transition) const;
  void work_on(std::uint32_t transition);
  std::optional<Row> cancelled(const Row& greater, const Row& smaller,
                               std::uint32_t transition);
  void count(const Row& row, std::int64_t times);
  std::int64_t combinations(std::uint32_t transition) const {
    return counts_[transition].first * counts_[transition].second;
  }
  bool exhausted() const {
    return effort_ > most_effort || entries_ > most_entries ||
           rows_.size() > most_rows * 10;
  }

  const PlainNet& net_;
  std::vector<Row> rows_;
  // For each transition: rows that it changes, dead ones among them, and how
  // many of the others it makes greater, and smaller.
  std::vector<std::vector<std::uint32_t>> changed_;
  std::vector<std::pair<std::int64_t, std::int64_t>> counts_;
  // Transitions, by how many combinations they had when they were put here.
  using Open = std::pair<std::int64_t, std::uint32_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  std::size_t alive_ = 0;
  std::size_t entries_ = 0;
  std::int64_t effort_ = 0;
};

Farkas::Farkas(const PlainNet& net)
    : net_(net),
      changed_(net.transitions.size()),
      counts_(net.transitions.size()) {
  std::vector<Row> rows(net.marking.size());
  for (std::uint32_t p = 0; p < rows.size(); ++p) rows[p].weights = {{p, 1}};
  for (std::uint32_t t = 0; t < net.transitions.size(); ++t) {
    for (const auto& [place, change] : net.transitions[t]) {
      network::poll();
      rows[place].effects.emplace_back(t, change);
    }
  }
  for (Row& row : rows) add(std::move(row));
  for (std::uint32_t t = 0; t < net.transitions.size(); ++t) {
    open_.emplace(combinations(t), t);
  }
}

std::int64_t Farkas::effect(const Row& row, std::uint32_t transition) const {
  const auto found = std::ranges::lower_bound(
      row.effects, transition, {}, [](const auto& e) { return e.first; });
  return found == row.effects.end() || found->first != transition
             ? 0
             : found->second;
}

void Farkas::count(const Row& row, std::int64_t times) {
  for (const auto& [transition, value] : row.effects) {
    network::poll();
    auto& [greater, smaller] = counts_[transition];
    (value > 0 ? greater : smaller) += times;
  }
  const std::size_t size = row.effects.size() + row.weights.size();
  effort_ += static_cast<std::int64_t>(size);
  entries_ += times > 0 ? size : -size;
}

void Farkas::add(Row row) {
  const auto number = static_cast<std::uint32_t>(rows_.size());
  for (const auto& [transition, value] : row.effects) {
    changed_[transition].push_back(number);
  }
  count(row, 1);
  ++alive_;
  rows_.push_back(std::move(row));
}

void Farkas::remove(std::uint32_t number) {
  count(rows_[number], -1);
  --alive_;
  rows_[number] = Row{{}, {}, false};
}

// The least combination that the transition does not change.
std::optional<Row> Farkas::cancelled(const Row& greater, const Row& smaller,
                                     std::uint32_t transition) {
  const std::int64_t up = effect(greater, transition);
  const std::int64_t down = -effect(smaller, transition);
  const std::int64_t common = std::gcd(up, down);
  const std::int64_t a = down / common;
  const std::int64_t b = up / common;
  effort_ += static_cast<std::int64_t>(
      greater.weights.size() + smaller.weights.size() + greater.effects.size() +
      smaller.effects.size());
  auto weights = combined(greater.weights, a, smaller.weights, b);
  auto effects = combined(greater.effects, a, smaller.effects, b);
  if (!weights || !effects) return {};
  std::int64_t divisor = 0;
  for (const auto* list : {&*weights, &*effects}) {
    for (const auto& [at, value] : *list) divisor = std::gcd(divisor, value);
  }
  for (auto* list : {&*weights, &*effects}) {
    for (auto& [at, value] : *list) value /= divisor;
  }
  return Row{std::move(*weights), std::move(*effects)};
}

void Farkas::work_on(std::uint32_t transition) {
  std::vector<std::uint32_t> greater;
  std::vector<std::uint32_t> smaller;
  for (const std::uint32_t r : changed_[transition]) {
    network::poll();
    ++effort_;
    if (!rows_[r].alive) continue;
    (effect(rows_[r], transition) > 0 ? greater : smaller).push_back(r);
  }
  if (greater.empty()) return;
  // Where there is no room for all, rows of few places come first.
  std::ranges::stable_sort(
      smaller, {}, [&](std::uint32_t r) { return rows_[r].weights.size(); });
  const std::size_t room =
      most_rows > alive_ ? (most_rows - alive_) / greater.size() + 1 : 1;
  std::set<Change> seen;
  for (const std::uint32_t g : greater) {
    std::size_t made = 0;
    for (const std::uint32_t s : smaller) {
      network::poll();
      if (made == room || exhausted()) break;
      auto row = cancelled(rows_[g], rows_[s], transition);
      if (!row || !seen.insert(row->weights).second) continue;
      ++made;
      add(std::move(*row));
    }
  }
  for (const std::uint32_t g : greater) remove(g);
}

std::vector<std::optional<std::int64_t>> Farkas::run() {
  while (!open_.empty() && !exhausted()) {
    network::poll();
    const auto [before, next] = open_.top();
    open_.pop();
    // What became more since is looked at later.
    if (combinations(next) > before) {
      open_.emplace(combinations(next), next);
      ++effort_;
    } else {
      work_on(next);
    }
  }
  std::vector<std::optional<std::int64_t>> out(net_.marking.size());
  for (const Row& row : rows_) {
    network::poll();
    // Also of a row that was not worked on to the end.
    if (!row.alive || std::ranges::any_of(row.effects, [](const auto& e) {
          return e.second > 0;
        })) {
      continue;
    }
    network::Wide total = 0;
    for (const auto& [place, weight] : row.weights) {
      total += network::Wide{weight} * net_.marking[place];
      if (total > INT64_MAX) break;
    }
    if (total > INT64_MAX) continue;
    for (const auto& [place, weight] : row.weights) {
      const std::int64_t bound = static_cast<std::int64_t>(total) / weight;
      out[place] = std::min(out[place].value_or(bound), bound);
    }
  }
  return out;
}

}  // namespace

std::vector<std::optional<std::int64_t>> bounds(const PlainNet& net) {
  return Farkas(net).run();
}

}  // namespace vicinal::pnml
