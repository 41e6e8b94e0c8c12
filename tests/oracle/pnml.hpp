// SPDX-License-Identifier: MIT
// A Petri net in PNML, explored from what was written: the slow twin of the
// front end, with which it shares how XML is read, and nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "network/base/source.hpp"

namespace vicinal::oracle {

struct PnmlMarking {
  std::map<std::string, std::int64_t> tokens;  // of all colours, by id
  std::set<std::string> fireable;              // ids
  std::set<std::size_t> next;
};

struct PnmlStates {
  // A difference is below zero for colours that a condition allows, or at the
  // start: there is no net then.
  bool undefined = false;
  std::size_t states = 0;
  std::size_t transitions = 0;  // bindings that are enabled, of all states
  std::size_t deadlocks = 0;
  // By the id of each place: how many tokens of one colour it holds at most.
  std::map<std::string, std::int64_t> most;
  std::vector<PnmlMarking> markings;  // the first one is that of the start
};

// Nothing above `limit` states, nor of a file that is not XML. Whatever else is
// wrong with the file may do anything: it was read by the front end.
std::optional<PnmlStates> explore_pnml(const network::Source& source,
                                       std::size_t limit);

}  // namespace vicinal::oracle
