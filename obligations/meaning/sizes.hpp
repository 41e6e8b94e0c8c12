// SPDX-License-Identifier: MIT
// Sizes of an instance, symbolic: parameters, dimensions of families, who is
// in range, which number a member has.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Expressions;
struct Query;

// Which sizes a question is about.
struct AskedSizes {
  // Per parameter of the model: its value; none, or a missing entry: every
  // value in its range.
  std::vector<std::optional<std::int64_t>> fixed;
  // Tuples of parameters that nothing is claimed of.
  std::vector<std::vector<std::int64_t>> excluded;
};

class Sizes {
 public:
  Sizes(Query& q, const AskedSizes& asked);

  // Whether the network is any graph.
  bool graph() const {
    return model_.network_kind == network::ast::NetworkKind::any;
  }
  Term parameter(std::uint32_t i) const { return parameters_[i]; }
  // An expression over parameters. That it has a value is a fact: elaboration
  // needs it.
  Term value(ExprId e);
  // Of a graph (network any): the numbers of its nodes and edges.
  std::vector<Term> dimensions(DomainKind kind, std::uint32_t family);
  std::size_t rank(std::uint32_t node_family) const {
    return graph() ? 1 : model_.node_families[node_family].dimensions.size();
  }
  // The greatest number of indices of an edge.
  std::uint32_t edge_rank() const { return edge_rank_; }

  Value edge(Term family, std::vector<Term> indices);
  Term in_range(const Value& node);
  Term edge_in_range(const Value& edge);
  Term index_of(DomainKind kind, std::uint32_t family,
                const std::vector<Term>& indices);

 private:
  void add_parameters(const AskedSizes& asked);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Expressions& expressions_;
  std::vector<Term> parameters_;
  std::uint32_t edge_rank_ = 0;
  std::map<ExprId, Term> values_;
};

}  // namespace vicinal::obligations::inline meaning
