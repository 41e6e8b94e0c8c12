// SPDX-License-Identifier: MIT
// The program: prints its version.
#include <fmt/format.h>

int main() {
  fmt::print("vicinal {}\n", VICINAL_VERSION);
  return 0;
}
