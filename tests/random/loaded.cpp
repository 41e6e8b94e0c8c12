// SPDX-License-Identifier: MIT
#include "loaded.hpp"

#include <fmt/format.h>

#include <sstream>

#include "network/elaboration/elaborate.hpp"
#include "network/language/parser/parser.hpp"
#include "network/language/property.hpp"

namespace vicinal::random_models {

std::string Loaded::messages() const {
  std::string out;
  for (const network::Diagnostic& d : diagnostics.all()) {
    const auto p = source->position(d.span.begin);
    out += fmt::format("{}:{}: V{:04} {}\n", p.line, p.column, number(d.code),
                       d.message);
  }
  return out;
}

namespace {

// "n=3 m=4"
network::Definitions read_definitions(const std::string& sizes) {
  network::Definitions out;
  std::istringstream words(sizes);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    out[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return out;
}

}  // namespace

std::vector<std::size_t> Loaded::invariants() const {
  std::vector<std::size_t> result;
  for (std::size_t p = 0; p < model->properties.size(); ++p) {
    if (!network::is_temporal(model->properties[p])) result.push_back(p);
  }
  return result;
}

Loaded load_model(const std::string& text,
                  const network::Definitions& definitions) {
  Loaded out;
  out.source = std::make_unique<network::Source>("model.vic", text);
  out.diagnostics.set_source(out.source.get());
  out.tree = network::parse(*out.source, out.diagnostics);
  auto model =
      network::check(out.tree, *out.source, definitions, out.diagnostics);
  if (model) out.model = std::make_unique<network::Model>(std::move(*model));
  return out;
}

Loaded load(const std::string& text, const std::string& sizes,
            const network::Network* graph) {
  const network::Definitions definitions = read_definitions(sizes);
  Loaded out = load_model(text, definitions);
  if (!out.model) return out;
  auto parameters = network::sizes(*out.model, definitions, out.diagnostics);
  if (out.diagnostics.has_errors()) return out;
  auto instance = network::elaborate(*out.model, std::move(parameters),
                                     out.diagnostics, graph);
  if (!instance) return out;
  out.instance = std::make_unique<network::Instance>(std::move(*instance));
  return out;
}

}  // namespace vicinal::random_models
