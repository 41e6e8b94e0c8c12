// SPDX-License-Identifier: MIT
// Hubs, buses and graphs of any shape: places where many meet; and what may be
// added to any shape.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

void FamilyWriter::star() {
  tag("star");
  parameter("n", 0, 3);
  const std::size_t hub = process("Hub");
  const std::size_t cell = process("Cell");
  nodes("hub", hub, "", 1);
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(4, true);
  const auto [link, up] = directions(type);
  port(hub, "link", true, type, link);
  port(cell, "up", false, type, up);
  edges("e", "[n]", type, 4);
  line("for i in 0..n-1 { connect hub.link, c[i].up to e[i]; }");
  const int more = dice_.below(4);
  if (more == 0 && spend(type, 4)) {
    tag("parallel edges");
    port(cell, "also", false, type, up);
    edges("f", "[n]", type, 4);
    line("for i in 0..n-1 { connect c[i].also, hub.link to f[i]; }");
  } else if (more == 1 && spend(type, 2)) {
    // Others at the same port set; as many, or as they are.
    tag("several families");
    const bool equal = share(30);
    const std::string m = equal ? "n" : "m";
    if (!equal) parameter("m", 0, 1);
    const bool same = share(40);
    const std::size_t guest = same ? cell : process("Guest");
    nodes("g", guest, "[" + m + "]", 2);
    if (!same) port(guest, "up", share(20), type, up);
    edges("f", "[" + m + "]", type, 2);
    line(fmt::format(
        "for i in 0..{}-1 {{ connect hub.link, g[i].up to f[i]; }}", m));
  }
}

void FamilyWriter::two_hubs() {
  tag("two hubs");
  parameter("n", 0, 3);
  const std::size_t hub = process("Hub");
  const std::size_t cell = process("Cell");
  const bool by_parity = share(50);
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(by_parity ? 4 : 8, false);
  const auto [link, up] = directions(type);
  port(hub, "link", true, type, link);
  port(cell, "up", false, type, up);
  edges("e", "[n]", type, 4);
  if (by_parity) {
    tag("conditional connection");
    tag("conditional on parity");
    nodes("hub", hub, "[2]", 2);
    line("for i in 0..n-1 {");
    if (share(50)) {
      line("  connect hub[i % 2].link, c[i].up to e[i];");
    } else {
      line("  if i % 2 == 0 { connect hub[0].link, c[i].up to e[i]; }");
      line("  else { connect hub[1].link, c[i].up to e[i]; }");
    }
    line("}");
    return;
  }
  nodes("hub", hub, "", 1);
  nodes("other", hub, "", 1);
  port(cell, "also", false, type, up);
  edges("f", "[n]", type, 4);
  line("for i in 0..n-1 {");
  line("  connect hub.link, c[i].up to e[i];");
  line("  connect other.link, c[i].also to f[i];");
  line("}");
}

void FamilyWriter::bipartite() {
  tag("bipartite");
  tag("several families");
  const bool equal = share(40);
  const std::string m = equal ? "n" : "m";
  parameter("n", 0, 2);
  if (!equal) parameter("m", 0, 2);
  const std::size_t giver = process("Giver");
  const std::size_t taker = process("Taker");
  nodes("g", giver, "[n]", 2);
  nodes("t", taker, "[" + m + "]", 2);
  const Type type = edge_type(4, true);
  const auto [to, from] = directions(type);
  port(giver, "link", true, type, to);
  port(taker, "arms", true, type, from);
  edges("e", fmt::format("[n][{}]", m), type, 4);
  line(fmt::format("for i in 0..n-1 {{ for j in 0..{}-1 {{", m));
  line("  connect g[i].link, t[j].arms to e[i][j];");
  line("} }");
}

// Two families side by side; perhaps closed to a ring of both.
void FamilyWriter::matched() {
  tag("matched families");
  tag("several families");
  const bool equal = share(60);
  const std::size_t a = process("Cell");
  const std::size_t b = process("Item");
  parameter("n", 0, 2);
  if (!equal) parameter("m", 0, 2);
  nodes("c", a, "[n]", 2);
  nodes("d", b, equal ? "[n]" : "[m]", 2);
  const Type type = edge_type(4, true);
  const auto [right, left] = directions(type);
  if (!equal) {
    tag("conditional connection");
    port(a, "link", true, type, right);
    port(b, "link", true, type, left);
    edges("e", "[n]", type, 2, true);
    line("for i in 0..n-1 {");
    line("  if i < m { connect c[i].link, d[i].link to e[i]; }");
    if (share(50)) line("  else { connect c[i].link to e[i]; }");
    line("}");
    return;
  }
  port(a, "right", false, type, right);
  port(b, "left", false, type, left);
  edges("e", "[n]", type, 2);
  line("for i in 0..n-1 { connect c[i].right, d[i].left to e[i]; }");
  if (share(40)) return;
  tag("ring");
  port(a, "left", false, type, left);
  port(b, "right", false, type, right);
  edges("f", "[n]", type, 2);
  line("for i in 0..n-1 { connect d[i].right, c[(i + 1) % n].left to f[i]; }");
}

void FamilyWriter::bus() {
  tag("bus");
  parameter("n", 0, 3);
  const std::size_t cell = process("Cell");
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(1, true);
  const auto [wire, other] = directions(type);
  port(cell, "wire", false, type, wire);
  const bool others = share(50);
  if (others) {
    tag("several families");
    const std::size_t reader = process("Reader");
    const bool two = share(50);
    if (two) parameter("m", 0, 1);
    nodes("r", reader, two ? "[m]" : "[2]", 1);
    port(reader, "tap", false, type, other);
    line(fmt::format("for i in 0..{}-1 {{ connect r[i].tap to e; }}",
                     two ? "m" : "2"));
  }
  edges("e", "", type, 1, true);
  line("for i in 0..n-1 { connect c[i].wire to e; }");
}

void FamilyWriter::rows() {
  tag("bus per row");
  plane_ = true;
  const bool two = share(50);
  parameter("w", 0, 2);
  if (!two) parameter("h", 0, 2);
  const std::string h = two ? "2" : "h";
  const std::size_t cell = process("Cell");
  nodes("c", cell, fmt::format("[w][{}]", h), 4);
  const Type type = edge_type(2, false);
  port(cell, "wire", false, type, directions(type).first);
  edges("e", "[w]", type, 2, true);
  const bool columns = share(40);
  if (columns) {
    port(cell, "pole", false, type, directions(type).first);
    edges("f", fmt::format("[{}]", h), type, 2, true);
  }
  const bool top = share(30);
  if (top) {
    tag("conditional connection");
    const Type more = edge_type(1, false);
    port(cell, "top", true, more, directions(more).first);
    edges("high", "", more, 1, true);
  }
  line(fmt::format("for x in 0..w-1 {{ for y in 0..{}-1 {{", h));
  line("  connect c[x][y].wire to e[x];");
  if (columns) line("  connect c[x][y].pole to f[y];");
  if (top) line("  if y == 0 { connect c[x][y].top to high; }");
  line("} }");
}

// Nodes that see each other by global guards only.
void FamilyWriter::alone() {
  tag("no edges");
  parameter("n", 0, 3);
  nodes("c", process("Cell"), "[n]", 4);
  if (!share(40)) return;
  tag("several families");
  const bool equal = share(30);
  if (!equal) parameter("m", 0, 1);
  nodes("d", share(50) ? 0 : process("Other"), equal ? "[n]" : "[m]", 2);
}

void FamilyWriter::any() {
  tag("any graph");
  any_ = true;
  const std::size_t cell = process("Cell");
  nodes("c", cell, "", 3);
  const bool directed = share(50);
  const Type type = edge_type(3, true);
  const bool queue = type.sort == Sort::queue;
  dynamic_ = (only_dynamic_ || changing_.one_in(3)) && !queue;
  if (directed) {
    tag("any directed graph");
    const bool both = queue || dynamic_;
    port(cell, "give", true, type, both || share(30) ? "inout" : "out");
    port(cell, "get", true, type, both || share(40) ? "inout" : "in");
  } else {
    port(cell, "link", true, type, "inout");
  }
  EdgeFamily family{"e", type, {}};
  const std::string value = start(type, 3, dynamic_);
  edges_ = fmt::format("  edge e : {}{} via {};\n", type.text, value,
                       directed ? "give -> get" : "link");
  if (value.empty() && type.sort != Sort::queue) {
    condition_of_edges(family, "");
  }
  world_.edges.push_back(std::move(family));
}

// Some actions make the edges come and go that are their first parameter.
void FamilyWriter::let_edges_change(std::string& does) {
  for (const std::string set : {"link", "give", "get"}) {
    const std::string in = " in " + set;
    for (std::size_t at = does.find(in); at != std::string::npos;
         at = does.find(in, at + in.size())) {
      const std::size_t name = does.find_last_of("( ", at - 1) + 1;
      const std::size_t open = name - 1;
      const std::size_t line = does.rfind("  action ", open);
      const bool first = does[open] == '(' && line != std::string::npos &&
                         does.find_first_of("({\n", line) == open;
      if (!first || !changing_.one_in(4)) continue;
      const bool comes = changing_.one_in(2);
      tag(comes ? "dynamic: appears" : "dynamic: vanishes");
      const std::string word = comes ? "appearing " : "vanishing ";
      does.insert(name, word);
      at += word.size();
    }
  }
}

// A bus or an overseer for the first family of one dimension, or an edge that
// only tells how things are.
void FamilyWriter::extras() {
  if (any_ || plane_) return;
  const std::size_t at = world_.nodes[0].members[0] == "c[0]" ? 0 : 1;
  if (at >= world_.nodes.size() || node_sizes_[at] != "[n]") return;
  if (world_.nodes[at].name != "c") return;
  const std::size_t cell = world_.nodes[at].process;
  for (const NodeFamily& family : world_.nodes) {
    // Others of the process would need the port, too.
    if (&family != &world_.nodes[at] && family.process == cell) return;
  }
  const int count = world_.nodes[at].count;
  if (share(12)) {
    tag("bus");
    const Type type = edge_type(1, false);
    port(cell, "common", false, type, directions(type).first);
    edges("all", "", type, 1, true);
    line("for i in 0..n-1 { connect c[i].common to all; }");
  }
  if (share(10) && tags_.count("star") == 0) {
    tag("overseer");
    const Type type = edge_type(count, false);
    const auto [every, boss] = directions(type);
    const std::size_t chief = process("Chief");
    nodes("chief", chief, "", 1);
    port(chief, "every", true, type, every);
    port(cell, "boss", false, type, boss);
    edges("say", "[n]", type, count);
    line("for i in 0..n-1 { connect chief.every, c[i].boss to say[i]; }");
  }
  if (share(12)) {
    tag("unwritten edge");
    Type type;
    type.text = "bool";
    spend(type, 1);
    port(cell, "plan", false, type, "in");
    const bool each = share(60);
    edges("plan_of", each ? "[n]" : "", type, each ? count : 1, !each);
    line(fmt::format("for i in 0..n-1 {{ connect c[i].plan to plan_of{}; }}",
                     each ? "[i]" : ""));
  }
}

}  // namespace vicinal::random_models
