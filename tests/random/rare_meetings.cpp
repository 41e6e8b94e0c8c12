// SPDX-License-Identifier: MIT
// Steps that other nodes have a part in: as parameters, by their ports, and as
// those who allow a step that a third one sees. What a pair of nodes learns
// from a third may depend on any of the three pairs that they make, and on the
// one of which it is known last.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

// Something of a parameter: a variable, or the edge at one of its ports.
std::string Rare::met(const std::string& node, std::size_t of,
                      std::size_t process) {
  std::string out = said(node, of);
  if (of == process && share(70)) out = node + " != self && " + out;
  if (share(30)) out += " && " + related(node, of, "self", process);
  return out;
}

void Rare::parameter_of_nodes(std::size_t process) {
  const std::size_t other = some_process();
  const std::string q = terms_.fresh("q");
  const std::string in = domain(other);
  std::string guard = met(q, other, process);
  for (const Port& port : world_.processes[other].ports) {
    if (port.set || !share(50)) continue;
    Seen edge;
    edge.things = {{q + "." + port.name, port.type, true, false}};
    guard += " && " + terms_.boolean(edge, 0);
    break;
  }
  std::string priority;
  if (share(40)) {
    const std::string better = said(q, other);
    priority = may_.indices && share(30)
                   ? fmt::format("index({})", q)
                   : fmt::format("(if {} then 1 else 0)", better);
  }
  action(process, {q + " in " + in, guard, priority, change(process)});
}

void Rare::two_parameters(std::size_t process) {
  const std::size_t a = some_process();
  const std::size_t b = some_process();
  const std::string q = terms_.fresh("q");
  const std::string r = terms_.fresh("q");
  const std::string first = domain(a);
  const std::string second = domain(b);
  std::string guard = met(q, a, process);
  guard += " && " + met(r, b, process);
  if (a == b && share(70)) guard += fmt::format(" && {} != {}", q, r);
  const std::string better = said(r, b);
  action(
      process,
      {fmt::format("{} in {}, {} in {}", q, first, r, second), guard,
       share(25) ? fmt::format("(if {} then 1 else 0)", better) : std::string{},
       change(process)});
}

// Somebody marks an edge; who sees the mark gets ready, and changes the edge
// once another node, elsewhere, is done. That the two are ready and done at a
// time is known later than all else.
void Rare::hand_over(std::size_t process) {
  const Port* port = own_port(process, false, true);
  const Process& p = world_.processes[process];
  if (port == nullptr || !p.phased() || world_.enums[0].names.size() < 3) {
    return parameter_of_nodes(process);
  }
  const std::string mark = terms_.literal(port->type);
  std::string answer = terms_.literal(port->type);
  for (int i = 0; i < 4 && answer == mark; ++i) {
    answer = terms_.literal(port->type);
  }
  const std::string seen = fmt::format("{} == {}", port->name, mark);
  const std::string q = terms_.fresh("q");
  const std::string in = domain(process);
  static const std::vector<std::string> forms = {
      "(exists {0} in {1}: {0} != self && {0}.phase == done)",
      "count({0} in {1}: {0}.phase == done) >= 1",
      "!(forall {0} in {1}: {0} != self => {0}.phase != done)",
      "(exists {0} in {1}: {0} != self && {0}.phase == done && "
      "!adjacent({0}, self))"};
  const std::string others = fmt::format(fmt::runtime(dice_.of(forms)), q, in);
  action(process, {"", "phase == idle", "",
                   fmt::format("{} := {};{}", port->name, mark,
                               share(50) ? " phase := done;" : "")});
  action(process, {"", "phase == idle && " + seen, "", "phase := busy;"});
  if (share(60)) action(process, {"", "phase == busy", "", "phase := done;"});
  action(process, {"", fmt::format("phase == busy && {} && {}", seen, others),
                   "", fmt::format("{} := {};", port->name, answer)});
  const std::string i = terms_.fresh("i");
  claim(fmt::format("forall {0} in {1}: {0}.phase == busy => {0}.{2} == {3}", i,
                    in, port->name, mark));
}

void Rare::meetings() {
  const std::size_t process = some_process();
  switch (dice_.below(5)) {
    case 0:
    case 1:
      return parameter_of_nodes(process);
    case 2:
      return two_parameters(process);
    default:
      return hand_over(process);
  }
}

}  // namespace vicinal::random_models
