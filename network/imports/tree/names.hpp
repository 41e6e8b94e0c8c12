// SPDX-License-Identifier: MIT
// Names of other languages as names of ours.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace vicinal::imports {

// The name, with a '_' where it means something in our language or is not
// free, and with a number where that is not free either. `numbers` has the next
// one for each name, so that many of one name take linear time.
std::string free_name(const std::string& wanted,
                      std::map<std::string, std::size_t>& numbers,
                      const std::function<bool(const std::string&)>& is_free);

// The same with '_' for what no name of ours has: "P 1.a" is P_1_a, "1" is _1.
std::string as_name(const std::string& text);

}  // namespace vicinal::imports
