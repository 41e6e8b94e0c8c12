// SPDX-License-Identifier: MIT
// A pattern: what some slots of one instance may hold. It is what a cube says
// of certain nodes, in a form in which steps can be taken backwards.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "fixpoint/lemmas/cube.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline backward {

// Bit i stands for the i-th value of a slot, from the least one on that is
// looked at: of numbers of a wide range these are some around zero, and others
// are taken not to occur.
using Values = std::uint64_t;
inline constexpr network::Scalar most_values = 64;

// The least value that is looked at, and how many there are.
struct Window {
  network::Scalar low = 0;
  network::Scalar count = 0;

  Values all() const {
    return count == most_values ? ~Values{0} : (Values{1} << count) - 1;
  }
  // None, if it is not looked at.
  Values only(network::Scalar value) const {
    const std::uint64_t at =
        static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(low);
    return at < static_cast<std::uint64_t>(count) ? Values{1} << at : 0;
  }
};
// Of numbers that are far from zero none are looked at.
Window window(const network::Bounds& bounds);

// Two slots that hold the same, or do not.
struct Equation {
  std::uint32_t a = 0, b = 0;
  bool negated = false;

  auto operator<=>(const Equation&) const = default;
};

struct Pattern {
  std::set<std::uint32_t> nodes;  // others are not spoken of
  std::map<std::uint32_t, Values> slots;
  std::set<Equation> equations;
  // Of two slots by how much the first one is greater, at most.
  std::map<std::pair<std::uint32_t, std::uint32_t>, network::Scalar> orders;

  // Narrows it.
  void order(std::uint32_t a, std::uint32_t b, network::Scalar most) {
    const auto [at, is_new] = orders.try_emplace({a, b}, most);
    if (!is_new && most < at->second) at->second = most;
  }
};

// Which part of the vocabulary a slot of the instance is, and back.
class PatternSpace {
 public:
  // `ordered`: nodes are told apart by their order. `numbers`: of a wide range
  // are spoken of.
  struct How {
    bool ordered = false, numbers = true;
  };
  // Both must outlive it. O(slots).
  PatternSpace(const Vocabulary& vocabulary, const network::Instance& instance,
               const How& how);

  const network::Instance& instance() const { return instance_; }
  bool ordered() const { return how_.ordered; }
  // Of a slot that no step writes: what it holds.
  void fix(std::uint32_t slot, network::Scalar value) { fixed_[slot] = value; }
  std::optional<network::Scalar> fixed(std::uint32_t slot) const {
    const auto at = fixed_.find(slot);
    return at == fixed_.end() ? std::nullopt : std::optional(at->second);
  }
  Window window_of(std::uint32_t slot) const {
    return window(instance_.slots[slot]);
  }
  // Whether a pattern about these nodes may speak of the slot.
  bool speaks_of(const std::set<std::uint32_t>& nodes,
                 std::uint32_t slot) const;
  // Narrows the pattern; false: nothing is left. A reference to one node makes
  // that one of those that the pattern speaks of.
  bool narrow(Pattern& pattern, std::uint32_t slot, Values values) const;
  // The least and the greatest number that the slot may hold, of those that are
  // looked at; nothing: the pattern does not say.
  std::optional<std::pair<network::Scalar, network::Scalar>> ends(
      const Pattern& pattern, std::uint32_t slot) const;
  // Whether numbers can stand as the pattern says.
  bool in_order(const Pattern& pattern) const;

  // What cubes can say of it.
  Cube cube(const Pattern& pattern) const;
  // The cube, with what it says of shared variables said by a member that says
  // more than that, if there is one.
  Cube normal(Cube cube) const;
  // With what it says of shared variables said by every node, so that whatever
  // is a part of the cube is seen to be one.
  Cube by_all(Cube cube) const;
  // The cube, its members being the first nodes of their families, or, where
  // nodes are ordered, any nodes in each way; literals that patterns cannot
  // have are left out. None: there are too few nodes.
  std::vector<Pattern> patterns(const Cube& cube) const;
  // A state of another instance, whose nodes are the first ones here; none:
  // there are too few.
  std::optional<Pattern> shown(const network::Instance& instance,
                               const std::vector<network::Scalar>& state) const;

 private:
  // Nodes that name the slot: none of a shared variable, one of a node's, more
  // of an element. `feature`: of its family.
  struct Place {
    bool known = false;
    std::uint32_t family = 0;
    std::uint32_t feature = 0;
    std::vector<std::uint32_t> nodes;
  };
  class Writer;

  void note(std::uint32_t family, std::uint32_t member,
            const std::vector<std::uint32_t>& nodes);
  std::uint32_t slot_of(std::uint32_t family, std::uint32_t member,
                        std::uint32_t feature) const;
  static std::uint32_t element(const network::Instance& instance,
                               const NodeArray& array,
                               const std::vector<std::uint32_t>& ends);
  bool say(const Literal& literal, const Cube& cube,
           const std::vector<std::uint32_t>& member, Pattern& out) const;
  void place(const Cube& cube, std::vector<std::uint32_t>& member,
             std::vector<Pattern>& out) const;
  std::optional<Pattern> placed(const Cube& cube,
                                std::vector<std::uint32_t> member) const;
  bool of_shared(const Literal& literal, const Cube& cube) const;
  const Feature& feature_of(const Literal& literal, const Cube& cube) const;
  bool shares(std::uint8_t member, std::uint32_t feature,
              const Cube& cube) const;
  std::uint32_t shared_feature(const Feature& wanted,
                               std::uint32_t family) const;
  std::optional<std::uint32_t> referred(std::uint32_t slot,
                                        Values values) const;
  network::NodeFamilyId family_referred(std::uint32_t slot) const;

  const Vocabulary& vocabulary_;
  const network::Instance& instance_;
  const How how_;
  std::vector<Place> places_;  // per slot
  std::map<std::uint32_t, network::Scalar> fixed_;
};

}  // namespace vicinal::fixpoint::inline backward
