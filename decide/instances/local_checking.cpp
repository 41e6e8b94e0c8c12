// SPDX-License-Identifier: MIT
// Nodes of a class have one system, columns renamed; whether they also have one
// answer is seen from where the atoms of their parts hold: these are evaluated
// for each node, on its own rows. Parts that are the same formula of atoms that
// hold in the same states are checked once.
#include "decide/instances/local_checking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "decide/instances/checked_parts.hpp"
#include "decide/instances/local_graph.hpp"
#include "decide/instances/own_paths.hpp"
#include "decide/question/allowance.hpp"
#include "fixpoint/implication/imply.hpp"
#include "fixpoint/single/local_system.hpp"
#include "fixpoint/views/footprint.hpp"
#include "fixpoint/views/view.hpp"
#include "network/language/walk.hpp"

namespace vicinal::decide::inline instances {

using explore::FormulaId;
using fixpoint::LocalSystem;
using network::Limit;
using network::NodeId;
using network::Scalar;
using network::Verdict;

namespace {

// Of what no node has to be looked at for: one state, which stays.
LocalSystem system_of_nobody() {
  LocalSystem system;
  system.states =
      std::make_shared<const fixpoint::StateSet>(fixpoint::StateSet{0, 1, {}});
  system.initial = {0};
  system.labels.push_back({NodeId::none(), 0, {}});
  system.moves = {{{0, LocalSystem::elsewhere}}};
  return system;
}

// Which nodes see all that conditions read: from the slots that these may read,
// whose variables they are and on which edges.
class Sight {
 public:
  explicit Sight(const network::Instance& instance)
      : instance_(instance),
        footprint_(instance),
        node_of_(instance.slot_count()),
        edge_of_(instance.slot_count()) {
    const network::Network& network = instance.network;
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      const auto& offsets =
          instance.variable_offsets[instance.process_id(NodeId(n)).index()];
      for (std::uint32_t i = 0; i < offsets.back(); ++i) {
        node_of_[instance.node_base[n] + i] = NodeId(n);
      }
    }
    for (std::size_t e = 0; e < network.edge_count(); ++e) {
      const network::EdgeId edge(e);
      const auto slots = instance.size(instance.edge_type(edge)).slots;
      for (std::uint32_t i = 0; i < slots; ++i) {
        edge_of_[instance.edge_base[e] + i] = edge;
      }
    }
  }

  // Nodes each of which sees all that these atoms read; nobody alone, where
  // they read nothing that changes; none, where there is no such node.
  std::vector<NodeId> of(const std::vector<explore::Atom>& atoms,
                         const std::vector<std::uint32_t>& numbers) {
    std::vector<NodeId> nodes;
    std::vector<network::EdgeId> edges;
    for (const std::uint32_t a : numbers) {
      if (!read(atoms[a], nodes, edges)) return {};
    }
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    std::ranges::sort(edges);
    edges.erase(std::ranges::unique(edges).begin(), edges.end());
    if (nodes.size() > 1) return {};
    if (nodes.empty() && edges.empty()) return {NodeId::none()};
    if (nodes.empty()) nodes = touching(edges.front());
    std::erase_if(nodes, [&](NodeId n) {
      const auto seen = instance_.network.inout(n);
      return !std::ranges::all_of(edges, [&](network::EdgeId e) {
        return std::ranges::find(seen, e) != seen.end();
      });
    });
    // Who sees least has the fewest states.
    std::ranges::stable_sort(
        nodes, {}, [&](NodeId n) { return instance_.network.inout(n).size(); });
    return nodes;
  }

 private:
  // False: it reads everything.
  bool read(const explore::Atom& atom, std::vector<NodeId>& nodes,
            std::vector<network::EdgeId>& edges) {
    const bool everything = network::any(
        *instance_.model, atom.condition,
        [](const network::Expr& e) { return e.op == network::Op::enabled; });
    if (everything) return false;
    std::vector<std::uint32_t> slots;
    footprint_.read(atom.condition, atom.frame, slots);
    for (const std::uint32_t s : slots) {
      if (node_of_[s].valid()) nodes.push_back(node_of_[s]);
      if (edge_of_[s].valid()) edges.push_back(edge_of_[s]);
    }
    return true;
  }

  std::vector<NodeId> touching(network::EdgeId e) const {
    std::vector<NodeId> nodes;
    for (const network::DartId d : instance_.network.darts(e)) {
      nodes.push_back(instance_.network.dart_node[d.index()]);
    }
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    return nodes;
  }

  const network::Instance& instance_;
  fixpoint::Footprint footprint_;
  std::vector<NodeId> node_of_;           // per slot: whose variable; or none
  std::vector<network::EdgeId> edge_of_;  // likewise
};

class LocalCheck {
 public:
  LocalCheck(const network::Instance& instance, const Checking& checking,
             network::Diagnostics& diagnostics)
      : instance_(instance),
        checking_(checking),
        diagnostics_(diagnostics),
        allowance_(checking.limits),
        limits_(checking.limits),
        budget_(limits_),
        evaluator_(instance),
        view_(instance),
        report_(not_begun(checking, Limit::none)) {
    report_.why = "what single nodes see of runs";
  }

  std::optional<CheckReport> run() {
    const network::Polling polling(budget_);
    bool started = true;
    try {
      started = check();
    } catch (const network::LimitReached& reached) {
      report_.limit = reached.limit;
    } catch (const std::bad_alloc&) {
      report_.limit = Limit::memory;
    }
    if (!started) return std::nullopt;
    for (const CheckGraph& g : report_.graphs) {
      report_.r_nodes += g.nodes;
      report_.p_nodes += g.pairs;
    }
    settle(report_);
    return std::move(report_);
  }

 private:
  // What is checked on one system.
  struct Local {
    bool listed = true;  // else its states are too many, and there is no more
    LocalSystem system;
    std::vector<explore::FairAction> fair;
    std::vector<std::uint32_t> by;  // per label: a fair action, or none
    std::size_t graph = 0;          // in the report
    // Where atoms hold, as numbers: equal ones hold in the same states.
    std::map<std::vector<bool>, std::uint32_t> extents;
    explore::NormalFormulas formulas;  // over these
    // Per formula; a part may have another answer, at another node.
    struct Answer {
      CheckedPart::Same part;  // that was checked
      Verdict verdict = Verdict::unknown;
      std::string reason;
    };
    std::map<std::uint32_t, Answer> answers;
  };
  // Of the atoms of a part at one node.
  struct Labelling {
    LocalGraph::Holds holds;
    explore::NormalFormulas::Image image;
  };

  bool check() {
    bool any = false;
    for (std::size_t p = 0; p < report_.properties.size(); ++p) {
      split(instance_, true, p, report_);
      any = any || !report_.properties[p].parts.empty();
    }
    if (!any) return true;
    if (!find_theta()) return false;
    if (report_.limit != Limit::none || steps_may_fail()) return true;
    sight_.emplace(instance_);
    for (std::size_t p = 0; p < report_.properties.size(); ++p) {
      for (std::size_t i = 0; i < report_.properties[p].parts.size(); ++i) {
        decide(p, i);
      }
    }
    return true;
  }

  // False: there is a diagnostic.
  bool find_theta() {
    invariant_ = fixpoint::single_invariant(
        instance_, allowance_.left(), diagnostics_,
        checking_.unreduced ? fixpoint::Reduce::none
                            : fixpoint::Reduce::orbits);
    if (!invariant_) return false;
    report_.limit = invariant_->limit;
    if (report_.limit == Limit::none) systems_.emplace(*invariant_, budget_);
    return true;
  }

  // A run ends in a step that fails, and what fails in a state is neither true
  // nor false: what is said of infinite paths then says nothing.
  bool steps_may_fail() {
    const fixpoint::Implication none = fixpoint::imply_no_model_error(
        instance_, *invariant_, allowance_.left());
    if (none.proved) return false;
    for (Checked& c : report_.properties) {
      if (c.reason.empty()) {
        c.reason =
            "what single nodes see does not exclude a model error ('vicinal "
            "prove' says more)";
      }
    }
    return true;
  }

  CheckedPart& part(std::size_t property, std::size_t number) {
    return report_.properties[property].parts[number];
  }

  void decide(std::size_t property, std::size_t number) {
    CheckedPart& p = part(property, number);
    p.graph = SIZE_MAX;
    const auto atoms = report_.formulas.atoms(p.formula);
    const std::vector<NodeId> nodes = sight_->of(report_.atoms, atoms);
    if (nodes.empty()) {
      p.reason =
          "no single node sees all that a part of it reads (an 'invariant' of "
          "several nodes is for 'vicinal prove')";
      return;
    }
    // Of several that see all, one is enough.
    for (const NodeId n : nodes) {
      CheckedPart tried;
      tried.formula = p.formula;
      tried.node = n;
      ask(tried, atoms, {property, number});
      const bool proved = tried.verdict == Verdict::proved;
      if (proved || n == nodes.front()) p = std::move(tried);
      if (proved) return;
    }
  }

  void ask(CheckedPart& p, const std::vector<std::uint32_t>& atoms,
           CheckedPart::Same place) {
    Local& local = local_of(p.node);
    if (!local.listed) {
      p.graph = SIZE_MAX;
      p.reason = "a single node has too many states";
      return;
    }
    p.graph = local.graph;
    const auto labelling = label(local, p.node, atoms);
    if (!labelling) {
      p.reason = "a condition of it may fail in what a single node sees";
      return;
    }
    explore::NormalFormulas::Known known;
    const std::uint32_t formula = local.formulas.number(
        report_.formulas, p.formula, labelling->image, known);
    const auto at = local.answers.find(formula);
    if (at != local.answers.end()) {
      p.verdict = at->second.verdict;
      p.reason = at->second.reason;
      p.same_as = at->second.part;
      return;
    }
    check_on(local, *labelling, p);
    local.answers[formula] = {place, p.verdict, p.reason};
  }

  Local& local_of(NodeId n) {
    const std::uint32_t c =
        n.valid() ? invariant_->reduction->classes().class_of(n) : UINT32_MAX;
    const auto [at, fresh] = locals_.try_emplace(c);
    Local& local = at->second;
    if (!fresh) return local;
    auto system = n.valid() ? systems_->of(c) : system_of_nobody();
    local.listed = system.has_value();
    if (!local.listed) return local;
    local.system = std::move(*system);
    if (n.valid()) find_fair(local);
    number_fair(local);
    local.graph = report_.graphs.size();
    CheckGraph& graph = report_.graphs.emplace_back();
    graph.nodes = local.system.states->rows;
    if (!n.valid()) return local;
    const auto members = invariant_->reduction->classes().members(c);
    if (members.size() > 1) {
      graph.alike.emplace_back(members.begin(), members.end());
    }
    return local;
  }

  // Fairness of the node's own actions, as far as its view shows whether they
  // are enabled: a run that is fair is so seen from here. What is left out
  // leaves more paths, which is sound.
  void find_fair(Local& local) const {
    const NodeId n = local.system.node;
    const network::Process& process = instance_.process(n);
    const bool all = explore::globally_fair(instance_, checking_.paths);
    const auto stated = explore::fair_actions_of(instance_, n, checking_.paths);
    for (std::uint32_t a = 0; a < process.actions.size(); ++a) {
      const network::Action& action = process.actions[a];
      if (action.global_guard || action.global_priority ||
          action.global_range) {
        continue;
      }
      const auto said = std::ranges::find_if(
          stated, [&](const auto& f) { return f.action == a; });
      // A state that is left in every way again and again is left by this one.
      if (all) local.fair.push_back({n, a, true});
      if (said != stated.end()) local.fair.push_back(*said);
    }
  }

  static void number_fair(Local& local) {
    for (const LocalSystem::Label& l : local.system.labels) {
      const auto of = std::ranges::find_if(local.fair, [&](const auto& f) {
        return l.actor == f.actor && l.action == f.action;
      });
      local.by.push_back(of == local.fair.end() ? explore::not_fair
                                                : static_cast<std::uint32_t>(
                                                      of - local.fair.begin()));
    }
  }

  // Where atoms hold, of the states of the system as `n` has them. None: one
  // of them fails somewhere.
  std::optional<Labelling> label(Local& local, NodeId n,
                                 const std::vector<std::uint32_t>& atoms) {
    Labelling result;
    const fixpoint::StateSet& states = *local.system.states;
    const auto at = n.valid() ? invariant_->reduction->columns(n)
                              : std::vector<std::uint32_t>();
    std::vector<Scalar> row(states.width);
    for (std::size_t s = 0; s < states.rows; ++s) {
      for (std::uint32_t c = 0; c < states.width; ++c) {
        row[at.empty() ? c : at[c]] = states.row(s)[c];
      }
      view_.hide_all();
      if (n.valid()) view_.show(n, row);
      for (const std::uint32_t a : atoms) {
        network::poll();
        std::vector<Scalar> frame = report_.atoms[a].frame;
        try {
          result.holds[a].push_back(evaluator_.holds(
              report_.atoms[a].condition,
              {view_.valuation(), NodeId::none(), frame.data()}));
        } catch (const network::ModelError&) {
          return std::nullopt;
        }
      }
    }
    for (const auto& [a, holds] : result.holds) {
      result.image[a] =
          local.extents
              .try_emplace(holds,
                           static_cast<std::uint32_t>(local.extents.size()))
              .first->second;
    }
    return result;
  }

  // What is asked of a checker of the local system, with atoms that hold so.
  template <class Asked>
  auto on_system(Local& local, const LocalGraph::Holds& holds,
                 std::uint32_t atoms, const Asked& asked) {
    LocalGraph graph(instance_, local.system, local.fair, local.by, atoms,
                     holds, budget_);
    explore::Checker checker(graph, local.fair, false, report_.formulas, {});
    auto answer = asked(checker);
    report_.graphs[local.graph].pairs += checker.pairs();
    return answer;
  }

  void check_on(Local& local, const Labelling& labelling, CheckedPart& p) {
    LocalGraph::Holds holds = labelling.holds;
    auto atoms = static_cast<std::uint32_t>(report_.atoms.size());
    const auto formula = by_own_paths(
        instance_, local.system, report_.formulas, p.formula, holds, atoms,
        [&](FormulaId f, const LocalGraph::Holds& known, std::uint32_t count) {
          return on_system(local, known, count, [&](auto& checker) {
            return checker.everywhere(f);
          });
        });
    if (!formula) {
      p.reason =
          "it says that some path exists, which is seen of what a node reaches "
          "by its own steps only (EF, EX, E(f U g))";
      return;
    }
    p.view = local.system.node;
    p.blocked = on_system(local, holds, atoms, [&](auto& checker) {
      return checker.violation(*formula);
    });
    p.verdict = p.blocked ? Verdict::unknown : Verdict::proved;
    if (p.blocked) p.reason = reason(local, p, comes_about(*formula));
  }

  // Why what is not excluded may be there, as far as it can be told.
  std::string reason(const Local& local, const CheckedPart& p,
                     bool comes_about) const {
    const std::string head = "what a single node sees does not show it";
    if (!local.system.node.valid() || !comes_about) return head;
    const explore::Explanation* path = first_path(*p.blocked);
    if (path == nullptr || path->path->loop == SIZE_MAX) return head;
    const auto& events = path->path->trace.events;
    const auto loop =
        events.begin() + static_cast<std::ptrdiff_t>(path->path->loop);
    const bool waits = std::all_of(
        loop, events.end(), [](const auto& e) { return !e.actor.valid(); });
    if (!waits) return head;
    // The states of explanations are those of the system.
    const std::string name = waiting_action(local, path->path->states.back());
    if (name.empty()) {
      return head + ": it may wait for others for ever";
    }
    return fmt::format(
        "{}: others may go on for ever, since no 'fair weak {};' is assumed",
        head, name);
  }

  // Whether it says that something comes about at some time, so that a path
  // that waits for ever may be what keeps it from being so.
  bool comes_about(FormulaId root) const {
    std::vector<FormulaId> open = {root};
    while (!open.empty()) {
      network::poll();
      const explore::Formula& f = report_.formulas[open.back()];
      open.pop_back();
      if (f.kind == explore::Kind::until) return true;
      if (f.first.valid()) open.push_back(f.first);
      if (f.second.valid()) open.push_back(f.second);
    }
    return false;
  }

  // An action of the node that is enabled in a state and not assumed to be
  // fair, though its view shows whether it is enabled.
  std::string waiting_action(const Local& local,
                             const std::vector<Scalar>& state) const {
    const LocalSystem& system = local.system;
    for (std::size_t s = 0; s < system.states->rows; ++s) {
      if (!std::ranges::equal(system.states->row(s), state)) continue;
      for (const LocalSystem::Move& m : system.moves[s]) {
        const LocalSystem::Label& l = system.labels[m.label];
        if (l.actor != system.node || m.to == s) continue;
        const network::Process& process = instance_.process(l.actor);
        const network::Action& a = process.actions[l.action];
        if (a.global_guard || a.global_priority) continue;
        if (local.by[m.label] != explore::not_fair) continue;
        return process.name + "." + a.name;
      }
    }
    return {};
  }

  const network::Instance& instance_;
  const Checking& checking_;
  network::Diagnostics& diagnostics_;
  Allowance allowance_;
  network::Limits limits_;
  network::Budget budget_;
  network::Evaluator evaluator_;
  fixpoint::View view_;
  CheckReport report_;
  std::optional<fixpoint::SingleInvariant> invariant_;
  std::optional<fixpoint::LocalSystems> systems_;
  std::optional<Sight> sight_;
  std::map<std::uint32_t, Local> locals_;  // per class; nobody's
};

}  // namespace

std::optional<CheckReport> check_locally(const network::Instance& instance,
                                         const Checking& checking,
                                         network::Diagnostics& diagnostics) {
  if (!fixpoint::supported(*instance.model, fixpoint::Means::checking,
                           diagnostics)) {
    return std::nullopt;
  }
  return LocalCheck(instance, checking, diagnostics).run();
}

}  // namespace vicinal::decide::inline instances
