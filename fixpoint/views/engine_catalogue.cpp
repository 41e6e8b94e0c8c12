// SPDX-License-Identifier: MIT
// Each entry has an example that gives the diagnostic, and one that does not:
// tests run both.
#include "fixpoint/views/engine_catalogue.hpp"

namespace vicinal::fixpoint::inline views {

namespace {

constexpr network::Entry entries[] = {
    {701, "a rule in a local proof",
     "A rule may change anything, so that no neighbourhood shows what "
     "happens to it. Explore the model, or write the step as an action.",
     "shared x : bool = false;\nrule r { x := true; }\n",
     "shared x : bool = false;\ninvariant p: !x;\n"},
    {702, "a written shared variable in a local proof",
     "Every node may read it, whatever its neighbourhood. Explore the model, "
     "or make the variable an edge.",
     "shared x : bool = false;\nprocess P {\n  action a { x := true; }\n}\n"
     "network { node p : P; }\n",
     "process P {\n  port x : inout bool;\n  action a { x := true; }\n}\n"
     "network {\n  node p : P;\n  edge x : bool = false;\n"
     "  connect p.x to x;\n}\n"},
    {703, "a shared variable without an initial value in a local proof",
     "Nodes would have to agree on what it is.",
     "shared x : bool;\ninvariant p: x || !x;\n",
     "shared x : bool = true;\ninvariant p: x || !x;\n"},
    {704, "'int' in a local proof",
     "Sets of local states are finite. Give the variable a range.",
     "process P {\n  var x : int = 0;\n}\nnetwork { node p : P; }\n",
     "process P {\n  var x : 0..9 = 0;\n}\nnetwork { node p : P; }\n"},
    {705, "a parameter that ranges over what other nodes know",
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
    {708, "a step whose effect others decide, in a local proof",
     "What the statements of an action read must be in the neighbourhood of "
     "its "
     "node. Prove the model for every size without --views, explore it, or "
     "let the guard look at the others.",
     "process P {\n  var x : bool = false;\n"
     "  action a(q in p) { x := q.x; }\n}\nnetwork { node p[2] : P; }\n",
     "process P {\n  var x : bool = false;\n"
     "  action a(q in p) when q.x { x := true; }\n}\n"
     "network { node p[2] : P; }\n"},
    {801, "an action that never fires",
     "Its guard holds in no state that was found. A warning: perhaps the "
     "guard is wrong, or the initial condition.",
     "process P {\n  var x : bool = false;\n  action a when x { }\n}\n"
     "network { node p : P; }\n",
     "process P {\n  var x : bool = true;\n  action a when x { }\n}\n"
     "network { node p : P; }\n"},
    {802, "a premise that is never true",
     "The property holds, but says nothing. A warning.",
     "process P {\n  var x : bool = false;\n}\nnetwork { node p : P; }\n"
     "invariant q: p.x => !p.x;\n",
     "process P {\n  var x : bool = false;\n}\nnetwork { node p : P; }\n"
     "invariant q: !p.x;\n"},
};

}  // namespace

std::span<const network::Entry> engine_catalogue() {
  return entries;
}

}  // namespace vicinal::fixpoint::inline views
