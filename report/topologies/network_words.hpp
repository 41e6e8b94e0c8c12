// SPDX-License-Identifier: MIT
// Nodes, edges and ends of edges of a network, in words.
#pragma once

#include <string>

#include "groupoid/similarity/local_symmetry.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline topologies {

class NetworkWords {
 public:
  // Of a model, `instance` knows the names of ports; null: the network does.
  NetworkWords(const network::Network& network,
               const network::Instance* instance)
      : network_(network), instance_(instance) {}

  std::string name(network::NodeId n) const;
  std::string color(network::NodeId n) const;
  std::string edge(network::DartId d) const;
  // Empty: it has none.
  std::string port(network::DartId d) const;
  // 'writes and reads, bool, at port left'
  std::string kind(network::DartId d) const;

  // beta, edge by edge, with what it keeps: a line each, of the first ones.
  // With `all`, of all.
  std::string beta_text(const groupoid::LocalSymmetry& s, bool all) const;
  // 'e1 -> e2': where beta takes the i-th edge.
  std::string image_text(const groupoid::LocalSymmetry& s, std::size_t i) const;
  // [{"from": e, "to": f, "port": p}, ...]; without ports, no port.
  Json beta_json(const groupoid::LocalSymmetry& s) const;
  // What moves, as cycles: "(e1 e2)(e3 e4)"; of the identity "()".
  std::string cycles_text(const groupoid::LocalSymmetry& s) const;
  Json cycles_json(const groupoid::LocalSymmetry& s) const;

 private:
  std::vector<std::vector<network::DartId>> cycles(
      const groupoid::LocalSymmetry& s) const;

  const network::Network& network_;
  const network::Instance* instance_;
};

}  // namespace vicinal::report::inline topologies
