// SPDX-License-Identifier: MIT
// States, traces and diagnostics as JSON (design 5.1).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "network/base/diagnostic.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::report::inline words {

using Json = nlohmann::ordered_json;

// Booleans, numbers (beyond 2^53 as decimal strings), names of constants and
// nodes, "none"; structs as objects, arrays and queues as arrays.
Json value_json(const network::Instance& instance, network::TypeId type,
                std::span<const network::Scalar> value);

// The values of an action's binders, by name.
Json bindings_json(const network::Instance& instance,
                   const network::Action& action,
                   std::span<const network::Scalar> binding);

// Lists of nodes, by name.
Json node_lists_json(const network::Instance& instance,
                     const std::vector<std::vector<network::NodeId>>& lists);

// The parts of a trace: all values of a state, by name; a step, with what it
// changes of the state before; a model error, with its place.
Json state_json(const network::Instance& instance,
                const std::vector<network::NamedPlace>& places,
                const std::vector<network::Scalar>& state);
Json step_json(const network::Instance& instance,
               const std::vector<network::NamedPlace>& places,
               const network::Event& event,
               const std::vector<network::Scalar>& before);
Json error_json(const network::Instance& instance,
                const network::ModelError& error);

Json trace_json(const network::Instance& instance, const network::Trace& trace);

// The graph of an instance of `network any`, which its model does not say: in
// the native format of networks (network/files/native.hpp). Null of any other
// network. O(network).
Json graph_json(const network::Instance& instance);
// Its parameters, and the constants that a setting gave: what `-D` must say
// for this instance.
Json parameters_json(const network::Instance& instance);
Json diagnostics_json(const network::Diagnostics& diagnostics);

// The trace that trace_json wrote; an error says what is wrong with it.
struct ReadTrace {
  std::optional<network::Trace> trace;
  std::optional<std::size_t> loop;  // after so many steps it repeats for ever
  std::string error;
};
ReadTrace read_trace(const network::Instance& instance, const Json& json);

// Whole states, each an object as `initial` of a trace is.
struct ReadStates {
  std::vector<std::vector<network::Scalar>> states;
  std::string error;
};
ReadStates read_states(const network::Instance& instance, const Json& list);

}  // namespace vicinal::report::inline words
