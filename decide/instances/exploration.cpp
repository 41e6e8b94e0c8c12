// SPDX-License-Identifier: MIT
// The engine's answer is final but for one case: where nothing satisfies the
// initial condition there is none.
#include "decide/instances/exploration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "decide/instances/few_states.hpp"
#include "decide/instances/given_group.hpp"
#include "decide/instances/saved_question.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/codes.hpp"
#include "explore/search/other_runs.hpp"
#include "network/language/initial_condition.hpp"
#include "network/language/property.hpp"
#include "symmetry/detection/find.hpp"

namespace vicinal::decide::inline instances {

namespace {

void warn_of_unused(Opened& opened, const explore::Exploration& result) {
  const network::Model& model = *opened.model;
  // Where a limit came before the first step nobody wonders.
  if (!result.complete && result.transitions == 0) return;
  opened.diagnostics.set_source(opened.source.get());
  for (const auto& u : result.unfired) {
    const bool rule = !u.process.valid();
    const network::Action& action =
        rule ? model.rules[u.action] : model[u.process].actions[u.action];
    opened.diagnostics.warning(
        codes::action_never_fires, action.span,
        fmt::format("{} '{}' never fired in the states explored",
                    rule ? "rule" : "action", action.name));
  }
  for (const std::size_t p : result.vacuous) {
    opened.diagnostics.warning(codes::premise_never_true,
                               model.properties[p].span,
                               fmt::format("the premise of '{}' is never true",
                                           model.properties[p].name));
  }
}

}  // namespace

std::string_view text(Reduction reduction) {
  switch (reduction) {
    case Reduction::none:
      return "none";
    case Reduction::orbit:
      return "orbit";
    case Reduction::orbit_multi:
      return "orbit-multi";
    case Reduction::lazy:
      return "lazy";
    case Reduction::lazy_no_subsumption:
      return "lazy-no-subsumption";
    case Reduction::virtually:
      return "virtual";
    case Reduction::automatic:
      break;
  }
  return "auto";
}

std::optional<Reduction> reduction_of(std::string_view text) {
  for (const Reduction r :
       {Reduction::none, Reduction::orbit, Reduction::orbit_multi,
        Reduction::lazy, Reduction::lazy_no_subsumption, Reduction::virtually,
        Reduction::automatic}) {
    if (decide::text(r) == text) return r;
  }
  return std::nullopt;
}

namespace {

// By annotated states, if that can be done, and is worth it.
bool explore_lazily(Opened& opened, const explore::LazyOptions& lazily,
                    Explored& result) {
  auto found = explore::explore_lazily(*opened.instance, lazily);
  LazyReduction& lazy = *result.lazy;
  lazy.partitions = found.partitions;
  lazy.removed = found.removed;
  lazy.why_not = std::move(found.why_not);
  lazy.sample = std::move(found.sample);
  if (!lazy.why_not.empty()) return false;
  result.exploration = std::move(found.exploration);
  result.reduction =
      lazily.subsumption ? Reduction::lazy : Reduction::lazy_no_subsumption;
  return true;
}

// What pays: an annotated state takes several times as long as another one, so
// that there have to be as many others at the distance that it has come to.
// True: it is done.
bool explore_what_pays(Opened& opened, explore::Options& how,
                       const Engine& engine, bool explain, Explored& result) {
  constexpr std::uint64_t times = 8;
  const Allowance allowance(how.limits);
  const double order = std::strtod(result.symmetry->order.c_str(), nullptr);
  bool others_are_all = false;
  result.lazy.emplace();
  explore::LazyOptions lazily{how, true, times * order, {}, explain, {}};
  lazily.search.symmetry = nullptr;
  lazily.worth_it = [&](std::uint64_t states, std::uint64_t depth) {
    Few others =
        explore_few(*opened.instance, how, allowance, times * states, engine);
    result.lazy->compared = states;
    result.lazy->depth = depth;
    result.lazy->others = times * states;
    others_are_all = others.all;
    if (!others_are_all) return others.exploration.depth < depth;
    result.exploration = std::move(others.exploration);
    return false;
  };
  if (explore_lazily(opened, lazily, result)) return true;
  how.limits = allowance.left();
  return others_are_all;
}

// What is saved goes on from what was saved of the same.
explore::Exploration explore_saved(const Opened& opened,
                                   const explore::Options& how,
                                   Reduction reduction, const Engine& engine) {
  if (how.keeper != nullptr &&
      !how.keeper->is_of(identity_of(opened, how, text(reduction)))) {
    explore::Exploration refused;
    refused.not_resumed = how.keeper->error();
    return refused;
  }
  return engine(*opened.instance, how);
}

// False, with a diagnostic: what was saved is of no use.
bool accept_checkpoint(Opened& opened, const std::string& not_resumed) {
  if (not_resumed.empty()) return true;
  opened.diagnostics.set_source(nullptr);
  opened.diagnostics.error(codes::checkpoint_not_used, {}, not_resumed);
  return false;
}

void warn_of_unsaved(Opened& opened, const std::string& why) {
  if (why.empty()) return;
  opened.diagnostics.set_source(nullptr);
  opened.diagnostics.warning(
      codes::checkpoint_not_saved, {},
      fmt::format("the end of this run is not saved: {}", why));
  opened.diagnostics.set_source(opened.source.get());
}

// Limit: it came before the group was judged. None: there is a diagnostic, it
// is no group of symmetries.
std::optional<network::Limit> accept_group(Opened& opened, NamedText file,
                                           Reduction reduction,
                                           explore::Options& how,
                                           Explored& result) {
  const Allowance allowance(how.limits);
  const auto& read =
      reduction == Reduction::virtually ? read_virtual_group : read_group;
  auto group = read(
      opened, std::move(file),
      {how.properties, explore::unasked_properties(*opened.instance, how), {}},
      how.limits);
  how.limits = allowance.left();
  if (!group) return std::nullopt;
  if (group->limit == network::Limit::none) {
    result.symmetry = std::move(group->symmetry);
  }
  return group->limit;
}

// As a run says it that came no further.
explore::Exploration first_state(const Opened& opened, explore::Options how,
                                 network::Limit limit) {
  how.limits = {};
  how.limits.work = 1;
  how.keeper = nullptr;
  explore::Exploration exploration = explore::explore(*opened.instance, how);
  if (exploration.limit != network::Limit::none) exploration.limit = limit;
  return exploration;
}

// Where few states are all no other group is worth looking for: then these.
std::optional<explore::Exploration> find_group(Opened& opened,
                                               explore::Options& how,
                                               Symmetry symmetry,
                                               const Engine& engine,
                                               Explored& result) {
  const bool given = result.symmetry.has_value();
  if (!given) {
    result.symmetry = find_symmetry(*opened.instance, how, symmetry);
  }
  how.symmetry = &*result.symmetry;
  if (given || symmetry != Symmetry::as_it_pays) return std::nullopt;
  // Whoever goes on from what is saved may ask for more states, and has to find
  // the same group.
  explore::Options first = how;
  if (how.keeper != nullptr) first.limits.work = 0;
  const Allowance allowance(first.limits);
  Few few = explore_few(*opened.instance, first, allowance, few_states, engine);
  const std::uint64_t most_states = how.limits.work;
  how.limits = allowance.left();
  how.limits.work = most_states;
  if (few.all) return std::move(few.exploration);
  symmetry::take_larger(*result.symmetry, find_symmetry(*opened.instance, how,
                                                        Symmetry::detected));
  return std::nullopt;
}

// Whether a limit came before the group was found, and so decided about it.
bool group_was_cut_short(const explore::Options& how,
                         const std::optional<explore::Exploration>& few) {
  constexpr double no_seconds = 0.001;  // that Allowance leaves
  const network::Limits& limits = how.limits;
  const network::Limit reached = few ? few->limit : network::Limit::none;
  return (limits.stop != nullptr && *limits.stop) ||
         (limits.seconds > 0 && limits.seconds <= no_seconds) ||
         (reached != network::Limit::none &&
          reached != network::Limit::overflow);
}

void explore_reduced(Opened& opened, explore::Options how, Reduction reduction,
                     Symmetry symmetry, const Engine& engine, bool explain,
                     Explored& result) {
  if (reduction == Reduction::lazy ||
      reduction == Reduction::lazy_no_subsumption) {
    result.lazy.emplace();
    const bool subsume = reduction == Reduction::lazy;
    const explore::LazyOptions lazily{how, subsume, 0, {}, explain, {}};
    if (explore_lazily(opened, lazily, result)) return;
  } else if (reduction != Reduction::none) {
    if (reduction == Reduction::virtually) symmetry = Symmetry::virtually;
    auto few = find_group(opened, how, symmetry, engine, result);
    if (reduction == Reduction::orbit_multi && !result.symmetry->trivial()) {
      result.symmetry->store_several();
    }
    result.reduction = result.symmetry->trivial()          ? Reduction::none
                       : reduction == Reduction::automatic ? Reduction::orbit
                                                           : reduction;
    if (how.keeper != nullptr && group_was_cut_short(how, few)) {
      how.keeper = nullptr;
      result.exploration = engine(*opened.instance, how);
      result.exploration.not_saved = "its symmetry was not found in time";
      return;
    }
    // What is saved is explored with what saves it.
    if (how.keeper != nullptr) few.reset();
    if (few && result.reduction == reduction && reduction == Reduction::orbit) {
      result.exploration = std::move(*few);
      return;
    }
    if (reduction == Reduction::automatic && how.keeper != nullptr) {
      result.lazy.emplace().why_not = "annotated states are not saved";
    } else if (reduction == Reduction::automatic &&
               result.symmetry->why_not.empty() &&
               explore_what_pays(opened, how, engine, explain, result)) {
      return;
    }
  }
  result.exploration = explore_saved(opened, how, reduction, engine);
}

// Of a property all is invariant, but its premise need not be: then it may hold
// in a state of which another one is the representative.
void forget_premises(Explored& result, const std::vector<std::size_t>& asked) {
  const bool by_orbits = result.reduction == Reduction::orbit ||
                         result.reduction == Reduction::orbit_multi ||
                         result.reduction == Reduction::virtually;
  if (!by_orbits) return;
  for (const std::uint32_t i : result.symmetry->premises_moved) {
    std::erase(result.exploration.vacuous, asked[i]);
  }
}

}  // namespace

std::optional<Explored> explore_instance(Opened& opened, explore::Options how,
                                         Reduction reduction, Symmetry symmetry,
                                         const Engine& engine, bool explain,
                                         std::optional<NamedText> group) {
  if (!require_constants(opened)) return std::nullopt;
  if (how.keeper != nullptr && !accept_checkpoint(opened, how.keeper->error()))
    return std::nullopt;
  Explored result;
  const std::vector<std::size_t> asked = how.properties;
  network::Limit limit = network::Limit::none;
  if (group) {
    const auto reached =
        accept_group(opened, std::move(*group), reduction, how, result);
    if (!reached) return std::nullopt;
    limit = *reached;
  }
  if (limit != network::Limit::none) {
    result.exploration = first_state(opened, std::move(how), limit);
  } else {
    explore_reduced(opened, std::move(how), reduction, symmetry, engine,
                    explain, result);
  }
  if (!accept_checkpoint(opened, result.exploration.not_resumed)) {
    return std::nullopt;
  }
  warn_of_unsaved(opened, result.exploration.not_saved);
  if (result.exploration.unsatisfiable) {
    network::report_unsatisfiable(*opened.model, opened.diagnostics);
    return std::nullopt;
  }
  forget_premises(result, asked);
  warn_of_unused(opened, result.exploration);
  return result;
}

namespace {

explore::Ending ending_of(const network::Model& model,
                          const std::string& name) {
  explore::Ending ending;
  for (const network::Property& p : model.properties) {
    if (network::is_temporal(p)) continue;
    ending.formulas.push_back(p.formula);
    if (p.name == name) ending.formula = p.formula;
  }
  if (!ending.formula.valid()) {
    ending.kind = name == network::no_model_error
                      ? explore::Ending::Kind::error
                      : explore::Ending::Kind::deadlock;
  }
  return ending;
}

}  // namespace

void add_examples(const Opened& opened, std::size_t runs,
                  const network::Limits& limits, Explored& explored) {
  const network::Budget budget(limits);
  for (const auto& p : explored.exploration.properties) {
    explored.examples.emplace_back();
    if (!p.trace || runs < 2) continue;
    explored.examples.back() =
        explore::other_runs(*opened.instance, ending_of(*opened.model, p.name),
                            *p.trace, runs - 1, budget);
  }
}

}  // namespace vicinal::decide::inline instances
