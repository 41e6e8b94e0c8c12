// SPDX-License-Identifier: MIT
// A statement under loops of which one goes through 0..n-1 says the same of the
// members g(i) as of the members i, over all rounds, if each member of a family
// of size n is named by i: for any permutation g; or by (i + c) % n as well:
// for rotations. Fixed members must not be named by a variable of a loop.
// Whatever is not of this form is in the way of all that the statement names.
#include "symmetry/every_size/connection_groups.hpp"

#include "network/language/questions.hpp"

namespace vicinal::symmetry::inline every_size {

using network::Connection;
using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::ParamId;

namespace {

constexpr const char* odd_index =
    "connections name its members by another index than i, or i + c modulo the "
    "size";
constexpr const char* odd_condition =
    "a condition around its connections depends on an index";

ParamId size_of(const Model& model, const std::vector<ExprId>& dimensions) {
  if (dimensions.size() != 1) return ParamId::none();
  const Expr& e = model[dimensions.front()];
  return e.op == Op::parameter ? ParamId(std::size_t{e.item}) : ParamId::none();
}

}  // namespace

ConnectionGroups::ConnectionGroups(const Model& model) : model_(model) {
  for (const auto& f : model.node_families) {
    size_.push_back(size_of(model, f.dimensions));
  }
  for (const auto& f : model.edge_families) {
    size_.push_back(size_of(model, f.dimensions));
  }
  groups_ = network::UnionFind(size_.size());
  cyclic_.resize(size_.size());
  obstacle_.resize(size_.size());
  statements(model.network_body, false);
}

bool ConnectionGroups::cyclic(std::uint32_t family) const {
  for (std::uint32_t f = 0; f < size_.size(); ++f) {
    if (group(f) == group(family) && cyclic_[f]) return true;
  }
  return false;
}

std::string ConnectionGroups::obstacle(std::uint32_t family) const {
  for (std::uint32_t f = 0; f < size_.size(); ++f) {
    if (group(f) == group(family) && !obstacle_[f].empty()) return obstacle_[f];
  }
  return {};
}

void ConnectionGroups::add_obstacle(std::uint32_t family,
                                    const std::string& why) {
  if (obstacle_[family].empty()) obstacle_[family] = why;
}

void ConnectionGroups::statements(const std::vector<std::uint32_t>& list,
                                  bool odd) {
  for (const std::uint32_t c : list) statement(model_.connections[c], odd);
}

// `odd`: a condition around it depends on an index.
void ConnectionGroups::statement(const Connection& c, bool odd) {
  switch (c.kind) {
    case network::ast::ItemKind::connect:
      connect(c, odd);
      break;
    case network::ast::ItemKind::branch:
      odd = odd || looped(c.condition);
      statements(c.body, odd);
      statements(c.otherwise, odd);
      break;
    case network::ast::ItemKind::loop: {
      const std::size_t before = loops_.size();
      for (std::uint32_t b = c.binders.begin; b < c.binders.end; ++b) {
        const auto& binder = model_.binders[b];
        // How often it goes round may depend on an index around it.
        odd = odd || looped(binder.low) || looped(binder.high);
        loops_.push_back({binder.slot, through(binder)});
      }
      statements(c.body, odd);
      loops_.resize(before);
      break;
    }
    default:
      break;
  }
}

// The size n of a loop over 0..n-1.
ParamId ConnectionGroups::through(const network::Binder& binder) const {
  if (binder.domain != network::DomainKind::range) return ParamId::none();
  const Expr& low = model_[binder.low];
  const Expr& high = model_[binder.high];
  if (low.op != Op::literal || low.value != 0 || high.op != Op::subtract) {
    return ParamId::none();
  }
  const Expr& size = model_[model_.child(high, 0)];
  const Expr& one = model_[model_.child(high, 1)];
  const bool whole =
      size.op == Op::parameter && one.op == Op::literal && one.value == 1;
  return whole ? ParamId(std::size_t{size.item}) : ParamId::none();
}

bool ConnectionGroups::looped(ExprId e) const {
  for (const Loop& loop : loops_) {
    if (e.valid() && network::mentions(model_, e, loop.slot)) return true;
  }
  return false;
}

// Whether it is the variable of one loop, once, and what rotations do not see:
// numbers, and the size.
bool ConnectionGroups::shifted(ExprId id, ParamId size,
                               std::uint32_t& loop) const {
  std::vector<std::pair<ExprId, int>> open = {{id, 1}};
  int times = 0;
  while (!open.empty()) {
    const auto [part, sign] = open.back();
    open.pop_back();
    const Expr& e = model_[part];
    if (e.op == Op::add || e.op == Op::subtract) {
      open.emplace_back(model_.child(e, 0), sign);
      open.emplace_back(model_.child(e, 1), e.op == Op::add ? sign : -sign);
    } else if (e.op == Op::bound && (times == 0 || loop == e.item)) {
      loop = e.item;
      times += sign;
    } else if (e.op != Op::literal && (e.op != Op::parameter ||
                                       ParamId(std::size_t{e.item}) != size)) {
      return false;
    }
  }
  return times == 1;
}

ConnectionGroups::Index ConnectionGroups::index(ExprId id, ParamId size) const {
  const Expr& e = model_[id];
  Index out;
  if (e.op == Op::bound) {
    out.loop = e.item;
  } else if (e.op == Op::modulo) {
    const Expr& by = model_[model_.child(e, 1)];
    if (by.op != Op::parameter || ParamId(std::size_t{by.item}) != size ||
        !shifted(model_.child(e, 0), size, out.loop)) {
      return {};
    }
    out.rotates = true;
  } else {
    return {};
  }
  for (const Loop& loop : loops_) {
    if (loop.slot == out.loop) out.moves = loop.through == size;
  }
  return out;
}

void ConnectionGroups::connect(const Connection& c, bool odd) {
  std::vector<Member> members;
  const auto add = [&](ExprId named) {
    const Expr& e = model_[named];
    if (e.op == Op::family_node) {
      members.push_back(
          {number(network::NodeFamilyId(std::size_t{e.item})), named});
    } else if (e.op == Op::family_edge) {
      members.push_back(
          {number(network::EdgeFamilyId(std::size_t{e.item})), named});
    } else {
      odd = true;
    }
  };
  add(c.edge);
  for (const Connection::End& end : c.ends) add(end.node);
  const char* why = odd ? odd_condition : nullptr;
  std::optional<std::uint32_t> loop;
  bool rotates = false;
  for (const Member& m : members) {
    const Expr& e = model_[m.named];
    if (!size_[m.family].valid()) {
      if (looped(m.named)) why = odd_index;
      continue;
    }
    const Index i = index(model_.child(e, 0), size_[m.family]);
    if (!i.moves || (loop && *loop != i.loop)) why = odd_index;
    loop = i.loop;
    rotates = rotates || i.rotates;
  }
  std::optional<std::uint32_t> first;
  for (const Member& m : members) {
    if (!size_[m.family].valid()) continue;
    if (why != nullptr) add_obstacle(m.family, why);
    if (rotates) cyclic_[m.family] = true;
    if (first) groups_.join(*first, m.family);
    first = m.family;
  }
}

}  // namespace vicinal::symmetry::inline every_size
