// SPDX-License-Identifier: MIT
// Traces from JSON, for --replay. Strict: a name that the instance does not
// have, or a value that its type does not have, is an error.
#include <fmt/format.h>

#include <map>

#include "network/semantics/steps.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline words {

using network::Instance;
using network::NodeId;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

namespace {

struct Wrong {
  std::string message;
};

// What is nested is not shown, however deep it is.
std::string shown(const Json& json) {
  if (json.is_array()) return "a list";
  return json.is_object() ? "an object" : json.dump();
}

[[noreturn]] void wrong(std::string message) {
  throw Wrong{std::move(message)};
}

class TraceReader {
 public:
  explicit TraceReader(const Instance& instance) : instance_(instance) {
    for (auto& place : network::places(instance)) {
      places_.emplace(place.name, place);
    }
    for (std::uint32_t n = 0; n < instance.family_of.size(); ++n) {
      nodes_.emplace(node_name(instance, NodeId(std::size_t{n})), n);
    }
    for (std::uint32_t e = 0; e < instance.edge_family_of.size(); ++e) {
      edges_.emplace(edge_name(instance, network::EdgeId(std::size_t{e})), e);
    }
  }

  network::Trace read(const Json& json) {
    if (!json.is_object() || !json.contains("initial") ||
        !json["initial"].is_object()) {
      wrong("a trace is an object with 'initial' and 'steps'");
    }
    network::Trace trace;
    trace.initial = state(json["initial"], "'initial'");
    if (json.contains("error")) {
      trace.error = network::ModelError{error_kind(json["error"]), {}};
    }
    if (!json.contains("steps") || !json["steps"].is_array()) {
      wrong("a trace has a list of 'steps'");
    }
    std::vector<Scalar> state = trace.initial;
    for (const Json& step : json["steps"]) {
      trace.events.push_back(read_step(step, state));
    }
    return trace;
  }

  std::vector<Scalar> state(const Json& json, const std::string& what) {
    std::vector<Scalar> out(instance_.slot_count());
    for (const auto& [name, place] : places_) {
      if (!json.is_object() || !json.contains(name)) {
        wrong(fmt::format("{} lacks '{}'", what, name));
      }
    }
    set_all(json, out);
    return out;
  }

 private:
  network::Event read_step(const Json& json, std::vector<Scalar>& state) {
    if (!json.is_object() || !json.contains("action") ||
        !json["action"].is_string()) {
      wrong("a step has an 'action'");
    }
    network::Event event;
    find_action(json["action"].get<std::string>(), event);
    const network::Action& action =
        action_of(instance_, event.actor, event.action);
    for (std::uint32_t i = 0; i < action.binders.size(); ++i) {
      const network::Binder& b =
          instance_.model->binders[action.binders.begin + i];
      if (!json.contains("bindings") || !json["bindings"].contains(b.name)) {
        wrong(fmt::format("a step of {} lacks the binding of '{}'", action.name,
                          b.name));
      }
      Scalar value = 0;
      set(b.type, json["bindings"][b.name], {&value, 1});
      event.binding.push_back(value);
    }
    if (json.contains("error")) {
      event.error = network::ModelError{error_kind(json["error"]), {}};
      return event;
    }
    if (json.contains("changes")) set_all(json["changes"], state);
    event.after = state;
    return event;
  }

  network::ErrorKind error_kind(const Json& json) {
    for (int k = 0; k <= static_cast<int>(network::ErrorKind::endless_loop);
         ++k) {
      const auto kind = static_cast<network::ErrorKind>(k);
      if (json.is_object() && json.contains("message") &&
          json["message"] == std::string(network::error_text(kind))) {
        return kind;
      }
    }
    wrong("an 'error' has a 'message' that names a model error");
  }

  void find_action(const std::string& name, network::Event& event) {
    const std::size_t dot = name.rfind('.');
    const std::vector<network::Action>* actions = &instance_.model->rules;
    std::string action = name;
    if (dot != std::string::npos) {
      const auto node = nodes_.find(name.substr(0, dot));
      if (node == nodes_.end())
        wrong(fmt::format("no node acts in '{}'", name));
      event.actor = NodeId(std::size_t{node->second});
      actions = &instance_.process(event.actor).actions;
      action = name.substr(dot + 1);
    }
    while (event.action < actions->size() &&
           (*actions)[event.action].name != action) {
      ++event.action;
    }
    if (event.action == actions->size()) {
      wrong(fmt::format("there is no action '{}'", name));
    }
  }

  void set_all(const Json& json, std::vector<Scalar>& state) {
    if (!json.is_object()) wrong("values stand in an object, by name");
    for (const auto& [name, value] : json.items()) {
      const auto it = places_.find(name);
      if (it == places_.end()) {
        wrong(fmt::format("the model has no variable '{}'", name));
      }
      const std::uint32_t slots = instance_.size(it->second.type).slots;
      set(it->second.type, value,
          std::span(state).subspan(it->second.slot, slots));
    }
  }

  Scalar number(const Json& json) {
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) {
      wrong(fmt::format("{} is too large", shown(json)));
    }
    if (json.is_number_integer()) return json.get<Scalar>();
    if (json.is_string()) {
      try {
        std::size_t end = 0;
        const std::string text = json.get<std::string>();
        const Scalar v = std::stoll(text, &end);
        if (end == text.size()) return v;
      } catch (const std::exception&) {
      }
    }
    wrong(fmt::format("{} is not a number", shown(json)));
  }

  void set(TypeId id, const Json& json, std::span<Scalar> out) {
    const network::Model& model = *instance_.model;
    const network::Type& type = model[id];
    const std::uint32_t size = instance_.size(id).size;
    std::size_t at = 0;
    const auto part = [&](TypeId t, const Json& value) {
      const std::uint32_t slots = instance_.size(t).slots;
      set(t, value, out.subspan(at, slots));
      at += slots;
    };
    switch (type.kind) {
      case TypeKind::boolean:
        if (!json.is_boolean()) wrong(shown(json) + " is not true or false");
        out[0] = json.get<bool>() ? 1 : 0;
        return;
      case TypeKind::integer:
      case TypeKind::range:
        out[0] = number(json);
        // Only a state within its types may be looked at.
        if (out[0] < instance_.size(id).bounds.low ||
            out[0] > instance_.size(id).bounds.high) {
          wrong(fmt::format("{} is out of the range of its type", shown(json)));
        }
        return;
      case TypeKind::structure:
        for (const auto& f : model.structs[type.structure.index()].fields) {
          if (!json.is_object() || !json.contains(f.name)) {
            wrong(fmt::format("a value lacks the field '{}'", f.name));
          }
          part(f.type, json[f.name]);
        }
        return;
      case TypeKind::array:
      case TypeKind::node_array:
        if (!json.is_array() || json.size() != size) {
          wrong(fmt::format("{} has not the length {}", shown(json), size));
        }
        for (const Json& element : json) part(type.element, element);
        return;
      case TypeKind::queue:
        if (!json.is_array() || json.size() > size) {
          wrong(fmt::format("{} is longer than {}", shown(json), size));
        }
        network::default_value(instance_, id, out);
        out[0] = static_cast<Scalar>(json.size());
        at = 1;
        for (const Json& element : json) part(type.element, element);
        return;
      default:
        out[0] = named(type, id, json);
    }
  }

  // Enumeration constants, nodes, edges, references.
  Scalar named(const network::Type& type, TypeId id, const Json& json) {
    if (!json.is_string()) wrong(shown(json) + " is not a name");
    const std::string text = json.get<std::string>();
    if (type.kind == TypeKind::node) {
      const auto it = nodes_.find(text);
      if (it != nodes_.end()) return it->second;
    } else if (type.kind == TypeKind::edge) {
      const auto it = edges_.find(text);
      if (it != edges_.end()) return it->second;
    } else {
      const network::Bounds& bounds = instance_.size(id).bounds;
      for (Scalar v = bounds.low; v <= bounds.high; ++v) {
        if (value_text(instance_, id, {&v, 1}) == text) return v;
      }
    }
    wrong(fmt::format("there is nothing called '{}'", text));
  }

  const Instance& instance_;
  std::map<std::string, network::NamedPlace> places_;
  std::map<std::string, std::uint32_t> nodes_, edges_;
};

}  // namespace

ReadStates read_states(const Instance& instance, const Json& list) {
  ReadStates result;
  try {
    TraceReader reader(instance);
    for (const Json& state : list) {
      result.states.push_back(
          reader.state(state, fmt::format("state {}", result.states.size())));
    }
  } catch (const Wrong& problem) {
    result.error = problem.message;
  }
  return result;
}

ReadTrace read_trace(const Instance& instance, const Json& json) {
  try {
    ReadTrace result;
    result.trace = TraceReader(instance).read(json);
    if (json.contains("loop")) {
      const Json& loop = json["loop"];
      if (!loop.is_number_unsigned() || loop > result.trace->length()) {
        wrong("'loop' says after how many steps the run begins to repeat");
      }
      result.loop = loop.get<std::size_t>();
    }
    return result;
  } catch (const Wrong& problem) {
    return {{}, {}, problem.message};
  }
}

}  // namespace vicinal::report::inline words
