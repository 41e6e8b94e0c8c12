// SPDX-License-Identifier: MIT
// `vicinal topology`: from a network to its classes, and out again. All but
// the automorphisms is near linear and knows nothing before it ends, so that
// Ctrl-C ends the program there; the search for automorphisms is told to stop.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/commands.hpp"
#include "cli/drawing.hpp"
#include "cli/session/page_file.hpp"
#include "cli/session/session.hpp"
#include "cli/session/stopping.hpp"
#include "groupoid/automorphism/color_refinement.hpp"
#include "network/files/graph_writers.hpp"
#include "network/files/native.hpp"
#include "report/pages/pages.hpp"
#include "report/topologies/comparison_report.hpp"
#include "report/topologies/explanation.hpp"
#include "report/topologies/topology.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

using report::comparison_json;
using report::comparison_text;
using report::explanation_json;
using report::explanation_text;
using report::longest_list;
using report::NamedNode;
using report::node_named;
using report::printable;
using report::Topology;
using report::topology_json;
using report::topology_text;

using network::Network;

namespace {

using Clock = std::chrono::steady_clock;

// Beyond, a quotient takes minutes, or more memory than there may be.
constexpr std::uint64_t largest_quotient_cost = 200'000'000;

// Search work where --timeout does not say otherwise: some ten seconds for ten
// thousand nodes that are hard to tell apart. No limit of time, so that the
// same input gives the same answer.
constexpr std::uint64_t default_search_work = 100'000'000;

// The time since it was last asked.
class Watch {
 public:
  double lap() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  Clock::time_point last_ = Clock::now();
};

bool has_hyper_edges(const Network& network) {
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    if (network.darts(network::EdgeId(e)).size() > 2) return true;
  }
  return false;
}

Topology classes_of(const Options& options, const Network& network,
                    Watch& watch) {
  const Watched watched(options);
  groupoid::BalanceOptions printed;
  printed.shared = groupoid::Shared::within;
  // In this order, which holds less at a time.
  groupoid::Balance balance = groupoid::balance(network, printed);
  Topology t{groupoid::io_similarity(network), std::move(balance)};
  if (has_hyper_edges(network)) {
    t.onto = groupoid::balance(network);
  }
  t.phases.push_back({"classes", watch.lap()});
  return t;
}

// What only the report says.
void add_details(const Options& options, const Network& network, Topology& t,
                 Watch& watch) {
  const Watched watched(options);
  t.summary = network::summarize(network);
  if (options.color_refinement) {
    t.equitable = groupoid::Partition(groupoid::color_refinement(network));
    t.refinement_rounds = groupoid::refinement_rounds(network);
  }
  t.phases.push_back({"summary", watch.lap()});
}

// Counted, and made where somebody will see it.
void add_quotient(const Options& options, const Network& network, Topology& t,
                  Watch& watch) {
  const groupoid::Balance& relation = t.reduction();
  const groupoid::Partition& classes = relation.nodes();
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    t.quotient_edges += network.darts(classes.representative(c)).size();
  }
  const bool listed =
      (options.json || options.analyse || !options.report.empty()) &&
      (t.quotient_edges <= longest_list || options.classes);
  if ((options.quotient || options.svg || listed) &&
      groupoid::quotient_cost(relation, largest_quotient_cost) <=
          largest_quotient_cost) {
    t.quotient = groupoid::quotient(relation);
  }
  t.phases.push_back({"quotient", watch.lap()});
}

void add_automorphisms(const Options& options, const Network& network,
                       Topology& t, Watch& watch) {
  const Engines engines;
  const network::Limits limits = limits_of(options);
  if (limits.progress) limits.progress("searching for automorphisms");
  groupoid::AutomorphismLimits how;
  if (options.timeout == 0) how.work = default_search_work;
  in_time(options,
          [&] { t.automorphisms = groupoid::automorphisms(network, how); });
  if (t.automorphisms.computed) {
    t.orbits = groupoid::Partition(t.automorphisms.orbit_of);
  }
  t.interrupted = interrupted();
  t.phases.push_back({"automorphisms", watch.lap()});
}

// Both relations of LS section 5, as design 7.2 has them.
void add_pairs(const Options& options, const Network& network, Topology& t,
               Watch& watch) {
  const Engines engines;
  const network::Limits limits = limits_of(options);
  if (limits.progress) limits.progress("telling pairs apart");
  groupoid::PairOptions how;
  how.singles = &t.reduction();
  how.automorphisms.work = default_search_work;
  t.pairs_cut_short = !in_time(options, [&] {
    t.pairs = groupoid::pair_classes(network, how);
    t.printed_pairs =
        groupoid::printed_pair_classes(network, how.automorphisms);
  });
  t.interrupted = t.interrupted || interrupted();
  t.phases.push_back({"pairs", watch.lap()});
}

// What analysts expect. Nodes of an orbit are as far from everything.
void add_analysis(const Options& options, const Network& network, Topology& t,
                  Watch& watch) {
  const Engines engines;
  t.analysis.emplace();
  t.analysis_cut_short = !in_time(options, [&] {
    groupoid::analyse(network, {}, *t.analysis,
                      t.automorphisms.computed
                          ? std::span(t.automorphisms.orbit_of)
                          : std::span<const std::uint32_t>(),
                      t.quotient ? &*t.quotient : nullptr);
  });
  t.interrupted = t.interrupted || interrupted();
  t.phases.push_back({"analysis", watch.lap()});
}

// Whether all that was asked for is there, and as coarse as can be. That a
// network is too large for the search for automorphisms is no failure.
bool complete(const Options& options, const Topology& t) {
  if (t.interrupted || !t.exact() || t.analysis_cut_short) return false;
  if (options.timeout > 0 && !t.automorphisms.computed) return false;
  return !options.pairs || (t.pairs && t.pairs->exact() && t.printed_pairs &&
                            t.printed_pairs->exact());
}

// Time and memory, and the phases.
Json topology_statistics_json(const Topology& t) {
  Json json = statistics_json();
  for (const Topology::Phase& phase : t.phases) {
    json["phases"][phase.name] = phase.seconds;
  }
  return json;
}

// --explain A B.
int explain(const Options& options, const Opened& opened, const Topology& t) {
  const Watched watched(options);
  const Network& network = *opened.network();
  std::vector<network::NodeId> nodes;
  for (const std::string& name : options.explained) {
    const NamedNode found = node_named(network, name);
    if (!found.error.empty()) {
      say("vicinal: " + printable(found.error) + "\n");
      return exit_usage;
    }
    nodes.push_back(found.node);
  }
  if (options.json) {
    Json json = explanation_json(opened, t, nodes[0], nodes[1]);
    json["statistics"] = topology_statistics_json(t);
    print_json(json);
  } else {
    print(explanation_text(style_of(options), opened, t, nodes[0], nodes[1]));
  }
  return t.exact() ? exit_holds : exit_undecided;
}

// --dot, --graphml, --quotient: a network, nothing else. The colors of a
// quotient are those of the network that it stands for.
int export_network(const Options& options, const Network& network,
                   const Topology& t) {
  if (options.quotient && !t.quotient) {
    say("vicinal: the quotient of this network is too large\n");
    return exit_undecided;
  }
  const groupoid::Partition& classes = t.balance.nodes();
  std::vector<std::uint32_t> class_of;
  if (options.quotient) {
    for (std::uint32_t c = 0; c < t.reduction().nodes().size(); ++c) {
      class_of.push_back(
          classes.class_of(t.reduction().nodes().representative(c)));
    }
  } else {
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      class_of.push_back(classes.class_of(network::NodeId(n)));
    }
  }
  const Network& shown = options.quotient ? t.quotient->network : network;
  if (options.dot) {
    print(network::write_dot(shown, class_of));
  } else if (options.graphml) {
    print(network::write_graphml(shown, class_of));
  } else {
    print(network::write_native(shown, t.quotient->vias));
  }
  if (t.exact()) return exit_holds;
  say("vicinal: the classes may be finer than they need be\n");
  return exit_undecided;
}

// --same-as FILE. What was asked is whether the two are the same.
int compare(const Options& options, const Opened& first) {
  if (options.model == "-" && options.same_as == "-") {
    say("vicinal: standard input is one network, not two\n");
    return exit_usage;
  }
  Options other = options;
  other.model = options.same_as;
  const auto second = load_network(other);
  if (second->network() == nullptr || second->diagnostics.has_errors()) {
    return refuse(*second, options);
  }
  print_diagnostics(*second, options);
  const Engines engines;
  const network::Limits limits = limits_of(options);
  if (limits.progress) limits.progress("comparing networks");
  groupoid::ComparisonLimits how;
  if (options.timeout == 0) how.automorphisms.work = default_search_work;
  groupoid::Comparison found;
  in_time(options, [&] {
    groupoid::compare(*first.network(), *second->network(), how, found);
  });
  if (options.json) {
    Json json = comparison_json(style_of(options), first, *second, found);
    json["statistics"] = statistics_json();
    print_json(json);
  } else {
    print(comparison_text(style_of(options), first, *second, found));
  }
  if (found.isomorphic == groupoid::Answer::unknown) return exit_undecided;
  return found.isomorphic == groupoid::Answer::yes ? exit_holds : exit_violated;
}

}  // namespace

int topology_command(const Options& options) {
  Watch watch;
  const auto opened = load_network(options);
  if (opened->network() == nullptr || opened->diagnostics.has_errors()) {
    return refuse(*opened, options);
  }
  print_diagnostics(*opened, options);
  if (!options.same_as.empty()) return compare(options, *opened);
  const Network& network = *opened->network();
  const double loading = watch.lap();
  Topology t = classes_of(options, network, watch);
  t.phases.insert(t.phases.begin(), {"load", loading});
  if (!options.explained.empty()) return explain(options, *opened, t);
  const bool exports = options.dot || options.graphml || options.quotient;
  if (!exports || options.quotient) add_quotient(options, network, t, watch);
  if (exports) return export_network(options, network, t);
  if (options.svg) {
    if (options.analyse) {
      const Watched watched(options);
      t.analysis.emplace().blocks = groupoid::blocks(network);
    }
    return draw(options, network, t);
  }
  add_details(options, network, t, watch);
  add_automorphisms(options, network, t, watch);
  if (options.pairs && !t.interrupted) add_pairs(options, network, t, watch);
  if (options.analyse && !t.interrupted) {
    add_analysis(options, network, t, watch);
  }
  const auto page = [&] {
    return report::topology_page(style_of(options), *opened, t);
  };
  if (!write_page(options, *opened, page)) return refuse(*opened, options);
  if (options.json) {
    Json json = topology_json(style_of(options), *opened, t);
    json["statistics"] = topology_statistics_json(t);
    print_json(json);
  } else {
    print(topology_text(style_of(options), *opened, t));
  }
  return complete(options, t) ? exit_holds : exit_undecided;
}

}  // namespace vicinal::cli
