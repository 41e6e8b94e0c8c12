// SPDX-License-Identifier: MIT
// Steps from a joint state of a join: what each of its nodes may do, and what
// rules do to several of them, as far as the join shows it.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "fixpoint/family/system.hpp"
#include "network/semantics/kleene.hpp"

namespace vicinal::fixpoint::inline family {

inline constexpr std::uint32_t nobody = UINT32_MAX;

struct JoinStep {
  std::uint32_t actor = 0;   // position; nobody: the step is a rule's
  std::uint32_t action = 0;  // or rule
  std::vector<network::Scalar> binding;
  std::span<const network::Scalar> after;  // per column of the join
};

// Tries the actions of the nodes of one join, and rules that bind nodes of it,
// or none. What a guard does not see is
// unknown (design 3.4); of what a statement reads and the join does not show
// all values are tried, up to a limit: obligations find what is missing then.
class JoinSteps {
 public:
  // `all_bound`: no further node is brought in for what is bound; a bound
  // edge that is not shown has any value.
  JoinSteps(const Join& join, bool all_bound);

  // From the state `row`, over columns of the join, references by position.
  void fire(std::span<const network::Scalar> row,
            const std::function<void(const JoinStep&)>& visit);

 private:
  struct EnabledBinding {
    std::vector<network::Scalar> binding;
    network::Interval priority;
    bool certain = false;
  };
  const network::Action& action_of(std::uint32_t actor,
                                   std::uint32_t number) const;
  void act(std::uint32_t actor, std::uint32_t number,
           const std::function<void(const JoinStep&)>& visit);
  void bind(std::uint32_t actor, const network::Action& action,
            std::uint32_t at);
  void consider(std::uint32_t actor, const network::Action& action);
  void execute(std::uint32_t actor, std::uint32_t number,
               const std::vector<network::Scalar>& binding,
               const std::function<void(const JoinStep&)>& visit);
  void run(std::uint32_t actor, std::uint32_t number,
           const std::vector<network::Scalar>& binding,
           const std::function<void(const JoinStep&)>& visit);
  void load(const network::Action& action,
            const std::vector<network::Scalar>& binding);
  bool uses_extra_nodes(std::uint32_t actor,
                        const network::Action& action) const;
  bool touches_outside(network::EdgeId e) const;
  bool assign_others(std::size_t at, std::vector<network::Scalar>& used,
                     const std::function<void(const JoinStep&)>& visit);
  void fire_all(const std::function<void(const JoinStep&)>& visit);
  network::Context context(bool shown, std::uint32_t actor);

  const Join& join_;
  bool all_bound_;
  const network::Instance& instance_;
  network::Evaluator evaluator_;
  network::Kleene decide_;
  std::vector<network::Scalar> values_;  // a state of the sample
  std::vector<network::Scalar> before_;
  std::vector<std::uint32_t> node_shown_, edge_shown_;
  std::vector<network::Scalar> frame_;
  std::vector<std::uint32_t> others_;  // columns that name nobody of the join
  std::vector<EnabledBinding> candidates_;
  std::vector<network::Scalar> after_;
};

}  // namespace vicinal::fixpoint::inline family
