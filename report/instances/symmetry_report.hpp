// SPDX-License-Identifier: MIT
// What is said of the symmetry of an instance, and of why there is none.
#pragma once

#include <string>

#include "decide/instances/given_group.hpp"
#include "decide/question/opened.hpp"
#include "report/words/value_json.hpp"
#include "symmetry/every_size/size_symmetry.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::report::inline instances {

Json symmetry_json(const decide::Opened& opened,
                   const symmetry::ModelSymmetry& symmetry);

// Of an exploration by orbits, or not.
std::string orbits_text(const decide::Opened& opened,
                        const symmetry::ModelSymmetry& symmetry);

// What keeps nodes apart, one line for each family of which none moves.
Json apart_json(const decide::Opened& opened,
                const symmetry::ModelSymmetry& symmetry);
std::string apart_text(const decide::Opened& opened,
                       const symmetry::ModelSymmetry& symmetry);

// What leaves the model as it is at every size.
Json every_size_json(const decide::Opened& opened,
                     const symmetry::EverySize& found);
std::string every_size_text(const decide::Opened& opened,
                            const symmetry::EverySize& found);

// What `symmetry --group` says of each generator, by its line, and of the group
// that those make which are symmetries.
std::string given_text(const decide::Opened& opened,
                       const decide::JudgedGroup& judged);
Json given_json(const decide::Opened& opened,
                const decide::JudgedGroup& judged);

}  // namespace vicinal::report::inline instances
