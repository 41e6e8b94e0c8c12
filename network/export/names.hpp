// SPDX-License-Identifier: MIT
// Identifiers for other tools, made from names that may hold anything.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "network/flat/guarded.hpp"

namespace vicinal::exported {

// The letters and digits of a name, joined by underscores: s[0].phase is
// s_0_phase. What Promela, Murphi, C or Spin's verifier means something by
// gets an underscore, and so does every further one of equal identifiers a
// number: x_2.
class Identifiers {
 public:
  std::string operator()(const std::string& name);

 private:
  std::set<std::string> taken_;
};

struct Names {
  std::vector<std::string> slots;
  std::vector<std::vector<std::string>> constants;  // of each enumeration
  std::vector<std::string> holds;                   // of each property
  std::vector<std::string> defined;                 // that it can be evaluated
  std::vector<std::string> claims, atoms;
  std::string started;  // says that the initial state is chosen
  std::string judge;    // sets the atoms
};
Names names_of(const flat::Guarded& g);

// For a comment or a string of one line: printable ASCII without quotes,
// backslashes and stars, others as '?'.
std::string plain(const std::string& text);

}  // namespace vicinal::exported
