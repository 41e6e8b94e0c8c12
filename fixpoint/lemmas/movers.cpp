// SPDX-License-Identifier: MIT
// What is read off the steps of some explored states. Who cannot move has a
// neighbour that can, or one that is further on and shows the same: then of
// those who show it the last one is worth a look. And what is shown only
// where somebody can move is of use if somebody always shows it, since each
// step that takes it from somebody gives it to another: a trap of the local
// states.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "fixpoint/lemmas/waiting.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Instance;
using network::Model;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::size_t most_sampled = 200;  // states of one instance
constexpr std::size_t most_principles = 24;
constexpr std::size_t most_ends = 48;
constexpr std::size_t most_shown = 8;  // values of a variable
constexpr std::size_t most_traps = 12;
constexpr std::size_t most_moves = 4'000;  // different ones, of local states

// Some states of an instance, and who can move there.
struct Sample {
  const Instance* instance = nullptr;
  std::span<const Scalar> state;
  std::vector<bool> moves;  // by node
  bool rule = false;
  struct After {
    NodeId actor;  // none: a rule
    std::vector<Scalar> state;
  };
  std::vector<After> after;  // of each step
};

Sample sample_of(const Instance& instance, const network::Steps& steps,
                 std::span<const Scalar> state) {
  Sample out{&instance, state, {}, false, {}};
  out.moves.assign(instance.network.node_count(), false);
  std::vector<Scalar> now(state.begin(), state.end());
  network::StepList list;
  steps.enabled(now.data(), list);
  for (const network::Step& step : list.steps) {
    if (step.actor.valid()) {
      out.moves[step.actor.index()] = true;
    } else {
      out.rule = true;
    }
    std::vector<Scalar> next = now;
    try {
      steps.apply(list, step, next.data());
      out.after.push_back({step.actor, std::move(next)});
    } catch (const network::ModelError&) {
      continue;  // it leads nowhere
    }
  }
  return out;
}

std::vector<Sample> samples_of(std::span<const Explored> explored) {
  std::vector<Sample> out;
  for (const Explored& e : explored) {
    const std::size_t width = e.instance->slot_count();
    if (width == 0) continue;
    const network::Steps steps(*e.instance);
    const std::size_t states = e.states.size() / width;
    const std::size_t stride = std::max<std::size_t>(1, states / most_sampled);
    for (std::size_t s = 0; s < states; s += stride) {
      network::poll_now();
      out.push_back(sample_of(*e.instance, steps,
                              std::span(e.states).subspan(s * width, width)));
    }
  }
  return out;
}

// ---- who is last -----------------------------------------------------------

// Nodes of a family that show a value, or do not show it.
struct Waiting {
  std::uint32_t family = 0;
  const Feature* feature = nullptr;
  Scalar value = 0;
  bool shown = true;

  bool holds(const Sample& s, std::uint32_t node) const {
    return (s.state[place_of(*s.instance, node, *feature)] == value) == shown;
  }
};

// Who waits has a neighbour that moves, or one beyond it that waits.
bool leads_on(const Sample& s, const Waiting& w, std::uint32_t node,
              bool upwards) {
  const network::Network& network = s.instance->network;
  for (const network::EdgeId edge : network.inout(NodeId(node))) {
    for (const network::DartId dart : network.darts(edge)) {
      const NodeId other = network.dart_node[dart.index()];
      if (other.value == node) continue;
      if (s.moves[other.index()]) return true;
      const bool alike =
          s.instance->family_of[other.index()].value == w.family &&
          (other.value > node) == upwards && w.holds(s, other.value);
      if (alike) return true;
    }
  }
  return false;
}

bool leads_on(const std::vector<Sample>& samples, const Waiting& w,
              bool upwards) {
  return std::ranges::all_of(samples, [&](const Sample& s) {
    network::poll();
    const network::FamilySize& f = s.instance->node_families[w.family];
    for (std::uint32_t i = f.first; !s.rule && i < f.first + f.count; ++i) {
      const bool waits = !s.moves[i] && w.holds(s, i);
      if (waits && !leads_on(s, w, i, upwards)) return false;
    }
    return true;
  });
}

// `rank`: what is compared, of the member that takes the place of {}.
std::string principle(const Model& model, const Waiting& w, bool upwards,
                      const Instance& instance, const std::string& rank) {
  const auto of = [&](const std::string& member) {
    const std::string text =
        shows(model, instance, member, *w.feature, w.value);
    return w.shown ? text : fmt::format("!({})", text);
  };
  return fmt::format(
      "(exists m1 in {0}: {1}) => (exists m1 in {0}: {1} && (forall m2 in {0}: "
      "{2} => {3} {4} {5}))",
      model.node_families[w.family].name, of("m1"), of("m2"),
      fmt::format(fmt::runtime(rank), "m2"),
      upwards ? "<=" : ">=", fmt::format(fmt::runtime(rank), "m1"));
}

// Of each variable of few values, and of edges at ports, each value that some
// state has.
std::vector<Waiting> all_waiting(const Model& model,
                                 const Vocabulary& vocabulary,
                                 const std::vector<Sample>& samples) {
  std::vector<Waiting> out;
  for (std::uint32_t n = 0; n < vocabulary.node_families; ++n) {
    if (model.node_families[n].dimensions.empty()) continue;
    for (const Feature& f : vocabulary.features[n]) {
      const bool local = f.where == Feature::Where::variable ||
                         f.where == Feature::Where::port;
      if (!local || !of_few_values(model, f)) continue;
      std::set<Scalar> seen;
      for (const Sample& s : samples) {
        const network::FamilySize& size = s.instance->node_families[n];
        for (std::uint32_t i = size.first; i < size.first + size.count; ++i) {
          seen.insert(s.state[place_of(*s.instance, i, f)]);
        }
      }
      if (seen.size() < 2 || seen.size() > most_shown) continue;
      for (const Scalar value : seen) {
        out.push_back({n, &f, value, true});
        if (seen.size() > 2) out.push_back({n, &f, value, false});
      }
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> last_of_those_that_wait(
    const Model& model, const Vocabulary& vocabulary,
    std::span<const Explored> explored) {
  std::vector<std::string> out;
  const std::vector<Sample> samples = samples_of(explored);
  if (samples.empty()) return out;
  for (const Waiting& w : all_waiting(model, vocabulary, samples)) {
    for (const bool upwards : {true, false}) {
      if (out.size() == most_principles) return out;
      if (!leads_on(samples, w, upwards)) continue;
      out.push_back(
          principle(model, w, upwards, *samples.front().instance, "index({})"));
    }
  }
  return out;
}

std::vector<std::string> ends_of_orders(const Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored) {
  std::vector<std::string> out;
  const std::vector<Sample> samples = samples_of(explored);
  if (samples.empty()) return out;
  for (const Waiting& w : all_waiting(model, vocabulary, samples)) {
    // Numbers are what is compared.
    if (model[w.feature->type].numeric()) continue;
    std::vector<std::string> ranks;
    for (const Feature& f : vocabulary.features[w.family]) {
      const bool number = f.where == Feature::Where::variable && !f.element &&
                          f.type.valid() && model[f.type].numeric();
      if (number) ranks.push_back("{}." + f.name);
    }
    if (model.node_families[w.family].dimensions.size() == 1) {
      ranks.emplace_back("index({})");
    }
    for (const std::string& rank : ranks) {
      for (const bool least : {true, false}) {
        if (out.size() == most_ends) return out;
        out.push_back(
            principle(model, w, !least, *samples.front().instance, rank));
      }
    }
  }
  return out;
}

// ---- traps -----------------------------------------------------------------

namespace {

class Traps {
 public:
  Traps(const Model& model, const Vocabulary& vocabulary,
        std::span<const Explored> explored)
      : model_(model), vocabulary_(vocabulary), explored_(explored) {}

  std::vector<std::string> facts();

 private:
  using Places = std::set<std::size_t>;
  // Of a family of nodes or edges, or a shared variable.
  struct Group {
    std::uint32_t family = 0;
    const Feature* feature = nullptr;
    std::string name;
  };
  struct Place {
    std::size_t group = 0;
    Scalar value = 0;
  };
  // Of a state: what shows it, if it is of a group.
  struct Slot {
    std::size_t group = SIZE_MAX;
    std::uint32_t member = 0;
  };

  void find_groups();
  std::vector<Slot> slots_of(const Instance& instance) const;
  bool is_at(const Sample& sample, const Slot& slot, NodeId node) const;
  bool moves_at(const Sample& sample, const Slot& slot) const;
  std::size_t place(std::size_t group, Scalar value);
  void learn(const Sample& sample, const std::vector<Slot>& slots);
  Places greatest_trap(Places places) const;
  bool always_marked(const Places& places) const;
  std::string text(const Places& places) const;

  const Model& model_;
  const Vocabulary& vocabulary_;
  std::span<const Explored> explored_;
  std::vector<Group> groups_;
  std::map<std::pair<std::size_t, Scalar>, std::size_t> numbers_;
  std::vector<Place> places_;
  std::vector<bool> live_;  // by place: somebody there can always move
  // What a step takes away; what is there then, of what changed and of who
  // acts.
  std::set<std::pair<Places, Places>> moves_;
};

void Traps::find_groups() {
  for (std::uint32_t n = 0; n < vocabulary_.node_families; ++n) {
    for (const Feature& f : vocabulary_.features[n]) {
      if (f.where == Feature::Where::variable && of_few_values(model_, f)) {
        groups_.push_back({n, &f, model_.node_families[n].name});
      }
    }
  }
  for (std::uint32_t e = 0; e < vocabulary_.edge_families; ++e) {
    const std::uint32_t family = vocabulary_.node_families + e;
    for (const Feature& f : vocabulary_.features[family]) {
      if (f.where == Feature::Where::value && of_few_values(model_, f)) {
        groups_.push_back({family, &f, model_.edge_families[e].name});
      }
    }
  }
}

std::vector<Traps::Slot> Traps::slots_of(const Instance& instance) const {
  std::vector<Slot> out(instance.slot_count());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::uint32_t family = groups_[g].family;
    const network::FamilySize& size =
        vocabulary_.is_edge(family)
            ? instance.edge_families[vocabulary_.edge_family(family)]
            : instance.node_families[family];
    for (std::uint32_t i = size.first; i < size.first + size.count; ++i) {
      out[place_of(instance, i, *groups_[g].feature)] = {g, i};
    }
  }
  return out;
}

// Whether the slot is of this node, or of an edge that it has.
bool Traps::is_at(const Sample& sample, const Slot& slot, NodeId node) const {
  if (!node.valid()) return false;
  if (!vocabulary_.is_edge(groups_[slot.group].family)) {
    return slot.member == node.value;
  }
  return std::ranges::any_of(
      sample.instance->network.inout(node),
      [&](const network::EdgeId e) { return e.value == slot.member; });
}

// The node itself, or one at the edge.
bool Traps::moves_at(const Sample& sample, const Slot& slot) const {
  if (!vocabulary_.is_edge(groups_[slot.group].family)) {
    return sample.moves[slot.member];
  }
  const network::Network& network = sample.instance->network;
  return std::ranges::any_of(
      network.darts(network::EdgeId(slot.member)),
      [&](const network::DartId d) {
        return sample.moves[network.dart_node[d.index()].index()];
      });
}

std::size_t Traps::place(std::size_t group, Scalar value) {
  const auto [at, fresh] = numbers_.try_emplace({group, value}, places_.size());
  if (fresh) {
    places_.push_back({group, value});
    live_.push_back(true);
  }
  return at->second;
}

void Traps::learn(const Sample& sample, const std::vector<Slot>& slots) {
  for (const auto& [actor, after] : sample.after) {
    std::pair<Places, Places> move;
    for (std::size_t at = 0; at < slots.size(); ++at) {
      const std::size_t group = slots[at].group;
      if (group == SIZE_MAX) continue;
      const bool changes = after[at] != sample.state[at];
      if (changes) move.first.insert(place(group, sample.state[at]));
      if (changes || is_at(sample, slots[at], actor)) {
        move.second.insert(place(group, after[at]));
      }
    }
    if (moves_.size() < most_moves) moves_.insert(std::move(move));
  }
  for (std::size_t at = 0; at < slots.size(); ++at) {
    if (slots[at].group == SIZE_MAX) continue;
    const std::size_t p = place(slots[at].group, sample.state[at]);
    live_[p] = live_[p] && moves_at(sample, slots[at]);
  }
}

// Each step that takes from it puts into it.
Traps::Places Traps::greatest_trap(Places places) const {
  const auto meets = [&places](const Places& some) {
    return std::ranges::any_of(
        some, [&](std::size_t p) { return places.contains(p); });
  };
  for (bool again = true; again && !places.empty();) {
    network::poll_now();
    again = false;
    for (const auto& [taken, given] : moves_) {
      if (!meets(taken) || meets(given)) continue;
      for (const std::size_t p : taken) places.erase(p);
      again = true;
    }
  }
  return places;
}

bool Traps::always_marked(const Places& places) const {
  std::map<std::size_t, std::set<Scalar>> wanted;
  for (const std::size_t p : places) {
    wanted[places_[p].group].insert(places_[p].value);
  }
  for (const Explored& e : explored_) {
    const std::vector<Slot> slots = slots_of(*e.instance);
    const std::size_t width = slots.size();
    for (std::size_t at = 0; width > 0 && at + width <= e.states.size();
         at += width) {
      network::poll();
      bool marked = false;
      for (std::size_t slot = 0; !marked && slot < width; ++slot) {
        const auto group = wanted.find(slots[slot].group);
        marked = group != wanted.end() &&
                 group->second.contains(e.states[at + slot]);
      }
      if (!marked) return false;
    }
  }
  return true;
}

std::string Traps::text(const Places& places) const {
  const Instance& instance = *explored_.front().instance;
  std::map<std::size_t, std::vector<std::string>> of_group;
  for (const std::size_t p : places) {
    const Group& group = groups_[places_[p].group];
    of_group[places_[p].group].push_back(
        shows(model_, instance, "m1", *group.feature, places_[p].value));
  }
  std::vector<std::string> parts;
  for (const auto& [group, list] : of_group) {
    parts.push_back(fmt::format("(exists m1 in {}: {})", groups_[group].name,
                                fmt::join(list, " || ")));
  }
  return fmt::format("{}", fmt::join(parts, " || "));
}

std::vector<std::string> Traps::facts() {
  find_groups();
  std::map<const Instance*, std::vector<Slot>> slots;
  for (const Sample& sample : samples_of(explored_)) {
    auto& its = slots[sample.instance];
    if (its.empty()) its = slots_of(*sample.instance);
    learn(sample, its);
  }
  Places live;
  for (std::size_t p = 0; p < places_.size(); ++p) {
    if (live_[p]) live.insert(p);
  }
  std::vector<std::string> out;
  const Places alone = greatest_trap(live);
  if (alone.size() > 1 && always_marked(alone)) return {text(alone)};
  for (std::size_t p = 0; p < places_.size(); ++p) {
    if (live_[p] || out.size() == most_traps) continue;
    Places with = live;
    with.insert(p);
    const Places trap = greatest_trap(std::move(with));
    if (trap.size() < 2 || !trap.contains(p) || always_marked({p}) ||
        !always_marked(trap)) {
      continue;
    }
    out.push_back(text(trap));
  }
  return out;
}

}  // namespace

std::vector<std::string> facts_of_traps(const Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored) {
  if (explored.empty()) return {};
  return Traps(model, vocabulary, explored).facts();
}

}  // namespace vicinal::fixpoint::inline lemmas
