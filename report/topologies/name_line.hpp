// SPDX-License-Identifier: MIT
// Lists of names in a line, and long numbers.
#pragma once

#include <functional>
#include <string>

namespace vicinal::report::inline topologies {

// `head`, and as many of the names as the line takes: "and 7 more" says that
// there are others. With `all`, all of them, on as many lines as that takes.
// Ends its last line. `name` is asked for what is shown only.
std::string name_line(const std::string& head, std::size_t count,
                      const std::function<std::string(std::size_t)>& name,
                      bool all);

// An order may have thousands of digits: then 8.26 * 10^5565708, rounded down.
std::string number_text(const std::string& digits);

}  // namespace vicinal::report::inline topologies
