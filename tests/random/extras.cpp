// SPDX-License-Identifier: MIT
// Each part is some variables, actions of which a few are taken, and claims.
#include "extras.hpp"

#include <fmt/format.h>

namespace vicinal::random_models {

namespace {

using Words = std::vector<std::string>;

struct ModelPart {
  std::string types, variables, initial;
  Words actions;  // guard and body: "when c { }"
  Words claims;
};

ModelPart references() {
  return {"",
          "var r : id of lone = none; var t : id of lone = none;",
          "",
          {"when r == none { r := self; }",
           "when r != t { t := if r == none then self else r; }",
           "when t != none && t == self { r, t := t, none; }",
           "when (if r == none then self else r) == self { r := none; }"},
          {"lone.r == lone.t", "lone.r == none || lone.t != lone",
           "lone.t == lone.r || lone.r != lone.t"}};
}

ModelPart arrays_of_references() {
  return {"",
          "var who : (id of lone)[2] = [none, none];",
          "",
          {"when who == [none, none] { who := [self, self]; }",
           "when who[0] != none { who[1] := who[0]; who[0] := none; }",
           "when who != [self, self] { who[0] := self; }"},
          {"lone.who[0] != lone", "lone.who != [lone, lone]"}};
}

ModelPart arrays_of_arrays() {
  return {
      "",
      "var a : ((0..1)[2])[2] = [[0, 1], [1, 0]]; "
      "var b : ((1..3)[2])[2] = [[1, 1], [3, 1]];",
      "",
      {"when a != b { a := [b[0], a[1]]; }",
       "when a[0] != a[1] { a[0] := a[1]; }",
       "when a == [[1, 1], [1, 0]] { a := b; }",
       "when b[1][0] == 3 { b[1][0] := 1 + a[0][0]; }",
       "{ a[1] := (if a[0][0] == 1 then a else b)[0]; }",
       "when a == b { b[0], a[1][0] := [2, 3], 0; }"},
      {"lone.a != lone.b", "lone.a[0][1] == 1", "lone.b == [[1, 1], [3, 1]]"}};
}

ModelPart queues_of_arrays() {
  return {"",
          "var p : queue ((0..1)[2])[1]; var q : queue ((0..1)[2])[1];",
          "",
          {"when empty(p) { push(p, [1, 0]); }", "when p != q { q := p; }",
           "when !empty(q) && head(q)[0] == 1 { pop(p); push(p, head(q)); "
           "pop(q); }",
           "when len(q) == 1 && q[0] == [1, 0] { pop(q); }",
           "when !full(q) { push(q, if empty(p) then [0, 0] else head(p)); }",
           "{ p := if p == q then p else q; }"},
          {"lone.p == lone.q", "len(lone.q) > 0 => lone.q[0] != [0, 0]"}};
}

ModelPart queues_of_references() {
  return {
      "",
      "var w : queue id of lone[2];",
      "",
      {"when !full(w) { push(w, self); }", "when !full(w) { push(w, none); }",
       "when !empty(w) && head(w) != none { pop(w); }",
       "when len(w) == 2 && w[1] == self { pop(w); }"},
      {"empty(lone.w) || head(lone.w) == lone", "!full(lone.w)"}};
}

ModelPart arrays_of_queues() {
  return {
      "",
      "var l : (queue 0..1[1])[2]; var m : (queue 0..1[1])[2];",
      "",
      {"when empty(l[1]) { push(l[1], 1); }", "when l != m { m[0] := l[1]; }",
       "when l[0] == l[1] { l := [m[0], l[0]]; }",
       "when !empty(m[0]) && head(m[0]) == 1 { pop(m[0]); }",
       "when m == l { push(l[0], 0); }",
       "{ m := if empty(l[1]) then m else l; }"},
      {"lone.l == lone.m", "lone.l[0] != lone.m[0] || empty(lone.m[0])"}};
}

ModelPart structs_in_structs() {
  return {
      "struct In { up : bool; level : 0..2; }\n"
      "struct Deep { part : In; list : (0..1)[2]; who : id of lone; at : "
      "Phase; "
      "}\n",
      "var d : Deep = Deep(In(false, 0), [0, 1], none, idle); "
      "var e : (1..2)[2] = [1, 2];",
      "",
      {"when !d.part.up { d.part := In(true, d.list[1]); }",
       "when d.list != e { d.list := [1, d.part.level]; }",
       "when d.who == none { d.who := self; d.at := busy; }",
       "when d.part == In(true, 1) { d.part.level := d.part.level + 1; }",
       "when d.at == busy { d := Deep(d.part, e, none, idle); }",
       "{ d := if d.part.up then d else Deep(In(true, 2), d.list, d.who, "
       "d.at); }",
       "when d.list == e { e[1] := In(true, 1).level; }"},
      {"lone.d.part != In(true, 2)", "lone.d.who == none || lone.d.at == idle",
       "lone.d.list == [0, 1]", "lone.d.part.up => lone.d.part.level > 0"}};
}

ModelPart arrays_over_nodes() {
  return {"",
          "var f : (0..1)[lone]; var g : (1..2)[lone]; var h : (0..1)[lone];",
          "init forall i in lone: i.f[i] == 0 && i.h[i] == 0;\n",
          {"when f != g { f := g; }", "when f[self] == 1 { g[self] := 2; }",
           "when g == f { f[self] := 0; h := f; }", "when h != f { h := f; }",
           "{ f := if f[self] == 0 then h else g; }",
           "when f == h { for q in Extra { h[q] := 1; } }"},
          {"forall i in lone: i.f[i] == 0", "forall i in lone: i.f != i.g"}};
}

ModelPart unbounded() {
  return {"",
          "var big : int = 3; var last : Phase = idle;",
          "",
          {"when big < 5 { big := big + 1; }",
           "when big > 3 { big := if last == busy then -2 else 4; }",
           "when big == 4 { for p in Phase { last := p; } }",
           "when -big == 2 { last := idle; }"},
          {"lone.big <= 4", "lone.big + 1 > 0 || lone.last == busy"}};
}

}  // namespace

Extra extra(Dice& dice, bool integers) {
  std::vector<ModelPart> parts = {
      references(),         arrays_of_references(), arrays_of_arrays(),
      queues_of_arrays(),   queues_of_references(), arrays_of_queues(),
      structs_in_structs(), arrays_over_nodes()};
  if (integers) parts.push_back(unbounded());
  const ModelPart& part = dice.of(parts);
  Extra out;
  out.types = part.types;
  out.initial = part.initial;
  out.process = fmt::format(
      "process Extra(flag : bool, start : Phase) {{\n  {}\n"
      "  var at : Phase = start;\n",
      part.variables);
  const int first = dice.below(static_cast<int>(part.actions.size()));
  for (int i = 0; i < 4; ++i) {
    const std::size_t k = static_cast<std::size_t>(first + i);
    out.process += fmt::format("  action e{} {}\n", i,
                               part.actions[k % part.actions.size()]);
  }
  out.process += "  action turn when flag && at == start { at := busy; }\n}\n";
  out.node = fmt::format("node lone : Extra(flag = {}, start = {});",
                         dice.one_in(2) ? "true" : "false",
                         dice.one_in(2) ? "idle" : "busy");
  out.properties = fmt::format("invariant xq: {};\n", dice.of(part.claims));
  return out;
}

}  // namespace vicinal::random_models
