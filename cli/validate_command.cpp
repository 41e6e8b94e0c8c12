// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/render.hpp"
#include "cli/session.hpp"

namespace vicinal::cli {

// The front end only. A network of kind `any` needs no graph for this.
int validate_command(const Options& options) {
  const auto loaded = load_model(options);
  const bool front_end = loaded->model && !loaded->diagnostics.has_errors();
  if (front_end &&
      (loaded->model->network_kind != network::ast::NetworkKind::any ||
       !options.graph.empty())) {
    elaborate(*loaded, options);
  }
  if (!loaded->model || loaded->diagnostics.has_errors()) {
    return refuse(*loaded, options);
  }
  print_diagnostics(*loaded, options);
  const network::Model& model = *loaded->model;
  std::size_t nodes = 0;
  std::size_t edges = 0;
  if (loaded->instance) {
    nodes = loaded->instance->network.node_count();
    edges = loaded->instance->network.edge_count();
  }
  if (options.json) {
    Json json;
    json["model"] = loaded->name;
    json["valid"] = true;
    if (loaded->instance) {
      json["parameters"] = parameters_json(*loaded->instance);
      json["nodes"] = nodes;
      json["edges"] = edges;
    }
    json["processes"] = model.processes.size();
    json["rules"] = model.rules.size();
    json["properties"] = model.properties.size();
    json["diagnostics"] = diagnostics_json(loaded->diagnostics);
    print_json(json);
    return exit_holds;
  }
  if (options.quiet) return exit_holds;
  std::string text = printable(loaded->name) + ": valid";
  const auto count = [&](std::size_t n, const char* one, const char* many) {
    text += fmt::format(", {} {}", n, n == 1 ? one : many);
  };
  count(model.processes.size(), "process", "processes");
  if (!model.rules.empty()) count(model.rules.size(), "rule", "rules");
  count(model.properties.size(), "property", "properties");
  if (loaded->instance) {
    const std::string sizes = parameters_text(*loaded->instance);
    text += sizes.empty() ? ";" : "; at " + sizes + ":";
    text += fmt::format(" {} node{}, {} edge{}", nodes, nodes == 1 ? "" : "s",
                        edges, edges == 1 ? "" : "s");
  }
  print(text + "\n");
  return exit_holds;
}

}  // namespace vicinal::cli
