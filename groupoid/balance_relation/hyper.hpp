// SPDX-License-Identifier: MIT
// Balance relations of networks with edges of any number of ends. Not for use
// outside of groupoid/.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "groupoid/balance_relation/refinable.hpp"
#include "groupoid/balance_relation/strands.hpp"
#include "groupoid/balance_relation/structure.hpp"

namespace vicinal::groupoid::inline balance_relation {

// A relation on darts that contains the greatest balance relation, by
// refinement. For a node m, every j that points to it gives the bundle of the
// edges they share, labelled by the classes that these have at j. A bijection
// of a balance relation maps the set of labelled bundles of m onto that of n;
// with `absorb`, as LS Definition 4 has it, the set without those that are
// part of another.
//
// The relation that the result stands for - bijections that preserve classes
// of darts and sets of bundles - is balanced if every partial bijection that
// preserves classes extends to one; `stuck` says where that is not sure.
class Hyper {
 public:
  Hyper(const network::Network& network,
        const network::Numbers<std::uint32_t>& kinds,
        const network::Numbers<std::uint32_t>& colors, bool absorb);

  const std::vector<std::uint32_t>& node_classes() const {
    return classes_.labels();
  }
  const std::vector<std::uint32_t>& dart_classes() const { return dart_class_; }

  NodeStructure structure(network::NodeId n) const;

  // Nodes whose darts may have to move together in a way that classes do not
  // tell. Sorted. Empty: the relation is the greatest balance relation.
  std::vector<network::NodeId> stuck() const;

 private:
  using Label = std::uint32_t;  // interned classes of the darts of a place

  // A bundle: places of m, and the labels they have at the other end.
  struct Bundle {
    std::vector<std::uint32_t> places;
    std::vector<Label> labels;
    auto operator<=>(const Bundle&) const = default;
  };

  // The bundles that a dart is in: content, and the dart's label.
  using Seen = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  void relabel(std::uint32_t place);
  void count(std::uint32_t strand);
  std::vector<Label> poor_labels(std::uint32_t place) const;
  std::uint32_t poor_set(std::uint32_t place);
  std::vector<Bundle> rich_bundles(network::NodeId n) const;
  bool points(const std::vector<Label>& labels) const;
  void key(network::NodeId n);
  std::uint32_t number(const std::vector<Label>& labels);
  std::uint32_t content(const std::vector<Label>& mine,
                        const std::vector<Label>& theirs);
  const std::vector<Seen>& poor_bundles(std::uint32_t place, std::uint32_t set);
  // Of a class, dirty_[first] .. dirty_[last - 1] and a clean member; none:
  // UINT32_MAX.
  struct DirtyClass {
    std::size_t first = 0, last = 0;
    std::uint32_t clean = 0;
  };
  void round();
  void forget_round();
  std::vector<DirtyClass> find_keys();
  void spread(std::span<const std::uint32_t> nodes);
  void split(std::uint32_t c, std::span<const std::uint32_t> dirty,
             std::uint32_t clean);
  void assign(std::span<const std::uint32_t> nodes, bool keeps);
  void changed(std::uint32_t node);
  std::vector<Bundle> bundles(network::NodeId n) const;
  std::vector<std::uint32_t> blocks(network::NodeId n,
                                    const std::vector<Bundle>& family) const;
  bool free_exchanges(network::NodeId n, const std::vector<Bundle>& family,
                      const Block& block) const;
  bool crosses(network::NodeId n, const NodeStructure& structure) const;

  const network::Network& network_;
  bool absorb_;
  Strands strands_;
  Refinable classes_;
  std::vector<std::uint32_t> dart_class_;
  std::uint32_t dart_classes_ = 0;  // numbers in use

  Interner labels_;
  std::vector<Sequence> label_;  // content, per label
  std::vector<bool> pointing_;   // per label
  std::vector<Label> label_of_;  // per place
  // Per strand: labels of members that write, with their numbers, sorted.
  std::vector<std::vector<std::pair<Label, std::uint32_t>>> counts_;

  // Of the current round.
  std::vector<bool> is_dirty_;
  std::vector<std::uint32_t> dirty_, next_dirty_;
  std::vector<std::uint32_t> node_key_, dart_key_;
  Interner sets_, keys_;
  std::vector<std::vector<Label>> set_;
  std::vector<std::uint32_t> support_of_;  // per strand; UINT32_MAX: not yet
  std::map<std::pair<std::uint32_t, Label>, std::uint32_t> without_;
  std::map<std::pair<std::uint32_t, Label>, std::vector<Seen>> poor_bundles_;
};

}  // namespace vicinal::groupoid::inline balance_relation
