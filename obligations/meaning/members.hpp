// SPDX-License-Identifier: MIT
// The join: the nodes, edges and numbers that facts are about. Who is in it
// decides what can be proved, never what is true.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Domains;
class Expressions;
class Sizes;
class Wiring;
struct Query;

// How far the lists of members were gone through.
struct Progress {
  std::size_t nodes = 0, edges = 0, numbers = 0;
  bool started = false;
  bool listed = false;
  bool least = false;  // the lower bound of a range was seen
  // Of numbers those that are only indices are left out.
  bool no_indices = false;
  // Of numbers that members are counted by (Quantifiers::over_levels()): with
  // the upper bound, and those next to what is chosen.
  bool by_levels = false;
  std::size_t levels = 0;
};

class Members {
 public:
  explicit Members(Query& q);

  void join(const Value& node);
  void join_edge(const Value& edge, bool chosen = false);
  void join_number(Term number);
  // The nodes at both ends of the edge that peer(e) is asked of.
  void join_peer(const network::Expr& e, const Env& env);
  // Node or edge 0 of a family, which is there unless the family is empty.
  void join_first(DomainKind kind, std::uint32_t family);
  // The same of what a binder ranges over.
  void join_first(const Binder& binder);
  void join_choice(const Binder& binder, const Env& env, const Value& value,
                   bool with_ends = true);
  // Of each family up to so many.
  void add_fillers(std::span<const std::size_t> most);
  // Who is here, and from now on who joins by a choice, brings its neighbours.
  // For questions of who can move: who waits, waits for them.
  void bring_neighbours();
  // There is room for who comes up on the way, whoever is here by then. For
  // questions of what is so after a step: who shows that something is not so of
  // a number, comes up then.
  void leave_room();
  // Facts are about relations between members, s.member[m], of which it is said
  // that somebody is in them: who is there because of some members brings
  // others, as in "two quorums have a member in common". Nobody is in the join
  // only to fill it.
  void follow_relations();
  // Whether nobody joins any more.
  bool closed() const { return stage_ == Stage::closed; }
  bool follows_relations() const { return relations_; }

  // Whether those that come up when others are admitted are gone through, too,
  // after so many rounds of it: on a graph who waits is blocked by somebody at
  // the other end of an edge of its own, which is a step more, as it is to
  // follow relations.
  bool goes_on(int rounds) const;

  const std::vector<Value>& nodes() const { return nodes_; }
  std::size_t count() const {
    return nodes_.size() + edges_.size() + numbers_.size();
  }
  // Those that a binder ranges over and that were not seen yet.
  std::vector<Choice> visible(const Binder& binder, const Env& env,
                              Progress& seen);

  // After how many others a node came up: 0 if the question names it, 1 if it
  // is there because of such, and so on. 0 where relations are not followed.
  int depth(const Value& node) const;

  // Members that come up join at once; or wait until they are admitted; then
  // those that come up are left out.
  void open() {
    stage_ = Stage::open;
    concluding_ = true;
    round_ = 0;
  }
  void wait() {
    stage_ = Stage::waiting;
    ++round_;
  }
  void admit();

 private:
  enum class Stage : std::uint8_t { open, waiting, closed };
  std::size_t room() const;
  bool room_for_nodes() const;
  bool room_in_family(const Value& node) const;
  void join_index(Term index);
  bool put(std::vector<Value>& list, std::vector<Value>& later, const Value& v,
           std::size_t most);
  void add_filler(std::uint32_t family, const std::vector<Term>& dims,
                  const std::vector<Value>& others);
  Term no_more_in_grid(const std::vector<Term>& dims,
                       const std::vector<Value>& others);
  std::vector<Choice> visible_nodes(const Binder& binder, Progress& seen);
  std::vector<Choice> visible_edges(const Binder& binder, const Env& env,
                                    Progress& seen);
  std::vector<Choice> visible_numbers(const Binder& binder, const Env& env,
                                      Progress& seen);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Domains& domains_;
  Expressions& expressions_;
  Wiring& wiring_;
  Stage stage_ = Stage::open;
  bool neighbours_ = false;
  bool leaves_room_ = false;
  bool relations_ = false;
  bool by_levels_ = false;
  bool concluding_ = false;  // members of the premise are all there
  int round_ = 0;
  std::map<Value, int> depths_;  // of nodes that are not named
  std::vector<Value> nodes_, edges_, numbers_;
  std::set<Value> values_;    // numbers that are not there as indices alone
  std::vector<Term> levels_;  // numbers that are chosen, the first ones
  std::vector<Value> new_nodes_, new_edges_, new_numbers_;
};

}  // namespace vicinal::obligations::inline meaning
