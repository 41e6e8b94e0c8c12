// SPDX-License-Identifier: MIT
// A model as sets of items with numbers, on which maps act: initial values,
// conditions, claims, steps.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "symmetry/judge/comparison.hpp"

namespace vicinal::symmetry::inline judge {

using ItemId = std::uint32_t;
using ItemSet = std::vector<ItemId>;  // ascending

// A permutation of states, and where nodes go.
struct Move {
  StateMap map;
  std::vector<network::NodeId> node;
};

class Items {
 public:
  // Renames the forms of the comparison, which must outlive it.
  explicit Items(Comparison& comparison);

  // A map that takes each of these sets to itself leaves the model as it is,
  // and nodes that are fixed where they are. What is cheap to map comes first.
  const std::vector<ItemSet>& parts() const { return parts_; }

  // A move, with what became of items so far.
  class Mover {
   public:
    Mover(Items& items, Move move) : move_(std::move(move)), items_(&items) {
      number_ = items.movers_++;
    }
    const Move& move() const { return move_; }
    // The item at map(s) that is as the given one is at s. Items are mapped
    // once. Throws Formless.
    ItemId image(ItemId item);

   private:
    Move move_;
    Items* items_;
    std::uint32_t number_ = 0;
    std::vector<ItemId> images_;
  };

  // Slots that were moved, forms that were mapped, and the like.
  std::uint64_t work() const;

 private:
  enum class Kind : std::uint8_t { node, value, claim, condition, step };
  struct Item {
    Kind kind = Kind::node;
    std::uint32_t place = 0;  // a node, a slot; which claim, which condition
    std::optional<network::Scalar> value;  // at the beginning
    FormId holds, fails;                   // `holds` of conditions
    StepForm step;
  };

  ItemId number(Item item);
  std::vector<std::uint32_t> key_of(const Item& item) const;
  Item mapped(const Item& item, const Mover& by, std::uint32_t number);
  void rename(const StateMap& map, std::uint32_t number);

  Comparison& comparison_;
  std::vector<Item> items_;
  std::map<std::vector<std::uint32_t>, ItemId> known_;
  std::vector<ItemSet> parts_;
  std::uint32_t movers_ = 0;
  std::uint32_t renamed_ = UINT32_MAX;  // by which mover forms are
  std::uint64_t work_ = 0;
};

}  // namespace vicinal::symmetry::inline judge
