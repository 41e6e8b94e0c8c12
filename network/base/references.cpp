// SPDX-License-Identifier: MIT
// A chain is followed up to its end, to a reference whose end is known, or to
// one of its own; then all that are on it have the same end.
#include "network/base/references.hpp"

#include <cstdint>
#include <map>
#include <string_view>

#include "network/base/budget.hpp"

namespace vicinal::network::inline base {

std::vector<const std::string*> ends_of(const std::vector<Reference>& all) {
  std::map<std::string_view, std::size_t> numbers;
  for (std::size_t k = 0; k < all.size(); ++k) numbers.emplace(all[k].id, k);
  std::vector<const std::string*> ends(all.size(), nullptr);
  std::vector<bool> seen(all.size(), false);
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::vector<std::size_t> chain;
    std::size_t last = k;
    const std::string* end = nullptr;
    while (!seen[last]) {
      poll();
      seen[last] = true;
      chain.push_back(last);
      const auto next = numbers.find(all[last].to);
      if (next == numbers.end()) {
        end = &all[last].to;
        break;
      }
      last = next->second;
    }
    // One that was seen has its end, or is on this chain and has none.
    if (end == nullptr) end = ends[last];
    for (const std::size_t one : chain) ends[one] = end;
  }
  return ends;
}

}  // namespace vicinal::network::inline base
