// SPDX-License-Identifier: MIT
// Murphi files are read by librumur, which the distribution has as a library
// for programs only: it cannot be a part of a module. So this stands in for the
// translation, which is in a library and is not taken from there where it is
// defined already.
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translate.hpp"

namespace vicinal::murphi {

Translation translate(const network::Source&, const network::Definitions&, bool,
                      network::Diagnostics& diagnostics) {
  diagnostics.error(
      codes::part_not_taken, {},
      "this package reads no Murphi files: only the program does",
      {{std::nullopt, "'vicinal prove --json FILE' answers as this would"}});
  return {};
}

}  // namespace vicinal::murphi
