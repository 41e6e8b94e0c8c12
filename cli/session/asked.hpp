// SPDX-License-Identifier: MIT
// What the options of `prove` ask for.
#pragma once

#include "cli/session/load.hpp"
#include "decide/question/asked.hpp"

namespace vicinal::cli::inline session {

// Whether every size is asked for: by no -D of a parameter, by --every-size or
// --generalize, or of every graph.
bool asks_every_size(const Options& options, const Opened& opened);

// Of a model without errors. What cannot be asked is a diagnostic.
decide::Asked asked_of(const Options& options, Opened& opened);

}  // namespace vicinal::cli::inline session
