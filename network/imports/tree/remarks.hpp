// SPDX-License-Identifier: MIT
// Comments of a file in another language, kept in what is made of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "network/base/source.hpp"

namespace vicinal::imports {

// What is written before the first declaration that was made of a part of
// `of`: of a whole declaration of the original. With an empty `of` at 0 it
// stands before all, and with one behind all declarations, after all.
struct Remark {
  std::vector<std::string> lines;
  network::Span of;
};

// The lines of a comment, whose signs at both ends are left out, as they may
// stand behind '//'; none if there are no words in it. O(length).
std::vector<std::string> comment_lines(std::string_view comment);

}  // namespace vicinal::imports
