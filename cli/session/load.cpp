// SPDX-License-Identifier: MIT
#include "cli/session/load.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "cli/options/codes.hpp"
#include "cli/session/given_traces.hpp"
#include "cli/session/session.hpp"
#include "network/files/packed.hpp"
#include "network/language/codes.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::cli::inline session {

namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30;

// -D name=value, repeated.
network::Definitions read_definitions(const Options& options,
                                      network::Diagnostics& diagnostics) {
  network::Definitions definitions;
  for (const std::string& d : options.defines) {
    const std::size_t equals = d.find('=');
    if (equals == std::string::npos || equals == 0) {
      diagnostics.error(codes::definition_without_value, {},
                        fmt::format("-D {}: write -D name=value", d));
      continue;
    }
    const std::string name = d.substr(0, equals);
    if (!definitions.emplace(name, d.substr(equals + 1)).second) {
      diagnostics.error(codes::definition_twice, {},
                        fmt::format("-D {}: set twice", name));
    }
  }
  return definitions;
}

// The file of `network from "FILE"`, which is named relative to the model's
// folder and must lie in it or below it, links followed: a model that came
// from elsewhere reads nothing else. Empty, with a diagnostic, if it does not.
std::string graph_beside(const std::string& model_path, Opened& opened) {
  namespace fs = std::filesystem;
  const network::Model& model = *opened.model;
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
    opened.diagnostics.error(
        codes::file_outside_of_folder, model.network_span,
        fmt::format("'{}' does not lie in the folder of the model or below it",
                    model.network_file));
    return {};
  }
  return model_path == "-"
             ? model.network_file
             : (fs::path(model_path).parent_path() / model.network_file)
                   .string();
}

network::ReadOptions read_options(const Options& options) {
  network::ReadOptions out;
  if (!options.format.empty())
    out.format = network::format_named(options.format);
  out.directed = options.directed;
  if (options.simple) out.simple = true;
  // Ids name nodes where they are asked for.
  out.labels = options.names_from.empty();
  if (options.names_from != "id") out.names_from = options.names_from;
  out.latin1 = options.encoding == "latin1";
  if (options.network != Options::network_unset) {
    out.number = static_cast<std::uint32_t>(options.network);
  }
  if (options.colors_from.empty()) return out;
  out.colors_from.clear();
  if (options.colors_from == "none") return out;
  for (std::size_t begin = 0; begin <= options.colors_from.size();) {
    const std::size_t end = std::min(options.colors_from.find(',', begin),
                                     options.colors_from.size());
    out.colors_from.push_back(options.colors_from.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

// A file of a network, or of a model that stands for one, unpacked.
FileText read_unpacked(const std::string& path) {
  FileText file = read_file(path);
  if (!file.error.empty() || !network::is_packed(file.text)) return file;
  network::Unpacked out = network::unpack(file.text, largest_file);
  if (out.error.empty()) return {std::move(out.text), {}};
  return {{}, fmt::format("cannot read '{}': {}", path, out.error)};
}

// Where a run is replayed it says on which graph.
void read_graph_of_run(const Options& options, Opened& opened) {
  std::string graph = graph_of_traces(options.replay, options.properties);
  if (graph.empty()) return;
  network::ReadOptions how;
  how.format = network::Format::native;
  decide::read_graph(opened, std::move(graph),
                     fmt::format("<graph of {}>", options.replay), how);
}

void read_graph_file(const Options& options, Opened& opened) {
  network::Diagnostics& d = opened.diagnostics;
  const auto kind = opened.model->network_kind;
  std::string path = options.graph;
  if (path.empty()) {
    // Standard input can be read once.
    if (kind == network::ast::NetworkKind::any && !options.replay.empty() &&
        options.replay != "-") {
      read_graph_of_run(options, opened);
      return;
    }
    if (kind != network::ast::NetworkKind::from_file) return;
    path = graph_beside(options.model, opened);
    if (path.empty()) return;
  } else if (kind == network::ast::NetworkKind::block) {
    d.set_source(nullptr);
    d.error(codes::model_has_a_graph, {},
            fmt::format("--on {}: the model has a network of its own; --on is "
                        "for 'network any'",
                        path));
    return;
  }
  FileText file = read_unpacked(path);
  if (!file.error.empty()) {
    // In a model, the place that names the file is to blame.
    if (!options.graph.empty()) d.set_source(nullptr);
    d.error(
        codes::unreadable_file,
        options.graph.empty() ? opened.model->network_span : network::Span{},
        file.error);
    return;
  }
  opened.takes_quotient = options.on_quotient;
  decide::read_graph(opened, std::move(file.text), path, read_options(options));
}

}  // namespace

FileText read_file(const std::string& path) {
  FileText out;
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    out.error = fmt::format("cannot read '{}': {}", path, std::strerror(errno));
    return out;
  }
  if (struct stat about{}; fstat(fileno(file), &about) == 0 &&
                           S_ISREG(about.st_mode) &&
                           about.st_size <= static_cast<off_t>(largest_file)) {
    out.text.reserve(static_cast<std::size_t>(about.st_size));
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

std::string write_file(const std::string& path, const std::string& text) {
  const auto failed = [&] {
    return fmt::format("cannot write '{}': {}", path, std::strerror(errno));
  };
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return failed();
  const bool whole =
      std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) == 0 && whole) return {};
  std::string error = failed();
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    std::filesystem::remove(path, ignored);
  }
  return error;
}

std::string shown_name(const Options& options) {
  return options.model == "-" ? "<standard input>" : options.model;
}

std::unique_ptr<Opened> unreadable(const Options& options,
                                   const std::string& error) {
  auto opened = std::make_unique<Opened>();
  opened->name = shown_name(options);
  opened->diagnostics.error(codes::unreadable_file, {}, error);
  return opened;
}

bool read_group_file(const Options& options, Opened& opened,
                     std::optional<decide::NamedText>& group) {
  if (!is_file_name(options.group)) return true;
  FileText file = read_file(options.group);
  if (!file.error.empty()) {
    opened.diagnostics.set_source(nullptr);
    opened.diagnostics.error(codes::unreadable_file, {}, file.error);
    return false;
  }
  group = {options.group, std::move(file.text)};
  return true;
}

std::unique_ptr<Opened> open_text(const Options& options, std::string text) {
  network::Diagnostics found;
  network::Definitions definitions = read_definitions(options, found);
  std::optional<decide::NamedText> properties;
  if (!options.property_file.empty()) {
    FileText file = read_file(options.property_file);
    if (!file.error.empty()) return unreadable(options, file.error);
    properties.emplace(options.property_file, std::move(file.text));
  }
  return decide::open_model(std::move(text), shown_name(options),
                            std::move(definitions), std::move(found),
                            imports::language_named(options.language),
                            std::move(properties), options.fixed);
}

namespace {

std::unique_ptr<Opened> read_network_file(const Options& options,
                                          std::string text) {
  auto opened = std::make_unique<Opened>();
  opened->name = shown_name(options);
  network::Diagnostics& d = opened->diagnostics;
  for (const std::string& define : options.defines) {
    d.error(network::codes::definition_of_nothing, {},
            fmt::format("-D {}: '{}' is a network, which has no parameters",
                        define, opened->name));
  }
  if (!options.graph.empty()) {
    d.error(codes::model_has_a_graph, {},
            fmt::format("--on {}: '{}' is a network itself; --on is for "
                        "'network any'",
                        options.graph, opened->name));
  }
  if (!d.has_errors()) {
    decide::read_graph(*opened, std::move(text), opened->name,
                       read_options(options));
  }
  return opened;
}

// The names that an instance computes, written down.
void write_names(network::Instance& instance) {
  network::Names nodes, edges;
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

std::unique_ptr<Opened> load_model(const Options& options) {
  const Watched watched(options);
  FileText file = read_file(options.model);
  if (!file.error.empty()) return unreadable(options, file.error);
  return open_text(options, std::move(file.text));
}

std::unique_ptr<Opened> load_network(const Options& options) {
  const Watched watched(options);
  FileText file = read_unpacked(options.model);
  if (!file.error.empty()) return unreadable(options, file.error);
  if (!options.format.empty() ||
      (options.language.empty() &&
       !decide::looks_like_model(options.model, file.text))) {
    return read_network_file(options, std::move(file.text));
  }
  auto opened = open_text(options, std::move(file.text));
  if (!opened->good()) return opened;
  elaborate(*opened, options);
  if (opened->instance) write_names(*opened->instance);
  return opened;
}

void elaborate(Opened& opened, const Options& options) {
  const Watched watched(options);
  read_graph_file(options, opened);
  if (!opened.diagnostics.has_errors()) decide::elaborate(opened);
}

}  // namespace vicinal::cli::inline session
