// SPDX-License-Identifier: MIT
// The report of `vicinal topology` for people. Four answers to one question,
// from the coarsest to the finest: which nodes are alike?
#include <fmt/format.h>

#include "report/topologies/analysis_report.hpp"
#include "report/topologies/groupoid_report.hpp"
#include "report/topologies/name_line.hpp"
#include "report/topologies/topology.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline topologies {

using groupoid::Partition;
using network::Network;
using network::NodeId;

namespace {

constexpr std::size_t shown_classes = 10;

std::string classes_count(std::size_t n) {
  return counted(n, "class", "classes");
}

class TopologyWriter {
 public:
  TopologyWriter(const Style& style, const Opened& opened,
                 const Topology& topology)
      : style_(style),
        opened_(opened),
        network_(*opened.network()),
        t_(topology) {}

  std::string run() {
    title();
    section("IO-similar", classes_count(t_.io.size()),
            "Nodes that look the same from where they stand: equal colors, "
            "equal edges.",
            t_.io, nullptr);
    section("balanced", classes_count(t_.balance.nodes().size()),
            // With edges of more than two ends, Theorem 4 needs the next.
            t_.reduction_differs()
                ? "Besides, their neighbours correspond, theirs too, and so on."
                : "Besides, their neighbours correspond, and so on: local "
                  "invariants carry over.",
            t_.balance.nodes(), &t_.io);
    if (!t_.exact()) {
      text_ +=
          "  Not exact: whether some of these classes are one takes too long "
          "to tell.\n";
    }
    if (t_.reduction_differs()) {
      section("balanced both ways",
              classes_count(t_.reduction().nodes().size()),
              "Besides, no neighbour shares an edge more: local invariants "
              "carry over.",
              t_.reduction().nodes(), &t_.balance.nodes());
    }
    if (t_.equitable) {
      section("equitable", classes_count(t_.equitable->size()),
              "Not told apart by color refinement, which does not look at who "
              "interferes" +
                  rounds() + ".",
              *t_.equitable, &t_.balance.nodes());
    }
    automorphisms();
    quotient();
    if (style_.groupoid) {
      if (!style_.quiet) text_ += "\n";
      text_ += groupoid_text(style_, opened_, t_);
    }
    if (style_.pairs && !t_.interrupted) pairs();
    if (t_.analysis) {
      if (!style_.quiet) text_ += "\n";
      text_ += analysis_text(style_, network_, *t_.analysis);
    }
    if (t_.interrupted) text_ += "\nInterrupted: this is what is known.\n";
    return std::move(text_);
  }

 private:
  void title() {
    text_ = printable(opened_.name);
    if (opened_.instance) {
      const std::string sizes = parameters_text(*opened_.instance);
      if (!sizes.empty()) text_ += ", " + sizes;
    }
    text_ += fmt::format(": {}, {}\n",
                         counted(network_.node_count(), "node", "nodes"),
                         counted(network_.edge_count(), "edge", "edges"));
    if (!style_.quiet) text_ += summary();
    if (opened_.merged_lines > 0) {
      text_ += fmt::format("{} repeated the ends of another: one edge\n",
                           counted(opened_.merged_lines, "line", "lines"));
    }
  }

  // What the network is like as a whole, in a line or two.
  std::string summary() const {
    const network::Summary& s = t_.summary;
    if (network_.node_count() == 0) return {};
    std::vector<std::string> parts;
    parts.push_back(
        s.least_degree == s.greatest_degree
            ? fmt::format("{} at every node",
                          counted(s.least_degree, "edge", "edges"))
            : fmt::format("{} to {} edges at a node, {} at the median one",
                          s.least_degree, s.greatest_degree, s.median_degree));
    parts.push_back(s.components == 1
                        ? std::string("connected")
                        : fmt::format("{} components, the largest with {}",
                                      s.components,
                                      counted(s.largest, "node", "nodes")));
    std::string text = fmt::format("{}\n", fmt::join(parts, "; "));
    parts.clear();
    const auto some = [&](std::size_t n, const char* one, const char* many) {
      if (n > 0) parts.push_back(counted(n, one, many));
    };
    some(s.self_loops, "edge of one node", "edges of one node");
    some(s.parallel, "parallel edge", "parallel edges");
    some(s.hyper_edges, "bus", "buses");
    if (!parts.empty()) text += fmt::format("{}\n", fmt::join(parts, "; "));
    return text;
  }

  // What it is called and how many there are, what that means, and the
  // classes, unless they are those of the section before.
  // ", after 3 rounds"
  std::string rounds() const {
    if (!t_.refinement_rounds) return {};
    return fmt::format(", after {} round{}", *t_.refinement_rounds,
                       *t_.refinement_rounds == 1 ? "" : "s");
  }

  void section(const std::string& name, const std::string& number,
               const std::string& meaning, const Partition& classes,
               const Partition* before) {
    const bool same = before != nullptr && *before == classes;
    const bool alone =
        classes.size() == network_.node_count() && classes.size() > 1;
    text_ += fmt::format("{}{}: {}{}\n", style_.quiet ? "" : "\n", name, number,
                         same    ? ", the same"
                         : alone ? ", every node alone"
                                 : "");
    if (style_.quiet) return;
    text_ += fmt::format("  {}\n", meaning);
    if (!same && !alone) list(classes);
  }

  // All classes, or, if they are many, the first of those that have more than
  // one node.
  void list(const Partition& classes) {
    if (style_.classes || classes.size() <= shown_classes) {
      for (std::uint32_t c = 0; c < classes.size(); ++c) {
        members(classes.members(c));
      }
      return;
    }
    std::size_t shown = 0, larger = 0, alone = 0;
    for (std::uint32_t c = 0; c < classes.size(); ++c) {
      const auto nodes = classes.members(c);
      if (nodes.size() == 1) {
        ++alone;
      } else if (shown < shown_classes) {
        members(nodes);
        ++shown;
      } else {
        ++larger;
      }
    }
    std::vector<std::string> left;
    if (larger > 0)
      left.push_back(fmt::format("{} more", classes_count(larger)));
    if (alone > 0) {
      left.push_back(fmt::format("{} alone", counted(alone, "node", "nodes")));
    }
    text_ +=
        fmt::format("    and {}; --classes lists all\n", fmt::join(left, ", "));
  }

  // One line, with as many names as it takes; with --classes all of them.
  void members(std::span<const NodeId> nodes) {
    text_ += name_line(
        fmt::format("    {}: ", counted(nodes.size(), "node", "nodes")),
        nodes.size(),
        [&](std::size_t i) {
          return printable(network_.node_names[nodes[i].index()]);
        },
        style_.classes);
  }

  void automorphisms() {
    const groupoid::Automorphisms& group = t_.automorphisms;
    if (!group.computed) {
      const char* why = t_.interrupted ? "interrupted"
                        : style_.timed ? "time is up, or too large"
                                       : "too large";
      text_ += fmt::format("{}automorphisms: not computed ({})\n",
                           style_.quiet ? "" : "\n", why);
      return;
    }
    std::string meaning =
        "Symmetries of the network as a whole; an orbit is what they mix.";
    if (group.order != group.node_order) {
      meaning += fmt::format(
          "\n  On the nodes they make {}; the others exchange equal edges.",
          number_text(group.node_order));
    }
    section("automorphisms",
            fmt::format("{}, {}", number_text(group.order),
                        counted(t_.orbits->size(), "orbit", "orbits")),
            meaning, *t_.orbits, &t_.reduction().nodes());
    if (style_.quiet) return;
    const auto split = t_.split_classes();
    const std::size_t shown =
        style_.classes ? split.size() : std::min(split.size(), shown_classes);
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& classes = t_.reduction().nodes();
      const auto [c, orbits] = split[i];
      text_ += fmt::format(
          "  The {} balanced with {} lie in {}.\n",
          counted(classes.members(c).size(), "node", "nodes"),
          printable(network_.node_names[classes.representative(c).index()]),
          counted(orbits, "orbit", "orbits"));
    }
    if (shown < split.size()) {
      text_ += fmt::format("  And so for {} more.\n",
                           classes_count(split.size() - shown));
    }
  }

  void pairs() {
    if (!style_.quiet) text_ += "\n";
    if (!t_.pairs || !t_.printed_pairs) {
      text_ += t_.pairs_cut_short
                   ? std::string("pairs: not computed (a limit was reached)\n")
                   : fmt::format("pairs: not computed (more than {} nodes)\n",
                                 groupoid::max_pair_nodes);
      return;
    }
    text_ += fmt::format("pairs: {}{}\n", classes_count(t_.pairs->size()),
                         t_.pairs->exact() ? "" : " (perhaps fewer)");
    if (style_.quiet) return;
    text_ += fmt::format(
        "  Ordered pairs whose surroundings correspond, pair by pair; as "
        "printed in the\n  paper, {}.\n",
        classes_count(t_.printed_pairs->size()));
    const std::size_t shown = style_.classes
                                  ? t_.pairs->size()
                                  : std::min(t_.pairs->size(), shown_classes);
    for (std::uint32_t c = 0; c < shown; ++c) {
      const auto [a, b] = t_.pairs->representative(c);
      text_ += fmt::format("    {}: ({}, {}){}\n",
                           counted(t_.pairs->members(c), "pair", "pairs"),
                           printable(network_.node_names[a.index()]),
                           printable(network_.node_names[b.index()]),
                           t_.pairs->members(c) > 1 ? ", ..." : "");
    }
    if (shown < t_.pairs->size()) {
      text_ += fmt::format("    and {} more; --classes lists all\n",
                           classes_count(t_.pairs->size() - shown));
    }
  }

  void quotient() {
    if (!style_.quiet) text_ += "\n";
    text_ +=
        fmt::format("quotient: {}, {}\n",
                    counted(t_.reduction().nodes().size(), "node", "nodes"),
                    counted(t_.quotient_edges, "edge", "edges"));
    if (style_.quiet) return;
    text_ +=
        "  One node for each class, enough for local invariants; --quotient "
        "prints it.\n";
  }

  const Style& style_;
  const Opened& opened_;
  const Network& network_;
  const Topology& t_;
  std::string text_;
};

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> Topology::split_classes()
    const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  if (!orbits) return out;
  const Partition& classes = reduction().nodes();
  std::vector<std::uint32_t> count(classes.size(), 0);
  for (std::uint32_t o = 0; o < orbits->size(); ++o) {
    ++count[classes.class_of(orbits->representative(o))];
  }
  for (std::uint32_t c = 0; c < count.size(); ++c) {
    if (count[c] > 1) out.emplace_back(c, count[c]);
  }
  return out;
}

std::string topology_text(const Style& style, const Opened& opened,
                          const Topology& topology) {
  return TopologyWriter(style, opened, topology).run();
}

}  // namespace vicinal::report::inline topologies
