// SPDX-License-Identifier: MIT
// A model that was opened: from its text to an instance.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/base/limits.hpp"
#include "network/files/graph_file.hpp"
#include "network/imports/imported.hpp"
#include "network/language/checker/checker.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::decide::inline question {

// What questions are asked of. The model refers to the source, the instance to
// the model: they stay where they are.
struct Opened {
  std::string name;  // of the model, as reports show it
  std::unique_ptr<network::Source> source;
  // Of a model in another language, what was read: `source` is the model that
  // was made of it.
  std::unique_ptr<network::Source> original;
  // What else it was made of: a file of properties.
  std::unique_ptr<network::Source> properties;
  std::vector<network::ast::Word> unset;  // its constants without a value
  // Kept where diagnostics speak of it.
  std::unique_ptr<network::Source> graph_source;
  // A group that was given, which diagnostics may speak of.
  std::unique_ptr<network::Source> group_source;
  network::Diagnostics diagnostics;
  std::optional<network::Model> model;
  std::vector<network::Scalar> sizes;
  std::optional<network::Network> graph;
  // Whether the graph may be a quotient network, which only `on_quotient` of
  // Asked is for; and what it says of neighbours if it is one.
  bool takes_quotient = false;
  network::Vias vias;
  std::optional<network::Format> graph_format;
  std::uint64_t merged_lines = 0;  // of an edge list that was made simple
  std::optional<network::Instance> instance;
  network::Definitions definitions;

  // Whether a parameter may have any of several values: none is given.
  bool leaves_open(const network::Parameter& parameter) const {
    return parameter.high != parameter.low &&
           !definitions.contains(parameter.name);
  }
  // A model without errors so far.
  bool good() const { return model && !diagnostics.has_errors(); }

  // Of the instance; without a model, the graph.
  const network::Network* network() const;
};

// A file beside that of a model.
struct NamedText {
  std::string name, text;
};

// Parses and checks a model, with definitions as of `-D`. `found`: what is
// wrong with them already; it comes first. `language`: of the text, else what
// the name says. Of another language than ours, diagnostics show the places of
// `original`; with `fixed`, sizes of the file stay what they are. `properties`:
// a file of them, which is for a net in PNML (V0914 otherwise). Without a
// model, or with a wrong one, there is a diagnostic.
//
// Here, and below, loops poll (network/base/budget.hpp): who polls a budget
// may get LimitReached.
std::unique_ptr<Opened> open_model(
    std::string text, std::string name, network::Definitions definitions,
    network::Diagnostics found = network::Diagnostics(),
    std::optional<imports::Language> language = {},
    std::optional<NamedText> properties = {}, bool fixed = false);

// Whether a file of this name and text is meant for a model: it is called one,
// or it is in no known format of networks and begins as models do.
bool looks_like_model(std::string_view name, std::string_view text);

// Reads a network in any format into `graph`: the one of `network from "FILE"`,
// one for `network any`, or one without a model. Without it, there is a
// diagnostic. Attributes that the model names are kept. Reading files is left
// to the caller.
void read_graph(Opened& opened, std::string text, std::string name,
                network::ReadOptions options);

// Elaborates a model without errors, at its sizes, with `graph` if it has
// none of its own. Without an instance, there is a diagnostic.
void elaborate(Opened& opened);

// Reports an initial condition of the instance that nothing satisfies (V0508):
// everything would hold without an initial state. Within the limits, and in
// some seconds where they say nothing of time: what is not known then is not
// reported.
void require_initial_state(Opened& opened, network::Limits limits);

// Reports constants of `original` without a value: states are those of one
// model. False: there are such.
bool require_constants(Opened& opened);

}  // namespace vicinal::decide::inline question
