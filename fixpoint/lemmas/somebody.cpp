// SPDX-License-Identifier: MIT
// Columns that count are looked at two by two.
#include "fixpoint/lemmas/somebody.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

namespace {

constexpr std::size_t most_about_somebody = 40;

using Row = std::vector<network::Scalar>;

// How many rows satisfy the condition, and whether all of these show the
// column.
struct Seen {
  std::size_t rows = 0;
  bool shown = true;
};

template <class Holds>
Seen seen(const Table& table, std::size_t column, const Holds& holds) {
  Seen out;
  for (const Row& row : table.rows) {
    network::poll();
    if (!holds(row)) continue;
    ++out.rows;
    out.shown = out.shown && row[column] > 0;
  }
  return out;
}

class Somebody {
 public:
  Somebody(const Table& table, const std::set<network::Held>* asked)
      : table_(table), asked_(asked) {}

  std::vector<std::string> run() {
    std::vector<std::size_t> open;
    for (std::size_t c = 0; c < table_.columns.size(); ++c) {
      if (!of_family(c) || !asked(c)) continue;
      if (seen(table_, c, [](const Row&) { return true; }).shown) {
        put(name(c));
      } else {
        open.push_back(c);
      }
    }
    for (const std::size_t c : open) conditions(c);
    return std::move(out_);
  }

 private:
  bool counts(std::size_t c) const {
    return !table_.columns[c].somebody.empty();
  }
  bool of_family(std::size_t c) const {
    return counts(c) && table_.columns[c].of_family;
  }
  bool asked(std::size_t c) const {
    const auto& variable = table_.columns[c].variable;
    return asked_ == nullptr || (variable && asked_->contains(*variable));
  }
  const std::string& name(std::size_t c) const {
    return table_.columns[c].somebody;
  }
  void put(std::string fact) {
    if (out_.size() < most_about_somebody) out_.push_back(std::move(fact));
  }

  // Where some other column is not 0, or is.
  void conditions(std::size_t c) {
    for (std::size_t a = 0; a < table_.columns.size(); ++a) {
      if (a == c || !counts(a) || (asked_ != nullptr && of_family(a))) continue;
      for (const bool zero : {false, true}) {
        const Seen where = seen(
            table_, c, [&](const Row& row) { return (row[a] == 0) == zero; });
        if (where.rows == 0 || !where.shown) continue;
        put(fmt::format("{}{} => {}", zero ? "!" : "", name(a), name(c)));
      }
    }
  }

  const Table& table_;
  const std::set<network::Held>* asked_;  // null: all variables
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> facts_of_somebody(const Table& table) {
  if (table.rows.empty()) return {};
  return Somebody(table, nullptr).run();
}

std::vector<std::string> facts_of_somebody(
    const Table& table, const std::set<network::Held>& asked) {
  if (table.rows.empty() || asked.empty()) return {};
  return Somebody(table, &asked).run();
}

}  // namespace vicinal::fixpoint::inline lemmas
