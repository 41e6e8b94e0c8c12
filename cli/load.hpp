// SPDX-License-Identifier: MIT
// From a file to an instance.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options.hpp"
#include "network/checker.hpp"
#include "network/instance.hpp"

namespace vicinal::cli {

// What a command works on. The model refers to the source, the instance to
// the model: they stay where they are.
struct Loaded {
  std::string name;  // of the model, as reports show it
  std::unique_ptr<network::Source> source;
  std::unique_ptr<network::Source> graph_source;
  network::Diagnostics diagnostics;
  std::optional<network::Model> model;
  std::vector<network::Scalar> sizes;
  std::optional<network::Network> graph;
  std::optional<network::Instance> instance;
  network::Definitions definitions;

  // What load_network found.
  const network::Network* network() const;
};

// Reads a file, or standard input for "-". Files above 1 GiB are refused.
// The error is a sentence.
struct FileText {
  std::string text;
  std::string error;
};
FileText read_file(const std::string& path);

// Reads, parses and checks the model that the options name. Without a model,
// or with a wrong one, there is a diagnostic.
std::unique_ptr<Loaded> load_model(const Options& options);

// Elaborates a model without errors, at the sizes of the options, with the
// graph of `--on` or of `network from "FILE"`. Without an instance, there is a
// diagnostic.
void elaborate(Loaded& loaded, const Options& options);

// Reads a network, with names: from a file in the native JSON format, known by
// its ending or its first character, into `graph`, else from a model into
// `instance`. Without it, there is a diagnostic.
std::unique_ptr<Loaded> load_network(const Options& options);

}  // namespace vicinal::cli
