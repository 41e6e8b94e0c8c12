// SPDX-License-Identifier: MIT
// Walks an expression with its bound variables set. What does not depend on
// the state is evaluated: it says which place is meant.
#include "fixpoint/views/footprint.hpp"

#include <algorithm>
#include <stdexcept>

#include "network/base/budget.hpp"
#include "network/language/traits.hpp"

namespace vicinal::fixpoint::inline views {

using network::Binder;
using network::Context;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::FamilySize;
using network::ModelError;
using network::Op;
using network::Scalar;
using network::TypeKind;

Footprint::Footprint(const network::Instance& instance)
    : instance_(instance),
      evaluator_(instance),
      reads_state_(*instance.model,
                   [](const Expr& e) { return network::reads_state(e.op); }) {}

Context Footprint::context() {
  return {{}, network::NodeId::none(), frame_.data()};
}

void Footprint::read(ExprId e, std::span<const Scalar> frame,
                     std::vector<std::uint32_t>& slots) {
  frame_.assign(frame.begin(), frame.end());
  slots_ = &slots;
  visit(e);
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
}

void Footprint::all(Piece piece) {
  for (std::uint32_t i = 0; i < piece.count; ++i) {
    slots_->push_back(piece.first + i);
  }
}

void Footprint::visit(ExprId id) {
  const network::Model& model = *instance_.model;
  const Expr& e = model[id];
  switch (e.op) {
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
    case Op::field:
    case Op::element:
      for (const Piece& piece : place(id)) all(piece);
      return;
    case Op::forall:
    case Op::exists:
    case Op::exactly:
    case Op::atmost:
    case Op::count:
    case Op::sum:
    case Op::least:
    case Op::greatest:
      if (e.children.size() == 2) visit(model.child(e, 0));
      visit_members(e, e.binders.begin);
      return;
    case Op::enabled:
      throw std::logic_error("Footprint: 'enabled' reads everything");
    default:
      for (std::uint32_t i = 0; i < e.children.size(); ++i) {
        visit(model.child(e, i));
      }
  }
}

void Footprint::visit_members(const Expr& e, std::uint32_t at) {
  const network::Model& model = *instance_.model;
  if (at == e.binders.end) {
    visit(model.child(e, e.children.size() - 1));
    return;
  }
  const Binder& binder = model.binders[at];
  std::vector<ExprId> parts = {binder.low, binder.high, binder.node};
  std::erase_if(parts, [](ExprId part) { return !part.valid(); });
  for (const ExprId part : parts) {
    if (reads_state(part)) {
      // How many members there are depends on the state: anything is read.
      for (std::uint32_t s = 0; s < instance_.slot_count(); ++s) {
        slots_->push_back(s);
      }
      return;
    }
  }
  try {
    const network::Domain domain = domain_of(binder, evaluator_, context());
    for (Scalar i = domain.begin; i < domain.end; ++i) {
      network::poll();
      frame_[binder.slot] =
          domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
      visit_members(e, at + 1);
    }
  } catch (const ModelError&) {
    // Evaluation fails there, whatever the state.
  }
}

// The nodes or edges that an expression may mean.
std::vector<Scalar> Footprint::node_values(ExprId id) {
  const network::Model& model = *instance_.model;
  const Expr& e = model[id];
  if (!reads_state(id)) {
    try {
      return {evaluator_.scalar(id, context())};
    } catch (const ModelError&) {
      return {};
    }
  }
  const auto all = [](const FamilySize& family) {
    std::vector<Scalar> values;
    for (std::uint32_t i = 0; i < family.count; ++i) {
      values.push_back(family.first + Scalar{i});
    }
    return values;
  };
  const network::Type& type = model[e.type];
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    visit(model.child(e, i));
  }
  if (e.op == Op::family_edge) return all(instance_.edge_families[e.item]);
  if (e.op == Op::port_edge) {
    std::vector<Scalar> edges;
    for (const Scalar n : node_values(model.child(e, 0))) {
      const auto darts = instance_.network.darts_at(
          network::NodeId(static_cast<std::size_t>(n)), e.item);
      edges.push_back(instance_.network.dart_edge[darts.begin].value);
    }
    return edges;
  }
  if (type.kind == TypeKind::node) {
    if (type.family.valid()) {
      return all(instance_.node_families[type.family.index()]);
    }
    std::vector<Scalar> nodes;
    for (std::size_t f = 0; f < instance_.node_families.size(); ++f) {
      if (model.node_families[f].process != type.process) continue;
      const auto some = all(instance_.node_families[f]);
      nodes.insert(nodes.end(), some.begin(), some.end());
    }
    return nodes;
  }
  std::vector<Scalar> edges;
  for (std::uint32_t i = 0; i < instance_.network.edge_count(); ++i) {
    edges.push_back(i);
  }
  return edges;
}

std::vector<Footprint::Piece> Footprint::objects(const Expr& e) {
  const network::Model& model = *instance_.model;
  std::vector<Piece> pieces;
  const std::uint32_t slots = instance_.size(e.type).slots;
  if (e.op == Op::shared) {
    const FamilySize& size = instance_.shared_sizes[e.item];
    bool fixed = true;
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      visit(model.child(e, i));
      fixed = fixed && !reads_state(model.child(e, i));
    }
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; fixed && i < e.children.size(); ++i) {
      const auto index = node_values(model.child(e, i));
      if (index.empty() || index[0] < 0 || index[0] >= size.dimensions[i]) {
        return pieces;  // fails, whatever the state
      }
      at = at * size.dimensions[i] + static_cast<std::uint32_t>(index[0]);
    }
    const std::uint32_t base = instance_.shared_base[e.item];
    if (fixed) {
      pieces.push_back({base + at * slots, slots});
    } else {
      all({base, slots * size.count});
    }
    return pieces;
  }
  for (const Scalar object : node_values(model.child(e, 0))) {
    const auto i = static_cast<std::size_t>(object);
    if (e.op == Op::edge_value) {
      pieces.push_back(
          {instance_.edge_base[i],
           instance_.size(instance_.edge_type(network::EdgeId(i))).slots});
    } else {
      const auto process = instance_.process_id(network::NodeId(i));
      pieces.push_back({instance_.node_base[i] +
                            instance_.variable_offsets[process.index()][e.item],
                        slots});
    }
  }
  return pieces;
}

// Where it is known which part of a piece is meant, this part; where that
// depends on the state, the whole piece is read, and nothing is left to narrow
// down.
std::vector<Footprint::Piece> Footprint::place(ExprId id) {
  const network::Model& model = *instance_.model;
  const Expr& e = model[id];
  if (e.op == Op::variable || e.op == Op::edge_value || e.op == Op::shared) {
    return objects(e);
  }
  if (e.op != Op::field && e.op != Op::element) {
    visit(id);  // a value built on the way
    return {};
  }
  const ExprId object = model.child(e, 0);
  std::vector<Piece> pieces = place(object);
  const std::uint32_t slots = instance_.size(e.type).slots;
  std::uint32_t offset = 0;
  if (e.op == Op::field) {
    const auto& fields =
        model.structs[model[model[object].type].structure.index()].fields;
    for (std::uint32_t i = 0; i < e.item; ++i) {
      offset += instance_.size(fields[i].type).slots;
    }
  } else {
    const ExprId index = model.child(e, 1);
    visit(index);
    const network::Type& type = model[model[object].type];
    if (reads_state(index)) {
      for (const Piece& piece : pieces) all(piece);
      return {};
    }
    if (type.kind == TypeKind::queue) {
      // The length says whether there is such an element.
      for (const Piece& piece : pieces) all({piece.first, 1});
      offset = 1;
    }
    const auto value = node_values(index);
    if (value.empty()) return {};
    Scalar i = value[0];
    if (type.kind == TypeKind::node_array) {
      i -= instance_.node_families[type.family.index()].first;
    }
    if (i < 0 || i >= instance_.size(model[object].type).size) return {};
    offset += static_cast<std::uint32_t>(i) * slots;
  }
  for (Piece& piece : pieces) {
    piece.first += offset;
    piece.count = slots;
  }
  return pieces;
}

}  // namespace vicinal::fixpoint::inline views
