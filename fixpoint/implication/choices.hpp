// SPDX-License-Identifier: MIT
// The choices of a path's bound variables, without those that must look like
// one seen before. Not for use outside of fixpoint/.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fixpoint/implication/property_path.hpp"
#include "fixpoint/pair/pair.hpp"
#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline implication {

// Values of the binders of a path, level by level; the last level `copies`
// times.
struct Choice {
  std::vector<network::Scalar> values;
};

// Which nodes, and which pairs of nodes, look alike to an invariant.
struct Alike {
  const Reduction* reduction = nullptr;
  std::vector<std::uint32_t> kind_of;  // per node
  const PairSystem* pairs = nullptr;   // null: single sets only
};
Alike alike_by(const network::Instance& instance,
               const SingleInvariant& invariant);
Alike alike_by(const network::Instance& instance,
               const PairInvariant& invariant);

class Choices {
 public:
  // Without `shares` no choice stands for others.
  Choices(const network::Instance& instance, const Alike& alike, bool shares);

  // Calls `visit` for choices that stand for all; stops when it returns false,
  // and returns false then. Where there are too many to look at each, and the
  // path does not allow to take one for many, false with a reason.
  bool for_each(const Path& path,
                const std::function<bool(const Choice&)>& visit,
                std::string& reason);

  // The fewest members that the last level has for a choice of the others, if
  // it has any. 0: there are too many choices to tell, or they depend on the
  // state.
  std::uint64_t fewest_members(const Path& path);

  // Whether the path of the last call tells nodes apart only by what a view
  // shows: no indices, no named members, no references. Never where nothing is
  // shared.
  bool symmetric() const { return symmetric_; }

  // Describes what is asked of the nodes: equal keys, equal answers. For
  // symmetric paths.
  std::vector<std::uint32_t> key(const Choice& choice,
                                 const std::vector<network::NodeId>& nodes);

 private:
  bool enumerate(const Path& path, std::size_t level, std::uint32_t binder,
                 std::uint32_t copy);
  bool next_level(const Path& path, std::size_t level, std::uint32_t copy);
  bool one(const Path& path);
  bool two(const Path& path);
  bool near_pairs(const std::vector<network::NodeId>& nodes, bool diagonal);
  bool far_pairs(const std::vector<network::NodeId>& first,
                 const std::vector<network::NodeId>& second);
  bool typed_pairs(const std::vector<network::NodeId>& nodes, bool diagonal);
  bool ask(network::NodeId a, network::NodeId b);
  bool is_symmetric(const Path& path) const;
  bool symmetric_expr(network::ExprId e) const;
  std::uint64_t count(const Path& path) const;
  static std::size_t variables(const Path& path);
  bool ranges_read_state(const Path& path) const;
  std::uint64_t domain_size(const network::Binder& binder) const;
  std::vector<network::NodeId> family_nodes(
      const network::Binder& binder) const;

  const network::Instance& instance_;
  const Alike& alike_;
  const bool shares_;
  network::Evaluator evaluator_;
  std::vector<network::Scalar> frame_;
  Choice choice_;
  const std::function<bool(const Choice&)>* visit_ = nullptr;
  bool symmetric_ = false;
  std::vector<bool> in_first_, in_second_;  // of two variables over nodes
  bool failed_ = false;                     // a domain could not be evaluated
};

}  // namespace vicinal::fixpoint::inline implication
