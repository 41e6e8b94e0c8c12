// SPDX-License-Identifier: MIT
// Models in text, their obligations and what Z3 says of them.
#pragma once

#include <string>
#include <vector>

#include "obligations/obligations.hpp"
#include "tests/random/loaded.hpp"

namespace vicinal::obligations_test {

struct Proof {
  std::vector<obligations::Obligation> list;
  std::vector<obligations::Judgement> judged;
  std::string unsupported;  // what, if there are no obligations

  // The names of what is not proved, with "; " in between.
  std::string open() const;
  // Whether the assertions are inductive and imply this.
  bool proves(const std::string& property) const;
};

// A failed requirement if the text is no model.
Proof proof_of(const std::string& text,
               const obligations::Request& request = {});

// What is open of a model of nodes p[n], of any number, with these variables
// and whatever else it has.
std::string open_of(const std::string& variables, const std::string& rest);

// A model of which it is known which obligations do not hold.
struct Claim {
  const char* what;
  const char* model;
  const char* open;  // their names, as those of Proof::open()
};

// Checks that just these are open of each; of `before` and the model together.
void check_open(const std::string& before, const std::vector<Claim>& claims);
void check_open(const std::vector<Claim>& claims);

// A model of which 'served' has a rank, edited in one place: what is open then.
struct Edit {
  const char *what, *from, *to, *open;
};
void check_edits(const std::string& model, const std::vector<Edit>& edits);

// Of the folder examples/.
std::string example(const std::string& name);

// With the first occurrence replaced, which must be there.
std::string replaced(std::string text, const std::string& what,
                     const std::string& by);

}  // namespace vicinal::obligations_test
