// SPDX-License-Identifier: MIT
// Shapes of networks: each declares families and the ports that it connects.
#include <fmt/format.h>

#include "writer.hpp"

namespace vicinal::random_models {

namespace {

// "[n][2]" and the members [0][0], [0][1], ...
std::vector<std::string> member_names(const std::string& name,
                                      const std::vector<int>& sizes) {
  std::vector<std::string> out = {name};
  for (const int size : sizes) {
    std::vector<std::string> longer;
    for (const std::string& start : out) {
      for (int i = 0; i < size; ++i) {
        longer.push_back(fmt::format("{}[{}]", start, i));
      }
    }
    out = std::move(longer);
  }
  return out;
}

}  // namespace

std::size_t Writer::process(const std::string& name) {
  world_.processes.push_back({name, {}, {}, {}});
  return world_.processes.size() - 1;
}

void Writer::nodes(const std::string& name, std::size_t process,
                   const std::vector<int>& sizes) {
  NodeFamily family;
  family.name = name;
  family.process = process;
  family.members = member_names(name, sizes);
  family.count = static_cast<int>(family.members.size());
  world_.nodes.push_back(std::move(family));
}

// A type with few values, so that edges do not make the state space explode.
Type Writer::edge_type() {
  for (;;) {
    const Type type = terms_.any(false);
    if (type.initial_values(3) <= 4 && type.sort != Sort::marks) return type;
  }
}

// Declares a port and returns its type.
Type Writer::port(std::size_t process, const std::string& name, bool set,
                  const Type& type, bool plain) {
  const int d = dice_.below(plain ? 1 : 6);
  const bool both = !type.has_literal() || d < 4;
  world_.processes[process].ports.push_back({name, set,
                                             both     ? "inout"
                                             : d == 4 ? "in"
                                                      : "out",
                                             type});
  return type;
}

void Writer::edges(const std::string& name, const Type& type,
                   const std::vector<int>& sizes) {
  EdgeFamily family;
  family.name = name;
  family.type = type;
  family.members = member_names(name, sizes);
  std::string brackets;
  for (const int size : sizes) {
    const bool n = size == size_ && dice_.one_in(2);
    brackets += n ? "[n]" : fmt::format("[{}]", size);
  }
  std::string start;
  if (!free_start(type, static_cast<int>(family.members.size()))) {
    start = " = " + terms_.literal(type);
  }
  line(fmt::format("edge {}{} : {}{}{};", name, brackets, type.text,
                   dice_.one_in(4) ? " color plain" : "", start));
  world_.edges.push_back(std::move(family));
}

void Writer::shape() {
  const int kind = dice_.below(12);
  if (kind == 0) {
    nodes("c", process("Cell"), {size_});
  } else if (kind < 3) {
    ring();
  } else if (kind < 5) {
    path();
  } else if (kind < 7) {
    star();
  } else if (kind == 7) {
    bus();
  } else if (kind == 8) {
    clique();
  } else if (kind == 9) {
    random_graph();
  } else if (kind == 10) {
    bipartite();
  } else {
    grid();
  }
}

// A ring, sometimes with a bus.
void Writer::ring() {
  if (size_ < 2) size_ = 2;
  const std::size_t cell = process("Cell");
  nodes("c", cell, {size_});
  const Type type = port(cell, "left", false, edge_type());
  port(cell, "right", false, type);
  edges("e", type, {size_});
  line("for i in 0..n-1 { connect c[i].right, c[(i + 1) % n].left to e[i]; }");
  if (!dice_.one_in(4)) return;
  edges("common", port(cell, "wire", false, edge_type()), {});
  line("for i in 0..n-1 { connect c[i].wire to common; }");
}

void Writer::path() {
  const std::size_t cell = process("Cell");
  nodes("c", cell, {size_});
  if (dice_.one_in(2)) {
    const Type type = port(cell, "left", false, edge_type());
    port(cell, "right", false, type);
    edges("e", type, {size_ + 1});
    line("for i in 0..n-1 {");
    line("  connect c[i].left to e[i]; connect c[i].right to e[i + 1];");
    line("}");
    return;
  }
  edges("e", port(cell, "link", true, edge_type()), {size_});
  line("for i in 0..n-1 {");
  line("  if i > 0 { connect c[i].link, c[i - 1].link to e[i]; }");
  line(dice_.one_in(2) ? "  else { connect c[i].link to e[i]; }"
                       : "  else { if n > 2 { connect c[n - 1].link, "
                         "c[0].link to e[0]; } }");
  line("}");
}

void Writer::star() {
  const std::size_t hub = process("Hub");
  const std::size_t cell = process("Cell");
  if (dice_.one_in(2)) nodes("hub", hub, {});
  nodes("c", cell, {size_});
  if (world_.nodes.size() == 1) nodes("hub", hub, {});
  const Type type = port(hub, "link", true, edge_type());
  port(cell, "left", false, type);
  edges("e", type, {size_});
  line("for i in 0..n-1 { connect hub.link, c[i].left to e[i]; }");
}

// One edge for all, with others who may only look.
void Writer::bus() {
  const std::size_t cell = process("Cell");
  nodes("c", cell, {size_});
  const Type type = port(cell, "wire", false, edge_type());
  const bool readers = dice_.one_in(2) && type.has_literal();
  if (readers) {
    const std::size_t reader = process("Reader");
    nodes("r", reader, {dice_.below(2)});
    world_.processes[reader].ports.push_back({"wire", false, "in", type});
  }
  edges("e", type, {});
  line("for i in 0..n-1 { connect c[i].wire to e; }");
  if (!readers) return;
  line(fmt::format("for i in 0..{} {{ connect r[i].wire to e; }}",
                   world_.nodes.back().count - 1));
}

void Writer::clique() {
  const std::size_t cell = process("Cell");
  nodes("c", cell, {size_});
  const Type type = port(cell, "link", true, edge_type());
  const int old = free_;
  free_ = 1'000'000;  // edges that nothing touches would start anywhere
  edges("e", type, {size_, size_});
  free_ = old;
  line("for i in 0..n-1 { for j in 0..n-1 { if i < j {");
  line("  connect c[i].link, c[j].link to e[i][j];");
  line("} } }");
}

// Hyper-edges and parallel edges between two processes.
void Writer::random_graph() {
  const std::size_t a = process("Cell");
  nodes("c", a, {size_});
  std::vector<std::string> ports(static_cast<std::size_t>(size_), "link");
  const Type type = port(a, "link", true, edge_type());
  if (dice_.one_in(2)) {
    const std::size_t b = process("Other");
    nodes("o", b, {1});
    port(b, "arms", true, type);
  }
  const int count = 1 + dice_.below(3);
  edges("e", type, {count});
  for (int i = 0; i < count; ++i) {
    std::string ends;
    for (const NodeFamily& family : world_.nodes) {
      for (const std::string& node : family.members) {
        if (!dice_.one_in(2)) continue;
        ends += fmt::format("{}{}.{}", ends.empty() ? "" : ", ", node,
                            world_.processes[family.process].ports[0].name);
      }
    }
    if (!ends.empty()) line(fmt::format("connect {} to e[{}];", ends, i));
  }
}

void Writer::bipartite() {
  const std::size_t a = process("Giver");
  const std::size_t b = process("Taker");
  const int other = dice_.below(3);
  if (other == 2 && size_ > 2) size_ = 2;
  nodes("g", a, {size_});
  nodes("t", b, {other});
  const Type type = edge_type();
  const bool queue = !type.has_literal();
  world_.processes[a].ports.push_back(
      {"sinks", true, queue ? "inout" : "out", type});
  world_.processes[b].ports.push_back(
      {"sources", true, queue || dice_.one_in(3) ? "inout" : "in", type});
  edges("e", type, {size_, other});
  line(fmt::format("for i in 0..n-1 {{ for j in 0..{} {{", other - 1));
  line("  connect g[i].sinks, t[j].sources to e[i][j];");
  line("} }");
}

void Writer::grid() {
  size_ = 2;
  const int h = 1 + dice_.below(2);
  const std::size_t cell = process("Cell");
  nodes("c", cell, {size_, h});
  const Type type = port(cell, "west", false, edge_type());
  port(cell, "east", false, type);
  edges("e", type, {size_, h});
  line(fmt::format("for x in 0..n-1 {{ for y in 0..{} {{", h - 1));
  line("  connect c[x][y].east, c[(x + 1) % n][y].west to e[x][y];");
  line("} }");
}

}  // namespace vicinal::random_models
