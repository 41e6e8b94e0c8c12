// SPDX-License-Identifier: MIT
// Formulas are drawn from the same terms as those of random models.
#include "random_start.hpp"

#include <fmt/format.h>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

Type range(int high) {
  Type type;
  type.sort = Type::Sort::number;
  type.high = high;
  type.text = fmt::format("0..{}", high);
  return type;
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

}  // namespace vicinal::random_models
