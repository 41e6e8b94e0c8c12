// SPDX-License-Identifier: MIT
// The parts of a family, put together.
#include "random_family.hpp"

#include <fmt/format.h>

#include "family_writer.hpp"
#include "loaded.hpp"
#include "peers.hpp"
#include "temporal.hpp"

namespace vicinal::random_models {

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Mark {
  std::string tag, part;
};

// What shows in the text of the processes, whoever has written it.
const std::vector<Mark> in_processes = {{"guard: index of self", "index(self)"},
                                        {"guard: adjacent", "adjacent("},
                                        {"guard: same", "same("},
                                        {"guard: count", "count("},
                                        {"guard: exists", "(exists q"},
                                        {"guard: forall", "(forall q"},
                                        {"guard: atmost", "atmost"},
                                        {"guard: sum", "sum("},
                                        {"guard: not self", "!= self"},
                                        {"guard: over a port set", "forall x"},
                                        {"priority", " priority "},
                                        {"for", "{ for "},
                                        {"if", "{ if "},
                                        {"else", "else {"},
                                        {"while", "while"},
                                        {"push", "push("},
                                        {"pop", "pop("},
                                        {"two at once", ", v0 := "}};

// And in the parameters of actions.
const std::vector<Mark> in_parameters = {
    {"parameter: of a range", "..1"},
    {"parameter: of an enumeration", " in Phase"},
    {"parameter: of nodes", " in c"},
    {"parameter: of a process", " in Cell"},
    {"parameter: of a port set", " in link"}};

// What stands between the names of actions and their guards.
std::string parameters_in(const std::string& text) {
  std::string out;
  const std::string begin = "  action ";
  for (std::size_t at = text.find(begin); at != std::string::npos;
       at = text.find(begin, at + 1)) {
    out += text.substr(at, text.find(" when ", at) - at);
  }
  return out;
}

const std::vector<std::string> all_tags = {"any directed graph",
                                           "any graph",
                                           "array",
                                           "array by nodes",
                                           "bipartite",
                                           "broadcast",
                                           "bus",
                                           "bus per row",
                                           "chords",
                                           "claim: all counts",
                                           "claim: count",
                                           "claim: member by count",
                                           "claim: edges",
                                           "claim: heights",
                                           "claim: not adjacent",
                                           "claim: not local",
                                           "claim: one by index",
                                           "claim: one count is more",
                                           "claim: one edge",
                                           "claim: one named node",
                                           "claim: one node",
                                           "claim: rank",
                                           "claim: quotients",
                                           "claim: reference",
                                           "claim: same edge",
                                           "claim: share",
                                           "claim: shares meet",
                                           "claim: some counts",
                                           "claim: sum",
                                           "claim: two",
                                           "claim: two adjacent",
                                           "claim: two by index",
                                           "clique",
                                           "closed parameter",
                                           "conditional connection",
                                           "conditional on parity",
                                           "constant of the process",
                                           "constant: a large one",
                                           "dynamic",
                                           "dynamic: appears",
                                           "dynamic: vanishes",
                                           "else",
                                           "empty family",
                                           "error: perhaps",
                                           "for",
                                           "grid",
                                           "grid that does not wrap",
                                           "grid that wraps",
                                           "guard: adjacent",
                                           "guard: atmost",
                                           "guard: count",
                                           "guard: exists",
                                           "guard: first",
                                           "guard: forall",
                                           "guard: index of self",
                                           "guard: not self",
                                           "guard: over a port set",
                                           "guard: parity",
                                           "guard: rank",
                                           "guard: same",
                                           "guard: sum",
                                           "guard: two by index",
                                           "if",
                                           "init: atmost",
                                           "init: exactly",
                                           "init: forall",
                                           "init: one edge",
                                           "init: one node",
                                           "init: over indices",
                                           "least, greatest",
                                           "matched families",
                                           "no edges",
                                           "no initial state",
                                           "overseer",
                                           "parallel edges",
                                           "peer",
                                           "parameter: of a port set",
                                           "parameter: of a process",
                                           "parameter: of a range",
                                           "parameter: of an enumeration",
                                           "parameter: of nodes",
                                           "path",
                                           "path with other ends",
                                           "pop",
                                           "port in",
                                           "port inout",
                                           "port out",
                                           "port set",
                                           "priority",
                                           "priority over a port set",
                                           "push",
                                           "queue",
                                           "reference followed",
                                           "reference in a variable",
                                           "reference on an edge",
                                           "reference to a bound node",
                                           "reference to self",
                                           "relay",
                                           "ring",
                                           "ring by 2",
                                           "ring by 3",
                                           "ring of one direction",
                                           "ring of two directions",
                                           "ring there and back",
                                           "several families",
                                           "single nodes",
                                           "size alone",
                                           "sizes without instance",
                                           "star",
                                           "start: anywhere",
                                           "start: index",
                                           "struct",
                                           "temporal",
                                           "tree",
                                           "two at once",
                                           "two hubs",
                                           "two parameters",
                                           "unwritten edge",
                                           "while"};

}  // namespace

std::string FamilyWriter::processes() const {
  std::string out;
  for (std::size_t i = 0; i < world_.processes.size(); ++i) {
    const Process& p = world_.processes[i];
    std::string constant;
    for (const Thing& c : p.constants) {
      constant = fmt::format("({} : {})", c.text, c.type.text);
    }
    out += fmt::format("process {}{} {{\n", p.name, constant);
    for (const Port& port : p.ports) {
      out += fmt::format("  port {}{} : {} {};\n", port.set ? "set " : "",
                         port.name, port.direction, port.type.text);
    }
    out += declared_[i] + does_[i] + "}\n";
  }
  return out;
}

std::map<std::pair<std::size_t, std::string>, std::size_t> FamilyWriter::peers()
    const {
  if (!any_) return peers_of(world_, connections_);
  std::map<std::pair<std::size_t, std::string>, std::size_t> out;
  for (const Port& port : world_.processes[0].ports) out[{0, port.name}] = 0;
  return out;
}

RandomFamily FamilyWriter::run() {
  head_ = declare_types(dice_, terms_, world_);
  if (whole_) struct_with_integer();
  shape();
  extras();
  world_.peers = peers();
  for (std::size_t p = 0; p < world_.processes.size(); ++p) variables(p);
  if (whole_) shared_variables();
  for (std::size_t p = 0; p < world_.processes.size(); ++p) {
    if (!quiet_) actions(p);
  }
  if (whole_) system();
  std::string tail;
  marks(tail);
  const std::string said = processes();
  const std::string parameters = parameters_in(said);
  for (const Mark& mark : in_processes) {
    if (has(said, mark.part)) tag(mark.tag);
  }
  for (const Mark& mark : in_parameters) {
    if (has(parameters, mark.part)) tag(mark.tag);
  }
  std::string lone;
  std::string block = dynamic_ ? "network any dynamic {\n"
                      : any_   ? "network any {\n"
                               : "network {\n";
  for (std::size_t f = 0; f < world_.nodes.size(); ++f) {
    const NodeFamily& family = world_.nodes[f];
    const Process& p = world_.processes[family.process];
    std::string constant;
    for (const Thing& c : p.constants) {
      constant = c.type.high > 1 ? "(rank = index)"
                 : share(80)     ? "(rank = index % 2)"
                                 : "(rank = if index == 0 then 1 else 0)";
    }
    block += fmt::format("  node {}{} : {}{};\n", family.name, node_sizes_[f],
                         p.name, constant);
  }
  block += edges_ + connections_;
  single_nodes(lone, block);
  tiles(lone, block, tail);
  for (const std::string& condition : conditions_) {
    std::string& to = any_ || share(30) ? tail : block;
    to += fmt::format("  init {};\n", condition);
  }
  tail += rules_;
  const std::size_t more = claims_.empty() ? 3 : 1 + claims_.size() % 2;
  for (std::size_t i = 0; i < more; ++i) claim(random_claim());
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    tail += fmt::format("invariant q{}: {};\n", i, claims_[i]);
  }
  if (more_.one_in(3)) {
    tag("temporal");
    tail += temporal_properties(more_, claims_);
  }
  no_initial_state(tail);
  claims_of_all(tail);
  const Added added = rare();
  for (std::size_t p = 0; p < does_.size(); ++p) {
    does_[p] += added.variables[p] + added.actions[p];
  }
  tail += added.head;
  for (std::size_t i = 0; i < added.claims.size(); ++i) {
    tail += fmt::format("invariant rare{}: {};\n", i, added.claims[i]);
  }
  for (const std::string& c : added.conditions) {
    tail += fmt::format("init {};\n", c);
  }
  return written(lone + block + "}\n", tail);
}

RandomFamily FamilyWriter::written(const std::string& block,
                                   const std::string& tail) {
  const auto text = [&] { return head_ + processes() + block + tail; };
  if (!dynamic_) return {text(), tags_};
  // What may be said of edges that stay only is rare: then they do.
  const std::string staying = text();
  for (std::string& does : does_) let_edges_change(does);
  const std::string changing = text();
  for (const std::string& one : {changing, staying}) {
    if (load_model(one).model == nullptr) continue;
    tag("dynamic");
    return {one, tags_};
  }
  std::string still = staying;
  const std::string word = " dynamic";
  still.erase(still.find("network any" + word) + 11, word.size());
  return {still, tags_};
}

RandomFamily random_family(std::uint64_t seed) {
  return FamilyWriter(seed).run();
}

RandomFamily dynamic_family(std::uint64_t seed) {
  return FamilyWriter(seed, seed % 3 == 0, true).run();
}

RandomFamily whole_family(std::uint64_t seed) {
  return FamilyWriter(seed, true).run();
}

const std::vector<std::string>& family_tags() {
  return all_tags;
}

}  // namespace vicinal::random_models
