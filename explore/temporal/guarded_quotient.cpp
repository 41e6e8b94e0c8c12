// SPDX-License-Identifier: MIT
// Priorities and guards are left out all at once; those without which no more
// processes may change places come back, one by one, guards as far as that
// goes. What is left out is asked of an actor and of members in an arrangement:
// that is right only where exchanges take the steps of these to the steps of
// their images, which is checked. Where that fails, guards stay as they are.
#include "explore/temporal/guarded_quotient.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "explore/search/failures.hpp"
#include "network/base/budget.hpp"
#include "symmetry/judge/comparison.hpp"

namespace vicinal::explore::inline temporal {

using network::ModelError;
using network::NodeId;
using network::ProcessId;
using network::Scalar;
using symmetry::guarded_of;
using symmetry::model_symmetry;

GuardedQuotient::GuardedQuotient(const network::Instance& instance,
                                 const std::vector<NodeId>& fixed)
    : original_(instance),
      model_(*instance.model),
      instance_(instance),
      packing_(instance),
      steps_(instance_),
      table_(packing_.words()) {
  instance_.model = &model_;
  choose(fixed);
  if (!why_not_.empty()) return;
  for (const auto& nodes : symmetry_.exchangeable) {
    first_.push_back(static_cast<std::uint32_t>(processes_.size()));
    for (const NodeId n : nodes) processes_.push_back(n);
  }
  first_.push_back(static_cast<std::uint32_t>(processes_.size()));
}

GuardedQuotient::~GuardedQuotient() = default;

// How much may change places: pairs of processes.
std::size_t GuardedQuotient::freedom(const std::vector<NodeId>& fixed) const {
  std::size_t pairs = 0;
  for (const auto& nodes :
       model_symmetry(instance_, {}, {}, fixed, symmetry::Products::left_out)
           .exchangeable) {
    pairs += nodes.size() * (nodes.size() - 1) / 2;
  }
  return pairs;
}

// An action as it is given.
struct GuardedQuotient::Relaxed {
  network::Action* action = nullptr;
  network::ExprId priority, guard;
  bool end = false;  // of the guard may be left out
};

void GuardedQuotient::choose(const std::vector<NodeId>& fixed) {
  if (!choose(fixed, true) && !relaxed_names_.empty()) choose(fixed, false);
}

bool GuardedQuotient::choose(const std::vector<NodeId>& fixed, bool guards) {
  model_.processes = original_.model->processes;
  model_.rules = original_.model->rules;
  relax(fixed, relaxable(guards));
  note_relaxed();
  why_not_.clear();
  symmetry_ =
      model_symmetry(instance_, {}, {}, fixed, symmetry::Products::left_out);
  if (!symmetry_.why_not.empty()) {
    why_not_ = symmetry_.why_not;
  } else if (symmetry_.exchangeable.empty()) {
    why_not_ = "no processes may change places";
  } else if (symmetry_.canonical.sorted.empty()) {
    why_not_ = "the symmetry is more than that of processes that change places";
  } else if (!follow()) {
    why_not_ = "a priority goes by more than the nodes that take part";
  }
  return why_not_.empty();
}

namespace {

// Whether all that an action chooses are nodes.
bool chooses_nodes(const network::Model& model, const network::Action& action) {
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    const auto domain = model.binders[b].domain;
    if (domain != network::DomainKind::node_family &&
        domain != network::DomainKind::process) {
      return false;
    }
  }
  return true;
}

// `p && q` of `p && q && r`; of what is no conjunction nothing is left.
network::ExprId without_end(network::Model& model, network::ExprId guard) {
  network::Expr e = model[guard];
  if (e.op != network::Op::logical_and) return network::ExprId::none();
  if (e.children.size() == 2) return model.child(e, 0);
  --e.children.end;
  model.exprs.push_back(e);
  return network::ExprId(model.exprs.size() - 1);
}

}  // namespace

std::vector<GuardedQuotient::Relaxed> GuardedQuotient::relaxable(bool guards) {
  std::vector<Relaxed> list;
  const auto add = [&](std::vector<network::Action>& actions) {
    for (network::Action& a : actions) {
      const bool end = guards && a.guard.valid() && chooses_nodes(model_, a);
      if (!end && !a.priority.valid()) continue;
      list.push_back({&a, a.priority, a.guard, end});
    }
  };
  for (network::Process& p : model_.processes) add(p.actions);
  add(model_.rules);
  return list;
}

// Where nothing is gained, nothing is left out.
void GuardedQuotient::relax(const std::vector<NodeId>& fixed,
                            const std::vector<Relaxed>& list) {
  if (list.empty()) return;
  const std::size_t with = freedom(fixed);
  for (const Relaxed& r : list) {
    r.action->priority = network::ExprId::none();
    if (r.end) r.action->guard = network::ExprId::none();
  }
  const std::size_t without = freedom(fixed);
  if (without > with) {
    restore(fixed, list, without);
    return;
  }
  for (const Relaxed& r : list) {
    r.action->priority = r.priority;
    r.action->guard = r.guard;
  }
}

// As much as leaves this freedom.
void GuardedQuotient::restore(const std::vector<NodeId>& fixed,
                              const std::vector<Relaxed>& list,
                              std::size_t freedom_without) {
  const auto kept = [&] { return freedom(fixed) == freedom_without; };
  for (const Relaxed& r : list) r.action->guard = r.guard;
  if (!kept()) {
    for (const Relaxed& r : list) {
      if (r.end) r.action->guard = network::ExprId::none();
    }
    for (const Relaxed& r : list) {
      if (!r.end) continue;
      r.action->guard = r.guard;
      while (r.action->guard.valid() && !kept()) {
        r.action->guard = without_end(model_, r.action->guard);
      }
    }
  }
  for (const Relaxed& r : list) {
    // Only what the whole guard lets through competes.
    if (!r.priority.valid() || r.action->guard != r.guard) continue;
    r.action->priority = r.priority;
    if (!kept()) r.action->priority = network::ExprId::none();
  }
}

void GuardedQuotient::note_relaxed() {
  left_out_.clear();
  guarded_names_.clear();
  relaxed_names_.clear();
  const auto note = [&](const std::vector<network::Action>& before,
                        const std::vector<network::Action>& now) {
    auto& list = left_out_.emplace_back();
    for (std::size_t a = 0; a < now.size(); ++a) {
      const LeftOut out{before[a].priority != now[a].priority,
                        before[a].guard != now[a].guard};
      if (out.priority) guarded_names_.push_back(now[a].name);
      if (out.guard) relaxed_names_.push_back(now[a].name);
      list.push_back(out);
    }
  };
  for (std::size_t p = 0; p < model_.processes.size(); ++p) {
    note(original_.model->processes[p].actions, model_.processes[p].actions);
  }
  note(original_.model->rules, model_.rules);
}

GuardedQuotient::LeftOut GuardedQuotient::left_out(NodeId actor,
                                                   std::uint32_t action) const {
  return actor.valid() ? left_out_[instance_.process_id(actor).index()][action]
                       : left_out_.back()[action];
}

// Whether exchanges take steps with a guard to those of their images.
bool GuardedQuotient::follow() const {
  std::vector<std::pair<ProcessId, std::uint32_t>> actions;
  for (std::size_t p = 0; p < left_out_.size(); ++p) {
    const bool rules = p + 1 == left_out_.size();
    for (std::uint32_t a = 0; a < left_out_[p].size(); ++a) {
      if (!left_out_[p][a].any()) continue;
      if (!chooses_nodes(model_, rules ? model_.rules[a]
                                       : model_.processes[p].actions[a])) {
        return false;
      }
      actions.emplace_back(rules ? ProcessId::none() : ProcessId(p), a);
    }
  }
  if (actions.empty()) return true;
  std::string why_not;
  auto guarded = guarded_of(instance_, {}, {}, why_not);
  if (!guarded) return false;
  symmetry::Comparison comparison(*guarded, 0, *symmetry_.sorts);
  std::vector<NodeId> image;
  for (std::size_t n = 0; n < instance_.network.node_count(); ++n) {
    image.emplace_back(n);
  }
  std::size_t generator = 0;
  for (const auto& nodes : symmetry_.exchangeable) {
    for (std::size_t i = 1; i < nodes.size(); ++i, ++generator) {
      network::poll();
      std::swap(image[nodes[0].index()], image[nodes[i].index()]);
      for (const auto& [process, action] : actions) {
        if (!comparison.follows(symmetry_.generators[generator], image, process,
                                action)) {
          return false;
        }
      }
      std::swap(image[nodes[0].index()], image[nodes[i].index()]);
    }
  }
  return true;
}

GuardedQuotient::State GuardedQuotient::state(
    std::uint32_t representative) const {
  State state(instance_.slot_count());
  packing_.unpack(table_[representative].data(), state);
  return state;
}

std::uint32_t GuardedQuotient::find(const State& state,
                                    std::vector<std::uint32_t>& at) {
  at.resize(processes_.size());
  std::iota(at.begin(), at.end(), 0U);
  State sorted = state;
  for (std::size_t c = 0; c + 1 < first_.size(); ++c) {
    const symmetry::Blocks& blocks = symmetry_.canonical.sorted[c];
    const auto row = [&](std::uint32_t process) {
      return std::span(blocks.slots)
          .subspan(std::size_t{process - first_[c]} * blocks.width,
                   blocks.width);
    };
    std::stable_sort(at.begin() + first_[c], at.begin() + first_[c + 1],
                     [&](std::uint32_t a, std::uint32_t b) {
                       const auto x = row(a);
                       const auto y = row(b);
                       for (std::size_t i = 0; i < x.size(); ++i) {
                         if (state[x[i]] != state[y[i]]) {
                           return state[x[i]] < state[y[i]];
                         }
                       }
                       return false;
                     });
    for (std::uint32_t p = first_[c]; p < first_[c + 1]; ++p) {
      const auto from = row(at[p]);
      const auto to = row(p);
      for (std::size_t i = 0; i < to.size(); ++i) {
        sorted[to[i]] = state[from[i]];
      }
    }
  }
  std::vector<std::uint64_t> packed(packing_.words());
  packing_.pack(sorted, packed.data());
  const auto [number, fresh] = table_.add(packed.data());
  if (fresh) {
    groups_.emplace_back();
    expanded_.emplace_back();
  }
  return number;
}

GuardedQuotient::State GuardedQuotient::arranged(
    std::uint32_t representative, const std::vector<std::uint32_t>& at) const {
  const State from = state(representative);
  State out = from;
  for (std::size_t c = 0; c + 1 < first_.size(); ++c) {
    const symmetry::Blocks& blocks = symmetry_.canonical.sorted[c];
    for (std::uint32_t p = first_[c]; p < first_[c + 1]; ++p) {
      const std::size_t to = std::size_t{at[p] - first_[c]} * blocks.width;
      const std::size_t place = std::size_t{p - first_[c]} * blocks.width;
      for (std::uint32_t i = 0; i < blocks.width; ++i) {
        out[blocks.slots[to + i]] = from[blocks.slots[place + i]];
      }
    }
  }
  return out;
}

const std::vector<std::uint32_t>& GuardedQuotient::groups(
    std::uint32_t representative) {
  std::vector<std::uint32_t>& groups = groups_[representative];
  if (!groups.empty()) return groups;
  const State from = state(representative);
  std::uint32_t last = 0;
  for (std::size_t c = 0; c + 1 < first_.size(); ++c) {
    const symmetry::Blocks& blocks = symmetry_.canonical.sorted[c];
    for (std::uint32_t p = first_[c]; p < first_[c + 1]; ++p) {
      const std::size_t place = std::size_t{p - first_[c]} * blocks.width;
      bool same = p > first_[c];
      for (std::uint32_t i = 0; i < blocks.width && same; ++i) {
        same = from[blocks.slots[place + i]] ==
               from[blocks.slots[place - blocks.width + i]];
      }
      if (!same && p > 0) ++last;
      groups.push_back(last);
    }
  }
  return groups;
}

// Where each place goes: most of a group go together.
GuardedQuotient::Edge GuardedQuotient::edge(std::uint32_t representative,
                                            const State& after) {
  std::vector<std::uint32_t> at;
  Edge edge;
  edge.to = find(after, at);
  const std::vector<std::uint32_t> target = groups(edge.to);
  const std::vector<std::uint32_t>& from = groups(representative);
  std::vector<std::uint32_t> to(at.size());  // per place: its new group
  for (std::size_t p = 0; p < at.size(); ++p) to[at[p]] = target[p];
  for (std::size_t begin = 0, end = 0; begin < from.size(); begin = end) {
    std::map<std::uint32_t, std::uint32_t> counts;
    for (end = begin; end < from.size() && from[end] == from[begin]; ++end) {
      ++counts[to[end]];
    }
    const auto most = std::ranges::max_element(
        counts, {}, [](const auto& count) { return count.second; });
    edge.group_to.push_back(most->first);
    for (std::size_t p = begin; p < end; ++p) {
      if (to[p] != most->first) {
        edge.moved.push_back({static_cast<std::uint32_t>(p), to[p]});
      }
    }
  }
  return edge;
}

void GuardedQuotient::expand(std::uint32_t representative) {
  auto result = std::make_unique<Expanded>();
  State from = state(representative);
  network::StepList list;
  steps_.enabled(from.data(), list);
  // An overflow may be no error.
  for (const network::Problem& p : list.problems) {
    if (!result->problem ||
        result->problem->kind == network::ErrorKind::overflow) {
      result->problem = p.error;
    }
  }
  // Effects, by target and by which groups the moved come from and go to.
  std::map<std::vector<std::uint32_t>, std::uint32_t> effects;
  const auto number = [&](const Edge& made) {
    std::vector<std::uint32_t> key = {made.to};
    key.insert(key.end(), made.group_to.begin(), made.group_to.end());
    for (const Moved& m : made.moved) {
      key.push_back(groups_[representative][m.place]);
      key.push_back(m.group);
    }
    const auto next = static_cast<std::uint32_t>(effects.size());
    return effects.try_emplace(std::move(key), next).first->second;
  };
  for (const network::Step& step : list.steps) {
    network::poll(64);
    State after = from;
    Edge made;
    try {
      steps_.apply(list, step, after.data());
      made = edge(representative, after);
      made.effect = number(made);
    } catch (const ModelError& e) {
      made.error = e;
    }
    made.actor = step.actor;
    made.action = step.action;
    made.binding = event_of(instance_, list, step).binding;
    made.guard = left_out(step.actor, step.action);
    edge_count_ += 1;
    result->edges.push_back(std::move(made));
  }
  expanded_[representative] = std::move(result);
}

std::vector<std::vector<std::uint32_t>> GuardedQuotient::labels(
    std::uint32_t representative) {
  State from = state(representative);
  network::StepList list;
  steps_.enabled(from.data(), list);
  std::vector<std::vector<std::uint32_t>> labels;
  for (const network::Step& step : list.steps) {
    network::poll(64);
    auto& at = labels.emplace_back();
    State after = from;
    try {
      steps_.apply(list, step, after.data());
      find(after, at);
    } catch (const ModelError&) {
      at.clear();
    }
  }
  return labels;
}

std::uint64_t GuardedQuotient::bytes() const {
  return table_.bytes() + edge_count_ * (sizeof(Edge) + 64) +
         groups_.size() * (processes_.size() * 4 + 64);
}

}  // namespace vicinal::explore::inline temporal
