// SPDX-License-Identifier: MIT
// Terms of first-order logic with integers: what obligations are made of
// before they are text. Equal terms are one term. Constructors simplify only
// what is true whatever the symbols mean: constants, equal operands.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "network/base/ids.hpp"

namespace vicinal::obligations::inline meaning {

using Term = network::Id<struct TermTag>;
using Symbol = network::Id<struct SymbolTag>;

enum class Sort : std::uint8_t { truth, number };

// All values of a term lie here; not `known`: maybe beyond 64 bits, as those of
// whatever nobody gave bounds. Bounds are used to leave out errors that cannot
// occur (overflow), never to simplify a term: the solver is told nothing that
// is not a fact.
struct TermBounds {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  bool known = false;
};

class Terms {
 public:
  Terms();

  Term truth(bool value) const { return value ? yes_ : no_; }
  Term yes() const { return yes_; }
  Term no() const { return no_; }
  Term number(std::int64_t value);

  // The function of this name; of numbers. Its values lie in `bounds`.
  Symbol function(const std::string& name, std::uint32_t arity, Sort sort,
                  TermBounds bounds = {});
  Term apply(Symbol symbol, std::vector<Term> arguments);
  // A constant that nothing else is called: name#1, name#2, ... Names of
  // functions have no '#'.
  Term fresh(const std::string& name, Sort sort, TermBounds bounds = {});
  std::string fresh_name(const std::string& name);

  Term negate(Term a);
  Term all(std::vector<Term> parts);
  Term any(std::vector<Term> parts);
  Term both(Term a, Term b) { return all({a, b}); }
  Term either(Term a, Term b) { return any({a, b}); }
  Term implies(Term a, Term b) { return any({negate(a), b}); }
  Term equal(Term a, Term b);
  Term less_equal(Term a, Term b);
  Term less(Term a, Term b) { return negate(less_equal(b, a)); }
  Term choose(Term condition, Term a, Term b);
  Term add(Term a, Term b);
  Term scale(std::int64_t factor, Term a);
  Term subtract(Term a, Term b) { return add(a, scale(-1, b)); }
  // Euclidean, by a constant that is not 0.
  Term quotient(Term a, std::int64_t b);
  Term rest(Term a, std::int64_t b);

  Sort sort(Term t) const { return nodes_[t.index()].sort; }
  std::optional<std::int64_t> value(Term t) const;  // of a number
  TermBounds bounds(Term t) const { return nodes_[t.index()].bounds; }
  // t as base + constant, if it is a sum that ends in one.
  std::pair<Term, std::int64_t> split(Term t) const;
  std::vector<Term> conjuncts(Term t) const;
  bool is_symbol(Term t) const;  // a function, applied
  bool is_yes(Term t) const { return t == yes_; }
  bool is_no(Term t) const { return t == no_; }
  std::size_t size() const { return nodes_.size(); }

 private:
  enum class Kind : std::uint8_t {
    truth,   // payload: 0 or 1
    number,  // payload
    apply,   // payload: Symbol; children: arguments
    negation,
    conjunction,
    disjunction,
    equal,
    less_equal,
    choose,
    sum,       // a number, if there is one, comes last
    scale,     // payload: factor
    quotient,  // payload: divisor
    rest,
  };
  struct Node {
    Kind kind = Kind::truth;
    Sort sort = Sort::truth;
    std::int64_t payload = 0;
    std::vector<Term> children;
    TermBounds bounds;
    std::uint32_t weight = 1;  // operators and symbols, up to a limit
  };
  struct Function {
    std::string name;
    std::uint32_t arity = 0;
    Sort sort = Sort::truth;
    TermBounds bounds;
  };
  struct Key {
    Kind kind;
    std::int64_t payload;
    std::vector<Term> children;
    std::size_t hash;  // of the rest
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept { return key.hash; }
  };

  Term make(Kind kind, Sort sort, std::int64_t payload,
            std::vector<Term> children, TermBounds bounds = {});
  Term junction(Kind kind, std::vector<Term> parts);
  std::string text(const Node& node,
                   const std::vector<std::string>& texts) const;
  friend class Script;

  std::vector<Node> nodes_;
  std::vector<Function> functions_;
  std::map<std::string, Symbol> by_name_;
  std::map<std::string, std::uint32_t> fresh_;
  std::unordered_map<Key, Term, Hash> index_;
  Term yes_, no_;
};

// SMT-LIB 2 text, accepted by every solver. What is added later comes after
// what was there, so that questions with the same premises begin alike.
class Script {
 public:
  explicit Script(const Terms& terms) : terms_(terms) {}

  // Declarations of what occurs and is new, then `(assert t)` for each t.
  // O(number of terms made so far).
  void add(std::span<const Term> assertions) { append(assertions, {}); }
  // A line that solvers skip.
  void comment(const std::string& line) { body_ += "; " + line + "\n"; }
  // For each pair a constant of that name that equals the term.
  void show(std::span<const std::pair<std::string, Term>> shown) {
    append({}, shown);
  }
  std::string text() const { return body_ + "(check-sat)\n"; }

 private:
  void append(std::span<const Term> assertions,
              std::span<const std::pair<std::string, Term>> shown);

  const Terms& terms_;
  std::string body_ = "(set-logic QF_UFLIA)\n";
  std::vector<bool> declared_;  // per symbol
  std::vector<bool> named_;     // per term: defined as t17
};

}  // namespace vicinal::obligations::inline meaning
