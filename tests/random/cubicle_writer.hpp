// SPDX-License-Identifier: MIT
// Internal to the generator of Cubicle files: what is declared, and formulas
// and terms over it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cubicle_model.hpp"
#include "terms.hpp"

namespace vicinal::random_models {

// Text twice: with the parentheses that Cubicle's grammar needs, and with all.
struct CubicleText {
  std::string least, all;
  // 4: an atom; 3: not, if; 2: &&; 1: ||; 0: => and <=>
  int strength = 4;
  bool open = false;  // reaches as far right as it can
};

struct CubicleSymbol {
  std::string name, type;
  int dimensions = 0;
};

class CubicleWriter {
 public:
  explicit CubicleWriter(std::uint64_t seed)
      : dice_(seed), real_(Dice(seed ^ 0x5ea1).one_in(4)) {}

  CubicleModel run();

 private:
  using Names = std::vector<std::string>;

  // What terms may speak of where they stand.
  struct Here {
    Names processes;  // variables, and numbers, that arrays are looked up at
    Names own;        // the names of an update by case, among them
  };

  // cubicle_formula.cpp
  std::string numeral(int value);
  std::string constant(const std::string& type);
  std::string place(const CubicleSymbol& s, const Here& here);
  std::vector<CubicleSymbol> of_type(const std::string& type, const Here& here,
                                     bool constants) const;
  std::string term(const std::string& type, const Here& here);
  std::string number(const Here& here);
  CubicleText atom(const Here& here);
  CubicleText process_atom(const Here& here);
  CubicleText formula(const Here& here, int depth);
  CubicleText choice(const Here& here, int depth);
  CubicleText binary(const std::string& op, int strength, CubicleText a,
                     CubicleText b);
  CubicleText negation(CubicleText a);
  CubicleText quantified(const std::string& words, CubicleText body);

  // cubicle_model.cpp
  void declarations();
  void declare(const std::string& word, const CubicleSymbol& s);
  void initial();
  CubicleText initial_of(const CubicleSymbol& s, const Names& variables);
  void cubes(const std::string& word, int count);
  CubicleText closed();
  void transition(int number);
  CubicleText guard(const Here& here);
  CubicleText update(const CubicleSymbol& s, Here here);
  CubicleText cases(const CubicleSymbol& s, const std::string& target,
                    const Here& here);
  std::string value(const CubicleSymbol& s, const Here& here);

  CubicleText simple(const std::string& text) const { return {text, text}; }
  void made(const std::string& ingredient) {
    out_.ingredients.insert(ingredient);
  }
  void put(const std::string& s) {
    out_.text += s;
    out_.enclosed += s;
  }
  void put(const CubicleText& f) {
    out_.text += f.least;
    out_.enclosed += f.all;
  }

  Dice dice_;
  bool real_;  // halves of them are written where there would be integers
  CubicleModel out_;
  std::vector<CubicleSymbol> symbols_, constants_;
  Names types_;                                // of symbols
  std::map<std::string, Names> constructors_;  // by type
  std::string home_;                           // none of the processes
  int processes_ = 0;                          // number_procs, or 0
};

}  // namespace vicinal::random_models
