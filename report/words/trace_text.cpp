// SPDX-License-Identifier: MIT
// Two columns: the step, and what it changes.
#include "report/words/trace_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "network/semantics/steps.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline words {

using network::Instance;
using network::NamedPlace;
using network::Scalar;

namespace {

constexpr std::size_t text_width = 79;
constexpr std::size_t widest_label = 32;

}  // namespace

std::string labelled(const std::string& label, std::size_t label_width,
                     const std::vector<std::string>& parts) {
  const std::string indentation(label_width + 6, ' ');
  std::string text;
  std::string line = fmt::format("    {:<{}}  ", label, label_width);
  if (label.size() > label_width) {
    text = fmt::format("    {}\n", label);
    line = indentation;
  }
  bool fresh = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = parts[i] + (i + 1 < parts.size() ? "," : "");
    if (!fresh && line.size() + 1 + part.size() > text_width) {
      text += line + "\n";
      line = indentation;
      fresh = true;
    }
    line += (fresh ? "" : " ") + part;
    fresh = false;
  }
  return text + line + "\n";
}

std::vector<std::string> values_text(const Instance& instance,
                                     const std::vector<NamedPlace>& places,
                                     const std::vector<Scalar>* before,
                                     const std::vector<Scalar>& now) {
  std::vector<std::string> parts;
  for (const auto& place : places) {
    const std::uint32_t slots = instance.size(place.type).slots;
    const auto value = std::span(now).subspan(place.slot, slots);
    if (before != nullptr &&
        std::equal(value.begin(), value.end(), before->begin() + place.slot)) {
      continue;
    }
    parts.push_back(
        fmt::format("{} = {}", printable(place.name),
                    printable(value_text(instance, place.type, value))));
  }
  return parts;
}

std::string error_at(const Instance& instance,
                     const network::ModelError& error) {
  const auto place = instance.model->source->place(error.span);
  const auto p = place.source->position(place.span.begin);
  // In a file beside that of the model.
  const auto& origin = instance.model->source->origin();
  const bool beside = origin && place.source != instance.model->source &&
                      place.source != origin->place({}).source;
  return fmt::format(
      "{}{}{}:{}: {}", beside ? printable(place.source->name()) : std::string(),
      beside ? ":" : "", p.line, p.column, error_text(error.kind));
}

std::vector<std::string> effect_text(const Instance& instance,
                                     const std::vector<NamedPlace>& places,
                                     const network::Event& event,
                                     const std::vector<Scalar>& before) {
  if (event.error) return {"fails at " + error_at(instance, *event.error)};
  auto parts = values_text(instance, places, &before, event.after);
  if (parts.empty()) parts = {"nothing changes"};
  return parts;
}

std::string step_text(const Instance& instance, network::NodeId actor,
                      std::uint32_t number, std::span<const Scalar> binding) {
  const network::Action& action = action_of(instance, actor, number);
  std::vector<std::string> bindings;
  for (std::uint32_t b = 0; b < binding.size(); ++b) {
    const network::Binder& binder =
        instance.model->binders[action.binders.begin + b];
    bindings.push_back(
        fmt::format("{} = {}", binder.name,
                    value_text(instance, binder.type, binding.subspan(b, 1))));
  }
  return printable(network::step_name(instance, actor, number) +
                   (bindings.empty()
                        ? std::string{}
                        : fmt::format("({})", fmt::join(bindings, ", "))));
}

namespace {

// Of a graph that is not in the model, which edge joins which nodes: "e0: a -
// b", "e1: a -> b". Nothing where there are many, or none.
std::vector<std::string> graph_text(const Instance& instance) {
  constexpr std::size_t most_edges = 40;
  const network::Network& network = instance.network;
  std::vector<std::string> parts;
  if (instance.model->network_kind != network::ast::NetworkKind::any ||
      network.edge_count() == 0 || network.edge_count() > most_edges) {
    return parts;
  }
  const network::EdgeFamily& family = instance.model->edge_families[0];
  const bool arcs = family.via_write != family.via_read;
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    const network::EdgeId edge(e);
    std::vector<std::string> ends;
    for (const network::DartId d : network.darts(edge)) {
      const network::NodeId n = network.dart_node[d.index()];
      const auto& port =
          instance.process(n).ports[network.dart_port[d.index()]];
      const bool first = arcs && port.name == family.via_write;
      ends.insert(first ? ends.begin() : ends.end(), node_name(instance, n));
    }
    parts.push_back(
        printable(fmt::format("{}: {}", edge_name(instance, edge),
                              fmt::join(ends, arcs ? " -> " : " - "))));
  }
  return parts;
}

}  // namespace

std::string trace_text(const Instance& instance, const network::Trace& trace) {
  const std::size_t digits = std::to_string(trace.events.size()).size();
  std::vector<std::string> labels = {fmt::format("{:{}}  start", "", digits)};
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const network::Event& event = trace.events[i];
    labels.push_back(fmt::format(
        "{:>{}}. {}", i + 1, digits,
        step_text(instance, event.actor, event.action, event.binding)));
  }
  std::size_t width = 0;
  for (const std::string& label : labels) {
    if (label.size() <= widest_label) width = std::max(width, label.size());
  }
  const std::vector<NamedPlace> places = network::places(instance);
  std::string text;
  if (const auto graph = graph_text(instance); !graph.empty()) {
    text = labelled(fmt::format("{:{}}  graph", "", digits), width, graph);
  }
  text += labelled(labels[0], width,
                   values_text(instance, places, nullptr, trace.initial));
  const std::vector<Scalar>* before = &trace.initial;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const network::Event& event = trace.events[i];
    const auto parts = effect_text(instance, places, event, *before);
    if (!event.error) before = &event.after;
    text += labelled(labels[i + 1], width, parts);
  }
  if (trace.error) {
    text += "    in this state, " + error_at(instance, *trace.error) + "\n";
  }
  return text;
}

std::string limit_text(network::Limit limit) {
  switch (limit) {
    case network::Limit::interrupted:
      return "interrupted";
    case network::Limit::overflow:
      return "a value of type int left 64 bits";
    case network::Limit::disk:
      return "a file could not be written or read";
    default:
      return fmt::format("the limit of {} was reached", network::text(limit));
  }
}

std::string run_length(const std::optional<network::Trace>& run) {
  return run ? steps_count(run->length()) : "(no time was left to find a run)";
}

std::string steps_count(std::size_t steps) {
  if (steps == 0) return "in an initial state";
  return fmt::format("by a run of {} step{}", steps, steps == 1 ? "" : "s");
}

}  // namespace vicinal::report::inline words
