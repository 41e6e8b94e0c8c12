// SPDX-License-Identifier: MIT
// A PNML file, or one of properties, as a tree of its elements, with their
// places: XML is read here, and nothing is understood yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/base/ids.hpp"

namespace vicinal::pnml {

using network::Span;
using ElementId = network::Id<struct ElementTag>;

struct Attribute {
  std::string name, value;
};

struct Element {
  std::string name;  // without its own name space; of another one, with it
  Span span;         // of the start tag
  std::string text;  // its own, without that of its children
  std::vector<Attribute> attributes;
  std::vector<ElementId> children;

  // The value, or null.
  const std::string* attribute(std::string_view wanted) const;
};

struct Document {
  std::vector<Element> elements;  // the first one is the root

  const Element& operator[](ElementId id) const { return elements[id.index()]; }
  const Element& root() const { return elements.front(); }
};

// Whose elements are read: PNML's, or those of the properties of the Model
// Checking Contest.
enum class Vocabulary : std::uint8_t { net, properties };

// What PNML lets a reader skip is not in it: <graphics> and <toolspecific>,
// with all that is in them, where they are no part of a <text>; nor are
// attributes of XML itself. None after an error, which was reported: V06xx
// where it is not XML, V1201 or V1211 where the root is another one. O(length);
// as deep as V0602 allows.
std::optional<Document> read_document(const network::Source& source,
                                      network::Diagnostics& diagnostics,
                                      Vocabulary vocabulary = Vocabulary::net);

}  // namespace vicinal::pnml
