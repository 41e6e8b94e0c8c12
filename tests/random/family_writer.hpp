// SPDX-License-Identifier: MIT
// Writes one random family: a shape, which declares sizes, nodes, edges and
// ports; then variables and where everything starts; then what the processes
// do, mostly in step with each other; then what is claimed.
//
//   family_shapes.cpp    lines, rings, trees, grids
//   family_meetings.cpp  hubs, buses, any graph; what is added to a shape
//   family_starts.cpp    variables, constants, initial values and conditions
//   family_actions.cpp   actions, and who may be busy
//   family_ideas.cpp     actions on values
//   family_claims.cpp    invariants
//   family_totals.cpp    invariants about counts and sums
//   family_votes.cpp     thresholds, votes; what all start with; sides; tiles
//   family_additions.cpp single nodes, arrays indexed by nodes, no state
//   family_arrays.cpp    arrays indexed by nodes, shared ones by indices
//   family_missing.cpp   steps that write what may not be there
//   family_system.cpp  the whole language: shared variables, integers, rules
//   family_protocols.cpp  what is agreed on through shared variables and rules
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actions.hpp"
#include "random_family.hpp"
#include "rare.hpp"

namespace vicinal::random_models {

class FamilyWriter {
 public:
  explicit FamilyWriter(std::uint64_t seed, bool whole = false,
                        bool dynamic = false)
      : dice_(seed + 0xfa5eed),
        whole_(whole),
        only_dynamic_(dynamic),
        quiet_(whole && seed % 5 < 3),
        mixed_(seed % 3 == 0),
        terms_(dice_, world_, mixed_ ? Mixed::numbers : Mixed::no),
        more_(seed + 0x7e3a),
        rare_(seed + 0x1a1e),
        totals_(seed + 0x707a1),
        arrays_(seed + 0xa44a5),
        missing_(seed + 0x3155),
        votes_(seed + 0x707e),
        changing_(seed + 0xd1a) {}

  RandomFamily run();

 private:
  // The network's block, and what stands behind it, with the processes.
  RandomFamily written(const std::string& block, const std::string& tail);
  void tag(const std::string& name) { tags_.insert(name); }
  bool share(int percent) { return dice_.below(100) < percent; }

  // Shapes
  void shape();
  void ring();
  void ring_there_and_back();
  void chords(std::size_t cell);
  void path();
  void path_of_a_set();
  void path_between();
  void grid();
  void tree();
  void clique();
  void star();
  void two_hubs();
  void bipartite();
  void matched();
  void bus();
  void rows();
  void alone();
  void any();
  void let_edges_change(std::string& does);
  void extras();
  std::map<std::pair<std::size_t, std::string>, std::size_t> peers() const;

  // Their parts. A size is the text of an expression; `count` is how many
  // there are at the sizes that the state space is planned for (about four
  // nodes).
  void parameter(const std::string& name, int least, int usual);
  std::size_t process(const std::string& name);
  void nodes(const std::string& name, std::size_t process,
             const std::string& sizes, int count);
  void port(std::size_t process, const std::string& name, bool set,
            const Type& type, const std::string& direction);
  Type edge_type(int count, bool queues);
  std::pair<std::string, std::string> directions(const Type& type);
  void edges(const std::string& name, const std::string& sizes,
             const Type& type, int count, bool some_untouched = false);
  void line(const std::string& text) { connections_ += "  " + text + "\n"; }

  // Starts
  bool spend(const Type& type, int count);
  bool free_start(const Type& type, int count);
  std::string start(const Type& type, int count, bool must);
  std::string by_index(const Type& type);
  void condition_of_edges(const EdgeFamily& family, const std::string& size);
  void condition_of_nodes(std::size_t process);
  void constants(std::size_t process);
  void variables(std::size_t process);
  void variable(std::size_t process, const std::string& name, const Type& type);
  Type variable_type(std::size_t process, int count);
  int copies(std::size_t process) const;

  // Actions
  struct Step {
    std::string parameters, guard, body, priority = {};
  };
  struct PortUse {
    const Port* port = nullptr;
    std::string text, parameter;
  };
  void actions(std::size_t process);
  void add(std::size_t process, const Step& step);
  void leave(std::size_t process);
  bool idea(std::size_t process);
  bool exclude(std::size_t process);
  bool take(std::size_t process);
  bool lock(std::size_t process);
  bool in_order(std::size_t process);
  bool by_parity(std::size_t process);
  bool by_rank(std::size_t process);
  bool few(std::size_t process);
  bool serve(std::size_t process);
  bool point(std::size_t process);
  bool announce(std::size_t process);
  bool messages(std::size_t process);
  bool relay(std::size_t process);
  bool meet(std::size_t process);
  bool error(std::size_t process);
  std::string noise(std::size_t process);
  std::string domain(std::size_t process);
  const NodeFamily& family_of(std::size_t process);
  const NodeFamily& named(const std::string& family) const;
  std::vector<const Port*> ports(std::size_t process, Sort sort, bool set);
  PortUse port_use(std::size_t process, Sort sort);
  static std::vector<std::string> single_ports(const Process& process);

  std::string processes() const;

  // The whole language
  struct Rule {
    std::string parameters, guard, body, priority = {};
  };
  Type integer() const;
  void struct_with_integer();
  Type shared_type();
  std::string shared_start(const Type& type);
  void declare_shared(const std::string& name, const Type& type,
                      const std::string& start);
  void shared_variables();
  void integers(std::size_t process);
  void add_rule(const Rule& rule);
  std::string rule_noise(const Seen& seen);
  Seen whole_system();
  Seen with_parameter(Seen seen, std::string& parameters);
  std::string by_reference(const Seen& seen);
  std::string count_up(const Seen& seen);
  void random_rule();
  std::string collecting(const Seen& member);
  std::string loop_over_system(const Seen& seen);
  void claim_of_shared();
  const NodeFamily* phased_family();
  bool grant();
  bool pass_on();
  bool close();
  bool carry();
  bool turn();
  bool by_number();
  bool ticket();
  bool own_it();
  bool amount();
  std::pair<std::string, std::string> counters(std::size_t process,
                                               const std::string& shared,
                                               const std::string& own);
  bool top();
  bool clock();
  bool exchange();
  bool marks_by_index();
  bool mode();
  bool write_ports();
  void system();

  // What is added at the end
  void single_nodes(std::string& lone, std::string& block);
  void marks(std::string& tail);
  const NodeFamily* indexing_family();
  static void claim_of_array(std::string& tail, const std::string& text);
  void heard(const NodeFamily& family, std::string& tail);
  void kept(const NodeFamily& family, std::string& tail);
  void levels(const NodeFamily& family, std::string& tail);
  void board(const NodeFamily& family, std::string& tail,
             const std::string& size);
  void letters(const NodeFamily& family, std::string& tail);
  void rule_on_array(const NodeFamily& family, std::string& tail);
  void arrays(std::string& tail);
  void no_initial_state(std::string& tail);
  Added rare();

  // Claims
  void claim(const std::string& text) { claims_.push_back(text); }
  bool several(const EdgeFamily& family) const {
    return any_ || family.members[0] != family.name;
  }
  void claim_of_reference(std::size_t process, const std::string& variable,
                          const NodeFamily& family);
  void exclusion(std::size_t process, const std::string& relation);
  std::string random_claim();
  std::string claim_of_two(std::size_t process);
  std::string claim_of_edges();
  std::string claim_of_members(std::size_t process);
  std::string said(const std::string& node, std::size_t process, int depth);
  std::string relation(const std::string& i, const std::string& j,
                       std::size_t process);
  // `text` is what the member that `in` binds shows.
  struct Counted {
    std::string in, text;
    Type type;
  };
  std::optional<Counted> counted(Dice& dice);
  static std::vector<std::string> cases_of(const std::string& text,
                                           const Type& type);
  static std::string in_other_words(const std::string& one);
  std::string claim_of_counts(const Counted& c);
  std::string claim_of_sum(const Counted& c);
  std::string claim_of_share(const Counted& c);
  std::string claim_of_quotients(const Counted& c);
  void claims_of_all(std::string& tail);
  void totals(std::string& tail);
  void settle(std::string& tail);
  std::string threshold(const std::string& in, const std::string& body);
  void meetings(std::string& tail);
  void ballot(std::string& tail);
  void more(std::string& tail);
  void rows(std::string& tail);
  void coins(std::string& tail);
  void sides(std::string& tail);
  void tiles(std::string& lone, std::string& block, std::string& tail);
  void heights(std::string& tail);
  void votes(std::string& tail);

  // What may be written of a member `@`, and how many of them there are.
  struct Written {
    std::string family, size, text;
    Type type;
    bool nodes = false;
    std::string claimed;  // of all members `@`
  };
  std::vector<Written> written() const;
  static std::string of_member(const std::string& text,
                               const std::string& member);
  std::string some_value(const Type& type);
  std::string some_case(const Written& w);
  std::string said_of(const Written& w, const std::string& member);
  std::string written_value(const Written& w, const std::string& member);
  std::string some_total(const Written& w);
  std::string some_member(const Written& w, std::string& tail);
  void missing(std::string& tail);

  Dice dice_;
  bool whole_;  // also integers, shared variables that are written, rules
  bool only_dynamic_;  // a network 'any dynamic', whatever the dice say
  bool quiet_;         // with little that spoils what is claimed
  bool mixed_;         // numbers of many ranges
  World world_;
  Terms terms_;
  Actions actions_{dice_, world_, terms_};
  // Of what is added at the end: the rest does not change by it.
  Dice more_, rare_, totals_, arrays_, missing_, votes_, changing_;
  std::set<std::string> tags_;
  std::string head_, nodes_, edges_, connections_, rules_;
  std::vector<std::string> declared_;    // per process: variables
  std::vector<std::string> does_;        // per process: actions
  std::vector<std::string> node_sizes_;  // per node family
  std::vector<std::string> conditions_;
  std::vector<std::string> claims_;
  bool any_ = false;
  bool dynamic_ = false;    // edges come and go
  bool plane_ = false;      // families of two dimensions
  double left_ = 150'000;   // valuations that may still be there
  double free_left_ = 300;  // initial ones
};

}  // namespace vicinal::random_models
