// SPDX-License-Identifier: MIT
// A symmetric path over one variable that ranges over nodes is asked once for
// each kind of node, one over two variables for each kind of pair. Others are
// gone through one by one, up to a million choices.
#include "fixpoint/implication/choices.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "fixpoint/implication/kinds.hpp"
#include "fixpoint/views/footprint.hpp"
#include "network/base/budget.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline implication {

using network::Binder;
using network::Context;
using network::DartId;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::NodeId;
using network::Op;
using network::Scalar;

namespace {

constexpr std::uint64_t max_choices = 1'000'000;

}  // namespace

Alike alike_by(const Instance& instance, const SingleInvariant& invariant) {
  // Nothing is asked of an invariant that is not complete.
  if (invariant.limit != network::Limit::none) return {};
  return {invariant.reduction.get(), kinds(instance, invariant).kind_of,
          nullptr};
}

Alike alike_by(const Instance& instance, const PairInvariant& invariant) {
  if (invariant.limit != network::Limit::none) return {};
  const Reduction& reduction = *invariant.system->reduction;
  Alike alike{&reduction, {}, invariant.system.get()};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> kinds;
  for (std::size_t i = 0; i < instance.network.node_count(); ++i) {
    alike.kind_of.push_back(
        kinds
            .try_emplace({reduction.classes().class_of(NodeId(i)),
                          instance.family_of[i].value},
                         static_cast<std::uint32_t>(kinds.size()))
            .first->second);
  }
  return alike;
}

Choices::Choices(const Instance& instance, const Alike& alike, bool shares)
    : instance_(instance),
      alike_(alike),
      shares_(shares),
      evaluator_(instance),
      frame_(instance.model->frame) {}

// ---- symmetry --------------------------------------------------------------

// Quantifiers inside look at every member, whatever the choice; what they
// compare with it (index, same, adjacent) may tell choices apart.
bool Choices::symmetric_expr(ExprId id) const {
  const network::Model& model = *instance_.model;
  const auto kind = [&](ExprId e) { return model[model[e].type].kind; };
  return network::every(model, id, [&](const Expr& e) {
    switch (e.op) {
      case Op::element:
        return kind(model.child(e, 1)) != network::TypeKind::node;
      case Op::equal:
      case Op::not_equal:
      case Op::variable:
        return model[e.type].kind != network::TypeKind::reference &&
               kind(model.child(e, 0)) != network::TypeKind::reference;
      default:
        return e.binders.empty() && !network::names_member(e.op) &&
               !network::uses_reference(e.op) && e.op != Op::node_index &&
               e.op != Op::enabled;
    }
  });
}

bool Choices::is_symmetric(const Path& path) const {
  for (const PathLevel& level : path.levels) {
    for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
      const DomainKind domain = instance_.model->binders[b].domain;
      if (domain != DomainKind::node_family && domain != DomainKind::process) {
        return false;
      }
    }
    for (const auto& escape : level.escapes) {
      if (!symmetric_expr(escape.expr)) return false;
    }
  }
  return symmetric_expr(path.body);
}

std::vector<std::uint32_t> Choices::key(const Choice& choice,
                                        const std::vector<NodeId>& nodes) {
  const network::Network& network = instance_.network;
  std::vector<std::uint32_t> key;
  const auto position = [&](NodeId n) {
    return static_cast<std::uint32_t>(std::find(nodes.begin(), nodes.end(), n) -
                                      nodes.begin());
  };
  // Which variable is which node; nodes that are not read count by class and
  // by how they lie to each other.
  std::vector<NodeId> all = nodes;
  for (const Scalar value : choice.values) {
    const NodeId n(static_cast<std::size_t>(value));
    key.push_back(position(n));
    if (std::find(all.begin(), all.end(), n) == all.end()) all.push_back(n);
  }
  for (const Scalar value : choice.values) {
    const NodeId n(static_cast<std::size_t>(value));
    key.push_back(static_cast<std::uint32_t>(
        std::find(all.begin(), all.end(), n) - all.begin()));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    key.push_back(alike_.kind_of[all[i].index()]);
    if (alike_.pairs != nullptr) {
      for (std::size_t j = 0; j < i; ++j) {
        key.push_back(alike_.pairs->label(all[j], all[i]));
        key.push_back(alike_.pairs->label(all[i], all[j]));
      }
    }
    key.push_back(!network.inout(all[i]).empty());
    const network::Range mine = network.darts(all[i]);
    for (std::size_t j = 0; j < i; ++j) {
      const network::Range theirs = network.darts(all[j]);
      for (std::uint32_t a = mine.begin; a < mine.end; ++a) {
        for (std::uint32_t b = theirs.begin; b < theirs.end; ++b) {
          if (network.dart_edge[a] != network.dart_edge[b]) continue;
          key.push_back(a - mine.begin);
          key.push_back(b - theirs.begin);
        }
      }
      key.push_back(UINT32_MAX);
    }
  }
  return key;
}

// ---- enumeration -----------------------------------------------------------

std::uint64_t Choices::domain_size(const Binder& binder) const {
  const network::Model& model = *instance_.model;
  switch (binder.domain) {
    case DomainKind::node_family:
      return instance_.node_families[binder.item].count;
    case DomainKind::edge_family:
      return instance_.edge_families[binder.item].count;
    case DomainKind::process: {
      std::uint64_t sum = 0;
      for (std::size_t f = 0; f < model.node_families.size(); ++f) {
        if (model.node_families[f].process.value == binder.item) {
          sum += instance_.node_families[f].count;
        }
      }
      return sum;
    }
    case DomainKind::enumeration:
      return model.enums[binder.item].constants.size();
    default:
      return 1;  // depends on earlier choices; counted as it comes
  }
}

std::uint64_t Choices::count(const Path& path) const {
  std::uint64_t product = 1;
  for (const PathLevel& level : path.levels) {
    const bool last = &level == &path.levels.back();
    for (std::uint32_t copy = 0; copy < (last ? path.copies : 1U); ++copy) {
      for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
        product *= std::max<std::uint64_t>(
            1, domain_size(instance_.model->binders[b]));
        if (product > max_choices) return product;
      }
    }
  }
  return product;
}

bool Choices::next_level(const Path& path, std::size_t level,
                         std::uint32_t copy) {
  const bool last = level + 1 == path.levels.size();
  if (!last) {
    return enumerate(path, level + 1, path.levels[level + 1].binders.begin, 0);
  }
  if (copy + 1 < path.copies) {
    return enumerate(path, level, path.levels[level].binders.begin, copy + 1);
  }
  if (path.copies > 1) {
    // The copies are different choices; each set of them once.
    const std::size_t width = path.levels.back().binders.size();
    const std::size_t first = choice_.values.size() - width * path.copies;
    const auto copy_at = [&](std::uint32_t i) {
      return std::span(choice_.values).subspan(first + i * width, width);
    };
    for (std::uint32_t i = 1; i < path.copies; ++i) {
      const auto a = copy_at(i - 1);
      const auto b = copy_at(i);
      if (!std::lexicographical_compare(a.begin(), a.end(), b.begin(),
                                        b.end())) {
        return true;
      }
    }
  }
  return (*visit_)(choice_);
}

bool Choices::enumerate(const Path& path, std::size_t level,
                        std::uint32_t binder, std::uint32_t copy) {
  if (binder == path.levels[level].binders.end) {
    return next_level(path, level, copy);
  }
  const Binder& b = instance_.model->binders[binder];
  const Context context{{}, NodeId::none(), frame_.data()};
  network::Domain domain;
  try {
    domain = domain_of(b, evaluator_, context);
  } catch (const network::ModelError&) {
    failed_ = true;
    return false;
  }
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    network::poll();
    const Scalar value =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    frame_[b.slot] = value;
    choice_.values.push_back(value);
    const bool good = enumerate(path, level, binder + 1, copy);
    choice_.values.pop_back();
    if (!good) return false;
  }
  return true;
}

std::vector<NodeId> Choices::family_nodes(const Binder& binder) const {
  const network::Model& model = *instance_.model;
  std::vector<NodeId> nodes;
  for (std::size_t f = 0; f < model.node_families.size(); ++f) {
    const bool wanted =
        binder.domain == DomainKind::node_family
            ? f == binder.item
            : model.node_families[f].process.value == binder.item;
    const network::FamilySize& size = instance_.node_families[f];
    for (std::uint32_t i = 0; wanted && i < size.count; ++i) {
      nodes.emplace_back(std::size_t{size.first + i});
    }
  }
  return nodes;
}

// One variable over nodes, symmetric: one of each kind.
bool Choices::one(const Path& path) {
  const auto level =
      std::find_if(path.levels.begin(), path.levels.end(),
                   [](const PathLevel& l) { return !l.binders.empty(); });
  std::set<std::uint32_t> seen;
  for (const NodeId n :
       family_nodes(instance_.model->binders[level->binders.begin])) {
    if (!seen.insert(alike_.kind_of[n.index()]).second) continue;
    choice_.values = {n.value};
    if (!(*visit_)(choice_)) return false;
  }
  return true;
}

// Two variables over nodes, symmetric: one of each type of pairs, or near
// pairs and far ones by kind.
bool Choices::two(const Path& path) {
  std::vector<const Binder*> binders;
  for (const PathLevel& level : path.levels) {
    for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
      binders.push_back(&instance_.model->binders[b]);
    }
  }
  if (path.copies == 2) binders.push_back(binders.back());
  const std::vector<NodeId> first = family_nodes(*binders[0]);
  const std::vector<NodeId> second = family_nodes(*binders[1]);
  in_first_.assign(instance_.network.node_count(), false);
  in_second_ = in_first_;
  for (const NodeId n : first) in_first_[n.index()] = true;
  for (const NodeId n : second) in_second_[n.index()] = true;
  const bool diagonal = path.copies == 1;
  if (alike_.pairs != nullptr) return typed_pairs(first, diagonal);
  return near_pairs(first, diagonal) && far_pairs(first, second);
}

// A pair of nodes for the two variables, if they range over them.
bool Choices::ask(NodeId a, NodeId b) {
  if (!in_first_[a.index()] || !in_second_[b.index()]) return true;
  choice_.values = {a.value, b.value};
  return (*visit_)(choice_);
}

bool Choices::typed_pairs(const std::vector<NodeId>& nodes, bool diagonal) {
  if (diagonal) {
    std::set<std::uint32_t> seen;
    for (const NodeId n : nodes) {
      if (!seen.insert(alike_.kind_of[n.index()]).second) continue;
      if (!ask(n, n)) return false;
    }
  }
  return std::all_of(alike_.pairs->types.begin(), alike_.pairs->types.end(),
                     [&](const PairType& type) {
                       return ask(type.m, type.n) && ask(type.n, type.m);
                     });
}

// Pairs with a common edge, and (i, i). Where one of the two points to the
// other, the balance relation relates the pair to one with a representative
// (LS Definition 4); where both only read, each is asked.
bool Choices::near_pairs(const std::vector<NodeId>& nodes, bool diagonal) {
  const network::Network& network = instance_.network;
  const auto& classes = alike_.reduction->classes();
  std::vector<bool> only_read(network.edge_count(), false);
  bool some = false;
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    const auto darts = network.darts(network::EdgeId(e));
    only_read[e] = std::count_if(darts.begin(), darts.end(), [&](DartId d) {
                     return !network.writes(d);
                   }) > 1;
    some = some || only_read[e];
  }
  std::vector<NodeId> near;
  for (std::size_t i = 0; i < network.node_count(); ++i) {
    const NodeId a(i);
    const bool representative = classes.representative(a) == a;
    if (!representative && !some) continue;
    near.clear();
    for (const network::EdgeId e : network.inout(a)) {
      if (!representative && !only_read[e.index()]) continue;
      for (const DartId d : network.darts(e)) {
        near.push_back(network.dart_node[d.index()]);
      }
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const NodeId b : near) {
      if (a == b) continue;
      if (!ask(a, b) || (representative && !ask(b, a))) return false;
    }
  }
  if (!diagonal) return true;
  std::set<std::uint32_t> seen;
  return std::all_of(nodes.begin(), nodes.end(), [&](NodeId n) {
    return !seen.insert(alike_.kind_of[n.index()]).second || ask(n, n);
  });
}

// Of the pairs without a common edge one for each pair of kinds.
bool Choices::far_pairs(const std::vector<NodeId>& first,
                        const std::vector<NodeId>& second) {
  const network::Network& network = instance_.network;
  std::map<std::uint32_t, std::vector<NodeId>> as_first, as_second;
  for (const NodeId n : first) as_first[alike_.kind_of[n.index()]].push_back(n);
  for (const NodeId n : second) {
    as_second[alike_.kind_of[n.index()]].push_back(n);
  }
  std::vector<std::uint32_t> near_of(network.node_count(), UINT32_MAX);
  for (const auto& [k, all_a] : as_first) {
    std::set<std::uint32_t> open;
    for (const auto& [l, all_b] : as_second) open.insert(l);
    for (std::size_t i = 0; i < all_a.size() && !open.empty(); ++i) {
      const NodeId a = all_a[i];
      near_of[a.index()] = a.value;
      for (const network::EdgeId e : network.inout(a)) {
        for (const DartId d : network.darts(e)) {
          near_of[network.dart_node[d.index()].index()] = a.value;
        }
      }
      for (auto l = open.begin(); l != open.end();) {
        const auto& all_b = as_second.at(*l);
        const auto b = std::find_if(all_b.begin(), all_b.end(), [&](NodeId n) {
          return near_of[n.index()] != a.value;
        });
        if (b == all_b.end()) {
          ++l;
          continue;
        }
        if (!ask(a, *b)) return false;
        l = open.erase(l);
      }
    }
  }
  return true;
}

std::size_t Choices::variables(const Path& path) {
  std::size_t n = 0;
  for (const PathLevel& level : path.levels) n += level.binders.size();
  return n + (path.copies - 1) * path.levels.back().binders.size();
}

bool Choices::ranges_read_state(const Path& path) const {
  Footprint footprint(instance_);
  for (const PathLevel& level : path.levels) {
    for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
      const Binder& binder = instance_.model->binders[b];
      for (const ExprId part : {binder.low, binder.high, binder.node}) {
        if (part.valid() && footprint.reads_state(part)) return true;
      }
    }
  }
  return false;
}

bool Choices::for_each(const Path& path,
                       const std::function<bool(const Choice&)>& visit,
                       std::string& reason) {
  visit_ = &visit;
  choice_.values.clear();
  symmetric_ = shares_ && is_symmetric(path);
  if (ranges_read_state(path)) {
    reason = "a quantifier's range depends on the state";
    return false;
  }
  const std::size_t variables = Choices::variables(path);
  if (symmetric_ && variables == 1) return one(path);
  if (symmetric_ && variables == 2) return two(path);
  // One variable is linear.
  if (variables > 1 && count(path) > max_choices) {
    reason = "there are more than a million choices of its bound variables";
    return false;
  }
  failed_ = false;
  const bool good = enumerate(path, 0, path.levels[0].binders.begin, 0);
  if (failed_) reason = "a quantifier's range cannot be evaluated";
  return good;
}

// Choices that agree in the other levels come one after the other.
std::uint64_t Choices::fewest_members(const Path& path) {
  const Path each = one_member(path);
  if (ranges_read_state(each)) return 0;
  if (variables(each) > 1 && count(each) > max_choices) return 0;
  const std::size_t others =
      variables(each) - each.levels.back().binders.size();
  std::vector<Scalar> now;
  std::uint64_t members = 0;
  std::uint64_t fewest = UINT64_MAX;
  const std::function<bool(const Choice&)> visit = [&](const Choice& choice) {
    const std::span<const Scalar> first(choice.values.data(), others);
    if (members == 0 || !std::ranges::equal(now, first)) {
      if (members > 0) fewest = std::min(fewest, members);
      now.assign(first.begin(), first.end());
      members = 0;
    }
    ++members;
    return true;
  };
  visit_ = &visit;
  choice_.values.clear();
  failed_ = false;
  enumerate(each, 0, each.levels[0].binders.begin, 0);
  return failed_ || members == 0 ? 0 : std::min(fewest, members);
}

}  // namespace vicinal::fixpoint::inline implication
