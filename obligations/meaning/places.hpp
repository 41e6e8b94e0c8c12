// SPDX-License-Identifier: MIT
// What stands where, in which state: reading places, and writing them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/slots.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Expressions;
class Sizes;
class Statements;
class Wiring;
struct Query;

class Places {
 public:
  explicit Places(Query& q);

  // The state in which the question starts is an initial one of shared
  // variables. Before anything is read.
  void start() { initial_ = true; }
  bool starts() const { return initial_; }

  Term read(const Place& place, StateId state);
  Value read_all(const Located& located, TypeId type, StateId state);

  // Members of a family that a state may differ in from the one in which the
  // question starts, each at least once; none: any may. An edge is an edge's
  // value.
  std::optional<std::vector<Value>> written(PlaceKind kind, std::uint32_t item,
                                            StateId state);

  // The first state on the way to this one from which on nothing is written
  // that the expression reads: there it has the same value, and fails as here.
  StateId settled(ExprId e, StateId state);

  // Each write happens where `path` holds, and gives the state after it.
  StateId write(const Located& to, const std::vector<Term>& values, Term path,
                StateId state);
  // What stands in a place at a state, that of an array indexed by nodes, too:
  // of one type with what it is written to.
  StateId copy(const Located& to, TypeId type, const Located& from,
               StateId source, Term path, StateId state);
  // A loop over a port set of `env.self`, or over a family, from the state of
  // `env`; each member's body writes what is its own: of the member, or, in
  // arrays indexed by nodes, at the member.
  StateId write_loop(const network::Stmt& loop, const Env& env, Term path);
  // The state after the body of the loop that made this state, for this member
  // alone.
  StateId after_member(StateId after, const Value& member);
  // Whether anything is written there on the way from one state to another,
  // which assignments alone have made of it.
  Term wrote(const Located& place, StateId from, StateId to);
  // Anything may be there now: of one node, or, without indices, of all nodes
  // or edges of the family, all elements of the shared variable. `rank`: of
  // the indices of what is read there.
  StateId forget(const Place& place, const Slot& slot, std::size_t rank,
                 Term path, StateId state);

 private:
  struct Write {
    enum class Kind : std::uint8_t { assign, copy, loop, forget };
    Kind kind = Kind::assign;
    StateId before = 0;
    Term path;
    Place place;   // assign; forget
    Term value;    // assign
    Located from;  // copy
    StateId source = 0;
    const network::Stmt* loop = nullptr;
    // loop: of which it writes the member's element; whether it writes what
    // the member has.
    std::vector<ExprId> arrays;
    bool own = false;
    Env env;
    Symbol forgotten;  // forget: what is there now
  };
  struct Root {
    std::string name;
    TypeId type;
    std::uint32_t first = 0;
  };
  // What an expression reads, at any place.
  struct Reads {
    bool all = false;  // or it is not known what
    bool edges = false;
    std::set<std::pair<std::uint32_t, std::uint32_t>>
        variables;  // of processes
    std::set<std::uint32_t> shared;
  };
  const Reads& reads_of(ExprId e);
  bool touches(const Write& write, const Reads& reads);
  StateId push(Write write);
  Root root_of(const Place& place);
  Term read_base(const Place& place);
  Term read_write(const Place& place, StateId state);
  Term copied(const Place& place, const Write& write);
  Term looped(const Place& place, StateId state, Term old);
  std::pair<Value, Term> loop_member(const Place& place, const Write& write);
  std::pair<Value, Term> loop_key(const Place& place, const Write& write);
  void has_initial_value(const Place& place, Term value);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Slots& slots_;
  Expressions& expressions_;
  Wiring& wiring_;
  Statements& statements_;
  std::map<std::pair<Place, StateId>, Term> reads_;
  std::map<ExprId, Reads> reads_of_;
  std::vector<Write> writes_;  // writes_[s - 1] made state s
  bool initial_ = false;
  std::map<std::pair<StateId, Value>, StateId> loop_states_;
};

}  // namespace vicinal::obligations::inline meaning
