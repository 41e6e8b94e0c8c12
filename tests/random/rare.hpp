// SPDX-License-Identifier: MIT
// What other terms say rarely or never. A theme is a few variables, actions,
// claims and conditions around something that engines treat as a case of its
// own. It is added at the end, by dice of its own: the same seed gives the same
// model without it.
//
//   rare_relations.cpp  adjacent, same, index: in claims and in guards
//   rare_edges.cpp      edges of one direction, that not all nodes touch
//   rare_meetings.cpp   other nodes as parameters; a third node's doing
//   rare_errors.cpp     what may fail: in priorities, min, sums, ranges
//   rare_places.cpp     places and nodes that the state chooses
//   rare_starts.cpp     conditions on initial states
//   rare_bodies.cpp     statements that read others; the least and greatest
//   rare_peers.cpp      the node at the other end of an edge
//   rare_sizes.cpp      what the size alone decides; how many links a node has
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

enum class Theme : std::uint8_t {
  relations,
  meetings,
  contests,
  errors,
  places,
  starts,
  extremes,
  bodies,
  peers,
  sizes
};

// What the model around it allows.
struct May {
  bool names = true;      // s[0]
  bool indices = true;    // index(q)
  bool families = true;   // quantifiers over families, not only processes
  bool rules = false;     // rules, and shared variables that are written
  bool boxes = false;     // arrays of queues
  bool variables = true;  // states become more
  bool bodies = false;    // statements that read other nodes
  bool network = true;    // nodes and edges that are written out
};

// What is to be put where.
struct Added {
  std::string head;                             // parameters, shared variables
  std::string network;                          // nodes, edges, connections
  std::vector<std::string> variables, actions;  // per process, text
  std::string rules;
  std::vector<std::string> claims, conditions;
};

class Rare {
 public:
  // Enters new variables in the world.
  Rare(Dice& dice, World& world, Terms& terms, const May& may)
      : dice_(dice), world_(world), terms_(terms), may_(may) {
    added_.variables.resize(world.processes.size());
    added_.actions.resize(world.processes.size());
  }

  void add(Theme theme);
  // Some themes of those that a model can have.
  void add_some();
  // Of nodes that look alike: how they stand to each other, their indices.
  void add_claims();
  Added take() { return std::move(added_); }

 private:
  // Written in braces, which are read from left to right.
  struct Step {
    std::string parameters, guard, priority, body;
  };

  // Relations
  std::string related(const std::string& a, std::size_t pa,
                      const std::string& b, std::size_t pb);
  std::string claim_of_relation();
  std::string claim_of_edge();
  std::string claim_of_index();
  std::string guard_of_relation(std::size_t process);
  void read_only_edges(std::size_t process);
  void told_edges(std::size_t process);
  void relations();

  // Meetings
  std::string met(const std::string& node, std::size_t of, std::size_t process);
  void parameter_of_nodes(std::size_t process);
  void two_parameters(std::size_t process);
  void hand_over(std::size_t process);
  void meetings();

  // Errors
  std::vector<std::string> small_numbers(const Seen& seen);
  std::string divided(const std::string& divisor);
  std::string risk(const Seen& seen);     // a number that may be none
  std::string partial(const Seen& seen);  // inside of something
  std::string guarded(const Seen& seen);  // by what is before it
  std::string overflow(const Seen& seen);
  std::string may_fail(const Seen& seen);  // any of these, as a formula
  void lower_bound(std::size_t process);
  void table(std::size_t process);
  void errors();
  void contest(std::size_t process);
  void contest_of_members(std::size_t process);
  void contest_of_nodes(std::size_t process);
  void contests();

  // Places
  std::string chosen_index(const Seen& seen, int size);
  std::string chosen_node(const Seen& seen, std::size_t process);
  void lists(std::size_t process);
  void lines(std::size_t process);
  void spare_family(std::size_t process);
  void chosen_nodes(std::size_t process);
  void rules();
  void places();

  // Starts
  std::string condition_of_members();
  std::string cardinality(const EdgeFamily& family);
  void starts();

  // Bodies
  std::pair<std::string, std::string> ranged(std::size_t process,
                                             const Seen& seen);
  std::string extreme(std::size_t process, const Seen& seen);
  std::string compared(const std::string& number);
  std::string about_all(std::size_t process, const Seen& seen);
  std::string taken_over(std::size_t process, const std::string& node,
                         std::size_t other);
  std::string decided(std::size_t process, std::size_t other);
  std::string collected(std::size_t process, std::size_t other);
  void bodies();

  // Peers
  const Port* shared_port(std::size_t process, std::size_t& other);
  std::string about_peer(const std::string& it, std::size_t other,
                         const std::string& self, std::size_t process);
  std::string claim_of_peer(std::size_t process);
  void peers();
  void extremes();

  // Sizes
  std::string claim_of_size();
  void guard_of_degree(std::size_t process);
  void sizes();

  std::size_t some_process();
  Seen own(std::size_t process);
  Seen shown(const std::string& node, std::size_t process);
  std::string domain(std::size_t process);
  std::string said(const std::string& node, std::size_t process);
  std::string own_said(std::size_t process);
  std::string change(std::size_t process);
  const Port* own_port(std::size_t process, bool set, bool writes);
  void variable(std::size_t process, const std::string& name, const Type& type,
                const std::string& start);
  void action(std::size_t process, const Step& step);
  void claim(const std::string& text) { added_.claims.push_back(text); }
  bool share(int percent) { return dice_.below(100) < percent; }
  int size_of(std::size_t process) const;
  std::vector<std::string> members(std::size_t process) const;

  Dice& dice_;
  World& world_;
  Terms& terms_;
  May may_;
  Added added_;
  // Two are more than 64 bits. The largest of all counts as unbounded where
  // intervals are computed, so that contests would not be decided exactly.
  std::string large_ = "9223372036854775807";
};

// How many valuations so many places of the type have; a reference names one
// of four nodes.
double valuations(const Type& type, int count);

Type range_type(int low, int high, const std::string& text = {});

}  // namespace vicinal::random_models
