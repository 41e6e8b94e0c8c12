// SPDX-License-Identifier: MIT
// The meaning of expressions: their values as terms, and where evaluation is a
// model error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Enabled;
class Members;
class Numbers;
class Places;
class Quantifiers;
class Sizes;
class Slots;
class Wiring;
struct Query;

// What a quantifier says, whatever its variables are called, by a number, and
// the slots of a frame that it speaks of, in the order in which it does. Two
// that say the same have the same value where these slots have the same values:
// those that a definition stands for in several places are one.
struct Saying {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> free;
};

class Sayings {
 public:
  explicit Sayings(const Model& model) : model_(model) {}

  // O(what it says), once. A count is told by itself: how much is known of it
  // depends on what it is compared with.
  const Saying& of(ExprId quantifier);

 private:
  const Model& model_;
  std::map<ExprId, Saying> known_;
  std::map<std::string, std::uint32_t> texts_;
};

class Expressions {
 public:
  explicit Expressions(Query& q);

  Result translate(ExprId e, const Env& env);
  Term holds(ExprId e, const Env& env);  // true, and no error
  bool is_place(ExprId e) const;
  // Of a place: where it is.
  Located locate(ExprId e, const Env& env);

 private:
  Result read(ExprId place, const Env& env);
  Result constructed(const Expr& e, const Env& env);
  Result choice(const Expr& e, const Env& env);
  Result logic(const Expr& e, const Env& env);
  Result equality(const Expr& e, const Env& env);
  Result topology(const Expr& e, const Env& env);
  Result dereference(const Expr& e, const Result& reference);
  Result queue(const Expr& e, const Env& env);
  Result part(const Expr& e, const Env& env);
  std::optional<Result> other_end(const Expr& e, const Env& env);
  Result family_member(const Expr& e, const Env& env);
  Located locate_edge(const Expr& e, const Env& env);
  Located locate_shared(const Expr& e, const Env& env);
  Located locate_element(const Expr& e, const Env& env);
  Located element_of_node(const Located& array, const Result& node,
                          std::uint32_t family);
  std::uint32_t field_offset(const Expr& e);

  const Model& model_;
  Terms& terms_;
  Sizes& sizes_;
  Slots& slots_;
  Places& places_;
  Members& members_;
  Numbers& numbers_;
  Quantifiers& quantifiers_;
  Enabled& enabled_;
  Wiring& wiring_;
};

}  // namespace vicinal::obligations::inline meaning
