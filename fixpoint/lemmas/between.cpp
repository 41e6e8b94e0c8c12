// SPDX-License-Identifier: MIT
// By the shape of the connect statement alone. What is read wrongly makes a
// lemma that nobody needs: it is a guess like every other one.
#include "fixpoint/lemmas/between.hpp"

#include <algorithm>
#include <map>

#include "network/language/connects.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Around;
using network::Binder;
using network::Connect;
using network::Connection;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;

namespace {

class Finder {
 public:
  explicit Finder(const Model& model) : model_(model) {
    for (const Connect& c : network::connects_of(model)) look(c);
  }
  std::vector<Between> take();

 private:
  void look(const Connect& c);
  std::optional<Between> between(const Connection& c) const;
  std::optional<std::uint32_t> slot_of(ExprId node) const;
  bool equal(ExprId a, ExprId b) const;
  bool one_less(ExprId less, ExprId than) const;
  bool all_from(const Binder& binder, ExprId size) const;
  std::optional<Pairs> pairs(const Binder& a, const Binder& b,
                             const std::vector<ExprId>& sizes) const;
  std::optional<Pairs> compared(const Around& c, std::uint32_t a,
                                std::uint32_t b) const;

  const Model& model_;
  // Around the statement that is looked at.
  std::vector<Binder> loops_;
  std::vector<Around> conditions_;
  std::vector<Between> found_;
  std::map<std::uint32_t, int> statements_;  // per family of edges
};

void Finder::look(const Connect& c) {
  const Expr& edge = model_[c.connection->edge];
  if (edge.op != Op::family_edge) return;
  ++statements_[edge.item];
  loops_.clear();
  conditions_.clear();
  for (const Around& around : c.around) {
    if (around.guard.valid()) conditions_.push_back(around);
    loops_.insert(loops_.end(), model_.binders.begin() + around.loop.begin,
                  model_.binders.begin() + around.loop.end);
  }
  if (auto b = between(*c.connection)) found_.push_back(*b);
}

// The loop whose variable is the node's index.
std::optional<std::uint32_t> Finder::slot_of(ExprId node) const {
  const Expr& e = model_[node];
  if (e.op != Op::family_node || e.children.size() != 1) return std::nullopt;
  const Expr& index = model_[model_.child(e, 0)];
  if (index.op != Op::bound) return std::nullopt;
  return index.item;
}

// A number that is written, or a parameter.
bool Finder::equal(ExprId a, ExprId b) const {
  const Expr& x = model_[a];
  const Expr& y = model_[b];
  if (x.op != y.op) return false;
  return x.op == Op::literal ? x.value == y.value
                             : x.op == Op::parameter && x.item == y.item;
}

bool Finder::one_less(ExprId less, ExprId than) const {
  const Expr& e = model_[less];
  const Expr& size = model_[than];
  if (e.op == Op::literal && size.op == Op::literal) {
    return e.value + 1 == size.value;
  }
  if (e.op != Op::subtract) return false;
  const Expr& one = model_[model_.child(e, 1)];
  return one.op == Op::literal && one.value == 1 &&
         equal(model_.child(e, 0), than);
}

bool Finder::all_from(const Binder& binder, ExprId size) const {
  return binder.domain == DomainKind::range && one_less(binder.high, size);
}

// Of two indices that are compared.
std::optional<Pairs> Finder::compared(const Around& c, std::uint32_t a,
                                      std::uint32_t b) const {
  const Expr& e = model_[c.guard];
  if (!c.truth || e.children.size() != 2) return std::nullopt;
  const Expr& x = model_[model_.child(e, 0)];
  const Expr& y = model_[model_.child(e, 1)];
  if (x.op != Op::bound || y.op != Op::bound) return std::nullopt;
  const bool exchanged = x.item == b && y.item == a;
  if (!exchanged && (x.item != a || y.item != b)) return std::nullopt;
  if (e.op == Op::not_equal) return Pairs::different;
  if (e.op != Op::less && e.op != Op::greater) return std::nullopt;
  return (e.op == Op::less) != exchanged ? Pairs::ascending : Pairs::descending;
}

// From the loops and the branches around.
std::optional<Pairs> Finder::pairs(const Binder& a, const Binder& b,
                                   const std::vector<ExprId>& sizes) const {
  if (!all_from(a, sizes[0]) || !all_from(b, sizes[1])) return std::nullopt;
  const auto is_zero = [this](ExprId e) {
    return model_[e].op == Op::literal && model_[e].value == 0;
  };
  // for j in i + 1..n - 1
  const auto behind = [this](const Binder& binder, const Binder& other) {
    const Expr& low = model_[binder.low];
    if (low.op != Op::add) return false;
    const Expr& first = model_[model_.child(low, 0)];
    const Expr& one = model_[model_.child(low, 1)];
    return first.op == Op::bound && first.item == other.slot &&
           one.op == Op::literal && one.value == 1;
  };
  Pairs out = Pairs::all;
  if (is_zero(a.low) && behind(b, a)) {
    out = Pairs::ascending;
  } else if (is_zero(b.low) && behind(a, b)) {
    out = Pairs::descending;
  } else if (!is_zero(a.low) || !is_zero(b.low)) {
    return std::nullopt;
  }
  if (conditions_.empty()) return out;
  if (conditions_.size() > 1 || out != Pairs::all) return std::nullopt;
  return compared(conditions_[0], a.slot, b.slot);
}

std::optional<Between> Finder::between(const Connection& c) const {
  const Expr& edge = model_[c.edge];
  const auto& family = model_.edge_families[edge.item];
  if (c.ends.size() != 2 || loops_.size() != 2 ||
      family.dimensions.size() != 2) {
    return std::nullopt;
  }
  Between out;
  out.edges = edge.item;
  std::vector<const Binder*> loops;
  for (std::uint32_t d = 0; d < 2; ++d) {
    const Expr& index = model_[model_.child(edge, d)];
    if (index.op != Op::bound) return std::nullopt;
    const auto end = std::find_if(
        c.ends.begin(), c.ends.end(),
        [&](const auto& e) { return slot_of(e.node) == index.item; });
    const auto loop =
        std::find_if(loops_.begin(), loops_.end(),
                     [&](const Binder& b) { return b.slot == index.item; });
    if (end == c.ends.end() || loop == loops_.end()) return std::nullopt;
    const std::uint32_t nodes = model_[end->node].item;
    if (!equal(model_.node_families[nodes].dimensions[0],
               family.dimensions[d])) {
      return std::nullopt;
    }
    (d == 0 ? out.first : out.second) = {nodes, end->port};
    loops.push_back(&*loop);
  }
  if (loops[0] == loops[1]) return std::nullopt;
  // Which one is at which end is not known of one port of one family.
  if (out.first.family == out.second.family &&
      out.first.port == out.second.port) {
    return std::nullopt;
  }
  const auto pairs_of = pairs(*loops[0], *loops[1], family.dimensions);
  if (!pairs_of) return std::nullopt;
  out.pairs = *pairs_of;
  return out;
}

std::vector<Between> Finder::take() {
  std::erase_if(found_,
                [&](const Between& b) { return statements_[b.edges] > 1; });
  return std::move(found_);
}

}  // namespace

std::vector<Between> families_between(const Model& model) {
  return Finder(model).take();
}

}  // namespace vicinal::fixpoint::inline lemmas
