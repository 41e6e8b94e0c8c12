// SPDX-License-Identifier: MIT
// Terms that no state changes are evaluated for the choice at hand, so that a
// node named by arithmetic counts as well. Quantifiers over port sets, ranges
// and constants are written out; those over families are not, since no view
// shows all their members. What is left out here is unknown in the view, and
// the path is open: sound.
#include "fixpoint/implication/property_nodes.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline implication {

using network::Binder;
using network::Context;
using network::DomainKind;
using network::EdgeId;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::NodeId;
using network::Op;
using network::Scalar;

NodeReader::NodeReader(const Instance& instance)
    : instance_(instance), evaluator_(instance), footprint_(instance) {}

void NodeReader::read(ExprId e, std::span<const Scalar> frame, ReadNodes& out) {
  frame_.assign(frame.begin(), frame.end());
  out_ = &out;
  visit(e);
}

void NodeReader::add(NodeId n) {
  auto& nodes = out_->nodes;
  if (std::find(nodes.begin(), nodes.end(), n) == nodes.end()) {
    nodes.push_back(n);
  }
}

std::optional<Scalar> NodeReader::fixed(ExprId e) {
  if (footprint_.reads_state(e)) return std::nullopt;
  try {
    return evaluator_.scalar(e, {{}, NodeId::none(), frame_.data()});
  } catch (const network::ModelError&) {
    return std::nullopt;
  }
}

void NodeReader::visit_edge(ExprId id) {
  const network::Model& model = *instance_.model;
  const Expr& e = model[id];
  if (e.op == Op::port_edge) {
    const auto node = fixed(model.child(e, 0));
    if (node) add(NodeId(static_cast<std::size_t>(*node)));
    return;
  }
  const auto edge = fixed(id);
  if (edge) out_->edges.emplace_back(static_cast<std::size_t>(*edge));
}

void NodeReader::visit(ExprId id) {
  const network::Model& model = *instance_.model;
  const Expr& e = model[id];
  switch (e.op) {
    case Op::variable: {
      const auto node = fixed(model.child(e, 0));
      if (node) add(NodeId(static_cast<std::size_t>(*node)));
      break;
    }
    case Op::edge_value:
      visit_edge(model.child(e, 0));
      break;
    case Op::forall:
    case Op::exists:
    case Op::exactly:
    case Op::atmost:
    case Op::count:
    case Op::sum:
    case Op::least:
    case Op::greatest:
      if (e.children.size() == 2) visit(model.child(e, 0));
      visit_quantifier(e, e.binders.begin);
      return;
    default:
      break;
  }
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    visit(model.child(e, i));
  }
}

void NodeReader::visit_quantifier(const Expr& e, std::uint32_t at) {
  const network::Model& model = *instance_.model;
  if (at == e.binders.end) {
    visit(model.child(e, e.children.size() - 1));
    return;
  }
  const Binder& binder = model.binders[at];
  if (binder.domain == DomainKind::node_family ||
      binder.domain == DomainKind::process ||
      binder.domain == DomainKind::edge_family) {
    return;
  }
  for (const ExprId part : {binder.low, binder.high, binder.node}) {
    if (part.valid() && !fixed(part)) return;
  }
  // The members of a port set are seen through the node whose it is.
  if (binder.domain == DomainKind::port_set) {
    add(NodeId(static_cast<std::size_t>(*fixed(binder.node))));
  }
  const network::Domain domain =
      domain_of(binder, evaluator_, Context{{}, NodeId::none(), frame_.data()});
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    network::poll();
    frame_[binder.slot] =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    visit_quantifier(e, at + 1);
  }
}

void cover_edges(const Instance& instance, ReadNodes& read) {
  const network::Network& network = instance.network;
  std::vector<EdgeId> untouched;
  for (const EdgeId e : read.edges) {
    const auto darts = network.darts(e);
    if (darts.empty()) {
      untouched.push_back(e);
      continue;
    }
    const bool shown =
        std::any_of(darts.begin(), darts.end(), [&](network::DartId d) {
          return std::find(read.nodes.begin(), read.nodes.end(),
                           network.dart_node[d.index()]) != read.nodes.end();
        });
    if (!shown) {
      read.nodes.push_back(network.dart_node[darts.front().index()]);
    }
  }
  read.edges = std::move(untouched);
}

}  // namespace vicinal::fixpoint::inline implication
