// SPDX-License-Identifier: MIT
// Random models of expressions that stand in odd places, as text: what a
// translation of the language must say of elements of what is no variable, of
// members that the state decides, and of what cannot be evaluated.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed. Two families of one
// process, with edges at a port set; shared numbers, an array, two queues, a
// reference, a truth value; rules and invariants of nested expressions:
// elements of lists and of choices among arrays and queues, ranges whose ends
// may fail, the least of perhaps nobody, ports of who is referred to,
// conditions that are true wherever they can be evaluated, comparisons with
// nodes of another family.
std::string corner_model(std::uint64_t seed);

}  // namespace vicinal::random_models
