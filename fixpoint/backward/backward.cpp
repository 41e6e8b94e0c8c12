// SPDX-License-Identifier: MIT
// Where a cube turns out to be reached, the last of those that it came from
// that was generalised said too much: it is not generalised so again, and the
// search begins anew.
#include "fixpoint/backward/backward.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <utility>

#include "fixpoint/backward/steps.hpp"
#include "fixpoint/lemmas/generalise.hpp"
#include "network/base/budget.hpp"
#include "network/language/traits.hpp"

namespace vicinal::fixpoint::inline backward {

using network::Instance;
using network::Model;

namespace {

constexpr std::size_t enough_nodes = 4;  // of each family
constexpr std::size_t most_nodes = 24;
constexpr std::size_t most_named = 200;  // nodes and elements
constexpr int most_distances = 8;
constexpr std::size_t most_cubes = 400;
constexpr std::size_t most_lemmas = 64;  // more are hard to confirm
constexpr std::size_t most_open = 20'000;
constexpr std::size_t most_members = 4;    // nodes of a cube
constexpr std::size_t most_elements = 12;  // and elements that they name
constexpr int most_restarts = 40;
constexpr std::size_t most_visits = 3'000;  // of all searches
constexpr std::size_t most_chosen = 3;      // literals
constexpr int most_blamed = 3;
constexpr std::size_t most_beside = 16;        // that generalise the same one
constexpr std::size_t most_compared = 10'000;  // so, of all searches

std::uint32_t fewest_nodes(const Instance& instance) {
  std::uint32_t out = UINT32_MAX;
  for (const network::FamilySize& family : instance.node_families) {
    out = std::min(out, family.count);
  }
  return out;
}

// The first instance that has nodes enough, or the one that has most.
std::optional<Instance> instance_of(const family::Question& question) {
  family::Growth growth(*question.model, question.scope, most_nodes);
  family::Samples samples;
  samples.model = question.model;
  std::optional<Instance> best;
  std::size_t seen = 0;
  for (int d = 0; d < most_distances && growth.more(samples); ++d) {
    for (; seen < samples.all.size(); ++seen) {
      Instance& one = samples.all[seen]->instance;
      if (one.node_families.empty()) continue;
      if (!best || fewest_nodes(one) > fewest_nodes(*best)) {
        best = std::move(one);
      }
    }
    if (best && fewest_nodes(*best) >= enough_nodes) break;
  }
  return best;
}

// Nodes and elements that cubes of all that the instance shows have.
std::size_t members(const Vocabulary& vocabulary, const Instance& instance) {
  std::size_t out = instance.family_of.size();
  for (const NodeArray& array : vocabulary.arrays) {
    std::size_t elements = 1;
    for (std::uint32_t end = 0; end <= array.keys.size(); ++end) {
      elements *= instance.node_families[array.family_at(end)].count;
    }
    out += elements;
  }
  return out;
}

// Whether what a step does may depend on how indices of nodes compare.
bool tells_apart(const Model& model) {
  return std::ranges::any_of(model.exprs, [&](const network::Expr& e) {
    const auto index = [&](std::size_t side) {
      return model[model.child(e, side)].op == network::Op::node_index;
    };
    return network::is_comparison(e.op) && index(0) && index(1);
  });
}

// What most explored states hold there; the least distant from zero of those
// that as many hold. Nothing: there is no state.
std::optional<network::Scalar> most_common(std::span<const Explored> explored,
                                           std::size_t shared) {
  std::map<network::Scalar, std::size_t> times;
  for (const Explored& e : explored) {
    const std::size_t width = e.instance->slot_count();
    for (std::size_t at = e.instance->shared_base[shared]; at < e.states.size();
         at += width) {
      network::poll();
      ++times[e.states[at]];
    }
  }
  const auto before = [](const auto& a, const auto& b) {
    return std::pair(a.second, -std::abs(a.first)) <
           std::pair(b.second, -std::abs(b.first));
  };
  const auto most = std::ranges::max_element(times, before);
  return most == times.end() ? std::nullopt : std::optional(most->first);
}

// Numbers that nobody writes and that begin anywhere: how others stand to sums
// of them is said where they have one value.
void fix_numbers(PatternSpace& space, std::span<const Explored> explored) {
  const Instance& instance = space.instance();
  const Model& model = *instance.model;
  for (std::size_t i = 0; i < model.shared.size(); ++i) {
    const network::SharedVariable& v = model.shared[i];
    const std::uint32_t slot = instance.shared_base[i];
    if (v.written || v.initial.valid() || !v.dimensions.empty() ||
        model[v.type].kind != network::TypeKind::integer ||
        space.window_of(slot).count < most_values) {
      continue;
    }
    if (const auto value = most_common(explored, i)) space.fix(slot, *value);
  }
}

// ---- the search ------------------------------------------------------------

class Search {
 public:
  Search(const family::Question& question, const Vocabulary& vocabulary,
         std::span<const Explored> explored, const PatternSpace& space,
         BackwardSteps& steps)
      : question_(question),
        vocabulary_(vocabulary),
        space_(space),
        reached_(vocabulary, explored),
        steps_(steps) {}
  std::optional<std::vector<Cube>> run();

 private:
  static constexpr std::size_t no_parent = SIZE_MAX;
  struct Visited {
    Cube cube;
    Cube exact;  // that it generalises
    std::size_t parent = no_parent;
    bool generalised = false;
    bool goal = false;
  };
  struct Open {
    Cube cube;
    std::size_t parent = no_parent;
    std::size_t weight = 0;
    std::size_t number = 0;
  };
  struct Later {
    bool operator()(const Open& a, const Open& b) const {
      return std::pair(a.weight, a.number) > std::pair(b.weight, b.number);
    }
  };
  enum class End : std::uint8_t { closed, again, failed };

  void put(Cube cube, std::size_t parent);
  bool known(const Cube& cube) const;
  bool too_large(const Cube& cube) const;
  End once();
  Cube restricted(const Cube& cube,
                  const std::vector<std::size_t>& chosen) const;
  Cube in_any_order(const Cube& cube) const;
  std::size_t opens(const Cube& cube);
  Cube most_closed(std::vector<Cube> cubes);
  std::optional<Cube> smallest(const Cube& cube);
  End visit(Open open);
  bool blame(const Cube& reached, std::size_t number);
  std::vector<Cube> lemmas() const;

  const family::Question& question_;
  const Vocabulary& vocabulary_;
  const PatternSpace& space_;
  Reached reached_;
  BackwardSteps& steps_;
  std::vector<Visited> visited_;
  std::priority_queue<Open, std::vector<Open>, Later> open_;
  std::size_t number_ = 0;
  std::size_t visits_ = 0;
  std::size_t compared_ = 0;
  std::map<Cube, int> blamed_;  // how often a generalisation was
};

bool Search::known(const Cube& cube) const {
  const Cube all = space_.by_all(cube);
  return std::ranges::any_of(visited_, [&](const Visited& v) {
    network::poll();
    return part_of(v.cube, all);
  });
}

bool Search::too_large(const Cube& cube) const {
  const auto nodes = static_cast<std::size_t>(
      std::ranges::count_if(cube.members, [this](std::uint32_t family) {
        return !vocabulary_.is_element(family);
      }));
  return nodes > most_members || cube.members.size() - nodes > most_elements;
}

void Search::put(Cube cube, std::size_t parent) {
  if (known(cube)) return;
  Open open;
  open.weight = weight(cube);
  open.cube = std::move(cube);
  open.parent = parent;
  open.number = number_++;
  open_.push(std::move(open));
}

// What was generalised last on the way to something that is reached.
bool Search::blame(const Cube& reached, std::size_t number) {
  for (; number != no_parent; number = visited_[number].parent) {
    if (!visited_[number].generalised) continue;
    if (const auto example = reached_.example(reached)) {
      bool some = false;
      steps_.after(*example, [&](const Cube& cube) {
        const Cube all = space_.by_all(cube);
        if (!part_of(visited_[number].cube, all)) return;
        reached_.remember(all);
        some = true;
      });
      if (some) return true;
    }
    reached_.remember(space_.by_all(visited_[number].cube));
    ++blamed_[visited_[number].exact];
    return true;
  }
  return false;
}

// These literals, and what the cube says of who their members are.
Cube Search::restricted(const Cube& cube,
                        const std::vector<std::size_t>& chosen) const {
  Cube out;
  out.members = cube.members;
  std::set<std::uint8_t> members;
  for (const std::size_t i : chosen) {
    const Literal& l = cube.literals[i];
    out.literals.push_back(l);
    for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
      if (mentions(l, m)) members.insert(m);
    }
  }
  for (const Literal& l : cube.literals) {
    if (l.kind != LiteralKind::names || !members.contains(l.b)) continue;
    out.literals.push_back(l);
    members.insert(l.a);
  }
  for (const Literal& l : cube.literals) {
    const bool order =
        l.kind == LiteralKind::same || l.kind == LiteralKind::before;
    if (order && members.contains(l.a) && members.contains(l.b)) {
      out.literals.push_back(l);
    }
  }
  return space_.normal(std::move(out));
}

// How much is open yet where the cube is not to occur: cubes of more members
// take more steps to exclude.
std::size_t Search::opens(const Cube& cube) {
  std::set<Cube> open;
  steps_.before(cube, [&](const Cube& before) {
    if (!part_of(cube, space_.by_all(before)) && !known(before)) {
      open.insert(before);
    }
  });
  std::size_t out = 0;
  for (const Cube& one : open) out += one.members.size() * one.members.size();
  return out;
}

// That which opens least: equally light ones differ in how far they lead.
Cube Search::most_closed(std::vector<Cube> cubes) {
  if (cubes.size() == 1 || compared_ > most_compared) {
    return std::move(cubes[0]);
  }
  std::pair<std::size_t, std::size_t> least(SIZE_MAX, 0);
  for (std::size_t i = 0; i < cubes.size() && i < most_beside; ++i) {
    ++compared_;
    least = std::min(least, std::pair(opens(cubes[i]), i));
  }
  return std::move(cubes[least.second]);
}

// One of the lightest of those with the fewest literals that are not reached.
std::optional<Cube> Search::smallest(const Cube& cube) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < cube.literals.size(); ++i) {
    const LiteralKind kind = cube.literals[i].kind;
    if (kind != LiteralKind::same && kind != LiteralKind::before &&
        kind != LiteralKind::names) {
      all.push_back(i);
    }
  }
  std::vector<Cube> best;
  std::vector<std::size_t> chosen;
  const std::function<void(std::size_t, std::size_t)> choose =
      [&](std::size_t first, std::size_t left) {
        if (left == 0) {
          network::poll(10);
          Cube one = restricted(cube, chosen);
          if (!best.empty() && weight(best[0]) < weight(one)) return;
          if (!reached_.has_room(one) || reached_.satisfied(one)) return;
          if (!best.empty() && weight(one) < weight(best[0])) best.clear();
          best.push_back(std::move(one));
          return;
        }
        for (std::size_t i = first; i < all.size(); ++i) {
          chosen.push_back(all[i]);
          choose(i + 1, left - 1);
          chosen.pop_back();
        }
      };
  for (std::size_t size = 1; size <= most_chosen && best.empty(); ++size) {
    choose(0, size);
  }
  if (best.empty()) return std::nullopt;
  return most_closed(std::move(best));
}

Search::End Search::visit(Open open) {
  if (known(open.cube)) return End::closed;
  if (visited_.size() == most_cubes || ++visits_ > most_visits ||
      too_large(open.cube)) {
    return End::failed;
  }
  if (reached_.satisfied(open.cube)) {
    // What nothing generalised led to is reached in what patterns leave out.
    return blame(open.cube, open.parent) ? End::again : End::closed;
  }
  Visited next{open.cube, open.cube, open.parent, false,
               open.parent == no_parent};
  const int blamed = blamed_[open.cube];
  if (blamed < most_blamed) {
    const auto small = smallest(open.cube);
    if (small && !accident(*small) && !part_of(open.cube, *small)) {
      next.cube = *small;
      next.generalised = true;
      next.goal = false;
    }
  }
  const std::size_t number = visited_.size();
  visited_.push_back(next);
  steps_.before(next.cube, [&](Cube cube) { put(std::move(cube), number); });
  return open_.size() > most_open ? End::failed : End::closed;
}

Search::End Search::once() {
  visited_.clear();
  open_ = {};
  const auto goal = [this](Cube cube) { put(std::move(cube), no_parent); };
  steps_.violating(question_.properties.size(), goal);
  if (question_.model_errors) steps_.failing(goal);
  while (!open_.empty()) {
    network::poll(100);
    Open next = open_.top();
    open_.pop();
    const End end = visit(std::move(next));
    if (end != End::closed) return end;
  }
  return End::closed;
}

std::optional<std::vector<Cube>> Search::run() {
  for (int restarts = 0; restarts < most_restarts; ++restarts) {
    const End end = once();
    if (end == End::again) continue;
    if (end == End::failed) return std::nullopt;
    auto out = lemmas();
    if (out.size() > most_lemmas) return std::nullopt;
    return out;
  }
  return std::nullopt;
}

// Without saying which of two members comes first, where the cube is not to
// occur either way.
Cube Search::in_any_order(const Cube& cube) const {
  const auto is_order = [](const Literal& l) {
    return l.kind == LiteralKind::before;
  };
  if (std::ranges::count_if(cube.literals, is_order) != 1) return cube;
  Cube other = cube;
  const auto order = std::ranges::find_if(other.literals, is_order);
  std::swap(order->a, order->b);
  if (!known(compact(other))) return cube;
  other.literals.erase(order);
  return other;
}

// What was found later may say more.
std::vector<Cube> Search::lemmas() const {
  std::vector<Cube> all, out;
  for (const Visited& v : visited_) {
    network::poll();
    if (!v.goal) all.push_back(in_any_order(v.cube));
  }
  for (auto v = all.begin(); v != all.end(); ++v) {
    const Cube whole = space_.by_all(*v);
    const auto said = [&](const Cube& other) {
      network::poll();
      return part_of(other, whole);
    };
    if (std::none_of(v + 1, all.end(), said)) out.push_back(*v);
  }
  return out;
}

}  // namespace

std::optional<std::vector<Cube>> backward_lemmas(
    const family::Question& question, std::span<const Explored> explored,
    bool numbers) {
  const Model& model = *question.model;
  if (!model.edge_families.empty() || model.node_families.empty())
    return std::nullopt;
  const auto instance = instance_of(question);
  if (!instance || fewest_nodes(*instance) == 0) return std::nullopt;
  std::string why_not;
  try {
    auto guarded = flat::flatten(*instance, question.properties, 0,
                                 flat::Width::whole, why_not);
    if (!guarded) return std::nullopt;
    const Vocabulary vocabulary = vocabulary_of(model);
    if (members(vocabulary, *instance) > most_named) return std::nullopt;
    PatternSpace space(vocabulary, *instance, {tells_apart(model), numbers});
    BackwardSteps steps(space, *guarded);
    if (!steps.prepare()) return std::nullopt;
    if (numbers) fix_numbers(space, explored);
    return Search(question, vocabulary, explored, space, steps).run();
  } catch (const flat::EndlessLoop&) {
    return std::nullopt;
  } catch (const flat::Refusal&) {
    return std::nullopt;
  }
}

}  // namespace vicinal::fixpoint::inline backward
