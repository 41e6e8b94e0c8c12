// SPDX-License-Identifier: MIT
// A variable belongs to the node, or the edge, in whose part of a state its
// slot lies.
#include "report/pages/runs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fixpoint/shown/columns.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline pages {

using network::EdgeId;
using network::Instance;
using network::Network;
using network::NodeId;
using network::Scalar;

std::uint32_t ActionMarks::number(const network::Model& model,
                                  const network::Action& action) {
  const auto [at, fresh] = numbers_.try_emplace(
      action.span.begin, static_cast<std::uint32_t>(numbers_.size()));
  // A copy that lemmas are appended to has the same places.
  const bool same = model.source == model_.source ||
                    model.source->text().starts_with(model_.source->text());
  if (!fresh || !same) return at->second;
  const auto mark = [&](network::Span span) {
    if (span.begin < span.end) {
      marks_.push_back({at->second, span.begin, span.end});
    }
  };
  mark(action.span);
  if (action.guard.valid()) mark(model[action.guard].span);
  return at->second;
}

bool is_drawable(const Network& network) {
  return network.node_count() <= most_nodes_drawn &&
         network.edge_count() <= most_edges_drawn;
}

Drawing drawing_of(const Network& network, const NodeNames& node,
                   const std::function<std::string(EdgeId)>& edge,
                   std::span<const std::uint32_t> class_of) {
  Drawing out;
  out.title = "Network";
  out.caption =
      fmt::format("{} node{}, {} edge{}", network.node_count(),
                  network.node_count() == 1 ? "" : "s", network.edge_count(),
                  network.edge_count() == 1 ? "" : "s");
  if (!is_drawable(network)) {
    out.caption += fmt::format(
        ": not drawn, since a picture shows {} nodes and {} edges at most",
        most_nodes_drawn, most_edges_drawn);
    return out;
  }
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    out.nodes.push_back({node(NodeId(n)), class_of.empty() ? 0 : class_of[n]});
  }
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    DrawnEdge drawn{edge(EdgeId(e)), {}};
    for (const network::DartId d : network.darts(EdgeId(e))) {
      drawn.ends.push_back({network.dart_node[d.index()].value,
                            network.reads(d), network.writes(d)});
    }
    out.edges.push_back(std::move(drawn));
  }
  return out;
}

Drawing drawing_of(const Instance& instance) {
  std::vector<std::uint32_t> class_of;
  if (is_drawable(instance.network) && instance.network.node_count() > 0) {
    const groupoid::Balance balance = groupoid::balance(instance.network);
    for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
      class_of.push_back(balance.nodes().class_of(NodeId(n)));
    }
  }
  Drawing out = drawing_of(
      instance.network, [&](NodeId n) { return node_name(instance, n); },
      [&](EdgeId e) { return edge_name(instance, e); }, class_of);
  const std::string sizes = parameters_text(instance);
  if (!sizes.empty()) out.title = "Network of " + sizes;
  return out;
}

namespace {

Variable variable_of(const Instance& instance,
                     const network::NamedPlace& place) {
  Variable v;
  v.name = v.label = place.name;
  const auto part = [&](const std::vector<std::uint32_t>& bases) {
    const auto after = std::upper_bound(bases.begin(), bases.end(), place.slot);
    return static_cast<std::uint32_t>(after - bases.begin()) - 1;
  };
  const auto begins = [&](const std::vector<std::uint32_t>& bases) {
    return !bases.empty() && place.slot >= bases.front();
  };
  if (begins(instance.shared_base)) return v;
  if (begins(instance.edge_base)) {
    v.owner = Owner::edge;
    v.index = part(instance.edge_base);
  } else if (begins(instance.node_base)) {
    v.owner = Owner::node;
    v.index = part(instance.node_base);
    const std::string node = node_name(instance, NodeId(v.index)) + ".";
    if (v.name.starts_with(node)) v.label = v.name.substr(node.size());
  }
  return v;
}

Step step_of(const Instance& instance, const network::Event& event,
             ActionMarks& marks) {
  Step step;
  if (event.actor.valid()) step.actor = event.actor.value;
  const network::Action& action =
      action_of(instance, event.actor, event.action);
  step.label = action.name;
  step.name = step_text(instance, event.actor, event.action, event.binding);
  step.mark = marks.number(*instance.model, action);
  if (event.error) step.note = "fails at " + error_at(instance, *event.error);
  return step;
}

// A row of the local states of a node; what another row says, too, once.
void add_row(const Instance& instance, NodeId n, std::span<const Scalar> row,
             const std::vector<network::NamedPlace>& places, Run& run) {
  for (const auto& local : fixpoint::view_places(instance, n)) {
    const auto known = [&](const Variable& v) { return v.name == local.name; };
    if (std::any_of(run.variables.begin(), run.variables.end(), known)) {
      continue;
    }
    const auto place =
        std::find_if(places.begin(), places.end(),
                     [&](const auto& p) { return p.name == local.name; });
    if (place == places.end()) continue;
    run.variables.push_back(variable_of(instance, *place));
    run.initial.push_back(
        value_text(instance, local.type,
                   row.subspan(local.column, instance.size(local.type).slots)));
  }
}

}  // namespace

Run run_of(const Instance& instance, const network::Trace& trace,
           std::optional<std::size_t> loop, ActionMarks& marks) {
  Run run;
  run.loop = loop;
  const std::vector<network::NamedPlace> places = network::places(instance);
  const auto value = [&](const std::vector<Scalar>& state, std::size_t p) {
    return std::span(state).subspan(places[p].slot,
                                    instance.size(places[p].type).slots);
  };
  for (std::size_t p = 0; p < places.size(); ++p) {
    network::poll();
    run.variables.push_back(variable_of(instance, places[p]));
    run.initial.push_back(
        value_text(instance, places[p].type, value(trace.initial, p)));
  }
  const std::vector<Scalar>* before = &trace.initial;
  std::size_t changes = 0;
  for (const network::Event& event : trace.events) {
    if (changes > most_changes) {
      ++run.left_out;
      continue;
    }
    Step step = step_of(instance, event, marks);
    for (std::size_t p = 0; p < places.size() && !event.error; ++p) {
      network::poll();
      const auto now = value(event.after, p);
      if (std::ranges::equal(now, value(*before, p))) continue;
      step.changes.push_back({static_cast<std::uint32_t>(p),
                              value_text(instance, places[p].type, now)});
    }
    if (!event.error) before = &event.after;
    changes += step.changes.size() + 1;
    run.steps.push_back(std::move(step));
  }
  if (run.left_out > 0) run.loop.reset();
  if (trace.error) {
    run.note = "In the last state, " + error_at(instance, *trace.error) + ".";
  }
  return run;
}

std::optional<Run> blocking_run(const Instance& instance,
                                const fixpoint::Implication& implication,
                                ActionMarks& marks) {
  Run run;
  run.blocking = true;
  run.note = implication.reason + ".";
  if (!is_drawable(instance.network)) return {};
  const std::vector<network::NamedPlace> places = network::places(instance);
  if (implication.counterexample &&
      !implication.counterexample->nodes.empty()) {
    const auto& c = *implication.counterexample;
    for (std::size_t i = 0; i < c.nodes.size(); ++i) {
      add_row(instance, c.nodes[i], c.states[i], places, run);
    }
    return run;
  }
  if (!implication.error) return {};
  const fixpoint::LocalStep& e = *implication.error;
  for (const auto& [node, row] : e.actors()) {
    add_row(instance, node, row, places, run);
  }
  network::Event event{e.actor, e.action, e.binding, {}, {}};
  Step step = step_of(instance, event, marks);
  step.note = "may fail";
  if (e.error) step.note += " at " + error_at(instance, *e.error);
  run.steps.push_back(std::move(step));
  return run;
}

}  // namespace vicinal::report::inline pages
