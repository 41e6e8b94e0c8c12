// SPDX-License-Identifier: MIT
// glibc only: the heap is made to grow once by a large reserve, whose pages are
// then advised to be large. Freed memory stays with the heap.
#include "cli/session/memory.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace vicinal::cli::inline session {

void use_large_pages() {
  constexpr int reserve = 64 << 20;  // address space: used as it is touched
  constexpr int largest = 32 << 20;  // the most that glibc lets us ask for
  constexpr std::uintptr_t page = 2 << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(sbrk(0));
  mallopt(M_MMAP_THRESHOLD, largest);
  mallopt(M_TRIM_THRESHOLD, 4 * reserve);
  mallopt(M_TOP_PAD, reserve);
  // Larger than what is free now: the heap grows by all of the reserve.
  void* volatile grown = malloc(1 << 20);
  free(grown);
  mallopt(M_TOP_PAD, 0);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const std::uintptr_t first = (begin + page - 1) / page * page;
  if (end <= first) return;
  // Only advice: it may be refused.
  madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace vicinal::cli::inline session
