// SPDX-License-Identifier: MIT
// One small model for each pair of types and each position, with a property
// that tells a value that arrived from one that did not.
#include "flows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace vicinal::selfcheck {

using Kind = Sort::Kind;

namespace {

std::string with(std::string text, const std::string& word,
                 const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

Sort range(int low, int high) {
  Sort s;
  s.kind = Kind::range;
  s.text = fmt::format("{}..{}", low, high);
  s.low = low;
  s.high = high;
  s.start = std::to_string(low);
  for (const int v : {low, low + 1, high}) {
    s.settings.push_back(fmt::format("$ := {};", v));
  }
  return s;
}

Sort integer() {
  Sort s = range(2, 8);
  s.kind = Kind::integer;
  s.text = "int";
  return s;
}

Sort truth() {
  Sort s;
  s.text = "bool";
  s.start = "false";
  s.settings = {"$ := true;", "$ := false;"};
  return s;
}

Sort constant(const std::string& name, const std::string& first,
              const std::string& second) {
  Sort s;
  s.kind = Kind::constant;
  s.text = name;
  s.start = first;
  s.settings = {"$ := " + first + ";", "$ := " + second + ";"};
  return s;
}

Sort record(const std::string& name) {
  Sort s;
  s.kind = Kind::record;
  s.text = name;
  s.start = name + "(0, false)";
  s.settings = {"$ := " + name + "(3, true);", "$ := " + name + "(0, true);"};
  return s;
}

std::string written(const Sort& element, int size) {
  if (element.start.empty()) return {};
  std::string list = element.start;
  for (int i = 1; i < size; ++i) list += ", " + element.start;
  return "[" + list + "]";
}

Sort array(const Sort& element, int size) {
  Sort s;
  s.kind = Kind::array;
  s.text = fmt::format("({})[{}]", element.text, size);
  s.size = size;
  s.element = {element};
  s.start = written(element, size);
  for (const std::string& set : element.settings) {
    s.settings.push_back(with(set, "$", "$[0]"));
  }
  return s;
}

Sort marks(const Sort& element, const std::string& family) {
  Sort s;
  s.kind = Kind::marks;
  s.text = fmt::format("({})[{}]", element.text, family);
  s.family = family;
  s.element = {element};
  for (const std::string& set : element.settings) {
    s.settings.push_back(
        fmt::format("for q in {} {{ {} }}", family, with(set, "$", "$[q]")));
  }
  return s;
}

Sort reference(const std::string& family) {
  Sort s;
  s.kind = Kind::reference;
  s.text = "id of " + family;
  s.family = family;
  s.start = "none";
  s.settings = {"$ := none;"};
  if (family == "p") s.settings.emplace_back("$ := self;");
  return s;
}

Sort queue(const Sort& element, int size) {
  Sort s;
  s.kind = Kind::queue;
  const std::string inner =
      element.kind == Kind::array ? "(" + element.text + ")" : element.text;
  s.text = fmt::format("queue {}[{}]", inner, size);
  s.size = size;
  s.element = {element};
  const std::string value =
      element.number() ? std::to_string(element.high) : element.start;
  s.settings = {"skip;", fmt::format("push($, {});", value)};
  return s;
}

Sort word(Kind kind, const std::string& text) {
  Sort s;
  s.kind = kind;
  s.text = text;
  s.family = kind == Kind::node ? "p" : "";
  s.settings = {"skip;"};
  return s;
}

}  // namespace

std::vector<Sort> sorts() {
  const Sort small = range(0, 3);
  const Sort large = range(0, 9);  // contains the others
  const Sort middle = range(2, 5);
  const Sort far = range(7, 9);
  const Sort s = record("S");
  return {truth(),
          integer(),
          small,
          large,
          middle,
          far,
          constant("E", "e0", "e1"),
          constant("F", "f0", "f1"),
          s,
          record("R"),
          array(truth(), 2),
          array(integer(), 2),
          array(small, 2),
          array(middle, 2),
          array(far, 2),
          array(small, 1),
          array(s, 2),
          array(array(small, 2), 2),
          array(array(middle, 2), 2),
          array(reference("p"), 2),
          marks(small, "p"),
          marks(middle, "p"),
          marks(small, "r"),
          reference("p"),
          reference("r"),
          queue(small, 2),
          queue(middle, 2),
          queue(large, 2),
          queue(small, 1),
          queue(s, 2),
          queue(record("R"), 2),
          queue(array(small, 2), 1),
          queue(array(middle, 2), 1),
          array(queue(small, 1), 2),
          array(queue(middle, 1), 2),
          marks(queue(small, 1), "p"),
          marks(queue(middle, 1), "p"),
          word(Kind::none, "none"),
          word(Kind::node, "self")};
}

Flow expected(const Sort& value, const Sort& place) {
  if (value.text == place.text) return Flow::same;
  if (value.number() && place.number()) {
    if (place.kind == Kind::integer) return Flow::same;
    const bool inside = value.kind == Kind::range && value.low >= place.low &&
                        value.high <= place.high;
    return inside ? Flow::same : Flow::checked;
  }
  if (place.kind == Kind::reference) {
    if (value.kind == Kind::none) return Flow::same;
    if (value.kind == Kind::node) return Flow::checked;
  }
  const bool arrays = value.kind == place.kind &&
                      (value.kind == Kind::array || value.kind == Kind::marks);
  if (!arrays || value.size != place.size || value.family != place.family) {
    return Flow::refused;
  }
  return expected(value.element[0], place.element[0]);
}

bool meet(const Sort& a, const Sort& b) {
  if (a.text == b.text || (a.number() && b.number())) return true;
  const auto word_of = [](const Sort& x, const Sort& y) {
    return y.kind == Kind::reference &&
           (x.kind == Kind::none || x.kind == Kind::node);
  };
  if (word_of(a, b) || word_of(b, a)) return true;
  const bool arrays =
      a.kind == b.kind && (a.kind == Kind::array || a.kind == Kind::marks);
  return arrays && a.size == b.size && a.family == b.family &&
         meet(a.element[0], b.element[0]);
}

// ---- positions -------------------------------------------------------------

namespace {

using Rule = Position::Rule;

Position flowing(const std::string& name, const std::string& move) {
  Position p;
  p.name = name;
  p.move = move;
  return p;
}

Position meeting(const std::string& name, const std::string& guard,
                 const std::string& move) {
  Position p = flowing(name, move);
  p.rule = Rule::meets;
  p.guard = guard;
  return p;
}

// Nodes do not become references here.
Position without_nodes(const std::string& name, const std::string& move) {
  Position p = flowing(name, move);
  p.rule = Rule::without_nodes;
  return p;
}

Position holding(Position p, const std::string& variables) {
  p.variables = variables;
  return p;
}

std::vector<Position> all_positions() {
  std::vector<Position> all = {
      flowing("assignment", "w := v;"),
      flowing("simultaneous assignment", "w, c := v, !c;"),
      flowing("definition", "w := pass(v);"),
      without_nodes("element of an array written out", "w := [v, v][0];"),
      flowing("field of a struct written out", "w := H(v).h;"),
      holding(flowing("array written out", "k := [v, v]; w := k[1];"),
              "var k : ($B)[2] = [$start, $start];"),
      holding(flowing("element", "k[if c then 0 else 1] := v; w := k[0];"),
              "var k : ($B)[2] = [$start, $start];"),
      holding(flowing("struct", "k := H(v); w := k.h;"),
              "var k : H = H($start);"),
      holding(flowing("field", "k.h := v; w := k.h;"),
              "var k : H = H($start);"),
      holding(flowing("push", "push(k, v); w := head(k);"),
              "var k : queue ($B)[1];"),
      meeting("values of if", "", "w := if c then v else w;"),
      meeting("values of if, the other way", "", "w := if c then w else v;"),
      without_nodes("two in an array", "w := [v, w][if c then 0 else 1];"),
      meeting("equal", "v == w", "c := !c;"),
      meeting("different", "w != v", "c := !c;"),
      meeting("if over others",
              "(if exists q in p: q != self && q.c then v else w) != w",
              "c := !c;"),
  };
  for (Position& p : all) {
    p.needs_start = p.variables.find("$start") != std::string::npos;
    p.no_queue = p.variables.find("queue") != std::string::npos;
    p.others = p.guard.find("exists") != std::string::npos;
    if (p.variables.find(": H") != std::string::npos ||
        p.move.find("H(") != std::string::npos) {
      p.globals = "struct H { h : $B; }\n";
    }
  }
  Position shared = flowing("shared", "g[1] := v; w := g[1];");
  shared.globals = "shared g[2] : $B = $start;\n";
  shared.needs_start = true;
  shared.local = false;
  all.push_back(shared);
  Position port = flowing("port", "w := link;");
  port.rule = Rule::identical;
  port.wired = true;
  all.push_back(port);
  return all;
}

}  // namespace

const std::vector<Position>& positions() {
  static const std::vector<Position> all = all_positions();
  return all;
}

bool applies(const Position& p, const Sort& v, const Sort& w) {
  if (!w.variable() || (p.wired && !v.variable())) return false;
  if (p.no_queue && w.holds_queue()) return false;
  // Arrays over nodes that are at edges or in arrays are another matter.
  const bool marked = v.kind == Kind::marks || w.kind == Kind::marks;
  if (marked && (p.wired || p.others || !p.variables.empty())) return false;
  return !p.needs_start || !w.start.empty();
}

bool accepted(const Position& p, const Sort& v, const Sort& w) {
  switch (p.rule) {
    case Rule::flows:
      return expected(v, w) != Flow::refused;
    case Rule::meets:
      return meet(v, w);
    case Rule::without_nodes:
      return expected(v, w) != Flow::refused && v.kind != Kind::node;
    default:
      return v.text == w.text;
  }
}

std::string model_of(const Position& p, const Sort& v, const Sort& w,
                     bool wide) {
  const std::string source = v.variable() ? "v" : v.text;
  const auto fill = [&](const std::string& text) {
    return with(with(text, "$B", w.text), "$start", w.start);
  };
  // Names stand alone in these texts: " v" or "(v" or "[v".
  const auto naming = [&](std::string text) {
    if (v.variable()) return text;
    for (const char* before : {" ", "(", "["}) {
      for (const char* after : {";", ",", ")", "]", " "}) {
        text = with(text, before + std::string("v") + after,
                    before + source + after);
      }
    }
    return text;
  };
  const auto declared = [](const std::string& name, const Sort& s) {
    return fmt::format("  var {} : {}{};\n", name, s.text,
                       s.start.empty() ? "" : " = " + s.start);
  };
  std::string out =
      "enum E { e0, e1 }\nenum F { f0, f1 }\n"
      "struct S { f : 0..3; g : bool; }\nstruct R { f : 0..3; g : bool; }\n"
      "def pass(x) = x;\nparam n : 1.. = 1;\n";
  out += fill(p.globals);
  out += "process Other { var u : bool = false; }\nprocess P {\n";
  if (p.wired) out += fmt::format("  port link : inout {};\n", w.text);
  out += "  var stage : 0..2 = 0;\n  var c : bool;\n";
  if (wide) out += "  var wide : 0..1000000 = 0;\n";
  if (v.variable()) out += declared("v", v);
  out += declared("w", w);
  if (!p.variables.empty()) out += "  " + fill(p.variables) + "\n";
  for (std::size_t i = 0; i < v.settings.size(); ++i) {
    const std::string place = p.wired ? "link" : "v";
    out += fmt::format("  action set{} when stage == 0 {{ stage := 1; {} }}\n",
                       i, with(v.settings[i], "$", place));
  }
  const std::string guard =
      p.guard.empty() ? "" : " && (" + naming(" " + p.guard + " ") + ")";
  out +=
      fmt::format("  action move when stage == 1{}{} {{ stage := 2; {}{} }}\n",
                  guard, wide ? " && wide < 2" : "",
                  wide ? "wide := wide + 1; " : "", naming(p.move));
  out += "}\nnetwork {\n  node p[n] : P;\n  node r : Other;\n";
  if (p.wired) {
    out += fmt::format("  edge wire[n] : {}{};\n", v.text,
                       v.start.empty() ? "" : " = " + v.start);
    out += "  for i in 0..n-1 { connect p[i].link to wire[i]; }\n";
  }
  out += "}\n";
  for (const auto& [name, sort] : {std::pair{"v", &v}, {"w", &w}}) {
    if (sort->kind != Kind::marks || sort->element[0].start.empty()) continue;
    out += fmt::format("init forall q in p: forall x in {}: q.{}[x] == {};\n",
                       sort->family, name, sort->element[0].start);
  }
  out += "invariant early: forall i in p: i.stage != 2;\n";
  if (meet(v, w)) {
    const std::string left = v.variable()           ? "i.v"
                             : v.kind == Kind::node ? "i"
                                                    : v.text;
    out += fmt::format(
        "invariant equal: forall i in p: i.stage == 2 => {0} == i.w;\n"
        "invariant differ: forall i in p: i.stage == 2 => i.w != {0};\n",
        left);
  }
  return out;
}

}  // namespace vicinal::selfcheck
