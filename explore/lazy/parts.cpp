// SPDX-License-Identifier: MIT
// A step is known by who takes it and what is bound; renaming that, and
// comparing what the renamed step does with the step of the new name, is all
// there is.
#include "explore/lazy/parts.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline lazy {

using network::DomainKind;
using network::NodeId;
using network::Scalar;
using symmetry::no_sort;

namespace {

bool of_nodes(const network::Binder& b) {
  return b.domain == DomainKind::node_family || b.domain == DomainKind::process;
}
bool of_edges(const network::Binder& b) {
  return b.domain == DomainKind::edge_family ||
         b.domain == DomainKind::port_set;
}

}  // namespace

Annotations::Annotations(const network::Instance& instance,
                         const Processes& processes, const ModelForms& model,
                         Forms& forms)
    : instance_(instance), processes_(processes), model_(model), forms_(forms) {
  for (std::uint32_t s = 0; s < model.steps.size(); ++s) {
    by_name_.emplace(name(model.steps[s], nullptr), s);
  }
}

// Renamed: who would take the step then.
Annotations::Name Annotations::name(const StepForm& step,
                                    const Renaming* renaming) const {
  const auto node = [&](std::size_t n) {
    return renaming == nullptr ? static_cast<Scalar>(n)
                               : Scalar{renaming->node[n].value};
  };
  Name result{step.actor.valid() ? node(step.actor.index()) : Scalar{-1},
              Scalar{step.action}};
  const network::Action& action =
      network::action_of(instance_, step.actor, step.action);
  for (std::uint32_t i = 0; i < step.binding.size(); ++i) {
    const network::Binder& b =
        instance_.model->binders[action.binders.begin + i];
    const auto value = static_cast<std::size_t>(step.binding[i]);
    if (of_nodes(b)) {
      result.push_back(node(value));
    } else if (of_edges(b) && renaming != nullptr) {
      result.push_back(Scalar{renaming->edge[value].value});
    } else {
      result.push_back(step.binding[i]);
    }
  }
  return result;
}

std::vector<std::uint32_t> Annotations::named(std::uint32_t s) const {
  const StepForm& step = model_.steps[s];
  std::vector<std::uint32_t> result;
  const auto add = [&](NodeId n) {
    const std::uint32_t p = processes_.of_node[n.index()];
    if (p != no_process) result.push_back(p);
  };
  if (step.actor.valid()) add(step.actor);
  const network::Action& action =
      network::action_of(instance_, step.actor, step.action);
  for (std::uint32_t i = 0; i < step.binding.size(); ++i) {
    const network::Binder& b =
        instance_.model->binders[action.binders.begin + i];
    const auto value = static_cast<std::size_t>(step.binding[i]);
    if (of_nodes(b)) add(NodeId(value));
    if (!of_edges(b)) continue;
    for (const network::DartId d :
         instance_.network.darts(network::EdgeId(value))) {
      add(instance_.network.dart_node[d.index()]);
    }
  }
  return result;
}

std::vector<std::uint32_t> Annotations::shape(std::uint32_t s,
                                              const Cells& cells) const {
  const StepForm& step = model_.steps[s];
  std::vector<std::uint32_t> result;
  std::vector<std::uint32_t> seen;  // processes
  // A process by its cell, and where it comes first.
  const auto add = [&](NodeId n) {
    const std::uint32_t p = processes_.of_node[n.index()];
    const auto at = std::ranges::find(seen, p) - seen.begin();
    seen.push_back(p);
    result.push_back(p == no_process ? 0 : 1);
    result.push_back(p == no_process ? n.value : cells[p]);
    result.push_back(static_cast<std::uint32_t>(at));
  };
  if (step.actor.valid()) add(step.actor);
  const network::Action& action =
      network::action_of(instance_, step.actor, step.action);
  for (std::uint32_t i = 0; i < step.binding.size(); ++i) {
    const network::Binder& b =
        instance_.model->binders[action.binders.begin + i];
    if (of_nodes(b)) {
      add(NodeId(static_cast<std::size_t>(step.binding[i])));
    } else {
      result.push_back(static_cast<std::uint32_t>(step.binding[i]));
    }
  }
  return result;
}

bool Annotations::binds_edges(const StepForm& step) const {
  const network::Action& action =
      network::action_of(instance_, step.actor, step.action);
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    if (of_edges(instance_.model->binders[b])) return true;
  }
  return false;
}

// What exchanges of a process that is named make of the step, as far as there
// are such steps.
std::vector<std::uint32_t> Annotations::renamed(std::uint32_t step) const {
  std::vector<std::uint32_t> result{step};
  std::set<std::uint32_t> seen{step};
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (const std::uint32_t a : named(result[i])) {
      for (std::uint32_t b = 0; b < processes_.size(); ++b) {
        if (a == b || processes_.list[a].kind != processes_.list[b].kind) {
          continue;
        }
        network::poll();
        const Renaming renaming = processes_.exchange(a, b);
        const auto at = by_name_.find(name(model_.steps[result[i]], &renaming));
        if (at != by_name_.end() && seen.insert(at->second).second) {
          result.push_back(at->second);
        }
      }
    }
  }
  std::ranges::sort(result);
  return result;
}

std::vector<std::uint32_t> Annotations::siblings(std::uint32_t step) const {
  // Edges move with the processes that they are between.
  if (binds_edges(model_.steps[step])) return renamed(step);
  std::vector<std::uint32_t> kinds;
  for (const auto& p : processes_.list) kinds.push_back(p.kind);
  const Cells cells = numbered(kinds);
  const auto wanted = shape(step, cells);
  std::vector<std::uint32_t> result;
  for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
    if (model_.steps[s].process == model_.steps[step].process &&
        model_.steps[s].action == model_.steps[step].action &&
        shape(s, cells) == wanted) {
      result.push_back(s);
    }
  }
  return result;
}

Cells Annotations::start() {
  return coarsest([&](std::uint32_t a, std::uint32_t b) {
    rename(a, b);
    return same_start(model_, map_, forms_);
  });
}

void Annotations::rename(std::uint32_t a, std::uint32_t b) {
  renaming_ = processes_.exchange(a, b);
  map_ = processes_.map(renaming_);
  forms_.rename(map_);
}

bool Annotations::invariant(const std::vector<std::uint32_t>& steps,
                            std::uint32_t a, std::uint32_t b) {
  rename(a, b);
  const std::set<std::uint32_t> all(steps.begin(), steps.end());
  return std::ranges::all_of(steps, [&](std::uint32_t s) {
    network::poll();
    const auto at = by_name_.find(name(model_.steps[s], &renaming_));
    if (at == by_name_.end() || !all.contains(at->second)) return false;
    const StepForm image = mapped(model_.steps[s], forms_);
    const StepForm& wanted = model_.steps[at->second];
    return image.guard == wanted.guard && image.fails == wanted.fails &&
           image.updates == wanted.updates;
  });
}

// `same` is an equivalence, since exchanges generate each other: (a c) is
// (a b)(b c)(a b).
template <class Same>
Cells Annotations::coarsest(const Same& same) {
  std::vector<std::uint32_t> first;  // of cells
  std::vector<std::uint32_t> cell;
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    const auto at = std::ranges::find_if(first, [&](std::uint32_t f) {
      return processes_.list[f].kind == processes_.list[p].kind && same(f, p);
    });
    cell.push_back(static_cast<std::uint32_t>(at - first.begin()));
    if (at == first.end()) first.push_back(p);
  }
  return numbered(cell);
}

Cells Annotations::annotation(FormId form) {
  return coarsest([&](std::uint32_t a, std::uint32_t b) {
    rename(a, b);
    return forms_.mapped(form) == form;
  });
}

bool Annotations::few(FormId form) const {
  const std::set<std::uint32_t> slots = forms_.slots_of({form});
  const bool refers = std::ranges::any_of(slots, [&](std::uint32_t s) {
    const std::uint32_t sort = forms_.sorts().of_slot[s];
    return sort != no_sort && forms_.sorts().sorts[sort].family.valid();
  });
  return !refers && 2 * processes_.of(slots).size() <= processes_.size();
}

// Of steps, under the permutations that the partition generates.
std::vector<std::vector<std::uint32_t>> Annotations::orbits(
    const std::vector<std::uint32_t>& steps, const Cells& cells) const {
  std::map<std::uint32_t, std::uint32_t> root;
  for (const std::uint32_t s : steps) root[s] = s;
  const auto find = [&](std::uint32_t s) {
    while (root[s] != s) s = root[s] = root[root[s]];
    return s;
  };
  std::vector<std::uint32_t> first(cells.size(), no_process);
  for (std::uint32_t p = 0; p < cells.size(); ++p) {
    std::uint32_t& f = first[cells[p]];
    if (f == no_process) {
      f = p;
      continue;
    }
    const Renaming renaming = processes_.exchange(f, p);
    for (const std::uint32_t s : steps) {
      const std::uint32_t image = by_name_.at(name(model_.steps[s], &renaming));
      const std::uint32_t a = find(s), b = find(image);
      root[std::max(a, b)] = std::min(a, b);
    }
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_root;
  for (const std::uint32_t s : steps) by_root[find(s)].push_back(s);
  std::vector<std::vector<std::uint32_t>> result;
  for (auto& [r, orbit] : by_root) result.push_back(std::move(orbit));
  return result;
}

std::vector<Part> Annotations::parts() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>
      actions;
  for (std::uint32_t s = 0; s < model_.steps.size(); ++s) {
    const StepForm& step = model_.steps[s];
    actions[{step.process.value, step.action}].push_back(s);
  }
  std::vector<Part> result;
  for (const auto& [action, steps] : actions) {
    const auto of = [&](const std::vector<std::uint32_t>& some) {
      return coarsest([&](std::uint32_t a, std::uint32_t b) {
        return invariant(some, a, b);
      });
    };
    for (auto& orbit : orbits(steps, of(steps))) {
      Cells annotation = of(orbit);
      result.push_back({std::move(orbit), std::move(annotation)});
    }
  }
  return result;
}

}  // namespace vicinal::explore::inline lazy
