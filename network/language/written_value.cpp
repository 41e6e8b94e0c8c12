// SPDX-License-Identifier: MIT
#include "network/language/written_value.hpp"

#include <algorithm>
#include <charconv>

namespace vicinal::network::inline language {

std::optional<std::int64_t> written_integer(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || rest != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> defined_integer(std::string_view text) {
  return written_integer(text.starts_with('+') ? text.substr(1) : text);
}

std::optional<std::int64_t> written_value(const Model& model, TypeId type,
                                          std::string_view text) {
  const Type& t = model[type];
  if (t.numeric()) return written_integer(text);
  if (t.kind == TypeKind::boolean) {
    if (text == "true") return 1;
    if (text == "false") return 0;
  }
  if (t.kind == TypeKind::enumeration) {
    const auto& names = model.enums[t.enumeration.index()].constants;
    const auto at = std::ranges::find(names, text);
    if (at != names.end()) return at - names.begin();
  }
  return std::nullopt;
}

}  // namespace vicinal::network::inline language
