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
#include "fixpoint/initial.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <numeric>

#include "fixpoint/initial_groups.hpp"
#include "fixpoint/initial_solver.hpp"
#include "fixpoint/view.hpp"

namespace vicinal::fixpoint {

using network::Context;
using network::Evaluator;
using network::ExprId;
using network::Instance;
using network::ModelError;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::size_t max_constraints = 20'000'000;
constexpr std::uint64_t max_assignments = 4096;  // enumerated per group
constexpr std::uint32_t no_group = UINT32_MAX;

class UnionFind {
 public:
  explicit UnionFind(std::size_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  void join(const std::vector<std::uint32_t>& slots) {
    for (const std::uint32_t s : slots) join(slots.front(), s);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

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
  Projected project(std::span<const std::uint32_t> view, const RowSink& sink);
  std::vector<std::uint32_t> describe(std::span<const std::uint32_t> view);
  std::vector<std::vector<std::uint32_t>> couplings() const;

 private:
  bool empty_domains() const;
  void couple();
  Projected make_component(std::vector<std::uint32_t> slots,
                           const std::vector<std::uint32_t>& plain,
                           const std::vector<std::uint32_t>& counted);
  Projected make_counted(Component component,
                         const std::vector<std::uint32_t>& plain,
                         const Cardinality& cardinality);
  void make_solver(Component component);
  std::uint64_t assignments(const std::vector<std::uint32_t>& slots) const;
  bool holds(ExprId formula, const std::vector<Scalar>& frame, bool& failed);
  bool enumerate(Group& group, const std::vector<std::uint32_t>& constraints,
                 const Cardinality* cardinality,
                 const std::vector<std::uint32_t>& members);
  struct Part;  // a component's share of a view
  std::uint32_t content(std::uint32_t group);
  bool parts_of(std::span<const std::uint32_t> view, std::vector<Part>& parts);
  bool counted_part(const Component& component,
                    const std::vector<std::uint32_t>& slots, Part& part);

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

// Groups under one cardinality. Falls back on the solver where a group is too
// large, or its counts have gaps.
Projected InitialProjector::Projector::make_counted(
    Component component, const std::vector<std::uint32_t>& plain,
    const Cardinality& cardinality) {
  // Which group is each slot in: those that a plain constraint or one member
  // of the cardinality couples.
  std::map<std::uint32_t, std::uint32_t> position;
  for (const std::uint32_t s : component.slots) {
    position.emplace(s, static_cast<std::uint32_t>(position.size()));
  }
  UnionFind sets(component.slots.size());
  const auto join = [&](const std::vector<std::uint32_t>& slots) {
    for (const std::uint32_t s : slots) {
      sets.join(position.at(slots.front()), position.at(s));
    }
  };
  for (const std::uint32_t c : plain) join(constraints_[c].slots);
  for (const auto& slots : cardinality.slots) join(slots);

  std::map<std::uint32_t, std::size_t> numbers;
  std::vector<Group> groups;
  std::vector<std::vector<std::uint32_t>> inside, members;
  const auto group_at = [&](std::uint32_t slot) {
    const auto [it, fresh] =
        numbers.emplace(sets.find(position.at(slot)), groups.size());
    if (fresh) {
      groups.emplace_back();
      inside.emplace_back();
      members.emplace_back();
    }
    return it->second;
  };
  for (const std::uint32_t s : component.slots) {
    groups[group_at(s)].slots.push_back(s);
  }
  for (const std::uint32_t c : plain) {
    inside[group_at(constraints_[c].slots.front())].push_back(c);
  }
  Scalar fixed = 0;  // members that read no free slot
  for (std::uint32_t m = 0; m < cardinality.frames.size(); ++m) {
    if (!cardinality.slots[m].empty()) {
      members[group_at(cardinality.slots[m].front())].push_back(m);
      continue;
    }
    bool failed = false;
    fixed += holds(cardinality.body, cardinality.frames[m], failed);
    if (failed) return Projected::unsatisfiable;
  }

  component.counted = true;
  component.low = cardinality.low - fixed;
  component.high = cardinality.high - fixed;
  bool structural = true;
  for (std::size_t g = 0; g < groups.size() && structural; ++g) {
    if (assignments(groups[g].slots) > max_assignments) {
      structural = false;
      break;
    }
    if (!enumerate(groups[g], inside[g], &cardinality, members[g])) {
      return Projected::unsatisfiable;
    }
    std::vector<Scalar> counts = groups[g].counts;
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    structural = counts.back() - counts.front() + 1 ==
                 static_cast<Scalar>(counts.size());
    component.least += counts.front();
    component.greatest += counts.back();
  }
  if (!structural) {
    component.counted = false;
    make_solver(std::move(component));
    return Projected::done;
  }
  if (component.greatest < component.low || component.least > component.high) {
    return Projected::unsatisfiable;
  }
  for (Group& group : groups) {
    for (const std::uint32_t s : group.slots) {
      group_of_[s] = static_cast<std::uint32_t>(groups_.size());
    }
    component.groups.push_back(static_cast<std::uint32_t>(groups_.size()));
    groups_.push_back(std::move(group));
  }
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
    for (const std::uint32_t s : group.slots) {
      group_of_[s] = static_cast<std::uint32_t>(groups_.size());
    }
    component.groups = {static_cast<std::uint32_t>(groups_.size())};
    groups_.push_back(std::move(group));
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
    sets.join(c.slots);
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

// Choices for some of a view's columns: rows, row-major.
struct InitialProjector::Projector::Part {
  std::vector<std::uint32_t> columns;  // positions in the view
  std::vector<Scalar> rows;
};

namespace {

// Sorts rows and removes repetitions.
void unique_rows(std::vector<Scalar>& rows, std::size_t width) {
  if (width == 0) return;
  std::vector<std::vector<Scalar>> list;
  for (std::size_t i = 0; i < rows.size(); i += width) {
    list.emplace_back(rows.begin() + static_cast<std::ptrdiff_t>(i),
                      rows.begin() + static_cast<std::ptrdiff_t>(i + width));
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  rows.clear();
  for (const auto& row : list) rows.insert(rows.end(), row.begin(), row.end());
}

}  // namespace

// Combinations of rows of the groups that the view touches, such that the
// groups elsewhere can make up for the rest of the count.
bool InitialProjector::Projector::counted_part(
    const Component& component, const std::vector<std::uint32_t>& slots,
    Part& part) {
  struct Choice {
    std::vector<Scalar> values;  // of the group's slots in the view
    Scalar count;
    auto operator<=>(const Choice&) const = default;
  };
  struct Touched {
    std::vector<std::size_t> at;  // positions in `slots`
    std::vector<Choice> choices;
    Scalar least, greatest;
  };
  std::map<std::uint32_t, std::vector<std::size_t>> by_group;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    by_group[group_of_[slots[i]]].push_back(i);
  }
  std::vector<Touched> touched;
  Scalar rest_least = component.least;
  Scalar rest_greatest = component.greatest;
  for (const auto& [g, at] : by_group) {
    const Group& group = groups_[g];
    Touched t;
    t.at = at;
    for (std::size_t r = 0; r < group.size(); ++r) {
      Choice choice{{}, group.counts[r]};
      for (const std::size_t i : at) {
        const auto it =
            std::lower_bound(group.slots.begin(), group.slots.end(), slots[i]);
        choice.values.push_back(
            group.rows[r * group.slots.size() +
                       static_cast<std::size_t>(it - group.slots.begin())]);
      }
      t.choices.push_back(std::move(choice));
    }
    std::sort(t.choices.begin(), t.choices.end());
    t.choices.erase(std::unique(t.choices.begin(), t.choices.end()),
                    t.choices.end());
    const auto [low, high] =
        std::minmax_element(group.counts.begin(), group.counts.end());
    t.least = *low;
    t.greatest = *high;
    rest_least -= t.least;
    rest_greatest -= t.greatest;
    touched.push_back(std::move(t));
  }
  // What the groups from t on, and those outside of the view, can add.
  std::vector<Scalar> least(touched.size() + 1, rest_least);
  std::vector<Scalar> greatest(touched.size() + 1, rest_greatest);
  for (std::size_t t = touched.size(); t-- > 0;) {
    least[t] = least[t + 1] + touched[t].least;
    greatest[t] = greatest[t + 1] + touched[t].greatest;
  }
  std::vector<Scalar> row(slots.size());
  std::vector<std::size_t> choice(touched.size() + 1, 0);
  std::vector<Scalar> count(touched.size() + 1, 0);
  const std::size_t limit = limits_.work != 0 ? limits_.work : 50'000'000;
  std::size_t t = 0;
  while (true) {
    if (t == touched.size()) {
      part.rows.insert(part.rows.end(), row.begin(), row.end());
      if (part.rows.size() / std::max<std::size_t>(1, slots.size()) > limit) {
        return false;
      }
    }
    if (t == touched.size() || choice[t] == touched[t].choices.size()) {
      if (t == 0) break;
      if (t < touched.size()) choice[t] = 0;
      ++choice[--t];
      continue;
    }
    const Choice& c = touched[t].choices[choice[t]];
    const Scalar sum = count[t] + c.count;
    if (sum + least[t + 1] > component.high ||
        sum + greatest[t + 1] < component.low) {
      ++choice[t];
      continue;
    }
    for (std::size_t i = 0; i < c.values.size(); ++i) {
      row[touched[t].at[i]] = c.values[i];
    }
    count[++t] = sum;
    choice[t] = 0;
  }
  unique_rows(part.rows, slots.size());
  return true;
}

bool InitialProjector::Projector::parts_of(std::span<const std::uint32_t> view,
                                           std::vector<Part>& parts) {
  std::map<std::uint32_t, Part> by_component;
  for (std::uint32_t i = 0; i < view.size(); ++i) {
    const std::uint32_t s = view[i];
    if (component_of_[s] != no_group) {
      by_component[component_of_[s]].columns.push_back(i);
      continue;
    }
    Part part;
    part.columns = {i};
    if (instance_.initial[s]) {
      part.rows = {*instance_.initial[s]};
    } else {
      const network::Bounds& b = instance_.slots[s];
      const std::uint64_t span = static_cast<std::uint64_t>(b.high) -
                                 static_cast<std::uint64_t>(b.low);
      if (span > 10'000'000) return false;
      for (std::uint64_t v = 0; v <= span; ++v) {
        part.rows.push_back(b.low + static_cast<Scalar>(v));
      }
    }
    parts.push_back(std::move(part));
  }
  for (auto& [c, part] : by_component) {
    const Component& component = components_[c];
    std::vector<std::uint32_t> slots;
    for (const std::uint32_t i : part.columns) slots.push_back(view[i]);
    if (component.solver) {
      auto rows = solvers_[solver_of_[c]]->project(
          slots, limits_.work != 0 ? limits_.work : 10'000'000,
          limits_.seconds);
      if (!rows) return false;
      part.rows = std::move(*rows);
    } else if (component.counted) {
      if (!counted_part(component, slots, part)) return false;
    } else {
      const Group& group = groups_[component.groups.front()];
      for (std::size_t r = 0; r < group.size(); ++r) {
        for (const std::uint32_t s : slots) {
          const auto it =
              std::lower_bound(group.slots.begin(), group.slots.end(), s);
          part.rows.push_back(
              group.rows[r * group.slots.size() +
                         static_cast<std::size_t>(it - group.slots.begin())]);
        }
      }
      unique_rows(part.rows, slots.size());
    }
    parts.push_back(std::move(part));
  }
  return true;
}

Projected InitialProjector::Projector::project(
    std::span<const std::uint32_t> view, const RowSink& sink) {
  std::vector<Part> parts;
  if (!parts_of(view, parts)) return Projected::limit;
  std::vector<Scalar> row(view.size());
  std::vector<std::size_t> at(parts.size(), 0);
  std::uint64_t rows = 0;
  const std::uint64_t limit = limits_.work != 0 ? limits_.work : 50'000'000;
  const auto set = [&](std::size_t p) {
    const std::size_t width = parts[p].columns.size();
    for (std::size_t i = 0; i < width; ++i) {
      row[parts[p].columns[i]] = parts[p].rows[at[p] * width + i];
    }
  };
  for (std::size_t p = 0; p < parts.size(); ++p) set(p);
  while (true) {
    if (++rows > limit) return Projected::limit;
    sink(row);
    std::size_t p = 0;
    while (p < parts.size()) {
      if (++at[p] * parts[p].columns.size() < parts[p].rows.size()) {
        set(p);
        break;
      }
      at[p] = 0;
      set(p++);
    }
    if (p == parts.size()) return Projected::done;
  }
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
Projected InitialProjector::project(std::span<const std::uint32_t> slots,
                                    const RowSink& sink) {
  return projector_->project(slots, sink);
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
                          const InitialSink& sink) {
  const auto begin = std::chrono::steady_clock::now();
  const auto stopped = [&] {
    if (limits.stop != nullptr && *limits.stop) return true;
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - begin;
    return limits.seconds > 0 && spent.count() > limits.seconds;
  };
  InitialProjector projector(instance, limits);
  Projected result = projector.prepare();
  for (std::uint32_t n = 0;
       n < instance.network.node_count() && result == Projected::done; ++n) {
    if ((n & 0xFF) == 0 && stopped()) return Projected::limit;
    const NodeId node(std::size_t{n});
    result = projector.project(
        view_slots(instance, node),
        [&](std::span<const Scalar> row) { sink(node, row); });
  }
  return result;
}

}  // namespace vicinal::fixpoint
