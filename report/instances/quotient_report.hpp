// SPDX-License-Identifier: MIT
// Guarded annotated quotients, unfolded: as text, as JSON and for Graphviz (GQ,
// Figures 1 to 4). A permutation is written as cycles of processes, `()` if
// none moves; it takes the target of an edge to where the step leads to.
#pragma once

#include <string>

#include "decide/instances/checking.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

// What unfolded quotients have; empty, or null, of a report without.
std::string quotient_text(const Opened& opened,
                          const decide::CheckReport& report);
Json quotient_json(const Opened& opened, const decide::CheckReport& report);

// Four digraphs: the graph of the model, with what is added to it dashed; the
// guarded annotated quotient; and of each structure GQS_Stru and Reduced_Stru.
// What has too many nodes is a comment.
std::string quotient_dot(const Opened& opened,
                         const decide::CheckReport& report);

}  // namespace vicinal::report::inline instances
