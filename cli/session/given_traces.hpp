// SPDX-License-Identifier: MIT
// Runs in a file that a report or another tool gives, for --replay.
#pragma once

#include <string>
#include <vector>

#include "report/words/value_json.hpp"

namespace vicinal::cli::inline session {

using report::Json;

struct GivenTrace {
  std::string property;  // empty: the trace stands alone
  Json trace;
  Json sizes;  // of its instance; null: not said
};

// The traces in a file: one as --json prints it, those of a whole report, or
// one in ITF (report/words/itf.hpp).
// Where a trace says of which instance it is, those of other sizes, or on other
// graphs, are passed over, unless all are. The error is a sentence; without one
// there is a trace.
struct GivenTraces {
  std::vector<GivenTrace> traces;
  std::string error;
};
GivenTraces read_given_traces(const network::Instance& instance,
                              const std::string& path);

// Of traces on graphs, which `network any` has: the first graph, as a text in
// the format of network/files/native.hpp. Empty: there is none, or the file
// cannot be read. With names, of a run that violates one of these properties.
std::string graph_of_traces(const std::string& path,
                            const std::vector<std::string>& properties);

// Its run, in whichever form it is.
report::ReadTrace read_given_trace(const network::Instance& instance,
                                   const GivenTrace& given);

}  // namespace vicinal::cli::inline session
