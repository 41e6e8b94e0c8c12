// SPDX-License-Identifier: MIT
// Each entry has an example that gives the diagnostic, and one that does not:
// tests run both.
#include "fixpoint/views/engine_catalogue.hpp"

#include "fixpoint/views/codes.hpp"

namespace vicinal::fixpoint::inline views {

namespace {

constexpr network::Entry entries[] = {
    {codes::rule_in_local_proof, "a rule in a local proof",
     "A rule may change anything. Views of an instance take rules that move "
     "three nodes at most, and touch nothing that none of these sees. Prove "
     "the model for every size, or without --views, or explore it.",
     "param n : 1.. = 2;\nprocess P {\n  var x : bool = false;\n}\n"
     "network { node p[n] : P; }\nrule r { for i in p { i.x := true; } }\n",
     "param n : 1.. = 2;\nprocess P {\n  var x : bool = false;\n}\n"
     "network { node p[n] : P; }\nrule r(i in p) { i.x := true; }\n"},
    {codes::shared_variable_written,
     "a written shared variable in a local proof",
     "Every node may read it, whatever its neighbourhood. Explore the model, "
     "or make the variable an edge.",
     "shared x : bool = false;\nprocess P {\n  action a { x := true; }\n}\n"
     "network { node p : P; }\n",
     "process P {\n  port x : inout bool;\n  action a { x := true; }\n}\n"
     "network {\n  node p : P;\n  edge x : bool = false;\n"
     "  connect p.x to x;\n}\n"},
    {codes::shared_variable_without_value,
     "a shared variable without an initial value in a local proof",
     "Nodes would have to agree on what it is.",
     "shared x : bool;\ninvariant p: x || !x;\n",
     "shared x : bool = true;\ninvariant p: x || !x;\n"},
    {codes::unbounded_in_local_proof, "'int' in a local proof",
     "Sets of local states are finite. Give the variable a range.",
     "process P {\n  var x : int = 0;\n}\nnetwork { node p : P; }\n",
     "process P {\n  var x : 0..9 = 0;\n}\nnetwork { node p : P; }\n"},
    {codes::parameter_over_what_others_know,
     "a parameter that ranges over what other nodes know",
     "The step of a node is seen in its neighbourhood. Let the parameter range "
     "over nodes, or over a port of the node itself, and say the rest in the "
     "guard.",
     "process P {\n  port set l : inout bool;\n  var f : id of p = none;\n"
     "  var x : bool = false;\n"
     "  action a(q in p, g in q.f.l) when g { x := true; }\n}\n"
     "network { node p[2] : P; edge e : bool = false;\n"
     "  connect p[0].l, p[1].l to e;\n}\n",
     "process P {\n  port set l : inout bool;\n"
     "  action a(g in l) when g { g := false; }\n}\n"
     "network { node p[2] : P; edge e : bool = false;\n"
     "  connect p[0].l, p[1].l to e;\n}\n"},
    {codes::effect_that_others_decide,
     "a step whose effect others decide, in a local proof",
     "What the statements of an action read must be in the neighbourhood of "
     "its "
     "node. Prove the model for every size without --views, explore it, or "
     "let the guard look at the others.",
     "process P {\n  var x : bool = false;\n"
     "  action a(q in p) { x := q.x; }\n}\nnetwork { node p[2] : P; }\n",
     "process P {\n  var x : bool = false;\n"
     "  action a(q in p) when q.x { x := true; }\n}\n"
     "network { node p[2] : P; }\n"},
    {codes::looks_beyond_quotient,
     "an action that looks at other nodes, on a quotient network",
     "A node of a quotient stands for a class, and what it shares with its "
     "neighbours is all that it shows. What an action looks at otherwise has "
     "no "
     "place there: leave out --on-quotient.",
     "process P {\n  var x : bool = false;\n"
     "  action a when forall q in p: !q.x { x := true; }\n}\n"
     "network { node p[2] : P; }\n",
     "process P {\n  var x : bool = false;\n"
     "  action a when !x { x := true; }\n}\nnetwork { node p[2] : P; }\n"},
    {codes::quotient_does_not_show,
     "a model that no quotient network is enough for",
     "Many networks have one quotient. What the model says of the network as a "
     "whole, how many nodes there are, which of them one is, in which order "
     "its "
     "edges come, may be different in each. Give the network itself: 'vicinal "
     "prove --on-quotient' then computes on the quotient of its classes.",
     "process P {\n  port set l : inout bool;\n}\n"
     "network from \"g.json\" {\n  node : P;\n  edge : bool via l;\n"
     "  init forall p in P: exists e in p.l: e;\n}\n",
     "process P {\n  port set l : inout bool;\n}\n"
     "network from \"g.json\" {\n  node : P;\n"
     "  edge : bool = false via l;\n}\n"},
};

}  // namespace

std::span<const network::Entry> engine_catalogue() {
  return entries;
}

}  // namespace vicinal::fixpoint::inline views
