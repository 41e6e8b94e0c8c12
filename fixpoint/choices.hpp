// SPDX-License-Identifier: MIT
// The choices of a path's bound variables, without those that must look like
// one seen before. Not for use outside of fixpoint/.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fixpoint/property_path.hpp"
#include "fixpoint/single.hpp"

namespace vicinal::fixpoint {

// Values of the binders of a path, level by level; the last level `copies`
// times.
struct Choice {
  std::vector<network::Scalar> values;
};

class Choices {
 public:
  Choices(const network::Instance& instance, const SingleInvariant& invariant);

  // Calls `visit` for choices that stand for all; stops when it returns false,
  // and returns false then. Where there are too many to look at each, and the
  // path does not allow to take one for many, false with a reason.
  bool for_each(const Path& path,
                const std::function<bool(const Choice&)>& visit,
                std::string& reason);

  // Whether the path of the last call tells nodes apart only by what a view
  // shows: no indices, no named members, no references.
  bool symmetric() const { return symmetric_; }

  // Per node: see kinds.hpp.
  const std::vector<std::uint32_t>& kind_of() const { return class_of_; }

  // Describes what is asked of the nodes: equal keys, equal answers. For
  // symmetric paths.
  std::vector<std::uint32_t> key(const Choice& choice,
                                 const std::vector<network::NodeId>& nodes);

 private:
  bool enumerate(const Path& path, std::size_t level, std::uint32_t binder,
                 std::uint32_t copy);
  bool next_level(const Path& path, std::size_t level, std::uint32_t copy);
  bool pairs(const Path& path);
  bool is_symmetric(const Path& path) const;
  bool symmetric_expr(network::ExprId e) const;
  std::uint64_t count(const Path& path) const;
  std::uint64_t domain_size(const network::Binder& binder) const;
  std::vector<network::NodeId> family_nodes(
      const network::Binder& binder) const;

  const network::Instance& instance_;
  const Reduction& reduction_;
  network::Evaluator evaluator_;
  std::vector<std::uint32_t> class_of_;  // per node: theta by content
  std::vector<network::Scalar> frame_;
  Choice choice_;
  const std::function<bool(const Choice&)>* visit_ = nullptr;
  bool symmetric_ = false;
  bool failed_ = false;  // a domain could not be evaluated
};

}  // namespace vicinal::fixpoint
