// SPDX-License-Identifier: MIT
// Each entry has an example that gives the diagnostic, and one that does not:
// tests run both.
#include "network/language/checker/checker_catalogue.hpp"

#include "network/language/codes.hpp"

namespace vicinal::network::inline language {

namespace {

constexpr Entry entries[] = {
    {codes::declared_twice, "a name that is declared twice",
     "Enumeration constants, constants, parameters, definitions, processes, "
     "families and shared variables share one space of names. A process's "
     "own names may repeat those of families only.",
     "const k = 3;\nenum T { k, m }\n", "const k = 3;\nenum T { l, m }\n"},
    {codes::unknown_name, "a name that nothing declares",
     "Look for a misspelling; a definition sees the names of the file and "
     "its parameters only.",
     "const limit = 3;\nconst k = limt + 1;\n",
     "const limit = 3;\nconst k = limit + 1;\n"},
    {codes::binder_repeats_name, "a bound variable that repeats a name",
     "Nothing shadows anything: a variable bound by a quantifier, a loop or "
     "an action has a name of its own.",
     "const i = 3;\nshared a[4] : bool = false;\n"
     "invariant p: forall i in 0..3: !a[i];\n",
     "const k = 3;\nshared a[4] : bool = false;\n"
     "invariant p: forall i in 0..3: !a[i];\n"},
    {codes::defined_by_itself, "something that is defined by itself",
     "Definitions, constants and structs cannot use themselves, directly or "
     "through others.",
     "const a = b + 1;\nconst b = a - 1;\n",
     "const a = 4;\nconst b = a - 1;\n"},
    {codes::wrong_kind_of_name, "a name of the wrong kind",
     "A type, a process or a family stands where something else is needed.",
     "enum T { a, b }\nconst k = T;\n", "enum T { a, b }\nconst k = a;\n"},
    {codes::wrong_number_of_arguments, "a wrong number of arguments or indices",
     "Functions, definitions, structs and families are used with as many "
     "arguments or indices as they were declared with.",
     "const k = min(3);\n", "const k = min(3, 4);\n"},
    {codes::no_such_member, "no such field, port or variable",
     "After the dot stands a field of the struct, or a port, a variable or a "
     "constant of the node's process.",
     "process P {\n  var phase : bool = false;\n}\n"
     "network { node p : P; }\ninvariant q: !p.fase;\n",
     "process P {\n  var phase : bool = false;\n}\n"
     "network { node p : P; }\ninvariant q: !p.phase;\n"},
    {codes::wrong_type, "a value of the wrong type",
     "The message says which type is needed and which was found. Numbers of "
     "any range may be assigned to numbers of any other, and are checked when "
     "it happens; a queue only to a queue that is declared alike.",
     "shared x : 0..3 = true;\n", "shared x : 0..3 = 1;\n"},
    {codes::operands_do_not_fit, "operands that do not fit together",
     "Only values of one type can be compared or be the two values of an "
     "'if', numbers of any two ranges, and arrays of such; queues only if "
     "they are declared alike.",
     "enum T { a, b }\nconst k = a == 3;\n",
     "enum T { a, b }\nconst k = a == b;\n"},
    {codes::no_value_here, "something without a value here",
     "Constants, sizes and the bounds of types are fixed before there is any "
     "state; constants may not depend on parameters.",
     "param n : 1.. = 3;\nconst k = n + 1;\n",
     "const n = 3;\nconst k = n + 1;\n"},
    {codes::in_port_assigned, "assigning an 'in' port",
     "A process may only read what it knows by an 'in' port. Declare the "
     "port 'inout' to read and write it.",
     "process P {\n  port left : in bool;\n  action a { left := false; }\n}\n",
     "process P {\n  port left : inout bool;\n"
     "  action a { left := false; }\n}\n"},
    {codes::out_port_read, "reading an 'out' port",
     "A process may only write what it knows by an 'out' port. Declare the "
     "port 'inout' to read and write it.",
     "process P {\n  port left : out bool;\n"
     "  action a when left { left := false; }\n}\n",
     "process P {\n  port left : inout bool;\n"
     "  action a when left { left := false; }\n}\n"},
    {codes::variable_of_others_assigned, "assigning what belongs to others",
     "An action assigns the node's own variables, its ports and shared "
     "variables; a rule may assign anything.",
     "process P {\n  var x : bool = false;\n"
     "  action a(q in p) { q.x := true; }\n}\nnetwork { node p[2] : P; }\n",
     "process P {\n  var x : bool = false;\n  action a { x := true; }\n}\n"
     "network { node p[2] : P; }\n"},
    {codes::not_assignable, "this cannot be assigned",
     "On the left of ':=' stands a variable, a port or a part of one.",
     "const k = 3;\nrule r { k := 4; }\n",
     "shared k : 0..4 = 3;\nrule r { k := 4; }\n"},
    {codes::queue_port_not_inout, "a queue at a port that is not 'inout'",
     "Pushing and popping read and write the queue.",
     "process P {\n  port q : out queue bool[2];\n}\n",
     "process P {\n  port q : inout queue bool[2];\n}\n"},
    {codes::word_without_meaning_here,
     "'self', 'index' or 'enabled' where it means nothing",
     "'self' is the acting node; 'index' is a number in initial values and "
     "constants of nodes; 'enabled' stands in properties.",
     "init enabled;\nshared x : bool = false;\n",
     "shared x : bool = false;\ninvariant live: enabled;\n"},
    {codes::nothing_to_range_over, "nothing to range over",
     "Variables range over a family, a process, a port set, an enumeration "
     "or a range.",
     "shared x : 0..3 = 0;\ninvariant p: forall i in x: i == 0;\n",
     "shared x : 0..3 = 0;\ninvariant p: forall i in 0..x: i <= 3;\n"},
    {codes::range_and_default_do_not_fit,
     "a parameter whose range and default do not fit",
     "The default lies in the range, which is not empty.",
     "param n : 2..5 = 7;\n", "param n : 2..5 = 4;\n"},
    {codes::empty_range, "an empty range or a negative length",
     "A type has at least one value.", "shared x : 3..1;\n",
     "shared x : 1..3;\n"},
    {codes::type_not_possible_here, "a type that is not possible here",
     "Constants of processes are a bool, a range or an enumeration; queues "
     "do not hold queues.",
     "process P(k : bool[2]) { }\n", "process P(k : bool) { }\n"},
    {codes::port_set_used_as_edge, "a port set used as one edge",
     "A port set has any number of members: bind one by a parameter or a "
     "quantifier.",
     "process P {\n  port set link : in bool;\n  action a when link { }\n}\n",
     "process P {\n  port set link : in bool;\n"
     "  action a when forall e in link: e { }\n}\n"},
    {codes::formula_of_another_logic, "a formula of another logic",
     "In ctl every path operator stands after A or E; ltl has no A and E; "
     "temporal operators stand in ctl, ltl and ctlstar only.",
     "shared x : bool = false;\nltl p: A G {x};\n",
     "shared x : bool = false;\nltl p: G {x};\n"},
    {codes::fairness_of_no_action, "fairness for an action that there is not",
     "After 'fair weak' or 'fair strong' stands P.a, or the name of a rule.",
     "process P {\n  action run { }\n}\nfair weak P.walk;\n",
     "process P {\n  action run { }\n}\nfair weak P.run;\n"},
    {codes::connection_does_not_fit, "a connection that does not fit",
     "'connect' names ports of nodes and an edge of the same type.",
     "process P {\n  port left : in bool;\n}\n"
     "network {\n  node p : P;\n  edge e : 0..3 = 0;\n"
     "  connect p.left to e;\n}\n",
     "process P {\n  port left : in bool;\n}\n"
     "network {\n  node p : P;\n  edge e : bool = false;\n"
     "  connect p.left to e;\n}\n"},
    {codes::process_constants_do_not_fit,
     "constants of a process that are missing or unknown",
     "Where nodes are declared, each constant of the process is given once.",
     "process P(rank : 0..3) { }\nnetwork { node p : P; }\n",
     "process P(rank : 0..3) { }\nnetwork { node p : P(rank = 1); }\n"},
    {codes::not_in_this_network,
     "something that does not belong into this network",
     "A model has one network. Families and 'init' stand directly in the "
     "block; a network from a file, or any network, has one 'node' and one "
     "'edge' declaration.",
     "network { }\nnetwork { }\n", "network { }\n"},
    {codes::expansion_too_large, "too large once definitions are expanded",
     "Definitions are substituted. Twenty that each use the one before twice "
     "are a million copies.",
     "def a(x) = x + x;\ndef b(x) = a(a(a(a(x))));\n"
     "def c(x) = b(b(b(b(x))));\nconst k = c(c(1));\n",
     "def a(x) = x + x;\ndef b(x) = a(a(a(a(x))));\nconst k = b(1);\n"},
    {codes::constant_without_value, "a constant without a value",
     "Evaluating the constant divides by zero, overflows, or uses a negative "
     "exponent.",
     "const k = 3 / 0;\n", "const k = 3 / 1;\n"},
    {codes::more_places_than_values, "more places than values",
     "A simultaneous assignment has as many values as places.",
     "shared x : 0..3 = 0;\nshared y : 0..3 = 0;\nrule r { x, y := 1; }\n",
     "shared x : 0..3 = 0;\nshared y : 0..3 = 0;\nrule r { x, y := 1, 2; }\n"},
    {codes::queue_element_assigned, "assigning an element of a queue",
     "What a queue holds can be read, 'q[0]' being its head, but it changes "
     "only at its ends: 'push(q, v)' puts a value at the end, 'pop(q)' "
     "removes the head.",
     "enum T { a, b }\nshared q : queue T[2];\nrule r { q[0] := a; }\n",
     "enum T { a, b }\nshared q : queue T[2];\n"
     "rule r when !full(q) { push(q, a); }\n"},
    {codes::no_node_at_other_end, "no node at the other end",
     "'peer(e)' is the node at the other one of the two ends of an edge, as "
     "the node sees it at whose port it is. A member of a family of edges is "
     "seen by nobody, and an edge may have one end, more than two, or nodes "
     "of several families.",
     "process P {\n  port left, right : in bool;\n}\n"
     "network {\n  node p[2] : P;\n  edge e[2] : bool = false;\n"
     "  for i in 0..1 { connect p[i].right, p[1 - i].left to e[i]; }\n}\n"
     "invariant two: forall f in e: index(peer(f)) < 2;\n",
     "process P {\n  port left, right : in bool;\n}\n"
     "network {\n  node p[2] : P;\n  edge e[2] : bool = false;\n"
     "  for i in 0..1 { connect p[i].right, p[1 - i].left to e[i]; }\n}\n"
     "invariant two: forall i in p: index(peer(i.left)) < 2;\n"},
    {codes::rank_does_not_fit, "a rank that does not fit its property",
     "A rank is of an ltl property of the shape F {q}, {p} U {q}, G F {q} or "
     "G ({p} => F {q}), of the same in ctl, or of AG EF {q}, has the variables "
     "of its outermost 'forall's, and names actions that the model assumes to "
     "be fair; those with a 'meanwhile', strongly fair. In place of an action "
     "it may rely on a property G ({p} => F {q}) whose rank stands before, or "
     "on its own, of a node with a greater index. Its terms are numbers, "
     "bools "
     "(false is nearer to the goal), or values of an enumeration with an order "
     "of all its constants, the farthest from the goal first.",
     "process P {\n  var x : 0..3 = 3;\n  action down when x > 0 { x := x - 1; "
     "}\n}\nnetwork { node p[2] : P; }\nfair weak P.down;\n"
     "ltl done: forall i in p: F {i.x == 0};\n"
     "rank for done: 3 by P.down of j in p when j.x > 0;\n",
     "process P {\n  var x : 0..3 = 3;\n  action down when x > 0 { x := x - 1; "
     "}\n}\nnetwork { node p[2] : P; }\nfair weak P.down;\n"
     "ltl done: forall i in p: F {i.x == 0};\n"
     "rank for done (i in p): i.x by P.down of i when i.x > 0;\n"},
    {codes::dynamic_edge_without_value,
     "an edge that comes and goes without an initial value",
     "An edge of a network 'any dynamic' appears with its initial value, "
     "whenever it does: there is one, the same for all edges, so that it does "
     "not depend on 'index'.",
     "process P { port set link : inout bool; }\n"
     "network any dynamic { node p : P; edge wire : bool via link; }\n",
     "process P { port set link : inout bool; }\n"
     "network any dynamic { node p : P; edge wire : bool = false via link; "
     "}\n"},
    {codes::not_in_dynamic_network,
     "something that has no meaning where edges come and go",
     "Edges that are not there are left out, and what they hold is lost. Then "
     "there may be no least or greatest value, no queue that stays, no range "
     "that an edge gives, no set of edges that temporal operators could be "
     "quantified over; and where edges come and go by themselves something is "
     "always 'enabled'.",
     "process P { port set link : inout 0..3; }\n"
     "network any dynamic { node p : P; edge wire : 0..3 = 0 via link; }\n"
     "invariant few: forall i in p: max(e in i.link: e) < 3;\n",
     "process P { port set link : inout 0..3; }\n"
     "network any dynamic { node p : P; edge wire : 0..3 = 0 via link; }\n"
     "invariant few: forall i in p: forall e in i.link: e < 3;\n"},
    {codes::change_of_no_edge, "something that cannot appear or vanish",
     "Only the edges of a network 'any dynamic' do: the parameter ranges over "
     "their port set, or, in a rule, over their family.",
     "process P {\n  port set link : inout bool;\n"
     "  action cut(vanishing q in P) { skip; }\n}\n"
     "network any dynamic { node p : P; edge wire : bool = false via link; }\n",
     "process P {\n  port set link : inout bool;\n"
     "  action cut(vanishing e in link) { skip; }\n}\n"
     "network any dynamic { node p : P; edge wire : bool = false via link; "
     "}\n"},
    {codes::quantifier_reaches_too_far, "a quantifier that reaches too far",
     "The body of a quantifier reaches as far to the right as it can; here "
     "the last part does not mention its variable. Parentheses say what is "
     "meant. A warning.",
     "shared a[3] : bool = false;\nshared b : bool = false;\n"
     "invariant p: forall i in 0..2: !a[i] && !b;\n",
     "shared a[3] : bool = false;\nshared b : bool = false;\n"
     "invariant p: (forall i in 0..2: !a[i]) && !b;\n"},
    {codes::edge_values_compared, "values of edges, not edges",
     "Where an edge is compared, its value is. Of two edges that are bound "
     "over one port set or one family, 'f != e' is false for two edges that "
     "hold the same value; 'same(f, e)' asks whether they are one edge. Who "
     "means the values and asks 'same' of the two anywhere, as in "
     "'!same(f, e) => f != e', is not warned. A warning.",
     "process P {\n  port set links : inout bool;\n"
     "  action give(e in links) when e && (forall f in links: f != e => !f) {\n"
     "    e := false;\n  }\n}\n"
     "network any { node p : P; edge wire : bool via links; }\n",
     "process P {\n  port set links : inout bool;\n"
     "  action give(e in links)\n"
     "    when e && (forall f in links: !same(f, e) => !f) {\n"
     "    e := false;\n  }\n}\n"
     "network any { node p : P; edge wire : bool via links; }\n"},
    {codes::definition_of_nothing, "-D of something that there is not",
     "-D sets a parameter or a constant of the model.",
     "vicinal prove -D m=3 ring.vic\n", "vicinal prove -D n=3 ring.vic\n"},
    {codes::definition_of_wrong_type, "-D with a value of the wrong type",
     "A parameter is an integer; a constant keeps its type.",
     "vicinal prove -D n=many ring.vic\n", "vicinal prove -D n=3 ring.vic\n"},
};

}  // namespace

std::span<const Entry> checker_catalogue() {
  return entries;
}

}  // namespace vicinal::network::inline language
