// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace vicinal::network::inline base {

// Empties the list and gives its memory back. `list = {}` keeps the memory: it
// assigns an empty initializer list.
template <class T>
void release(std::vector<T>& list) {
  std::vector<T>().swap(list);
}

}  // namespace vicinal::network::inline base
