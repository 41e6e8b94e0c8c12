// SPDX-License-Identifier: MIT
// Columns are the numbers that one node shows, or two nodes that have an edge
// in common; rows are states with a choice of such nodes. What is linear for
// each node alone needs no column of its own where two are looked at.
#include "fixpoint/lemmas/neighbours.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "fixpoint/lemmas/elimination.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Instance;
using network::Model;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::size_t most_shared_columns = 32;
constexpr std::size_t most_shared_rows = 20'000;  // different ones
constexpr std::size_t most_shared_terms = 6;
constexpr std::size_t most_shared_facts = 24;

// The nodes of a fact: one, or two of which the ports are at the same edge.
struct Pattern {
  std::uint32_t families[2] = {0, 0};
  std::uint32_t ports[2] = {0, 0};
  bool two = false;
};

struct SharedColumn {
  std::size_t member = 0;  // of the pattern
  const Feature* feature = nullptr;
};

class Neighbours {
 public:
  Neighbours(const Model& model, const Vocabulary& vocabulary,
             std::span<const Explored> explored)
      : model_(model), vocabulary_(vocabulary), explored_(explored) {}

  std::vector<std::string> facts();

 private:
  using Places = std::vector<std::vector<std::size_t>>;

  void pattern(const Pattern& pattern);
  std::vector<SharedColumn> columns(const Pattern& pattern) const;
  Places places(const Instance& instance, const Pattern& pattern,
                const std::vector<SharedColumn>& columns) const;
  bool rows(const Explored& e, const Places& places,
            std::set<std::vector<Scalar>>& seen, Space& space) const;
  void fact(const Pattern& pattern, const std::vector<SharedColumn>& columns,
            const Factors& factors);
  void part(const Pattern& pattern, const std::vector<SharedColumn>& columns,
            const Factors& factors, std::size_t member);
  std::string head(const Pattern& pattern) const;
  std::string port(const Pattern& pattern, std::size_t member) const;
  const Feature* at_port(const Pattern& pattern, std::size_t member,
                         std::uint32_t slot) const;
  bool natural(const Feature& feature) const;
  bool boolean(const Feature& feature) const;
  std::string text(const std::string& member, const Feature& feature) const;
  void put(std::string fact);

  const Model& model_;
  const Vocabulary& vocabulary_;
  std::span<const Explored> explored_;
  std::set<const Feature*> known_;  // determined by the others of the node
  std::vector<std::string> out_;
};

bool is_at(const Feature& f, std::uint32_t port) {
  return f.where == Feature::Where::port && f.item == port;
}

std::vector<SharedColumn> Neighbours::columns(const Pattern& p) const {
  std::vector<SharedColumn> out;
  for (std::size_t m = 0; m < (p.two ? 2U : 1U); ++m) {
    for (const Feature& f : vocabulary_.features[p.families[m]]) {
      const bool numeric = f.type.valid() && !f.element &&
                           (model_[f.type].numeric() || boolean(f));
      const bool everybody = f.where == Feature::Where::shared ||
                             f.where == Feature::Where::at_node;
      if (!numeric || everybody) continue;
      // The common edge shows its numbers once.
      const bool common = m == 1 && is_at(f, p.ports[1]);
      if (!common && !known_.contains(&f)) out.push_back({m, &f});
    }
  }
  return out;
}

// For each choice of nodes, where the columns stand in a state.
Neighbours::Places Neighbours::places(
    const Instance& instance, const Pattern& p,
    const std::vector<SharedColumn>& columns) const {
  Places out;
  const auto put = [&](NodeId a, NodeId b) {
    auto& list = out.emplace_back();
    for (const SharedColumn& c : columns) {
      const NodeId node = c.member == 0 ? a : b;
      list.push_back(place_of(instance, node.value, *c.feature));
    }
  };
  const network::FamilySize& as = instance.node_families[p.families[0]];
  const network::FamilySize& bs = instance.node_families[p.families[1]];
  for (std::uint32_t i = 0; i < as.count; ++i) {
    network::poll(1 + (p.two ? std::int64_t{bs.count} : 0));
    const NodeId a(as.first + i);
    if (!p.two) put(a, a);
    for (std::uint32_t j = 0; p.two && j < bs.count; ++j) {
      const NodeId b(bs.first + j);
      const bool joined =
          edge_at(instance, a, p.ports[0]) == edge_at(instance, b, p.ports[1]);
      if (joined) put(a, b);
    }
  }
  return out;
}

// False: no equation is left.
bool Neighbours::rows(const Explored& e, const Places& places,
                      std::set<std::vector<Scalar>>& seen, Space& space) const {
  const std::size_t width = e.instance->slot_count();
  for (std::size_t at = 0; at + width <= e.states.size() && width != 0;
       at += width) {
    network::poll(static_cast<std::int64_t>(places.size()));
    for (const auto& list : places) {
      std::vector<Scalar> row = {1};
      for (const std::size_t place : list) row.push_back(e.states[at + place]);
      if (seen.size() == most_shared_rows || !seen.insert(row).second) continue;
      space.add(row);
      if (space.full()) return false;
    }
  }
  return true;
}

void Neighbours::pattern(const Pattern& p) {
  const std::vector<SharedColumn> list = columns(p);
  if (list.empty() || list.size() > most_shared_columns) return;
  Space space(list.size() + 1);
  std::set<std::vector<Scalar>> seen;
  for (const Explored& e : explored_) {
    if (!rows(e, places(*e.instance, p, list), seen, space)) return;
  }
  if (seen.empty()) return;
  for (const Factors& factors : space.equations()) {
    fact(p, list, factors);
    if (p.two) continue;
    for (std::size_t c = list.size(); c-- > 0;) {
      if (factors[c + 1] == 0) continue;
      known_.insert(list[c].feature);
      break;
    }
  }
}

std::string Neighbours::head(const Pattern& p) const {
  const auto name = [&](std::size_t m) {
    return model_.node_families[p.families[m]].name;
  };
  if (!p.two) return fmt::format("forall m1 in {}: ", name(0));
  const bool one = p.families[0] == p.families[1];
  return fmt::format("forall m1{}, m2 in {}: same({}, {}) => ",
                     one ? "" : " in " + name(0), name(1), port(p, 0),
                     port(p, 1));
}

std::string Neighbours::port(const Pattern& p, std::size_t member) const {
  const network::NodeFamily& family = model_.node_families[p.families[member]];
  return fmt::format("m{}.{}", member + 1,
                     model_[family.process].ports[p.ports[member]].name);
}

void Neighbours::put(std::string fact) {
  const bool known = std::find(out_.begin(), out_.end(), fact) != out_.end();
  if (!known && out_.size() < most_shared_facts)
    out_.push_back(std::move(fact));
}

void Neighbours::fact(const Pattern& p,
                      const std::vector<SharedColumn>& columns,
                      const Factors& factors) {
  const auto terms = static_cast<std::size_t>(
      std::count_if(factors.begin() + 1, factors.end(),
                    [](Scalar factor) { return factor != 0; }));
  if (terms == 0 || terms > most_shared_terms) return;
  // Of truths alone lemmas say the same.
  bool numbers = false;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    numbers = numbers || (factors[c + 1] != 0 && !boolean(*columns[c].feature));
  }
  if (!numbers) return;
  std::vector<std::string> names = {"1"};
  for (const SharedColumn& c : columns) {
    const std::string member = fmt::format("m{}", c.member + 1);
    names.push_back(text(member, *c.feature));
  }
  put(head(p) + equation_text(names, factors));
  if (!p.two) return;
  part(p, columns, factors, 0);
  part(p, columns, factors, 1);
}

// A truth counts as 1 or 0.
bool Neighbours::boolean(const Feature& f) const {
  return model_[f.type].kind == network::TypeKind::boolean;
}

std::string Neighbours::text(const std::string& member,
                             const Feature& f) const {
  const std::string place = prefix_of(member, f) + f.name;
  return boolean(f) ? fmt::format("(if {} then 1 else 0)", place) : place;
}

bool Neighbours::natural(const Feature& f) const {
  if (boolean(f)) return true;
  const network::Type& type = model_[f.type];
  return type.low.valid() && model_[type.low].op == network::Op::literal &&
         model_[type.low].value >= 0;
}

// As what this one of the two shows a number of the common edge.
const Feature* Neighbours::at_port(const Pattern& p, std::size_t member,
                                   std::uint32_t slot) const {
  for (const Feature& f : vocabulary_.features[p.families[member]]) {
    if (is_at(f, p.ports[member]) && f.slot == slot) return &f;
  }
  return nullptr;
}

// What one of the two shows of a constant sum of natural numbers, with the
// common edge, is at most the sum.
void Neighbours::part(const Pattern& p,
                      const std::vector<SharedColumn>& columns,
                      const Factors& factors, std::size_t member) {
  Scalar sign = 0;
  std::vector<std::string> terms;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Scalar factor = factors[c + 1];
    if (factor == 0) continue;
    if (sign == 0) sign = factor < 0 ? -1 : 1;
    const Feature& f = *columns[c].feature;
    if (factor * sign < 0 || !natural(f)) return;
    const bool common = columns[c].member == 0 && is_at(f, p.ports[0]);
    if (!common && columns[c].member != member) continue;
    const Feature* own = common ? at_port(p, member, f.slot) : &f;
    if (own == nullptr) return;
    const std::string shown = text("m1", *own);
    terms.push_back(factor * sign == 1
                        ? shown
                        : fmt::format("{} * {}", factor * sign, shown));
  }
  if (terms.empty()) return;
  std::sort(terms.begin(), terms.end());
  Pattern alone;
  alone.families[0] = p.families[member];
  put(fmt::format("{}{} <= {}", head(alone), fmt::join(terms, " + "),
                  -sign * factors[0]));
}

std::vector<std::string> Neighbours::facts() {
  const auto families = static_cast<std::uint32_t>(model_.node_families.size());
  for (std::uint32_t a = 0; a < families; ++a) {
    Pattern p;
    p.families[0] = a;
    pattern(p);
  }
  for (std::uint32_t a = 0; a < families; ++a) {
    for (std::uint32_t b = a; b < families; ++b) {
      for (const std::uint32_t x : vocabulary_.ports[a]) {
        for (const std::uint32_t y : vocabulary_.ports[b]) {
          if (a == b && x >= y) continue;
          pattern({{a, b}, {x, y}, true});
        }
      }
    }
  }
  return std::move(out_);
}

}  // namespace

std::vector<std::string> facts_of_neighbours(
    const Model& model, const Vocabulary& vocabulary,
    std::span<const Explored> explored) {
  return Neighbours(model, vocabulary, explored).facts();
}

}  // namespace vicinal::fixpoint::inline lemmas
