// SPDX-License-Identifier: MIT
// Up to a million choices are gone through one by one. Beyond that, a path
// over two variables that range over nodes is still decided in linear time,
// if it is symmetric: pairs with a common edge, the pairs (i, i), and of all
// others one for each pair of classes.
#include "fixpoint/choices.hpp"

#include <algorithm>
#include <map>

#include "fixpoint/footprint.hpp"

namespace vicinal::fixpoint {

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

Choices::Choices(const Instance& instance, const SingleInvariant& invariant)
    : instance_(instance), evaluator_(instance), frame_(instance.model->frame) {
  // Family, constants, number of darts per port, and theta row by row.
  std::map<std::vector<Scalar>, std::uint32_t> classes;
  for (std::uint32_t n = 0; n < instance.network.node_count(); ++n) {
    std::vector<Scalar> content;
    content.push_back(instance.family_of[n].value);
    const network::Process& process = instance.process(NodeId(std::size_t{n}));
    for (std::size_t c = 0; c < process.constants.size(); ++c) {
      content.push_back(instance.constants[instance.constant_begin[n] + c]);
    }
    const network::Range darts = instance.network.darts(NodeId(std::size_t{n}));
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      content.push_back(instance.network.dart_port[d]);
    }
    const LocalStates& theta = invariant.theta[n];
    content.push_back(static_cast<Scalar>(theta.size()));
    content.insert(content.end(), theta.values.begin(), theta.values.end());
    const auto id = static_cast<std::uint32_t>(classes.size());
    class_of_.push_back(classes.emplace(std::move(content), id).first->second);
  }
}

// ---- symmetry --------------------------------------------------------------

bool Choices::symmetric_expr(ExprId id) const {
  const network::Model& model = *instance_.model;
  const Expr& e = model[id];
  switch (e.op) {
    case Op::family_node:
    case Op::family_edge:
    case Op::node_index:
    case Op::to_reference:
    case Op::dereference:
    case Op::enabled:
      return false;
    case Op::element:
      if (model[model[model.child(e, 1)].type].kind ==
          network::TypeKind::node) {
        return false;
      }
      break;
    case Op::equal:
    case Op::not_equal:
    case Op::variable:
      if (model[e.type].kind == network::TypeKind::reference ||
          model[model[model.child(e, 0)].type].kind ==
              network::TypeKind::reference) {
        return false;
      }
      break;
    default:
      break;
  }
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    if (!symmetric_expr(model.child(e, i))) return false;
  }
  // Quantifiers inside look at every member, whatever the choice; what they
  // compare with it (index, same, adjacent) may tell choices apart.
  return e.binders.empty();
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
    key.push_back(class_of_[all[i].index()]);
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

// Two variables over nodes, symmetric: near pairs, and far ones by class.
bool Choices::pairs(const Path& path) {
  std::vector<const Binder*> binders;
  for (const PathLevel& level : path.levels) {
    for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
      binders.push_back(&instance_.model->binders[b]);
    }
  }
  if (path.copies == 2) binders.push_back(binders.back());
  const network::Network& network = instance_.network;
  const std::vector<NodeId> first = family_nodes(*binders[0]);
  const std::vector<NodeId> second = family_nodes(*binders[1]);
  std::vector<bool> in_second(network.node_count(), false);
  std::map<std::uint32_t, std::vector<NodeId>> by_class;
  for (const NodeId n : second) {
    in_second[n.index()] = true;
    by_class[class_of_[n.index()]].push_back(n);
  }
  const auto ask = [&](NodeId a, NodeId b) {
    choice_.values = {a.value, b.value};
    return (*visit_)(choice_);
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> far;
  std::vector<NodeId> near;
  for (const NodeId a : first) {
    near.clear();
    if (path.copies == 1) near.push_back(a);
    for (const network::EdgeId e : network.inout(a)) {
      for (const DartId d : network.darts(e)) {
        near.push_back(network.dart_node[d.index()]);
      }
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const NodeId b : near) {
      if (!in_second[b.index()] || (path.copies == 2 && a == b)) continue;
      if (!ask(a, b)) return false;
    }
    for (const auto& [c, members] : by_class) {
      bool& done = far[{class_of_[a.index()], c}];
      if (done) continue;
      for (const NodeId b : members) {
        if (b == a || std::binary_search(near.begin(), near.end(), b)) {
          continue;
        }
        done = true;
        if (!ask(a, b)) return false;
        break;
      }
    }
  }
  return true;
}

bool Choices::for_each(const Path& path,
                       const std::function<bool(const Choice&)>& visit,
                       std::string& reason) {
  visit_ = &visit;
  choice_.values.clear();
  symmetric_ = is_symmetric(path);
  Footprint footprint(instance_);
  std::size_t variables = 0;
  for (const PathLevel& level : path.levels) {
    for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
      const Binder& binder = instance_.model->binders[b];
      ++variables;
      for (const ExprId part : {binder.low, binder.high, binder.node}) {
        if (part.valid() && footprint.reads_state(part)) {
          reason = "a quantifier's range depends on the state";
          return false;
        }
      }
    }
  }
  if (path.copies > 1) {
    variables += (path.copies - 1) * path.levels.back().binders.size();
  }
  // One variable is linear; two are, if they may be taken by class.
  const bool linear = variables <= 1;
  if (!linear && count(path) > max_choices) {
    if (variables == 2 && symmetric_) return pairs(path);
    reason = "there are more than a million choices of its bound variables";
    return false;
  }
  failed_ = false;
  const bool good = enumerate(path, 0, path.levels[0].binders.begin, 0);
  if (failed_) reason = "a quantifier's range cannot be evaluated";
  return good;
}

}  // namespace vicinal::fixpoint
