// SPDX-License-Identifier: MIT
// Who sends and who receives is read off the text of a process, once for all
// nodes of its type.
#include "symmetry/detection/channel_diagram.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "groupoid/automorphism/automorphisms.hpp"
#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "symmetry/exchanges/given.hpp"
#include "symmetry/maps/renamings.hpp"

namespace vicinal::symmetry::inline detection {

using network::Action;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Op;
using network::Process;
using network::Role;
using network::Stmt;

namespace {

// Per port of a process: dart_writes if an action may send there, dart_reads
// if one may receive.
class PortUses {
 public:
  PortUses(const Model& model, const Process& process)
      : model_(model), uses_(process.ports.size(), 0) {
    for (const Action& a : process.actions) action(a);
  }
  std::vector<std::uint8_t> take() { return std::move(uses_); }

 private:
  using Port = std::optional<std::uint32_t>;

  void action(const Action& a) {
    // Of a slot of the frame, the edges that are bound there now: binders are
    // met before what is in their scope, and slots are used again after it.
    bound_.clear();
    enter(a.binders);
    for (const ExprId e : {a.guard, a.priority}) read(e);
    network::any_statement(model_, a.body, [&](const Stmt& s) {
      network::poll();
      statement(s);
      return false;
    });
  }

  void enter(network::Range binders) {
    for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
      const network::Binder& binder = model_.binders[b];
      for (const ExprId part : {binder.node, binder.low, binder.high}) {
        read(part);
      }
      bind(binder);
    }
  }

  void bind(const network::Binder& binder) {
    if (bound_.size() <= binder.slot) bound_.resize(binder.slot + 1);
    const bool own = binder.domain == DomainKind::port_set &&
                     model_[binder.node].op == Op::self;
    bound_[binder.slot] = own ? Port(binder.item) : Port();
  }

  void statement(const Stmt& s) {
    read(s.condition);
    enter(s.binders);
    const std::uint8_t use = s.kind == network::ast::StmtKind::pop
                                 ? network::dart_reads
                                 : network::dart_writes;
    for (std::uint32_t t = s.targets.begin; t < s.targets.end; ++t) {
      const ExprId target = model_.expr_children[t];
      note(network::root_of(model_, target), use);
      indices(target);
    }
    for (std::uint32_t v = s.values.begin; v < s.values.end; ++v) {
      read(model_.expr_children[v]);
    }
  }

  // Every edge that is read in the expression.
  void read(ExprId root) {
    network::walk(model_, root, [&](ExprId id, const Expr& e) {
      network::poll();
      for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
        bind(model_.binders[b]);  // ranges are walked with the rest
      }
      if (e.op == Op::length || e.op == Op::full || e.op == Op::empty) {
        indices(model_.child(e, 0));
        return network::Go::past;
      }
      note(id, network::dart_reads);
      return network::Go::into;
    });
  }

  // What says which place it is, without what stands there.
  void indices(ExprId place) {
    while (network::is_part(model_[place].op)) {
      const Expr& e = model_[place];
      for (std::uint32_t c = 1; c < e.children.size(); ++c) {
        read(model_.child(e, c));
      }
      place = model_.child(e, 0);
    }
    const Expr& root = model_[place];
    for (std::uint32_t c = 0; c < root.children.size(); ++c) {
      read(model_.child(root, c));
    }
  }

  // If it is the value of an edge by a port of the node itself.
  void note(ExprId id, std::uint8_t use) {
    if (model_[id].op != Op::edge_value) return;
    const Expr& edge = model_[model_.child(model_[id], 0)];
    Port port;
    if (edge.op == Op::port_edge &&
        model_[model_.child(edge, 0)].op == Op::self) {
      port = edge.item;
    } else if (edge.op == Op::bound && edge.item < bound_.size()) {
      port = bound_[edge.item];
    }
    if (port) uses_[*port] |= use;
  }

  const Model& model_;
  std::vector<std::uint8_t> uses_;
  std::vector<Port> bound_;  // per slot of the frame
};

// Automorphisms as permutations of states, but for those that are none.
std::vector<Move> moves_of(const Instance& instance,
                           const groupoid::Automorphisms& found) {
  const Sorts sorts(instance);
  std::vector<Move> moves;
  for (const groupoid::Automorphism& a : found.generators) {
    network::poll();
    Renaming renaming;
    renaming.node = a.node_images(instance.network.node_count());
    renaming.edge = a.edge_images(instance.network.edge_count());
    renaming.constant.resize(instance.model->enums.size());
    auto map = state_map(instance, sorts, renaming);
    if (map) moves.push_back({std::move(*map), std::move(renaming.node)});
  }
  return moves;
}

}  // namespace

network::Network channel_diagram(const Instance& instance) {
  const Model& model = *instance.model;
  std::vector<std::vector<std::uint8_t>> uses;
  for (const Process& p : model.processes) {
    uses.push_back(PortUses(model, p).take());
  }
  network::NetworkBuilder builder;
  const network::Network& from = instance.network;
  for (std::uint32_t n = 0; n < from.node_count(); ++n) {
    const auto process = instance.process_id(NodeId(n));
    builder.add_node(builder.color(model[process].name));
  }
  for (std::uint32_t e = 0; e < from.edge_count(); ++e) {
    const auto type = instance.edge_type(network::EdgeId(e));
    builder.add_edge(builder.color(fmt::format("type {}", type.value)));
  }
  for (std::uint32_t d = 0; d < from.dart_count(); ++d) {
    network::poll();
    const NodeId n = from.dart_node[d];
    const std::uint8_t use =
        uses[instance.process_id(n).index()][from.dart_port[d]];
    if (use != 0) builder.connect(n, from.dart_edge[d], use);
  }
  return builder.build(false);
}

ChannelSymmetry channel_symmetry(const Instance& instance,
                                 const std::vector<std::size_t>& asked) {
  ChannelSymmetry result;
  const groupoid::Automorphisms found =
      groupoid::automorphisms(channel_diagram(instance));
  if (!found.computed) {
    result.symmetry.why_not = "the search for automorphisms came to a limit";
    return result;
  }
  result.automorphisms = found.order;
  result.generators = found.generators.size();
  const std::vector<Move> moves = moves_of(instance, found);
  GivenSymmetry given = given_symmetry(instance, asked, moves);
  result.confirmed = given.confirmed;
  result.order = std::move(given.order);
  result.symmetry = std::move(given.symmetry);
  return result;
}

}  // namespace vicinal::symmetry::inline detection
