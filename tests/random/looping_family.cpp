// SPDX-License-Identifier: MIT
// Nodes k are looped over; p and z are two families of one process that owns
// arrays by nodes k; or they have arrays by each other. What a loop does and
// what is claimed are drawn apart: so that a claim says of others what is so of
// the members, as often as not.
#include "looping_family.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

using Texts = std::vector<std::string>;

class LoopWriter {
 public:
  explicit LoopWriter(std::uint64_t seed) : dice_(seed + 0x100b) {}

  std::string run();
  std::string among_members();

 private:
  std::string place(bool written);
  std::string written(const std::string& owner);
  std::string body(const std::string& owner);
  std::string over_nodes();
  std::string over_edges();
  std::string claim();

  Dice dice_;
  bool edges_ = false;
  bool elements_ = false;  // are what the body writes
  Texts owners_;           // of arrays in loops over their members
};

// What a body writes of a member q of k: elements at it, and nothing else, or
// what it has, and what is collected in the owner, or in nodes that have names.
std::string LoopWriter::written(const std::string& owner) {
  const std::string of = owner.empty() ? "p[0]." : owner;
  if (elements_) {
    return dice_.of(Texts{of + "m[q] := true;", of + "m[q] := true;",
                          of + "m[q] := !" + of + "m[q];"});
  }
  Texts out = {"q.y := 1;", "q.y := 2 - q.y;", "on := true;", "on := q.y == 0;",
               "last := q;"};
  if (owner.empty()) {
    for (const char* t : {"p[0].t := 1;", "p[n - 1].t := 2;"}) {
      out.insert(out.end(), 3, t);
    }
  } else {
    out.insert(out.end(), 2, owner + "t := 1;");
    out.push_back(owner + "t := 2 - q.y;");
  }
  return dice_.of(out);
}

std::string LoopWriter::body(const std::string& owner) {
  const int statements = 1 + dice_.below(3);
  Texts conditions = {"q.y == 0", "q.y > 0", "index(q) == 0", "on"};
  if (!owner.empty()) {
    conditions.push_back(owner + "m[q]");
    conditions.push_back(owner + "t == 0");
  }
  std::string out;
  for (int i = 0; i < statements; ++i) {
    const std::string one = written(owner);
    const std::string& condition = dice_.of(conditions);
    switch (dice_.below(4)) {
      case 0:
        out += fmt::format(" if {} {{ {} }}", condition, one);
        break;
      case 1:
        out += fmt::format(" if {} {{ {} }} else {{ {} }}", condition, one,
                           written(owner));
        break;
      default:
        out += " " + one;
    }
  }
  return out;
}

// A rule without an owner, one with an owner, or an action of the owner.
std::string LoopWriter::over_nodes() {
  elements_ = dice_.one_in(2);
  const std::string guard = dice_.one_in(3) ? " when !went" : "";
  switch (dice_.below(4)) {
    case 0:
      return fmt::format("rule loop{} {{ for q in k {{{} }} went := true; }}\n",
                         guard, body(""));
    case 1:
      return fmt::format(
          "rule loop(o in z){} {{ for q in k {{{} }} went := true; }}\n", guard,
          body("o."));
    default:
      return fmt::format(
          "rule loop(o in p){} {{ for q in k {{{} }} went := true; }}\n", guard,
          body("o."));
  }
}

// Edges e, of which the nodes k have one each at a port; those of f are others.
std::string LoopWriter::over_edges() {
  edges_ = true;
  const Texts statements = {"x := true;", "x := !x;", "on := true;", "on := x;",
                            "if x { on := true; } else { x := true; }"};
  std::string inner = dice_.of(statements);
  if (dice_.one_in(2)) inner += " " + dice_.of(statements);
  return fmt::format("rule loop {{ for x in e {{ {} }} went := true; }}\n",
                     inner);
}

std::string LoopWriter::claim() {
  const Texts owners = {"a in p", "a in z"};
  const Texts of_members = {"q.y == 1",
                            "q.y > 0",
                            "q.y == 0",
                            "q.y != 2",
                            "index(q) == 0 || q.y == 1",
                            "last != q",
                            "!on || q.y > 0"};
  const Texts of_elements = {"a.m[q]",
                             "a.m[q]",
                             "!a.m[q]",
                             "a.m[q] <=> q.y == 1",
                             "a.m[q] || q.y == 0",
                             "!a.m[q] || a.t == 0"};
  const Texts of_owners = {"a.t == 0", "a.t == 1", "a.t != 1",
                           "a.t == 0 || on"};
  const Texts of_edges = {"x", "!x", "x || on"};
  const Texts plain = {"on",
                       "!on",
                       "count(q in k: q.y == 1) == 0",
                       "count(q in k: q.y > 0) >= 1",
                       "sum(q in k: q.y) <= 1",
                       "last == none",
                       "exists q in k: q.y == 1",
                       "on => exists q in k: q.y > 0"};
  const std::string premise = dice_.one_in(5) ? "" : "went => ";
  const int kind =
      elements_ && dice_.one_in(2) ? 2 : dice_.below(edges_ ? 6 : 4);
  if (kind == 0) return premise + dice_.of(plain);
  if (kind == 1) return premise + "forall q in k: " + dice_.of(of_members);
  if (kind == 2) {
    return fmt::format("{}forall {}, q in k: {}", premise, dice_.of(owners),
                       dice_.of(of_elements));
  }
  if (kind == 3) {
    return fmt::format("{}forall {}: {}", premise, dice_.of(owners),
                       dice_.of(of_owners));
  }
  return fmt::format("{}forall x in {}: {}", premise,
                     dice_.one_in(2) ? "e" : "f", dice_.of(of_edges));
}

// What a round uses of the owner and of its member, most often each what the
// other one has: in many bodies rounds do not touch each other, in others they
// do.
std::string LoopWriter::place(bool written) {
  const std::string& o = dice_.of(owners_);
  const std::string& other = dice_.of(owners_);
  Texts out;
  for (const char* array : {"a", "b"}) {
    out.insert(out.end(), 3, fmt::format("{}.{}[q]", o, array));
    out.insert(out.end(), 3, fmt::format("q.{}[{}]", array, o));
  }
  out.insert(out.end(), 2, "q.x");
  if (dice_.one_in(written ? 4 : 2)) {
    out = {fmt::format("{}.a[{}]", o, other), "q.a[q]", "q.b[q]", o + ".x"};
  }
  return dice_.of(out);
}

// Loops over nodes that have arrays by each other.
std::string LoopWriter::among_members() {
  owners_ = dice_.one_in(4) ? Texts{"o", "w"} : Texts{"o"};
  std::string body;
  const int statements = 1 + dice_.below(3);
  for (int i = 0; i < statements; ++i) {
    const std::string to = place(true);
    const Texts values = {"0",         "1", "2", "1", "2 - " + place(false),
                          place(false)};
    const std::string one = fmt::format("{} := {};", to, dice_.of(values));
    const Texts conditions = {"o != q", place(false) + " == 0",
                              "index(q) == 0"};
    body += dice_.one_in(2)
                ? " " + one
                : fmt::format(" if {} {{ {} }}", dice_.of(conditions), one);
  }
  const Texts claims = {"i.a[j] == 0",
                        "i.a[j] == 1",
                        "i.a[i] == 0",
                        "i.b[j] == 0",
                        "i.b[j] == 1",
                        "i.b[i] == 0",
                        "i.x == 0",
                        "i.a[j] < 2",
                        "i.a[j] == i.b[j]",
                        "i.x < 2",
                        "i.a[j] == j.a[i]",
                        "i.a[j] == j.b[i]",
                        "i == j || i.a[j] == 1",
                        "i == j || i.b[j] != 2"};
  std::string text =
      "param n : 1.. = 2;\nshared went : bool = false;\n"
      "process P { var a : 0..2[p]; var b : 0..2[p]; var x : 0..2 = 0; }\n"
      "network { node p[n] : P; }\n"
      "init forall i, j in p: i.a[j] == 0 && i.b[j] == 0;\n";
  text += fmt::format(
      "rule loop({} in p){} {{ for q in p {{{} }} went := true; }}\n",
      owners_.size() == 1 ? "o" : "o, w", dice_.one_in(2) ? " when !went" : "",
      body);
  if (dice_.one_in(3)) text += "rule step(i in p) { i.x := (i.x + 1) % 3; }\n";
  for (int i = 0; i < 3; ++i) {
    text += fmt::format("invariant q{}: {}forall i, j in p: {};\n", i,
                        dice_.one_in(2) ? "" : "went => ", dice_.of(claims));
  }
  return text;
}

std::string LoopWriter::run() {
  const std::string loop = dice_.one_in(4) ? over_edges() : over_nodes();
  std::string text =
      "param n : 1.. = 2;\nshared on : bool = false;\n"
      "shared went : bool = false;\n";
  text += edges_ ? "process K { port at : inout bool; var y : 0..2 = 0; }\n"
                 : "process K { var y : 0..2 = 0; }\n";
  text += "process P { var m : bool[k]; var t : 0..2 = 0; }\n";
  text += fmt::format("network {{\n  node k[n] : K;\n  node p[{}] : P;\n",
                      dice_.one_in(2) ? "n" : "2");
  text += fmt::format("  node z[{}] : P;\n", dice_.one_in(2) ? "n" : "1");
  if (edges_) {
    text +=
        "  edge e[n] : bool = false;\n  edge f[n] : bool = false;\n"
        "  for i in 0..n-1 { connect k[i].at to e[i]; }\n";
  }
  text += "}\nshared last : id of k = none;\n";
  text += "init forall a in P, q in k: !a.m[q];\n" + loop;
  if (dice_.one_in(2)) text += "rule step(w in k) { w.y := (w.y + 1) % 3; }\n";
  if (dice_.one_in(3)) text += "rule turn { on := !on; }\n";
  const int claims = 3 + dice_.below(2);
  for (int i = 0; i < claims; ++i) {
    text += fmt::format("invariant q{}: {};\n", i, claim());
  }
  return text;
}

}  // namespace

std::string looping_family(std::uint64_t seed) {
  LoopWriter writer(seed);
  return seed % 3 == 0 ? writer.among_members() : writer.run();
}

}  // namespace vicinal::random_models
