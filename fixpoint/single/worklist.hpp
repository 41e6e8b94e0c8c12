// SPDX-License-Identifier: MIT
// Equation (5) of LS 3.2 by a worklist. Not for use outside of fixpoint/.
#pragma once

#include <deque>
#include <vector>

#include <tsl/robin_map.h>

#include "fixpoint/single/channels.hpp"
#include "fixpoint/single/joint_steps.hpp"
#include "fixpoint/single/single.hpp"
#include "fixpoint/single/worklist_base.hpp"
#include "fixpoint/steps/local_steps.hpp"
#include "fixpoint/views/lists.hpp"
#include "fixpoint/views/tuples.hpp"

namespace vicinal::fixpoint::inline single {

// The global tables:
//
//   states       (class, local state of its representative, or its code)
//   meets        (channel, values of its edges): where states of both ends
//                agree; each has a list of states of `to`, of changes
//                (values -> values) that steps of `from` make, and of states
//                of `from` whose steps are conditional
//
// A state at a meet comes with the darts that are singled out there: an image
// of the channel's darts under the vertex group.
class Worklist : public WorklistBase {
 public:
  // With `meetings` each class is one node, and has no orbits.
  Worklist(std::shared_ptr<const Reduction> reduction, Channels channels,
           std::shared_ptr<const Meetings> meetings, network::Budget& budget);

  void run();
  SingleInvariant result();

 private:
  void start();
  // A state with an image of a channel's darts.
  struct Placed {
    std::uint32_t state = 0;
    std::uint32_t darts = 0;  // where they begin in darts_
  };
  using Values = std::vector<network::Scalar>;
  using Columns = std::span<const std::uint32_t>;
  using ImageVisit = std::function<void(Columns columns, Columns darts)>;

  network::NodeId representative(std::uint32_t c) const {
    return reduction_->classes().representative(c);
  }
  const Orbits* orbits(std::uint32_t c) const {
    return reduction_->orbits[c].get();
  }
  void load(std::uint32_t s, CanonicalRow& out) const;
  void add_row(std::uint32_t c, std::span<const network::Scalar> row,
               std::uint32_t round);
  void add_code(std::uint32_t c, std::uint32_t round);  // code_
  std::uint32_t meet(std::uint32_t channel,
                     std::span<const network::Scalar> values);
  std::uint32_t placed(std::vector<Placed>& list, std::uint32_t s,
                       Columns darts);
  static void images(const Orbits& o, const CanonicalRow& row, Columns darts,
                     const ImageVisit& visit);
  void place(std::uint32_t c, const Placed& placed, Columns darts,
             Values& out) const;
  void process(std::uint32_t s);
  void arrive(std::uint32_t s, const CanonicalRow& row);
  void arrive_at(std::uint32_t channel, std::uint32_t s,
                 const CanonicalRow& row, Columns columns, Columns darts);
  void act(std::uint32_t s, const CanonicalRow& row);
  void meet_others(std::uint32_t s, const CanonicalRow& row);
  void send(std::uint32_t s, std::uint32_t channel,
            std::span<const network::Scalar> before,
            std::span<const network::Scalar> after);
  void change(std::uint32_t s, std::uint32_t channel);
  void wait(std::uint32_t s, std::uint32_t channel, const CanonicalRow& row);
  void wait_at(std::uint32_t channel, std::uint32_t s, const CanonicalRow& row,
               Columns columns, Columns darts);
  void apply(std::uint32_t channel, std::uint32_t arrival,
             std::span<const network::Scalar> values, std::uint32_t round);
  void interfere(std::uint32_t channel, std::uint32_t waiting,
                 std::uint32_t arrival);
  const std::vector<Candidate>& conditional(std::uint32_t channel,
                                            std::uint32_t waiting,
                                            const Values& representatives,
                                            const Values& row);
  Columns columns_of(std::uint32_t channel);
  void record(std::uint32_t s, const CanonicalRow& row);
  std::uint64_t bytes() const;

  std::shared_ptr<const Reduction> reduction_;
  Channels channels_;
  std::vector<std::optional<Orbits>> paired_;  // per class
  LocalSteps steps_;
  LocalSteps asked_;  // for conditional candidates, while steps_ is in use
  std::shared_ptr<const Meetings> meetings_;  // null: there are no rules
  std::optional<JointSteps> joint_;           // with them
  View joined_;
  Tuples meets_;    // tag: channel
  Tuples changes_;  // tag: meet; values after
  std::vector<Placed> arrivals_, waitings_;
  std::vector<std::uint32_t> darts_;
  Lists arrived_;  // per meet: arrivals
  Lists changed_;  // per meet: changes
  Lists waiting_;  // per meet: waitings
  std::deque<std::vector<Candidate>> kept_;
  tsl::robin_map<std::uint32_t, std::uint32_t> kept_of_;  // per waiting
  tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>> neighbours_;
  // Of the state that is looked at.
  CanonicalRow row_, pair_;
  Values code_, pair_code_, after_, from_, to_;
};

}  // namespace vicinal::fixpoint::inline single
