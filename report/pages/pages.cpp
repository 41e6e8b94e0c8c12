// SPDX-License-Identifier: MIT
// Theorems are said in whole sentences: a page may be all that somebody reads.
#include "report/pages/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "decide/question/asked.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/quotient_network/quotient.hpp"
#include "report/instances/check_report.hpp"
#include "report/instances/coverage_report.hpp"
#include "report/instances/exploration_report.hpp"
#include "report/pages/runs.hpp"
#include "report/proof/proof_text.hpp"
#include "report/words/culprits.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline pages {

using decide::Checked;
using decide::CheckReport;
using decide::FamilyAnswer;
using decide::FamilyReport;
using decide::InstanceAnswer;
using decide::InstanceReport;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Verdict;

namespace {

// A page that grows; drawings of instances once each.
class Maker {
 public:
  explicit Maker(const Opened& opened)
      : opened_(opened), marks(opened.model ? *opened.model : no_model) {
    page.title = opened.name;
    if (!opened.model || !opened.source) return;
    page.source_name = opened.name;
    if (opened.original) page.source_name += ", as a model of ours";
    page.source = std::string(opened.source->text());
  }

  // Its number; shown above the runs or with them only.
  std::size_t draw(const Instance& instance) {
    const Instance* one = &instance;
    // A small instance that was looked at may be the one of the file.
    if (opened_.instance &&
        opened_.model->network_kind != network::ast::NetworkKind::any &&
        instance.parameters == opened_.instance->parameters) {
      one = &*opened_.instance;
    }
    const auto [at, fresh] = drawn_.try_emplace(one, page.drawings.size());
    if (fresh) page.drawings.push_back(drawing_of(*one));
    return at->second;
  }
  std::size_t draw(Drawing drawing) {
    page.drawings.push_back(std::move(drawing));
    return page.drawings.size() - 1;
  }
  void quotient_of(const Instance& instance);

  std::size_t run(const Instance& instance, const network::Trace& trace,
                  const std::string& name,
                  std::optional<std::size_t> loop = {}) {
    return run(instance, run_of(instance, trace, loop, marks),
               name + ": " + (loop ? "a run that repeats" : "a run"));
  }
  // One that violates an invariant, or ends in a deadlock; who does it is said
  // in the row, too.
  void violation(const Instance& instance, const network::Trace& trace,
                 const std::string& property, VerdictRow& row) {
    row.run = violation(instance, trace, property, row.name);
    const std::string& wrong = page.runs.back().wrong;
    if (!wrong.empty()) row.theorem += fmt::format(" At its end: {}.", wrong);
  }
  std::size_t violation(const Instance& instance, const network::Trace& trace,
                        const std::string& property, const std::string& name) {
    const std::size_t number = run(instance, trace, name);
    const Culprits found = culprits_of(instance, trace, property);
    Run& made = page.runs[number];
    made.wrong = found.text;
    for (const NodeId n : found.nodes) made.wrong_nodes.push_back(n.value);
    for (const network::EdgeId e : found.edges) {
      made.wrong_edges.push_back(e.value);
    }
    return number;
  }
  std::size_t run(const Instance& instance, Run made, std::string title) {
    made.drawing = draw(instance);
    return run(std::move(made), std::move(title));
  }
  std::size_t run(Run made, std::string title) {
    made.title = std::move(title);
    page.runs.push_back(std::move(made));
    return page.runs.size() - 1;
  }

  // A row for a property; none: no model error.
  VerdictRow& row(const std::string& name, Verdict verdict,
                  std::optional<std::size_t> property) {
    VerdictRow row;
    row.name = name;
    row.verdict = std::string(network::text(verdict));
    if (property) {
      const Model& model = *opened_.model;
      row.formula = std::string(
          model.source->text(model[model.properties[*property].formula].span));
    }
    page.verdicts.push_back(std::move(row));
    return page.verdicts.back();
  }
  void not_asked_rows(const Style& style, const char* command,
                      const std::vector<decide::Answer>& answers = {}) {
    for (const std::string& name : not_asked(*opened_.model, style, answers)) {
      page.verdicts.push_back(
          {name,
           "not-asked",
           fmt::format("A temporal property, which 'vicinal {}' does not look "
                       "at; 'vicinal check' does.",
                       command),
           "",
           {}});
    }
  }

  Page take() {
    page.marks = marks.take();
    return std::move(page);
  }

 private:
  static const Model no_model;
  const Opened& opened_;
  std::map<const Instance*, std::size_t> drawn_;

 public:
  Page page;
  ActionMarks marks;
};

const Model Maker::no_model;

// Where it says something: classes of more than one node, few enough to see.
void Maker::quotient_of(const Instance& instance) {
  constexpr std::uint64_t most_cost = 1'000'000;
  if (!is_drawable(instance.network) || instance.network.node_count() == 0) {
    return;
  }
  const groupoid::Balance balance =
      groupoid::balance(instance.network, {.shared = groupoid::Shared::onto});
  if (balance.nodes().size() == instance.network.node_count() ||
      groupoid::quotient_cost(balance, most_cost) > most_cost) {
    return;
  }
  const groupoid::Quotient q = groupoid::quotient(balance);
  std::vector<std::uint32_t> class_of;
  for (std::uint32_t c = 0; c < q.network.node_count(); ++c) {
    class_of.push_back(c);
  }
  const auto member = [&](NodeId n) {
    return node_name(instance, balance.nodes().representative(n.value));
  };
  Drawing drawing = drawing_of(
      q.network, member,
      [&](network::EdgeId e) {
        const network::DartId d = q.origin[e.index()];
        return edge_name(instance, instance.network.dart_edge[d.index()]);
      },
      class_of);
  drawing.title = "Quotient";
  drawing.caption = "a node for each class, " + drawing.caption;
  draw(std::move(drawing));
}

// What is proved; `property`: none is about errors of the model.
std::string proved_words(std::optional<std::size_t> property,
                         const std::string& of, const std::string& how) {
  if (property) {
    return fmt::format("It holds in every reachable state of {}: proved {}.",
                       of, how);
  }
  return fmt::format(
      "In no reachable state of {} does a step, or an evaluation, fail: proved "
      "{}.",
      of, how);
}

// The part of an answer that comes before its verdicts.
std::string before_verdicts(const std::string& text) {
  const std::size_t first = text.find('\n');
  const std::size_t end = text.find("\n\n");
  if (first == std::string::npos || end == std::string::npos || end <= first) {
    return {};
  }
  return text.substr(first + 1, end - first);
}

Style for_pages(Style style) {
  style.color = false;
  style.quiet = false;
  return style;
}

// How a run is spoken of: "by a run of 4 steps".
std::string violated_words(const std::optional<network::Trace>& run,
                           const std::string& at, bool error) {
  const std::string where = at.empty() ? "" : "At " + at + ", ";
  if (!run) {
    return where + (where.empty() ? "It" : "it") +
           " does not hold; no time was left to find a run.";
  }
  const std::string end = error ? "fails" : "breaks it";
  if (run->length() == 0) {
    return fmt::format("{}{} initial state {}.", where,
                       where.empty() ? "An" : "an", end);
  }
  return fmt::format("{}{} run of {} step{} from an initial state {}.", where,
                     where.empty() ? "A" : "a", run->length(),
                     run->length() == 1 ? "" : "s", end);
}

// The first path of an explanation; how it goes on.
std::size_t explained_run(const Instance& instance, const std::string& name,
                          const explore::Explanation& why, Maker& maker) {
  const explore::Explanation* path = decide::first_path(why);
  if (path == nullptr) {
    return maker.run(instance, {why.state, {}, {}}, name);
  }
  std::optional<std::size_t> loop;
  if (path->path->loop != SIZE_MAX) loop = path->path->loop;
  const std::size_t run = maker.run(instance, path->path->trace, name, loop);
  if (path->path->ends) {
    maker.page.runs[run].note = "Where it ends, nothing can be done any more.";
  }
  return run;
}

// ---- prove -----------------------------------------------------------------

void family_rows(const Opened& opened, const FamilyReport& report,
                 Maker& maker) {
  const std::string scope = scope_text(opened);
  const std::string of = scope == "every graph" ? "the network on every graph"
                         : scope.empty()        ? "the network"
                                                : "the network of " + scope;
  for (const FamilyAnswer& a : report.answers) {
    VerdictRow& row = maker.row(a.name, a.verdict, a.property);
    if (a.verdict == Verdict::proved) {
      row.theorem =
          a.temporal
              ? fmt::format("It holds on every fair run of {}: proved {}.", of,
                            family_method_text(a))
              : proved_words(a.property, of, family_method_text(a));
    } else if (a.verdict == Verdict::violated) {
      const Instance& instance = a.run->sample->instance;
      const std::string at = parameters_text(instance);
      if (const explore::Explanation* why = a.run->why()) {
        row.theorem = fmt::format("It does not hold in an initial state{}.",
                                  at.empty() ? "" : " at " + at);
        row.run = explained_run(instance, a.name, *why, maker);
        continue;
      }
      row.theorem = violated_words(a.run->trace, at, !a.property);
      maker.violation(instance, a.run->trace, a.name, row);
    } else {
      row.theorem = fmt::format(
          "Not decided for {}: no proof was found, and no run that violates "
          "it. "
          "This is no error of the model.",
          of);
      auto picture = blocking_picture(report, a, maker.marks);
      if (!picture) continue;
      picture->run.drawing = maker.draw(std::move(picture->drawing));
      row.run = maker.run(std::move(picture->run),
                          a.name + ": what blocks the proof");
    }
  }
}

void instance_rows(const Instance& instance, const InstanceReport& report,
                   Maker& maker) {
  const std::string at = parameters_text(instance);
  const std::string of = at.empty() ? "the network" : "the network of " + at;
  for (const InstanceAnswer& a : report.answers) {
    VerdictRow& row = maker.row(a.name, a.verdict, a.property);
    if (a.verdict == Verdict::proved) {
      row.theorem =
          proved_words(a.property, of, instance_method_text(a, report));
    } else if (a.verdict == Verdict::violated) {
      row.theorem = violated_words(a.trace, at, !a.property);
      if (a.trace) maker.violation(instance, *a.trace, a.name, row);
    } else if (a.undefined) {
      row.theorem = fmt::format("Not decided: {}.", decide::undefined_reason);
    } else {
      row.theorem = fmt::format(
          "Not decided for {}: no proof was found, and no run that violates "
          "it. "
          "This is no error of the model.",
          of);
      auto run = blocking_run(instance, a.implication, maker.marks);
      if (run) {
        row.run = maker.run(instance, std::move(*run),
                            a.name + ": what blocks the proof");
      }
    }
  }
}

}  // namespace

Page proof_page(const Style& asked, const Opened& opened,
                const decide::Report& report) {
  const Style style = for_pages(asked);
  Maker maker(opened);
  if (opened.instance) {
    maker.draw(*opened.instance);
    maker.quotient_of(*opened.instance);
    maker.page.drawings_shown = maker.page.drawings.size();
  }
  std::string text;
  if (report.family) {
    maker.page.subject = scope_text(opened);
    text = family_text(style, opened, *report.family);
    family_rows(opened, *report.family, maker);
    if (report.family->interrupted) {
      maker.page.summary = "Interrupted: this is what was known then.";
    }
  } else {
    maker.page.subject = parameters_text(*opened.instance);
    text = proof_text(style, opened, *report.instance);
    instance_rows(*opened.instance, *report.instance, maker);
    if (report.instance->interrupted) {
      maker.page.summary = "Interrupted: this is what was known then.";
    }
  }
  maker.not_asked_rows(style, "prove", report.answers());
  maker.page.sections.push_back(
      {"Invariants and lemmas", before_verdicts(text), true});
  maker.page.sections.push_back({"The answer as text", text, false});
  return maker.take();
}

// ---- explore ---------------------------------------------------------------

namespace {

// Runs as short as the first.
void add_examples(const decide::Explored& explored, std::size_t property,
                  const Instance& instance, Maker& maker) {
  if (property >= explored.examples.size()) return;
  std::size_t number = 1;
  for (const network::Trace& trace : explored.examples[property].traces) {
    const std::string& name = explored.exploration.properties[property].name;
    maker.violation(instance, trace, name,
                    fmt::format("{}, run {}", name, ++number));
  }
}

}  // namespace

Page exploration_page(const Style& asked, const Opened& opened,
                      const decide::Explored& explored) {
  const Style style = for_pages(asked);
  const Instance& instance = *opened.instance;
  const explore::Exploration& result = explored.exploration;
  Maker maker(opened);
  maker.draw(instance);
  maker.quotient_of(instance);
  maker.page.drawings_shown = maker.page.drawings.size();
  const std::string at = parameters_text(instance);
  maker.page.subject = at;
  maker.page.summary = fmt::format(
      "{} state{} explored, {} transition{}, depth {}, {} deadlock{}.",
      result.states, result.states == 1 ? "" : "s", result.transitions,
      result.transitions == 1 ? "" : "s", result.depth, result.deadlocks,
      result.deadlocks == 1 ? "" : "s");
  if (!result.complete) {
    maker.page.summary += " These are not all: " + ending_text(result) + ".";
  }
  const auto number_of = [&](const explore::PropertyResult& p) {
    return static_cast<std::size_t>(&p - result.properties.data());
  };
  for (const auto& p : result.properties) {
    const auto& properties = opened.model->properties;
    const auto named =
        std::find_if(properties.begin(), properties.end(),
                     [&](const auto& q) { return q.name == p.name; });
    std::optional<std::size_t> number;
    if (named != properties.end()) {
      number = static_cast<std::size_t>(named - properties.begin());
    }
    VerdictRow& row = maker.row(p.name, p.verdict(), number);
    const bool deadlock = style.deadlock && &p == &result.properties.back();
    if (deadlock) row.name = "no deadlock";
    if (p.verdict() == Verdict::proved) {
      row.theorem =
          deadlock ? "Every reachable state has a step; all were explored."
          : number ? "It holds in every reachable state; all were explored."
                   : "In no reachable state does a step, or an evaluation, "
                     "fail; all were explored.";
    } else if (p.verdict() == Verdict::violated) {
      row.theorem = deadlock ? "A run ends in a state without a step."
                             : violated_words(p.trace, at, !number);
      if (p.trace) maker.violation(instance, *p.trace, p.name, row);
      add_examples(explored, number_of(p), instance, maker);
    } else {
      row.theorem =
          p.outcome == explore::Outcome::undefined
              ? fmt::format("Not decided: {}.", decide::undefined_reason)
              : "Not decided: no state that was explored violates it, but not "
                "all were explored.";
    }
  }
  maker.not_asked_rows(style, "explore");
  maker.page.sections.push_back(
      {"The answer as text", exploration_text(style, opened, explored), false});
  return maker.take();
}

void add_coverage(const network::Instance& instance,
                  const explore::CoverageCounts& coverage,
                  const CoverageScope& scope, Page& page) {
  for (const CoveredPart& part : covered_parts(instance, coverage)) {
    page.coverage.push_back({part.position.line, part.position.column,
                             part.text, part.yes, part.no, part.unseen});
  }
  page.sections.push_back(
      {fmt::format("Coverage of {} state{}{}: values, and what never was",
                   coverage.states, coverage.states == 1 ? "" : "s", scope.of),
       scope.note + covered_values_text(instance, coverage, scope), true});
}

// ---- check -----------------------------------------------------------------

namespace {

std::string paths_words(const CheckReport& report) {
  return report.paths == explore::Paths::all
             ? "whether or not a path is fair."
             : "under the fairness that the model assumes.";
}

}  // namespace

Page check_page(const Style& asked, const Opened& opened,
                const CheckReport& report) {
  const Style style = for_pages(asked);
  const Instance& instance = *opened.instance;
  Maker maker(opened);
  maker.draw(instance);
  maker.quotient_of(instance);
  maker.page.drawings_shown = maker.page.drawings.size();
  maker.page.subject = parameters_text(instance);
  if (report.limit != network::Limit::none) {
    maker.page.summary = "Not complete: " + limit_text(report.limit) + ".";
  }
  for (const Checked& c : report.properties) {
    VerdictRow& row = maker.row(opened.model->properties[c.property].name,
                                c.verdict, c.property);
    const explore::Explanation* why = c.why();
    if (c.verdict == Verdict::proved) {
      row.theorem = "It holds in every initial state, " + paths_words(report);
    } else if (c.verdict == Verdict::violated) {
      row.theorem = "It does not hold in an initial state.";
      if (why != nullptr) {
        row.run = explained_run(instance, row.name, *why, maker);
      }
    } else {
      row.theorem = "Not decided" +
                    (c.reason.empty() ? std::string() : ": " + c.reason) + ".";
    }
  }
  if (report.error) {
    VerdictRow& row =
        maker.row(std::string(network::no_model_error), Verdict::violated, {});
    row.theorem = violated_words(report.error, "", true);
    row.run = maker.run(instance, *report.error, row.name);
  }
  maker.page.sections.push_back(
      {"The answer as text", check_text(style, opened, report), true});
  return maker.take();
}

// ---- networks --------------------------------------------------------------

Page topology_page(const Style& asked, const Opened& opened,
                   const Topology& t) {
  const Style style = for_pages(asked);
  Maker maker(opened);
  const network::Network& network = *opened.network();
  const groupoid::Partition& classes = t.reduction().nodes();
  std::vector<std::uint32_t> class_of;
  for (std::size_t n = 0; is_drawable(network) && n < network.node_count();
       ++n) {
    class_of.push_back(classes.class_of(NodeId(n)));
  }
  const auto names = [](const network::Names& list, std::size_t i) {
    return i < list.size() ? list[i] : std::to_string(i);
  };
  const auto drawn = [&](const network::Network& of,
                         std::span<const std::uint32_t> painted) {
    return drawing_of(
        of, [&](NodeId n) { return names(of.node_names, n.index()); },
        [&](network::EdgeId e) { return names(of.edge_names, e.index()); },
        painted);
  };
  maker.draw(drawn(network, class_of));
  if (t.quotient) {
    std::vector<std::uint32_t> number;
    for (std::uint32_t c = 0; c < classes.size(); ++c) number.push_back(c);
    Drawing quotient = drawn(t.quotient->network, number);
    quotient.title = "Quotient";
    maker.draw(std::move(quotient));
  }
  maker.page.drawings_shown = maker.page.drawings.size();
  if (opened.instance) maker.page.subject = parameters_text(*opened.instance);
  maker.page.summary =
      fmt::format("{} node{}, {} edge{}, {} class{} of nodes.",
                  network.node_count(), network.node_count() == 1 ? "" : "s",
                  network.edge_count(), network.edge_count() == 1 ? "" : "s",
                  classes.size(), classes.size() == 1 ? "" : "es");
  maker.page.sections.push_back(
      {"Classes", topology_text(style, opened, t), true});
  return maker.take();
}

Page symmetry_page(const Opened& opened, const std::string& text,
                   const std::vector<std::vector<std::string>>& orbits) {
  Maker maker(opened);
  maker.page.sections.push_back({"Symmetry", text, true});
  if (!opened.instance) return maker.take();
  maker.draw(*opened.instance);
  std::map<std::string, std::uint32_t> orbit_of;
  for (std::uint32_t o = 0; o < orbits.size(); ++o) {
    for (const std::string& name : orbits[o]) orbit_of[name] = o;
  }
  Drawing& drawing = maker.page.drawings.front();
  auto other = static_cast<std::uint32_t>(orbits.size());
  for (DrawnNode& n : drawing.nodes) {
    const auto at = orbit_of.find(n.name);
    n.of_class = at == orbit_of.end() ? other++ : at->second;
  }
  drawing.caption += "; a color for each orbit";
  maker.page.drawings_shown = 1;
  maker.page.subject = parameters_text(*opened.instance);
  return maker.take();
}

}  // namespace vicinal::report::inline pages
