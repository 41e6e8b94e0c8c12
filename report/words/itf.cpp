// SPDX-License-Identifier: MIT
// Values are those of our own reports in other clothes: they are put on and
// taken off here, and read where those of reports are.
#include "report/words/itf.hpp"

#include <fmt/format.h>

#include <map>

#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::report::inline words {

using network::Instance;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

namespace {

struct WrongItf {
  std::string message;
};

// ---- out

Json itf_value(const Instance& instance, TypeId id,
               std::span<const Scalar> value) {
  const network::Type& type = (*instance.model)[id];
  std::size_t at = 0;
  const auto part = [&](TypeId t) {
    const std::uint32_t slots = instance.size(t).slots;
    Json json = itf_value(instance, t, value.subspan(at, slots));
    at += slots;
    return json;
  };
  Json out;
  switch (type.kind) {
    case TypeKind::integer:
    case TypeKind::range:
      out["#bigint"] = std::to_string(value[0]);
      return out;
    case TypeKind::structure:
      out = Json::object();
      for (const auto& f :
           instance.model->structs[type.structure.index()].fields) {
        out[f.name] = part(f.type);
      }
      return out;
    case TypeKind::array:
    case TypeKind::node_array:
    case TypeKind::queue: {
      out = Json::array();
      const bool queue = type.kind == TypeKind::queue;
      const Scalar count = queue ? value[0] : instance.size(id).size;
      at = queue ? 1 : 0;
      for (Scalar i = 0; i < count; ++i) out.push_back(part(type.element));
      return out;
    }
    default:
      return value_json(instance, id, value);
  }
}

void add_step(const Instance& instance, const network::Event& event,
              Json& out) {
  out["action"] = network::step_name(instance, event.actor, event.action);
  out["bindings"] = bindings_json(
      instance, action_of(instance, event.actor, event.action), event.binding);
}

// ---- in

constexpr int deepest = 100;

// Whether a string is a small number, as a #bigint has it.
bool is_count(const std::string& text) {
  return !text.empty() && text.size() <= 9 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

Json plain(const Json& value, int depth);

Json plain_list(const Json& list, int depth) {
  if (!list.is_array()) throw WrongItf{"a list of values is no list"};
  Json out = Json::array();
  for (const Json& v : list) out.push_back(plain(v, depth + 1));
  return out;
}

// By the numbers 0, 1, ... if keys are these, else by names.
Json plain_map(const Json& pairs, int depth) {
  if (!pairs.is_array()) throw WrongItf{"a #map is a list of pairs"};
  std::map<Scalar, Json> numbered;
  Json named = Json::object();
  for (const Json& pair : pairs) {
    network::poll();
    if (!pair.is_array() || pair.size() != 2) {
      throw WrongItf{"a #map is a list of pairs"};
    }
    const Json key = plain(pair[0], depth + 1);
    Json value = plain(pair[1], depth + 1);
    if (key.is_number_integer()) {
      numbered[key.get<Scalar>()] = std::move(value);
    } else if (key.is_string()) {
      named[key.get<std::string>()] = std::move(value);
    } else {
      throw WrongItf{"a key of a #map is no number and no string"};
    }
  }
  // Numbers of #bigint are strings by now.
  std::map<Scalar, Json> counted = numbered;
  for (const auto& [key, value] : named.items()) {
    if (!is_count(key)) return named;
    counted[std::stoll(key)] = value;
  }
  Json out = Json::array();
  for (auto& [key, value] : counted) out.push_back(std::move(value));
  return out;
}

// A value as our reports have it.
Json plain(const Json& value, int depth) {
  network::poll();
  if (depth > deepest) throw WrongItf{"a value is nested too deep"};
  if (value.is_array()) return plain_list(value, depth);
  if (!value.is_object()) return value;
  if (value.size() == 1) {
    const auto only = value.begin();
    if (only.key() == "#bigint") {
      if (!only->is_string()) throw WrongItf{"a #bigint is a string"};
      return *only;
    }
    if (only.key() == "#tup" || only.key() == "#set") {
      return plain_list(*only, depth);
    }
    if (only.key() == "#map") return plain_map(*only, depth);
  }
  Json out = Json::object();
  for (const auto& [key, v] : value.items()) out[key] = plain(v, depth + 1);
  return out;
}

class ItfReader {
 public:
  explicit ItfReader(const Instance& instance)
      : instance_(instance), steps_(instance) {}

  ReadTrace read(const Json& json) {
    read_states(json);
    ReadTrace result;
    result.loop = read_loop(json);
    network::Trace trace;
    trace.initial = states_.front();
    for (std::size_t i = 1; i < states_.size(); ++i) {
      trace.events.push_back(step_to(i));
    }
    if (json.contains("#meta")) read_end(json["#meta"], trace);
    result.trace = std::move(trace);
    return result;
  }

 private:
  void read_states(const Json& json) {
    if (!json["states"].is_array() || json["states"].empty()) {
      throw WrongItf{"'states' is a list of states, at least one"};
    }
    Json list = Json::array();
    for (const Json& state : json["states"]) {
      network::poll();
      if (!state.is_object()) throw WrongItf{"a state is an object"};
      Json values = Json::object();
      for (const auto& [name, value] : state.items()) {
        // Of Quint: what was done, which is looked for below.
        if (name == "#meta" || name.starts_with("mbt::")) continue;
        values[name] = plain(value, 0);
      }
      list.push_back(std::move(values));
      metas_.push_back(state.contains("#meta") ? state["#meta"] : Json());
    }
    ReadStates read = words::read_states(instance_, list);
    if (!read.error.empty()) throw WrongItf{read.error};
    states_ = std::move(read.states);
  }

  std::optional<std::size_t> read_loop(const Json& json) {
    if (!json.contains("loop")) return std::nullopt;
    Json plain_loop = plain(json["loop"], 0);
    if (plain_loop.is_string() && is_count(plain_loop.get<std::string>())) {
      plain_loop = std::stoul(plain_loop.get<std::string>());
    }
    if (!plain_loop.is_number_unsigned() || plain_loop >= states_.size()) {
      throw WrongItf{"'loop' is the number of a state, from 0 on"};
    }
    const auto loop = plain_loop.get<std::size_t>();
    if (states_.back() != states_[loop]) {
      states_.push_back(states_[loop]);
      metas_.emplace_back();
    }
    return loop;
  }

  // Whether the step is what #meta says of it.
  bool is_said(const network::Step& step, const Json& meta) const {
    if (!meta.is_object() || !meta.contains("action")) return true;
    const std::string name =
        network::step_name(instance_, step.actor, step.action);
    if (meta["action"] != name) return false;
    return !meta.contains("bindings") ||
           meta["bindings"] ==
               bindings_json(instance_,
                             action_of(instance_, step.actor, step.action),
                             binding_of(step));
  }

  std::vector<Scalar> binding_of(const network::Step& step) const {
    const auto begin = list_.frames.begin() + step.frame;
    const auto width =
        action_of(instance_, step.actor, step.action).binders.size();
    return {begin, begin + static_cast<std::ptrdiff_t>(width)};
  }

  network::Event step_to(std::size_t i) {
    std::vector<Scalar> before = states_[i - 1];
    steps_.enabled(before.data(), list_);
    for (const network::Step& step : list_.steps) {
      network::poll();
      if (!is_said(step, metas_[i])) continue;
      std::vector<Scalar> after = before;
      try {
        steps_.apply(list_, step, after.data());
      } catch (const network::ModelError&) {
        continue;
      }
      if (after != states_[i]) continue;
      return {step.actor, step.action, binding_of(step), after, {}};
    }
    const bool said = metas_[i].is_object() && metas_[i].contains("action") &&
                      metas_[i]["action"].is_string();
    throw WrongItf{fmt::format(
        "no step{} leads from state {} to state {}",
        said ? " " + metas_[i]["action"].get<std::string>() : "", i - 1, i)};
  }

  // What ITF has no place for: an error of the last state, or of the step
  // behind it.
  void read_end(const Json& meta, network::Trace& trace) {
    if (!meta.is_object()) return;
    if (meta.contains("error")) trace.error = error_of(meta["error"]);
    if (!meta.contains("failing")) return;
    std::vector<Scalar> state = states_.back();
    steps_.enabled(state.data(), list_);
    for (const network::Step& step : list_.steps) {
      network::poll();
      if (!is_said(step, meta["failing"])) continue;
      std::vector<Scalar> after = state;
      try {
        steps_.apply(list_, step, after.data());
      } catch (const network::ModelError& error) {
        trace.events.push_back(
            {step.actor, step.action, binding_of(step), {}, error});
        return;
      }
    }
    throw WrongItf{"the step that 'failing' names does not fail"};
  }

  static network::ModelError error_of(const Json& json) {
    for (int k = 0; k <= static_cast<int>(network::ErrorKind::endless_loop);
         ++k) {
      const auto kind = static_cast<network::ErrorKind>(k);
      if (json == std::string(network::error_text(kind))) return {kind, {}};
    }
    throw WrongItf{"'error' names a model error"};
  }

  const Instance& instance_;
  network::Steps steps_;
  network::StepList list_;
  std::vector<std::vector<Scalar>> states_;
  std::vector<Json> metas_;
};

}  // namespace

Json itf_json(const Instance& instance, const network::Trace& trace,
              std::optional<std::size_t> loop, const std::string& source) {
  const auto all = network::places(instance);
  const auto state_json = [&](const std::vector<Scalar>& state, Json meta) {
    Json json;
    json["#meta"] = std::move(meta);
    for (const auto& place : all) {
      const std::uint32_t slots = instance.size(place.type).slots;
      json[place.name] = itf_value(instance, place.type,
                                   std::span(state).subspan(place.slot, slots));
    }
    return json;
  };
  Json json;
  Json& meta = json["#meta"];
  meta["format"] = "ITF";
  meta["format-description"] =
      "https://apalache-mc.org/docs/adr/015adr-trace.html";
  meta["source"] = source;
  meta["parameters"] = parameters_json(instance);
  if (Json graph = graph_json(instance); !graph.is_null()) {
    meta["graph"] = std::move(graph);
  }
  if (trace.error) meta["error"] = network::error_text(trace.error->kind);
  json["vars"] = Json::array();
  for (const auto& place : all) json["vars"].push_back(place.name);
  json["states"] = Json::array({state_json(trace.initial, {{"index", 0}})});
  for (const network::Event& event : trace.events) {
    if (event.error) {
      add_step(instance, event, json["#meta"]["failing"]);
      json["#meta"]["failing"]["error"] =
          network::error_text(event.error->kind);
      break;
    }
    Json about{{"index", json["states"].size()}};
    add_step(instance, event, about);
    json["states"].push_back(state_json(event.after, std::move(about)));
  }
  if (loop) json["loop"] = *loop;
  return json;
}

bool is_itf(const Json& json) {
  return json.is_object() && json.contains("vars") && json.contains("states");
}

ReadTrace read_itf(const Instance& instance, const Json& json) {
  try {
    return ItfReader(instance).read(json);
  } catch (const WrongItf& wrong) {
    return {{}, {}, wrong.message};
  }
}

}  // namespace vicinal::report::inline words
