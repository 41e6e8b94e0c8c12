// SPDX-License-Identifier: MIT
// Puts the texts of a model's obligations to its small instances.
//
//   text_judge.cpp   what a text names, and whether it admits a situation
//   text_states.cpp  instances, their states and steps
//   text_progress.cpp  ranks: what comes nearer, and who can help
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tests/obligations/concrete.hpp"
#include "tests/obligations/text_question.hpp"
#include "tests/random/loaded.hpp"

namespace vicinal::texts {

using obligations::Kind;
using obligations::Obligation;
using oracle::Denoted;
using oracle::State;

struct JudgedCounts {
  int models = 0, unsupported = 0, instances = 0;
  int situations = 0;     // of which a text is asked whether it admits them
  int violations = 0;     // that some text must admit
  int beyond = 0;         // that the oracle cannot compute
  int rules = 0;          // steps of rules that are looked at
  int failing = 0;        // steps that fail
  int without_value = 0;  // properties, in some state
  int sizes = 0;          // that make no instance
  int waiting = 0;        // situations of a rank
  int not_nearer = 0;     // of these, from which a step leads astray
  int helpless = 0;       // states and situations in which nobody can help
  int meanwhile = 0;      // situations whose action is not enabled
  int too_early = 0;      // where p of p U q does not hold, nor q
  int evaluated = 0, solved = 0, undecided = 0;
};

// A state; a step from there, or somebody who acts.
struct Situation {
  const State* before = nullptr;
  const State* after = nullptr;
  std::optional<std::size_t> actor;
  const oracle::Binding* binding = nullptr;
  const oracle::Binding* named = nullptr;  // members, if it is said which
};

// Something that a text has a name for, and what it may be.
struct Thing {
  std::string name;
  bool node = false;
  std::vector<std::size_t> choices;
};

// The questions of one model, put to its small instances.
class Judge {
 public:
  Judge(const random_models::Loaded& loaded,
        const std::vector<Obligation>& list,
        const obligations::Request& request, std::uint64_t seed,
        JudgedCounts& total)
      : tree_(loaded.tree),
        model_(*loaded.model),
        request_(request),
        total_(total),
        dice_(seed) {
    for (const Obligation& o : list) questions_.push_back({&o, {}, 0});
  }

  void look_at(const oracle::Small& small);
  // What should admit something, and does not.
  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  using Filter = std::function<bool(const Obligation&)>;

  std::size_t below(std::size_t n) { return dice_() % n; }
  template <class List>
  auto one_of(const List& list) {
    return *std::next(list.begin(),
                      static_cast<std::ptrdiff_t>(below(list.size())));
  }

  // Instances
  void instance();
  void no_instance(const oracle::Small& small);
  void elaborated();
  void initial(const State& s);
  void values(const State& s);
  void state(const State& s);
  void within_64_bits(const std::function<void()>& look);
  // Of a node; none: of the rules.
  void acting(const State& s, std::optional<std::size_t> actor);
  void step(const State& s, const oracle::Step& step);
  bool moves(const Obligation& o, std::optional<std::size_t> actor) const;
  std::vector<State> first_states();
  bool written(const std::string& variable) const;
  std::vector<State> states(const oracle::Small& small);
  State random_state(State s);
  oracle::Value random_value(const oracle::Type& type);
  bool holds(const network::ast::Property& p, const State& s) const;
  // Whether it is part of the invariant.
  bool evaluates(const network::ast::Property& p, const State& s) const;
  bool assertion(const network::ast::Property& p) const;
  bool assumed(const State& s) const;
  std::uint32_t property(const network::ast::Property& p) const;

  // Ranks
  struct Awaited;
  struct Members;
  void waiting(const State& s);
  void waiting_first(const State& s);
  void waiting_for(const Awaited& a, const Members& m, const State& s);
  void helped(const Awaited& a, const Members& m, std::size_t k,
              const State& s);
  void in_situations(const Awaited& a, const Members& m, const State& s);
  bool is_meanwhile(const Awaited& a, const Members& m, std::size_t k,
                    const State& s) const;
  void comes_nearer(const State& s, const oracle::Step& step);
  void stays_until(const Awaited& a, const Members& m, const State& s,
                   const oracle::Step& step);
  void nearer_by_all(const Awaited& a, const Members& m, const State& s,
                     const oracle::Step& step);
  void nearer_by(const Awaited& a, const Members& m, std::size_t k,
                 const State& s, const oracle::Step& step);
  std::vector<Awaited> awaited() const;
  Awaited awaited_by(std::size_t ranking) const;
  bool waits_there(std::uint32_t property, const Denoted& node,
                   const State& s) const;
  void read_shape(network::ast::ExprId e, Awaited& a) const;
  std::vector<Members> some_members(const Awaited& a);
  std::vector<Members> all_helpers(const Awaited& a, const Members& m,
                                   std::size_t k) const;
  std::vector<std::size_t> nodes_of(const network::Binder& binder) const;
  std::optional<bool> evaluation(network::ast::ExprId e, const State& s,
                                 const oracle::Binding& names) const;
  bool is_true(network::ast::ExprId e, const State& s,
               const oracle::Binding& names) const;
  bool lasts(const Awaited& a, const Members& m, std::size_t k,
             const State& s) const;
  static bool helps(const Awaited& a, const Members& m, std::size_t k,
                    const oracle::Step& step);
  bool pending(const Awaited& a, const Members& m, const State& s) const;
  std::optional<std::vector<std::int64_t>> terms(const Awaited& a,
                                                 const Members& m,
                                                 const State& s) const;
  std::optional<bool> can_help(const Awaited& a, const Members& m,
                               std::size_t k, const State& s) const;

  // Questions
  void admitted(const Situation& s, std::size_t most, const Filter& about);
  void some_admit(const Situation& s, const std::string& what,
                  const Filter& about);
  std::optional<std::vector<Thing>> things(const Obligation& o,
                                           const Situation& s) const;
  std::vector<network::Binder> members(std::uint32_t property) const;
  std::string acting_member(const Obligation& o) const;
  bool free_members(const Obligation& o) const;
  Tables pins(const TextQuestion& q, const std::vector<Thing>& things,
              const std::vector<std::size_t>& chosen, const Situation& s) const;
  void complain(const std::string& what);
  bool excluded(const TextQuestion& q, std::span<const Tables* const> tables,
                bool with_goal);
  std::string text(const Situation& s) const;

  const network::ast::Tree& tree_;
  const network::Model& model_;
  const obligations::Request& request_;
  JudgedCounts& total_;
  std::mt19937_64 dice_;
  std::vector<TextQuestion> questions_;
  std::vector<std::string> complaints_;
  std::string where_;  // which instance
  std::optional<Concrete> concrete_;
  const oracle::Instance* instance_ = nullptr;
};

}  // namespace vicinal::texts
