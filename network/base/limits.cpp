// SPDX-License-Identifier: MIT
// The words are those of JSON reports: they stay as they are.
#include "network/base/limits.hpp"

namespace vicinal::network::inline base {

std::string_view text(Limit limit) {
  switch (limit) {
    case Limit::none:
      return "none";
    case Limit::time:
      return "time";
    case Limit::memory:
      return "memory";
    case Limit::work:
      return "work";
    case Limit::interrupted:
      return "interrupted";
    case Limit::overflow:
      return "overflow";
    case Limit::disk:
      return "disk";
  }
  return "none";
}

}  // namespace vicinal::network::inline base
