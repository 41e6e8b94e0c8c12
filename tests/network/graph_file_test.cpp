// SPDX-License-Identifier: MIT
// Guards: what is wrong with a file of a network is an error with its code at
// its place, in every format; what is unusual but right is read as it is meant.
#include "network/files/graph_file.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "graph_reading.hpp"

namespace graph_file_test {

namespace {

using namespace vicinal::network;
using namespace vicinal::test;

TEST_CASE("the format is known by name and content") {
  const auto format = [](const std::string& name, const std::string& text) {
    const auto found = graph_format(name, text);
    return std::string(found ? format_name(*found) : "none");
  };
  CHECK(format("x", "{\"nodes\": []}") == "native");
  CHECK(format("x", "{\"nodes\": [{\"links\": 1}], \"edges\": []}") ==
        "native");
  CHECK(format("x", "{\"a\": {\"links\": 1}, \"nodes\": []}") == "native");
  CHECK(format("x", "{\"nodes\": [], \"links\": []}") == "node-link");
  CHECK(format("x", "{\"directed\": true, \"edges\": []}") == "node-link");
  CHECK(format("x.txt", " <graphml/>") == "graphml");
  CHECK(format("x", "\xEF\xBB\xBF<?xml?>") == "graphml");
  CHECK(format("x", "graph {") == "dot");
  CHECK(format("x", "// a comment\n/* one */ strict DIGRAPH \"x\" {") == "dot");
  CHECK(format("x", "graph [ node [ id 1 ] ]") == "gml");
  CHECK(format("x", "Creator \"me\" graph [") == "gml");
  CHECK(format("x", "% c\n*vertices 3") == "pajek");
  CHECK(format("x", "# Nodes: 2 Edges: 1\n1\t2\n") == "edge-list");
  CHECK(format("a.b/x.edges", "a b\n") == "edge-list");
  CHECK(format("x.txt", "a b\n") == "edge-list");
  CHECK(format("x", ">>sparse6<<:A_") == "sparse6");
  CHECK(format("x.g6", "A_") == "graph6");
  CHECK(format("x.g6", "12 13") == "graph6");
  CHECK(format("x.d6", "&A_") == "digraph6");
  CHECK(format("x", "a b\n") == "none");
  CHECK(format("x", "process P { }") == "none");
  CHECK(format("x", "") == "none");
  CHECK(format("x.vic", "graph {") == "none");
  CHECK(format("x.dot.gz", "") == "dot");
  CHECK(format("x.adjlist", "1 2\n2 1\n") == "adjacency-list");
  CHECK(format("x.txt", "#a.py\n# GMT Thu Nov 26 16:15:33 2026\n#\n1 2\n") ==
        "adjacency-list");
  CHECK(format("x.json", "{\"nodes\": [], \"adjacency\": []}") ==
        "adjacency-json");
  CHECK(format("x", "<?xml version='1.0'?><!-- c --><gexf/>") == "gexf");
  CHECK(format("x.xml", "<graph label='x'/>") == "xgmml");
  CHECK(format("x.xml", "<pnml xmlns='http://x'>") == "pnml");
  CHECK(format("x.pnml", "") == "pnml");
  CHECK(format("x.sif", "a pp b\n") == "sif");
  CHECK(format("x.tsv", "1\t2\n") == "edge-list");
  CHECK(format("x.tsv", "source\ttarget\n1\t2\n") == "edge-table");
  CHECK(format("x", "Id,Source,Target,Type\n") == "edge-table");
  CHECK(format("x.csv", "1,2\n") == "edge-table");
  CHECK(format("x", "DL n = 3\n") == "ucinet");
  CHECK(format("x.graph", "3 2\n2\n1 3\n2\n") == "metis");
  CHECK(format("x.graph", "graph { a -- b }") == "dot");
  CHECK(format("x.txt", "%%MatrixMarket matrix coordinate\n") ==
        "matrix-market");
  CHECK(format("x.paj", "*Partition p\n*Vertices 1\n1\n") == "pajek");
  CHECK(format("x", "// networks\nnetwork from \"x.gml\" {") == "none");
}

TEST_CASE("edge lists") {
  const auto f = Format::edge_list;
  CHECK(right(f, "# c\n\n a\tb \r\n% c\nb a\nc c") == "a b c | a-b a-b c");
  CHECK(right(f, "") == " |");
  CHECK(right(f,
              "\xEF\xBB\xBF"
              "a b") == "a b | a-b");
  ReadOptions directed;
  directed.directed = true;
  CHECK(right(f, "b a\na b\n", directed) == "b a | b>-a< b<-a>");
  ReadOptions simple;
  simple.simple = true;
  const Read once = read(f, "b a\na b\nb a\na a\na a\n", simple);
  REQUIRE(once.file);
  CHECK(drawn(*once.file) == "b a | b-a a");
  CHECK(once.file->merged == 3);
  simple.directed = true;
  CHECK(right(f, "b a\na b\nb a\n", simple) == "b a | b>-a< b<-a>");
  // SNAP's are simple unless told otherwise.
  const std::string snap = "# Directed graph\n# Nodes: 2 Edges: 1\na b\nb a\n";
  CHECK(right(f, snap) == "a b | a-b");
  simple.directed = false;
  simple.simple = false;
  CHECK(right(f, snap, simple) == "a b | a-b a-b");
  CHECK(right(f, "a b 3\nb c 4\n") ==
        "1:5 warning 608 what follows the two nodes of a line is ignored"
        "a b c | a-b b-c");
  CHECK(wrong(f, "a b\n c\n") == "2:2 609 this line names one node only");
  CHECK(wrong(f, "a,b\n") == "1:1 609 this line names one node only");
  CHECK(wrong(f, "a b\n\xff") == "2:1 614 this byte is not UTF-8");
}

TEST_CASE("adjacency lists are no edge lists") {
  const auto read_as = [](const std::string& name, const std::string& text) {
    const Source source(name, text);
    Diagnostics d(&source);
    const auto file = read_graph_file(source, {}, d);
    if (file) return drawn(*file);
    CHECK(number(d.all().back().code) == 609);
    CHECK(d.all().back().notes.back().message.find("adjacency list") !=
          std::string::npos);
    return d.all().back().message;
  };
  const std::string unclear =
      "each node begins one line: is this an adjacency list, or are these "
      "edges with numbers at them?";
  // By its lines.
  CHECK(read_as("x.txt", "0 1 2\n1 2\n2\n") ==
        "this line has 2 words, and the first edge 3");
  CHECK(read_as("x.txt", "0 1\n1 2 3\n") ==
        "this line has 3 words, and the first edge 2");
  CHECK(read_as("x.txt", "0 1\n1 2\n2\n") == "this line names one node only");
  CHECK(read_as("x.txt", "0 1\n1 {}\n") == "this is no name of a node");
  CHECK(read_as("x.txt", "0 1 2\n1 2 0\n2 0 1\n") == unclear);
  // Numbers at edges, data and comments are none of it.
  CHECK(read_as("x.txt", "0 1 2\n1 2 0\n2 0 3\n") == "0 1 2 | 0-1 1-2 0-2");
  CHECK(read_as("x.txt", "0 1 2\n1 2 0\n2 0 1\n1 0 2\n") ==
        "0 1 2 | 0-1 1-2 0-2 0-1");
  CHECK(read_as("x.txt", "0 1 {}\n1 2 {'a': 1, 'b': 2}\n") ==
        "0 1 2 | 0-1 1-2");
  CHECK(read_as("x.txt", "0 1 # GMT\n1 2\n") == "0 1 2 | 0-1 1-2");
  // Who asks for an edge list gets one, where lines have a form.
  CHECK(right(Format::edge_list, "0 1 2\n1 2 0\n2 0 1\n") ==
        "1:5 warning 608 what follows the two nodes of a line is ignored"
        "0 1 2 | 0-1 1-2 0-2");
}

TEST_CASE("graph6, sparse6 and digraph6") {
  CHECK(right(Format::graph6, "?") == " |");
  CHECK(right(Format::graph6, ">>graph6<<DQc\n") ==
        "0 1 2 3 4 | 0-2 1-3 0-4 3-4");
  CHECK(right(Format::digraph6, "&DI?AO?") ==
        "0 1 2 3 4 | 0>-2< 0>-4< 1<-3> 3>-4<");
  CHECK(right(Format::sparse6, ":Fa@x^") == "0 1 2 3 4 5 6 | 0-1 0-2 1-2 5-6");
  CHECK(wrong(Format::graph6, "DQ") == "1:3 610 the graph ends too early");
  CHECK(wrong(Format::graph6, "DQcc") ==
        "1:4 610 the graph should have ended here");
  CHECK(wrong(Format::graph6, "DQ c") ==
        "1:3 610 this character stands for no bits");
  CHECK(wrong(Format::graph6, "DQc\nDQc\n") ==
        "2:1 610 there is more than one graph");
  CHECK(wrong(Format::sparse6, "Fa@x^") == "1:1 610 expected ':'");
  // Other bits than those that fill a character.
  CHECK(right(Format::graph6, "Bo") == "0 1 2 | 0-1 0-2");
  CHECK(right(Format::graph6, "Bp") ==
        "1:2 warning 608 what follows the last edge in its character is "
        "ignored0 1 2 | 0-1 0-2");
  CHECK(right(Format::sparse6, ":An") == "0 1 | 0-1");
  CHECK(right(Format::sparse6, ":Af") == "0 1 | 0-1 1");
  CHECK(wrong(Format::sparse6, ":D}") ==
        "1:3 610 this names a node beyond the 5 that there are");
  CHECK(wrong(Format::sparse6, ":\tD}") ==
        "1:2 610 this character stands for no bits");
  CHECK(right(Format::sparse6, ":@") == "0 |");
  CHECK(wrong(Format::sparse6, ":@^") ==
        "1:3 610 readers of this format do not agree about loops at an only "
        "node");
  CHECK(wrong(Format::graph6, "~") == "1:2 610 the graph ends too early");
  CHECK(wrong(Format::sparse6, ":~~@?????") ==
        "1:10 619 1073741824 of them are too many for a file of 9 bytes");
}

TEST_CASE("GML") {
  const auto f = Format::gml;
  const std::string two = "graph [ node [ id 1 ] node [ id 2 label \"x\" ] ";
  CHECK(right(f, "Creator \"me\" " + two +
                     "edge [ source 2 target 1 value 1.5e3 type \"q\" ] ]") ==
        "1 2 | 1-2(q)");
  CHECK(right(f,
              "graph [ directed 1 edge [ source 7 target 7 ] node [ id 7 "
              "graphics [ x 1 y [ z 2 ] ] color \"&#233;&lt;\" ] ]") ==
        "7(é<) | 7");
  ReadOptions labels;
  labels.names_from = "label";
  CHECK(right(f, two + "]", labels) == "1 x |");
  CHECK(wrong(f, "graph [ node [ id 1 ] node [ id 1 ] ]") ==
        "1:33 606 there are two nodes \"1\"");
  CHECK(wrong(f, two + "edge [ source 1 target 3 ] ]") ==
        "1:70 607 there is no node \"3\"");
  CHECK(wrong(f, two + "edge [ source 1 ] ]") ==
        "1:47 605 this edge has no 'target'");
  CHECK(wrong(f, "graph [ node [ id 1.5 ] ]") ==
        "1:19 616 expected a whole number or a word");
  CHECK(wrong(f, "graph [ node [ id 1 id 1 ] ]") ==
        "1:21 604 the key 'id' is there twice");
  CHECK(wrong(f, "graph [ node [ id 1.2.3 ] ]") ==
        "1:19 615 expected a key, a number, a string or a bracket");
  CHECK(wrong(f, "graph [ node [ id 1 ]") == "1:22 615 expected a key or ']'");
  CHECK(wrong(f, "graph [ label \"x ]") == "1:15 615 this string has no end");
  CHECK(wrong(f, "graph [ graph [ ] ]") == "1:9 617 a graph in a graph");
  CHECK(wrong(f, "graph [ ] graph [ ]") ==
        "1:11 617 there is more than one graph in the file");
  CHECK(wrong(f, two + "edge [ source 1 target 2 ] directed 1 ]") ==
        "1:74 603 'directed' stands behind an edge");
  CHECK(wrong(f, "x 1") == "1:4 603 the file has no 'graph'");
  std::string deep = "graph [ x ";
  for (int i = 0; i < 1'000'000; ++i) deep += "[a";
  CHECK(wrong(f, deep) ==
        "1:9 warning 608 the key 'x' is ignored; "
        "1:2009 602 this is nested more than 1000 deep");
  // Ids are numbers, however written.
  CHECK(right(f, two + "edge [ source +1 target 02 ] ]") == "1 2 | 1-2");
  CHECK(wrong(f, "graph [ node [ id 1 ] node [ id 01 ] ]") ==
        "1:33 606 there are two nodes \"1\"");
  // What would be a node, an edge or a direction, but for its key.
  CHECK(right(f, two + "edje [ source 1 target 2 ] label \"x\" ]") ==
        "1:47 warning 608 the key 'edje' is ignored1 2 |");
  CHECK(right(f, "graph [ directet 1 node [ id 1 ] ]") ==
        "1:9 warning 608 the key 'directet' is ignored1 |");
  CHECK(right(f, "graph [ Directed 1 node [ id 1 ] ]") ==
        "1:9 warning 608 the key 'Directed' is ignored1 |");
  // What a graph says of itself has one warning.
  CHECK(right(f, "graph [ Network \"x\" Year 1999 edeg 1 ]") ==
        "1:9 warning 608 what the graph says of itself, such as 'Network', is "
        "ignored; 1:31 warning 608 the key 'edeg' is ignored |");
  CHECK(wrong(f, "graph [ node [ id 1 x [ y 1 z ] ] ]") ==
        "1:31 615 expected a value");
  CHECK(wrong(f, "graph [ node [ id 1 x [ y 1 2 ] ] ]") ==
        "1:29 615 expected a key or ']'");
}

TEST_CASE("Pajek") {
  const auto f = Format::pajek;
  CHECK(right(f,
              "% c\n*Network x\n*Vertices 3\n1 \"a b\" 0 0\n*Edges\n1 2\n"
              "*ARCS\n3 2\n1 1\n*edgeslist\n1 2 3\n*arcslist\n2 1\n") ==
        "1 2 3 | 1-2 2<-3> 1 1-2 1-3 1<-2>");
  CHECK(right(f, "*Vertices 2\n*Matrix\n0 1\n2.5 0\n") == "1 2 | 1>-2< 1<-2>");
  ReadOptions labels;
  labels.names_from = "label";
  CHECK(right(f, "*Vertices 3\n2 \"a b\"\n3 c\n", labels) == "1 a b c |");
  CHECK(right(f, "*Vertices 2\n*Edges\n1 2 0.7 c Red\n") ==
        "3:5 warning 608 what follows the two vertices of a line is ignored"
        "1 2 | 1-2");
  CHECK(wrong(f, "1 2\n") == "1:1 603 expected '*Vertices' and a number");
  CHECK(wrong(f, "*Vertices 2\n*Edges\n1 3\n") ==
        "3:3 607 there is no vertex 3; they are 1 to 2");
  CHECK(wrong(f, "*Vertices 2\n1 a\n1 b\n") ==
        "3:1 606 there are two vertices 1");
  CHECK(wrong(f, "*Vertices two\n") == "1:11 616 expected a whole number");
  CHECK(wrong(f, "*Vertices 99999999999999999999\n") ==
        "1:11 616 expected a whole number");
  CHECK(wrong(f, "*Vertices 1000000\n") ==
        "1:11 619 1000000 of them are too many for a file of 18 bytes");
  CHECK(wrong(f, "*Vertices 1\n1 \"a\n") == "2:4 615 this label has no end");
  CHECK(wrong(f, "*Vertices 2\n*Partitions\n") ==
        "2:1 603 the section '*Partitions' is not known");
  CHECK(wrong(f, "*Vertices 2\n*Matrix\n1 1\n") ==
        "4:1 603 the matrix has too few rows");
  CHECK(wrong(f, "*Edges\n") == "1:1 603 '*Vertices' has to come first");
}

TEST_CASE("node-link JSON") {
  const auto f = Format::node_link;
  CHECK(right(f, R"({"nodes": [{"id": "a"}, {"id": 2, "color": "x"}],
                     "links": [{"target": 2, "source": "a", "type": 1.5}]})") ==
        "a 2(x) | a-2(1.5)");
  CHECK(right(f, R"({"directed": true, "multigraph": true, "graph": {},
    "edges": [{"source": 2, "target": 1, "key": 0}],
    "nodes": [{"id": 1}, {"id": 2}]})") == "1 2 | 1<-2>");
  CHECK(wrong(f, R"({"nodes": [{"id": 1}, {"id": "1"}], "links": []})") ==
        "1:30 606 there are two nodes \"1\"");
  CHECK(wrong(f, R"({"nodes": [{"id": 1, "id": 2}]})") ==
        "1:22 604 the key \"id\" is there twice");
  CHECK(wrong(f, R"({"nodes": [{"name": "a"}], "links": []})") ==
        "1:12 605 this node has no \"id\"");
  CHECK(wrong(f, R"({"nodes": [], "links": [{"source": 1, "target": 2}]})") ==
        "1:36 607 there is no node \"1\"; 1:49 607 there is no node \"2\"");
  CHECK(wrong(f, R"({"nodes": [], "links": [], "directed": true})") ==
        "1:40 603 \"directed\" stands behind the links");
  CHECK(wrong(f, R"({"links": []})") ==
        "1:1 603 the file has no list of \"nodes\"");
  CHECK(wrong(f, R"({"nodes": [{"id": [1]}]})") ==
        "1:19 603 expected the id of a node");
  CHECK(wrong(f, R"({"nodes": [], "links": [], "edges": []})") ==
        "1:37 603 expected \"links\" or \"edges\", not both");
  CHECK(wrong(f, R"({"nodes": [7]})") == "1:12 603 expected an object");
  CHECK(wrong(f, R"({"directed": true, "nodes": [{"id": 1}]})") ==
        "1:1 603 the file has no list of \"links\" or \"edges\"");
  // Attributes may be anything; what else is unknown is named.
  CHECK(right(f, R"({"x": 1, "graph": {"y": 1}, "nodes": [{"id": 1, "z": 2,
    "near": [2]}], "links": [{"source": 1, "target": 1, "near": {}}]})") ==
        "1:2 warning 608 the key \"x\" is ignored; "
        "2:5 warning 608 the key \"near\" is ignored1 | 1");
}

TEST_CASE("other forms of JSON are refused by their names") {
  const auto wrong_file = [](const std::string& text) {
    const Source source("x.json", text);
    Diagnostics d(&source);
    CHECK_FALSE(read_graph_file(source, {}, d).has_value());
    return d.all().empty() ? "" : d.all().back().message;
  };
  CHECK(wrong_file(R"({"elements": {"nodes": [], "edges": []}})") ==
        "Cytoscape's form is not read as node-link JSON");
  CHECK(wrong_file(R"({"id": 1, "children": [{"id": 2}]})") ==
        "a tree of nested objects is not read as node-link JSON");
  CHECK(wrong_file(R"({"nodes": [{"id": "a"}]})") ==
        "the file has no list of \"edges\"");
  CHECK(wrong_file(R"({"edges": []})") == "the file has no list of \"nodes\"");
}

TEST_CASE("GraphML") {
  const auto f = Format::graphml;
  const std::string head =
      "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>";
  const auto graph = [&](const std::string& inner) {
    return head + "<graph edgedefault='undirected'>" + inner +
           "</graph></graphml>";
  };
  const std::string two = "<node id='a'/><node id='b'/>";
  CHECK(right(f, graph("<edge source='b' target='a'/>" + two)) == "a b | a-b");
  CHECK(right(f, graph(two + "<edge source='b' target='a' directed='true'/>"
                             "<edge source='a' target='a'/>")) ==
        "a b | a<-b> a");
  CHECK(right(f, graph(two + "<node id='c'/><hyperedge><endpoint node='c' "
                             "type='in'/><endpoint node='a' type='out' "
                             "port='p'/><endpoint node='b'/></hyperedge>")) ==
        "a b c | a:p<-b-c>");
  CHECK(right(f, graph("<node id='a'><port name='l'/></node><node id='b'/>"
                       "<edge source='a' target='b' sourceport='l'/>")) ==
        "a b | a:l-b");
  CHECK(right(f, head + "<key id='k' for='all' attr.name='color'>"
                        "<default>grey</default></key>"
                        "<key id='d' for='edge' attr.name='type'/>"
                        "<graph edgedefault='directed'><desc>x</desc>"
                        "<node id='a'><data key='k'>red</data></node>"
                        "<node id='b'/><edge source='a' target='b'>"
                        "<data key='d'>wire</data></edge></graph></graphml>") ==
        "a(red) b(grey) | a>-b<(grey/wire)");
  // Somebody's own elements, in data or elsewhere.
  CHECK(right(f,
              "<graphml xmlns='http://graphml.graphdrawing.org/xmlns' "
              "xmlns:y='http://www.yworks.com/xml/graphml'>"
              "<key id='d' for='node'/><graph edgedefault='directed'>"
              "<node id='a'><data key='d'><y:node><y:graph/></y:node></data>"
              "</node></graph></graphml>") == "a |");
  CHECK(wrong(f, graph("<node id='a'/><node id='a'/>")) ==
        "1:102 606 there are two nodes \"a\"");
  CHECK(wrong(f, graph(two + "<edge source='b' target='z'/>")) ==
        "1:116 607 there is no node \"z\"");
  CHECK(wrong(f, graph("<node/>")) == "1:88 605 this node has no \"id\"");
  CHECK(
      wrong(f, graph("<node id='a'><graph edgedefault='directed'/></node>")) ==
      "1:101 617 a graph in a graph");
  CHECK(wrong(f, head + "<graph/><graph/></graphml>") ==
        "1:64 617 there is more than one graph in the file");
  CHECK(wrong(f, head + "<graph>" + two + "<edge source='a' target='b'/>" +
                     "</graph></graphml>") ==
        "1:91 605 whether this edge is directed is not said");
  CHECK(right(f, graph("<node id='a'><data key='q'>1</data></node>")) ==
        "1:101 warning 608 data of \"q\", which no <key> declares, is ignored"
        "a |");
  CHECK(wrong(f, graph(two + "<hyperedge><endpoint node='a'/>"
                             "<endpoint node='a'/></hyperedge>")) ==
        "1:147 606 node \"a\" is named twice here");
  CHECK(right(f, graph(two + "<edge source='a' target='a' sourceport='p'/>")) ==
        "a b | a:+p");
  CHECK(wrong(f, graph("<edge>")) == "1:88 605 this edge has no \"source\"");
  CHECK(wrong(f, head + "<graph>") ==
        "1:63 611 this is not XML: no element "
        "found");
  CHECK(wrong(f, "<!DOCTYPE x [<!ENTITY a 'b'>]>" + head + "</graphml>") ==
        "1:13 612 a DOCTYPE is not taken: it may define entities");
  CHECK(wrong(f, head + "</graphml>") == "1:1 603 the file has no <graph>");
  CHECK(wrong(f, "<svg/>") == "1:1 603 expected <graphml>");
  CHECK(wrong(f, graph("<node id='\xff'/>")).find("611") != std::string::npos);
  std::string deep = head;
  for (int i = 0; i < 1'000'000; ++i) deep += "<a>";
  CHECK(wrong(f, deep).find("602 this is nested more than 1000 deep") !=
        std::string::npos);
}

TEST_CASE("what GraphML does not have is named") {
  const auto f = Format::graphml;
  const auto one = [](const std::string& key, const std::string& edge) {
    return "<graphml><key id=\"k\" " + key +
           " attr.name=\"color\"/><graph edgedefault=\"undirected\">"
           "<node id=\"a\"><data key=\"k\">x</data></node>"
           "<edge source=\"a\" target=\"a\" " +
           edge + "/></graph></graphml>";
  };
  CHECK(right(f, one("for=\"node\"", "")) == "a(x) | a");
  CHECK(wrong(f, one("for=\"nodf\"", "")) ==
        "1:10 603 \"for\" cannot be \"nodf\"");
  CHECK(right(f, one("for=\"node\"", "dirested=\"true\"")) ==
        "1:126 warning 608 the attribute \"dirested\" is ignoreda(x) | a");
}

TEST_CASE("DOT") {
  const auto f = Format::dot;
  CHECK(right(f, "graph { a -- b -- c; d }") == "a b c d | a-b b-c");
  CHECK(right(f, "digraph { a -> b [dir=none]; b -> a [dir=back]; a->a }") ==
        "a b | a-b a>-b< a");
  CHECK(right(f, "graph { \"a\" -- a; \"x\\\"\" + \"y\\\nz\"; -.5 }") ==
        "a x\"yz -.5 | a");
  CHECK(right(f, "strict graph { a--b b--a a--b [type=t] }") == "a b | a-b(t)");
  CHECK(right(f, "strict digraph { a->b b->a a->b }") == "a b | a>-b< a<-b>");
  CHECK(right(f, "graph { a--b [key=1]; a--b [key=2]; b--a [key=1] }") ==
        "a b | a-b a-b");
  CHECK(right(f, "graph { a:p -- b:q:n; a:s -- b }") == "a b | a:p-b:q a-b");
  CHECK(right(f, "graph { {a b} -- subgraph s { c; {d} } }") ==
        "a b c d | a-c a-d b-c b-d");
  CHECK(
      right(f, "graph { subgraph s {a} subgraph s {b} subgraph s {} -- c }") ==
      "a b c | a-c b-c");
  CHECK(right(f,
              "graph { a; node [color=red]; b; {node [color=blue] c a} d; "
              "d [color=\"\"]; edge [type=x]; a--b; c--d [type=y,x=1;] }") ==
        "a b(red) c(blue) d | a-b(x) c-d(y)");
  CHECK(right(f,
              "graph { rankdir=LR; graph [a=b]; node [shape=box] a [label="
              "<x<b>y</b>>] }") == "a |");
  CHECK(right(f,
              "digraph { a; b; e [hyperedge=true,type=t]; a -> e; e -> b; "
              "c -> e [dir=none] }") == "a b c | a>-b<-c(t)");
  CHECK(right(f, "# 1 \"x\"\ngraph { // c\n /* d */ a }\n") == "a |");
  CHECK(wrong(f, "graph { a -> b }") ==
        "1:11 615 edges of a graph are written '--'");
  CHECK(wrong(f, "graph { a -- }") == "1:14 615 expected a node or a subgraph");
  CHECK(wrong(f, "graph { a [b=c }") ==
        "1:16 615 expected an attribute or ']'");
  CHECK(wrong(f, "graph { \"a }") == "1:9 615 this string has no end");
  CHECK(wrong(f, "graph { /* a }") == "1:9 615 this comment has no end");
  CHECK(wrong(f, "graph { <a> }") ==
        "1:9 615 a node is not called by an HTML-like string");
  CHECK(wrong(f, "graph { a } graph { }") ==
        "1:13 617 there is more than one graph in the file");
  CHECK(wrong(f, "graph { a -- \"\" }") ==
        "1:14 605 this node's name is empty");
  CHECK(wrong(f, "graph { a ! }") ==
        "1:11 615 this character has no meaning in DOT");
  CHECK(wrong(f, "graph { a") == "1:10 615 expected '}'");
  CHECK(wrong(f, "grap { a }") == "1:1 615 expected 'graph' or 'digraph'");
  std::string deep = "graph ";
  for (int i = 0; i < 1'000'000; ++i) deep += "{";
  CHECK(wrong(f, deep) == "1:1008 602 this is nested more than 1000 deep");
  std::string many = "graph { {";
  for (int i = 0; i < 3000; ++i) many += fmt::format("a{} ", i);
  many += "} -- {";
  for (int i = 0; i < 3000; ++i) many += fmt::format("b{} ", i);
  CHECK(wrong(f, many + "} }") ==
        "1:9 619 9000000 of them are too many for a file of 33798 bytes");
}

TEST_CASE("a file of no format that is known") {
  const Source source("x", "hello world\n");
  Diagnostics d(&source);
  CHECK_FALSE(read_graph_file(source, {}, d).has_value());
  REQUIRE(d.all().size() == 1);
  CHECK(number(d.all()[0].code) == 620);
}

// "weight: 7 - | color: red -", by node.
std::string kept(Format format, const std::string& text) {
  ReadOptions options;
  options.kept = {"weight", "color"};
  const Read r = read(format, text, options);
  INFO(text << "\n" << r.diagnostics);
  REQUIRE(r.file.has_value());
  std::string out;
  for (const Attribute& a : r.file->network.node_attributes) {
    out += (out.empty() ? "" : " | ") + a.name + ":";
    for (std::size_t n = 0; n < a.value.size(); ++n) {
      out += fmt::format(" {}", a.value[n] == 0 ? "-" : a.values[a.value[n]]);
    }
  }
  return out;
}

TEST_CASE("attributes of nodes are kept for those who ask") {
  const std::string two = "weight: 7 - | color: red -";
  CHECK(kept(Format::native,
             R"({"nodes": [{"id": "a", "weight": 7, "color": "red"},)"
             R"({"id": "b"}], "edges": []})") == two);
  CHECK(kept(Format::node_link,
             R"({"nodes": [{"id": "a", "weight": 7, "color": "red"},)"
             R"({"id": "b"}], "links": []})") == two);
  CHECK(kept(Format::gml,
             "graph [ node [ id 1 weight 7 color \"red\" ] node [ id 2 ] ]") ==
        two);
  CHECK(kept(Format::dot, "graph { a [weight=7, color=red]; b }") == two);
  // Declared in another order than mentioned.
  CHECK(kept(Format::gml,
             "graph [ edge [ source 2 target 1 ] node [ id 1 weight 7 color "
             "\"red\" ] node [ id 2 ] ]") == two);
  CHECK(kept(Format::graphml,
             R"(<graphml><key id="w" for="node" attr.name="weight" )"
             R"(attr.type="int"/><key id="c" for="node" attr.name="color" )"
             R"(attr.type="string"/><graph edgedefault="undirected">)"
             R"(<node id="a"><data key="w">7</data><data key="c">red</data>)"
             R"(</node><node id="b"/></graph></graphml>)") == two);
  CHECK(kept(Format::edge_list, "a b\n") == "weight: - - | color: - -");
}

}  // namespace

}  // namespace graph_file_test
