// SPDX-License-Identifier: MIT
// Texts are those of docs/language.md, word for word (a test compares them), so
// that there is one description of the language.
#include "cli/lsp/keywords.hpp"

namespace vicinal::cli::inline lsp {

namespace {

using enum WordPlace;

constexpr LanguageWord word_table[] = {
    {"assert", top, "`assert name: expr;` proposes a local invariant.", ""},
    {"const", top,
     "`const k = 3;` is a constant. `-D k=5` on the command line overrides it "
     "and changes nothing else.",
     ""},
    {"ctl", top,
     "`ctl name: formula;`, `ltl name: formula;` and `ctlstar name: formula;` "
     "are for `vicinal check`",
     ""},
    {"ctlstar", top,
     "`ctl name: formula;`, `ltl name: formula;` and `ctlstar name: formula;` "
     "are for `vicinal check`",
     ""},
    {"def", top,
     "`def f(x, y) = expr;` names an expression. A use is replaced by it, with "
     "the arguments in place; the types are checked there.",
     ""},
    {"enum", top,
     "`enum T { a, b, c }` declares a type and its constants, which are global "
     "names.",
     ""},
    {"fair", top,
     "`fair weak P.a;` and `fair strong P.a;` are assumptions for `vicinal "
     "check`, one for each node of P (for each rule) and action a.",
     ""},
    {"init", top,
     "The initial states are all valuations within the types that satisfy the "
     "initial values and every `init` formula.",
     ""},
    {"invariant", top,
     "`invariant name: expr;` claims that expr holds in every reachable state.",
     ""},
    {"ltl", top,
     "An `ltl` formula is read under `A`, from every initial state.", ""},
    {"network", top,
     "A `network` block declares nodes and edges and connects them.", ""},
    {"param", top,
     "`param n : 2.. = 6;` is a size parameter: its range, which may be open "
     "at the top (`2..`) or closed (`2..8`), and its default.",
     ""},
    {"process", top,
     "`process P { ... }` is a template for nodes. It declares ports, "
     "variables and actions, in any order.",
     ""},
    {"rank", top,
     "A rank says why what an `ltl` or `ctl` property waits for comes about, "
     "so "
     "that `prove` can show it for every size.",
     ""},
    {"rule", top,
     "`rule r(p in s, q in 0..3) when guard priority expr { ... }` is a step "
     "of the whole system. A rule may read and write anything",
     ""},
    {"shared", top,
     "`shared x : T = v;` is a global variable, `shared a[n] : T = v;` a "
     "global "
     "array with v for each element",
     ""},
    {"struct", top,
     "`struct T { x : bool; y : 0..3; }` declares a record, for edges and "
     "variables that carry several values.",
     ""},
    {"action", process,
     "An action is one atomic step. Its parameters range over port sets, node "
     "families, ranges of constants and enumerations",
     ""},
    {"port", process,
     "A port is the name under which a process knows one incident edge", ""},
    {"var", process,
     "`var x : T = e;` declares a variable of each node of the process and its "
     "initial value.",
     ""},
    {"connect", network,
     "`connect s[i].p, t.q to e[i];` | puts the edge at these ports", ""},
    {"edge", network,
     "`edge e[n] : T = v;` | a family of edges with an initial value, which "
     "may be left out",
     ""},
    {"node", network,
     "`node s[n] : P;` | a family of n nodes; `node s : P;` is a single one",
     ""},
    {"else", statement, "`if c { } else { }` | `else { }` may be left out", ""},
    {"for", statement,
     "`for p in link { }` | once for every member of a port set, a family or a "
     "range: a broadcast, a release of everything",
     ""},
    {"if", statement, "`if c { } else { }` | `else { }` may be left out", ""},
    {"pop", statement,
     "`push(q, v);` `pop(q);` | puts v at the end of a queue; removes its head",
     "pop(queue)"},
    {"push", statement,
     "`push(q, v);` `pop(q);` | puts v at the end of a queue; removes its head",
     "push(queue, value)"},
    {"skip", statement, "`skip;` | nothing", ""},
    {"while", statement,
     "`while c { }` | a loop; more than 10^6 rounds are a model error", ""},
    {"any", clause,
     "`network any { ... }` stands for every finite graph without self-loops, "
     "with one process on each node and the edges at a port set.",
     ""},
    {"appearing", clause,
     "`appearing e in link` | takes one that is not there; it is from the "
     "first "
     "statement on",
     ""},
    {"color", clause,
     "`edge e[n] : T color c;` | edges of color c; without `color` the "
     "family's name counts",
     ""},
    {"dynamic", clause,
     "`network any dynamic { ... }` stands for every finite graph whose edges "
     "come and go.",
     ""},
    {"from", clause,
     "`network from \"FILE\" { ... }` takes the graph from a file", ""},
    {"global", clause,
     "`fair global;` assumes more, of all steps: a state that comes again and "
     "again is followed, again and again, by each state that a step leads to "
     "from it.",
     ""},
    {"meanwhile", clause,
     "behind that, `meanwhile (k by Q.b of h in s when d)`: a rank of its own, "
     "for an action that is strongly fair and not enabled all the time",
     ""},
    {"of", clause, "`id of s` | a reference to a node of family s, or `none`",
     ""},
    {"order", clause,
     "numbers that are not negative while it is waited; bools; values of an "
     "enumeration with `order [far, nearer, there]`, which names each constant "
     "once",
     ""},
    {"priority", clause,
     "With `priority expr`, among the enabled bindings of this action at this "
     "node (or of this rule) only those with the greatest value may fire. "
     "Without it all may.",
     ""},
    {"set", clause,
     "`port set p : inout T;` holds any number of incident edges that the "
     "process treats alike.",
     ""},
    {"strong", clause, "Strong: so is one that is enabled again and again.",
     ""},
    {"to", clause,
     "`connect s[i].p, t.q to e[i];` | puts the edge at these ports", ""},
    {"vanishing", clause,
     "`vanishing e in link` | takes one that is there; behind the last "
     "statement it is not any more",
     ""},
    {"via", clause,
     "In a directed graph, `via send -> receive` names the port set of the "
     "writer and that of the reader.",
     ""},
    {"weak", clause,
     "Weak: an action that is enabled from some point on is taken again and "
     "again.",
     ""},
    {"by", clause,
     "`by P.a of i when c`: node i, in situation c, by action a, which has to "
     "be [fair](#fairness)",
     ""},
    {"when", clause, "`when`, `priority` and the parameters may be left out.",
     ""},
    {"in", direction, "`port p, q : in T;` | read the edge", ""},
    {"inout", direction,
     "`port p : inout T;` | do both; queues need this at both sides", ""},
    {"out", direction, "`port p : out T;` | write it", ""},
    {"bool", type, "`bool` | `true`, `false`", ""},
    {"id", type, "`id of s` | a reference to a node of family s, or `none`",
     ""},
    {"int", type,
     "`int` | the integers: mathematical ones in proofs, checked 64-bit values "
     "in exploration",
     ""},
    {"queue", type,
     "`queue T[k]` | FIFO queues of at most k elements; empty at the start",
     ""},
    {"atmost", expression,
     "`atmost k i in s: body` | true if no k + 1 different members satisfy it",
     ""},
    {"enabled", expression,
     "`enabled` is true when some action or rule is enabled", ""},
    {"exactly", expression,
     "`exactly k i in s: body` | true if it holds for k members", ""},
    {"exists", expression, "`exists i in s: body` | true if it holds for one",
     ""},
    {"false", expression, "`bool` | `true`, `false`", ""},
    {"forall", expression,
     "`forall i, j in s: body` | true if body holds for all choices, i = j "
     "included",
     ""},
    {"none", expression,
     "`id of s` | a reference to a node of family s, or `none`", ""},
    {"self", expression, "`self` is the acting node.", ""},
    {"then", expression,
     "`if c then a else b`, quantifiers | reach as far to the right as they "
     "can",
     ""},
    {"true", expression, "`bool` | `true`, `false`", ""},
    {"abs", function,
     "Functions: `min(a, b)`, `max(a, b)`, `abs(a)`, `pow(a, b)`", "abs(a)"},
    {"adjacent", function,
     "`adjacent(i, j)` | whether two nodes touch a common edge",
     "adjacent(i, j)"},
    {"count", function, "`count(i in s: body)` | how many satisfy it",
     "count(i in s: body)"},
    {"empty", function, "on queues `head`, `len`, `full`, `empty`.",
     "empty(queue)"},
    {"full", function, "on queues `head`, `len`, `full`, `empty`.",
     "full(queue)"},
    {"head", function, "on queues `head`, `len`, `full`, `empty`.",
     "head(queue)"},
    {"index", function,
     "`index(i)` | the (row-major) index of i in its family; it breaks "
     "symmetry",
     "index(i)"},
    {"len", function, "on queues `head`, `len`, `full`, `empty`.",
     "len(queue)"},
    {"max", function,
     "`max(i in s: expr)` | the greatest number of a member; without members "
     "an error",
     "max(a, b)"},
    {"min", function, "`min(i in s: expr)` | the least", "min(a, b)"},
    {"peer", function,
     "`peer(i.right)`, `peer(e)` | the node at the other end of an edge, as a "
     "node sees it",
     "peer(e)"},
    {"pow", function,
     "Functions: `min(a, b)`, `max(a, b)`, `abs(a)`, `pow(a, b)`", "pow(a, b)"},
    {"same", function,
     "`same(i.right, j.left)` | whether two ports, or bound edges, are the "
     "same edge",
     "same(e, f)"},
    {"sum", function,
     "`sum(i in s: expr)` | the sum of a number over all members",
     "sum(i in s: expr)"},
};

}  // namespace

std::span<const LanguageWord> language_words() {
  return word_table;
}

const LanguageWord* language_word(std::string_view word) {
  for (const LanguageWord& w : word_table) {
    if (w.word == word) return &w;
  }
  return nullptr;
}

}  // namespace vicinal::cli::inline lsp
