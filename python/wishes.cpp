// SPDX-License-Identifier: MIT
// The words are read by the reader of the command line, so that an option means
// the same in both; limits are taken out of what it makes of them.
#include "python/wishes.hpp"

#include <pybind11/pybind11.h>

#include <utility>

namespace vicinal::python {

Wishes wishes_of(const std::vector<std::string>& arguments) {
  cli::Parsed parsed = cli::parse_arguments(arguments);
  if (!parsed.error.empty()) throw pybind11::value_error(parsed.error);
  Wishes wishes;
  wishes.options = std::move(parsed.options);
  wishes.seconds = std::exchange(wishes.options.timeout, 0);
  wishes.memory_mib =
      static_cast<std::uint64_t>(std::exchange(wishes.options.memory_mib, 0));
  wishes.options.quiet = true;  // nobody sees a line of progress
  return wishes;
}

}  // namespace vicinal::python
