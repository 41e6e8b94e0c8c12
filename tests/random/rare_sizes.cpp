// SPDX-License-Identifier: MIT
// What the size alone decides, and how many links a node has: claims that an
// instance without nodes breaks, guards that fail at a node of one degree.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

// The last number of a world without parameters is a constant.
std::string Rare::claim_of_size() {
  const std::string& n = world_.numbers.back();
  const std::size_t process = some_process();
  const std::string q = terms_.fresh("q");
  if (n == "two" || share(30)) {
    return fmt::format("exists {} in {}: {} || {} == {}", q, domain(process),
                       said(q, process), q, q);
  }
  switch (dice_.below(4)) {
    case 0:
      return fmt::format("{} > {}", n, dice_.below(2));
    case 1:
      return fmt::format("{} != {}", n, dice_.below(4));
    case 2:
      return fmt::format("count({} in {}: {}) < {} || {} < 3", q,
                         domain(process), said(q, process), n, n);
    default:
      return fmt::format("{} > 0 && (forall {} in {}: {})", n, q,
                         domain(process), said(q, process));
  }
}

void Rare::guard_of_degree(std::size_t process) {
  const Port* port = own_port(process, true, false);
  if (port == nullptr) return;
  const std::string x = terms_.fresh("x");
  const int most = 1 + dice_.below(3);
  const std::string links = fmt::format("count({} in {}: true)", x, port->name);
  const std::string guard = share(70)
                                ? fmt::format("6 / ({} - {}) > 0", most, links)
                                : fmt::format("{} >= {}", links, most);
  const std::string mine = own_said(process);
  action(process, {"", mine + " && " + guard, "", change(process)});
}

void Rare::sizes() {
  if (share(75)) claim(claim_of_size());
  for (std::size_t p = 0; p < world_.processes.size(); ++p) guard_of_degree(p);
}

}  // namespace vicinal::random_models
