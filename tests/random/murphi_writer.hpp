// SPDX-License-Identifier: MIT
// Internal to the generator of Murphi models: types, what can be seen where a
// text stands, and terms, statements and declarations over it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "murphi_model.hpp"
#include "terms.hpp"

namespace vicinal::random_models {

struct MurphiType {
  enum class Sort : std::uint8_t {
    boolean,
    number,    // low..high
    constant,  // of an enumeration: `names`
    member,    // of a scalarset of `high` + 1
    record,    // `names` of the fields, `parts` their types
    array      // parts[1], by parts[0]
  } sort = Sort::boolean;
  std::string text = "boolean";
  int low = 0, high = 1;
  std::vector<std::string> names;
  std::vector<MurphiType> parts;

  bool simple() const { return sort != Sort::record && sort != Sort::array; }
  int values() const;  // of a simple type
  // How many valuations there are, undefined cells among them.
  double valuations() const;
};

using MurphiSort = MurphiType::Sort;

struct MurphiPlace {
  std::string text;
  MurphiType type;
  bool writes = false;
  bool defined = true;  // is never read before it is written
};

// Text, how strongly its outermost operator binds (below), and for numbers the
// interval in which the value lies.
struct MurphiText {
  std::string text;
  int strength = 13;
  int low = 0, high = 1;
};

// In the order of Rumur's grammar, the weakest first.
enum MurphiStrength : int {
  choice_strength,
  implies_strength,
  or_strength,
  and_strength,
  bit_or_strength,
  bit_xor_strength,
  bit_and_strength,
  not_strength,
  comparison_strength,
  shift_strength,
  sum_strength,
  product_strength,
  complement_strength,
  atom_strength
};

struct MurphiFunction {
  std::string name;
  std::vector<MurphiPlace> parameters;  // `writes`: a var parameter
  std::optional<MurphiType> result;
  bool pure = true;  // writes nothing but its own variables
};

class MurphiWriter {
 public:
  explicit MurphiWriter(std::uint64_t seed) : dice_(seed) {}

  MurphiModel run();

 private:
  using Types = std::vector<MurphiType>;

  // murphi_terms.cpp: places and terms
  std::vector<MurphiPlace> visible() const;
  std::optional<MurphiPlace> place(const MurphiType* type, bool simple,
                                   bool writes, bool defined);
  MurphiPlace descend(MurphiPlace p, bool simple, const MurphiType* type);
  std::optional<MurphiPlace> member_place(const MurphiType& type);
  MurphiText value(const MurphiType& type, int depth);
  MurphiText number(int depth);
  MurphiText number_operation(int depth);
  MurphiText division(int depth);
  MurphiText shift(int depth);
  MurphiText bits(int depth);
  MurphiText fitted(MurphiText e, const MurphiType& type);
  std::optional<MurphiText> call(const MurphiType& type, int depth);
  std::string arguments(const MurphiFunction& f, int depth);

  // murphi_truths.cpp
  MurphiText truth(int depth);
  MurphiText truth_atom(int depth);
  MurphiText comparison(int depth);
  MurphiText guarded();
  MurphiText whole_comparison();
  MurphiText quantified(int depth);
  std::string quantifier(const std::string& name, MurphiType& type,
                         bool constant);
  std::optional<std::string> computed_bounds(MurphiType& type, int from);

  // murphi_statements.cpp
  void statements(int count, int depth);
  void statement(int depth);
  void assignment();
  void whole_assignment();
  void call_statement();
  void conditional(int depth);
  void selection(int depth);
  void loop(int depth);
  void bounded_while(int depth);
  void aliased(int depth);
  void forgotten();
  void claimed();
  void printed();
  void locals(int count);
  void function_body(const MurphiFunction& f);
  void function(int number);

  // murphi_model.cpp
  void types();
  void scalarsets(int count);
  void compound_types();
  void variables();
  void start(int number);
  void initialise(const MurphiPlace& p, int depth);
  void rule(int number);
  void rule_block(int number);
  void properties();
  void property(const std::string& word, int number, const MurphiText& claim);
  const MurphiType& any_simple();

  MurphiText binary(const std::string& op, int strength, const MurphiText& a,
                    const MurphiText& b);
  MurphiText prefix(const std::string& op, int strength, const MurphiText& a);
  std::string enclosed(const MurphiText& t, int least);
  MurphiText choice(const MurphiText& c, const MurphiText& a,
                    const MurphiText& b);
  // A name that is not in use or, if it 'hides', one of a variable; and one
  // time in four one that is a word of ours.
  std::string fresh(const std::string& stem, bool hides = false);
  bool risk(int n) { return risk_ > 0 && dice_.one_in(risk_ > 1 ? n : 4 * n); }
  void made(const std::string& ingredient) {
    out_.ingredients.insert(ingredient);
  }
  void line(const std::string& text) {
    out_.text +=
        std::string(static_cast<std::size_t>(2 * indent_), ' ') + text + "\n";
  }

  Dice dice_;
  MurphiModel out_;
  bool bits_ = false;  // there are shifts and operators on bits
  int risk_ = 0;       // 0: no error is meant; 1: some are; 2: many
  int globals_ = 0;    // variables of the model, the first that are seen
  int indent_ = 0;
  int names_ = 0;
  Types types_;          // that have names
  Types sizes_;          // scalarsets among them
  MurphiType constant_;  // the numbers that constants have
  std::vector<MurphiPlace> seen_;
  std::vector<MurphiFunction> functions_;
  std::optional<MurphiType> result_;  // of the function that is written
  bool in_function_ = false;          // or in a procedure
  bool pure_ = false;                 // nothing but own variables is written
  bool in_loop_ = false;
  double valuations_ = 1;
};

}  // namespace vicinal::random_models
