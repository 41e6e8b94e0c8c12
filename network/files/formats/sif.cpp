// SPDX-License-Identifier: MIT
// Cytoscape's simple interaction format: a line names a node, a relation, and
// the nodes that it leads to; a line with one word names a node. Words are
// separated by tabs if there is a tab in the file, else by blanks. The relation
// is the attribute "type" of the edges.
//
// Lines that say the same are one edge, as the format has it; with another
// relation it is another edge. Undirected, unless options say otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

// The words of a line, between tabs or between blanks.
std::vector<Word> words_of(LineScanner& lines, std::string_view text,
                           bool tabs) {
  std::vector<Word> out;
  if (!tabs) {
    for (Word w = lines.word(); !w.empty(); w = lines.word()) {
      poll();
      out.push_back(w);
    }
    return out;
  }
  const Span rest = lines.rest();
  std::uint32_t begin = rest.begin;
  while (begin < rest.end) {
    poll();
    const auto found = static_cast<std::uint32_t>(
        std::min<std::size_t>(text.find('\t', begin), rest.end));
    std::uint32_t first = begin, last = found;
    while (first < last && text[first] == ' ') ++first;
    while (last > first && text[last - 1] == ' ') --last;
    out.push_back({text.substr(first, last - first), {first, last}});
    begin = found + 1;
  }
  // Tabs at the end of a line say nothing.
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

}  // namespace

std::optional<GraphFile> read_sif(const Source& source,
                                  const ReadOptions& options,
                                  Diagnostics& diagnostics) {
  Assembly assembly(source, options, diagnostics, Assembly::Ends::declare);
  const std::string_view text = source.text();
  const bool tabs = text.find('\t') != std::string_view::npos;
  std::set<std::tuple<NodeId, std::string_view, NodeId>> known;
  std::uint64_t merged = 0;
  LineScanner lines(text);
  while (lines.next_line()) {
    const std::vector<Word> words = words_of(lines, text, tabs);
    if (words.empty()) continue;
    const NodeId from = assembly.mention(words[0].text, words[0].span);
    if (words.size() == 2 || (words.size() > 2 && words[1].empty())) {
      diagnostics.error(codes::line_is_no_edge, words[0].span,
                        "this line has a node and a relation, and no second "
                        "node",
                        {{std::nullopt, "write: node relation node"}});
      return std::nullopt;
    }
    for (std::size_t i = 2; i < words.size(); ++i) {
      const NodeId to = assembly.mention(words[i].text, words[i].span);
      if (!known.emplace(from, words[1].text, to).second) {
        ++merged;
        continue;
      }
      const EdgeId edge =
          assembly.line(from, to, options.directed, {}, words[i].span);
      assembly.put(edge, "type", words[1].text);
    }
  }
  std::optional<GraphFile> file = assembly.finish(Format::sif);
  if (file) file->merged = merged;
  return file;
}

}  // namespace vicinal::network::inline files
