// SPDX-License-Identifier: MIT
// Cheap candidates come first; what exchanges of separate blocks generate needs
// no chain.
#include "explore/symmetry/model_symmetry.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "explore/symmetry/comparison.hpp"
#include "explore/symmetry/exchanges.hpp"
#include "explore/symmetry/renamings.hpp"
#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline symmetry {

using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

// Exchanges of the first member with each other one, in their order.
using Exchanges = std::vector<StateMap>;

bool moves_values(const Exchanges& exchanges) {
  return std::ranges::any_of(exchanges, [](const StateMap& m) {
    return std::ranges::any_of(
        m.value, [](const auto& image) { return !image.empty(); });
  });
}

class Finder {
 public:
  Finder(const Instance& instance, const exported::Guarded& guarded,
         std::size_t asked, const std::vector<NodeId>& fixed,
         ModelSymmetry& result)
      : instance_(instance),
        fixed_(fixed),
        result_(result),
        comparison_(guarded, asked, *result.sorts, fixed),
        renamings_(instance) {}

  void run() {
    exchange_nodes();
    exchange_whole_classes();
    automorphisms();
    exchange_constants();
    if (!sorted()) chain();
  }

 private:
  std::optional<StateMap> symmetry(const Renaming& renaming) {
    network::poll();
    for (const NodeId n : fixed_) {
      if (renaming.node[n.index()] != n) return std::nullopt;
    }
    auto map = state_map(instance_, *result_.sorts, renaming);
    if (map && (map->identity() || !comparison_.invariant(*map))) map.reset();
    return map;
  }

  void exchange_nodes() {
    const auto exchange = [&](NodeId a, NodeId b) {
      const auto renaming = renamings_.exchange(a, b);
      return renaming ? symmetry(*renaming) : std::nullopt;
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
        auto map = renaming ? symmetry(*renaming) : std::nullopt;
        if (!map) continue;
        others_.push_back(std::move(*map));
        exchanged[b] = true;
      }
    }
  }

  void automorphisms() {
    const groupoid::Automorphisms found =
        groupoid::automorphisms(instance_.network);
    if (!found.computed) return;
    for (const groupoid::Automorphism& a : found.generators) {
      Renaming renaming = renamings_.identity();
      renaming.node = a.node_images(renaming.node.size());
      renaming.edge = a.edge_images(renaming.edge.size());
      auto map = symmetry(renaming);
      if (map && !product_of_exchanges(renaming, *map)) {
        others_.push_back(std::move(*map));
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
          auto map =
              symmetry(renamings_.exchange(network::EnumId(e), first, v));
          if (!map) continue;
          others_.push_back(std::move(*map));
          found = true;
          break;
        }
        if (!found) firsts.push_back(v);
      }
    }
  }

  // Where exchanges of separate blocks are all there is.
  bool sorted() {
    if (!others_.empty()) return false;
    Canonical sorting;
    groupoid::GroupOrder order;
    std::vector<bool> used(result_.sorts->of_slot.size(), false);
    for (const Exchanges& e : exchanges_) {
      auto blocks = blocks_of(e);
      if (!blocks || moves_values(e)) return false;
      // An edge between nodes of two classes lies in a block of both.
      for (const std::uint32_t s : blocks->slots) {
        if (used[s]) return false;
        used[s] = true;
      }
      order.multiply_factorial(blocks->blocks);
      sorting.sorted.push_back(std::move(*blocks));
    }
    for (const Exchanges& e : exchanges_) keep(e);
    result_.order = *order.decimal(SIZE_MAX);
    result_.canonical = std::move(sorting);
    return true;
  }

  void chain() {
    for (const Exchanges& e : exchanges_) keep(e);
    keep(others_);
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
  ModelSymmetry& result_;
  Comparison comparison_;
  Renamings renamings_;
  std::vector<Exchanges> exchanges_;  // per class
  std::vector<StateMap> others_;
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
                             const std::vector<NodeId>& fixed) {
  ModelSymmetry result;
  result.sorts = std::make_unique<const Sorts>(instance);
  std::string why_not;
  try {
    const auto guarded = guarded_of(instance, asked, evaluated, why_not);
    if (guarded) {
      Finder(instance, *guarded, asked.size(), fixed, result).run();
    }
  } catch (const Formless& e) {
    why_not = e.what();
    result = {std::move(result.sorts)};
  }
  result.why_not = std::move(why_not);
  return result;
}

}  // namespace vicinal::explore::inline symmetry
