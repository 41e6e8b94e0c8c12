// SPDX-License-Identifier: MIT
// Each entry has an example that gives the diagnostic, and one that does not:
// tests run both.
#include "decide/question/decide_catalogue.hpp"

#include "decide/question/codes.hpp"

namespace vicinal::decide::inline question {

namespace {

constexpr network::Entry entries[] = {
    {codes::network_for_model, "a network where a model is wanted",
     "The file is called as networks are, or begins as they do, and begins as "
     "no model does. 'vicinal topology' reads networks; --on is for those that "
     "a model with 'network any' stands on.",
     "graph { a -- b }\n", "process P { }\nnetwork { node p : P; }\n"},
    {codes::quotient_for_network,
     "a quotient network where a network is wanted",
     "The nodes of a quotient stand for classes of nodes, and what they share "
     "is said by 'via': steps of a model do not run on it. 'vicinal prove "
     "--on-quotient' computes the local invariant of single nodes on it; for "
     "everything else give the network itself.",
     R"({"nodes": [{"id": "a"}], "edges": [{"id": "e", "ins": ["a"], )"
     R"("outs": ["a"], "class": "a", "access": "inout", )"
     R"("via": [{"class": "a", "edge": "e", "channel": 0}]}]})",
     R"({"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"id": "e", )"
     R"("ins": ["a", "b"], "outs": ["a", "b"]}]})"},
    {codes::action_never_fires, "an action that never fires",
     "Its guard holds in no state that was found. A warning: perhaps the "
     "guard is wrong, or the initial condition.",
     "process P {\n  var x : bool = false;\n  action a when x { }\n}\n"
     "network { node p : P; }\n",
     "process P {\n  var x : bool = true;\n  action a when x { }\n}\n"
     "network { node p : P; }\n"},
    {codes::premise_never_true, "a premise that is never true",
     "The property holds, but says nothing. A warning.",
     "process P {\n  var x : bool = false;\n}\nnetwork { node p : P; }\n"
     "invariant q: p.x => !p.x;\n",
     "process P {\n  var x : bool = false;\n}\nnetwork { node p : P; }\n"
     "invariant q: !p.x;\n"},
    {codes::properties_of_no_net, "properties of what is no Petri net",
     "--properties reads properties of a Petri net in PNML. A model in another "
     "language says them itself.",
     "vicinal check --properties LTLCardinality.xml ring.vic\n",
     "vicinal check --properties LTLCardinality.xml net.pnml\n"},
    {codes::checkpoint_not_used, "a checkpoint that cannot be used",
     "--checkpoint begins in a folder without a checkpoint, --resume goes on "
     "from one. It has to be whole, and of the same model, sizes, properties, "
     "options and version: otherwise its states would be those of another "
     "exploration. The message says what is wrong.",
     "vicinal explore --resume nowhere token-ring.vic\n",
     "vicinal explore --checkpoint saved token-ring.vic\n"},
    {codes::checkpoint_not_saved, "a checkpoint that could not be saved",
     "The answer is right, but what the run has done at its end is not saved; "
     "an earlier checkpoint in the folder is as it was. A warning, with the "
     "reason of the system.",
     "(ulimit -f 0; vicinal explore --checkpoint saved token-ring.vic)\n",
     "vicinal explore --checkpoint saved token-ring.vic\n"},
    {codes::cubicle_constant_without_value, "constant without a value",
     "States are explored of one model. A constant of type int without a value "
     "stands for infinitely many; 'vicinal prove' takes them all.",
     "const K : int\nvar X : int\ninit () { X = K }\n",
     "var X : int\ninit () { X = 2 }\n"},
};

}  // namespace

std::span<const network::Entry> decide_catalogue() {
  return entries;
}

}  // namespace vicinal::decide::inline question
