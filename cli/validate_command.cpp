// SPDX-License-Identifier: MIT
// `validate`: whether a file is a model, and what is odd about it.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/session/session.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

using report::add_not_asked;
using report::diagnostics_json;
using report::not_asked;
using report::not_asked_text;
using report::parameters_json;
using report::printable;
using report::widest;

// The front end only. A network of kind `any` needs no graph for this.
int validate_command(const Options& options) {
  const auto opened = load_model(options);
  const bool front_end = opened->model && !opened->diagnostics.has_errors();
  if (front_end &&
      (opened->model->network_kind != network::ast::NetworkKind::any ||
       !options.graph.empty())) {
    elaborate(*opened, options);
    decide::require_initial_state(*opened, limits_of(options));
  }
  if (!opened->model || opened->diagnostics.has_errors()) {
    return refuse(*opened, options);
  }
  print_diagnostics(*opened, options);
  const network::Model& model = *opened->model;
  std::size_t nodes = 0;
  std::size_t edges = 0;
  if (opened->instance) {
    nodes = opened->instance->network.node_count();
    edges = opened->instance->network.edge_count();
  }
  if (options.json) {
    Json json;
    json["model"] = opened->name;
    json["valid"] = true;
    if (opened->instance) {
      json["parameters"] = parameters_json(*opened->instance);
      json["nodes"] = nodes;
      json["edges"] = edges;
    }
    json["processes"] = model.processes.size();
    json["rules"] = model.rules.size();
    json["properties"] = model.properties.size();
    json["temporal"] = Json::array();
    add_not_asked(not_asked(model, style_of(options)), json["temporal"]);
    json["diagnostics"] = diagnostics_json(opened->diagnostics);
    print_json(json);
    return exit_holds;
  }
  if (options.quiet) return exit_holds;
  std::string text = printable(opened->name) + ": valid";
  const auto count = [&](std::size_t n, const char* one, const char* many) {
    text += fmt::format(", {} {}", n, n == 1 ? one : many);
  };
  count(model.processes.size(), "process", "processes");
  if (!model.rules.empty()) count(model.rules.size(), "rule", "rules");
  count(model.properties.size(), "property", "properties");
  if (opened->instance) {
    const std::string sizes = parameters_text(*opened->instance);
    text += sizes.empty() ? ";" : "; at " + sizes + ":";
    text += fmt::format(" {} node{}, {} edge{}", nodes, nodes == 1 ? "" : "s",
                        edges, edges == 1 ? "" : "s");
  }
  const std::vector<std::string> temporal = not_asked(model, style_of(options));
  print(text + "\n" + not_asked_text(temporal, widest(temporal, 0)));
  return exit_holds;
}

}  // namespace vicinal::cli
