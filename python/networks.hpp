// SPDX-License-Identifier: MIT
// Networks made from arrays, and what is found of them, as arrays.
#pragma once

#include <pybind11/pybind11.h>

namespace vicinal::python {

// Adds the class Network and its functions to the module.
void add_networks(pybind11::module_& module);

}  // namespace vicinal::python
