// SPDX-License-Identifier: MIT
// Guards: what is printed of a group that was detected. The cycles of each
// generator are read again, as a user would, into a permutation of variables
// and values: it is the one that was found, and an automorphism, state by
// state. Processes are said to be alike only if all their variables go together
// to those of the other; kinds say what moves.
#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "symmetry/detection/detected.hpp"
#include "symmetry/detection/named_group.hpp"
#include "tests/explore/automorphisms.hpp"
#include "tests/explore/small_examples.hpp"
#include "tests/random/alike_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/random/uniform_model.hpp"

namespace named_group_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::NodeId;
using network::Scalar;
using symmetry::Detection;
using symmetry::GeneratorKind;
using symmetry::LiteralMap;
using symmetry::NamedGenerator;
using symmetry::NamedGroup;

using Texts = std::vector<std::string>;

// Types of scalars, in the order of slots.
void add_types(const Instance& instance, network::TypeId id,
               std::vector<network::TypeId>& out) {
  const network::Type& type = (*instance.model)[id];
  if (type.kind == network::TypeKind::structure) {
    const auto& of = instance.model->structs[type.structure.index()];
    for (const auto& f : of.fields) add_types(instance, f.type, out);
  } else if (type.element.valid()) {
    if (type.kind == network::TypeKind::queue) out.push_back(id);
    for (std::uint32_t i = 0; i < instance.size(id).size; ++i) {
      add_types(instance, type.element, out);
    }
  } else {
    out.push_back(id);
  }
}

class Reader {
 public:
  explicit Reader(const Detection& found)
      : found_(found), instance_(*found.guarded->instance) {
    for (const auto& p : network::places(instance_)) {
      add_types(instance_, p.type, types_);
    }
    REQUIRE(types_.size() == instance_.slot_count());
    const auto& slots = found.guarded->slots;
    for (std::uint32_t s = 0; s < slots.size(); ++s) {
      CHECK(slot_.emplace(slots[s].name, s).second);
    }
    for (std::size_t n = 0; n < instance_.network.node_count(); ++n) {
      node_.emplace(network::node_name(instance_, NodeId(n)), NodeId(n));
    }
  }

  LiteralMap read(const NamedGenerator& generator) {
    map_ = {};
    map_.slot.resize(instance_.slot_count());
    std::iota(map_.slot.begin(), map_.slot.end(), 0U);
    map_.value.resize(instance_.slot_count());
    said_.clear();
    for (const Texts& cycle : generator.cycles) {
      INFO(fmt::format("{}", cycle));
      // A variable alone stays, whatever goes elsewhere with its node.
      CHECK((cycle.size() > 1 || slot_.contains(cycle[0])));
      if (cycle[0].find(" = ") != std::string::npos) {
        literals(cycle);
      } else if (cycle[0].find(": ") != std::string::npos) {
        values(cycle);
      } else if (slot_.contains(cycle[0])) {
        for (std::size_t i = 0; i < cycle.size(); ++i) {
          map_.slot.at(slot_.at(cycle[i])) =
              slot_.at(cycle[(i + 1) % cycle.size()]);
        }
      } else {
        nodes(cycle);
      }
    }
    for (const auto& [literal, to] : said_)
      set(literal.first, literal.second, to);
    for (std::uint32_t s = 0; s < map_.value.size(); ++s) complete(s);
    return std::move(map_);
  }

  // Slots of its own variables that are no constants.
  std::vector<std::uint32_t> variables(NodeId n) const {
    std::vector<std::uint32_t> result;
    const auto process = instance_.process_id(n).index();
    for (std::uint32_t i = 0; i < instance_.variable_offsets[process].back();
         ++i) {
      const std::uint32_t s = instance_.node_base[n.index()] + i;
      if (found_.domains->values[s].size() != 1) result.push_back(s);
    }
    return result;
  }
  NodeId node(const std::string& name) const { return node_.at(name); }
  bool reference(std::uint32_t s) const {
    return (*instance_.model)[types_[s]].kind == network::TypeKind::reference;
  }

 private:
  using Literal = std::pair<std::uint32_t, Scalar>;

  Scalar value(std::uint32_t s, const std::string& text) const {
    const auto& bounds = instance_.slots[s];
    const bool length =
        (*instance_.model)[types_[s]].kind == network::TypeKind::queue;
    for (Scalar v = bounds.low; v <= bounds.high; ++v) {
      const std::string name =
          length ? fmt::format("{}", v)
                 : network::value_text(instance_, types_[s], {&v, 1});
      if (name == text) return v;
    }
    FAIL("no value " << text);
    return 0;
  }

  void say(Literal from, Literal to) { CHECK(said_.emplace(from, to).second); }

  void literals(const Texts& cycle) {
    std::vector<Literal> all;
    for (const std::string& text : cycle) {
      const auto at = text.find(" = ");
      REQUIRE(at != std::string::npos);
      const std::uint32_t s = slot_.at(text.substr(0, at));
      all.emplace_back(s, value(s, text.substr(at + 3)));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      say(all[i], all[(i + 1) % all.size()]);
    }
  }
  void values(const Texts& cycle) {
    const auto at = cycle[0].find(": ");
    const std::uint32_t s = slot_.at(cycle[0].substr(0, at));
    std::vector<Scalar> all{value(s, cycle[0].substr(at + 2))};
    for (std::size_t i = 1; i < cycle.size(); ++i) {
      all.push_back(value(s, cycle[i]));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      say({s, all[i]}, {s, all[(i + 1) % all.size()]});
    }
  }
  void nodes(const Texts& cycle) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const NodeId from = node_.at(cycle[i]);
      const NodeId to = node_.at(cycle[(i + 1) % cycle.size()]);
      const auto family = instance_.family_of[from.index()];
      CHECK(family == instance_.family_of[to.index()]);
      for (std::uint32_t s = 0; s < types_.size(); ++s) {
        if (!reference(s) || (*instance_.model)[types_[s]].family != family) {
          continue;
        }
        images(s)[index(s, instance_.index_in_family(from))] =
            instance_.index_in_family(to);
      }
    }
  }

  std::size_t index(std::uint32_t s, Scalar v) const {
    return static_cast<std::size_t>(v - instance_.slots[s].low);
  }
  std::vector<Scalar>& images(std::uint32_t s) {
    auto& list = map_.value[s];
    const auto& bounds = instance_.slots[s];
    for (Scalar v = bounds.low; list.size() <= index(s, bounds.high); ++v) {
      list.push_back(v);
    }
    return list;
  }
  void set(std::uint32_t s, Scalar v, Literal to) {
    if (to.first != s) map_.slot[s] = to.first;
    CHECK(map_.slot[s] == to.first);
    images(s)[index(s, v)] = to.second;
  }
  // Values that do not occur may go anywhere.
  void complete(std::uint32_t s) {
    auto& list = map_.value[s];
    if (list.empty()) return;
    const Scalar low = instance_.slots[s].low;
    std::set<Scalar> left;
    for (std::size_t i = 0; i < list.size(); ++i) {
      left.insert(low + static_cast<Scalar>(i));
    }
    const auto& here = found_.domains->values[s];
    for (const Scalar v : here) CHECK(left.erase(list[index(s, v)]) == 1);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Scalar v = low + static_cast<Scalar>(i);
      if (std::ranges::binary_search(here, v)) continue;
      list[i] = *left.begin();
      left.erase(left.begin());
    }
  }

  const Detection& found_;
  const Instance& instance_;
  std::vector<network::TypeId> types_;
  std::map<std::string, std::uint32_t> slot_;
  std::map<std::string, NodeId> node_;
  LiteralMap map_;
  std::map<Literal, Literal> said_;
};

// Where values that occur go.
void check_equal(const Detection& found, const LiteralMap& a,
                 const LiteralMap& b) {
  for (std::uint32_t s = 0; s < a.slot.size(); ++s) {
    INFO(found.guarded->slots[s].name);
    const auto& values = found.domains->values[s];
    if (values.size() == 1) continue;
    CHECK(a.slot[s] == b.slot[s]);
    const Scalar low = found.guarded->slots[s].bounds.low;
    for (const Scalar v : values)
      CHECK(a.image(s, low, v) == b.image(s, low, v));
  }
}

struct Counts {
  int models = 0, generators = 0, alike = 0;
  std::map<GeneratorKind, int> kinds;
  int literals = 0, values = 0;
};

void check_kind(const Detection& found, const Reader& reader,
                const LiteralMap& g, GeneratorKind kind) {
  const Instance& instance = *found.guarded->instance;
  bool slots = false, values = false, whole = true;
  for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
    if (found.domains->values[s].size() == 1) continue;
    slots = slots || g.slot[s] != s;
    if (reader.reference(s)) continue;
    for (const Scalar v : found.domains->values[s]) {
      values = values || g.image(s, found.guarded->slots[s].bounds.low, v) != v;
    }
  }
  // Elements of arrays by nodes go with these, to others of the array.
  const bool in_order = std::ranges::none_of(
      instance.model->types,
      [](const auto& t) { return t.kind == network::TypeKind::node_array; });
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    std::vector<std::uint32_t> images;
    for (const std::uint32_t s : reader.variables(NodeId(n))) {
      images.push_back(g.slot[s]);
    }
    if (!in_order) std::ranges::sort(images);
    bool some = false;
    for (std::size_t m = 0; m < instance.network.node_count(); ++m) {
      some = some || images == reader.variables(NodeId(m));
    }
    whole = whole && some;
  }
  if (kind == GeneratorKind::data) CHECK(!slots);
  if (kind == GeneratorKind::process || kind == GeneratorKind::variables) {
    CHECK(!values);
  }
  if (kind == GeneratorKind::process) CHECK(whole);
}

// All variables of the one go to those of the other, by some member.
bool alike(const Detection& found, std::vector<std::uint32_t> from,
           const std::vector<std::uint32_t>& to) {
  std::set<std::vector<std::uint32_t>> seen{from};
  std::vector<std::vector<std::uint32_t>> open{from};
  while (!open.empty() && !seen.contains(to)) {
    const auto here = std::move(open.back());
    open.pop_back();
    for (const LiteralMap& g : found.generators) {
      std::vector<std::uint32_t> there;
      for (const std::uint32_t s : here) there.push_back(g.slot[s]);
      if (seen.insert(there).second) open.push_back(std::move(there));
    }
  }
  return seen.contains(to);
}

void look_at(const random_models::Loaded& loaded, Counts& counts) {
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  const auto asked = loaded.invariants();
  std::string why_not;
  const auto found = symmetry::detect(instance, asked, {}, why_not);
  if (!found || !found->why_not.empty()) return;
  ++counts.models;
  const NamedGroup group = symmetry::named_group(*found);
  REQUIRE(group.generators.size() == found->generators.size());
  const auto judged = test::states_of(instance, *found, asked);
  Reader reader(*found);
  for (std::size_t i = 0; i < group.generators.size(); ++i) {
    const NamedGenerator& named = group.generators[i];
    INFO(symmetry::text(named.kind) << fmt::format(" {}", named.cycles));
    const LiteralMap g = reader.read(named);
    check_equal(*found, g, found->generators[i]);
    const auto wrong = test::disrespected(instance, *found, asked, judged, g);
    INFO(wrong.value_or(""));
    CHECK(!wrong);
    check_kind(*found, reader, g, named.kind);
    ++counts.generators;
    ++counts.kinds[named.kind];
    for (const Texts& c : named.cycles) {
      counts.literals += c[0].find(" = ") != std::string::npos ? 1 : 0;
      counts.values += c[0].find(": ") != std::string::npos ? 1 : 0;
    }
  }
  for (const Texts& orbit : group.process_orbits) {
    INFO(fmt::format("{}", orbit));
    CHECK(orbit.size() > 1);
    const NodeId first = reader.node(orbit[0]);
    for (const std::string& name : orbit) {
      const NodeId n = reader.node(name);
      CHECK(instance.process_id(n) == instance.process_id(first));
      CHECK(alike(*found, reader.variables(first), reader.variables(n)));
    }
    ++counts.alike;
  }
}

template <class Model>
Counts look_at_all(std::uint64_t count, const Model& model) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const std::string text = model(seed);
    INFO("seed := " << seed << "\n" << text);
    look_at(random_models::load(text), counts);
  }
  WARN(fmt::format(
      "{} models, {} generators: {} of processes, {} of variables, {} of data, "
      "{} mixed; {} cycles of values, {} of literals; {} orbits of processes",
      counts.models, counts.generators, counts.kinds[GeneratorKind::process],
      counts.kinds[GeneratorKind::variables], counts.kinds[GeneratorKind::data],
      counts.kinds[GeneratorKind::mixed], counts.values, counts.literals,
      counts.alike));
  return counts;
}

NamedGroup group_of(const std::string& text) {
  const auto loaded = random_models::load(text);
  Counts counts;
  look_at(loaded, counts);
  std::string why_not;
  const auto found =
      symmetry::detect(*loaded.instance, loaded.invariants(), {}, why_not);
  REQUIRE(found.has_value());
  return symmetry::named_group(*found);
}

}  // namespace

TEST_CASE("generators of models whose indices are nearly alike, read again") {
  const std::uint64_t runs = random_models::runs(500);
  Counts counts = look_at_all(runs, random_models::alike_model);
  if (runs < 100) return;
  CHECK(counts.kinds[GeneratorKind::process] > 50);
  CHECK(counts.kinds[GeneratorKind::variables] > 10);
  CHECK(counts.kinds[GeneratorKind::data] > 20);
  CHECK(counts.kinds[GeneratorKind::mixed] > 5);
  CHECK(counts.values > 50);
  CHECK(counts.alike > 20);
}

TEST_CASE("generators of models whose processes change places, read again") {
  Counts counts =
      look_at_all(random_models::runs(200), random_models::exchange_model);
  CHECK(counts.generators > 0);
  if (random_models::runs(200) >= 100) CHECK(counts.literals > 0);
}

TEST_CASE("generators of other random models, read again") {
  look_at_all(random_models::runs(150), random_models::symmetric_model);
  look_at_all(random_models::runs(150), random_models::uniform_model);
  look_at_all(random_models::runs(150), [](std::uint64_t seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    return random_models::random_model(seed, options);
  });
}

TEST_CASE("generators of examples, read again") {
  Counts counts;
  test::each_small_example(
      [&](const random_models::Loaded& loaded) { look_at(loaded, counts); });
  CHECK(counts.models > 60);
  CHECK(counts.generators > 60);
}

TEST_CASE("references that are exchanged alone make no processes alike") {
  const NamedGroup group = group_of(R"(
process P(rank : 0..1) {
  var x : bool = false;
  action a when rank == 0 { x := !x; }
}
network { node s[2] : P(rank = index); }
shared r : id of s;
rule f when r != none { r := none; }
)");
  REQUIRE(group.generators.size() == 1);
  CHECK(group.generators[0].kind == GeneratorKind::data);
  CHECK(group.generators[0].cycles == std::vector<Texts>{{"r: s[0]", "s[1]"}});
  CHECK(group.process_orbits.empty());
}

TEST_CASE("references follow nodes, and nodes may have nothing else") {
  const std::string rest = R"(
network { node s[3] : P; }
shared r : id of s;
rule f(q in s) when r == none { r := q; }
rule g when r != none { r := none; }
)";
  const NamedGroup with = group_of(
      "process P { var x : bool = false; action a when r == self { x := !x; } "
      "}" +
      rest);
  CHECK(with.process_orbits == std::vector<Texts>{{"s[0]", "s[1]", "s[2]"}});
  for (const auto& g : with.generators) {
    CHECK(g.kind == GeneratorKind::process);
    CHECK(g.cycles.size() == 2);
  }
  const NamedGroup without = group_of("process P { }" + rest);
  CHECK(without.process_orbits == with.process_orbits);
  for (const auto& g : without.generators) {
    CHECK(g.kind == GeneratorKind::process);
    CHECK(g.cycles.size() == 1);
  }
}

}  // namespace named_group_test
