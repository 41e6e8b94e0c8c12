// SPDX-License-Identifier: MIT
// What a binder ranges over: its members as new constants, or all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Expressions;
class Sizes;
class Wiring;
struct Query;

class Domains {
 public:
  explicit Domains(Query& q);

  // New constants for a binder; several choices where the family of a node is
  // not known.
  std::vector<Choice> fresh_choices(const Binder& binder, const Env& env);
  // All members, if they are few and known.
  std::optional<std::vector<Choice>> listed(const Binder& binder,
                                            const Env& env);
  std::optional<std::vector<Choice>> listed(const Binder& binder,
                                            const Env& env, std::int64_t most);
  // The families of nodes that a binder ranges over.
  std::vector<std::uint32_t> families(const Binder& binder) const;
  // The family of the nodes of a choice; none: they are no nodes.
  std::uint32_t family(const Binder& binder, std::size_t choice) const;
  // Whether there are members in every instance, as bounds alone say, and they
  // can always be found.
  bool never_empty(const Binder& binder, const Env& env);
  // The members cannot be found.
  Term domain_error(const Binder& binder, const Env& env);
  // Of a new constant for a member of a range.
  TermBounds range_bounds(const Binder& binder, const Env& env);
  // Whether a number is a member of a range or an enumeration.
  Term between(const Binder& binder, const Env& env, Term t);

 private:
  std::optional<std::vector<Choice>> listed_numbers(const Binder& binder,
                                                    const Env& env);

  const Model& model_;
  Terms& terms_;
  Sizes& sizes_;
  Expressions& expressions_;
  Wiring& wiring_;
};

}  // namespace vicinal::obligations::inline meaning
