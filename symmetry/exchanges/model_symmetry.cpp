// SPDX-License-Identifier: MIT
// Cheap candidates come first; of those that fail, products that do not are
// found together. What exchanges of separate blocks generate needs no chain.
#include "symmetry/exchanges/model_symmetry.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"
#include "symmetry/exchanges/exchanges.hpp"
#include "symmetry/exchanges/profiles.hpp"
#include "symmetry/exchanges/stabilizer.hpp"
#include "symmetry/judge/comparison.hpp"
#include "symmetry/maps/renamings.hpp"

namespace vicinal::symmetry::inline exchanges {

using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::size_t most_kept = 4'000'000;  // slots of candidates that fail

// Exchanges of the first member with each other one, in their order.
using Exchanges = std::vector<StateMap>;

class Finder {
 public:
  Finder(const Instance& instance, flat::Guarded& guarded, std::size_t asked,
         const std::vector<NodeId>& fixed, Products products,
         ModelSymmetry& result)
      : instance_(instance),
        fixed_(fixed),
        products_(products),
        result_(result),
        comparison_(guarded, asked, *result.sorts, fixed),
        renamings_(instance) {}

  void run() {
    exchange_nodes();
    exchange_whole_classes();
    automorphisms();
    exchange_constants();
    if (products_ == Products::found) products_of_failed();
    explain();
    if (!sorted()) chain();
    for (const StateMap& m : result_.generators) {
      comparison_.note_premises(m, result_.premises_moved);
    }
  }

 private:
  std::optional<StateMap> symmetry(const Renaming& renaming) {
    network::poll();
    if (!stays(renaming)) return std::nullopt;
    auto map = state_map(instance_, *result_.sorts, renaming);
    if (map && (comparison_.idle(*map) || !comparison_.invariant(*map))) {
      map.reset();
    }
    return map;
  }

  // That leaves all reachable states as they are, as the identity does.
  bool idle_symmetry(const StateMap& map) {
    return map.identity() ||
           (comparison_.idle(map) && comparison_.invariant(map));
  }

  bool stays(const Renaming& renaming) const {
    return std::ranges::all_of(
        fixed_, [&](NodeId n) { return renaming.node[n.index()] == n; });
  }

  // One that is no symmetry by itself. False: it does not map states.
  bool failed(const Renaming& renaming, std::vector<Move>& list) {
    if (products_ == Products::left_out) return true;
    auto map = state_map(instance_, *result_.sorts, renaming);
    if (!map) return false;
    const std::size_t kept = failed_.size() + failed_classes_.size();
    if (!idle_symmetry(*map) && kept * map->slot.size() < most_kept) {
      list.push_back({std::move(*map), renaming.node});
    }
    return true;
  }

  // Automorphisms of the network tell nodes with other constants apart.
  bool alike(NodeId a, NodeId b) const {
    const auto& color = instance_.network.node_color;
    return color[a.index()] == color[b.index()];
  }

  void exchange_nodes() {
    // Those of one set are exchanged by products of what was kept.
    std::vector<std::size_t> set(instance_.network.node_count());
    std::iota(set.begin(), set.end(), std::size_t{0});
    const auto exchange = [&](NodeId a, NodeId b) -> std::optional<StateMap> {
      const auto renaming = renamings_.exchange(a, b);
      if (!renaming) return std::nullopt;
      auto map = symmetry(*renaming);
      const std::size_t from = set[a.index()], to = set[b.index()];
      if (!map && !alike(a, b) && from != to && failed(*renaming, failed_)) {
        std::ranges::replace(set, from, to);
      }
      return map;
    };
    for (ExchangeClass& c :
         exchange_classes(instance_.network.node_count(), exchange)) {
      result_.exchangeable.push_back(std::move(c.nodes));
      exchanges_.push_back(std::move(c.exchanges));
    }
  }

  // Classes of one size, member by member: sides that nobody tells apart.
  void exchange_whole_classes() {
    const auto& classes = result_.exchangeable;
    std::vector<bool> exchanged(classes.size(), false);
    for (std::size_t a = 0; a < classes.size(); ++a) {
      for (std::size_t b = a + 1; b < classes.size(); ++b) {
        if (exchanged[b] || classes[a].size() != classes[b].size()) continue;
        const auto renaming = renamings_.exchange(classes[a], classes[b]);
        if (!renaming) continue;
        auto map = symmetry(*renaming);
        if (!map) {
          failed(*renaming, alike(classes[a][0], classes[b][0])
                                ? failed_classes_
                                : failed_);
          continue;
        }
        others_.push_back({std::move(*map), renaming->node});
        exchanged[b] = true;
      }
    }
  }

  void automorphisms() {
    const groupoid::Automorphisms found =
        groupoid::automorphisms(instance_.network);
    if (!found.computed) return;
    all_map_states_ = true;
    for (const groupoid::Automorphism& a : found.generators) {
      Renaming renaming = renamings_.identity();
      renaming.node = a.node_images(renaming.node.size());
      renaming.edge = a.edge_images(renaming.edge.size());
      auto map = symmetry(renaming);
      if (!map) {
        all_map_states_ = failed(renaming, failed_) && all_map_states_;
      } else if (!product_of_exchanges(renaming, *map)) {
        others_.push_back({std::move(*map), std::move(renaming.node)});
      }
    }
  }

  bool product_of_exchanges(const Renaming& renaming, const StateMap& map) {
    StateMap rest = map;
    std::vector<NodeId> image = renaming.node;
    for (std::size_t c = 0; c < exchanges_.size(); ++c) {
      const auto& nodes = result_.exchangeable[c];
      // Brings the last node home, then the one before: by way of the first.
      for (std::size_t i = nodes.size(); i-- > 1;) {
        const auto at =
            std::ranges::find(nodes, image[nodes[i].index()]) - nodes.begin();
        if (at == static_cast<std::ptrdiff_t>(nodes.size())) return false;
        for (const std::size_t j : {static_cast<std::size_t>(at), i}) {
          if (j == 0) continue;
          rest = after(exchanges_[c][j - 1], rest, *result_.sorts);
          for (NodeId& n : image) {
            if (n == nodes[j]) {
              n = nodes[0];
            } else if (n == nodes[0]) {
              n = nodes[j];
            }
          }
        }
      }
    }
    return rest.identity();
  }

  void exchange_constants() {
    for (std::size_t e = 0; e < instance_.model->enums.size(); ++e) {
      const auto count =
          static_cast<Scalar>(instance_.model->enums[e].constants.size());
      std::vector<Scalar> firsts;  // of classes
      for (Scalar v = 0; v < count; ++v) {
        bool found = false;
        for (const Scalar first : firsts) {
          const auto renaming =
              renamings_.exchange(network::EnumId(e), first, v);
          auto map = symmetry(renaming);
          if (!map) continue;
          others_.push_back({std::move(*map), renaming.node});
          found = true;
          break;
        }
        if (!found) firsts.push_back(v);
      }
      if (products_ == Products::found) fail_alike(network::EnumId(e), firsts);
    }
  }

  // Most constants differ in what is said of them, wherever nodes are.
  void fail_alike(network::EnumId e, const std::vector<Scalar>& firsts) {
    const auto& sorts = result_.sorts->sorts;
    const auto sort = std::ranges::find(sorts, e, &Sort::enumeration);
    if (firsts.size() < 2 || sort == sorts.end()) return;
    const auto kinds =
        profiles(comparison_, static_cast<std::uint32_t>(sort - sorts.begin()));
    if (!kinds) return;
    std::map<std::uint64_t, Scalar> known;
    for (const Scalar v : firsts) {
      const auto [at, fresh] =
          known.try_emplace((*kinds)[static_cast<std::size_t>(v)], v);
      if (!fresh) failed(renamings_.exchange(e, at->second, v), failed_);
    }
  }

  // Exchanges of classes that fail respect the network, so that its
  // automorphisms generate them, where they are known and map states.
  void products_of_failed() {
    if (!all_map_states_) {
      std::ranges::move(failed_classes_, std::back_inserter(failed_));
    }
    if (failed_.empty()) return;
    std::vector<Move> known = others_;
    for (std::size_t c = 0; c < exchanges_.size(); ++c) {
      const auto& nodes = result_.exchangeable[c];
      for (std::size_t i = 1; i < nodes.size(); ++i) {
        Move& move = known.emplace_back(exchanges_[c][i - 1],
                                        renamings_.identity().node);
        std::swap(move.node[nodes[0].index()], move.node[nodes[i].index()]);
      }
    }
    for (StateMap& map :
         stabilizer(comparison_, *result_.sorts, known, failed_)) {
      if (!comparison_.idle(map)) others_.push_back({std::move(map), {}});
    }
  }

  // What keeps nodes where they are, in families of which none moves.
  void explain() {
    std::vector<bool> moves(instance_.network.node_count(), false);
    for (const auto& nodes : result_.exchangeable) {
      for (const NodeId n : nodes) moves[n.index()] = true;
    }
    for (const Move& m : others_) {
      for (std::size_t n = 0; n < moves.size(); ++n) {
        // Of a product nobody knows.
        if (m.node.empty() || m.node[n] != NodeId(n)) moves[n] = true;
      }
    }
    result_.apart =
        what_differs(instance_, comparison_, renamings_, failed_, moves);
  }

  // Where exchanges of separate blocks are all there is.
  bool sorted() {
    if (!others_.empty()) return false;
    Canonical ordering;
    groupoid::GroupOrder order;
    std::vector<bool> used(result_.sorts->of_slot.size(), false);
    bool names = false;
    for (const Exchanges& e : exchanges_) {
      auto named = named_blocks_of(e, *result_.sorts);
      if (!named) return false;
      // An edge between nodes of two classes lies in a block of both.
      for (const std::uint32_t s : named->blocks.slots) {
        if (used[s]) return false;
        used[s] = true;
      }
      order.multiply_factorial(named->blocks.blocks);
      names = names || named->sort != no_sort;
      ordering.named.push_back(std::move(*named));
    }
    if (!names) {
      for (NamedBlocks& n : ordering.named) {
        ordering.sorted.push_back(std::move(n.blocks));
      }
      ordering.named.clear();
    }
    if (names_in_rows(ordering.named)) {
      chain();
    } else {
      for (const Exchanges& e : exchanges_) keep(e);
      result_.order = *order.decimal(SIZE_MAX);
    }
    result_.canonical.sorted = std::move(ordering.sorted);
    result_.canonical.named = std::move(ordering.named);
    return true;
  }

  // Then some states cannot be ordered.
  bool names_in_rows(const std::vector<NamedBlocks>& classes) const {
    return std::ranges::any_of(
        name_columns(classes, *result_.sorts),
        [](const auto& columns) { return !columns.empty(); });
  }

  void chain() {
    for (const Exchanges& e : exchanges_) keep(e);
    for (Move& m : others_) result_.generators.push_back(std::move(m.map));
    Group group(*result_.sorts);
    std::erase_if(result_.generators,
                  [&](const StateMap& m) { return !group.add(m); });
    result_.order = group.order();
    result_.canonical = canonical(group);
  }

  void keep(const std::vector<StateMap>& maps) {
    result_.generators.insert(result_.generators.end(), maps.begin(),
                              maps.end());
  }

  const Instance& instance_;
  const std::vector<NodeId>& fixed_;
  Products products_;
  ModelSymmetry& result_;
  Comparison comparison_;
  Renamings renamings_;
  std::vector<Exchanges> exchanges_;  // per class
  std::vector<Move> others_;
  // Candidates that are no symmetries.
  std::vector<Move> failed_, failed_classes_;
  bool all_map_states_ = false;  // the generators of automorphisms
};

}  // namespace

// Of a class neighbours are exchanged, which sorts it: (b c) is (a b)(a c)(a
// b).
void ModelSymmetry::store_several() {
  std::vector<StateMap> maps = generators;
  std::size_t at = 0;
  for (const auto& nodes : exchangeable) {
    for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
      const StateMap& b = generators[at + i - 1];
      const StateMap& c = generators[at + i];
      maps.push_back(after(b, after(c, b, *sorts), *sorts));
    }
    at += nodes.size() - 1;
  }
  stored = several(maps, *sorts);
}

ModelSymmetry model_symmetry(const Instance& instance,
                             const std::vector<std::size_t>& asked,
                             const std::vector<std::size_t>& evaluated,
                             const std::vector<NodeId>& fixed,
                             Products products) {
  ModelSymmetry result;
  result.sorts = std::make_unique<const Sorts>(instance);
  std::string why_not;
  try {
    auto guarded = guarded_of(instance, asked, evaluated, why_not, true);
    if (guarded) {
      Finder(instance, *guarded, asked.size(), fixed, products, result).run();
      for (Apart& a : result.apart) {
        if (a.by) name_claims(asked, evaluated, *a.by);
      }
    }
  } catch (const Formless& e) {
    why_not = e.what();
    result = {std::move(result.sorts)};
  }
  result.why_not = std::move(why_not);
  return result;
}

}  // namespace vicinal::symmetry::inline exchanges
