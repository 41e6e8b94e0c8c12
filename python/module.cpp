// SPDX-License-Identifier: MIT
// The module vicinal._core: what C++ does for the package `vicinal`, whose
// sources in Python say what it means.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "python/models.hpp"
#include "python/networks.hpp"

PYBIND11_MODULE(_core, module) {
  module.attr("version") = VICINAL_VERSION;
  vicinal::python::add_networks(module);
  module.def("prove", vicinal::python::prove);
  module.def("explore", vicinal::python::explore);
  module.def("simulate", vicinal::python::simulate);
}
