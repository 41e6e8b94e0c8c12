// SPDX-License-Identifier: MIT
// Guards: a file of a network that one character has made another one is
// refused, gives a warning, or is the network that a second reading finds in
// it. Every place, every character of interest: put instead, put before, left
// out. Short files of nauty's formats: all there are.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "network/files/graph_file.hpp"
#include "tests/oracle/plain_graph.hpp"

namespace spoiled_file_test {

namespace {

using namespace vicinal::network;
using vicinal::oracle::plain;
using vicinal::oracle::PlainGraph;
using vicinal::oracle::read_again;

struct Counts {
  std::size_t refused = 0, warned = 0, equal = 0, unjudged = 0;
};

void compare(Format format, const std::string& text, Counts& counts) {
  const Source source("x", text);
  Diagnostics d(&source);
  ReadOptions options;
  options.format = format;
  const auto file = read_graph_file(source, options, d);
  if (!file) {
    CHECK(d.has_errors());
    ++counts.refused;
    return;
  }
  if (!d.all().empty()) {
    ++counts.warned;
    return;
  }
  const auto again = read_again(format, text);
  if (!again.judged) {
    ++counts.unjudged;
    return;
  }
  ++counts.equal;
  const std::string found = plain(file->network).drawn();
  const std::string wanted = again.graph ? again.graph->drawn() : "refused";
  if (found == wanted) return;
  INFO(format_name(format) << ": " << text);
  CHECK(found == wanted);
}

Counts spoil(Format format, const std::string& text) {
  const std::string characters = "01239aegxX \t\n\r\"'#%&+-.,:;<>/=[]{}()?@~}|";
  Counts counts;
  compare(format, text, counts);
  CHECK(counts.equal + counts.unjudged == 1);
  for (std::size_t i = 0; i <= text.size(); ++i) {
    for (const char c : characters) {
      compare(format, text.substr(0, i) + c + text.substr(i), counts);
      if (i == text.size()) continue;
      compare(format, text.substr(0, i) + c + text.substr(i + 1), counts);
    }
    if (i == text.size()) continue;
    // The neighbours of a letter, which make one word another.
    for (const int step : {-1, 1}) {
      std::string other = text;
      other[i] = static_cast<char>(other[i] + step);
      compare(format, other, counts);
    }
    compare(format, text.substr(0, i) + text.substr(i + 1), counts);
  }
  return counts;
}

struct Case {
  Format format;
  std::string text;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {Format::edge_list, "# c\n1 2\n2\t12\n% d\n\n12 1\r\n1 1\n"},
      {Format::pajek,
       "*Network x\n*Vertices 12\n1 \"a b\"\n11 c\n*Edges\n1 2\n11 12\n"
       "*Arcs\n12 1\n3 3\n*Edgeslist\n1 2 3\n*Arcslist\n2 1 11\n"},
      {Format::pajek, "*Vertices 3\n*Matrix\n0 1 0\n0.5 0 2\n1 0 1\n"},
      {Format::gml,
       "graph [ directed 1\n node [ id 1 label \"x\" ]\n node [ id 11 ]\n"
       " node [ id 2 graphics [ x 1.5 ] ]\n # c\n"
       " edge [ source 1 target 11 ]\n edge [ source 2 target 2 ] ]\n"},
      {Format::node_link,
       "{\"directed\": true, \"graph\": {\"a\": [1]}, \"nodes\": [{\"id\": "
       "\"a\"}, {\"id\": 1}, {\"id\": 11, \"color\": \"x\"}], \"links\": "
       "[{\"source\": \"a\", \"target\": 1}, {\"target\": 1, \"source\": 1}]}"},
      {Format::native,
       "{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\", \"color\": \"x\"}, "
       "{\"id\": \"1\"}], \"edges\": [{\"id\": \"e\", \"ins\": [\"a\"], "
       "\"outs\": [\"a\", \"b\"]}, {\"id\": \"f\", \"ins\": [\"1\"]}]}"},
      {Format::graphml,
       "<graphml><key id=\"k\" for=\"node\" attr.name=\"color\"/>\n"
       "<graph edgedefault=\"undirected\"><node id=\"a\"><data key=\"k\">x"
       "</data></node>\n<node id=\"b\"/><node id=\"1\"/>\n"
       "<edge source=\"a\" target=\"b\" directed=\"true\"/>"
       "<edge source=\"b\" target=\"b\"/>\n<hyperedge><endpoint node=\"a\" "
       "type=\"in\"/><endpoint node=\"1\" type=\"out\"/><endpoint node=\"b\"/>"
       "</hyperedge></graph></graphml>\n"},
      {Format::pnml,
       "<pnml><net id=\"n\"><page id=\"g\"><place id=\"p\"/>"
       "<place id=\"q\"><name><text>x</text></name></place>\n"
       "<transition id=\"t\"/><transition id=\"u\"/>"
       "<referencePlace id=\"r\" ref=\"q\"/>\n"
       "<arc source=\"p\" target=\"t\"/><arc source=\"t\" target=\"r\">"
       "<inscription><text>2</text></inscription></arc>\n"
       "<arc source=\"u\" target=\"p\"/></page></net></pnml>\n"},
      {Format::dot, "graph {\n a -- b; b -- a\n x1\n c -- c -- a;\n}\n"},
      {Format::dot, "digraph {\n a -> b; b -> a\n x1\n c -> c -> a;\n}\n"},
      {Format::adjacency_list, "# c\n1 2 12\n2 1 3 % d\n3\na a\n"},
      {Format::metis, "% c\n11 3\n2 11\n1\n\n\n\n\n11\n\n\n\n1 7\n"},
      {Format::matrix_market,
       "%%MatrixMarket matrix coordinate pattern general\n% c\n12 12 3\n1 2\n"
       "12 1\n3 3\n"},
      {Format::matrix_market,
       "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n"
       "3 3 1e2\n"},
      {Format::sif, "a x b c\nb y a\nd\na x 1\n"},
      {Format::graph6, ">>graph6<<DQc\n"},
      {Format::graph6, "DQc\n"},
      {Format::sparse6, ":Fa@x^\n"},
      {Format::digraph6, "&DI?AO?\n"},
  };
  return all;
}

}  // namespace

TEST_CASE("one character more, less or other") {
  for (const auto& [format, text] : cases()) {
    const Counts counts = spoil(format, text);
    INFO(format_name(format));
    UNSCOPED_INFO(fmt::format("refused {}, warned {}, equal {}, unjudged {}",
                              counts.refused, counts.warned, counts.equal,
                              counts.unjudged));
    CHECK(counts.refused > 0);
    CHECK(counts.equal > 0);
    CHECK((format == Format::dot) == (counts.unjudged > 0));
  }
}

TEST_CASE("all short files of nauty's formats") {
  Counts counts;
  for (const Format format :
       {Format::graph6, Format::sparse6, Format::digraph6}) {
    const std::string sign = format == Format::sparse6    ? ":"
                             : format == Format::digraph6 ? "&"
                                                          : "";
    for (char n = '?'; n < '?' + 18; ++n) {
      compare(format, sign + n, counts);
      for (char a = '?'; a <= '~'; ++a) {
        compare(format, sign + n + a, counts);
        for (char b = '?'; b <= '~'; ++b) {
          compare(format, sign + n + a + b, counts);
        }
      }
    }
  }
  CHECK(counts.equal > 5'000);
  CHECK(counts.warned > 1'000);
  CHECK(counts.refused > 50'000);
}

namespace {

// Ends of one edge, as three formats write them.
using Ends = std::vector<std::pair<std::string, int>>;

std::string as_graphml(const Ends& ends) {
  std::string out =
      "<graphml><graph><node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>"
      "<hyperedge>";
  for (const auto& [node, direction] : ends) {
    out += fmt::format("<endpoint node=\"{}\" type=\"{}\"/>", node,
                       direction == 1   ? "in"
                       : direction == 2 ? "out"
                                        : "undir");
  }
  return out + "</hyperedge></graph></graphml>";
}

std::string as_dot(const Ends& ends) {
  std::string out = "digraph { a b c e [hyperedge=true]\n";
  for (const auto& [node, direction] : ends) {
    out += direction == 2 ? "e -> " + node : node + " -> e";
    out += direction == 3 ? " [dir=both]\n" : "\n";
  }
  return out + "}";
}

std::string as_native(const Ends& ends) {
  std::string lists[2];
  for (const auto& [node, direction] : ends) {
    for (const int i : {0, 1}) {
      if ((direction >> i & 1) == 0) continue;
      lists[i] += fmt::format("{}\"{}\"", lists[i].empty() ? "" : ", ", node);
    }
  }
  return fmt::format(
      "{{\"nodes\": [{{\"id\": \"a\"}}, {{\"id\": \"b\"}}, {{\"id\": \"c\"}}], "
      "\"edges\": [{{\"id\": \"e\", \"ins\": [{}], \"outs\": [{}]}}]}}",
      lists[0], lists[1]);
}

}  // namespace

TEST_CASE("a node that an edge names more than once has all its directions") {
  std::mt19937 dice(5);
  std::size_t joined = 0, refused = 0;
  for (int run = 0; run < 2'000; ++run) {
    Ends ends(dice() % 5);
    PlainGraph wanted;
    wanted.nodes = {"a", "b", "c"};
    auto& edge = wanted.edges.emplace_back();
    bool twice = false;
    for (auto& [node, direction] : ends) {
      node = wanted.nodes[dice() % 3];
      direction = static_cast<int>(1 + dice() % 3);
      twice = twice || (edge[node] & direction) != 0;
      edge[node] |= direction;
    }
    if (twice) ++refused;
    if (!twice && ends.size() > edge.size()) ++joined;
    for (const auto& [format, text] : {Case{Format::graphml, as_graphml(ends)},
                                       Case{Format::dot, as_dot(ends)},
                                       Case{Format::native, as_native(ends)}}) {
      const Source source("x", text);
      Diagnostics d(&source);
      ReadOptions options;
      options.format = format;
      const auto file = read_graph_file(source, options, d);
      INFO(text);
      REQUIRE(file.has_value() == !twice);
      if (file) CHECK(plain(file->network).drawn() == wanted.drawn());
      if (twice) CHECK(number(d.all()[0].code) == 606);
    }
  }
  CHECK(joined > 100);
  CHECK(refused > 100);
}

}  // namespace spoiled_file_test
