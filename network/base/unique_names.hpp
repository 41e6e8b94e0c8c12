// SPDX-License-Identifier: MIT
// Names that are made from other names, and must not fall together.
#pragma once

#include <string>
#include <unordered_set>

namespace vicinal::network::inline base {

class UniqueNames {
 public:
  // The name, or where it is taken, with the first of ~2, ~3, ... that is not.
  std::string operator()(std::string name) {
    if (taken_.insert(name).second) return name;
    for (std::size_t k = 2;; ++k) {
      std::string other = name + "~" + std::to_string(k);
      if (taken_.insert(other).second) return other;
    }
  }

 private:
  std::unordered_set<std::string> taken_;
};

}  // namespace vicinal::network::inline base
