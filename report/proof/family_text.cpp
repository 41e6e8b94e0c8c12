// SPDX-License-Identifier: MIT
// Words only: what is proved, of which sizes, what blocks. Sizes that are no
// instances are named, for a claim does not speak of them. Long lists are cut.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "decide/family/cutoff.hpp"
#include "report/proof/blocking_text.hpp"
#include "report/proof/family_json.hpp"
#include "report/proof/lasso_text.hpp"
#include "report/proof/pair_text.hpp"
#include "report/proof/proof_text.hpp"
#include "report/words/culprits.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline proof {

using decide::FamilyAnswer;
using decide::FamilyReport;
using decide::Occurrence;
using network::Model;
using network::Scalar;
using network::Verdict;

std::map<std::string, std::string> given_constants(const Opened& opened) {
  std::map<std::string, std::string> out;
  for (const network::Constant& c : opened.model->constants) {
    if (!c.given.empty()) out.emplace(c.name, c.given);
  }
  return out;
}

std::string scope_text(const Opened& opened) {
  const Model& model = *opened.model;
  const bool any = model.network_kind == network::ast::NetworkKind::any;
  std::string open = any ? "every graph" : "", given;
  for (std::size_t i = 0; !any && i < model.parameters.size(); ++i) {
    const network::Parameter& p = model.parameters[i];
    if (!opened.leaves_open(p)) {
      given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", p.name,
                           opened.sizes[i]);
      continue;
    }
    open += open.empty() ? "every " : ", ";
    open += p.high ? fmt::format("{} in {}..{}", p.name, p.low, *p.high)
                   : fmt::format("{} >= {}", p.name, p.low);
  }
  for (const auto& [name, value] : given_constants(opened)) {
    given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", name, value);
  }
  if (given.empty()) return open;
  return open.empty() ? given : open + " at " + given;
}

std::string family_method_text(const FamilyAnswer& a) {
  if (a.method == decide::Method::instances) {
    return fmt::format("in each of the {} instances", a.instances);
  }
  if (a.method == decide::Method::exploration) {
    return "by exploration of all instances";
  }
  if (a.method == decide::Method::lemmas) return "by lemmas";
  if (a.method == decide::Method::rank) {
    return a.found_rank.empty() ? "by its rank" : "by a rank that was found";
  }
  return "by " + views_of(a.views);
}

namespace {

// Each line two places to the right.
std::string indented(const std::string& lines) {
  std::string out;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    out += "  " + lines.substr(at, end - at) + "\n";
    at = end == std::string::npos ? lines.size() : end + 1;
  }
  return out;
}

std::string sizes_text(const Model& model, const std::vector<Scalar>& sizes) {
  std::string text;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ",
                        model.parameters[i].name, sizes[i]);
  }
  return text;
}

// What a claim does not speak of. Sizes have names, graphs have none.
std::string excluded_text(const Opened& opened, const FamilyReport& report) {
  const Model& model = *opened.model;
  std::string text;
  const auto list = [&](const std::vector<std::vector<Scalar>>& sizes,
                        const char* why) {
    if (sizes.empty()) return;
    if (model.parameters.empty()) {
      text += fmt::format("not some small graphs: {}\n", why);
      return;
    }
    std::vector<std::string> parts;
    for (const auto& s : sizes) parts.push_back(sizes_text(model, s));
    text += fmt::format("not {}: {}\n", fmt::join(parts, "; "), why);
  };
  list(decide::excluded_sizes(report), "the network cannot be built");
  list(decide::sizes_without_states(report),
       "nothing satisfies the initial condition");
  return text;
}

// Who is looked at, and how they are wired.
std::string views_text(const fixpoint::TypeText& type) {
  std::string text = type.binders;
  if (!type.label.empty()) {
    text += fmt::format(": {}", fmt::join(type.label, ", "));
  } else if (type.nodes.size() > 1) {
    text += ": nothing in common";
  }
  return printable(text);
}

// What --generalize did: the instance, and where else types come from.
std::string generalized_text(const Opened& opened, const FamilyReport& report) {
  if (!report.generalized) return {};
  const Model& model = *opened.model;
  std::string text =
      "read off " + sizes_text(model, *report.generalized) + "\n";
  for (const auto* proof : shown_proofs(report)) {
    for (std::size_t t = 0; t < proof->text.types.size(); ++t) {
      if (t >= proof->from.size() || !proof->from[t]) continue;
      const fixpoint::TypeText& type = proof->text.types[t];
      const auto& sample = *proof->system->samples.all[*proof->from[t]];
      text +=
          fmt::format("  and, where it has none, {}: {}\n",
                      sizes_text(model, sample.parameters), views_text(type));
    }
  }
  return text;
}

// What came of looking for a cutoff.
std::string cutoff_text(const Opened& opened, const FamilyReport& report) {
  if (!report.cutoff) return {};
  const Model& model = *opened.model;
  const decide::Cutoff& cutoff = *report.cutoff;
  std::vector<std::string> tried;
  for (const auto& sizes : cutoff.tried) {
    tried.push_back(sizes_text(model, sizes));
  }
  const std::string vain =
      tried.empty() ? "" : fmt::format("{}", fmt::join(tried, "; "));
  if (cutoff.sizes) {
    std::string text =
        fmt::format("cutoff: {}\n", sizes_text(model, *cutoff.sizes));
    if (!vain.empty()) text += fmt::format("  not {}\n", vain);
    return text;
  }
  const bool cut_short = decide::cutoff_cut_short(report);
  if (vain.empty()) {
    return cut_short
               ? "no cutoff found: a limit was reached before views had proved "
                 "all that is asked\n"
               : "no cutoff: views of so few nodes do not prove all that is "
                 "asked\n";
  }
  return fmt::format("no cutoff found, not {}{}\n", vain,
                     cut_short ? "; then a limit was reached" : "");
}

constexpr std::size_t most_types = 12;  // as text

std::string states_text(const fixpoint::FamilyProof& proof, std::size_t t) {
  const auto& type = proof.system->types[t];
  const auto& set = proof.invariant.sets[t];
  const network::Instance& instance = type.first.instance();
  std::string text;
  for (std::size_t i = 0; i < set.rows; ++i) {
    std::string line;
    for (const auto& variable : type.layout.variables) {
      const std::uint32_t slots = instance.size(variable.type).slots;
      line += fmt::format(
          "{}{} = {}", line.empty() ? "" : ", ",
          fixpoint::variable_name(type, variable, proof.text.types[t]),
          fixpoint::variable_value(type, variable, proof.text.types[t],
                                   set.row(i).subspan(variable.column, slots)));
    }
    text += "    " + printable(line.empty() ? "nothing to see" : line) + "\n";
  }
  return text;
}

std::string lemmas_text(const Style& style,
                        const fixpoint::FamilyProof& proof) {
  const auto& lemmas = proof.text.lemmas;
  if (lemmas.empty()) return {};
  std::string text = fmt::format("invariant of {} lemma{}:\n", lemmas.size(),
                                 lemmas.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < lemmas.size(); ++i) {
    if (i == most_types && !style.states) {
      return text + fmt::format("    and {} more\n", lemmas.size() - i);
    }
    text += "    " + printable(one_line(lemmas[i].formula)) + "\n";
  }
  return text;
}

std::string family_invariant_text(const Style& style,
                                  const fixpoint::FamilyProof& proof) {
  if (proof.k == 0) return lemmas_text(style, proof);
  std::string text;
  for (std::size_t t = 0; t < proof.text.types.size(); ++t) {
    const fixpoint::TypeText& type = proof.text.types[t];
    if (t == most_types && !style.states) {
      text += fmt::format("and {} other types\n", proof.text.types.size() - t);
      break;
    }
    const std::size_t states = proof.invariant.sets[t].rows;
    text += fmt::format("invariant of {}; {} state{}:\n", views_text(type),
                        states, states == 1 ? "" : "s");
    if (style.states) {
      text += states_text(proof, t);
      continue;
    }
    for (const std::string& c : type.predicate) text += "    " + c + "\n";
  }
  if (proof.inductive && !proof.no_other_pattern) {
    text += "there may be other wirings, of which this says nothing\n";
  }
  return text;
}

// Up to which sizes a proof had to look.
std::string representatives_text(const Opened& opened,
                                 const fixpoint::FamilyProof& proof) {
  if (proof.k == 0 || !proof.inductive || !proof.no_other_pattern) return {};
  const Model& model = *opened.model;
  const auto sizes = proof.system->representative_sizes();
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const network::Parameter& p = model.parameters[i];
    if (!opened.leaves_open(p)) continue;
    parts.push_back(fmt::format("{} <= {}", p.name, sizes[i]));
  }
  if (parts.empty()) return {};
  return fmt::format("{} of {} stand for those of every size\n",
                     views_of(proof.k), fmt::join(parts, ", "));
}

// Whether small instances show the state that the step starts in.
std::string occurrence_text(const Model& model, const FamilyAnswer& answer) {
  if (!answer.occurrence || answer.occurrence->looked.empty()) return {};
  const Occurrence& o = *answer.occurrence;
  const auto at = [&](const std::vector<Scalar>& sizes) {
    return sizes.empty() ? "a small graph" : sizes_text(model, sizes);
  };
  if (o.occurs) {
    return fmt::format("      these values occur: {}, {}\n",
                       at(o.looked.back()), steps_count(o.steps));
  }
  return o.looked.size() == 1
             ? fmt::format("      these values do not occur: {}, explored\n",
                           at(o.looked[0]))
             : fmt::format(
                   "      these values do not occur in {} explored instances, "
                   "{} to {}\n",
                   o.looked.size(), at(o.looked.front()), at(o.looked.back()));
}

// Up to how many nodes all graphs are among those in which it holds.
std::size_t all_graphs_of(const FamilyReport& report,
                          const FamilyAnswer& answer) {
  const fixpoint::Samples& samples = decide::samples_of(report, answer);
  std::size_t result = samples.all_graphs_of;
  for (std::size_t i = 0; i < samples.all.size(); ++i) {
    if (std::ranges::find(answer.holds_at, i) != answer.holds_at.end()) {
      continue;
    }
    const std::size_t nodes = samples.all[i]->instance.network.node_count();
    result = std::min(result, nodes - std::min<std::size_t>(nodes, 1));
  }
  return result;
}

std::string held_text(const Opened& opened, const FamilyReport& report,
                      const FamilyAnswer& answer) {
  if (answer.holds_at.empty()) return {};
  const auto at = [&](std::size_t i) {
    return sizes_text(
        *opened.model,
        decide::samples_of(report, answer).all[answer.holds_at[i]]->parameters);
  };
  const std::size_t count = answer.holds_at.size();
  if (opened.model->parameters.empty()) {
    const std::size_t nodes = all_graphs_of(report, answer);
    const std::string all =
        nodes > 1 ? fmt::format(", all simple ones of up to {} nodes", nodes)
                  : "";
    return fmt::format("    it holds in {} explored graph{}{}\n", count,
                       count == 1 ? "" : "s", all);
  }
  return count == 1
             ? fmt::format("    it holds at {}, explored\n", at(0))
             : fmt::format("    it holds in {} explored instances, {} to {}\n",
                           count, at(0), at(count - 1));
}

// Views that can prove it in no way, of which there may be several.
std::string too_few_text(const FamilyReport& report,
                         const FamilyAnswer& answer) {
  std::vector<std::string> views;
  for (const std::uint32_t k : decide::too_few_nodes(report, answer)) {
    views.push_back(views_of(k));
  }
  if (views.empty()) return {};
  return fmt::format("    no invariant of {} implies it\n",
                     fmt::join(views, " or "));
}

std::string not_followed_text(const FamilyReport& report,
                              const FamilyAnswer& answer) {
  std::string text;
  for (const network::Position& at : not_followed(report, answer)) {
    text += fmt::format("      the loop at {}:{} is not followed\n", at.line,
                        at.column);
  }
  return text;
}

// What blocks, if it is not said above.
std::string why_text(const Opened& opened, const FamilyReport& report,
                     const FamilyAnswer& answer) {
  for (const FamilyAnswer& a : report.answers) {
    if (&a == &answer) break;
    if (a.verdict == Verdict::unknown && decide::same_blocking(a, answer)) {
      return fmt::format("    not excluded: what blocks {}\n", a.name);
    }
  }
  return blocking_text(report, answer) + not_followed_text(report, answer) +
         occurrence_text(*opened.model, answer);
}

// What may make the proof, by how far it came.
std::string try_without_state(const FamilyReport& report) {
  const auto blocked = [&](obligations::Kind kind) {
    return std::any_of(report.answers.begin(), report.answers.end(),
                       [kind](const FamilyAnswer& a) {
                         return a.blocking &&
                                a.blocking->judgement.answer ==
                                    obligations::Answer::sat &&
                                a.blocking->obligation.kind == kind;
                       });
  };
  if (blocked(obligations::Kind::elaboration)) {
    return "There may be sizes at which the network cannot be built. Ranges of "
           "the parameters\nthat leave them out may make the proof, as in "
           "'param n : 1..1000'.\n";
  }
  if (blocked(obligations::Kind::step) || blocked(obligations::Kind::error)) {
    return "An 'assert' that excludes the local step above may make the "
           "proof.\n";
  }
  if (blocked(obligations::Kind::property)) {
    return "No formula about a few nodes was found that says why the state "
           "above does not\noccur. An 'assert' with a count or a sum, or a "
           "variable that says what nodes know,\nmay make the proof.\n";
  }
  if (blocked(obligations::Kind::progress)) {
    const bool waits = std::ranges::any_of(report.answers, [](const auto& a) {
      return a.blocking &&
             a.blocking->obligation.name.ends_with(": can be done");
    });
    return fmt::format(
        "Terms that this step does not raise, another situation, or an "
        "'assert' that excludes\nthe state above may make the proof by a "
        "rank.{}\n",
        waits ? " What is strongly fair and not enabled all the\ntime needs a "
                "'meanwhile'."
              : "");
  }
  return "The proof ended at a limit. An 'assert' that says what the property "
         "rests on, fewer\nvalues, or closed ranges of the parameters may make "
         "it.\n";
}

// In lines that end between literals.
std::string assertion_text(const std::string& name,
                           const std::string& formula) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < formula.size();) {
    const std::size_t end =
        std::min(formula.find("&& ", at), formula.size() - 2) + 2;
    parts.push_back(formula.substr(at, end - at));
    at = std::min(end + 1, formula.size());
  }
  if (!parts.empty()) parts.back() += ";";
  return wrapped("  assert " + name + ":", parts, 4) + "\n";
}

// In lines that end between words.
std::string paragraph(const std::string& text) {
  std::string out;
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t length = end - at;
    const bool next = width != 0 && width + 1 + length > 80;
    if (width != 0) out += next ? '\n' : ' ';
    width = (next || width == 0 ? 0 : width + 1) + length;
    out.append(text, at, length);
    at = end + 1;
  }
  return out + "\n";
}

// A lemma that excludes what blocks, or a few that are known to do.
std::string hint_text(const FamilyAnswer& a) {
  const auto& lemmas = a.hint.lemmas;
  const bool several = lemmas.size() > 1;
  std::string text =
      several ? "These exclude the state above, and others behind it, and no "
                "state that was explored violates them. "
              : "This excludes the state above, and no state that was explored "
                "violates it. ";
  if (a.hint.enough) {
    text += fmt::format(
        "It was tried: '{}' is proved if {}. What is missing is an 'assert' "
        "that says why {}:",
        a.name, several ? "they hold" : "it holds",
        several ? "they do" : "it does");
  } else {
    text += "As an 'assert', with what it rests on, it may make the proof:";
  }
  text = paragraph(text);
  for (std::size_t i = 0; i < lemmas.size(); ++i) {
    text += assertion_text(several ? fmt::format("unmet{}", i + 1) : "unmet",
                           lemmas[i]);
  }
  return text;
}

// What may make the proof: the state that blocks it excluded, if it does not
// occur; else more to see.
std::string try_text(const FamilyReport& report) {
  const auto blind = [&](const FamilyAnswer& a) {
    return !a.hint.enough && !not_followed(report, a).empty();
  };
  if (std::ranges::any_of(report.answers, blind)) {
    return paragraph(
        "Of a loop that is not followed it is known what it may write, and "
        "nothing else: that may have any value behind it, and the step may "
        "fail. A loop is followed if it goes over the nodes of one family, or "
        "the edges at a port set, and each round writes what its own member "
        "has, or elements at it, and reads nothing that others write.");
  }
  const Occurrence* possible = nullptr;
  for (const FamilyAnswer& a : report.answers) {
    if (!a.occurrence) continue;
    const Occurrence& o = *a.occurrence;
    if (o.occurs) {
      return "The state that the local step starts in does occur: nodes that "
             "are not looked at\nkeep it from there. A variable that says what "
             "they know may make the proof.\n";
    }
    // To exclude one of the states that violate a property proves nothing.
    const bool step =
        a.blocking->obligation.kind != obligations::Kind::property;
    if (possible == nullptr && step) possible = &o;
  }
  const FamilyAnswer* hint = nullptr;
  for (const FamilyAnswer& a : report.answers) {
    const bool better =
        hint == nullptr || (a.hint.enough && !hint->hint.enough);
    if (!a.hint.lemmas.empty() && better) hint = &a;
  }
  if (hint != nullptr) return hint_text(*hint);
  if (possible == nullptr) return try_without_state(report);
  return "An 'assert' that excludes the state above, which was not met, may "
         "make the proof:\n" +
         assertion_text(
             "unmet", fmt::format("forall {}: !({})", possible->state.binders,
                                  fmt::join(possible->state.literals, " && ")));
}

std::string family_advice(const Style& style, const FamilyReport& report) {
  const bool undecided = std::any_of(
      report.answers.begin(), report.answers.end(),
      [](const FamilyAnswer& a) { return a.verdict == Verdict::unknown; });
  if (!undecided) return {};
  if (report.interrupted) {
    return "\nInterrupted: this is what is known so far.\n";
  }
  std::string text =
      "\n'unknown' is no error of the model: no run was found that violates "
      "it.\n";
  if (report.generalized) {
    return text +
           "The invariant of one instance is none of every size, or says too "
           "little. Without\n--generalize the sets of all types are computed "
           "together, and small instances explored.\n";
  }
  if (style.views != 0) {
    return text + too_little_seen(style.views) +
           " Without --views more are looked at, and small\ninstances "
           "explored.\n";
  }
  return text + try_text(report) +
         "'--instance' or -D asks for one size alone.\n";
}

// How long the run is that violates it; of a temporal property, where it begins
// to repeat.
std::string run_words(const FamilyAnswer& answer) {
  const explore::Explanation* why = answer.run->why();
  return why != nullptr && why->path ? lasso_text(*why->path)
                                     : steps_count(answer.run->trace.length());
}

std::string run_text(const network::Instance& instance,
                     const FamilyAnswer& answer) {
  const decide::FamilyRun& run = *answer.run;
  if (const explore::Explanation* why = run.why()) {
    return violation_text(instance, *run.checked, *why);
  }
  return trace_text(instance, run.trace) +
         culprits_text(instance, run.trace, answer.name);
}

}  // namespace

std::vector<LocalInvariant> local_invariants(const FamilyReport& report) {
  std::vector<LocalInvariant> list;
  for (const fixpoint::FamilyProof* proof : shown_proofs(report)) {
    if (proof->k == 0 || !proof->inductive || proof->open_sizes) continue;
    for (std::size_t t = 0; t < proof->text.types.size(); ++t) {
      const fixpoint::TypeText& type = proof->text.types[t];
      const fixpoint::Tuple& nodes = proof->system->types[t].first;
      LocalInvariant one{{}, views_text(type), type.predicate};
      for (const network::NodeId n : nodes.nodes) {
        const std::string& name = nodes.instance().process(n).name;
        if (std::ranges::find(one.processes, name) == one.processes.end()) {
          one.processes.push_back(name);
        }
      }
      list.push_back(std::move(one));
    }
  }
  return list;
}

std::string family_text(const Style& style, const Opened& opened,
                        const FamilyReport& report) {
  const bool color = style.color;
  const std::string scope = scope_text(opened);
  std::string text;
  if (!style.quiet) {
    text += fmt::format("{}, {}\n", printable(opened.name), scope);
    text += excluded_text(opened, report) + generalized_text(opened, report) +
            cutoff_text(opened, report);
    for (const auto* proof : shown_proofs(report)) {
      text += family_invariant_text(style, *proof);
      text += representatives_text(opened, *proof);
    }
    text += "\n";
  }
  std::size_t width = 0;
  for (const FamilyAnswer& a : report.answers) {
    width = std::max(width, a.name.size());
  }
  const std::vector<std::string> temporal =
      not_asked(*opened.model, style, report.answers);
  width = widest(temporal, width);
  for (const FamilyAnswer& a : report.answers) {
    text += fmt::format("{:<{}}  {}", a.name, width,
                        verdict_text(a.verdict, color));
    if (a.verdict == Verdict::proved) {
      text += fmt::format(" for {}, {}\n", scope, family_method_text(a));
      if (!style.quiet) text += indented(a.found_rank);
    } else if (a.verdict == Verdict::violated) {
      const network::Instance& instance = a.run->sample->instance;
      const std::string at = parameters_text(instance);
      text += fmt::format(" {}{}\n", at.empty() ? "" : "at " + at + " ",
                          run_words(a));
      if (!style.quiet) text += run_text(instance, a);
    } else {
      text += fmt::format(" for {}\n", scope);
      if (!style.quiet) {
        text += held_text(opened, report, a) + too_few_text(report, a) +
                why_text(opened, report, a);
      }
    }
  }
  text += not_asked_text(temporal, width);
  return style.quiet ? text : text + family_advice(style, report);
}

}  // namespace vicinal::report::inline proof
