// SPDX-License-Identifier: MIT
// What is answered of a family, in all: whether it is right, and how often each
// kind of property is proved, violated and left open.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "decide/decide.hpp"
#include "families.hpp"

namespace vicinal::family_tests {

struct KindCounts {
  int proved = 0, violated = 0, unknown = 0;
};

struct AnswerCounts {
  int families = 0, refused = 0, by_lemmas = 0;
  int by_strides = 0;  // families with a lemma about two numbers, one more
  int proved = 0, violated = 0, unknown = 0, replayed = 0, beyond = 0;
  // By what a property speaks of; most speak of several things.
  std::map<std::string, KindCounts> kinds;
  SizesSeen seen;  // by exploration, of families of which something is proved

  std::string text() const;
};

// A model that is correct, opened.
std::unique_ptr<decide::Opened> good(const std::string& text);

// For every size, in so many seconds (0: no limit).
decide::Report decided(decide::Opened& opened, double seconds);

// What can be explored of a family: where something starts at any integer, a
// few of these.
std::vector<std::string> explorable(const std::string& text);

// Checks that what is proved of the family holds in its small instances, and
// that the run of what is violated is one; a line is printed by hand.
void check_family(const std::string& text, std::uint64_t seed,
                  AnswerCounts& counts);

}  // namespace vicinal::family_tests
