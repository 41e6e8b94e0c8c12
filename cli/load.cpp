// SPDX-License-Identifier: MIT
#include "cli/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "network/native.hpp"
#include "network/parser.hpp"

namespace vicinal::cli {

namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30;

// -D name=value, repeated.
void read_definitions(const Options& options, Loaded& loaded) {
  for (const std::string& d : options.defines) {
    const std::size_t equals = d.find('=');
    if (equals == std::string::npos || equals == 0) {
      loaded.diagnostics.error(903, {},
                               fmt::format("-D {}: write -D name=value", d));
      continue;
    }
    const std::string name = d.substr(0, equals);
    if (!loaded.definitions.emplace(name, d.substr(equals + 1)).second) {
      loaded.diagnostics.error(904, {}, fmt::format("-D {}: set twice", name));
    }
  }
}

// The file of `network from "FILE"`, which is named relative to the model's
// folder and must lie in it or below it, links followed: a model that came
// from elsewhere reads nothing else. Empty, with a diagnostic, if it does not.
std::string graph_beside(const std::string& model_path, Loaded& loaded) {
  namespace fs = std::filesystem;
  const network::Model& model = *loaded.model;
  std::error_code failed;
  const fs::path folder = fs::weakly_canonical(
      model_path == "-" ? fs::path(".")
                        : fs::absolute(model_path, failed).parent_path(),
      failed);
  const fs::path file =
      fs::weakly_canonical(folder / model.network_file, failed);
  const auto [rest, end] =
      std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  if (failed || rest != folder.end() ||
      fs::path(model.network_file).is_absolute()) {
    loaded.diagnostics.error(
        908, model.network_span,
        fmt::format("'{}' does not lie in the folder of the model or below it",
                    model.network_file));
    return {};
  }
  return model_path == "-"
             ? model.network_file
             : (fs::path(model_path).parent_path() / model.network_file)
                   .string();
}

void read_graph(const Options& options, Loaded& loaded) {
  network::Diagnostics& d = loaded.diagnostics;
  const auto kind = loaded.model->network_kind;
  std::string path = options.graph;
  if (path.empty()) {
    if (kind != network::ast::NetworkKind::from_file) return;
    path = graph_beside(options.model, loaded);
    if (path.empty()) return;
  } else if (kind == network::ast::NetworkKind::block) {
    d.set_source(nullptr);
    d.error(909, {},
            fmt::format("--on {}: the model has a network of its own; --on is "
                        "for 'network any'",
                        path));
    return;
  }
  FileText file = read_file(path);
  if (!file.error.empty()) {
    // In a model, the place that names the file is to blame.
    if (!options.graph.empty()) d.set_source(nullptr);
    d.error(
        905,
        options.graph.empty() ? loaded.model->network_span : network::Span{},
        file.error);
    return;
  }
  loaded.graph_source =
      std::make_unique<network::Source>(path, std::move(file.text));
  d.set_source(loaded.graph_source.get());
  loaded.graph = network::read_native(*loaded.graph_source, d);
  d.set_source(loaded.source.get());
}

}  // namespace

FileText read_file(const std::string& path) {
  FileText out;
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    out.error = fmt::format("cannot read '{}': {}", path, std::strerror(errno));
    return out;
  }
  std::array<char, 1 << 16> buffer;
  while (const std::size_t n =
             std::fread(buffer.data(), 1, buffer.size(), file)) {
    out.text.append(buffer.data(), n);
    if (out.text.size() > largest_file) {
      out.error = fmt::format("'{}' is larger than 1 GiB", path);
      break;
    }
  }
  if (std::ferror(file) != 0) {
    out.error = fmt::format("cannot read '{}': {}", path, std::strerror(errno));
  }
  if (file != stdin) std::fclose(file);
  return out;
}

namespace {

// The file that the options name as text; without it, a diagnostic.
std::optional<std::string> open_input(const Options& options, Loaded& loaded) {
  loaded.name = options.model == "-" ? "<standard input>" : options.model;
  FileText file = read_file(options.model);
  if (file.error.empty()) return std::move(file.text);
  loaded.diagnostics.error(905, {}, file.error);
  return std::nullopt;
}

void check_model(const Options& options, std::string text, Loaded& loaded) {
  network::Diagnostics& d = loaded.diagnostics;
  read_definitions(options, loaded);
  loaded.source =
      std::make_unique<network::Source>(loaded.name, std::move(text));
  d.set_source(loaded.source.get());
  const network::ast::Tree tree = network::parse(*loaded.source, d);
  loaded.model = network::check(tree, *loaded.source, loaded.definitions, d);
  if (loaded.model) {
    loaded.sizes = network::sizes(*loaded.model, loaded.definitions, d);
  }
}

// No model begins with a brace or a bracket.
bool is_json(const std::string& path, const std::string& text) {
  if (std::filesystem::path(path).extension() == ".json") return true;
  if (std::filesystem::path(path).extension() == ".vic") return false;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos &&
         (text[first] == '{' || text[first] == '[');
}

void read_network_file(const Options& options, std::string text,
                       Loaded& loaded) {
  network::Diagnostics& d = loaded.diagnostics;
  for (const std::string& define : options.defines) {
    d.error(901, {},
            fmt::format("-D {}: '{}' is a network, which has no parameters",
                        define, loaded.name));
  }
  if (!options.graph.empty()) {
    d.error(909, {},
            fmt::format("--on {}: '{}' is a network itself; --on is for "
                        "'network any'",
                        options.graph, loaded.name));
  }
  if (d.has_errors()) return;
  loaded.graph_source =
      std::make_unique<network::Source>(loaded.name, std::move(text));
  d.set_source(loaded.graph_source.get());
  loaded.graph = network::read_native(*loaded.graph_source, d);
}

// The names that an instance computes, written down.
void write_names(network::Instance& instance) {
  std::vector<std::string> nodes, edges;
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    nodes.push_back(node_name(instance, network::NodeId(n)));
  }
  for (std::size_t e = 0; e < instance.network.edge_count(); ++e) {
    edges.push_back(edge_name(instance, network::EdgeId(e)));
  }
  instance.network.node_names = std::move(nodes);
  instance.network.edge_names = std::move(edges);
}

}  // namespace

std::unique_ptr<Loaded> load_model(const Options& options) {
  auto loaded = std::make_unique<Loaded>();
  auto text = open_input(options, *loaded);
  if (text) check_model(options, std::move(*text), *loaded);
  return loaded;
}

std::unique_ptr<Loaded> load_network(const Options& options) {
  auto loaded = std::make_unique<Loaded>();
  auto text = open_input(options, *loaded);
  if (!text) return loaded;
  if (is_json(options.model, *text)) {
    read_network_file(options, std::move(*text), *loaded);
    return loaded;
  }
  check_model(options, std::move(*text), *loaded);
  if (!loaded->model || loaded->diagnostics.has_errors()) return loaded;
  elaborate(*loaded, options);
  if (loaded->instance) write_names(*loaded->instance);
  return loaded;
}

const network::Network* Loaded::network() const {
  if (instance) return &instance->network;
  return !model && graph ? &*graph : nullptr;
}

void elaborate(Loaded& loaded, const Options& options) {
  read_graph(options, loaded);
  if (loaded.diagnostics.has_errors()) return;
  loaded.instance =
      network::elaborate(*loaded.model, loaded.sizes, loaded.diagnostics,
                         loaded.graph ? &*loaded.graph : nullptr);
}

}  // namespace vicinal::cli
