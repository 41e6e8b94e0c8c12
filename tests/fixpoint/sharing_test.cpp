// SPDX-License-Identifier: MIT
// Guards: a property that is decided once for all nodes, pairs and edges that
// look alike, on one state of each orbit, is decided as when each choice of
// nodes is looked at by itself, on all states. Of random models and random
// properties that tell nodes apart in every way there is: by name, index,
// constant, family, array by nodes, reference, port, edge of a port set, and
// by how nodes stand to each other.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "fixpoint/implication/imply.hpp"
#include "network/language/property.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/random/terms.hpp"

namespace sharing_test {

namespace {

using namespace vicinal;
using fixpoint::Implication;
using fixpoint::PairMode;
using fixpoint::Reduce;
using fixpoint::Sharing;
using network::Instance;
using network::Model;
using network::TypeKind;
using random_models::Dice;

// ---- properties of a model's nodes ------------------------------------------

struct BoundNode {
  std::string name;
  std::size_t process = 0;
  std::string family;  // empty: of any
};
struct BoundEdge {
  std::string name;
  network::TypeId type;
};

class Properties {
 public:
  Properties(const Instance& instance, std::uint64_t seed)
      : instance_(instance), model_(*instance.model), dice_(seed + 0x5a5e) {}

  std::string formula() {
    nodes_.clear();
    edges_.clear();
    const std::string quantifiers = prefix();
    std::string body = dice_.one_in(3) ? "!" + literal() : literal();
    if (!dice_.one_in(3)) body = fmt::format("!({} && {})", body, literal());
    if (dice_.one_in(2)) body = fmt::format("{} => {}", premise(), body);
    return quantifiers + body;
  }

 private:
  // Of a family or a process that has nodes.
  BoundNode node() {
    for (;;) {
      const auto f = static_cast<std::size_t>(
          dice_.below(static_cast<int>(model_.node_families.size())));
      if (instance_.node_families[f].count == 0) continue;
      const auto& family = model_.node_families[f];
      BoundNode out = {fmt::format("i{}", ++fresh_), family.process.index(),
                       family.name};
      if (dice_.one_in(3)) out.family.clear();
      return out;
    }
  }

  std::string domain(const BoundNode& n) const {
    return n.family.empty() ? model_.processes[n.process].name : n.family;
  }

  std::string prefix() {
    std::string out;
    const int count = 1 + dice_.below(3);
    for (int i = 0; i < count; ++i) {
      nodes_.push_back(node());
      const bool bounded = i + 1 == count && dice_.one_in(6);
      out += fmt::format(
          "{} {} in {}: ",
          bounded ? fmt::format("atmost {}", dice_.below(3)) : "forall",
          nodes_.back().name, domain(nodes_.back()));
      if (!bounded && dice_.one_in(4)) out += bound_edge();
    }
    return out;
  }

  std::string bound_edge() {
    const BoundNode& n = nodes_.back();
    for (const auto& port : model_.processes[n.process].ports) {
      if (!port.set) continue;
      edges_.push_back({fmt::format("e{}", ++fresh_), port.type});
      return fmt::format("forall {} in {}.{}: ", edges_.back().name, n.name,
                         port.name);
    }
    return "";
  }

  // ---- values --------------------------------------------------------------

  std::string about(const std::string& place, network::TypeId id) {
    const network::Type& type = model_[id];
    switch (type.kind) {
      case TypeKind::boolean:
        return dice_.one_in(2) ? place : "!" + place;
      case TypeKind::enumeration:
        return fmt::format(
            "{} == {}", place,
            dice_.of(model_.enums[type.enumeration.index()].constants));
      case TypeKind::range:
        return fmt::format("{} {} {}", place,
                           dice_.one_in(2) ? "==" : "<=", dice_.below(3));
      case TypeKind::reference:
        return of_reference(place, type);
      case TypeKind::node_array:
        return about(fmt::format("{}[{}]", place, of_family(type)),
                     type.element);
      default:
        return fmt::format("{0} == {0}", place);
    }
  }

  std::string family_name(const network::Type& type) const {
    return model_.node_families[type.family.index()].name;
  }

  // A node of the family of an array or of a reference.
  std::string of_family(const network::Type& type) {
    std::vector<std::string> known;
    for (const BoundNode& n : nodes_) {
      if (n.family == family_name(type)) known.push_back(n.name);
    }
    if (!known.empty() && !dice_.one_in(3)) return dice_.of(known);
    return member(type.family.index());
  }

  std::string member(std::size_t family) {
    const auto& size = instance_.node_families[family];
    const auto at = static_cast<std::size_t>(
        dice_.below(static_cast<int>(std::max(1U, size.count))));
    return size.count == 0
               ? model_.node_families[family].name + "[0]"
               : node_name(instance_, network::NodeId(size.first + at));
  }

  std::string of_reference(const std::string& place,
                           const network::Type& type) {
    if (dice_.one_in(3)) return place + " == none";
    return fmt::format("{} {} {}", place,
                       dice_.one_in(2) ? "==" : "!=", of_family(type));
  }

  // ---- what is said
  // ----------------------------------------------------------

  std::string of_node(const std::string& name, std::size_t process) {
    const network::Process& p = model_.processes[process];
    const auto v = p.variables.size();
    const auto ports = p.ports.size();
    const auto constants = p.constants.size();
    const auto at = static_cast<std::size_t>(
        dice_.below(static_cast<int>(v + ports + constants + 1)));
    if (at < v) {
      return about(name + "." + p.variables[at].name, p.variables[at].type);
    }
    if (at < v + ports) return of_port(name, p.ports[at - v]);
    if (at < v + ports + constants) {
      const auto& c = p.constants[at - v - ports];
      return about(name + "." + c.name, c.type);
    }
    return p.variables.empty()
               ? "true"
               : about(name + "." + p.variables[0].name, p.variables[0].type);
  }

  std::string of_port(const std::string& name, const network::Port& port) {
    const std::string place = name + "." + port.name;
    if (!port.set) return about(place, port.type);
    const std::string x = fmt::format("x{}", ++fresh_);
    const std::string said = about(x, port.type);
    switch (dice_.below(6)) {
      case 0:
        return fmt::format("(exists {} in {}: {})", x, place, said);
      case 1:
        return fmt::format("(forall {} in {}: {})", x, place, said);
      case 2:
        return fmt::format("count({} in {}: {}) <= {}", x, place, said,
                           dice_.below(3));
      case 3:
        return fmt::format("sum({} in {}: if {} then 1 else 0) == {}", x, place,
                           said, dice_.below(3));
      case 4:
        return fmt::format("(exactly 1 {} in {}: {})", x, place, said);
      default:
        return compared_inside(x, place, said);
    }
  }

  // An edge of the set against one that is bound outside, or at a port.
  std::string compared_inside(const std::string& x, const std::string& place,
                              const std::string& said) {
    const std::string other = edge();
    if (other.empty())
      return fmt::format("(exists {} in {}: {})", x, place, said);
    return fmt::format("(exists {0} in {1}: {2} && {3}same({0}, {4}))", x,
                       place, said, dice_.one_in(2) ? "!" : "", other);
  }

  // A name of an edge; empty: none.
  std::string edge() {
    std::vector<std::string> all;
    for (const BoundEdge& e : edges_) all.push_back(e.name);
    for (const BoundNode& n : nodes_) {
      for (const auto& port : model_.processes[n.process].ports) {
        if (!port.set) all.push_back(n.name + "." + port.name);
      }
    }
    return all.empty() ? "" : dice_.of(all);
  }

  std::string literal() {
    switch (dice_.below(10)) {
      case 0: {  // a named node
        const BoundNode n = node();
        for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
          if (model_.node_families[f].name == n.family) {
            return of_node(member(f), n.process);
          }
        }
        return "true";
      }
      case 1: {
        // Also where the state decides, too: what no state decides is certain
        // before anything is shared.
        const BoundNode& n = dice_.of(nodes_);
        const std::string number =
            fmt::format("index({}) {} {}", n.name,
                        dice_.one_in(2) ? "==" : "<=", dice_.below(3));
        if (dice_.one_in(2)) return number;
        return fmt::format("(({}) <=> {})", of_node(n.name, n.process), number);
      }
      case 2:
        return related();
      case 3:
        if (!edges_.empty()) {
          const BoundEdge& e = dice_.of(edges_);
          return about(e.name, e.type);
        }
        [[fallthrough]];
      default: {
        const BoundNode& n = dice_.of(nodes_);
        return of_node(n.name, n.process);
      }
    }
  }

  std::string related() {
    const BoundNode& a = dice_.of(nodes_);
    const BoundNode& b = dice_.of(nodes_);
    switch (dice_.below(5)) {
      case 0:
        if (a.process == b.process) {
          return fmt::format("{} {} {}", a.name,
                             dice_.one_in(2) ? "==" : "!=", b.name);
        }
        [[fallthrough]];
      case 1:
        return fmt::format("{}adjacent({}, {})", dice_.one_in(2) ? "!" : "",
                           a.name, b.name);
      case 2:
        return fmt::format("index({}) < index({})", a.name, b.name);
      default: {
        const std::string e = edge();
        const std::string f = edge();
        if (e.empty()) return fmt::format("adjacent({}, {})", a.name, b.name);
        return fmt::format("{}same({}, {})", dice_.one_in(3) ? "!" : "", e, f);
      }
    }
  }

  std::string premise() {
    if (nodes_.size() == 1 || dice_.one_in(3)) return literal();
    if (dice_.one_in(2)) return related();
    return fmt::format("({} && {})", related(), literal());
  }

  const Instance& instance_;
  const Model& model_;
  Dice dice_;
  std::vector<BoundNode> nodes_;
  std::vector<BoundEdge> edges_;
  int fresh_ = 0;
};

// ---- the comparison
// -----------------------------------------------------------

struct SharingCounts {
  std::size_t models = 0, properties = 0, refused = 0;
  std::size_t single = 0, single_proved = 0, pair = 0, pair_proved = 0;
};

// Whether a limit, not the sharing, ended one of them.
bool limited(const Implication& i) {
  return i.reason.find("limit") != std::string::npos ||
         i.reason.find("too many") != std::string::npos ||
         i.reason.find("million") != std::string::npos;
}

template <class Invariant>
void compare_answers(const Instance& instance, const Invariant& invariant,
                     std::size_t& compared, std::size_t& proved) {
  network::Limits limits;
  limits.seconds = 0.2;
  const fixpoint::Questions shared(instance, invariant);
  const fixpoint::Questions apart(instance, invariant, Sharing::none);
  for (std::size_t p = 0; p < instance.model->properties.size(); ++p) {
    if (network::is_temporal(instance.model->properties[p])) continue;
    INFO("property " << instance.model->properties[p].name);
    const Implication one = shared.implied(p, limits);
    const Implication other = apart.implied(p, limits);
    if (limited(one) || limited(other)) continue;
    CHECK(one.proved == other.proved);
    if (one.proved && other.proved) {
      CHECK(one.premise_never_true == other.premise_never_true);
    }
    ++compared;
    proved += one.proved;
  }
}

void compare(const std::string& text, std::uint64_t seed,
             SharingCounts& counts) {
  const auto first = random_models::load(text);
  REQUIRE(first.instance != nullptr);
  if (first.instance->network.node_count() == 0) return;
  Properties properties(*first.instance, seed);
  std::string more = text;
  for (int i = 0; i < 12; ++i) {
    const std::string line =
        fmt::format("invariant asked{}: {};\n", i, properties.formula());
    if (random_models::load(text + line).instance == nullptr) {
      ++counts.refused;
      continue;
    }
    more += line;
    ++counts.properties;
  }
  INFO("seed " << seed << "\n" << more);
  const auto loaded = random_models::load(more);
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  network::Limits limits;
  limits.work = 3000;
  for (const Reduce reduce : {Reduce::none, Reduce::orbits}) {
    const auto single =
        fixpoint::single_invariant(instance, limits, diagnostics, reduce);
    if (!single || single->limit != network::Limit::none) return;
    compare_answers(instance, *single, counts.single, counts.single_proved);
    const auto pairs = fixpoint::pair_invariant(
        instance, single->reduction,
        reduce == Reduce::none ? PairMode::unreduced : PairMode::automatic,
        limits);
    if (!pairs || pairs->limit != network::Limit::none) return;
    compare_answers(instance, *pairs, counts.pair, counts.pair_proved);
  }
  ++counts.models;
}

}  // namespace

TEST_CASE("what is decided once for all that look alike holds of each") {
  SharingCounts counts;
  const std::uint64_t count = random_models::runs(100);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    compare(random_models::symmetric_model(2 * seed), seed, counts);
    compare(random_models::symmetric_model(2 * seed + 1), seed, counts);
    compare(random_models::random_model(seed, {}), seed, counts);
    compare(random_models::array_model(seed), seed, counts);
  }
  WARN(counts.models << " models, " << counts.properties << " properties ("
                     << counts.refused << " refused); single "
                     << counts.single_proved << " of " << counts.single
                     << ", pairs " << counts.pair_proved << " of "
                     << counts.pair);
  CHECK(counts.refused * 3 < counts.properties);
}

}  // namespace sharing_test
