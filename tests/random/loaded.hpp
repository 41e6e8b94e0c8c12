// SPDX-License-Identifier: MIT
// A model in text, through the front end: the one loader of the tests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/language/ast.hpp"
#include "network/language/checker/checker.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::random_models {

struct Loaded {
  std::unique_ptr<network::Source> source;
  network::Diagnostics diagnostics;
  network::ast::Tree tree;
  std::unique_ptr<network::Model> model;        // null: there are errors
  std::unique_ptr<network::Instance> instance;  // null: there are errors

  // All messages, one per line: for a test that fails.
  std::string messages() const;
  // Properties that are not temporal, by index; there is a model.
  std::vector<std::size_t> invariants() const;
};

// Parses and checks: without an instance.
Loaded load_model(const std::string& text,
                  const network::Definitions& definitions = {});

// Parses, checks and elaborates at the default sizes, or at those given as
// "n=3 m=4"; on `graph`, if the model has none of its own.
Loaded load(const std::string& text, const std::string& sizes = "",
            const network::Network* graph = nullptr);

}  // namespace vicinal::random_models
