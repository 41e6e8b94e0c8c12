// SPDX-License-Identifier: MIT
// What is put beside a family that is there already, by dice of its own: the
// same seed gives the same family without it.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

namespace {

// Beside a family. The members of a join are numbered, and there were engines
// that could not count so far.
constexpr int most_single_nodes = 12;

}  // namespace

// Families of one node each, that have nothing to do with the others.
void FamilyWriter::single_nodes(std::string& lone, std::string& block) {
  if (any_ || !more_.one_in(14)) return;
  tag("single nodes");
  const bool moves = more_.one_in(3);
  const int count = moves ? 2 : 2 + more_.below(most_single_nodes - 1);
  lone +=
      fmt::format("process Lone {{\n  var lit : bool = false;\n{}}}\n",
                  moves ? "  action light when !lit { lit := true; }\n" : "");
  for (int i = 0; i < count; ++i) {
    block += fmt::format("  node lone{} : Lone;\n", i);
  }
  claim(fmt::format("lone0.lit => lone{}.lit", count - 1));
}

// An array that has an element for each node of a family, who writes its own.
void FamilyWriter::marks(std::string& tail) {
  const bool some = more_.one_in(14);
  if (!some) return arrays(tail);
  const NodeFamily* indexing = indexing_family();
  if (indexing == nullptr) return;
  const NodeFamily& family = *indexing;
  tag("array by nodes");
  declared_[family.process] +=
      fmt::format("  var marks : bool[{}];\n", family.name);
  const std::string others =
      fmt::format(" && (forall q in {}: !q.marks[self])", family.name);
  does_[family.process] += fmt::format(
      "  action mark when !marks[self]{} {{ marks[self] := true; }}\n",
      more_.one_in(2) ? others : "");
  const std::string a = terms_.fresh("a");
  const std::string b = terms_.fresh("b");
  tail += fmt::format("init forall {0}, {1} in {2}: !{0}.marks[{1}];\n", a, b,
                      family.name);
  claim(fmt::format("forall {0}, {1} in {2}: {0}.marks[{1}] => {0} == {1}", a,
                    b, family.name));
  claim(fmt::format("forall {0} in {1}: !{0}.marks[{0}]", a, family.name));
}

// Something that is said rarely, in every third family.
Added FamilyWriter::rare() {
  Terms terms(rare_, world_, mixed_ ? Mixed::numbers : Mixed::no);
  May may;
  may.names = !any_;
  may.indices = !any_;
  may.variables = rare_.one_in(3);
  may.network = false;
  may.bodies = whole_;
  Rare rare(rare_, world_, terms, may);
  if (rare_.one_in(3)) rare.add_some();
  if (!conditions_.empty() && rare_.one_in(4)) rare.add(Theme::starts);
  if (rare_.one_in(8)) {
    tag("least, greatest");
    rare.add(Theme::extremes);
  }
  if (whole_ && rare_.one_in(4)) rare.add(Theme::bodies);
  if (!world_.peers.empty() && rare_.one_in(3)) {
    tag("peer");
    rare.add(Theme::peers);
  }
  if (rare_.one_in(8)) {
    tag("size alone");
    rare.add(Theme::sizes);
  }
  return rare.take();
}

void FamilyWriter::no_initial_state(std::string& tail) {
  if (!more_.one_in(25)) return;
  tag("no initial state");
  // `enabled` may stand in properties only.
  std::string one = more_.of(claims_);
  if (one.find("enabled") != std::string::npos) one = "true";
  tail += fmt::format("init ({0}) && !({0});\n", one);
}

}  // namespace vicinal::random_models
