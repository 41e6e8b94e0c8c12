// SPDX-License-Identifier: MIT
// Guarded commands as text for other tools.
#pragma once

#include <string>

#include "network/export/names.hpp"
#include "network/flat/guarded.hpp"

namespace vicinal::exported {

// For Spin. Its verifier stores one state more than are reachable: the one
// before an initial state is chosen. A step that is a model error is a
// transition that leads back to where it was. The properties are assertions
// after every step; with -DSTATES_ONLY there are none. `title` is a line that
// says what this is.
std::string promela_text(const flat::Guarded& g, const std::string& title);

// For Rumur, which stores the reachable states; and for CMurphi, if there is
// no initial condition on variables without initial values. A step that is a
// model error is an `error`.
std::string murphi_text(const flat::Guarded& g, const std::string& title);

// Operators of a language of terms.
struct Syntax {
  const char* both;
  const char* either;
  const char* equal;
  const char* then;  // condition `then` a : b
};

// Terms as text: with `names.slots` for slots, tmp_0 and flag_0 for
// temporaries.
class TermWriter {
 public:
  TermWriter(const flat::Guarded& g, const Names& names, const Syntax& syntax)
      : g_(g), names_(names), syntax_(syntax) {}

  std::string operator()(flat::TermId t) const { return write(t, false); }
  std::string constant(const flat::Term& t) const;
  // The value of a slot.
  std::string value(std::uint32_t slot, network::Scalar value) const;

 private:
  std::string write(flat::TermId t, bool inside) const;
  std::string negated(const flat::Term& t) const;
  std::string list(const flat::Term& t, const char* separator) const;

  const flat::Guarded& g_;
  const Names& names_;
  const Syntax& syntax_;
};

// Of each slot, whether a step or the initial condition reads it.
std::vector<bool> slots_read(const flat::Guarded& g);

// All temporaries that commands set, each once.
std::vector<flat::TermId> temporaries(
    const flat::Guarded& g, const std::vector<flat::Command>& commands);

}  // namespace vicinal::exported
