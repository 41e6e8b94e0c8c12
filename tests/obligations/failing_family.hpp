// SPDX-License-Identifier: MIT
// Small families whose steps fail, each in one way that is asked for, beside
// something that a total counts: what a text says of the total must not exclude
// the step that fails.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vicinal::obligations_test {

enum class Failure : std::uint8_t {
  out_of_range,
  division,
  overflow,
  none,
  no_such_node,
  no_such_edge,
  no_such_element,
  queue_full,
  queue_empty,
  same_place,
  no_member,
  exponent
};

// Each of them, with a name for tables.
struct NamedFailure {
  Failure failure;
  const char* name;
};
const std::vector<NamedFailure>& failures();

struct FailingFamily {
  std::string text;
  std::vector<std::string> made;  // what it is made of, for counts
};

// Some of its claims are assertions.
FailingFamily failing_family(Failure failure, std::uint64_t seed);

}  // namespace vicinal::obligations_test
