// SPDX-License-Identifier: MIT
#include "report/html/escape.hpp"

#include <cstddef>

#include "network/base/markup.hpp"
#include "network/base/utf8.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline html {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

void replace_all(std::string& text, std::string_view from,
                 std::string_view to) {
  std::size_t at = 0;
  while ((at = text.find(from, at)) != std::string::npos) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

}  // namespace

std::string cleaned(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const network::Character c = network::first_character(text);
    const std::string_view whole = text.substr(0, c.length == 0 ? 1 : c.length);
    const bool layout = c.number == '\n' || c.number == '\t';
    // The last two numbers of each plane are no characters of XML.
    const bool none = (c.number & 0xFFFE) == 0xFFFE;
    const bool bad = c.length == 0 || none || (is_active(c.number) && !layout);
    out += bad ? replacement : whole;
    text.remove_prefix(whole.size());
  }
  return out;
}

std::string escaped(std::string_view text) {
  return network::markup_escaped(cleaned(text));
}

std::string script_json(const nlohmann::ordered_json& json) {
  std::string text = json.dump(
      -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  replace_all(text, "<", "\\u003c");
  replace_all(text, ">", "\\u003e");
  replace_all(text, "&", "\\u0026");
  replace_all(text, "\xE2\x80\xA8", "\\u2028");
  replace_all(text, "\xE2\x80\xA9", "\\u2029");
  return text;
}

}  // namespace vicinal::report::inline html
