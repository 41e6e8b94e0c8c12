// SPDX-License-Identifier: MIT
// The initial condition falls into independent components, coupled by the
// slots that its constraints read. An initial state is any choice of a
// solution per component, so that the projection onto a view is the product
// of the projections of the components onto the view's slots.
//
//   slot ──▶ group: slots that plain constraints couple, with all solutions
//   group ──▶ component: groups that a cardinality couples. If the counts
//            that each group can give are an interval, so are the sums, and a
//            choice in the view extends to a whole solution exactly if the
//            rest can fill up to the bounds.
#include "fixpoint/initial/initial.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

#include "fixpoint/initial/initial_groups.hpp"
#include "fixpoint/initial/initial_solver.hpp"
#include "fixpoint/views/view.hpp"
#include "network/base/budget.hpp"
#include "network/base/union_find.hpp"

namespace vicinal::fixpoint::inline initial {

using network::Context;
using network::Evaluator;
using network::ExprId;
using network::Instance;
using network::ModelError;
using network::NodeId;
using network::Scalar;
using network::UnionFind;

namespace {

constexpr std::size_t max_constraints = 20'000'000;
constexpr std::uint64_t max_assignments = 4096;  // enumerated per group
constexpr std::uint32_t no_group = UINT32_MAX;
constexpr std::uint64_t max_projected = 50'000'000;  // of a projection's rows

// Slots of a component, in groups: those that are joined, directly or not.
// Groups are numbered as they are asked for, once all is joined.
class Grouping {
 public:
  explicit Grouping(const std::vector<std::uint32_t>& sorted_slots)
      : slots_(sorted_slots),
        sets_(sorted_slots.size()),
        numbers_(sorted_slots.size(), no_group) {}
  void join(const std::vector<std::uint32_t>& slots) {
    for (const std::uint32_t s : slots) {
      sets_.join(position(slots.front()), position(s));
    }
  }
  std::uint32_t group_of(std::uint32_t slot) {
    std::uint32_t& number = numbers_[sets_.find(position(slot))];
    if (number == no_group) number = groups_++;
    return number;
  }

 private:
  std::uint32_t position(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(
        std::lower_bound(slots_.begin(), slots_.end(), slot) - slots_.begin());
  }

  const std::vector<std::uint32_t>& slots_;
  UnionFind sets_;
  std::vector<std::uint32_t> numbers_;  // per set
  std::uint32_t groups_ = 0;
};

// What one cardinality couples.
struct CountedGroup {
  Group group;
  std::vector<std::uint32_t> constraints;  // plain ones
  std::vector<std::uint32_t> members;      // of the cardinality
};

// What the counts are that the groups can give: each an interval; some has
// gaps or is of a group that is too large; none, as a group has no row.
enum class Counts : std::uint8_t { intervals, others, none };

}  // namespace

class InitialProjector::Projector {
 public:
  Projector(const Instance& instance, const network::Limits& limits)
      : instance_(instance),
        limits_(limits),
        evaluator_(instance),
        state_(instance.slot_count()),
        group_of_(instance.slot_count(), no_group),
        component_of_(instance.slot_count(), no_group) {
    for (std::size_t s = 0; s < state_.size(); ++s) {
      state_[s] = instance.initial[s].value_or(instance.slots[s].low);
    }
  }

  Projected prepare();
  Projected project(std::span<const std::uint32_t> view, Projection& out);
  std::vector<std::uint32_t> describe(std::span<const std::uint32_t> view);
  std::vector<std::vector<std::uint32_t>> couplings() const;

 private:
  std::uint32_t content(std::uint32_t group);
  bool empty_domains() const;
  void couple();
  Projected make_component(std::vector<std::uint32_t> slots,
                           const std::vector<std::uint32_t>& plain,
                           const std::vector<std::uint32_t>& counted);
  Projected make_counted(Component component,
                         const std::vector<std::uint32_t>& plain,
                         const Cardinality& cardinality);
  std::vector<CountedGroup> divide(const Component& component,
                                   const std::vector<std::uint32_t>& plain,
                                   const Cardinality& cardinality) const;
  std::optional<Scalar> fixed_count(const Cardinality& cardinality);
  Counts count_groups(const Cardinality& cardinality,
                      std::vector<CountedGroup>& groups, Component& component);
  void add_group(Group group, Component& component);
  void make_solver(Component component);
  std::uint64_t assignments(const std::vector<std::uint32_t>& slots) const;
  bool holds(ExprId formula, const std::vector<Scalar>& frame, bool& failed);
  bool enumerate(Group& group, const std::vector<std::uint32_t>& constraints,
                 const Cardinality* cardinality,
                 const std::vector<std::uint32_t>& members);
  Projection::Part counted_part(const Component& component,
                                const std::vector<std::uint32_t>& columns,
                                const std::vector<std::uint32_t>& slots);

  const Instance& instance_;
  const network::Limits& limits_;
  Evaluator evaluator_;
  std::vector<Scalar> state_;
  std::vector<Scalar> frame_;
  std::vector<Constraint> constraints_;
  std::vector<std::optional<Cardinality>> cardinalities_;
  std::vector<Group> groups_;
  std::vector<Component> components_;
  std::vector<std::uint32_t> solver_of_;  // per component
  std::vector<std::unique_ptr<InitialSolver>> solvers_;
  std::vector<std::uint32_t> group_of_, component_of_;  // per slot
  // Equal numbers: equal rows and counts. Per group, when it was asked for.
  std::vector<std::uint32_t> content_of_;
  std::map<std::vector<Scalar>, std::uint32_t> contents_;
};

// ---- preparing -------------------------------------------------------------

bool InitialProjector::Projector::empty_domains() const {
  for (std::size_t s = 0; s < state_.size(); ++s) {
    const network::Bounds& b = instance_.slots[s];
    if (b.low > b.high) return true;
  }
  return false;
}

std::uint64_t InitialProjector::Projector::assignments(
    const std::vector<std::uint32_t>& slots) const {
  std::uint64_t product = 1;
  for (const std::uint32_t s : slots) {
    const network::Bounds& b = instance_.slots[s];
    const std::uint64_t span =
        static_cast<std::uint64_t>(b.high) - static_cast<std::uint64_t>(b.low);
    if (span >= max_assignments) return max_assignments + 1;
    product *= span + 1;
    if (product > max_assignments) return max_assignments + 1;
  }
  return product;
}

// False also for an error, which `failed` tells.
bool InitialProjector::Projector::holds(ExprId formula,
                                        const std::vector<Scalar>& frame,
                                        bool& failed) {
  failed = !formula.valid();
  if (failed) return false;
  frame_ = frame;
  const Context context{network::whole(instance_, state_.data()),
                        NodeId::none(), frame_.data()};
  try {
    return evaluator_.holds(formula, context);
  } catch (const ModelError&) {
    failed = true;
    return false;
  }
}

// All rows of a group, by an odometer over its slots. False if there is none.
bool InitialProjector::Projector::enumerate(
    Group& group, const std::vector<std::uint32_t>& constraints,
    const Cardinality* cardinality, const std::vector<std::uint32_t>& members) {
  for (const std::uint32_t s : group.slots) {
    state_[s] = instance_.slots[s].low;
  }
  for (bool more = true; more;) {
    bool good = true;
    bool failed = false;
    for (std::size_t i = 0; i < constraints.size() && good; ++i) {
      const Constraint& c = constraints_[constraints[i]];
      good = holds(c.formula, c.frame, failed);
    }
    Scalar count = 0;
    for (std::size_t i = 0; i < members.size() && good; ++i) {
      count +=
          holds(cardinality->body, cardinality->frames[members[i]], failed);
      good = !failed;
    }
    if (good) {
      for (const std::uint32_t s : group.slots) {
        group.rows.push_back(state_[s]);
      }
      group.counts.push_back(count);
    }
    more = false;
    for (const std::uint32_t s : group.slots) {
      if (state_[s] < instance_.slots[s].high) {
        ++state_[s];
        more = true;
        break;
      }
      state_[s] = instance_.slots[s].low;
    }
  }
  return group.size() > 0;
}

void InitialProjector::Projector::make_solver(Component component) {
  component.solver = true;
  std::vector<const Constraint*> list;
  for (const std::uint32_t c : component.constraints) {
    list.push_back(&constraints_[c]);
  }
  solver_of_.push_back(static_cast<std::uint32_t>(solvers_.size()));
  solvers_.push_back(std::make_unique<InitialSolver>(instance_, component.slots,
                                                     list, state_));
  components_.push_back(std::move(component));
}

// The groups of a component: slots that a plain constraint or one member of
// the cardinality couples.
std::vector<CountedGroup> InitialProjector::Projector::divide(
    const Component& component, const std::vector<std::uint32_t>& plain,
    const Cardinality& cardinality) const {
  Grouping grouping(component.slots);
  for (const std::uint32_t c : plain) grouping.join(constraints_[c].slots);
  for (const auto& slots : cardinality.slots) grouping.join(slots);
  std::vector<CountedGroup> groups;
  const auto at = [&](std::uint32_t slot) -> CountedGroup& {
    const std::uint32_t number = grouping.group_of(slot);
    if (number == groups.size()) groups.emplace_back();
    return groups[number];
  };
  for (const std::uint32_t s : component.slots) {
    at(s).group.slots.push_back(s);
  }
  for (const std::uint32_t c : plain) {
    at(constraints_[c].slots.front()).constraints.push_back(c);
  }
  for (std::uint32_t m = 0; m < cardinality.frames.size(); ++m) {
    if (cardinality.slots[m].empty()) continue;
    at(cardinality.slots[m].front()).members.push_back(m);
  }
  return groups;
}

// How many members that read no free slot satisfy the body; none: it fails.
std::optional<Scalar> InitialProjector::Projector::fixed_count(
    const Cardinality& cardinality) {
  Scalar fixed = 0;
  for (std::uint32_t m = 0; m < cardinality.frames.size(); ++m) {
    if (!cardinality.slots[m].empty()) continue;
    bool failed = false;
    fixed += holds(cardinality.body, cardinality.frames[m], failed);
    if (failed) return std::nullopt;
  }
  return fixed;
}

// Finds the rows of the groups, and the least and the greatest sum of counts.
Counts InitialProjector::Projector::count_groups(
    const Cardinality& cardinality, std::vector<CountedGroup>& groups,
    Component& component) {
  for (CountedGroup& g : groups) {
    if (assignments(g.group.slots) > max_assignments) return Counts::others;
    if (!enumerate(g.group, g.constraints, &cardinality, g.members)) {
      return Counts::none;
    }
    std::vector<Scalar> counts = g.group.counts;
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    component.least += counts.front();
    component.greatest += counts.back();
    if (counts.back() - counts.front() + 1 !=
        static_cast<Scalar>(counts.size())) {
      return Counts::others;
    }
  }
  return Counts::intervals;
}

void InitialProjector::Projector::add_group(Group group, Component& component) {
  const auto number = static_cast<std::uint32_t>(groups_.size());
  for (const std::uint32_t s : group.slots) group_of_[s] = number;
  component.groups.push_back(number);
  groups_.push_back(std::move(group));
}

// Groups under one cardinality. Falls back on the solver where a group is too
// large, or its counts have gaps.
Projected InitialProjector::Projector::make_counted(
    Component component, const std::vector<std::uint32_t>& plain,
    const Cardinality& cardinality) {
  std::vector<CountedGroup> groups = divide(component, plain, cardinality);
  const std::optional<Scalar> fixed = fixed_count(cardinality);
  if (!fixed) return Projected::unsatisfiable;
  component.low = cardinality.low - *fixed;
  component.high = cardinality.high - *fixed;
  const Counts counts = count_groups(cardinality, groups, component);
  if (counts == Counts::none) return Projected::unsatisfiable;
  if (counts == Counts::others) {
    make_solver(std::move(component));
    return Projected::done;
  }
  if (component.greatest < component.low || component.least > component.high) {
    return Projected::unsatisfiable;
  }
  component.counted = true;
  for (CountedGroup& g : groups) add_group(std::move(g.group), component);
  components_.push_back(std::move(component));
  solver_of_.push_back(no_group);
  return Projected::done;
}

Projected InitialProjector::Projector::make_component(
    std::vector<std::uint32_t> slots, const std::vector<std::uint32_t>& plain,
    const std::vector<std::uint32_t>& counted) {
  Component component;
  component.slots = std::move(slots);
  component.constraints = plain;
  component.constraints.insert(component.constraints.end(), counted.begin(),
                               counted.end());
  for (const std::uint32_t s : component.slots) {
    component_of_[s] = static_cast<std::uint32_t>(components_.size());
  }
  if (assignments(component.slots) <= max_assignments) {
    Group group;
    group.slots = component.slots;
    if (!enumerate(group, component.constraints, nullptr, {})) {
      return Projected::unsatisfiable;
    }
    add_group(std::move(group), component);
    components_.push_back(std::move(component));
    solver_of_.push_back(no_group);
    return Projected::done;
  }
  if (counted.size() == 1) {
    return make_counted(std::move(component), plain,
                        *cardinalities_[counted.front()]);
  }
  make_solver(std::move(component));
  return Projected::done;
}

Projected InitialProjector::Projector::prepare() {
  if (empty_domains()) return Projected::unsatisfiable;
  if (!initial_constraints(instance_, max_constraints, constraints_)) {
    return Projected::limit;
  }
  UnionFind sets(instance_.slot_count());
  for (const Constraint& c : constraints_) {
    cardinalities_.push_back(as_cardinality(instance_, c));
    const auto& cardinality = cardinalities_.back();
    if (cardinality && cardinality->fails) return Projected::unsatisfiable;
    bool failed = false;
    if (c.slots.empty()) {
      if (!holds(c.formula, c.frame, failed)) {
        return Projected::unsatisfiable;
      }
      continue;
    }
    for (const std::uint32_t s : c.slots) sets.join(c.slots.front(), s);
  }
  struct Parts {
    std::vector<std::uint32_t> slots, plain, counted;
  };
  std::map<std::uint32_t, Parts> components;  // by the least slot
  for (std::uint32_t c = 0; c < constraints_.size(); ++c) {
    if (constraints_[c].slots.empty()) continue;
    Parts& parts = components[sets.find(constraints_[c].slots.front())];
    (cardinalities_[c] ? parts.counted : parts.plain).push_back(c);
  }
  for (std::uint32_t s = 0; s < instance_.slot_count(); ++s) {
    const auto it = components.find(sets.find(s));
    if (it != components.end() && !instance_.initial[s]) {
      it->second.slots.push_back(s);
    }
  }
  for (auto& [first, parts] : components) {
    const Projected made =
        make_component(std::move(parts.slots), parts.plain, parts.counted);
    if (made != Projected::done) return made;
  }
  // A component that no view shows may still be without a solution.
  for (std::size_t i = 0; i < components_.size(); ++i) {
    if (!components_[i].solver) continue;
    const auto any = solvers_[solver_of_[i]]->project({}, 1, limits_.seconds);
    if (!any) return Projected::limit;
    if (any->empty()) return Projected::unsatisfiable;
  }
  return Projected::done;
}

// ---- projecting ------------------------------------------------------------

// The groups that the view touches, such that those elsewhere can make up for
// the rest of the count.
Projection::Part InitialProjector::Projector::counted_part(
    const Component& component, const std::vector<std::uint32_t>& columns,
    const std::vector<std::uint32_t>& slots) {
  Projection::Part part;
  std::map<std::uint32_t, std::vector<std::size_t>> by_group;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    by_group[group_of_[slots[i]]].push_back(i);
  }
  Scalar rest_least = component.least;
  Scalar rest_greatest = component.greatest;
  for (const auto& [g, at] : by_group) {
    const Group& group = groups_[g];
    part.members.push_back(member_of(group, columns, slots, at));
    const auto [low, high] =
        std::minmax_element(group.counts.begin(), group.counts.end());
    rest_least -= *low;
    rest_greatest -= *high;
  }
  part.low = component.low - rest_greatest;
  part.high = component.high - rest_least;
  return part;
}

Projected InitialProjector::Projector::project(
    std::span<const std::uint32_t> view, Projection& out) {
  out.width = static_cast<std::uint32_t>(view.size());
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_component;
  for (std::uint32_t i = 0; i < view.size(); ++i) {
    if (component_of_[view[i]] != no_group) {
      by_component[component_of_[view[i]]].push_back(i);
      continue;
    }
    auto& members = out.parts.emplace_back().members;
    if (!free_member(instance_, i, view[i], members.emplace_back())) {
      return Projected::limit;
    }
  }
  for (const auto& [c, columns] : by_component) {
    const Component& component = components_[c];
    std::vector<std::uint32_t> slots;
    for (const std::uint32_t i : columns) slots.push_back(view[i]);
    Projection::Part& part = out.parts.emplace_back();
    if (component.counted) {
      part = counted_part(component, columns, slots);
      continue;
    }
    if (!component.solver) {
      std::vector<std::size_t> all(slots.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      part.members = {
          member_of(groups_[component.groups.front()], columns, slots, all)};
      part.high = INT64_MAX;
      continue;
    }
    const auto rows = solvers_[solver_of_[c]]->project(
        slots, limits_.work != 0 ? limits_.work : 10'000'000, limits_.seconds);
    if (!rows) return Projected::limit;
    Projection::Member& member = part.members.emplace_back();
    member.columns = columns;
    for (std::size_t r = 0; r < rows->size(); r += slots.size()) {
      const auto first = rows->begin() + static_cast<std::ptrdiff_t>(r);
      member.choices.push_back(
          {{first, first + static_cast<std::ptrdiff_t>(slots.size())}, 0});
    }
  }
  out.normalise();
  return Projected::done;
}

std::uint32_t InitialProjector::Projector::content(std::uint32_t group) {
  if (content_of_.empty()) content_of_.assign(groups_.size(), no_group);
  if (content_of_[group] == no_group) {
    const Group& g = groups_[group];
    std::vector<Scalar> key = {static_cast<Scalar>(g.slots.size())};
    key.insert(key.end(), g.rows.begin(), g.rows.end());
    key.insert(key.end(), g.counts.begin(), g.counts.end());
    content_of_[group] =
        contents_
            .emplace(std::move(key),
                     static_cast<std::uint32_t>(contents_.size()))
            .first->second;
  }
  return content_of_[group];
}

std::vector<std::uint32_t> InitialProjector::Projector::describe(
    std::span<const std::uint32_t> view) {
  std::vector<std::uint32_t> out;
  std::vector<std::uint32_t> met;  // groups
  const auto add = [&](Scalar v) {
    out.push_back(static_cast<std::uint32_t>(v));
    out.push_back(
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(v) >> 32));
  };
  for (const std::uint32_t s : view) {
    if (component_of_[s] == no_group) {
      out.push_back(instance_.initial[s] ? 0 : 1);
      add(instance_.initial[s].value_or(instance_.slots[s].low));
      add(instance_.initial[s].value_or(instance_.slots[s].high));
      continue;
    }
    const Component& component = components_[component_of_[s]];
    if (component.solver) {
      out.insert(out.end(), {2, component_of_[s], s});
      continue;
    }
    const std::uint32_t g = group_of_[s];
    auto at = std::find(met.begin(), met.end(), g);
    if (at == met.end()) at = met.insert(met.end(), g);
    const auto& slots = groups_[g].slots;
    out.insert(
        out.end(),
        {3, static_cast<std::uint32_t>(at - met.begin()), content(g),
         static_cast<std::uint32_t>(
             std::lower_bound(slots.begin(), slots.end(), s) - slots.begin()),
         component.counted ? component_of_[s] : 0});
  }
  return out;
}

std::vector<std::vector<std::uint32_t>> InitialProjector::Projector::couplings()
    const {
  std::vector<std::vector<std::uint32_t>> out;
  for (const Component& c : components_) {
    if (c.solver && c.slots.size() > 1) out.push_back(c.slots);
  }
  for (const Group& g : groups_) {
    if (g.slots.size() > 1) out.push_back(g.slots);
  }
  return out;
}

InitialProjector::InitialProjector(const Instance& instance,
                                   const network::Limits& limits)
    : projector_(std::make_unique<Projector>(instance, limits)) {}
InitialProjector::~InitialProjector() = default;

Projected InitialProjector::prepare() {
  return projector_->prepare();
}
std::optional<bool> satisfiable(const Instance& instance,
                                const network::Limits& limits) {
  const Projected found = InitialProjector(instance, limits).prepare();
  if (found == Projected::limit) return std::nullopt;
  return found == Projected::done;
}

Projected InitialProjector::project(std::span<const std::uint32_t> slots,
                                    const RowSink& sink) {
  Projection projection;
  const Projected result = projector_->project(slots, projection);
  if (result != Projected::done) return result;
  const std::uint64_t limit = max_projected / (slots.size() + 1);
  if (projection.rows(limit + 1) > limit) return Projected::limit;
  return expand(projection, limit, sink) ? Projected::done : Projected::limit;
}
std::optional<StateSet> InitialProjector::rows(
    std::span<const std::uint32_t> slots) {
  std::vector<Scalar> values;
  std::size_t rows = 0;
  const Projected result = project(slots, [&](std::span<const Scalar> row) {
    values.insert(values.end(), row.begin(), row.end());
    ++rows;
  });
  if (result != Projected::done) return std::nullopt;
  return sorted_set(static_cast<std::uint32_t>(slots.size()), std::move(values),
                    rows);
}
std::vector<std::uint32_t> InitialProjector::describe(
    std::span<const std::uint32_t> slots) {
  return projector_->describe(slots);
}
std::vector<std::vector<std::uint32_t>> InitialProjector::couplings() const {
  return projector_->couplings();
}

Projected project_initial(const Instance& instance,
                          const network::Limits& limits,
                          const ProjectionSink& sink, const SameSink& same) {
  const network::Budget budget(limits);
  InitialProjector::Projector projector(instance, limits);
  Projected result = projector.prepare();
  std::map<std::vector<std::uint32_t>, NodeId> described;
  for (std::size_t i = 0;
       i < instance.network.node_count() && result == Projected::done; ++i) {
    if ((i & 0xFF) == 0) network::poll_now();
    if ((i & 0xFF) == 0 && budget.clock() != network::Limit::none) {
      return Projected::limit;
    }
    const NodeId n(i);
    const std::vector<std::uint32_t> view = view_slots(instance, n);
    const auto [at, fresh] = described.try_emplace(projector.describe(view), n);
    if (!fresh) {
      same(n, at->second);
      continue;
    }
    Projection projection;
    result = projector.project(view, projection);
    if (result == Projected::done && !sink(n, std::move(projection))) {
      return Projected::limit;
    }
  }
  return result;
}

}  // namespace vicinal::fixpoint::inline initial
