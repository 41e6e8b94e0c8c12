// SPDX-License-Identifier: MIT
// The parts of a symmetric model, and where it starts.
#include "symmetric_model.hpp"

#include <fmt/format.h>

#include "symmetric_writer.hpp"

namespace vicinal::random_models {

namespace {

constexpr int most_free_values = 128;  // initial valuations

}  // namespace

// ---- declarations ----------------------------------------------------------

void SymmetricWriter::types() {
  Type phase;
  phase.sort = Sort::constant;
  phase.text = "Phase";
  phase.names = {"idle", "busy", "done"};
  if (dice_.one_in(2)) phase.names.pop_back();
  world_.enums.push_back(phase);
  head_ = fmt::format("enum Phase {{ idle, busy{} }}\n",
                      phase.names.size() == 3 ? ", done" : "");
  head_ += "const two = 2;\n";  // the terms know it
  if (!dice_.one_in(4)) return;
  Type record;
  record.sort = Sort::structure;
  record.text = "Pair";
  record.names = {"flag", "level"};
  record.parts.resize(2);
  record.parts[0].text = "bool";
  record.parts[1].sort = Sort::number;
  record.parts[1].high = 1;
  record.parts[1].text = "0..1";
  head_ += "struct Pair { flag : bool; level : 0..1; }\n";
  world_.structs.push_back(std::move(record));
}

// Fewer values where there are many edges.
Type SymmetricWriter::edge_type(int count) {
  if (count < 4 && !world_.structs.empty() && dice_.one_in(3)) {
    return world_.structs[0];
  }
  for (;;) {
    Type type = terms_.scalar();
    if (quiet_ && count < 5 && type.initial_values(1) == 2) continue;
    if (count < 6 || type.initial_values(1) == 2) return type;
  }
}

bool SymmetricWriter::free_start(const Type& type, int copies) {
  int values = 1;
  for (int i = 0; i < copies && values <= most_free_values; ++i) {
    values *= type.initial_values(1);
  }
  if (free_ * values > most_free_values || (!correlated_ && dice_.one_in(2))) {
    return false;
  }
  free_ *= values;
  return true;
}

// " = v", or nothing: anywhere. Mostly the same for all.
std::string SymmetricWriter::start(const Type& type, int copies) {
  if (free_start(type, copies)) return "";
  if (dice_.one_in(6)) {
    if (type.sort == Sort::boolean) {
      return dice_.one_in(2) ? " = index % 2 == 0" : " = index == 0";
    }
    if (type.sort == Sort::number) {
      return fmt::format(" = index % {} + {}", type.high - type.low + 1,
                         type.low);
    }
    if (type.sort == Sort::constant) {
      return fmt::format(" = if index {} then {} else {}",
                         dice_.one_in(2) ? "== 0" : "% 2 == 1", type.names[1],
                         type.names[0]);
    }
  }
  return " = " + terms_.literal(type);
}

void SymmetricWriter::variables(std::size_t process) {
  Process& p = world_.processes[process];
  int copies = 0;
  for (const NodeFamily& family : world_.nodes) {
    if (family.process == process) copies += family.count;
  }
  std::string& text = starts_.emplace_back();
  const auto add = [&](const std::string& name, const Type& type) {
    p.variables.push_back({name, type, true, true});
    text +=
        fmt::format("  var {} : {}{};\n", name, type.text, start(type, copies));
  };
  if (!dice_.one_in(4)) add("phase", world_.enums[0]);
  // Of a type that an edge has, so that values go from one to the other.
  if (p.variables.empty() || dice_.one_in(2)) add("v", dice_.of(p.ports).type);
  if (dice_.one_in(6)) {
    Type flag;
    flag.text = "bool";
    add("mark", flag);
  }
  if (dice_.one_in(6)) {
    Type rank;
    rank.sort = Sort::number;
    rank.high = 1;
    rank.text = "0..1";
    p.constants.push_back({"rank", rank, true, false});
  }
}

// ---- initial conditions ----------------------------------------------------

std::string SymmetricWriter::said_of_edges(const EdgeFamily& family) {
  const std::string x = terms_.fresh("x");
  const std::string said = about({x, family.type, true, false});
  const auto& e = family.members;
  // A value that is not there at the start makes what comes later show.
  const std::string without =
      family.type.initial_values(1) > 2 && !dice_.one_in(4)
          ? fmt::format("(forall {0} in {1}: {0} != {2})", x, family.name,
                        terms_.literal(family.type))
          : std::string{};
  const auto named = [&](const std::string& name) {
    return about({name, family.type, true, false});
  };
  switch (correlated_ ? 6 + dice_.below(6) : dice_.below(12)) {
    case 0:
    case 1:
      return fmt::format("exactly {} {} in {}: {}", 1 + dice_.below(2), x,
                         family.name, said);
    case 2:
      return fmt::format("exists {} in {}: {}", x, family.name, said);
    case 3:
      return fmt::format("forall {} in {}: {}", x, family.name, said);
    case 4:
      return fmt::format("atmost 1 {} in {}: {}", x, family.name, said);
    case 5:
      return named(dice_.of(e));
    case 6:
    case 7:
    case 8:
      return both(without,
                  fmt::format("({} => {})", named(e.front()), named(e.back())));
    default: {
      // Each edge may have any value, but not whatever others have.
      std::string out;
      for (std::size_t i = 0; i + 1 < e.size(); i += 2) {
        out = both(out, fmt::format("{} {} {}", e[i],
                                    dice_.one_in(3) ? "!=" : "==", e[i + 1]));
        if (dice_.one_in(2)) break;
      }
      return out.empty() ? named(e.front()) : both(without, out);
    }
  }
}

std::string SymmetricWriter::initial_condition() {
  std::vector<std::string> parts;
  for (const EdgeFamily& family : world_.edges) {
    for (const std::string& name : free_edges_) {
      if (name == family.name && !dice_.one_in(4)) {
        parts.push_back(said_of_edges(family));
      }
    }
  }
  if (free_ > 1 && dice_.one_in(4)) {
    const NodeFamily& family = dice_.of(world_.nodes);
    const Process& p = world_.processes[family.process];
    const std::string q = terms_.fresh("q");
    const Thing& v = dice_.of(p.variables);
    const std::string said = about({q + "." + v.text, v.type, true, false});
    const Port& port = dice_.of(p.ports);
    if (port.set && dice_.one_in(2)) {
      const std::string x = terms_.fresh("x");
      parts.push_back(
          fmt::format("forall {0} in {1}: {2} {3} in {0}.{4}: {5}", q,
                      family.name, dice_.one_in(2) ? "exactly 1" : "exists", x,
                      port.name, about({x, port.type, true, false})));
    } else {
      parts.push_back(fmt::format("{} {} in {}: {}",
                                  dice_.one_in(2) ? "exactly 1" : "exists", q,
                                  family.name, said));
    }
  }
  std::string out;
  for (const std::string& part : parts) {
    out += fmt::format("  init {};\n", part);
  }
  return out;
}

// ---- what is rare ----------------------------------------------------------

// Mostly claims. What names families or nodes, and what looks at indices in a
// guard, tells nodes apart.
std::string SymmetricWriter::rare(std::vector<std::string>& processes) {
  Terms terms(rare_, world_);
  May may;
  may.families = rare_.one_in(8);
  may.names = rare_.one_in(4);
  may.variables = rare_.one_in(4);
  Rare rare(rare_, world_, terms, may);
  const int kind = rare_.below(10);
  if (kind < 6) {
    rare.add_claims();
  } else if (kind < 8) {
    rare.add_some();
  }
  if (!free_edges_.empty() && rare_.one_in(4)) rare.add(Theme::starts);
  if (rare_.one_in(6)) rare.add(Theme::extremes);
  const Added added = rare.take();
  for (std::size_t p = 0; p < processes.size(); ++p) {
    processes[p] += added.variables[p] + added.actions[p];
  }
  network_ += added.network;
  std::string tail = added.head;
  for (std::size_t i = 0; i < added.claims.size(); ++i) {
    tail += fmt::format("invariant rare{}: {};\n", i, added.claims[i]);
  }
  for (const std::string& c : added.conditions) {
    tail += fmt::format("init {};\n", c);
  }
  return tail;
}

// ---- all -------------------------------------------------------------------

std::string SymmetricWriter::run() {
  quiet_ = dice_.one_in(3);
  types();
  shape();
  const std::size_t count = world_.processes.size();
  for (std::size_t p = 0; p < count; ++p) variables(p);
  std::vector<std::string> processes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Process& p = world_.processes[i];
    processes[i] += fmt::format("process {}{} {{\n", p.name,
                                p.constants.empty() ? "" : "(rank : 0..1)");
    for (const Port& port : p.ports) {
      processes[i] +=
          fmt::format("  port {}{} : {} {};\n", port.set ? "set " : "",
                      port.name, port.direction, port.type.text);
    }
    processes[i] += starts_[i];
    const int actions = quiet_ ? dice_.below(3) : 2 + dice_.below(3);
    for (int a = 0; a < actions; ++a) {
      processes[i] += fmt::format("  {}\n", action(i, fmt::format("a{}", a)));
    }
  }
  std::string block = "network {\n";
  for (const NodeFamily& family : world_.nodes) {
    const Process& p = world_.processes[family.process];
    std::string rank;
    if (!p.constants.empty()) {
      rank = dice_.one_in(3) ? "(rank = index % 2)"
                             : fmt::format("(rank = {})", dice_.below(2));
    }
    const std::string size = family.members[0] == family.name
                                 ? ""
                                 : fmt::format("[{}]", family.count);
    block +=
        fmt::format("  node {}{} : {}{};\n", family.name, size, p.name, rank);
  }
  const std::string initial = initial_condition();
  const std::string tail = rare(processes);
  std::string text;
  for (const std::string& p : processes) text += p + "}\n";
  return head_ + text + block + network_ + initial + "}\n" + tail;
}

std::string symmetric_model(std::uint64_t seed) {
  return SymmetricWriter(seed).run();
}

}  // namespace vicinal::random_models
