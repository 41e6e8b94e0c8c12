// SPDX-License-Identifier: MIT
// Formulas are drawn from the same terms as those of random models.
#include "random_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rare.hpp"

namespace vicinal::random_models {

namespace {

Type range(int high) {
  return range_type(0, high);
}

Type several(const Type& element, int size) {
  Type type;
  type.sort = Type::Sort::array;
  type.size = size;
  type.parts = {element};
  type.text = fmt::format("({})[{}]", element.text, size);
  return type;
}

}  // namespace

std::string random_start(std::uint64_t seed) {
  Dice dice(seed);
  World world;
  Process p;
  p.name = "P";
  p.ports = {{"at", false, "inout", range(1)}};
  p.variables = {{"x", range(2), true, true},
                 {"on", Type{.text = "bool"}, true, true},
                 {"a", several(range(1), 3), true, true},
                 {"y", range(64), true, true}};
  std::string text = "const two = 2;\nprocess P {\n  port at : inout 0..1;\n";
  for (const Thing& v : p.variables) {
    text += fmt::format("  var {} : {};\n", v.text, v.type.text);
  }
  world.processes = {p};
  world.nodes = {{"p", 0, 1, {"p[0]"}}};
  world.edges = {{"e", range(1), {"e[0]"}}};
  Terms terms(dice, world);
  Seen seen;
  seen.others = true;
  seen = terms.with_node(std::move(seen), "p[0]", 0);
  // y makes them many, and has no part in anything.
  std::erase_if(seen.things, [](const Thing& t) { return t.text == "p[0].y"; });
  std::string condition = terms.boolean(seen, 2);
  if (const auto index = terms.counted(seen); index && !dice.one_in(4)) {
    condition = fmt::format("p[0].a[{}] == {} && ({})", *index, dice.below(2),
                            condition);
  }
  return text +
         "}\nnetwork {\n  node p[1] : P;\n  edge e[1] : 0..1;\n"
         "  connect p[0].at to e[0];\n}\n"
         "init " +
         condition + ";\n";
}

std::string random_start_of_edges(std::uint64_t seed) {
  Dice dice(seed + 0xed6e5);
  World world;
  Type edge;
  edge.text = "bool";
  const int high = dice.one_in(5) ? 0 : 2 + dice.below(2);  // 0: bool
  if (high > 0) edge = range(high);
  const int values = std::max(2, high + 1);
  int count = 0;
  for (int all = 1; all <= 2048; all *= values) ++count;
  const int hubs = 1 + dice.below(2);
  Process hub;
  hub.name = "Hub";
  hub.ports = {{"link", true, "inout", edge}};
  hub.variables = {{"on", Type{.text = "bool"}, true, true}};
  Process cell;
  cell.name = "Cell";
  cell.ports = {{"at", false, "inout", edge}};
  world.processes = {hub, cell};
  world.numbers = {"two"};
  NodeFamily all_hubs = {"hub", 0, hubs, {}};
  NodeFamily cells = {"c", 1, count, {}};
  EdgeFamily edges = {"e", edge, {}};
  for (int i = 0; i < hubs; ++i) {
    all_hubs.members.push_back(fmt::format("hub[{}]", i));
  }
  for (int i = 0; i < count; ++i) {
    cells.members.push_back(fmt::format("c[{}]", i));
    edges.members.push_back(fmt::format("e[{}]", i));
  }
  world.nodes = {all_hubs, cells};
  world.edges = {edges};
  Terms terms(dice, world);
  Rare rare(dice, world, terms, {});
  const int times = 1 + dice.below(2);
  for (int i = 0; i < times; ++i) rare.add(Theme::starts);
  std::string text = fmt::format(
      "const two = 2;\n"
      "process Hub {{ port set link : inout {0}; var on : bool; }}\n"
      "process Cell {{ port at : inout {0}; }}\n"
      "network {{\n  node hub[{1}] : Hub;\n  node c[{2}] : Cell;\n"
      "  edge e[{2}] : {0};\n"
      "  for i in 0..{3} {{ connect hub[i % {1}].link, c[i].at to e[i]; }}\n"
      "}}\n",
      edge.text, hubs, count, count - 1);
  for (const std::string& c : rare.take().conditions) {
    text += fmt::format("init {};\n", c);
  }
  return text;
}

}  // namespace vicinal::random_models
