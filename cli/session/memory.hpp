// SPDX-License-Identifier: MIT
#pragma once

namespace vicinal::cli::inline session {

// Has malloc take memory in few large pieces, on large pages where the system
// offers them, and keep it. Z3 takes and returns 20 MiB for every proof: page
// by page that was a third of the time of a small one. Changes nothing else;
// for the start of a command. (States of an exploration are small pieces that
// stay, and gain nothing.)
void use_large_pages();

}  // namespace vicinal::cli::inline session
