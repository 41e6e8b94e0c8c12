// SPDX-License-Identifier: MIT
// Declarations, processes, rules and properties around a shape of network.
#include "random_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "extras.hpp"
#include "peers.hpp"
#include "temporal.hpp"
#include "writer.hpp"

namespace vicinal::random_models {

namespace {

constexpr int most_free = 48;  // initial valuations, about

}  // namespace

// Whether a variable may start anywhere; then that is counted.
bool Writer::free_start(const Type& type, int copies) {
  if (type.sort == Sort::queue) return true;
  const int members = size_ + 2;  // at least as many as any family has
  int values = 1;
  for (int i = 0; i < copies && values <= most_free; ++i) {
    values *= type.initial_values(members);
  }
  // What has no literal starts anywhere.
  if (!type.has_literal() && type.sort != Sort::marks) {
    free_ *= values;
    return true;
  }
  const bool must = type.sort == Sort::marks;
  if (free_ * values > most_free || !(must || dice_.one_in(2))) return false;
  free_ *= values;
  return true;
}

std::string Writer::initial(const Type& type, const Process* process) {
  if (type.sort == Sort::boolean && dice_.one_in(5)) return "index == 0";
  if (type.sort == Sort::number && dice_.one_in(5)) {
    return fmt::format("index % {} + {}", type.high - type.low + 1, type.low);
  }
  if (process != nullptr && dice_.one_in(3)) {
    for (const Thing& c : process->constants) {
      if (c.type.text == type.text) return c.text;
    }
  }
  return terms_.literal(type);
}

void Writer::shared() {
  const auto declare = [&](const std::string& name, const Type& type,
                           bool writes, bool may_be_free) {
    std::string start;
    if (!may_be_free || !free_start(type, 1)) {
      if (type.sort == Sort::marks) return;
      if (type.sort != Sort::queue) start = " = " + initial(type, nullptr);
    }
    head_ += fmt::format("shared {} : {}{};\n", name, type.text, start);
    world_.shared.push_back({name, type, true, writes});
  };
  if (dice_.one_in(4)) declare("limit", terms_.scalar(), false, false);
  if (dice_.one_in(6)) {
    head_ += "shared weight[2] : 0..1 = index;\n";
    Type range;
    range.sort = Sort::number;
    range.high = 1;
    range.text = "0..1";
    world_.shared.push_back({"weight[0]", range, true, false});
    world_.shared.push_back({"weight[1]", range, true, false});
  }
  if (!options_.flat) return;
  const int count = dice_.below(3);
  for (int i = 0; i < count; ++i) {
    declare(fmt::format("g{}", i), terms_.any(dice_.one_in(2)), true, true);
  }
  if (dice_.one_in(3)) {
    Type flag;
    flag.text = "bool";
    head_ += "shared slot[2] : bool = index == 0;\n";
    world_.shared.push_back({"slot[0]", flag, true, true});
    world_.shared.push_back({"slot[1]", flag, true, true});
    world_.shared.push_back({"slot[two - 1]", flag, true, true});
  }
}

// ---- processes -------------------------------------------------------------

void Writer::variables(Process& process, int copies) {
  std::string& text = action_texts_.emplace_back();
  std::string constants;
  if (dice_.one_in(4)) {
    Type rank;
    rank.sort = Sort::number;
    rank.high = 1;
    rank.text = "0..1";
    process.constants.push_back({"rank", rank, true, false});
    constants = "(rank : 0..1)";
  }
  text = fmt::format("process {}{} {{\n", process.name, constants);
  for (const Port& p : process.ports) {
    text += fmt::format("  port {}{} : {} {};\n", p.set ? "set " : "", p.name,
                        p.direction, p.type.text);
  }
  const int extra = dice_.below(3);
  for (int i = -1; i < extra; ++i) {
    if (i < 0 && dice_.one_in(10)) continue;
    Type type = world_.enums[0];
    if (i >= 0) {
      do {
        type = terms_.any(true);
      } while (type.sort != Sort::marks && type.initial_values(3) > 4);
    }
    const std::string name = i < 0 ? "phase" : fmt::format("v{}", i);
    std::string start;
    const bool any = i >= 0 || dice_.one_in(6);
    if (!any || !free_start(type, copies)) {
      if (type.sort == Sort::marks) continue;
      start = i < 0 ? " = idle" : " = " + initial(type, &process);
    }
    text += fmt::format("  var {} : {}{};\n", name, type.text, start);
    process.variables.push_back({name, type, true, true});
  }
}

// ---- rules, initial conditions, properties ---------------------------------

// What rules, properties and initial conditions see.
Seen Writer::whole() {
  Seen seen;
  seen.things = world_.shared;
  seen.others = true;
  for (const EdgeFamily& family : world_.edges) {
    if (family.members.empty()) continue;
    const std::string& edge = dice_.of(family.members);
    seen.things.push_back({edge, family.type, true, true});
    seen.edges.push_back(edge);
  }
  for (const NodeFamily& family : world_.nodes) {
    if (family.members.empty() || !dice_.one_in(2)) continue;
    seen = terms_.with_node(std::move(seen), dice_.of(family.members),
                            family.process);
  }
  return seen;
}

void Writer::rules() {
  const int count = 1 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    Seen seen = whole();
    seen.all_writes = true;
    std::string list;
    if (!world_.nodes.empty() && !dice_.one_in(3)) {
      const NodeFamily& family = dice_.of(world_.nodes);
      const std::string name = terms_.fresh("p");
      seen.things.clear();
      seen = terms_.with_node(std::move(seen), name, family.process);
      seen.things.insert(seen.things.end(), world_.shared.begin(),
                         world_.shared.end());
      list = fmt::format("({} in {})", name,
                         dice_.one_in(3) ? world_.processes[family.process].name
                                         : family.name);
    } else if (!world_.edges.empty() && dice_.one_in(2)) {
      const EdgeFamily& family = dice_.of(world_.edges);
      const std::string name = terms_.fresh("p");
      seen.things.push_back({name, family.type, true, true});
      seen.edges.push_back(name);
      list = fmt::format("({} in {})", name, family.name);
    } else if (dice_.one_in(4)) {
      const std::string name = terms_.fresh("p");
      seen.things.push_back({name, world_.enums[0], true, false});
      list = fmt::format("({} in {})", name, world_.enums[0].text);
    } else if (dice_.one_in(2)) {
      const std::string name = terms_.fresh("p");
      Type range;
      range.sort = Sort::number;
      range.high = 1;
      range.text = "0..1";
      seen.things.push_back({name, range, true, false});
      list = fmt::format("({} in 0..1)", name);
    }
    const std::string guard = terms_.boolean(seen, 2);
    const std::string priority =
        dice_.one_in(4) ? " priority " + terms_.number(seen, 1) : "";
    tail_ += fmt::format("rule r{}{} when {}{} {{{}}}\n", i, list, guard,
                         priority, terms_.statements(seen, 2));
  }
}

std::string Writer::initial_condition() {
  const auto part = [&] {
    return world_.nodes.empty() || dice_.one_in(3)
               ? terms_.boolean(whole(), 1)
               : terms_.quantified(whole(), 1);
  };
  std::string formula = part();
  // Two are satisfied more often.
  if (dice_.one_in(2)) formula = fmt::format("({}) || ({})", formula, part());
  return fmt::format("init {};\n", formula);
}

// Something that may hold for a while.
std::string Writer::claim() {
  const int kind = dice_.below(10);
  if (kind == 0) return "enabled";
  if (kind == 1 || world_.nodes.empty()) return terms_.boolean(whole(), 3);
  if (kind == 2) return terms_.quantified(whole(), 2);
  const NodeFamily& family = dice_.of(world_.nodes);
  const std::string& process = world_.processes[family.process].name;
  const std::string domain = dice_.one_in(2) ? family.name : process;
  const std::string i = terms_.fresh("i");
  const std::string j = terms_.fresh("j");
  Seen nothing;
  Seen seen = terms_.with_node(nothing, i, family.process);
  seen.nodes.clear();
  const std::string phase = world_.enums[0].names[1];
  const Process& p = world_.processes[family.process];
  const std::string said = p.phased() && dice_.one_in(2)
                               ? fmt::format("{}.phase == {}", i, phase)
                               : "(" + terms_.boolean(seen, 1) + ")";
  switch (kind) {
    case 3:
      return fmt::format("atmost {} {} in {}: {}", dice_.below(2) + 1, i,
                         domain, said);
    case 4:
      return fmt::format("count({} in {}: {}) <= {}", i, domain, said,
                         dice_.below(3));
    case 5:
      return fmt::format("exists {} in {}: !({})", i, domain, said);
    case 6:
    case 7:
      return fmt::format("forall {} in {}: {} => {}", i, domain, said,
                         terms_.boolean(seen, 1));
    default: {
      std::string other = said;
      for (std::size_t at = other.find(i); at != std::string::npos;
           at = other.find(i, at + j.size())) {
        other.replace(at, i.size(), j);
      }
      return fmt::format(
          "forall {}, {} in {}: {} != {}{} => !({} && {})", i, j, domain, i, j,
          dice_.one_in(2) ? fmt::format(" && adjacent({}, {})", i, j)
                          : std::string{},
          said, other);
    }
  }
}

void Writer::properties() {
  const int count = 2 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    claims_.push_back(claim());
    tail_ += fmt::format("invariant q{}: {};\n", i, claims_.back());
  }
  if (dice_.one_in(3)) tail_ += fmt::format("assert s: {};\n", claim());
}

void Writer::temporal() {
  if (more_.one_in(3)) tail_ += temporal_properties(more_, claims_);
}

// A condition that nothing satisfies, whether it can be evaluated or not.
std::string Writer::no_initial_state() {
  if (!more_.one_in(25)) return {};
  const std::string one = terms_.boolean(whole(), 1);
  return fmt::format("init ({0}) && !({0});\n", one);
}

// Something of what is not said above, in about every other model.
void Writer::rare() {
  Terms terms(rare_, world_, Mixed::all);
  May may;
  may.rules = options_.flat;
  may.boxes = true;
  may.bodies = options_.flat;
  may.variables = world_.processes.size() == 1 || rare_.one_in(2);
  world_.peers = peers_of(world_, network_);
  Rare rare(rare_, world_, terms, may);
  if (!rare_.one_in(3)) rare.add_some();
  if (free_ > 1 && rare_.one_in(5)) rare.add(Theme::starts);
  if (rare_.one_in(5)) rare.add(Theme::extremes);
  if (options_.flat && rare_.one_in(3)) rare.add(Theme::bodies);
  if (!world_.peers.empty() && rare_.one_in(3)) rare.add(Theme::peers);
  const Added added = rare.take();
  for (std::size_t p = 0; p < action_texts_.size(); ++p) {
    action_texts_[p] += added.variables[p] + added.actions[p];
  }
  head_ += added.head;
  network_ += added.network;
  tail_ += added.rules;
  for (std::size_t i = 0; i < added.claims.size(); ++i) {
    tail_ += fmt::format("invariant rare{}: {};\n", i, added.claims[i]);
  }
  for (const std::string& c : added.conditions) {
    tail_ += fmt::format("init {};\n", c);
  }
}

std::string Writer::run() {
  size_ = dice_.one_in(12) ? 0 : 1 + dice_.below(3);
  head_ += declare_types(dice_, terms_, world_);
  const bool network = !options_.flat || !dice_.one_in(6);
  if (network) {
    shape();
    world_.numbers.emplace_back("n");
  }
  shared();
  for (Process& p : world_.processes) {
    int copies = 0;
    for (const NodeFamily& family : world_.nodes) {
      if (&world_.processes[family.process] == &p) copies += family.count;
    }
    variables(p, copies);
  }
  for (std::size_t p = 0; p < world_.processes.size(); ++p) {
    action_texts_[p] += actions_.several(p);
  }
  std::string block;
  if (network) {
    for (const NodeFamily& family : world_.nodes) {
      const Process& p = world_.processes[family.process];
      std::string sizes;
      if (family.members.empty() || family.members[0] != family.name) {
        sizes = fmt::format("[{}]", family.count);
      }
      if (family.name == "c" || family.name == "g") {
        sizes = "[n]";
        if (family.members.size() > 0 &&
            std::count(family.members[0].begin(), family.members[0].end(),
                       '[') == 2) {
          sizes += fmt::format("[{}]", family.count / size_);
        }
      }
      block += fmt::format("  node {}{} : {}{};\n", family.name, sizes, p.name,
                           p.constants.empty() ? ""
                           : dice_.one_in(4)   ? "(rank = 1)"
                                               : "(rank = index % 2)");
    }
    head_ += fmt::format("param n : 0.. = {};\n", size_);
    if (dice_.one_in(5)) {
      const Extra more = extra(dice_, options_.flat);
      head_ += more.types;
      processes_ += more.process;
      block += "  " + more.node + "\n";
      network_ += "  " + more.initial;
      tail_ += more.properties;
    }
    if (free_ > 1 && dice_.one_in(2)) network_ += "  " + initial_condition();
  } else if (free_ > 1 && dice_.one_in(2)) {
    block = initial_condition();
  }
  if (options_.flat) rules();
  properties();
  temporal();
  tail_ += no_initial_state();
  rare();
  std::string processes;
  for (const std::string& text : action_texts_) processes += text + "}\n";
  if (network) block = "network {\n" + block + network_ + "}\n";
  return head_ + processes + processes_ + block + tail_;
}

// ---- the entry -------------------------------------------------------------

std::string random_model(std::uint64_t seed, const Options& options) {
  return Writer(seed, options).run();
}

std::uint64_t runs(std::uint64_t usual) {
  const char* budget = std::getenv("VICINAL_TEST_BUDGET");
  if (budget == nullptr) return usual;
  const std::uint64_t percent = std::strtoull(budget, nullptr, 10);
  return std::max<std::uint64_t>(1, usual * percent / 100);
}

bool enough_runs() {
  return runs(100) >= 50;
}

}  // namespace vicinal::random_models
