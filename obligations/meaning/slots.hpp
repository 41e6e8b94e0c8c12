// SPDX-License-Identifier: MIT
// The slots of a type: how many terms a value has, of which sorts, within
// which bounds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Sizes;
struct Query;

// One slot of a type: its sort, bounds if it is a number. Of an element of a
// queue: where the length is, and which element this is. Of an array indexed by
// nodes there is one slot for all elements, a function of the node.
struct Slot {
  Sort sort = Sort::number;
  Term low, high;  // numbers; none: it is unlimited
  TermBounds bounds;
  std::int64_t queue = -1;  // slot of the length, from the start of the type
  std::int64_t position = 0;
  std::vector<std::uint32_t> keys;  // families of nodes, outermost first
};

class Slots {
 public:
  explicit Slots(Query& q);

  const std::vector<Slot>& of(TypeId type);
  // Of an array or a queue, which has to be known.
  std::int64_t length(TypeId type);
  // Whether some slots are functions of nodes: values are no lists of terms.
  bool keyed(TypeId type);
  // How many indices the keys of a slot have.
  std::size_t key_rank(const Slot& slot) const;
  std::uint32_t variable_offset(network::ProcessId process, std::uint32_t v);
  // Whether values of the types have the same slots.
  bool alike(TypeId a, TypeId b);
  Term default_of(const Slot& slot);
  // Some value is beyond the bounds of its slot.
  Term out_of_range(const std::vector<Slot>& slots,
                    const std::vector<Term>& values);
  // That the value is within the bounds of its slot.
  void range_fact(const Slot& slot, Term value);
  // New constants, within their bounds.
  Value unknown(TypeId type, const std::string& name);

 private:
  void append(TypeId type, std::vector<Slot>& out);
  void append_elements(TypeId type, std::vector<Slot>& out);
  void append_scalar(const network::Type& type, std::vector<Slot>& out);
  Term last_reference(const network::Type& type);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  std::vector<std::vector<Slot>> slots_;  // per type
  std::vector<bool> known_;
};

}  // namespace vicinal::obligations::inline meaning
