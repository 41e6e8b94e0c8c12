// SPDX-License-Identifier: MIT
// A run by hand: commands, and what is answered. Whether lines are read or
// keys, and where answers go, is for others (by_hand.hpp, screen.hpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/session/asked_names.hpp"
#include "cli/session/load.hpp"
#include "cli/simulation/state_formula.hpp"
#include "cli/simulation/typed.hpp"
#include "cli/simulation/watch.hpp"
#include "explore/simulate/simulation.hpp"
#include "explore/simulate/starts.hpp"

namespace vicinal::cli::inline simulation {

class Hand {
 public:
  // The run begins as given: at an initial state, or along a run that is
  // stored. `lists`: answers list the enabled steps, and may have colors; else
  // the state may be shown all the time. All but the simulation must outlive
  // it.
  Hand(const Options& options, const Opened& opened, const Wanted& wanted,
       explore::Starts& starts, explore::Dice& dice,
       explore::Simulation simulation, bool lists);

  // Of what it is a run: "ring.vic, n = 3".
  std::string title() const;
  // What there is to say before the first command.
  std::string begin();
  // The answer, of whole lines. Polls; LimitReached.
  std::string obey(const Typed& typed);

  const explore::Simulation& simulation() const { return run_; }
  // In states that were seen.
  const std::vector<std::string>& violated() const { return watch_.violated(); }

  // ---- for who shows it all the time, and does not list; each is safe to
  // print, in one line

  // "step 4 of 7, after s[0].want".
  std::string here() const;
  // "2) s[0].want  s[0].phase = hungry", of a number from 0.
  std::string step_line(std::size_t number) const;
  // The state: a node with its variables, an edge with its ends, or a shared
  // variable. O(slots).
  struct Part {
    std::string text;      // "phase = hungry"
    bool changed = false;  // by the last step
  };
  struct StateLine {
    std::string node;  // else empty
    std::vector<Part> parts;
    std::string ends = {};
  };
  std::vector<StateLine> state_lines() const;

 private:
  std::string arrival_text() const;
  std::string state_text(const std::string& label) const;
  std::string choices_text() const;
  std::string wrong_text(bool& fresh);
  std::string arrive();
  const std::vector<network::Scalar>& before() const;
  bool changed(const network::NamedPlace& place) const;
  std::string ends_text(network::EdgeId e) const;
  std::string choose(std::uint64_t number);
  std::string go_to(std::uint64_t step);
  std::string next(std::uint64_t count);
  std::string start(std::uint64_t number);
  std::size_t most_steps() const;
  std::string go_on(std::uint64_t count, const StateFormula* formula);
  std::string until(const std::string& expression);
  std::string save(const std::string& path);

  const Options& options_;
  const Opened& opened_;
  const network::Instance& instance_;
  explore::Starts& starts_;
  explore::Dice& dice_;
  explore::Simulation run_;
  RunWatch watch_;
  std::vector<network::NamedPlace> places_;
  bool lists_;
  std::map<std::uint32_t, network::NodeId> node_at_;  // by slots of places
  std::map<std::uint32_t, network::EdgeId> edge_at_;
};

}  // namespace vicinal::cli::inline simulation
