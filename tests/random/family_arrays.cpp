// SPDX-License-Identifier: MIT
// Arrays that nodes index, and shared ones with an element for each index: set,
// read, copied, cleared in loops. Each family has one idea at most, so that
// there are few states; now and then a mistake spoils what is claimed.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

namespace {

constexpr int idea_count = 8;

}  // namespace

// The family whose nodes are the indices, and whose process has the array: no
// other family has this process, as there an action would have no element.
const NodeFamily* FamilyWriter::indexing_family() {
  const NodeFamily& family = world_.nodes[0];
  for (const NodeFamily& other : world_.nodes) {
    if (&other != &family && other.process == family.process) return nullptr;
  }
  return &family;
}

// The claims of the rest stay as they are.
void FamilyWriter::claim_of_array(std::string& tail, const std::string& text) {
  const std::size_t before = tail.find("invariant array0:");
  tail += fmt::format("invariant array{}: {};\n",
                      before == std::string::npos ? 0 : 1, text);
}

// Each looks at the others one after the other, and forgets.
void FamilyWriter::heard(const NodeFamily& f, std::string& tail) {
  const std::string& name = f.name;
  declared_[f.process] += fmt::format("  var heard : bool[{}];\n", name);
  const bool mistake = arrays_.one_in(4);
  does_[f.process] += fmt::format(
      "  action hear(q in {0}) when (forall third in {0}: !heard[third]) && "
      "{1} {{ "
      "heard[q] := true; }}\n",
      name,
      arrays_.one_in(2)
          ? fmt::format("q != self && {}", mistake ? "true" : "!q.heard[self]")
          : "q == self");
  static const std::vector<std::string> bodies = {
      "heard[q] := false;", "heard[q] := q == self && heard[q];",
      "if heard[q] { heard[q] := q != self; }",
      "heard[q] := heard[q] && q != self;", "heard[self] := heard[q];"};
  does_[f.process] += fmt::format(
      "  action forget when exists p in {0}: heard[p] {{ for q in "
      "{0} {{ {1} }} }}\n",
      name, arrays_.of(bodies));
  tail += fmt::format("init forall a, b in {}: !a.heard[b];\n", name);
  claim_of_array(
      tail,
      fmt::format("forall a, b in {}: a != b => !(a.heard[b] && b.heard[a])",
                  name));
  if (arrays_.one_in(2)) {
    claim_of_array(tail, fmt::format("forall a in {}: !a.heard[a]", name));
  }
}

// A copy of what was there.
void FamilyWriter::kept(const NodeFamily& f, std::string& tail) {
  const std::string& name = f.name;
  const bool inside = arrays_.one_in(3);
  const std::string now = inside ? "board.now" : "now";
  const std::string old = inside ? "board.old" : "old";
  if (inside) {
    head_ += fmt::format(
        "struct Board {{ now : bool[{0}]; old : bool[{0}]; }}\n", name);
    declared_[f.process] += "  var board : Board;\n";
  } else {
    declared_[f.process] += fmt::format("  var now, old : bool[{}];\n", name);
  }
  does_[f.process] += fmt::format(
      "  action put when !{0}[self] {{ {0}[self] := true; }}\n"
      "  action keep when {0}[self] && !{1}[self] {{ {2} }}\n",
      now, old,
      arrays_.one_in(4) ? fmt::format("{}[self] := {}[self];", old, now)
                        : fmt::format("{} := {};", old, now));
  if (arrays_.one_in(3)) {
    does_[f.process] += fmt::format(
        "  action drop when {0}[self] {{ {1} }}\n", old,
        arrays_.one_in(2)
            ? fmt::format("{0}[self], {1}[self] := false, false;", old, now)
            : fmt::format("{0}[self] := false; {1} := {0};", old, now));
  }
  tail += fmt::format("init forall a, b in {0}: !a.{1}[b] && !a.{2}[b];\n",
                      name, now, old);
  claim_of_array(tail, fmt::format("forall a, b in {}: a.{}[b] => a.{}[b]",
                                   name, old, now));
  claim_of_array(
      tail, fmt::format("forall a, b in {}: a.{}[b] => a == b", name, now));
}

// Numbers, and references that may be none.
void FamilyWriter::levels(const NodeFamily& f, std::string& tail) {
  const std::string& name = f.name;
  declared_[f.process] += fmt::format(
      "  var level : 0..2[{0}];\n  var last : id of {0} = none;\n", name);
  const bool mistake = arrays_.one_in(4);
  does_[f.process] += fmt::format(
      "  action raise when level[self] < {0} {{ level[self] := level[self] + "
      "1; "
      "last := self; }}\n"
      "  action lower when {1} {{ level[last] := 0; last := none; }}\n",
      mistake ? 3 : 2, mistake ? "level[self] > 0" : "last != none");
  tail += fmt::format("init forall a, b in {}: a.level[b] == 0;\n", name);
  claim_of_array(
      tail, fmt::format("forall a, b in {}: a.level[b] > 0 => a == b", name));
  claim_of_array(
      tail,
      fmt::format("forall a in {}: a.last == none || a.level[a.last] <= 2",
                  name));
}

// One that all see, by node or by index.
void FamilyWriter::board(const NodeFamily& f, std::string& tail,
                         const std::string& size) {
  const std::string& name = f.name;
  const bool by_node = any_ || size.empty() || arrays_.one_in(2);
  const auto at = [&](const std::string& node) {
    return by_node ? fmt::format("flag[{}]", node)
                   : fmt::format("flag[index({})]", node);
  };
  if (by_node) {
    head_ += fmt::format("shared flag : bool[{}];\n", name);
    tail += fmt::format("init forall a in {}: !flag[a];\n", name);
  } else {
    head_ += fmt::format("shared flag[{}] : bool = false;\n", size);
  }
  const bool mistake = arrays_.one_in(4);
  declared_[f.process] += "  var entered : bool = false;\n";
  does_[f.process] += fmt::format(
      "  action raise when !{0} && !entered {{ {0} := true; }}\n"
      "  action enter when {0} && !entered && (forall q in {1}: q != self => "
      "!{2}) {{ entered := true; }}\n"
      "  action leave when entered {{ {3} }}\n",
      at("self"), name, at("q"),
      mistake ? fmt::format("{} := false;", at("self"))
              : fmt::format("entered := false; {} := false;", at("self")));
  claim_of_array(
      tail,
      fmt::format("forall a, b in {}: a != b => !(a.entered && b.entered)",
                  name));
  claim_of_array(tail,
                 fmt::format("forall a in {}: a.entered => {}", name, at("a")));
}

// Rules write the arrays of others; queues, and arrays of arrays.
void FamilyWriter::letters(const NodeFamily& f, std::string& tail) {
  const std::string& name = f.name;
  if (arrays_.one_in(2)) {
    declared_[f.process] += fmt::format("  var box : Letters[{}];\n", name);
    head_ += "struct Letters { from : queue bool[1]; }\n";
    does_[f.process] += fmt::format(
        "  action post when {} {{ push(box[self].from, true); }}\n"
        "  action take when len(box[self].from) > 0 {{ pop(box[self].from); "
        "}}\n",
        arrays_.one_in(4) ? "true" : "!full(box[self].from)");
    claim_of_array(
        tail, fmt::format("forall a, b in {}: len(a.box[b].from) > 0 => a == b",
                          name));
    claim_of_array(tail,
                   fmt::format("forall a in {0}: len(a.box[a].from) > 0 => "
                               "head(a.box[a].from)",
                               name));
    return;
  }
  declared_[f.process] += fmt::format("  var seen : bool[{0}][{0}];\n", name);
  does_[f.process] += fmt::format(
      "  action see when !seen[self][self] {{ seen[self][self] := true; }}\n"
      "  action lose when seen[self][self] {{ for q in {} {{ seen[{}][{}] := "
      "false; }} }}\n",
      name, arrays_.one_in(2) ? "q" : "self", arrays_.one_in(2) ? "q" : "self");
  tail +=
      fmt::format("init forall a, b, third in {}: !a.seen[b][third];\n", name);
  claim_of_array(
      tail,
      fmt::format(
          "forall a, b, third in {}: a.seen[b][third] => a == b && b == third",
          name));
}

void FamilyWriter::rule_on_array(const NodeFamily& f, std::string& tail) {
  const std::string& name = f.name;
  declared_[f.process] += fmt::format("  var known : bool[{}];\n", name);
  static const std::vector<std::string> bodies = {
      "p.known[q] := true; q.known[p] := true;", "p.known[q] := q.known[q];",
      "for third in {0} {{ p.known[third] := third == q; }}",
      "for third in {0} {{ third.known[p] := third == q; }}",
      "p.known := q.known;"};
  // Few states: each is known to one at most, mostly.
  tail += fmt::format(
      "rule meet(p, q in {0}) when {1} && (forall third in {0}: third != p => "
      "!third.known[q]) {{ {2} }}\n",
      name, arrays_.one_in(2) ? "!p.known[q]" : "p.known[p]",
      fmt::format(fmt::runtime(arrays_.of(bodies)), name));
  tail += fmt::format("init forall a, b in {0}: a.known[b] <=> {1};\n", name,
                      arrays_.one_in(2) ? "a == b" : "false");
  claim_of_array(
      tail, fmt::format("forall a, b in {}: a.known[b] => b.known[a]", name));
  claim_of_array(
      tail, fmt::format("forall a, b in {}: a.known[b] => a.known[a]", name));
}

void FamilyWriter::arrays(std::string& tail) {
  if (!arrays_.one_in(whole_ ? 8 : 10)) return;
  if (any_ && !arrays_.one_in(8)) return;  // there are many small graphs
  const NodeFamily* f = indexing_family();
  if (f == nullptr) return;
  tag("array by nodes");
  const std::string& sizes = node_sizes_[0];
  const bool line = sizes.find('[') == 0 && sizes.find('[', 1) == sizes.npos;
  switch (arrays_.below(whole_ ? idea_count : 4)) {
    case 0:
    case 1:
      return heard(*f, tail);
    case 2:
      return kept(*f, tail);
    case 3:
      return levels(*f, tail);
    case 4:
    case 5:
      return board(*f, tail,
                   line ? sizes.substr(1, sizes.size() - 2) : std::string());
    case 6:
      return letters(*f, tail);
    default:
      return rule_on_array(*f, tail);
  }
}

}  // namespace vicinal::random_models
