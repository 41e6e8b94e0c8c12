// SPDX-License-Identifier: MIT
// Guarded annotated quotients unwound, as far as predicates tell processes
// apart: Reduced_Stru (GQ 3.2, 5), and the annotated quotient for the method
// that moves guards into the formula (GQ 3.3).
//
// Predicates and guards are not kept: sets of processes are. Processes of one
// color may change places with all predicates, and the model, as they are. A
// node is a representative and the color at each of its places; where places
// have equal blocks only how many of each color are there matters, which is
// what the condition of Theorem 2, part 4, comes to.
#pragma once

#include <map>

#include "explore/temporal/graph.hpp"
#include "explore/temporal/guarded_quotient.hpp"

namespace vicinal::explore::inline temporal {

// Of each process of a quotient a color, within its class from 0 on: nodes in
// one of `alike` have the same.
std::vector<std::uint32_t> colors_of(
    const GuardedQuotient& quotient,
    const std::vector<std::vector<network::NodeId>>& alike);

class UnwoundGraph : public Graph {
 public:
  // All must outlive it. The exchange of two processes of a color has to
  // respect the atoms and the model. With `allowed`, edges that a guard forbids
  // lead to nodes where this atom is false, which is true everywhere else.
  UnwoundGraph(const network::Instance& instance, GuardedQuotient& quotient,
               std::vector<std::uint32_t> colors, Atoms atoms,
               const std::vector<FairAction>& fair,
               std::optional<std::uint32_t> allowed, network::Budget& budget);

  std::vector<network::Scalar> state(std::uint32_t node) const override;
  bool stands_for(std::uint32_t node,
                  const std::vector<network::Scalar>& state) override;
  std::uint32_t node_of(const std::vector<network::Scalar>& state) override;
  std::uint64_t representatives() const override { return quotient_.size(); }
  std::uint64_t bytes() const override;

 protected:
  void expand(std::uint32_t node, std::vector<Move>& moves) override;

 private:
  using Places = std::vector<std::uint32_t>;  // per place: a color, a process
  using Edge = GuardedQuotient::Edge;

  void choose_code();
  void encode(std::uint32_t representative, bool allowed, const Places& colors);
  void decode(std::uint32_t node, Places& colors) const;
  void sort(std::uint32_t representative, Places& colors);
  std::uint32_t representative(std::uint32_t node) const;
  std::uint32_t add(std::uint32_t representative, bool allowed, Places& colors);
  Places arrangement(const Places& colors) const;
  network::NodeId actual(network::NodeId node, const Places& at) const;
  std::vector<bool> guards(std::uint32_t node, const Places& at);
  network::Scalar value(network::ExprId asked, const Edge& edge,
                        const Places& at, std::vector<network::Scalar>& state);
  Places after(std::uint32_t representative, const Edge& edge,
               const Places& colors);

  GuardedQuotient& quotient_;
  Places colors_;  // per process
  // Per class and color: its processes, ascending.
  std::vector<std::vector<Places>> of_color_;
  std::optional<std::uint32_t> allowed_;
  // Per node of the instance: its place, if it has one.
  std::vector<std::uint32_t> place_;
  // How colors are written: of each place, or the places of all processes but
  // those of the commonest color of a class.
  bool by_place_ = true;
  unsigned bits_ = 1;
  std::vector<std::uint32_t> commonest_;  // per class
  std::size_t words_ = 1;
  StateTable table_;
  std::vector<std::uint64_t> key_;
  std::vector<network::Scalar> frame_;
  // Of priorities and guards that do not depend on the state: by expression,
  // actor, members.
  std::map<std::vector<network::Scalar>, network::Scalar> lasting_;
};

}  // namespace vicinal::explore::inline temporal
