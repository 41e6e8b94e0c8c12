// SPDX-License-Identifier: MIT
// What is linear between columns in all states is the null space of the matrix
// of their numbers; on a condition, of the rows that satisfy it.
#include "fixpoint/lemmas/totals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "fixpoint/lemmas/elimination.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Scalar;

namespace {

constexpr std::size_t most_terms = 6;
constexpr std::size_t most_phases = 8;  // that conditions speak of
constexpr std::size_t most_facts = 60;

// That a column is 0, or not.
struct Atom {
  std::size_t column;
  bool zero;
};

using Condition = std::vector<Atom>;
using Equations = std::vector<Factors>;

// The rows that satisfy a condition, and what is linear in these.
struct Where {
  Condition condition;
  std::vector<bool> rows;
  std::size_t count = 0;
  Equations equations;
};

bool within(const Where& a, const Where& b) {
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    if (a.rows[i] && !b.rows[i]) return false;
  }
  return true;
}

class Facts {
 public:
  explicit Facts(const Table& table) : table_(table) {
    for (const Column& c : table.columns) names_.push_back(c.text);
  }

  // What all rows satisfy.
  std::vector<std::string> all() const;
  std::vector<std::string> on_conditions();

 private:
  // No equations: there are not more rows than it takes to say them.
  Where where(Condition condition) const;
  std::vector<Where> conditions() const;
  bool said(const Factors& factors) const;
  bool speaks_of_counter(const Factors& factors) const;
  std::string text(const Condition& condition) const;
  std::vector<Atom> atoms() const;
  // That the column is 0.
  Factors alone(std::size_t column) const;
  void add(const Where& where, Space known);

  const Table& table_;
  std::vector<std::string> names_, out_;
  bool counter_ = false;  // is spoken of
};

Where Facts::where(Condition condition) const {
  Where out;
  Space space(table_.columns.size());
  for (const auto& row : table_.rows) {
    network::poll(static_cast<std::int64_t>(row.size()));
    out.rows.push_back(std::all_of(
        condition.begin(), condition.end(),
        [&](const Atom& a) { return (row[a.column] == 0) == a.zero; }));
    if (!out.rows.back()) continue;
    ++out.count;
    if (!space.full()) space.add(row);
  }
  out.condition = std::move(condition);
  if (out.count > space.rank()) out.equations = space.equations();
  return out;
}

bool Facts::said(const Factors& factors) const {
  std::size_t terms = 0;
  bool varies = false;
  for (std::size_t c = 0; c < factors.size(); ++c) {
    if (factors[c] == 0) continue;
    ++terms;
    varies = varies || table_.columns[c].shows != Shows::fixed;
  }
  return varies && terms <= most_terms;
}

bool Facts::speaks_of_counter(const Factors& factors) const {
  for (std::size_t c = 0; c < factors.size(); ++c) {
    if (factors[c] != 0 && table_.columns[c].shows == Shows::counter) {
      return true;
    }
  }
  return false;
}

std::string Facts::text(const Condition& condition) const {
  std::string out;
  for (const Atom& a : condition) {
    out += fmt::format("{}{} {}", out.empty() ? "" : " && ", names_[a.column],
                       a.zero ? "== 0" : "> 0");
  }
  return out;
}

std::vector<std::string> Facts::all() const {
  std::vector<std::string> out;
  for (const Factors& factors : where({}).equations) {
    if (said(factors)) out.push_back(equation_text(names_, factors));
  }
  return out;
}

std::vector<Atom> Facts::atoms() const {
  std::vector<Atom> out;
  for (std::size_t c = 0; c < table_.columns.size(); ++c) {
    if (table_.columns[c].shows != Shows::count) continue;
    if (out.size() == 2 * most_phases) break;
    out.push_back({c, true});
    out.push_back({c, false});
  }
  return out;
}

Factors Facts::alone(std::size_t column) const {
  Factors out(table_.columns.size(), 0);
  out[column] = 1;
  return out;
}

// Those that more rows satisfy first; the one without an atom is the first.
std::vector<Where> Facts::conditions() const {
  const std::vector<Atom> list = atoms();
  std::vector<Where> out = {where({})};
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.push_back(where({list[i]}));
    for (std::size_t j = i + 1; j < list.size(); ++j) {
      if (list[i].column == list[j].column) continue;
      out.push_back(where({list[i], list[j]}));
    }
  }
  const auto first = [](const Where& a, const Where& b) {
    return std::make_pair(b.count, a.condition.size()) <
           std::make_pair(a.count, b.condition.size());
  };
  std::stable_sort(out.begin() + 1, out.end(), first);
  return out;
}

// Those of the equations that do not follow.
void Facts::add(const Where& where, Space known) {
  for (const Atom& a : where.condition) {
    if (a.zero) known.add(alone(a.column));
  }
  for (const Factors& factors : where.equations) {
    if (!known.add(factors) || !said(factors)) continue;
    if (out_.size() == most_facts) return;
    counter_ = counter_ || speaks_of_counter(factors);
    out_.push_back(fmt::format("{} => {}", text(where.condition),
                               equation_text(names_, factors)));
  }
}

// What follows from conditions that more rows satisfy; that these are satisfied
// is to be said.
std::vector<std::string> Facts::on_conditions() {
  const bool counter =
      std::any_of(table_.columns.begin(), table_.columns.end(),
                  [](const Column& c) { return c.shows == Shows::counter; });
  if (!counter) return {};
  const std::vector<Where> all = conditions();
  for (std::size_t i = 1; i < all.size(); ++i) {
    Space known(table_.columns.size());
    for (std::size_t j = 0; j < i; ++j) {
      network::poll(static_cast<std::int64_t>(table_.rows.size()));
      if (!within(all[i], all[j])) continue;
      for (const Factors& factors : all[j].equations) {
        const bool itself = std::any_of(
            all[j].condition.begin(), all[j].condition.end(),
            [&](const Atom& a) { return factors == alone(a.column); });
        if (!itself) known.add(factors);
      }
    }
    add(all[i], std::move(known));
  }
  if (!counter_) out_.clear();
  return std::move(out_);
}

}  // namespace

std::vector<std::string> facts_of_totals(const Table& table) {
  return Facts(table).all();
}

std::vector<std::string> facts_on_conditions(const Table& table) {
  return Facts(table).on_conditions();
}

}  // namespace vicinal::fixpoint::inline lemmas
