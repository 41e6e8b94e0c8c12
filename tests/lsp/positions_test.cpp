// SPDX-License-Identifier: MIT
// Guards: places are counted in units of UTF-16 and in lines that end in any of
// three ways, there and back; what lies outside of a text is its nearest place.
#include "cli/lsp/positions.hpp"

#include <catch2/catch.hpp>
#include <string>

namespace positions_test {

using vicinal::cli::Character;
using vicinal::cli::Positions;

TEST_CASE("a character beyond the first plane has two units") {
  // a, e with an accent (2 bytes), a clef (4 bytes), b.
  const std::string text =
      "a\xC3\xA9\xF0\x9D\x84\x9E"
      "b\nc";
  const Positions positions(text);
  CHECK(positions.at(0) == Character{0, 0});
  CHECK(positions.at(1) == Character{0, 1});
  CHECK(positions.at(3) == Character{0, 2});
  CHECK(positions.at(7) == Character{0, 4});
  CHECK(positions.at(8) == Character{0, 5});
  CHECK(positions.at(9) == Character{1, 0});
  CHECK(positions.offset({0, 2}) == 3);
  CHECK(positions.offset({0, 3}) == 3);  // within the clef
  CHECK(positions.offset({0, 4}) == 7);
  CHECK(positions.units({1, 8}) == 4);
}

TEST_CASE("lines end with LF, with CR LF, and with CR") {
  const std::string text = "a\r\nb\rc\n\r\n";
  const Positions positions(text);
  CHECK(positions.lines() == 5);
  CHECK(positions.at(3) == Character{1, 0});
  CHECK(positions.at(5) == Character{2, 0});
  CHECK(positions.at(7) == Character{3, 0});
  CHECK(positions.at(9) == Character{4, 0});
  CHECK(positions.offset({1, 0}) == 3);
  // The end of a line is before what ends it.
  CHECK(positions.offset({0, 99}) == 1);
  CHECK(positions.offset({1, 99}) == 4);
  CHECK(positions.offset({3, 99}) == 7);
}

TEST_CASE("what lies outside is the nearest place") {
  const Positions empty("");
  CHECK(empty.at(17) == Character{0, 0});
  CHECK(empty.offset({3, 4}) == 0);
  const std::string bytes = "\xFF\xC3\nx\x80";
  const Positions malformed(bytes);
  CHECK(malformed.at(2) == Character{0, 2});
  CHECK(malformed.at(5) == Character{1, 2});
  CHECK(malformed.offset({1, 9}) == 5);
}

TEST_CASE("places go there and back") {
  const std::string text = "x \xE2\x82\xAC\r\n\xF0\x9F\x98\x80y\r z\n";
  const Positions positions(text);
  for (std::uint32_t i = 0; i <= text.size(); ++i) {
    const bool inside =
        i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    const bool in_end =
        i > 0 && i < text.size() && text[i] == '\n' && text[i - 1] == '\r';
    if (inside || in_end) continue;
    INFO(i);
    CHECK(positions.offset(positions.at(i)) == i);
  }
}

}  // namespace positions_test
