// SPDX-License-Identifier: MIT
// What the symbols of a text mean in one instance and one state of it, as the
// oracle sees them. Names of symbols are all that is known of how texts are
// made:
//
//   size n            a parameter           edge t.0   slot 0 of edges t[...]
//   s.x               of nodes s[...]       shared a   of shared variables
//   count nodes       of a graph            end 1      the ends of its edges
//   port s.p 1        slot 1 of the edge at a single port
//   member s.p        whether the edge is at the port set
//   loop 0.1 i 0      at which value of i the first connect statement has
//                     its second end at the node (and at the edge)
//   index s, index s 0   the number of a node, and back
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "network/language/model.hpp"
#include "tests/obligations/text_evaluator.hpp"
#include "tests/oracle/family.hpp"

namespace vicinal::texts {

// "s[0][1]": a member of a family.
struct Member {
  std::string family;
  std::vector<Number> indices;
};
Member member_of(const std::string& name);

class Concrete {
 public:
  // The small instance must exist.
  Concrete(const network::Model& model, const network::ast::Tree& tree,
           const oracle::Small& small);

  const oracle::Instance& instance() const { return instance_; }
  // Sizes and wiring.
  const Tables& wiring() const { return wiring_; }
  Tables state(const oracle::State& state) const;

  // The slots of a value: ".x", "[2]", ".len"; of a queue, those that are not
  // used hold anything. "[]" of an array that nodes index: which node is a key.
  struct Part {
    std::string suffix;
    std::size_t slot = 0;
    std::vector<std::size_t> keys;
    std::optional<Number> value;
  };
  using Parts = std::vector<Part>;
  Parts parts(const oracle::Value& value, const oracle::Type& type) const;

  // What a text may show of something that it calls by this name.
  using Shown = std::map<std::string, std::optional<Number>>;
  using NodeNames = std::vector<std::pair<std::string, std::size_t>>;
  void show_node(const std::string& name, std::size_t node,
                 const oracle::State& state, const NodeNames& names,
                 const std::string& when, Shown& out) const;
  void show_edge(const std::string& name, std::size_t edge,
                 const oracle::State& state, const std::string& when,
                 Shown& out) const;

  // All nodes, edges of a family.
  std::vector<std::size_t> nodes_of(const std::string& family) const;
  std::vector<std::size_t> edges_of(const std::string& family) const;

 private:
  void sizes(const oracle::Small& small);
  void indices(const std::vector<std::string>& members);
  void ports();
  void rounds();
  void number_statements(network::Range items);
  std::vector<Number> edge_slots(std::size_t edge) const;
  Parts elements(const oracle::Value& value, const oracle::Type& type) const;
  void show(const std::string& name, const oracle::Value& value,
            const oracle::Type& type, const NodeNames& names,
            const std::string& when, Shown& out) const;
  void put(const std::string& name, const oracle::Value& value,
           const oracle::Type& type, const std::vector<Number>& indices,
           Tables& out) const;

  const network::Model& model_;
  const network::ast::Tree& tree_;
  const oracle::Instance& instance_;
  std::size_t edge_rank_ = 0;
  std::map<const network::ast::Item*, std::size_t> statements_;
  Tables wiring_;
};

// Sizes alone: they may make no instance.
Tables size_tables(const oracle::Small& small);

}  // namespace vicinal::texts
