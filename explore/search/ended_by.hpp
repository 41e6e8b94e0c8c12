// SPDX-License-Identifier: MIT
// What keeps a search from coming to its end.
#pragma once

#include <new>
#include <stdexcept>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline search {

// The limit that ends some work, which is left undone then; none: it is done.
// Memory that there is not, or a shard of a store that is full
// (std::length_error), is Limit::memory.
template <class Work>
network::Limit ended_by(const Work& work) {
  try {
    work();
  } catch (const network::LimitReached& reached) {
    return reached.limit;
  } catch (const std::bad_alloc&) {
    return network::Limit::memory;
  } catch (const std::length_error&) {
    return network::Limit::memory;
  }
  return network::Limit::none;
}

}  // namespace vicinal::explore::inline search
