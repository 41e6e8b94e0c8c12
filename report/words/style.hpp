// SPDX-License-Identifier: MIT
// How an answer is to be written: plain values, so that writers know of no
// command line.
#pragma once

#include "decide/question/opened.hpp"
#include "network/base/limits.hpp"

namespace vicinal::report::inline words {

using decide::Opened;

struct Style {
  bool color = false;     // verdicts in colors, for a terminal
  bool quiet = false;     // verdicts and nothing besides
  bool states = false;    // sets of local states, too
  bool classes = false;   // all members of long lists
  bool pairs = false;     // classes of pairs were asked for
  bool groupoid = false;  // elements of local symmetries were asked for
  bool explain = false;   // how temporal properties were checked, and what
                          // annotated states stand for
  // That there is no deadlock was asked.
  bool deadlock = false;
  bool timed = false;  // a limit of time was given
  // Whether names of properties were given: what was not asked is not named.
  bool named = false;
  int views = 0;  // nodes that were looked at together; 0: as many as it takes
  // What all formulas of a report may take together.
  network::Limits formulas;
};

}  // namespace vicinal::report::inline words
