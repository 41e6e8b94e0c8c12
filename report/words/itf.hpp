// SPDX-License-Identifier: MIT
// Runs in the Informal Trace Format of Apalache and Quint (ITF, ADR 015 of
// Apalache), out and in.
//
// Variables of ITF are ours, by the names that traces have ("s[0].phase"). A
// number is a #bigint, a struct a record, an array or a queue a list;
// constants, nodes and references are strings. Who acted, which ITF does not
// know, is in the #meta of the state after the step.
#pragma once

#include "report/words/value_json.hpp"

namespace vicinal::report::inline words {

// `source`: the model's name. With `loop` the run goes back, after its last
// step, to the state after so many steps.
Json itf_json(const network::Instance& instance, const network::Trace& trace,
              std::optional<std::size_t> loop, const std::string& source);

// Whether a file is meant so: an object with `vars` and `states`.
bool is_itf(const Json& json);

// The run; an error says what is wrong. Where #meta does not say who acted, the
// first step that leads to the next state is taken. Other ways to write values
// are read, too: #tup and #set as lists, a #map as a list by the numbers that
// are its keys, or as a record. A loop whose end is not the state that it
// begins with gets the step back to it.
ReadTrace read_itf(const network::Instance& instance, const Json& json);

}  // namespace vicinal::report::inline words
