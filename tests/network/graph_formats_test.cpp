// SPDX-License-Identifier: MIT
// Guards: formats that other programs write are read as these mean them; what
// is not clear is refused by its name and place; what a format forbids and all
// readers take alike gives a warning.
#include <zlib.h>

#include <catch2/catch.hpp>

#include "graph_reading.hpp"
#include "network/files/format_table.hpp"
#include "network/files/packed.hpp"

namespace graph_formats_test {

namespace {

using namespace vicinal::network;
using namespace vicinal::test;

ReadOptions directed() {
  ReadOptions options;
  options.directed = true;
  return options;
}

TEST_CASE("one table names all formats") {
  std::size_t at = 0;
  for (const FormatRow& row : format_table()) {
    CHECK(static_cast<std::size_t>(row.format) == at++);
    CHECK(format_named(row.name) == row.format);
    CHECK(format_name(row.format) == row.name);
    CHECK(format_list().find(std::string(row.name) + " (.") !=
          std::string::npos);
    CHECK(row.reader != nullptr);
  }
  CHECK(format_names().size() == at);
  CHECK_FALSE(format_named("svg"));
  CHECK(format_endings()[0] == "json");
}

TEST_CASE("adjacency lists") {
  const auto f = Format::adjacency_list;
  // Edges in the line of one end, or of both.
  CHECK(right(f, "# GMT x\n1 2 3\n2 3\n3\n4\n") == "1 2 3 4 | 1-2 1-3 2-3");
  CHECK(right(f, "1 2 3\n2 1 3\n3 1 2\n") == "1 2 3 | 1-2 1-3 2-3");
  CHECK(right(f, "a a # loop\n") == "a | a");
  CHECK(right(f, "a b b\n") == "a b | a-b a-b");
  CHECK(right(f, "a b b\rb a a\r") == "a b | a-b a-b");
  CHECK(wrong(f, "a b b\nb a\n") ==
        "1:3 624 one of two nodes names the other 2 times, and that one names "
        "it 1 times");
  CHECK(right(f, "a b\nb a\n", directed()) == "a b | a>-b< a<-b>");
  CHECK(wrong(f, "a b {}\n") == "1:5 609 this is no name of a node");
  ReadOptions simple;
  simple.simple = true;
  CHECK(right(f, "a b b\nb a\n", simple) == "a b | a-b");
}

TEST_CASE("networkx's adjacency data") {
  const auto f = Format::adjacency_json;
  CHECK(right(f, R"({"directed": false, "multigraph": false, "graph": [],
    "nodes": [{"id": 0, "color": "x"}, {"id": "b"}, {"id": 2}],
    "adjacency": [[{"id": "b"}, {"id": 0}], [{"id": 0}], []]})") ==
        "0(x) b 2 | 0-b 0");
  CHECK(right(f, R"({"adjacency": [[{"id": 1, "weight": 3}], []],
    "directed": true, "nodes": [{"id": 0}, {"id": 1}]})") == "0 1 | 0>-1<");
  CHECK(wrong(f, R"({"nodes": [{"id": 0}, {"id": 1}],
    "adjacency": [[{"id": 1}], []]})") ==
        "2:27 624 one of two nodes names the other 1 times, and that one names "
        "it 0 times");
  CHECK(wrong(f, R"({"nodes": [{"id": 0}], "adjacency": []})") ==
        "1:37 603 there are 0 lists of neighbours for 1 nodes");
  CHECK(wrong(f, R"({"nodes": [{"id": 0}], "adjacency": [[{"id": 7}]]})") ==
        "1:46 624 one of two nodes names the other 1 times, and that one names "
        "it 0 times; 1:46 607 there is no node \"7\"");
  CHECK(wrong(f, R"({"nodes": [{"id": 0}], "adjacency": [{"id": 0}]})") ==
        "1:38 603 expected a list of neighbours");
  CHECK(wrong(f, R"({"nodes": [{"id": 0}]})") ==
        "1:1 603 the file has no list \"adjacency\"");
  CHECK(wrong(f, R"({"nodes": [{"id": 0}], "adjacency": [[{"id": 0,
    "color": "x"}]]})") ==
        "1:39 625 \"color\" of edges is not read in this form");
  std::string deep = "{\"x\": ";
  for (int i = 0; i < 1'000'000; ++i) deep += "[";
  CHECK(wrong(f, deep).find("602") != std::string::npos);
}

TEST_CASE("Pajek's projects, modes and ends of lines") {
  const auto f = Format::pajek;
  const std::string project =
      "*Network a\n*Vertices 2\n*Edges\n1 2\n*Partition p\n*Vertices 2\n1\n2\n"
      "*Network b\n*Vertices 3\n*Arcs\n3 1\n*Vector v\n*Vertices "
      "3\n0.5\n1\n2\n";
  CHECK(right(f, project) ==
        "5:1 warning 608 the section '*Partition' is ignored; 10:1 warning 622 "
        "the file has several networks, of which the first is read; 13:1 "
        "warning 608 the section '*Vector' is ignored1 2 | 1-2");
  ReadOptions second;
  second.number = 2;
  CHECK(right(f, project, second).ends_with("1 2 3 | 1<-3>"));
  second.number = 3;
  const Read none = read(f, project, second);
  CHECK(none.diagnostics.find("623 there is no network 3 in the file, which "
                              "has 2") != std::string::npos);
  CHECK(right(f, "*Vertices 5 2\n*Matrix\n0 1 1\n1 0 0\n") ==
        "2:1 warning 621 a matrix of two modes, whose edges have no "
        "direction: read as it is meant1 2 3 4 5 | 1-4 1-5 2-3");
  CHECK(wrong(f, "*Vertices 5 2\n*Matrix\n0 1 1\n") ==
        "2:1 warning 621 a matrix of two modes, whose edges have no "
        "direction: read as it is meant; 4:1 603 the matrix has too few rows");
  CHECK(wrong(f, "*Vertices 2 2\n") ==
        "1:13 603 no vertex is left for the second mode");
  CHECK(right(f, "*Vertices 2\r*Edges\r1 2\r") == "1 2 | 1-2");
  CHECK(right(f, "*Vertices 2\n\r*Edges\n\r1 2\n\r") == "1 2 | 1-2");
  ReadOptions other;
  other.number = 2;
  CHECK(read(Format::gml, "graph [ ]", other).diagnostics ==
        "1:1 623 there is no network 2 in a file that holds one");
}

TEST_CASE("GraphML as programs write it") {
  const auto f = Format::graphml;
  const auto graph = [](const std::string& inner) {
    return "<graphml><graph edgedefault='undirected'>" + inner +
           "</graph></graphml>";
  };
  const std::string two = "<node id='a'/><node id='b'/>";
  const Read equal =
      read(f, graph(two + "<edge id='e' source='a' target='b'/>"
                          "<edge id='e' source='a' target='b'/>"));
  REQUIRE(equal.file);
  CHECK(equal.diagnostics ==
        "1:106 warning 621 two edges with one id: read as it is meant");
  CHECK(equal.file->network.edge_names[0] == "e");
  CHECK(equal.file->network.edge_names[1] == "e~2");
  CHECK(right(f,
              "<graphml><key id='k' for='node' attr.name='color'/>"
              "<key id='k' for='edge' attr.name='type'/>"
              "<graph edgedefault='directed'><node id='a'><data key='k'>x"
              "</data></node><edge source='a' target='a'><data key='k'>y"
              "</data></edge></graph></graphml>") ==
        "1:52 warning 621 one id for keys of different things: read as it is "
        "meanta(x) | a(y)");
  CHECK(wrong(f,
              "<graphml><key id='k' for='node'/><key id='k' for='all'/>"
              "<graph/></graphml>") == "1:34 606 there are two keys \"k\"");
  CHECK(right(f, graph("<key id='k' for='node' attr.name='color'/>"
                       "<node id='a'><data key='k'>-Inf</data></node>")) ==
        "1:42 warning 621 a <key> inside of the <graph>: read as it is "
        "meanta(-Inf) |");
  CHECK(right(f, graph("<node id=''/><node id='_'/>"
                       "<edge source='' target='_'/>")) ==
        "1:42 warning 621 an id of a node that is empty: read as it is "
        "meant_~ _ | _~-_");
  // Loops at two ports, and a port that would be called like one.
  CHECK(right(f, graph(two + "<edge source='a' target='a' sourceport='q' "
                             "targetport='p'/>")) == "a b | a:p+q");
  CHECK(right(f, graph(two + "<edge source='a' target='a' sourceport='q' "
                             "targetport='p' directed='true'/>")) ==
        "a b | a:q>p");
  CHECK(wrong(f, graph(two + "<edge source='a' target='a' sourceport='q' "
                             "targetport='p'/><edge source='a' target='b' "
                             "sourceport='p+q'/>")) ==
        "1:70 618 the edge is at two ports of one node");
  // Latin-1, declared and not.
  CHECK(right(f, "<?xml version='1.0' encoding='ISO-8859-1'?>" +
                     graph("<node id='\xe9'/>")) == "\xc3\xa9 |");
  ReadOptions latin1;
  latin1.latin1 = true;
  CHECK(right(f, graph("<node id='\xe9'/>"), latin1) == "\xc3\xa9 |");
}

TEST_CASE("words as ids, and numbers without digits, in GML") {
  const auto f = Format::gml;
  CHECK(right(f,
              "graph [ node [ id \"a b\" ] node [ id c x -Inf y nan ] edge "
              "[ id \"e\" source \"a b\" target c ] ]") ==
        "1:19 warning 621 a text as the id of a node: read as it is meant; "
        "1:37 warning 621 a word as the id of a node: read as it is meant"
        "a b c | a b-c");
  const Read edges =
      read(f,
           "graph [ node [ id 1 ] edge [ source 1 target 1 ] edge [ id \"sea\" "
           "source 1 target 1 ] edge [ id \"sea\" source 1 target 1 ] ]");
  REQUIRE(edges.file);
  CHECK(edges.diagnostics ==
        "1:86 warning 621 two edges with one id: read as it is meant");
  CHECK(edges.file->network.edge_names[0] == "e0");
  CHECK(edges.file->network.edge_names[1] == "sea");
  CHECK(edges.file->network.edge_names[2] == "sea~2");
  CHECK(wrong(f, "graph [ node [ id label \"x\" ] ]") ==
        "1:19 warning 621 a word as the id of a node: read as it is meant; "
        "1:25 615 expected a key or ']'");
  CHECK(wrong(f, "graph [ node [ id ] ]").find("615") != std::string::npos);
  CHECK(wrong(f, "graph [ node [ id -Inf ] ]") ==
        "1:19 616 expected a whole number or a word");
}

TEST_CASE("texts in Latin-1") {
  ReadOptions options;
  CHECK(as_utf8("a \xe9", options) == "a \xe9");
  CHECK(as_utf8("graph { charset=latin1; \xe9 }", options) ==
        "graph { charset=latin1; \xc3\xa9 }");
  CHECK(as_utf8("graph { charset=\"latin-10\"; \xe9 }", options) ==
        "graph { charset=\"latin-10\"; \xe9 }");
  options.latin1 = true;
  CHECK(as_utf8("a \xe9", options) == "a \xc3\xa9");
  CHECK(as_utf8("<a \xe9", options) == "<a \xe9");
}

TEST_CASE("GEXF") {
  const auto f = Format::gexf;
  const auto file = [](const std::string& attributes,
                       const std::string& inner) {
    return "<gexf xmlns='http://www.gexf.net/1.2draft'><graph " + attributes +
           ">" + inner + "</graph></gexf>";
  };
  const std::string nodes =
      "<nodes><node id='0' label='A'/><node id='1' label='B'/></nodes>";
  CHECK(right(f, file("", nodes + "<edges><edge id='0' source='0' target='1'/>"
                                  "<edge source='1' target='0' "
                                  "type='directed'/></edges>")) ==
        "0 1 | 0-1 0<-1>");
  CHECK(right(f, file("defaultedgetype='directed'",
                      nodes + "<edges><edge source='1' target='0' "
                              "type='undirected'/></edges>")) == "0 1 | 0-1");
  CHECK(
      right(f, file("defaultedgetype='directed'",
                    "<attributes class='node'><attribute id='k' "
                    "title='type'><default>s</default></attribute>"
                    "</attributes><nodes><node id='0'><attvalues><attvalue "
                    "for='k' value='t'/></attvalues></node><node id='1'/>"
                    "</nodes><edges><edge source='1' target='0'/></edges>")) ==
      "0(t) 1(s) | 0<-1>");
  CHECK(wrong(f, file("defaultedgetype='mutual'", nodes)).find("625") !=
        std::string::npos);
  CHECK(wrong(f, file("mode='dynamic'", nodes)).find("625") !=
        std::string::npos);
  CHECK(wrong(f, file("", "<nodes><node id='0'><nodes/></node></nodes>"))
            .find("617") != std::string::npos);
  CHECK(wrong(f, file("", nodes + "<edges><edge source='0' target='7'/>"
                                  "</edges>"))
            .find("607") != std::string::npos);
  CHECK(wrong(f, file("", "<edges><node id='0'/></edges>")).find("603") !=
        std::string::npos);
  CHECK(wrong(f, "<!DOCTYPE x><gexf/>").find("612") != std::string::npos);
  ReadOptions labels;
  labels.labels = true;
  CHECK(right(f, file("", nodes), labels) == "A B |");
}

TEST_CASE("XGMML") {
  const auto f = Format::xgmml;
  const auto file = [](const std::string& attributes,
                       const std::string& inner) {
    return "<graph xmlns='http://www.cs.rpi.edu/XGMML' "
           "xmlns:cy='http://www.cytoscape.org' " +
           attributes + ">" + inner + "</graph>";
  };
  const std::string nodes =
      "<node id='-1' label='a'><att name='color' value='x'/><graphics "
      "fill='#fff'><att name='color' value='y'/></graphics></node>"
      "<node id='-2' label='b'/>";
  CHECK(
      right(f, file("label='n'", nodes + "<edge source='-2' target='-1'/>")) ==
      "-1(x) -2 | -1--2");
  CHECK(
      right(f, file("directed='1'",
                    nodes + "<edge source='-2' target='-1'/>"
                            "<edge source='-2' target='-1' cy:directed='0'/>"))
          .find("-1<--2> -1--2") != std::string::npos);
  CHECK(wrong(f, file("", "<node id='1'><att><graph/></att></node>"))
            .find("617") != std::string::npos);
  CHECK(wrong(f, file("", "<edge source='1' target='2'/>")).find("607") !=
        std::string::npos);
  CHECK(wrong(f, file("directed='yes'", "")).find("603") != std::string::npos);
}

TEST_CASE("simple interactions") {
  const auto f = Format::sif;
  CHECK(right(f, "a pp b c\nb pd a\nd\na pp b\n") ==
        "a b c d | a-b(pp) a-c(pp) a-b(pd)");
  CHECK(right(f, "a b\tpp\tc d\t\n") == "a b c d | a b-c d(pp)");
  CHECK(right(f, "a pp b\na pd b\na pp b\n") == "a b | a-b(pp) a-b(pd)");
  CHECK(right(f, "a pp b\n", directed()) == "a b | a>-b<(pp)");
  CHECK(wrong(f, "a pp\n") ==
        "1:1 609 this line has a node and a relation, and no second node");
}

TEST_CASE("tables of edges") {
  const auto f = Format::edge_table;
  CHECK(right(f, "source,target\na,b\n\n\"c \"\"d\"\"\",\"e,f\"\n") ==
        "a b c \"d\" e,f | a-b c \"d\"-e,f");
  CHECK(right(f,
              "Id\tSource\tTarget\tType\n7\ta\tb\tDirected\n8\tb\ta\t"
              "Undirected\n") == "a b | a>-b< a-b");
  CHECK(right(f, "from;to;Color\r\na;b;x\r\na;b;\r\n") == "a b | a-b(x) a-b");
  CHECK(wrong(f, "a,b\n") ==
        "1:1 603 the first line names no columns 'source' and 'target'");
  CHECK(wrong(f, "source,target\na\n") ==
        "2:1 609 this line has 1 fields, and the first 2");
  CHECK(wrong(f, "source,target\n\"a,b\n") == "2:1 615 this quote has no end");
  CHECK(wrong(f, "source,target,Source\n") ==
        "1:15 604 the column \"Source\" is there twice");
  CHECK(wrong(f, "source,target,type\na,b,Directed\na,b,x\n") ==
        "3:5 609 some lines say whether their edges are directed, and others "
        "not");
  CHECK(wrong(f, "source,target\na,\n") == "2:3 605 this node's name is empty");
}

TEST_CASE("UCINET's DL") {
  const auto f = Format::ucinet;
  CHECK(right(f,
              "dl n=3 format=fullmatrix\nlabels:\na,b,c\ndata:\n0 1 0\n"
              "1 0 2\n0 2 1\n") == "a b c | a-b b-c c");
  CHECK(right(f, "dl n=2\ndata:\n0 1 0 0\n", directed()) == "1 2 | 1>-2<");
  CHECK(wrong(f, "dl n=2\ndata:\n0 1 0 0\n") ==
        "1:6 624 the matrix is not symmetric: node 1 names node 2, which does "
        "not name it");
  CHECK(right(f, "DL n=3, format = edgelist1\ndata:\n1 2 5\n2 1\n1 3 0\n") ==
        "1 2 3 | 1-2");
  CHECK(right(f,
              "dl n=4 format=nodelist1 labels embedded\ndata:\na b c\n"
              "d a\n") == "a b c d | a-b a-c a-d");
  CHECK(right(f, "dl n=2 labels embedded data: a b a 0 1 b 1 0") ==
        "a b | a-b");
  CHECK(wrong(f, "dl n=3 format=edgelist1 labels embedded\ndata:\na b\n") ==
        "1:6 603 3 nodes are announced, and 2 named");
  CHECK(wrong(f, "dl n=2 format=lowerhalf\ndata:\n1\n") ==
        "1:15 625 the form 'lowerhalf' is not read: expected fullmatrix, "
        "edgelist1 or nodelist1");
  CHECK(wrong(f, "dl nr=2 nc=3\n") ==
        "1:4 625 a matrix of two modes is not read");
  CHECK(wrong(f, "dl n=2\ndata:\n0 1 1\n").find("616") != std::string::npos);
  CHECK(wrong(f, "dl n=99999999 data:").find("619") != std::string::npos);
}

TEST_CASE("METIS") {
  const auto f = Format::metis;
  CHECK(right(f, "% c\n4 2\n2\n1 3\n2\n\n") == "1 2 3 4 | 1-2 2-3");
  CHECK(right(f, "2 1 011 2\n7 7 2 5\n8 8 1 5\n") ==
        "1:5 warning 608 what METIS calls weights and sizes is ignored"
        "1 2 | 1-2");
  CHECK(wrong(f, "2 1\n2\n\n") ==
        "1:1 603 1 edges are announced, and 1 ends of edges listed");
  CHECK(wrong(f, "3 1\n2\n3\n\n") ==
        "2:1 624 one of two nodes names the other 1 times, and that one names "
        "it 0 times; 3:1 624 one of two nodes names the other 1 times, and "
        "that one names it 0 times");
  CHECK(wrong(f, "1 0\n1\n") == "2:1 606 a node is no neighbour of its own");
  CHECK(wrong(f, "2 1\n2 2\n1\n") == "2:3 606 this neighbour is there twice");
  CHECK(wrong(f, "2 1\n3\n1\n") ==
        "2:1 607 there is no node 3; they are 1 to 2");
  CHECK(wrong(f, "2 1\n2\n") == "3:1 603 there are 1 lines for 2 nodes");
  CHECK(wrong(f, "9999999 1\n").find("619") != std::string::npos);
}

TEST_CASE("Matrix Market") {
  const auto f = Format::matrix_market;
  const std::string head = "%%MatrixMarket matrix coordinate ";
  CHECK(right(f, head + "pattern general\n% c\n2 2 2\n1 2\n2 2\n") ==
        "1 2 | 1>-2< 2");
  CHECK(right(f, head + "real symmetric\n2 2 1\n2 1 -0.5\n") == "1 2 | 1-2");
  CHECK(right(f, head + "Integer General\n1 1 0\n") == "1 |");
  CHECK(wrong(f, head + "complex general\n")
            .find("1:34 625 matrices that are 'complex' are not read") == 0);
  CHECK(wrong(f, "%%MatrixMarket matrix array real general\n").find("625") !=
        std::string::npos);
  CHECK(wrong(f, head + "real hermitian\n").find("625") != std::string::npos);
  CHECK(wrong(f, head + "pattern general\n2 3 0\n").find("625") !=
        std::string::npos);
  CHECK(wrong(f, head + "real general\n2 2 1\n1 2 0\n").find("3:5 625") == 0);
  CHECK(wrong(f, head + "pattern symmetric\n2 2 1\n1 2\n") ==
        "3:1 603 a symmetric matrix has no entries above its diagonal");
  CHECK(wrong(f, head + "pattern general\n2 2 2\n1 2\n1 2\n") ==
        "4:1 606 this entry is there twice");
  CHECK(wrong(f, head + "pattern general\n2 2 2\n1 2\n") ==
        "4:1 603 2 entries are announced, and there are 1");
  CHECK(wrong(f, head + "pattern general\n99999999 99999999 0\n").find("619") !=
        std::string::npos);
}

TEST_CASE("labels name nodes where all have one and no two the same") {
  ReadOptions options;
  options.labels = true;
  const auto gml = [](const std::string& a, const std::string& b) {
    return "graph [ node [ id 0 " + a + " ] node [ id 1 " + b +
           " ] edge [ source 0 target 1 ] ]";
  };
  const auto f = Format::gml;
  CHECK(right(f, gml("label \"x\"", "label \"y\""), options) == "x y | x-y");
  CHECK(right(f, gml("label \"x\"", "label \"x\""), options) == "0 1 | 0-1");
  CHECK(right(f, gml("label \"x\"", ""), options) == "0 1 | 0-1");
  CHECK(right(f, gml("label \"x\" name \"n\"", "label \"x\" name \"m\""),
              options) == "n m | n-m");
  CHECK(right(f, gml("label \"x\"", "label \"y\"")) == "0 1 | 0-1");
  CHECK(right(Format::dot, "graph { a [label=x]; b [label=y] }", options) ==
        "a b |");
}

TEST_CASE("files that gzip packed") {
  // printf '1 2\n' | gzip -n
  const std::string packed(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x33\x54\x30\xe2\x02\x00"
      "\x57\xbb\x3b\x5c\x04\x00\x00\x00",
      24);
  CHECK(is_packed(packed));
  CHECK_FALSE(is_packed("1 2\n"));
  const Unpacked whole = unpack(packed, 100);
  CHECK(whole.error.empty());
  CHECK(whole.text == "1 2\n");
  CHECK(unpack(packed + packed, 100).text == "1 2\n1 2\n");
  CHECK(unpack(packed.substr(0, 20), 100).error ==
        "it is packed by gzip, and broken or cut off");
  CHECK(unpack(packed + "x", 100).error ==
        "it is packed by gzip, and broken or cut off");
  CHECK(unpack(packed, 3).error.find("it unpacks to more than 0 MiB") == 0);
}

// A megabyte of one letter takes a kilobyte.
TEST_CASE("what is packed too well is not unpacked") {
  const std::string letters(std::size_t{1} << 20, 'a');
  std::string packed(2 * letters.size(), ' ');
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9,
                       Z_DEFAULT_STRATEGY) == Z_OK);
  const auto bytes = [](const std::string& text) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  };
  stream.next_in = bytes(letters);
  stream.avail_in = static_cast<uInt>(letters.size());
  stream.next_out = bytes(packed);
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  std::string many;
  for (int i = 0; i < 60; ++i) many += packed;
  CHECK(unpack(many, SIZE_MAX).text.size() == 60 * letters.size());
  for (int i = 0; i < 40; ++i) many += packed;
  CHECK(unpack(many, SIZE_MAX).error.find("too much for what is packed") !=
        std::string::npos);
}

TEST_CASE("of very many things that are left out, a hundred are named") {
  std::string inner;
  for (int i = 0; i < 300; ++i) inner += fmt::format("<x{}/>", i);
  const Read r = read(Format::xgmml, "<graph>" + inner + "</graph>");
  REQUIRE(r.file);
  CHECK(r.diagnostics.find("<x99> is ignored") != std::string::npos);
  CHECK(r.diagnostics.ends_with(
      "1:598 warning 608 more than what is named above is ignored"));
}

// Each would take minutes if keys were compared with all before them.
TEST_CASE("nodes with very many values") {
  std::string keys, attributes, values;
  for (int i = 0; i < 100'000; ++i) keys += "a 1 ";
  CHECK(right(Format::gml, "graph [ node [ " + keys + "id 1 ] ]") == "1 |");
  for (int i = 0; i < 30'000; ++i) {
    attributes += fmt::format("<attribute id='{}' title='t'/>", i);
    values += fmt::format("<attvalue for='{}' value='1'/>", i);
  }
  CHECK(right(Format::gexf,
              "<gexf><graph><attributes class='node'>" + attributes +
                  "</attributes><nodes><node id='0'><attvalues>" + values +
                  "</attvalues></node></nodes></graph></gexf>") == "0 |");
}

}  // namespace

}  // namespace graph_formats_test
