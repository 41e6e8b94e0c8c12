// SPDX-License-Identifier: MIT
// Each entry has an example that gives the diagnostic, and one that does not;
// tests run both. Empty: what a file alone cannot show.
#include "network/elaboration/elaboration_catalogue.hpp"

#include "network/elaboration/codes.hpp"
#include "network/language/codes.hpp"

namespace vicinal::network::inline elaboration {

namespace {

constexpr Entry entries[] = {
    {codes::edge_that_nothing_touches, "an edge that nothing touches",
     "No port is connected to it: it keeps its initial value. A warning.",
     "process P { }\nnetwork {\n  node p : P;\n  edge e : bool = false;\n}\n",
     "process P {\n  port left : in bool;\n}\n"
     "network {\n  node p : P;\n  edge e : bool = false;\n"
     "  connect p.left to e;\n}\n"},
    {codes::size_outside_of_range, "a size outside of its range",
     "The value of a parameter must lie in the range that the model gives.", "",
     ""},
    {codes::negative_family_size, "a family of negative size",
     "A family may be empty, never negative.",
     "param n : 0.. = 0;\nprocess P { }\nnetwork { node p[n - 1] : P; }\n",
     "param n : 0.. = 0;\nprocess P { }\nnetwork { node p[n] : P; }\n"},
    {codes::type_without_values, "a type without values at this size",
     "The bounds of a range or the length of an array depend on sizes, and "
     "leave no value at these.",
     "param n : 0.. = 0;\nshared x : 0..n-1;\n",
     "param n : 1.. = 1;\nshared x : 0..n-1;\n"},
    {codes::no_value_at_this_size, "something has no value at this size",
     "An index in a connection is out of bounds, or a division by zero "
     "happens while the network is built.",
     "param n : 1.. = 2;\nprocess P {\n  port left : in bool;\n}\n"
     "network {\n  node p[n] : P;\n  edge e[n] : bool = false;\n"
     "  for i in 0..n-1 { connect p[i].left to e[i + 1]; }\n}\n",
     "param n : 1.. = 2;\nprocess P {\n  port left : in bool;\n}\n"
     "network {\n  node p[n] : P;\n  edge e[n] : bool = false;\n"
     "  for i in 0..n-1 { connect p[i].left to e[i]; }\n}\n"},
    {codes::connecting_takes_too_long, "connecting takes too long",
     "The loops of the network block run more than 10^8 times.",
     "process P { }\nnetwork {\n  node p : P;\n"
     "  for i in 0..1000000 { for j in 0..1000000 { } }\n}\n",
     "process P { }\nnetwork {\n  node p : P;\n"
     "  for i in 0..10 { for j in 0..10 { } }\n}\n"},
    {codes::port_connected_twice, "a port that is connected twice",
     "A port is connected exactly once; a port set any number of times.",
     "process P {\n  port left : in bool;\n}\n"
     "network {\n  node p : P;\n  edge e[2] : bool = false;\n"
     "  connect p.left to e[0];\n  connect p.left to e[1];\n}\n",
     "process P {\n  port set left : in bool;\n}\n"
     "network {\n  node p : P;\n  edge e[2] : bool = false;\n"
     "  connect p.left to e[0];\n  connect p.left to e[1];\n}\n"},
    {codes::port_not_connected, "a port that is not connected",
     "Every port is connected exactly once.",
     "process P {\n  port left : in bool;\n}\nnetwork { node p : P; }\n",
     "process P {\n  port left : in bool;\n}\n"
     "network {\n  node p : P;\n  edge e : bool = false;\n"
     "  connect p.left to e;\n}\n"},
    {codes::unsatisfiable_initial_condition,
     "an initial condition that nothing satisfies",
     "Without an initial state everything would hold: that is an error, not "
     "a proof.",
     "shared x : 0..3;\ninit x > 3;\n", "shared x : 0..3;\ninit x > 2;\n"},
    {codes::instance_too_large, "too large",
     "A state may have 2^31 variables at most.",
     "shared x[100000][100000] : bool = false;\n",
     "shared x[100][100] : bool = false;\n"},
    {codes::constant_outside_of_type,
     "a constant of a node outside of its type",
     "The value given to a constant of a process lies in its range.",
     "process P(rank : 0..1) { }\n"
     "network { node p[3] : P(rank = index); }\n",
     "process P(rank : 0..2) { }\n"
     "network { node p[3] : P(rank = index); }\n"},
    {codes::type_sizes_differ, "types that differ in size",
     "The type of a port and that of the edge must be the same at every "
     "size.",
     "param n : 1.. = 2;\nprocess P {\n  port left : in 0..n;\n}\n"
     "network {\n  node p : P;\n  edge e : 0..n+1 = 0;\n"
     "  connect p.left to e;\n}\n",
     "param n : 1.. = 2;\nprocess P {\n  port left : in 0..n;\n}\n"
     "network {\n  node p : P;\n  edge e : 0..n = 0;\n"
     "  connect p.left to e;\n}\n"},
    {codes::graph_does_not_fit, "a graph that does not fit",
     "The graph has a self-loop; directed edges where 'via link' needs "
     "undirected ones, or undirected ones where 'via send -> receive' needs "
     "directed ones; or, for 'network any', an edge without two ends. Or it is "
     "a quotient that does not say what the class of an edge does with it, or "
     "who else writes it.",
     "", ""},
    {codes::one_edge_at_two_ports, "one edge through two ports",
     "A node reaches an edge through one port only. A ring of one node, for "
     "example, is no instance.",
     "process P {\n  port left, right : inout bool;\n}\n"
     "network {\n  node p : P;\n  edge e : bool = false;\n"
     "  connect p.left, p.right to e;\n}\n",
     "process P {\n  port left, right : inout bool;\n}\n"
     "network {\n  node p : P;\n  edge e[2] : bool = false;\n"
     "  connect p.left to e[0];\n  connect p.right to e[1];\n}\n"},
    {codes::initial_value_outside_of_type,
     "an initial value outside of its type",
     "The initial value of a variable lies in the range of its type.",
     "shared x[3] : 0..1 = index;\n", "shared x[3] : 0..2 = index;\n"},
    {codes::empty_model, "an empty model",
     "A model has nodes, edges or shared variables: of nothing, nothing can be "
     "proved. A file that was meant to be another one would pass for a proof.",
     "enum Phase { idle, busy }\n",
     "enum Phase { idle, busy }\nshared phase : Phase = idle;\n"},
    {codes::attribute_does_not_fit,
     "an attribute that is missing, or of another type",
     "A constant that comes from an attribute ('rank from \"capacity\"') has a "
     "value of its type at every node of the file.",
     "", ""},
    {codes::network_without_graph, "a network without a graph",
     "A 'network any' stands for all graphs; one instance of it needs a "
     "graph: --on FILE.",
     "", ""},
};

}  // namespace

std::span<const Entry> elaboration_catalogue() {
  return entries;
}

}  // namespace vicinal::network::inline elaboration
