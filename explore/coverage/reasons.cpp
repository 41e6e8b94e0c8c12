// SPDX-License-Identifier: MIT
#include "explore/coverage/reasons.hpp"

namespace vicinal::explore::inline coverage {

Reason reason_of(const ActionCount& count) {
  if (count.enabled > 0) return {};
  if (count.open > 0) return {WhyNever::open, 0};
  if (count.choices == 0) return {WhyNever::no_choice, 0};
  for (std::size_t p = 0; p < count.parts.size(); ++p) {
    const GuardPart& part = count.parts[p];
    if (part.depth == 0 && part.yes + part.unseen == 0)
      return {WhyNever::never_true, p};
  }
  for (std::size_t p = 0; p < count.parts.size(); ++p) {
    const GuardPart& part = count.parts[p];
    if (part.depth == 0 && part.together == 0) {
      return {WhyNever::not_together, p};
    }
  }
  return {WhyNever::fails, 0};
}

}  // namespace vicinal::explore::inline coverage
