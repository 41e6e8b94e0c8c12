// SPDX-License-Identifier: MIT
// The states of explored instances, as what nodes show in them: which cubes are
// satisfied somewhere. What is not may be excluded by a lemma, which is a guess
// about all other instances.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fixpoint/lemmas/cube.hpp"

namespace vicinal::fixpoint::inline lemmas {

// Reachable states of an instance, one after the other.
struct Explored {
  const network::Instance* instance = nullptr;
  std::vector<network::Scalar> states;
};

// The edge at a single port.
network::EdgeId edge_at(const network::Instance& instance, network::NodeId node,
                        std::uint32_t port);
// Where a state has what the node or edge of this number shows; of an index or
// a size nowhere.
std::size_t place_of(const network::Instance& instance, std::uint32_t member,
                     const Feature& feature);

class Reached {
 public:
  Reached(const Vocabulary& vocabulary, std::span<const Explored> explored);

  // Whether some nodes satisfy all literals in some state, or one of the cubes
  // that are remembered has them all. At most O(positions / 64) per literal,
  // the first time O(positions of its members): a position is a state with a
  // choice of members.
  bool satisfied(const Cube& cube);
  // Where an explored instance satisfies it; none: nowhere, or only a cube that
  // is remembered does.
  struct Example {
    const network::Instance* instance = nullptr;
    std::vector<network::Scalar> state;
    std::vector<std::uint32_t> members;
  };
  std::optional<Example> example(const Cube& cube);
  // Whether there is an instance with members enough, all of them different:
  // otherwise nothing is known of the cube.
  bool has_room(const Cube& cube) const;
  // How many nodes of a family, or edges, the largest instance has.
  std::uint32_t most_members(std::uint32_t family) const;

  // As if nodes that show this were reached.
  void remember(Cube cube) { remembered_.push_back(std::move(cube)); }

 private:
  using Bits = std::vector<std::uint64_t>;
  using Families = std::array<std::uint32_t, 2>;

  // Slot by slot, so that a column is read in order.
  struct Block {
    const network::Instance* instance = nullptr;
    std::size_t states = 0;
    std::vector<network::Scalar> values;
    std::vector<network::FamilySize> arrays;  // their elements
  };
  using Tuple = std::vector<std::uint32_t>;  // numbers of nodes or edges
  using Table = std::vector<Bits>;  // by one member or two; empty: not yet

  // Where a literal about members 0 and 1, of these families, holds: a table
  // for each block.
  using Columns = std::map<std::pair<Families, Literal>, std::vector<Table>>;
  struct Asked;
  struct At {
    std::size_t block = 0, state = 0;
    std::vector<std::uint32_t> members;
  };
  std::optional<At> find(const Cube& cube);

  Columns::value_type& columns(const Cube& cube, const Literal& literal);
  const Bits& column(std::size_t block, Columns::value_type& columns,
                     std::uint32_t a, std::uint32_t b);
  void forget_bits();
  std::optional<std::uint32_t> named(const Block& block,
                                     const std::vector<Asked>& asked,
                                     const Tuple& tuple) const;
  bool choose(std::size_t block, const Cube& cube,
              const std::vector<std::vector<Asked>>& asked, Tuple& tuple,
              const Bits& states, Bits& found);
  const network::FamilySize& size(const Block& block,
                                  std::uint32_t family) const;
  // What a member shows in each state; an index or a size is the same in
  // all.
  struct Values {
    const network::Scalar* state = nullptr;
    network::Scalar all = 0;

    network::Scalar operator[](std::size_t s) const {
      return state == nullptr ? all : state[s];
    }
  };
  Values values(const Block& block, std::uint32_t member,
                const Feature& feature) const;
  Values length_of(const Block& block, std::uint32_t member,
                   const std::vector<Feature>& features,
                   const Feature& element) const;
  bool in_set(const Block& block, std::uint32_t node, std::uint32_t port,
              std::uint32_t edge) const;
  void fill(const Block& block, const Families& families,
            const Literal& literal, const Tuple& tuple,
            std::uint64_t* out) const;
  void fill_constant(const Block& block, const Families& families,
                     const Literal& literal, const Tuple& tuple,
                     std::uint64_t* out) const;
  bool fixed(const Block& block, const Literal& literal,
             const Tuple& tuple) const;

  const Vocabulary& vocabulary_;
  std::vector<Block> blocks_;
  Columns columns_;
  std::size_t bytes_ = 0;  // of their bits
  std::vector<Cube> remembered_;
};

// What is never shown together: by two nodes of a family, or by one, of truths
// and enumerations that are variables, or edges at single ports, and of their
// values all but the most frequent one:
//
//   forall m1, m2 in s: !(m1 != m2 && m1.left && m2.phase == eating)
//
// Two dozen at most. Polls. O(states * (nodes * values)^2).
std::vector<std::string> never_together(const network::Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored);

}  // namespace vicinal::fixpoint::inline lemmas
