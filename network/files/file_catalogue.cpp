// SPDX-License-Identifier: MIT
// 601 to 604 and 608 are found by the reader of JSON, 605 to 607 when ids are
// linked. An example is a whole file.
#include "network/files/file_catalogue.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr Entry entries[] = {
    {601, "not JSON", "The file is not well-formed JSON.", "{ \"nodes\": [ }\n",
     "{ \"nodes\": [ ], \"edges\": [ ] }\n"},
    {602, "too deep", "Nesting is capped at 1000.", "", ""},
    {603, "something else was expected",
     "A network is an object with a list of nodes and, unless there are none, "
     "a list of edges.",
     "{ \"nodes\": 3 }\n", "{ \"nodes\": [ ] }\n"},
    {604, "a key that is there twice",
     "Which of the two values counts would be a guess.",
     "{ \"nodes\": [ ], \"nodes\": [ ] }\n", "{ \"nodes\": [ ] }\n"},
    {605, "no id",
     "Every node and every edge has an \"id\"; a \"via\" has \"class\", "
     "\"edge\" and \"channel\".",
     "{ \"nodes\": [ { \"color\": \"red\" } ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\", \"color\": \"red\" } ] }\n"},
    {606, "an id that is there twice",
     "Nodes have different ids, edges have different ids, and an edge names "
     "a node once in each list, and in its \"via\" a channel once.",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"a\" } ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"b\" } ] }\n"},
    {607, "an unknown node or edge",
     "An edge names nodes that are listed; the \"via\" of a quotient also "
     "edges, of the class that it names.",
     "{ \"nodes\": [ { \"id\": \"a\" } ],\n"
     "  \"edges\": [ { \"id\": \"e\", \"ins\": [ \"b\" ] } ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\" }, { \"id\": \"b\" } ],\n"
     "  \"edges\": [ { \"id\": \"e\", \"ins\": [ \"a\", \"b\" ],\n"
     "    \"outs\": [ \"a\", \"b\" ] } ] }\n"},
    {608, "a key that is ignored",
     "It means nothing in this format. A warning.",
     "{ \"nodes\": [ { \"id\": \"a\", \"x\": 3 } ] }\n",
     "{ \"nodes\": [ { \"id\": \"a\" } ] }\n"},
};

}  // namespace

std::span<const Entry> file_catalogue() {
  return entries;
}

}  // namespace vicinal::network::inline files
