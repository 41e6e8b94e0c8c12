// SPDX-License-Identifier: MIT
// Next-state programs in static single assignment form (SD IV-B): every
// assignment defines a new version of its variable, branches join in a phi,
// copies are propagated. An array element is a variable of its own, and a write
// at an index that depends on the state a choice for each, so that nothing is
// left of arrays. Loops are unrolled as long as their condition may hold.
//
// Whoever wants to know what a step does, and does not take it, asks here: this
// is the one symbolic execution of steps.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "network/flat/guarded.hpp"
#include "network/flat/tables.hpp"

namespace vicinal::flat {

using network::Scalar;

// A loop has no end that is seen. `what` says it in words.
struct EndlessLoop : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A step, which is a summand with values for its local variables.
struct Sequence {
  // What a version is one of.
  enum class Kind : std::uint8_t { slot, temporary, decision };
  struct Line {
    TermId version;  // is defined here, once
    TermId value;    // over the state and earlier versions
    Kind kind = Kind::slot;
    std::uint32_t slot = 0;  // if it is one of a slot
    bool phi = false;
  };
  std::vector<Line> lines;
  TermId guard;  // over the state
  // Slots that may change, ascending, and what they hold in the end; whether
  // the step is a model error instead. Over the state and versions.
  std::vector<std::pair<std::uint32_t, TermId>> updates;
  TermId fails;
};

// What versions are called: phase#2. Those of a step are numbered from 1.
std::map<TermId, std::string> version_names(const Guarded& guarded,
                                            const Sequence& sequence);

class SingleAssignment {
 public:
  // Makes terms in it; must outlive this.
  explicit SingleAssignment(Guarded& guarded) : guarded_(guarded) {}

  // Throws EndlessLoop for a loop that may go on for more than most_rounds,
  // Refusal for terms that become too large.
  Sequence of(const Step& step);

  // The same with updates and failure over the state alone: each version is
  // written out. As trees they may be much larger; throws Refusal.
  Sequence over_state(const Step& step);

  static constexpr int most_rounds = 64;

 private:
  struct Environment {
    std::map<std::uint32_t, TermId> slots;
    std::map<TermId, TermId> temporaries;
  };

  void execute(const std::vector<Command>& block);
  void execute(const Command& command);
  void branch(TermId condition, const std::vector<Command>& then,
              const std::vector<Command>& otherwise);
  void loop(const Command& command, int round);
  template <class Then, class Otherwise>
  void join(TermId condition, const Then& then, const Otherwise& otherwise);
  TermId defined(TermId value, Sequence::Kind kind, std::uint32_t slot = 0,
                 bool phi = false);
  TermId now(TermId term);
  TermId expanded(TermId term);
  TermId slot(std::uint32_t slot);
  bool never(TermId condition);

  Guarded& guarded_;
  Sequence* sequence_ = nullptr;
  Environment environment_;
  std::unordered_map<std::uint32_t, TermId> now_;  // as long as nothing changes
  std::map<TermId, TermId> definitions_;           // of versions
  std::unordered_map<std::uint32_t, TermId> expanded_;
  std::uint32_t next_ = 0;          // number of a version
  std::optional<Domains> domains_;  // for loops
};

}  // namespace vicinal::flat
