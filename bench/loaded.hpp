// SPDX-License-Identifier: MIT
// A model and an instance of it: the one loader of the benchmarks. A model
// that is wrong is an exception, since its figures would be, too.
#pragma once

#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "network/elaboration/elaborate.hpp"
#include "network/language/checker/checker.hpp"
#include "network/language/parser/parser.hpp"

namespace vicinal::bench {

// The text of a file, named from the top of the repository.
inline std::string text_of(const std::string& path) {
  std::ifstream file(VICINAL_SOURCE_DIR "/" + path);
  if (!file) throw std::runtime_error("no file " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// They refer to each other, so that it stays where it is.
struct Loaded {
  network::Source source;
  network::Diagnostics diagnostics;
  std::optional<network::Model> model;
  std::optional<network::Instance> instance;

  // Without sizes the default ones.
  explicit Loaded(
      std::string text,
      const std::optional<std::vector<network::Scalar>>& sizes = std::nullopt)
      : source("model.vic", std::move(text)) {
    diagnostics.set_source(&source);
    const auto tree = network::parse(source, diagnostics);
    model = network::check(tree, source, {}, diagnostics);
    if (!model) throw std::runtime_error("not a model");
    instance = network::elaborate(
        *model, sizes ? *sizes : network::default_parameters(*model),
        diagnostics);
    if (!instance) throw std::runtime_error("not an instance");
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
};

}  // namespace vicinal::bench
