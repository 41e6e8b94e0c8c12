// SPDX-License-Identifier: MIT
// A row of the table is chosen, and its reader called.
#include "network/files/graph_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/utf8.hpp"
#include "network/files/codes.hpp"
#include "network/files/format_table.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

// What stands behind the last dot, in small letters.
std::string ending(std::string_view name) {
  const std::size_t slash = name.find_last_of('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (small_letters(name).ends_with(".gz")) name.remove_suffix(3);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string_view::npos ? std::string{}
                                       : small_letters(name.substr(dot + 1));
}

// The first row with the ending.
const FormatRow* by_ending(std::string_view name) {
  const std::string end = ending(name);
  if (end.empty()) return nullptr;
  for (const FormatRow& row : format_table()) {
    if (has_ending(row, end)) return &row;
  }
  return nullptr;
}

}  // namespace

std::optional<Format> graph_format(std::string_view name,
                                   std::string_view text) {
  if (ending(name) == "vic") return std::nullopt;
  const Beginning file(text);
  const FormatRow* likely = by_ending(name);
  for (const FormatRow& row : format_table()) {
    if (row.begins == nullptr) continue;
    const Sign sign = row.begins(file);
    if (sign == Sign::surely) return row.format;
    if (sign == Sign::perhaps && likely == nullptr) likely = &row;
  }
  if (likely == nullptr) return std::nullopt;
  return likely->format;
}

std::string too_deep() {
  return fmt::format("this is nested more than {} deep", max_depth);
}

bool in_proportion(std::uint64_t nodes, const Source& source, Span span,
                   Diagnostics& diagnostics) {
  const std::uint64_t most =
      std::min(std::uint64_t{1} << 31, 4096 + 16 * source.text().size());
  if (nodes <= most) return true;
  diagnostics.error(
      codes::too_many_for_file, span,
      fmt::format("{} of them are too many for a file of {} bytes", nodes,
                  source.text().size()));
  return false;
}

std::optional<GraphFile> read_graph_file(const Source& source,
                                         const ReadOptions& options,
                                         Diagnostics& diagnostics) {
  const std::optional<Format> format =
      options.format ? options.format
                     : graph_format(source.name(), source.text());
  if (!format) {
    diagnostics.error(
        codes::unknown_format, {0, 0},
        "this is no format of networks that is known",
        {{std::nullopt, "known are " + format_list()},
         {std::nullopt, "name one with --format, if it is one of these"}});
    return std::nullopt;
  }
  if (options.number.value_or(1) != 1 && format != Format::pajek) {
    diagnostics.error(
        codes::no_such_network, {0, 0},
        fmt::format("there is no network {} in a file that holds one",
                    *options.number));
    return std::nullopt;
  }
  const FormatRow& row = row_of(*format);
  if (!row.any_encoding) {
    if (const auto bad = not_utf8(source.text())) {
      const auto at = static_cast<std::uint32_t>(*bad);
      diagnostics.error(codes::file_not_utf8, {at, at + 1},
                        "this byte is not UTF-8");
      return std::nullopt;
    }
  }
  return row.reader(source, options, diagnostics);
}

}  // namespace vicinal::network::inline files
