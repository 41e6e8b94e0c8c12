// SPDX-License-Identifier: MIT
// Reads the texts of obligations into Z3: the part of SMT-LIB 2 that they use,
// much faster than Z3's own reader, and refuses everything else. Not for use
// outside obligations.
#pragma once

#include <z3++.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vicinal::obligations {

// Commands: set-logic QF_UFLIA; declare-fun over Int and Bool; define-fun
// without arguments; assert; check-sat, at the end. Terms: true, false,
// numbers, names, not, and, or, =, <=, ite, +, -, *, div, mod.
class Reader {
 public:
  explicit Reader(z3::context& context) : context_(context) {}

  // What the commands assert. A z3::exception for whatever is not as above,
  // or is not well sorted. Names that were read before are known.
  z3::expr_vector read(std::string_view text);

  // Forgets names that were read after `mark`.
  std::size_t mark() const { return order_.size(); }
  void forget(std::size_t mark);

 private:
  // What a name or a term means; `truth`: its values are truth values.
  struct Meaning {
    z3::ast ast;
    bool truth = false;
    bool function = false;  // with arguments
  };

  char peek();
  std::string_view symbol();
  void expect(char c);
  z3::sort sort();
  void command(z3::expr_vector& out);
  void declare();
  void define();
  Meaning term();
  Meaning application();
  Z3_ast make(std::string_view head, const std::vector<Meaning>& arguments,
              bool& truth);
  Meaning call(std::string_view head);
  void add(std::string_view name, Meaning meaning);

  z3::context& context_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::unordered_map<std::string_view, Meaning> names_;
  std::vector<std::string_view> order_;
  std::vector<Z3_ast> list_;  // arguments, for a call of Z3
};

}  // namespace vicinal::obligations
