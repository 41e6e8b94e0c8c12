// SPDX-License-Identifier: MIT
// Properties as parts that have to hold each by itself, and what answers to
// these say of properties. Not for use outside of decide/instances/.
#pragma once

#include "decide/instances/checking.hpp"

namespace vicinal::decide::inline instances {

// All properties are unknown.
CheckReport not_begun(const Checking& checking, network::Limit limit);

// Writes out a property of the report and gives it its parts: all of it, or as
// explore::decomposed has them. None where that cannot be done: its reason says
// why. Throws LimitReached.
void split(const network::Instance& instance, bool decompose,
           std::size_t property, CheckReport& report);

// Verdicts of properties, from those of their parts. A property without an
// answer gets the reason of a part, else that of the report.
void settle(CheckReport& report);

}  // namespace vicinal::decide::inline instances
