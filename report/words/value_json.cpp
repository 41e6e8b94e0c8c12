// SPDX-License-Identifier: MIT
// Values follow types down, slot after slot. Numbers beyond 2^53, which readers
// of JSON may round, are strings; of a queue only what is in it is shown.
#include "report/words/value_json.hpp"

#include <fmt/format.h>

#include "network/semantics/steps.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline words {

using network::Instance;
using network::Model;
using network::NodeId;
using network::Scalar;
using network::Type;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr Scalar exact_limit = Scalar{1} << 53;

Json number_json(Scalar v) {
  if (v > exact_limit || v < -exact_limit) return std::to_string(v);
  return v;
}

}  // namespace

Json value_json(const Instance& instance, TypeId id,
                std::span<const Scalar> value) {
  const Model& model = *instance.model;
  const Type& type = model[id];
  std::size_t at = 0;
  const auto part = [&](TypeId t) {
    const std::uint32_t slots = instance.size(t).slots;
    const Json json = value_json(instance, t, value.subspan(at, slots));
    at += slots;
    return json;
  };
  Json out;
  switch (type.kind) {
    case TypeKind::boolean:
      return value[0] != 0;
    case TypeKind::integer:
    case TypeKind::range:
      return number_json(value[0]);
    case TypeKind::structure:
      out = Json::object();
      for (const auto& f : model.structs[type.structure.index()].fields) {
        out[f.name] = part(f.type);
      }
      return out;
    case TypeKind::array:
    case TypeKind::node_array:
      out = Json::array();
      for (std::uint32_t i = 0; i < instance.size(id).size; ++i) {
        out.push_back(part(type.element));
      }
      return out;
    case TypeKind::queue:
      out = Json::array();
      at = 1;
      for (Scalar i = 0; i < value[0]; ++i) out.push_back(part(type.element));
      return out;
    default:
      return value_text(instance, id, value);
  }
}

namespace {

std::span<const Scalar> slots_of(const Instance& instance,
                                 const network::NamedPlace& place,
                                 const std::vector<Scalar>& state) {
  return std::span(state).subspan(place.slot, instance.size(place.type).slots);
}

}  // namespace

Json error_json(const Instance& instance, const network::ModelError& error) {
  Json json;
  json["message"] = network::error_text(error.kind);
  const auto place = instance.model->source->place(error.span);
  const auto position = place.source->position(place.span.begin);
  json["line"] = position.line;
  json["column"] = position.column;
  return json;
}

Json bindings_json(const Instance& instance, const network::Action& action,
                   std::span<const Scalar> binding) {
  Json json = Json::object();
  for (std::uint32_t i = 0; i < binding.size(); ++i) {
    const network::Binder& b =
        instance.model->binders[action.binders.begin + i];
    json[b.name] = value_json(instance, b.type, binding.subspan(i, 1));
  }
  return json;
}

Json state_json(const Instance& instance,
                const std::vector<network::NamedPlace>& places,
                const std::vector<Scalar>& state) {
  Json json = Json::object();
  for (const auto& place : places) {
    json[place.name] =
        value_json(instance, place.type, slots_of(instance, place, state));
  }
  return json;
}

Json step_json(const Instance& instance,
               const std::vector<network::NamedPlace>& places,
               const network::Event& event, const std::vector<Scalar>& before) {
  Json step;
  step["action"] = network::step_name(instance, event.actor, event.action);
  step["bindings"] = bindings_json(
      instance, action_of(instance, event.actor, event.action), event.binding);
  step["changes"] = Json::object();
  if (event.error) {
    step["error"] = error_json(instance, *event.error);
    return step;
  }
  for (const auto& place : places) {
    const auto old = slots_of(instance, place, before);
    const auto now = slots_of(instance, place, event.after);
    if (!std::equal(old.begin(), old.end(), now.begin())) {
      step["changes"][place.name] = value_json(instance, place.type, now);
    }
  }
  return step;
}

namespace {

// Directed where its ends have ports of their own.
Json graph_edge(const Instance& instance, network::EdgeId e) {
  const network::Network& network = instance.network;
  const network::EdgeFamily& family = instance.model->edge_families[0];
  const bool arcs = family.via_write != family.via_read;
  Json edge;
  edge["id"] = edge_name(instance, e);
  edge["ins"] = Json::array();
  edge["outs"] = Json::array();
  for (const network::DartId d : network.darts(e)) {
    const NodeId n = network.dart_node[d.index()];
    const network::Port& port =
        instance.process(n).ports[network.dart_port[d.index()]];
    const std::string name = node_name(instance, n);
    if (!arcs || port.name == family.via_write) edge["ins"].push_back(name);
    if (!arcs || port.name == family.via_read) edge["outs"].push_back(name);
  }
  return edge;
}

}  // namespace

Json graph_json(const Instance& instance) {
  if (instance.model->network_kind != network::ast::NetworkKind::any) return {};
  Json graph;
  graph["nodes"] = Json::array();
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    graph["nodes"].push_back({{"id", node_name(instance, NodeId(n))}});
  }
  graph["edges"] = Json::array();
  for (std::size_t e = 0; e < instance.network.edge_count(); ++e) {
    graph["edges"].push_back(graph_edge(instance, network::EdgeId(e)));
  }
  return graph;
}

Json trace_json(const Instance& instance, const network::Trace& trace) {
  const auto all = network::places(instance);
  Json json;
  if (Json graph = graph_json(instance); !graph.is_null()) {
    json["graph"] = std::move(graph);
  }
  json["initial"] = state_json(instance, all, trace.initial);
  json["steps"] = Json::array();
  const std::vector<Scalar>* before = &trace.initial;
  for (const network::Event& event : trace.events) {
    json["steps"].push_back(step_json(instance, all, event, *before));
    if (!event.error) before = &event.after;
  }
  if (trace.error) json["error"] = error_json(instance, *trace.error);
  return json;
}

Json node_lists_json(const Instance& instance,
                     const std::vector<std::vector<network::NodeId>>& lists) {
  Json json = Json::array();
  for (const auto& nodes : lists) {
    Json names = Json::array();
    for (const network::NodeId n : nodes) {
      names.push_back(network::node_name(instance, n));
    }
    json.push_back(std::move(names));
  }
  return json;
}

Json parameters_json(const Instance& instance) {
  Json json = Json::object();
  for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
    json[instance.model->parameters[i].name] =
        number_json(instance.parameters[i]);
  }
  for (const network::Constant& c : instance.model->constants) {
    if (c.given.empty()) continue;
    const network::Type& type = (*instance.model)[c.type];
    json[c.name] = type.kind == network::TypeKind::boolean ? Json(c.value != 0)
                   : type.kind == network::TypeKind::enumeration
                       ? Json(c.given)
                       : number_json(c.value);
  }
  return json;
}

namespace {

void put_place(const network::Source& source, network::Span span, Json& out) {
  const auto begin = source.position(span.begin);
  const auto end = source.position(span.end);
  out["file"] = source.name();
  out["line"] = begin.line;
  out["column"] = begin.column;
  out["end_line"] = end.line;
  out["end_column"] = end.column;
}

}  // namespace

Json diagnostics_json(const network::Diagnostics& diagnostics) {
  Json list = Json::array();
  for (const network::Diagnostic& d : diagnostics.all()) {
    Json json;
    json["code"] = fmt::format("V{:04}", number(d.code));
    json["severity"] =
        d.severity == network::Severity::error ? "error" : "warning";
    if (has_place(d)) put_place(*d.source, d.span, json);
    json["message"] = d.message;
    json["notes"] = Json::array();
    for (const network::Note& n : d.notes) {
      Json note;
      if (n.span && d.source != nullptr) put_place(*d.source, *n.span, note);
      note["message"] = n.message;
      json["notes"].push_back(std::move(note));
    }
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace vicinal::report::inline words
