// SPDX-License-Identifier: MIT
// Adjacency lists, as networkx writes them: a line names a node and then its
// neighbours. A comment begins with '#' or '%' and goes to the end of the line.
//
// An edge without a direction may stand in the lines of both ends or of one:
// see neighbour_lists.hpp.
#include "network/base/budget.hpp"
#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/formats/neighbour_lists.hpp"
#include "network/files/line_scanner.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

bool ends_line(const Word& word) {
  return word.empty() || word.text[0] == '#' || word.text[0] == '%';
}

}  // namespace

std::optional<GraphFile> read_adjacency_list(const Source& source,
                                             const ReadOptions& options,
                                             Diagnostics& diagnostics) {
  Assembly assembly(source, options, diagnostics, Assembly::Ends::declare);
  NeighbourLists lists;
  LineScanner lines(source.text());
  while (lines.next_line()) {
    const Word first = lines.word();
    if (ends_line(first)) continue;
    const NodeId node = assembly.mention(first.text, first.span);
    for (Word w = lines.word(); !ends_line(w); w = lines.word()) {
      poll();
      if (w.text[0] == '{') {
        diagnostics.error(codes::line_is_no_edge, w.span,
                          "this is no name of a node",
                          {{std::nullopt,
                            "lists with data at their edges are not read; "
                            "networkx.write_adjlist writes none"}});
        return std::nullopt;
      }
      lists.add(node, assembly.mention(w.text, w.span), w.span);
    }
  }
  const bool simple = options.simple.value_or(false);
  const std::uint64_t repeated =
      lists.finish(assembly,
                   options.directed ? NeighbourLists::Edges::directed
                                    : NeighbourLists::Edges::once_or_twice,
                   simple);
  std::optional<GraphFile> file = assembly.finish(Format::adjacency_list);
  if (file && simple) file->merged = repeated;
  return file;
}

}  // namespace vicinal::network::inline files
