// SPDX-License-Identifier: MIT
#include "cli/load.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

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

void read_graph(const Options& options, Loaded& loaded) {
  FileText file = read_file(options.graph);
  if (!file.error.empty()) {
    loaded.diagnostics.set_source(nullptr);
    loaded.diagnostics.error(905, {}, file.error);
    return;
  }
  loaded.graph_source =
      std::make_unique<network::Source>(options.graph, std::move(file.text));
  loaded.diagnostics.set_source(loaded.graph_source.get());
  loaded.graph = network::read_native(*loaded.graph_source, loaded.diagnostics);
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

std::unique_ptr<Loaded> load_model(const Options& options) {
  auto loaded = std::make_unique<Loaded>();
  network::Diagnostics& d = loaded->diagnostics;
  FileText file = read_file(options.model);
  if (!file.error.empty()) {
    d.error(905, {}, file.error);
    return loaded;
  }
  read_definitions(options, *loaded);
  loaded->source = std::make_unique<network::Source>(
      options.model == "-" ? "<standard input>" : options.model,
      std::move(file.text));
  d.set_source(loaded->source.get());
  const network::ast::Tree tree = network::parse(*loaded->source, d);
  loaded->model = network::check(tree, *loaded->source, loaded->definitions, d);
  return loaded;
}

void elaborate(Loaded& loaded, const Options& options) {
  network::Diagnostics& d = loaded.diagnostics;
  if (!loaded.model || d.has_errors()) return;
  auto sizes = network::sizes(*loaded.model, loaded.definitions, d);
  if (d.has_errors()) return;
  if (!options.graph.empty()) {
    read_graph(options, loaded);
    if (!loaded.graph) return;
    d.set_source(loaded.source.get());
  }
  loaded.instance = network::elaborate(*loaded.model, std::move(sizes), d,
                                       loaded.graph ? &*loaded.graph : nullptr);
}

}  // namespace vicinal::cli
