// SPDX-License-Identifier: MIT
// Index terms as parts of wiring types (design 7.4): `index(a) < index(b)`,
// `index(a) % 2 == 0`, `a == s[0]`. What guards, initial values, properties and
// statements say of indices and parameters alone is asked of the nodes of each
// tuple, so that all tuples of a type answer alike.
#pragma once

#include <string>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline family {

// An expression that no state changes, over nodes.
struct Atom {
  enum class Kind : std::uint8_t {
    truth,  // a truth value
    value,  // one of few numbers
    node,   // a node: which of the tuple's it is
    edge,   // an edge: at which ports of the tuple's nodes it is
  };
  Kind kind = Kind::truth;
  network::ExprId expr;
  std::vector<std::uint32_t> slots;  // nodes that it speaks of; `self_slot`
  std::vector<network::ProcessId> processes;  // of each of them
};

inline constexpr std::uint32_t self_slot = UINT32_MAX;

// All atoms of the model, those that read alike once.
std::vector<Atom> atoms(const network::Model& model);

// An expression without state as text, bound variables by `name(slot)`.
class TermText {
 public:
  TermText(const network::Model& model,
           std::vector<std::pair<std::uint32_t, std::string>> names)
      : model_(model), names_(std::move(names)) {}
  std::string operator()(network::ExprId id) const;

 private:
  std::string name(std::uint32_t slot) const;
  std::string infix(const network::Expr& e, const char* op) const;
  std::string call(const network::Expr& e, const char* function) const;
  std::string member(const std::string& family, const network::Expr& e) const;

  const network::Model& model_;
  std::vector<std::pair<std::uint32_t, std::string>> names_;
};

}  // namespace vicinal::fixpoint::inline family
