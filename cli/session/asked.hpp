// SPDX-License-Identifier: MIT
// What the options of `prove` ask for.
#pragma once

#include "cli/session/load.hpp"
#include "decide/question/asked.hpp"

namespace vicinal::cli::inline session {

// Whether every size is asked for: by no -D of a parameter, by --every-size or
// --generalize, or of every graph.
bool asks_every_size(const Options& options, const Opened& opened);

// Elaborates the model as far as the scope that is asked needs it. False: there
// is nothing to ask, and a diagnostic.
bool prepare_proof(const Options& options, Opened& opened);

// Of a model without errors. What cannot be asked is a diagnostic.
decide::Asked asked_of(const Options& options, Opened& opened);

}  // namespace vicinal::cli::inline session
