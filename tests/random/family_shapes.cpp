// SPDX-License-Identifier: MIT
// Lines, rings, trees and grids: who stands beside whom is index arithmetic.
#include <fmt/format.h>

#include <algorithm>

#include "family_writer.hpp"

namespace vicinal::random_models {

namespace {

constexpr double most_edges = 300;  // valuations of one family of edges

}  // namespace

void FamilyWriter::shape() {
  using Shape = void (FamilyWriter::*)();
  static const std::vector<Shape> shapes = {
      &FamilyWriter::ring,          &FamilyWriter::ring,
      &FamilyWriter::ring,          &FamilyWriter::ring_there_and_back,
      &FamilyWriter::path,          &FamilyWriter::path,
      &FamilyWriter::path_of_a_set, &FamilyWriter::path_between,
      &FamilyWriter::grid,          &FamilyWriter::grid,
      &FamilyWriter::tree,          &FamilyWriter::clique,
      &FamilyWriter::star,          &FamilyWriter::star,
      &FamilyWriter::two_hubs,      &FamilyWriter::bipartite,
      &FamilyWriter::matched,       &FamilyWriter::bus,
      &FamilyWriter::rows,          &FamilyWriter::alone,
      &FamilyWriter::any,           &FamilyWriter::any};
  const Shape drawn = dice_.of(shapes);
  (this->*(only_dynamic_ ? &FamilyWriter::any : drawn))();
}

// A range that contains the default; from 0 if `least` allows.
void FamilyWriter::parameter(const std::string& name, int least, int usual) {
  const int low = share(40) ? least : least + dice_.below(usual - least + 1);
  if (low == 0) tag("empty family");
  if (!world_.numbers.empty() && world_.numbers.back() != "two") {
    tag("two parameters");
  }
  const bool closed = share(15);
  if (closed) tag("closed parameter");
  head_ += fmt::format("param {} : {}..{} = {};\n", name, low,
                       closed ? "6" : "", usual);
  world_.numbers.push_back(name);
}

std::size_t FamilyWriter::process(const std::string& name) {
  world_.processes.push_back({name, {}, {}, {}});
  declared_.emplace_back();
  does_.emplace_back();
  return world_.processes.size() - 1;
}

void FamilyWriter::nodes(const std::string& name, std::size_t process,
                         const std::string& sizes, int count) {
  NodeFamily family;
  family.name = name;
  family.process = process;
  family.count = count;
  // One that is there if any is.
  std::string first = name;
  for (const char c : sizes) first += c == '[' ? "[0]" : "";
  family.members = {first};
  world_.nodes.push_back(std::move(family));
  node_sizes_.push_back(sizes);
}

void FamilyWriter::port(std::size_t process, const std::string& name, bool set,
                        const Type& type, const std::string& direction) {
  world_.processes[process].ports.push_back({name, set, direction, type});
  tag("port " + direction);
  if (set) tag("port set");
}

// Of few values where there are many edges.
Type FamilyWriter::edge_type(int count, bool queues) {
  Type flag;
  flag.text = "bool";
  for (int i = 0; i < 6; ++i) {
    Type type;
    if (whole_ && share(15)) {
      type = integer();
    } else if (share(45)) {
      type = flag;
    } else if (queues && share(20)) {
      type.sort = Sort::queue;
      type.size = 1 + dice_.below(2);
      type.parts = {share(50) ? world_.enums[0]
                    : mixed_  ? terms_.scalar()
                              : flag};
      type.text = fmt::format("queue {}[{}]", type.parts[0].text, type.size);
    } else if (!world_.nodes.empty() && share(20)) {
      type.sort = Sort::reference;
      type.family = dice_.of(world_.nodes).name;
      type.text = "id of " + type.family;
    } else {
      type = terms_.any(false);
      if (type.sort == Sort::queue || type.sort == Sort::marks) continue;
    }
    if (valuations(type, count) > most_edges || !spend(type, count)) continue;
    switch (type.sort) {
      case Sort::queue:
        tag("queue");
        break;
      case Sort::reference:
        tag("reference on an edge");
        break;
      case Sort::structure:
        tag("struct");
        break;
      case Sort::array:
        tag("array");
        break;
      default:
        break;
    }
    return type;
  }
  spend(flag, count);
  return flag;
}

// Of the two ends of an edge.
std::pair<std::string, std::string> FamilyWriter::directions(const Type& type) {
  const int kind = type.sort == Sort::queue ? 0 : dice_.below(20);
  if (kind < 12) return {"inout", "inout"};
  if (kind < 15) return {"out", "in"};
  if (kind < 17) return {"in", "out"};
  if (kind < 18) return {"inout", "in"};
  if (kind < 19) return {"out", "inout"};
  tag("unwritten edge");
  return {"in", "in"};
}

void FamilyWriter::edges(const std::string& name, const std::string& sizes,
                         const Type& type, int count, bool some_untouched) {
  EdgeFamily family;
  family.name = name;
  family.type = type;
  std::string first = name;
  for (const char c : sizes) first += c == '[' ? "[0]" : "";
  family.members = {first};
  const std::string value = start(type, count, some_untouched);
  edges_ += fmt::format("  edge {}{} : {}{}{};\n", name, sizes, type.text,
                        share(15) ? " color plain" : "", value);
  if (value.empty() && type.sort != Sort::queue) {
    const bool one = std::count(sizes.begin(), sizes.end(), '[') == 1;
    condition_of_edges(family, one ? sizes.substr(1, sizes.size() - 2) : "");
  }
  world_.edges.push_back(std::move(family));
}

// ---- rings -----------------------------------------------------------------

void FamilyWriter::ring() {
  tag("ring");
  const int by = share(60) ? 1 : 2 + dice_.below(2);
  if (by > 1) tag("ring by " + std::to_string(by));
  parameter("n", 0, by == 3 ? 4 : 3);
  tag("sizes without instance");
  const std::size_t cell = process("Cell");
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(4, true);
  const auto [right, left] = directions(type);
  const bool set = share(20) && right == left;
  if (set) {
    port(cell, "link", true, type, right);
  } else {
    port(cell, "right", false, type, right);
    port(cell, "left", false, type, left);
  }
  tag(right == left ? "ring of two directions" : "ring of one direction");
  edges("e", "[n]", type, 4);
  line(fmt::format(
      "for i in 0..n-1 {{ connect c[i].{}, c[(i + {}) % n].{} to e[i]; }}",
      set ? "link" : "right", by, set ? "link" : "left"));
  if (share(15)) chords(cell);
}

// Beside the ring, edges to the next but one.
void FamilyWriter::chords(std::size_t cell) {
  tag("chords");
  const Type type = edge_type(4, false);
  const auto [there, here] = directions(type);
  port(cell, "there", false, type, there);
  port(cell, "here", false, type, here);
  edges("f", "[n]", type, 4);
  line("for i in 0..n-1 { connect c[i].there, c[(i + 2) % n].here to f[i]; }");
}

void FamilyWriter::ring_there_and_back() {
  tag("ring");
  tag("ring there and back");
  tag("parallel edges");
  tag("sizes without instance");
  parameter("n", 1, 3);
  const std::size_t cell = process("Cell");
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(8, false);
  port(cell, "ahead", false, type, "out");
  port(cell, "behind", false, type, "in");
  port(cell, "back", false, type, "out");
  port(cell, "front", false, type, share(70) ? "in" : "inout");
  edges("e", "[n]", type, 4);
  edges("f", "[n]", type, 4);
  line("for i in 0..n-1 {");
  line("  connect c[i].ahead, c[(i + 1) % n].behind to e[i];");
  line("  connect c[(i + 1) % n].back, c[i].front to f[i];");
  line("}");
}

// ---- paths -----------------------------------------------------------------

// Each has two ports; the last and the first keep one to themselves.
void FamilyWriter::path() {
  tag("path");
  parameter("n", 0, 3);
  const std::size_t cell = process("Cell");
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(5, true);
  const auto [right, left] = directions(type);
  port(cell, "right", false, type, right);
  port(cell, "left", false, type, left);
  if (share(40)) {
    edges("e", "[n + 1]", type, 5);
    line("for i in 0..n-1 {");
    line("  connect c[i].left to e[i];");
    line("  connect c[i].right to e[i + 1];");
    line("}");
    return;
  }
  tag("conditional connection");
  edges("e", "[n]", type, 4);
  edges("f", "", type, 1, true);
  line("for i in 0..n-1 {");
  line("  if i < n - 1 { connect c[i].right, c[i + 1].left to e[i]; }");
  line("  else { connect c[i].right to e[i]; }");
  line("}");
  line("if n > 0 { connect c[0].left to f; }");
}

void FamilyWriter::path_of_a_set() {
  tag("path");
  tag("conditional connection");
  const bool short_family = share(30);
  if (short_family) tag("sizes without instance");
  parameter("n", 0, 3);
  const std::size_t cell = process("Cell");
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(3, true);
  port(cell, "link", true, type, directions(type).first);
  edges("e", short_family ? "[n - 1]" : "[n]", type, 3, !short_family);
  if (share(25)) {
    tag("conditional on parity");
    edges("f", "[n]", type, 1, true);
    line("for i in 0..n-2 {");
    line("  if i % 2 == 0 { connect c[i].link, c[i + 1].link to e[i]; }");
    line("  else { connect c[i].link, c[i + 1].link to f[i]; }");
    line("}");
    return;
  }
  line("for i in 0..n-1 {");
  line("  if i < n - 1 { connect c[i].link, c[i + 1].link to e[i]; }");
  line("}");
}

// Somebody else stands at each end.
void FamilyWriter::path_between() {
  tag("path");
  tag("path with other ends");
  parameter("n", 0, 2);
  const std::size_t cell = process("Cell");
  const std::size_t head = process("Head");
  const bool same = share(40);
  const std::size_t tail = same ? head : process("Tail");
  nodes("head", head, "", 1);
  nodes("c", cell, "[n]", 3);
  nodes("tail", tail, "", 1);
  const Type type = edge_type(4, true);
  const auto [right, left] = directions(type);
  port(cell, "right", false, type, right);
  port(cell, "left", false, type, left);
  port(head, same ? "link" : "right", false, type, same ? "inout" : right);
  if (!same) port(tail, "left", false, type, left);
  edges("e", "[n + 1]", type, 4);
  const std::string last = same ? "tail.link" : "tail.left";
  const std::string first = same ? "head.link" : "head.right";
  if (share(50)) {
    line("connect " + first + " to e[0];");
    line("for i in 0..n-1 {");
    line("  connect c[i].left to e[i]; connect c[i].right to e[i + 1];");
    line("}");
    line("connect " + last + " to e[n];");
    return;
  }
  tag("conditional connection");
  line("for i in 0..n {");
  line(fmt::format("  if i == 0 {{ connect {} to e[0]; }}", first));
  line("  else { connect c[i - 1].right to e[i]; }");
  line("  if i < n { connect c[i].left to e[i]; }");
  line(fmt::format("  else {{ connect {} to e[i]; }}", last));
  line("}");
}

// ---- trees and planes ------------------------------------------------------

void FamilyWriter::tree() {
  tag("tree");
  tag("conditional connection");
  parameter("n", 0, 3);
  const std::size_t cell = process("Cell");
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(4, true);
  const auto [up, down] = directions(type);
  if (share(60)) {
    port(cell, "up", false, type, up);
    port(cell, "down", true, type, down);
    edges("e", "[n]", type, 4);
    if (share(50)) {
      line("for i in 0..n-1 {");
      line("  if i > 0 { connect c[i].up, c[(i - 1) / 2].down to e[i]; }");
      line("  else { connect c[0].up to e[0]; }");
      line("}");
      return;
    }
    line("if n > 0 { connect c[0].up to e[0]; }");
    line("for i in 0..n-1 {");
    for (const int k : {1, 2}) {
      line(
          fmt::format("  if 2*i + {0} < n {{ connect c[i].down, "
                      "c[2*i + {0}].up to e[2*i + {0}]; }}",
                      k));
    }
    line("}");
    return;
  }
  port(cell, "link", true, type, up == down ? up : "inout");
  edges("e", "[n]", type, 4, true);
  line("for i in 0..n-1 {");
  line(
      "  if 2*i + 1 < n { connect c[i].link, c[2*i + 1].link to e[2*i + 1]; }");
  line(
      "  if 2*i + 2 < n { connect c[i].link, c[2*i + 2].link to e[2*i + 2]; }");
  line("}");
}

void FamilyWriter::grid() {
  tag("grid");
  plane_ = true;
  const bool two = share(40);
  const std::string h = two ? "2" : "h";
  const bool wrap = share(50);
  tag(wrap ? "grid that wraps" : "grid that does not wrap");
  parameter("w", wrap ? 1 : 0, 2);
  if (!two) parameter("h", 1, 2);
  if (wrap) tag("sizes without instance");
  const std::size_t cell = process("Cell");
  const std::string sizes = "[w][" + h + "]";
  nodes("c", cell, sizes, 4);
  const bool columns = share(50);
  const Type type = edge_type(columns ? 8 : 4, false);
  const auto [east, west] = directions(type);
  const bool set = !wrap || (share(30) && east == west);
  if (set) {
    port(cell, "link", true, type, east == west ? east : "inout");
  } else {
    port(cell, "east", false, type, east);
    port(cell, "west", false, type, west);
    if (columns) {
      port(cell, "south", false, type, east);
      port(cell, "north", false, type, west);
    }
  }
  edges("e", sizes, type, wrap ? 4 : 2, !wrap);
  if (columns) edges("f", sizes, type, wrap ? 4 : 2, !wrap);
  line(fmt::format("for x in 0..w-1 {{ for y in 0..{} - 1 {{", h));
  if (wrap) {
    line(fmt::format("  connect c[x][y].{}, c[(x + 1) % w][y].{} to e[x][y];",
                     set ? "link" : "east", set ? "link" : "west"));
    if (columns) {
      line(
          fmt::format("  connect c[x][y].{}, c[x][(y + 1) % {}].{} to f[x][y];",
                      set ? "link" : "south", h, set ? "link" : "north"));
    }
  } else {
    tag("conditional connection");
    line(
        "  if x < w - 1 { connect c[x][y].link, c[x + 1][y].link to e[x][y]; "
        "}");
    if (columns) {
      line(
          fmt::format("  if y < {} - 1 {{ connect c[x][y].link, "
                      "c[x][y + 1].link to f[x][y]; }}",
                      h));
    }
  }
  line("} }");
}

void FamilyWriter::clique() {
  tag("clique");
  tag("conditional connection");
  parameter("n", 0, 3);
  const std::size_t cell = process("Cell");
  nodes("c", cell, "[n]", 4);
  const Type type = edge_type(6, false);
  port(cell, "link", true, type, directions(type).first);
  edges("e", "[n][n]", type, 6, true);
  line("for i in 0..n-1 { for j in 0..n-1 {");
  line("  if i < j { connect c[i].link, c[j].link to e[i][j]; }");
  line("} }");
}

}  // namespace vicinal::random_models
