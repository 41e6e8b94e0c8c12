// SPDX-License-Identifier: MIT
// One part of the model after the other: what leaves one as it is acts on the
// next. Of a part, orbits of its items show which the group takes out of it,
// and only these have to be stabilized, or what else is in their orbit, if that
// is less.
#include "symmetry/exchanges/stabilizer.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "network/base/budget.hpp"
#include "symmetry/maps/group.hpp"

namespace vicinal::symmetry::inline exchanges {

using network::NodeId;

namespace {

constexpr std::uint64_t least_most_work = 40'000'000;
constexpr std::uint64_t look_up = 4;  // slots are moved in that time

// Of what exchanges of nodes cost, and forms so far.
std::uint64_t most_work(const Items& items, const Move& some) {
  return least_most_work + items.work() +
         2 * look_up * some.node.size() * some.map.slot.size();
}

struct TooMuch {};

bool within(const ItemSet& set, ItemId item) {
  return std::ranges::binary_search(set, item);
}

// Closes a list whose first entry is given: each generator is taken to all
// entries at once, for changing the generator costs. `step` is called with the
// numbers of both, and appends.
template <class Step>
void close(std::size_t generators, const std::size_t& count, const Step& step) {
  std::vector<std::size_t> next(generators, 0);
  for (std::size_t before = 0; before != count;) {
    before = count;
    for (std::size_t g = 0; g < generators; ++g) {
      while (next[g] < count) step(g, next[g]++);
    }
  }
}

class Stabilizer {
 public:
  Stabilizer(Comparison& comparison, const Sorts& sorts,
             const std::vector<Move>& known,
             const std::vector<Move>& candidates)
      : comparison_(comparison),
        sorts_(sorts),
        items_(comparison),
        known_group_(sorts),
        identity_{known_group_.identity(), candidates[0].node},
        most_work_(most_work(items_, candidates[0])),
        limit_(most_work_) {
    for (std::size_t n = 0; n < identity_.node.size(); ++n) {
      identity_.node[n] = NodeId(n);
    }
    for (const Move& m : known) {
      if (enter(known_group_, m.map)) known_.push_back(m);
    }
    restart(candidates);
  }

  std::vector<StateMap> run() {
    for (const ItemSet& part : items_.parts()) reduce(part);
    std::vector<StateMap> found;
    for (std::size_t g = known_.size(); g < generators_.size(); ++g) {
      const Move& move = generators_[g].move();
      if (stays(move) && comparison_.invariant(move.map)) {
        found.push_back(move.map);
      }
    }
    return found;
  }

 private:
  bool stays(const Move& move) const {
    return std::ranges::all_of(comparison_.fixed(), [&](NodeId n) {
      return move.node[n.index()] == n;
    });
  }

  void spend(std::uint64_t work) {
    network::poll();
    spent_ += work;
    if (spent_ + items_.work() > limit_) throw TooMuch();
  }

  // The known ones come first.
  void restart(const std::vector<Move>& others) {
    generators_.clear();
    for (const Move& m : known_) generators_.emplace_back(items_, m);
    for (const Move& m : others) generators_.emplace_back(items_, m);
  }

  // Whether it is no member yet.
  bool enter(Group& group, const StateMap& map) {
    const std::uint64_t before = group.work();
    const bool fresh = group.add(map);
    spend(group.work() - before);
    return fresh;
  }

  void reduce(const ItemSet& part) {
    while (const auto item = taken_out(part)) {
      // One part may not take all that is left: others are reduced, too.
      const std::uint64_t done = spent_ + items_.work();
      limit_ = done + (most_work_ - std::min(most_work_, done)) / 4 * 3;
      bool reduced = true;
      try {
        stabilize(told_apart(part, *item));
      } catch (const TooMuch&) {
        reduced = false;
      }
      limit_ = most_work_;
      if (!reduced) leave_out(part);
    }
  }

  // An item of the part that some generator takes elsewhere.
  std::optional<ItemId> taken_out(const ItemSet& part) {
    for (std::size_t g = known_.size(); g < generators_.size(); ++g) {
      const auto item = taken_out(part, generators_[g]);
      if (item) return item;
    }
    return std::nullopt;
  }

  std::optional<ItemId> taken_out(const ItemSet& part, Items::Mover& by) {
    for (const ItemId item : part) {
      spend(look_up);
      if (!within(part, by.image(item))) return item;
    }
    return std::nullopt;
  }

  void leave_out(const ItemSet& part) {
    std::vector<Move> others;
    for (std::size_t g = known_.size(); g < generators_.size(); ++g) {
      if (!taken_out(part, generators_[g])) {
        others.push_back(generators_[g].move());
      }
    }
    restart(others);
  }

  // Of the orbit of the item what is in the part, or what is not: fewer.
  ItemSet told_apart(const ItemSet& part, ItemId item) {
    ItemSet orbit{item};
    std::size_t count = 1;
    std::vector<bool> seen(item + 1, false);
    seen[item] = true;
    close(generators_.size(), count, [&](std::size_t g, std::size_t i) {
      spend(look_up);
      const ItemId to = generators_[g].image(orbit[i]);
      if (seen.size() <= to) seen.resize(to + 1, false);
      if (seen[to]) return;
      seen[to] = true;
      orbit.push_back(to);
      ++count;
    });
    std::ranges::sort(orbit);
    ItemSet in, out;
    for (const ItemId i : orbit) (within(part, i) ? in : out).push_back(i);
    return in.size() <= out.size() ? in : out;
  }

  ItemSet image(std::size_t generator, const ItemSet& set) {
    spend(look_up * set.size());
    ItemSet to;
    for (const ItemId i : set) to.push_back(generators_[generator].image(i));
    std::ranges::sort(to);
    return to;
  }

  Move after(const Move& second, const Move& first) const {
    Move both{symmetry::after(second.map, first.map, sorts_), first.node};
    for (NodeId& n : both.node) n = second.node[n.index()];
    return both;
  }

  Move inverse(const Move& move) const {
    Move back{symmetry::inverse(move.map, sorts_), move.node};
    for (std::size_t n = 0; n < move.node.size(); ++n) {
      back.node[move.node[n].index()] = NodeId(n);
    }
    return back;
  }

  // An image of a set, and a member of the group that takes the set to it.
  struct Point {
    ItemSet set;
    Move to;
  };

  // What comes to a point in two ways: by way of another one, and as it is
  // reached.
  struct Detour {
    std::size_t generator = 0, from = 0, to = 0;
  };

  // Schreier: the stabilizer is generated by going a detour and back.
  void stabilize(const ItemSet& set) {
    std::vector<Point> points{{set, identity_}};
    std::map<ItemSet, std::size_t> place{{set, 0}};
    std::vector<Detour> detours;
    std::size_t count = 1;
    close(generators_.size(), count, [&](std::size_t g, std::size_t p) {
      const auto [at, fresh] =
          place.try_emplace(image(g, points[p].set), count);
      if (!fresh) {
        detours.push_back({g, p, at->second});
        return;
      }
      const Move& move = generators_[g].move();
      spend(move.map.slot.size() + move.node.size());
      points.push_back({at->first, after(move, points[p].to)});
      ++count;
    });
    Group group = known_group_;
    for (const Group::Level& l : group.levels()) {
      spend(l.orbit.size() * identity_.map.slot.size());
    }
    std::vector<Move> others;
    for (const Detour& d : detours) {
      const Move there =
          after(generators_[d.generator].move(), points[d.from].to);
      Move around = after(inverse(points[d.to].to), there);
      if (enter(group, around.map)) others.push_back(std::move(around));
    }
    restart(others);
  }

  Comparison& comparison_;
  const Sorts& sorts_;
  Items items_;
  Group known_group_;
  Move identity_;
  std::uint64_t most_work_ = 0;
  std::uint64_t limit_ = 0;
  std::uint64_t spent_ = 0;
  std::vector<Move> known_;
  std::vector<Items::Mover> generators_;  // of what is left
};

}  // namespace

std::vector<StateMap> stabilizer(Comparison& comparison, const Sorts& sorts,
                                 const std::vector<Move>& known,
                                 const std::vector<Move>& candidates) {
  if (candidates.empty()) return {};
  // What was found without it stays.
  try {
    return Stabilizer(comparison, sorts, known, candidates).run();
  } catch (const TooMuch&) {
    return {};
  } catch (const Formless&) {
    return {};
  }
}

}  // namespace vicinal::symmetry::inline exchanges
