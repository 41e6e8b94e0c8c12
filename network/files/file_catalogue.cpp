// SPDX-License-Identifier: MIT
// The codes say what is wrong, in whatever format. An example is a whole file.
#include "network/files/file_catalogue.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr Entry entries[] = {
    {601, "not JSON", "The file is not well-formed JSON.", "{ \"nodes\": [ }\n",
     "{ \"nodes\": [ ], \"edges\": [ ] }\n"},
    {602, "too deep", "Nesting is capped at 1000.", "", ""},
    {603, "something else was expected",
     "A network is an object with a list of nodes and a list of edges, which "
     "may be empty; node-link JSON calls it \"links\". Other forms of JSON, "
     "such as networkx's adjacency form, are not read.",
     "{ \"nodes\": [ ] }\n", "{ \"nodes\": [ ], \"edges\": [ ] }\n"},
    {604, "a key that is there twice",
     "Which of the two values counts would be a guess.",
     "{ \"nodes\": [ ], \"nodes\": [ ], \"edges\": [ ] }\n",
     "{ \"nodes\": [ ], \"edges\": [ ] }\n"},
    {605, "no id",
     "Every node and every edge has an \"id\"; a \"via\" has \"class\", "
     "\"edge\" and \"channel\".",
     "{ \"nodes\": [ { \"color\": \"red\" } ], \"edges\": [ ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\", \"color\": \"red\" } ],\n"
     "  \"edges\": [ ] }\n"},
    {606, "an id that is there twice",
     "Nodes have different ids, edges have different ids, and an edge names "
     "a node once in each list, and in its \"via\" a channel once.",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"a\" } ], \"edges\": [ ] "
     "}\n",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"b\" } ], \"edges\": [ ] "
     "}\n"},
    {607, "an unknown node or edge",
     "An edge names nodes that are listed; the \"via\" of a quotient also "
     "edges, of the class that it names.",
     "{ \"nodes\": [ { \"id\": \"a\" } ],\n"
     "  \"edges\": [ { \"id\": \"e\", \"ins\": [ \"b\" ] } ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"b\" } ],\n"
     "  \"edges\": [ { \"id\": \"e\", \"ins\": [ \"a\", \"b\" ],\n"
     "    \"outs\": [ \"a\", \"b\" ] } ] }\n"},
    {608, "a part that is ignored",
     "It means nothing in this format, and may be a slip of the pen. A "
     "warning.",
     "{ \"nodes\": [ { \"id\": \"a\", \"x\": 3 } ], \"edges\": [ ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\" } ], \"edges\": [ ] }\n"},
    {609, "a line that is no edge",
     "A line of an edge list names the two ends of an edge, with a blank "
     "between them; what may follow, such as a number, follows on each line. "
     "Lines of different lengths are an adjacency list (a node, then all its "
     "neighbours), which is not read yet: networkx.write_edgelist writes the "
     "same graph as an edge list.",
     "1 2 3\n2 3\n", "1 2\n1 3\n2 3\n"},
    {610, "not in nauty's formats",
     "graph6, sparse6 and digraph6 are one line of characters from '?' to '~', "
     "of as many bits as the number of nodes asks for.",
     ">>graph6<<DQ\n", ">>graph6<<DQc\n"},
    {611, "not XML", "The file is not well-formed XML.",
     "<graphml><graph edgedefault=\"directed\"></graphml>\n",
     "<graphml><graph edgedefault=\"directed\"/></graphml>\n"},
    {612, "a DOCTYPE",
     "A DOCTYPE may define entities, which may make a small file as large as "
     "one likes. GraphML needs none.",
     "<!DOCTYPE graphml>\n<graphml><graph edgedefault=\"directed\"/></graphml>"
     "\n",
     "<graphml><graph edgedefault=\"directed\"/></graphml>\n"},
    {614, "not UTF-8", "Texts are UTF-8; in XML, what its declaration says.",
     "", ""},
    {615, "a wrong sign or word",
     "What stands here has no meaning at this place in DOT, GML or a list of "
     "Pajek's.",
     "graph { a -> b }\n", "graph { a -- b }\n"},
    {616, "not a number", "GML and Pajek's files call nodes by whole numbers.",
     "graph [ node [ id \"a\" ] ]\n", "graph [ node [ id 1 label \"a\" ] ]\n"},
    {617, "a second graph",
     "A file holds one graph, and no node or edge holds another: which of them "
     "is meant would be a guess.",
     "graph { a } graph { b }\n", "graph { a b }\n"},
    {618, "one edge at two ports of a node",
     "A node knows an edge by one port. Two edges may join the same nodes.",
     "graph { a:left -- a:right }\n", "graph { a:left -- b; a:right -- b }\n"},
    {619, "too many nodes or edges for the file",
     "Formats that give a number of nodes, or make edges between all nodes of "
     "two sets, could ask for any amount of memory in a few bytes.",
     "*Vertices 1000000\n", "*Vertices 1000\n"},
    {620, "no format of networks",
     "Neither the file's name nor how it begins tells its format. --format "
     "names it.",
     "", ""},
};

}  // namespace

std::span<const Entry> file_catalogue() {
  return entries;
}

}  // namespace vicinal::network::inline files
