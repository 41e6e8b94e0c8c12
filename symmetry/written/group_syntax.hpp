// SPDX-License-Identifier: MIT
// Permutations in cycle notation, as text: which words stand in which cycles,
// whatever they mean.
#pragma once

#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"

namespace vicinal::symmetry::inline written {

struct Word {
  std::string text;  // without its quotation marks
  network::Span span;
};

struct Cycle {
  enum class Kind : std::uint8_t {
    plain,     // (a b c)
    values,    // (x: a b), x is `of`
    literals,  // (x = a, y = b): names and values take turns in `words`
  } kind = Kind::plain;
  network::Span span;
  Word of;
  std::vector<Word> words;
};

// A line of cycles; within parentheses it may go on in the next one.
struct GeneratorText {
  network::Span span;
  std::vector<Cycle> cycles;
};

// What is wrong is said (V0640). Polls; O(length).
std::vector<GeneratorText> parse_generators(const network::Source& source,
                                            network::Diagnostics& diagnostics);

}  // namespace vicinal::symmetry::inline written
