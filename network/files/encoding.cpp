// SPDX-License-Identifier: MIT
// Every byte of Latin-1 is a character of the same number.
#include <array>

#include "network/base/utf8.hpp"
#include "network/files/graph_file.hpp"
#include "network/files/recognition.hpp"

namespace vicinal::network::inline files {

namespace {

// charset=latin1 among the first attributes of a DOT file, as Graphviz knows
// it.
bool says_latin1(const Beginning& file) {
  constexpr std::size_t enough = 4096;
  if (begins_dot(file) != Sign::surely) return false;
  const std::string begin = small_letters(file.begin.substr(0, enough));
  std::size_t at = begin.find("charset");
  if (at == std::string::npos) return false;
  at = begin.find_first_not_of(" \t\r\n=\"", at + 7);
  if (at == std::string::npos) return false;
  constexpr std::array<std::string_view, 6> names = {
      "latin-1", "latin1", "l1", "iso-8859-1", "iso_8859-1", "iso8859-1"};
  for (const std::string_view name : names) {
    const std::size_t end = at + name.size();
    if (begin.compare(at, name.size(), name) == 0 &&
        (end == begin.size() ||
         std::string_view(" \t\r\n\",;]}").find(begin[end]) !=
             std::string_view::npos)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string as_utf8(std::string text, const ReadOptions& options) {
  const Beginning file(text);
  if (file.begin.starts_with('<')) return text;
  if (!options.latin1 && !(not_utf8(text) && says_latin1(file))) return text;
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      append_utf8(out, byte);
    }
  }
  return out;
}

}  // namespace vicinal::network::inline files
