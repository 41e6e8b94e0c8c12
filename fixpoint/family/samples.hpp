// SPDX-License-Identifier: MIT
// Small instances of a model: where wiring types are found, and what stands
// for all instances when a step of a type is tried. What is concluded from
// them is checked for every size by obligations.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "network/semantics/instance.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::fixpoint::inline family {

// All reachable states of an instance, one after the other, in the order in
// which they were found.
struct Reachable {
  std::vector<network::Scalar> states;
  bool none = false;       // a state without slots is one
  std::uint64_t work = 0;  // that finding them took
};

struct Sample {
  std::vector<network::Scalar> parameters;
  std::optional<network::Network> graph;  // of `network any`
  network::Instance instance;
  std::optional<Reachable> reachable;  // where somebody has kept them
};

struct Samples {
  const network::Model* model = nullptr;
  std::vector<std::unique_ptr<Sample>> all;  // by number of nodes
  // Sizes that were tried and at which elaboration fails.
  std::vector<std::vector<network::Scalar>> excluded;
  // Of `network any`: all graphs of up to so many nodes are there, but those
  // with parallel edges.
  std::size_t all_graphs_of = 0;
};

// What sizes to take: `fixed` has the values of parameters that are given.
struct Scope {
  std::vector<std::optional<network::Scalar>> fixed;  // per parameter
};

// The instance of these parameters, if it elaborates, has nodes where there are
// families of them, and is no larger than `nodes`.
void add_sample(const network::Model& model,
                std::vector<network::Scalar> parameters, Samples& out,
                std::size_t nodes = 60);

// Adds instances by their distance from the least parameters; of `network any`
// all graphs up to isomorphism, by number of nodes.
class Growth {
 public:
  // `most`: larger instances are left out; so are smaller ones than `least`,
  // but of a model that is said by its shared variables. An instance without
  // nodes is one where properties are asked; it has no views.
  Growth(const network::Model& model, Scope scope, std::size_t most,
         std::size_t least = 0)
      : model_(&model),
        scope_(std::move(scope)),
        most_(most),
        least_(model.node_families.empty() ? 0 : least) {}

  // The instances of the next distance; false: there are no more that are
  // small enough.
  bool more(Samples& out);

 private:
  bool graphs(std::size_t nodes, Samples& out) const;

  const network::Model* model_;
  Scope scope_;
  std::size_t most_, least_;
  network::Scalar distance_ = 0;
  bool some_ = false;  // an instance with nodes
  int without_ = 0;    // distances in a row that gave nothing
};

}  // namespace vicinal::fixpoint::inline family
