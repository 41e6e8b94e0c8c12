// SPDX-License-Identifier: MIT
// Evaluates the texts of obligations, as SMT-LIB 2 defines them. Knows nothing
// of terms, of the reader, or of how the texts are made.
//
//   const Text text("(declare-fun |a#1| () Int) (assert (<= 3 |a#1|))");
//   satisfiable(text, {0}, interpretation, likely, 1000);
//
// What an interpretation leaves open is searched: one value for each symbol
// and its arguments, as they come up.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vicinal::texts {

// Numbers have no bounds; those that come up are far below these.
__extension__ using Number = __int128;

// Values of a symbol at its arguments; truth values are 0 and 1.
using Table = std::map<std::vector<Number>, Number>;
using Tables = std::map<std::string, Table>;

class Text {
 public:
  struct Symbol {
    std::string name;
    std::size_t arity = 0;
    bool truth = false;
  };

  // A std::runtime_error for what is not as above, at most.
  explicit Text(std::string_view text);

  const std::vector<Symbol>& symbols() const { return symbols_; }
  std::size_t assertions() const { return assertions_.size(); }
  // The constant that some assertion says to be equal to this one.
  std::optional<std::string> same_as(const std::string& constant) const;

 private:
  friend class AssignmentSearch;
  friend class Reading;

  enum class Op : std::uint8_t {
    number,
    apply,
    negation,
    conjunction,
    disjunction,
    equal,
    less_equal,
    choose,
    sum,
    product,
    quotient,
    rest
  };
  struct Node {
    Op op = Op::number;
    Number value = 0;          // number
    std::uint32_t symbol = 0;  // apply
    std::vector<std::uint32_t> children;
  };

  std::vector<Symbol> symbols_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> assertions_;
};

// Tables, and arithmetic: what `times`, `a div b` and `a mod b` are.
class Interpretation {
 public:
  // The first table that has a symbol counts. They must outlive this.
  Interpretation(const Text& text, std::span<const Tables* const> tables);

  std::optional<Number> at(std::uint32_t symbol,
                           const std::vector<Number>& arguments) const;

 private:
  enum class Meaning : std::uint8_t { table, product, quotient, rest };
  struct Known {
    Meaning meaning = Meaning::table;
    std::vector<const Table*> tables;
  };
  std::vector<Known> symbols_;
};

enum class Found : std::uint8_t { yes, no, gave_up };

// Whether values of what is not known make these assertions true. Numbers are
// looked for among the `likely` ones, and those that an assertion speaks of:
// `no` means that these do not. At most `effort` assertions are evaluated.
Found satisfiable(const Text& text, std::span<const std::size_t> assertions,
                  const Interpretation& known, std::span<const Number> likely,
                  std::size_t effort);

}  // namespace vicinal::texts
