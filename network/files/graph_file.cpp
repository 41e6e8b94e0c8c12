// SPDX-License-Identifier: MIT
// A file's content says more than its name: what begins with '<' is XML. The
// name decides among those that begin alike.
#include "network/files/graph_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "network/base/utf8.hpp"
#include "network/files/native.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr std::array<std::string_view, 10> format_names = {
    "native", "node-link", "graphml", "dot",     "gml",
    "pajek",  "edge-list", "graph6",  "sparse6", "digraph6"};

// What stands behind the last dot, in small letters.
std::string extension(std::string_view name) {
  const std::size_t slash = name.find_last_of('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string_view::npos ? std::string{}
                                       : small_letters(name.substr(dot + 1));
}

std::optional<Format> by_extension(std::string_view name) {
  constexpr std::pair<std::string_view, Format> known[] = {
      {"graphml", Format::graphml}, {"xml", Format::graphml},
      {"dot", Format::dot},         {"gv", Format::dot},
      {"gml", Format::gml},         {"net", Format::pajek},
      {"paj", Format::pajek},       {"g6", Format::graph6},
      {"s6", Format::sparse6},      {"d6", Format::digraph6},
      {"edges", Format::edge_list}, {"edgelist", Format::edge_list},
      {"el", Format::edge_list},    {"txt", Format::edge_list},
      {"tsv", Format::edge_list},   {"adjlist", Format::edge_list},
      {"adj", Format::edge_list},   {"json", Format::native},
  };
  const std::string end = extension(name);
  for (const auto& [word, format] : known) {
    if (word == end) return format;
  }
  return std::nullopt;
}

constexpr std::string_view blanks = " \t\r\n";

// Behind blanks and comments of DOT and GML.
std::string_view begin_of(std::string_view text) {
  if (text.starts_with(byte_order_mark)) {
    text.remove_prefix(byte_order_mark.size());
  }
  for (;;) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    text.remove_prefix(first);
    std::size_t end = 0;
    if (text.starts_with("//") || text[0] == '#' || text[0] == '%') {
      end = text.find('\n');
    } else if (text.starts_with("/*")) {
      end = text.find("*/", 2);
      if (end != std::string_view::npos) end += 2;
    } else {
      return text;
    }
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end);
  }
}

// The word at the beginning, which is taken away.
std::string take_word(std::string_view& text) {
  const std::size_t begin =
      std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(begin);
  const std::size_t end =
      std::min(text.find_first_of(" \t\r\n{[\"<"), text.size());
  std::string word = small_letters(text.substr(0, end));
  text.remove_prefix(end);
  return word;
}

// 'strict'? ('graph' | 'digraph') name? '{'
bool begins_dot(std::string_view text) {
  std::string word = take_word(text);
  if (word == "strict") word = take_word(text);
  if (word != "graph" && word != "digraph") return false;
  const std::size_t first = text.find_first_not_of(blanks);
  return first != std::string_view::npos && text[first] != '[';
}

// A key and a string, a number or a list, as in 'graph [' or 'Creator "x"'.
bool begins_gml(std::string_view text) {
  const std::string word = take_word(text);
  if (word != "graph" && word != "creator" && word != "version" &&
      word != "comment") {
    return false;
  }
  const std::size_t first = text.find_first_not_of(blanks);
  return first != std::string_view::npos && text[first] != '{' &&
         text[first] != ':';
}

bool is_number(std::string_view word) {
  return !word.empty() &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Format> by_content(std::string_view text) {
  if (text.starts_with(">>graph6<<")) return Format::graph6;
  if (text.starts_with(">>sparse6<<")) return Format::sparse6;
  if (text.starts_with(">>digraph6<<")) return Format::digraph6;
  std::string_view begin = begin_of(text);
  if (begin.empty()) return std::nullopt;
  if (begin[0] == '{' || begin[0] == '[') return Format::native;
  if (begin[0] == '<') return Format::graphml;
  if (small_letters(begin.substr(0, 9)) == "*vertices" ||
      small_letters(begin.substr(0, 8)) == "*network") {
    return Format::pajek;
  }
  if (begins_dot(begin)) return Format::dot;
  if (begins_gml(begin)) return Format::gml;
  const std::string first = take_word(begin);
  const std::string second = take_word(begin);
  if (is_number(first) && is_number(second)) return Format::edge_list;
  return std::nullopt;
}

// Node-link JSON has "links", or says whether it is directed; the native
// format neither. Keys of the outermost object are looked at. The reader of
// node-link JSON is also the one that knows what other forms are called.
Format json_format(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    if (c != '"') continue;
    const std::size_t begin = ++i;
    while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
    if (depth != 1 || i >= text.size()) continue;
    const std::string_view word = text.substr(begin, i - begin);
    const std::size_t next = text.find_first_not_of(blanks, i + 1);
    if (next == std::string_view::npos || text[next] != ':') continue;
    if (word == "links" || word == "directed" || word == "multigraph" ||
        word == "adjacency" || word == "elements" || word == "children") {
      return Format::node_link;
    }
  }
  return Format::native;
}

std::optional<GraphFile> read_native_file(const Source& source,
                                          const ReadOptions& options,
                                          Diagnostics& diagnostics) {
  GraphFile file;
  auto network = read_native(source, diagnostics, &file.vias, options.kept);
  if (!network) return std::nullopt;
  file.network = std::move(*network);
  return file;
}

constexpr std::array<Reader*, 10> readers = {
    read_native_file, read_node_link, read_graphml,   read_dot,
    read_gml,         read_pajek,     read_edge_list, read_graph6,
    read_sparse6,     read_digraph6};

}  // namespace

std::string_view format_name(Format format) {
  return format_names[static_cast<std::size_t>(format)];
}

std::optional<Format> format_named(std::string_view name) {
  const auto it = std::find(format_names.begin(), format_names.end(), name);
  if (it == format_names.end()) return std::nullopt;
  return static_cast<Format>(it - format_names.begin());
}

std::optional<Format> graph_format(std::string_view name,
                                   std::string_view text) {
  if (extension(name) == "vic") return std::nullopt;
  std::optional<Format> format = by_content(text);
  const std::optional<Format> named = by_extension(name);
  // Lines of words, and of characters, have no mark of their own.
  if (!format || format == Format::edge_list) {
    if (named) format = named;
  }
  if (format == Format::native) format = json_format(text);
  return format;
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
      619, span,
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
    diagnostics.error(620, {0, 0},
                      "this is no format of networks that is known",
                      {{std::nullopt, "name one with --format"}});
    return std::nullopt;
  }
  // expat knows other encodings, too.
  if (format != Format::graphml) {
    if (const auto bad = not_utf8(source.text())) {
      const auto at = static_cast<std::uint32_t>(*bad);
      diagnostics.error(614, {at, at + 1}, "this byte is not UTF-8");
      return std::nullopt;
    }
  }
  return readers[static_cast<std::size_t>(*format)](source, options,
                                                    diagnostics);
}

}  // namespace vicinal::network::inline files
