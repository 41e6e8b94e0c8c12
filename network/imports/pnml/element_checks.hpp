// SPDX-License-Identifier: MIT
// How elements are looked at, so that none of their parts is overlooked: what
// the readers of nets and of their properties have in common.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "network/imports/pnml/element.hpp"
#include "network/imports/pnml/syntax.hpp"

namespace vicinal::pnml {

using Names = std::initializer_list<std::string_view>;

// Without blanks at both ends.
std::string trimmed(const std::string& text);

class ElementChecks {
 protected:
  ElementChecks(const Document& document, network::Diagnostics& diagnostics)
      : document_(document), diagnostics_(diagnostics) {}

  const Element& at(ElementId id) const { return document_[id]; }
  void error(network::Code code, const Element& at, std::string message,
             std::vector<network::Note> notes = {});
  const std::string& required(const Element& e, std::string_view name);
  void only_attributes(const Element& e, Names known);
  ElementId label(const Element& e, std::string_view name) const;
  // All children are of these names, `many` as often as they like; errors for
  // all others, and for those of `once` that are there twice.
  void only_children(const Element& e, Names once, Names many = {});
  // Null, with an error, if there are more or none.
  const Element* only_child(const Element& e);
  // V1205 if it is none, or larger than largest_number.
  std::int64_t number(const Element& at, const std::string& text);

  const Document& document_;
  network::Diagnostics& diagnostics_;
};

}  // namespace vicinal::pnml
