// SPDX-License-Identifier: MIT
// Shapes of which many nodes look alike from where they stand.
#include <fmt/format.h>

#include "symmetric_writer.hpp"

namespace vicinal::random_models {

std::size_t SymmetricWriter::process(const std::string& name) {
  world_.processes.push_back({name, {}, {}, {}});
  return world_.processes.size() - 1;
}

// One family, or several of the same process, one of them a single node.
std::vector<std::string> SymmetricWriter::nodes(const std::string& name,
                                                std::size_t process,
                                                int count) {
  std::vector<int> sizes = {count};
  if (count > 1 && dice_.one_in(4)) {
    const int first = dice_.one_in(2) ? 1 : count / 2;
    sizes = {first, count - first};
  }
  std::vector<std::string> out;
  for (std::size_t f = 0; f < sizes.size(); ++f) {
    NodeFamily family;
    family.name = f == 0 ? name : "other_" + name;
    family.process = process;
    family.count = sizes[f];
    const bool single = sizes[f] == 1 && dice_.one_in(2);
    for (int i = 0; i < sizes[f]; ++i) {
      family.members.push_back(single ? family.name
                                      : fmt::format("{}[{}]", family.name, i));
    }
    out.insert(out.end(), family.members.begin(), family.members.end());
    world_.nodes.push_back(std::move(family));
  }
  return out;
}

void SymmetricWriter::port(std::size_t process, const std::string& name,
                           bool set, const Type& type,
                           const std::string& direction) {
  world_.processes[process].ports.push_back({name, set, direction, type});
}

std::string SymmetricWriter::direction() {
  const int d = dice_.below(quiet_ ? 8 : 6);
  if (d > 5) return "in";
  return d < 4 ? "inout" : d == 4 ? "in" : "out";
}

void SymmetricWriter::edges(const std::string& name, const Type& type,
                            int count) {
  EdgeFamily family;
  family.name = name;
  family.type = type;
  for (int i = 0; i < count; ++i) {
    family.members.push_back(fmt::format("{}[{}]", name, i));
  }
  const std::string from = start(type, count);
  if (from.empty()) free_edges_.push_back(name);
  network_ +=
      fmt::format("  edge {}[{}] : {}{};\n", name, count, type.text, from);
  world_.edges.push_back(std::move(family));
}

void SymmetricWriter::connect(const std::string& edge,
                              const std::vector<End>& ends) {
  std::string list;
  for (const auto& [node, port] : ends) {
    list += fmt::format("{}{}.{}", list.empty() ? "" : ", ", node, port);
  }
  network_ += fmt::format("  connect {} to {};\n", list, edge);
}

// 0, 1, ..., count - 1 in some order.
std::vector<int> SymmetricWriter::order(int count) {
  std::vector<int> out;
  for (int i = 0; i < count; ++i) {
    out.insert(out.begin() + dice_.below(i + 1), i);
  }
  return out;
}

void SymmetricWriter::shape() {
  switch (dice_.below(16)) {
    case 15:
      return sides();
    case 14:
      return watched();
    case 13:
    case 12:
      return council();
    case 11:
      return announcer();
    case 0:
      return star();
    case 1:
      return complete();
    case 2:
      return tree();
    case 3:
      return bipartite();
    case 4:
      return grid();
    case 5:
    case 6:
      return buses();
    case 7:
      return rings();
    case 8:
      return ordered_ring();
    case 9:
      return directed();
    default:
      return memories();
  }
}

// An undirected graph in which every node has one port set.
void SymmetricWriter::graph(std::size_t process,
                            const std::vector<std::string>& nodes,
                            const std::vector<std::pair<int, int>>& pairs) {
  const int count = static_cast<int>(pairs.size());
  const Type type = edge_type(count);
  port(process, "link", true, type, dice_.one_in(8) ? direction() : "inout");
  edges("e", type, count);
  const auto at = order(count);
  for (int i = 0; i < count; ++i) {
    const auto& [a, b] = pairs[static_cast<std::size_t>(i)];
    connect(fmt::format("e[{}]", at[static_cast<std::size_t>(i)]),
            {{nodes[static_cast<std::size_t>(a)], "link"},
             {nodes[static_cast<std::size_t>(b)], "link"}});
  }
}

// Cells that each have an edge to three nodes that differ, in any order: local
// symmetries that are not their own inverses.
void SymmetricWriter::council() {
  const int count = dice_.one_in(4) ? 3 : 2;
  std::vector<std::string> seats;
  std::vector<std::size_t> processes;
  for (const char* name : {"A", "B", "C"}) {
    processes.push_back(process(name));
    seats.push_back(
        nodes(fmt::format("seat_{}", name), processes.back(), 1)[0]);
  }
  const std::size_t cell = process("Cell");
  const auto cells = nodes("c", cell, count);
  const Type type = edge_type(quiet_ && count == 2 ? 4 : 3 * count);
  for (const std::size_t p : processes) {
    port(p, "link", true, type, direction());
  }
  port(cell, "link", true, type, dice_.one_in(3) ? direction() : "inout");
  edges("e", type, 3 * count);
  const auto at = order(3 * count);
  for (std::size_t i = 0; i < at.size(); ++i) {
    connect(fmt::format("e[{}]", at[i]),
            {{seats[i % 3], "link"}, {cells[i / 3], "link"}});
  }
}

// A star whose hub alone writes. Each edge may start alike, but not whatever
// others have.
void SymmetricWriter::announcer() {
  const int spokes = 3 + dice_.below(2);
  const std::size_t hub = process("Hub");
  const std::size_t cell = process("Cell");
  const auto center = nodes("hub", hub, 1);
  const auto cells = nodes("c", cell, spokes);
  Type type;
  type.sort = Sort::number;
  type.high = 2;
  type.text = "0..2";
  port(hub, "link", true, type, "inout");
  port(cell, "up", dice_.one_in(2), type, "in");
  correlated_ = true;
  edges("e", type, spokes);
  for (int i = 0; i < spokes; ++i) {
    connect(fmt::format("e[{}]", i),
            {{center[0], "link"}, {cells[static_cast<std::size_t>(i)], "up"}});
  }
}

// Two hubs that cells touch by one port or by another.
void SymmetricWriter::sides() {
  const int count = 2 + dice_.below(2);
  const std::size_t hub = process("Hub");
  const std::size_t cell = process("Cell");
  const auto hubs = nodes("hub", hub, 2);
  const auto cells = nodes("c", cell, count);
  const Type type = edge_type(2 * count);
  port(hub, "link", true, type, "inout");
  port(cell, "left", false, type, direction());
  port(cell, "right", false, type, direction());
  edges("e", type, 2 * count);
  const bool all = dice_.one_in(2);  // the same side of all cells
  for (int i = 0; i < count; ++i) {
    const auto left = static_cast<std::size_t>(all ? 0 : dice_.below(2));
    const std::string& node = cells[static_cast<std::size_t>(i)];
    connect(fmt::format("e[{}]", 2 * i),
            {{hubs[left], "link"}, {node, "left"}});
    connect(fmt::format("e[{}]", 2 * i + 1),
            {{hubs[1 - left], "link"}, {node, "right"}});
  }
}

// Cells that look alike whether or not somebody reads their edges.
void SymmetricWriter::watched() {
  const int pairs = dice_.below(2);
  const int count = 2 + dice_.below(2);
  const std::size_t cell = process("Cell");
  const std::size_t watcher = process("Watcher");
  const auto cells = nodes("c", cell, count * (pairs + 1));
  const auto watchers = nodes("w", watcher, 1 + dice_.below(2));
  const Type type = edge_type(count);
  port(cell, "mine", dice_.one_in(3), type, "inout");
  port(watcher, "eye", dice_.one_in(3), type, "in");
  edges("e", type, count);
  odd_ = 4;
  std::vector<int> eyes;
  for (std::size_t i = 0; i < watchers.size(); ++i) {
    eyes.push_back(dice_.below(count));
  }
  for (int i = 0; i < count; ++i) {
    std::vector<End> ends;
    for (int k = 0; k <= pairs; ++k) {
      ends.emplace_back(cells[static_cast<std::size_t>(i + k * count)], "mine");
    }
    for (std::size_t w = 0; w < watchers.size(); ++w) {
      if (eyes[w] == i) ends.emplace_back(watchers[w], "eye");
    }
    connect(fmt::format("e[{}]", i), ends);
  }
}

// Spokes with one edge to the hub, or with two.
void SymmetricWriter::star() {
  const int spokes = 2 + dice_.below(3);
  const int width = spokes < 4 && dice_.one_in(3) ? 2 : 1;
  const std::size_t hub = process("Hub");
  const bool same = dice_.one_in(5);
  const std::size_t cell = same ? hub : process("Cell");
  const auto center = nodes("hub", hub, 1);
  const auto cells = nodes("c", cell, spokes);
  const Type type = edge_type(spokes * width);
  const std::string set = same ? "link" : "up";
  port(hub, "link", true, type, dice_.one_in(4) ? direction() : "inout");
  if (!same) port(cell, "up", width > 1 || dice_.one_in(2), type, direction());
  edges("e", type, spokes * width);
  for (int i = 0; i < spokes * width; ++i) {
    connect(fmt::format("e[{}]", i),
            {{center[0], "link"},
             {cells[static_cast<std::size_t>(i / width)], set}});
  }
}

void SymmetricWriter::complete() {
  const int n = 3 + dice_.below(2);
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) pairs.emplace_back(j, i);
  }
  const std::size_t cell = process("Cell");
  graph(cell, nodes("c", cell, n), pairs);
}

// A root, its children, theirs.
void SymmetricWriter::tree() {
  const std::size_t root = process("Root");
  const std::size_t middle = process("Middle");
  const std::size_t leaf = process("Leaf");
  const int leaves = 1 + dice_.below(2);
  const auto top = nodes("root", root, 1);
  const auto mids = nodes("m", middle, 2);
  const auto low = nodes("c", leaf, 2 * leaves);
  const Type type = edge_type(2 + 2 * leaves);
  port(root, "link", true, type, direction());
  port(middle, "up", false, type, "inout");
  port(middle, "link", true, type, "inout");
  port(leaf, "up", dice_.one_in(2), type, direction());
  edges("e", type, 2);
  edges("f", type, 2 * leaves);
  for (int i = 0; i < 2; ++i) {
    const std::string& m = mids[static_cast<std::size_t>(i)];
    connect(fmt::format("e[{}]", i), {{top[0], "link"}, {m, "up"}});
    for (int k = 0; k < leaves; ++k) {
      const int l = i * leaves + k;
      connect(fmt::format("f[{}]", l),
              {{m, "link"}, {low[static_cast<std::size_t>(l)], "up"}});
    }
  }
}

// Every giver with every taker; sometimes twice.
void SymmetricWriter::bipartite() {
  const int left = 1 + dice_.below(3);
  const int right = left == 3 ? 1 + dice_.below(2) : 1 + dice_.below(3);
  const int width = left * right < 4 && dice_.one_in(3) ? 2 : 1;
  const std::size_t giver = process("Giver");
  const std::size_t taker = process("Taker");
  const auto from = nodes("g", giver, left);
  const auto to = nodes("t", taker, right);
  const int count = left * right * width;
  const Type type = edge_type(count);
  port(giver, "sinks", true, type, dice_.one_in(2) ? "out" : "inout");
  port(taker, "sources", true, type, dice_.one_in(2) ? "in" : "inout");
  edges("e", type, count);
  for (int i = 0; i < count; ++i) {
    const auto pair = static_cast<std::size_t>(i / width);
    const auto others = static_cast<std::size_t>(right);
    connect(fmt::format("e[{}]", i),
            {{from[pair / others], "sinks"}, {to[pair % others], "sources"}});
  }
}

void SymmetricWriter::grid() {
  const int width = 2 + dice_.below(2);
  std::vector<std::pair<int, int>> pairs;
  for (int x = 0; x < width; ++x) {
    pairs.emplace_back(2 * x, 2 * x + 1);
    if (x == 0) continue;
    pairs.emplace_back(2 * x - 2, 2 * x);
    pairs.emplace_back(2 * x - 1, 2 * x + 1);
  }
  const std::size_t cell = process("Cell");
  graph(cell, nodes("c", cell, 2 * width), pairs);
}

// Buses of various sizes, whose members are in pairs.
void SymmetricWriter::buses() {
  static const std::vector<std::vector<int>> shapes = {
      {4, 2}, {4, 2}, {2, 2}, {4}, {6}, {3, 3}, {2, 2, 2}, {5}};
  const std::vector<int>& sizes = dice_.of(shapes);
  int count = 0;
  for (const int size : sizes) count += size;
  const std::size_t cell = process("Cell");
  const auto all = nodes("c", cell, count);
  const Type wire = edge_type(5);
  const Type pair = edge_type(5);
  const bool wires = dice_.one_in(3);
  const bool mates = dice_.one_in(3);
  port(cell, "wire", wires, wire, dice_.one_in(6) ? direction() : "inout");
  // An odd member has no mate, which only a port set allows.
  bool odd = false;
  for (const int size : sizes) odd = odd || size % 2 != 0;
  port(cell, "mate", odd || mates, pair,
       dice_.one_in(6) ? direction() : "inout");
  edges("bus", wire, static_cast<int>(sizes.size()));
  const int width = mates && dice_.one_in(3) ? 2 : 1;
  int pairs = 0;
  for (const int size : sizes) pairs += size / 2;
  edges("pair", pair, pairs * width);
  std::size_t first = 0;
  int next = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    const auto size = static_cast<std::size_t>(sizes[b]);
    std::vector<End> ends;
    for (std::size_t i = 0; i < size; ++i) {
      ends.emplace_back(all[first + i], "wire");
    }
    connect(fmt::format("bus[{}]", b), ends);
    for (std::size_t i = 0; i + 1 < size; i += 2) {
      for (int k = 0; k < width; ++k) {
        connect(fmt::format("pair[{}]", next++),
                {{all[first + i], "mate"}, {all[first + i + 1], "mate"}});
      }
    }
    first += size;
  }
}

// Regular graphs of degree two: all their nodes are locally alike.
void SymmetricWriter::rings() {
  static const std::vector<std::vector<int>> shapes = {
      {3}, {4}, {5}, {6}, {3, 3}, {4, 3}, {2}, {2, 4}};
  std::vector<std::pair<int, int>> pairs;
  int first = 0;
  for (const int size : dice_.of(shapes)) {
    for (int i = 0; i < size; ++i) {
      pairs.emplace_back(first + i, first + (i + 1) % size);
    }
    first += size;
  }
  if (dice_.one_in(4)) pairs.pop_back();  // a path
  odd_ = 20;
  const std::size_t cell = process("Cell");
  graph(cell, nodes("c", cell, first), pairs);
}

// With ports left and right; an edge for all now and then.
void SymmetricWriter::ordered_ring() {
  const int n = 2 + dice_.below(4);
  const std::size_t cell = process("Cell");
  const auto all = nodes("c", cell, n);
  const Type type = edge_type(n);
  port(cell, "left", false, type, direction());
  port(cell, "right", false, type,
       world_.processes[cell].ports[0].direction == "in" ? "out" : "inout");
  edges("e", type, n);
  const auto at = [&](int i) { return all[static_cast<std::size_t>(i % n)]; };
  for (int i = 0; i < n; ++i) {
    connect(fmt::format("e[{}]", i), {{at(i), "right"}, {at(i + 1), "left"}});
  }
  if (!dice_.one_in(3)) return;
  const Type wire = edge_type(5);
  port(cell, "wire", dice_.one_in(2), wire, "inout");
  edges("bus", wire, 1);
  std::vector<End> ends;
  for (const std::string& node : all) ends.emplace_back(node, "wire");
  connect("bus[0]", ends);
}

// A node writes some of its edges and reads others.
void SymmetricWriter::directed() {
  const int n = 2 + dice_.below(3);
  const int reach = n > 2 && n < 4 && dice_.one_in(2) ? 2 : 1;
  const int width = n == 2 ? 2 : 1;
  const std::size_t cell = process("Cell");
  const auto all = nodes("c", cell, n);
  const int count = n * reach * width;
  const Type type = edge_type(count);
  port(cell, "outs", true, type, dice_.one_in(2) ? "out" : "inout");
  port(cell, "ins", true, type, dice_.one_in(4) ? "inout" : "in");
  edges("e", type, count);
  for (int i = 0; i < count; ++i) {
    const int from = i / width / reach;
    const int to = (from + 1 + i / width % reach) % n;
    connect(fmt::format("e[{}]", i),
            {{all[static_cast<std::size_t>(from)], "outs"},
             {all[static_cast<std::size_t>(to)], "ins"}});
  }
}

// Edges with several writers and several readers: writers of one edge count
// as a set, so that they need not be equally many.
void SymmetricWriter::memories() {
  const int count = 1 + dice_.below(3);
  const std::size_t writer = process("Writer");
  const std::size_t reader = process("Reader");
  const int writers = count == 1 ? 3 : count + dice_.below(3);
  const auto w = nodes("w", writer, writers);
  const auto r = nodes("r", reader, 1 + dice_.below(2));
  const Type type = edge_type(count + 1);
  port(writer, "memory", dice_.one_in(2), type,
       dice_.one_in(2) ? "out" : "inout");
  port(reader, "memories", true, type, dice_.one_in(3) ? "inout" : "in");
  edges("e", type, count);
  for (int i = 0; i < count; ++i) {
    std::vector<End> ends;
    for (int k = i; k < writers; k += count) {
      ends.emplace_back(w[static_cast<std::size_t>(k)], "memory");
    }
    for (const std::string& node : r) ends.emplace_back(node, "memories");
    connect(fmt::format("e[{}]", i), ends);
  }
}

}  // namespace vicinal::random_models
