// SPDX-License-Identifier: MIT
// Work of the engines, called from Python: without the interpreter's lock, and
// within limits that Ctrl-C ends.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>

#include "network/base/diagnostic.hpp"
#include "network/base/limits.hpp"

namespace vicinal::python {

// Does the work on a thread of its own, which is told its limits and polls, and
// waits for it; meanwhile other threads of Python run, and its signals are
// looked at twenty times a second. What is pending then (Ctrl-C) ends the work
// and is thrown here; a limit that ends it is thrown as vicinal.LimitReached;
// what else it throws comes through. The work may not touch Python.
//
// 0: no limit. The caller holds the lock of the interpreter.
void call(double seconds, std::uint64_t memory_mib,
          const std::function<void(const network::Limits&)>& work);

// Throws vicinal.ModelError with these diagnostics.
[[noreturn]] void refuse(network::Diagnostics& diagnostics);

}  // namespace vicinal::python
