// SPDX-License-Identifier: MIT
// The codes say what is wrong, in whatever format. An example is a whole file.
#include "network/files/file_catalogue.hpp"

#include "network/files/codes.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr Entry entries[] = {
    {codes::not_json, "not JSON", "The file is not well-formed JSON.",
     "{ \"nodes\": [ }\n", "{ \"nodes\": [ ], \"edges\": [ ] }\n"},
    {codes::file_nested_too_deep, "too deep", "Nesting is capped at 1000.", "",
     ""},
    {codes::unexpected_in_file, "something else was expected",
     "A network is an object with a list of nodes and a list of edges, which "
     "may be empty; node-link JSON calls it \"links\", networkx's adjacency "
     "data \"adjacency\". Other forms of JSON are not read.",
     "{ \"nodes\": [ ] }\n", "{ \"nodes\": [ ], \"edges\": [ ] }\n"},
    {codes::key_twice, "a key that is there twice",
     "Which of the two values counts would be a guess.",
     "{ \"nodes\": [ ], \"nodes\": [ ], \"edges\": [ ] }\n",
     "{ \"nodes\": [ ], \"edges\": [ ] }\n"},
    {codes::missing_id, "no id",
     "Every node and every edge has an \"id\"; a \"via\" has \"class\", "
     "\"edge\" and \"channel\".",
     "{ \"nodes\": [ { \"color\": \"red\" } ], \"edges\": [ ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\", \"color\": \"red\" } ],\n"
     "  \"edges\": [ ] }\n"},
    {codes::id_twice, "an id that is there twice",
     "Nodes have different ids, edges have different ids, and an edge names "
     "a node once in each list, and in its \"via\" a channel once.",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"a\" } ], \"edges\": [ ] "
     "}\n",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"b\" } ], \"edges\": [ ] "
     "}\n"},
    {codes::unknown_id, "an unknown node or edge",
     "An edge names nodes that are listed; the \"via\" of a quotient also "
     "edges, of the class that it names.",
     "{ \"nodes\": [ { \"id\": \"a\" } ],\n"
     "  \"edges\": [ { \"id\": \"e\", \"ins\": [ \"b\" ] } ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"b\" } ],\n"
     "  \"edges\": [ { \"id\": \"e\", \"ins\": [ \"a\", \"b\" ],\n"
     "    \"outs\": [ \"a\", \"b\" ] } ] }\n"},
    {codes::part_ignored, "a part that is ignored",
     "It means nothing in this format, and may be a slip of the pen. A "
     "warning.",
     "{ \"nodes\": [ { \"id\": \"a\", \"x\": 3 } ], \"edges\": [ ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\" } ], \"edges\": [ ] }\n"},
    {codes::line_is_no_edge, "a line that is no edge",
     "A line of an edge list names the two ends of an edge, with a blank "
     "between them; what may follow, such as a number, follows on each line. "
     "Lines of different lengths are an adjacency list (a node, then all its "
     "neighbours): --format adjacency-list reads it. A line of a table has as "
     "many fields as the first.",
     "1 2 3\n2 3\n", "1 2\n1 3\n2 3\n"},
    {codes::not_in_nauty_format, "not in nauty's formats",
     "graph6, sparse6 and digraph6 are one line of characters from '?' to '~', "
     "of as many bits as the number of nodes asks for.",
     ">>graph6<<DQ\n", ">>graph6<<DQc\n"},
    {codes::not_xml, "not XML", "The file is not well-formed XML.",
     "<graphml><graph edgedefault=\"directed\"></graphml>\n",
     "<graphml><graph edgedefault=\"directed\"/></graphml>\n"},
    {codes::doctype, "a DOCTYPE",
     "A DOCTYPE may define entities, which may make a small file as large as "
     "one likes. GraphML needs none.",
     "<!DOCTYPE graphml>\n<graphml><graph edgedefault=\"directed\"/></graphml>"
     "\n",
     "<graphml><graph edgedefault=\"directed\"/></graphml>\n"},
    {codes::file_not_utf8, "not UTF-8",
     "Texts are UTF-8; in XML, what its declaration says.", "", ""},
    {codes::wrong_sign_or_word, "a wrong sign or word",
     "What stands here has no meaning at this place in DOT, GML or a list of "
     "Pajek's.",
     "graph { a -> b }\n", "graph { a -- b }\n"},
    {codes::not_a_number, "not a number",
     "Many formats call nodes by whole numbers, and matrices have numbers for "
     "entries. In GML words are taken, too.",
     "graph [ node [ id 1.5 ] ]\n", "graph [ node [ id 1 ] ]\n"},
    {codes::second_graph, "a second graph",
     "A file holds one graph, and no node or edge holds another: which of them "
     "is meant would be a guess.",
     "graph { a } graph { b }\n", "graph { a b }\n"},
    {codes::edge_at_two_ports_of_node, "one edge at two ports of a node",
     "A node knows an edge by one port. Two edges may join the same nodes. An "
     "edge from a node to itself may have two ports, which are then one, of a "
     "name with '+' or '>' between; no other port may have such a name then.",
     "graph { a:left -- a:right; a:\"left+right\" -- b }\n",
     "graph { a:left -- b; a:right -- b }\n"},
    {codes::too_many_for_file, "too many nodes or edges for the file",
     "Formats that give a number of nodes, or make edges between all nodes of "
     "two sets, could ask for any amount of memory in a few bytes.",
     "*Vertices 1000000\n", "*Vertices 1000\n"},
    {codes::unknown_format, "no format of networks",
     "Neither the file's name nor how it begins tells its format. --format "
     "names it.",
     "", ""},
    {codes::format_forbids, "what a format forbids",
     "The format does not have this, but programs write it, and all that read "
     "it take it alike: edges with equal ids, which then get other names; in "
     "GraphML a <key> in the <graph>, one id for a key of nodes and one of "
     "edges, a node whose id is empty; words as ids in GML. A warning.",
     "graph [ node [ id \"a\" ] ]\n", "graph [ node [ id 1 label \"a\" ] ]\n"},
    {codes::several_networks, "several networks in a file",
     "A project of Pajek's may have several networks. The first one is read, "
     "unless --network takes another. A warning.",
     "*Network a\n*Vertices 1\n*Network b\n*Vertices 2\n",
     "*Network a\n*Vertices 1\n"},
    {codes::no_such_network, "a network that the file does not have",
     "--network counts the networks of a file from 1; all formats but Pajek's "
     "projects hold one.",
     "", ""},
    {codes::neighbours_disagree, "neighbours that do not agree",
     "Where edges have no direction, the lists of both ends name them, or a "
     "matrix is symmetric. Some formats let one end name an edge; then the "
     "other does not name it at all, or as often.",
     "dl n=2\ndata:\n0 1\n0 0\n", "dl n=2\ndata:\n0 1\n1 0\n"},
    {codes::form_not_read, "a form that is not read",
     "The format has more than one form, and this one is not read: it does not "
     "say what network it is, or programs that read it do not agree.",
     "%%MatrixMarket matrix array integer general\n1 1\n1\n",
     "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n"},
};

}  // namespace

std::span<const Entry> file_catalogue() {
  return entries;
}

}  // namespace vicinal::network::inline files
