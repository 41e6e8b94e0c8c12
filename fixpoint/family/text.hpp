// SPDX-License-Identifier: MIT
// A local invariant of a family in the language of models: for each wiring
// type
//
//   assert wiring_2: forall a, b in s: a != b &&
//     same(a.right, b.left) && !same(a.left, b.right) => ...;
//
// so that people can read it, and obligations can be made of it by a program
// that knows nothing of wiring types.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fixpoint/family/family_engine.hpp"
#include "network/language/fresh_names.hpp"

namespace vicinal::fixpoint::inline family {

// The parts of one assertion.
struct TypeText {
  std::string name;                    // wiring_2
  std::vector<std::string> nodes;      // a, b
  std::vector<std::string> edges;      // shared edges: e, e2
  std::string binders;                 // a, b in s, e in a.link
  std::vector<std::string> wiring;     // literals of the pattern
  std::vector<std::string> label;      // of these, what a reader needs
  std::vector<std::string> predicate;  // conjuncts of theta
};

// A formula with a name: that nodes of these families, all different, have one
// of the patterns; a lemma.
struct CoverText {
  std::string name;  // patterns_1, lemma_1
  std::string formula;
};

struct InvariantText {
  std::vector<TypeText> types;
  std::vector<CoverText> lemmas;  // found otherwise
  std::vector<CoverText> covers;  // per choice of families
  // Of temporal properties, found: declarations, which say nothing of states.
  std::vector<std::string> ranks;
  // Why there is no text: a set that no short formula describes, a type of
  // data that formulas cannot speak of. Empty: there is.
  std::string refused;
};

// What the nodes of a tuple, the edges that they share and a bound variable
// are called.
struct Called {
  std::vector<std::string> nodes, edges;
  std::string member;
};

// The literals of a type's pattern; `label`: those that say more than that
// nothing is shared.
std::vector<std::string> wiring_literals(const TypeSystem& system,
                                         std::size_t type, const Called& called,
                                         std::vector<std::string>& label);
// "e in a.link, e2 in ...": the edges that it shares.
std::string edge_binders(const ViewType& type, const Called& called);

// Nothing if there are very many choices of families.
std::vector<CoverText> cover_texts(const TypeSystem& system,
                                   const Called& called,
                                   network::FreshNames& names);

InvariantText invariant_text(const TypeSystem& system,
                             const TypeInvariant& invariant);

// A variable or an edge of a type as its text has it: a.phase, b.left, e; and
// what it holds in a local state.
std::string variable_name(const ViewType& type, const ViewVariable& variable,
                          const TypeText& text);
std::string variable_value(const ViewType& type, const ViewVariable& variable,
                           const TypeText& text,
                           std::span<const network::Scalar> value);

// What is asserted of a type.
std::string formula(const TypeText& type);
// The assertions, one after the other, then the ranks.
std::string assertions(const InvariantText& text);
// What says that there are no other patterns, as invariants.
std::string covers(const InvariantText& text);

}  // namespace vicinal::fixpoint::inline family
