// SPDX-License-Identifier: MIT
// A negated conjunction holds in as many ways as it has parts, each of which
// speaks of few processes: a way unwinds little where the whole would unwind
// all.
#include "explore/lazy/conditions.hpp"

#include <algorithm>
#include <set>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

using symmetry::FormOp;

namespace {

// What a disjunction, or the negation of a conjunction, is made of.
std::vector<FormId> ways_of(FormId form, Forms& forms) {
  std::vector<FormId> ways;
  if (forms[form].op == FormOp::disjunction) {
    ways.assign(forms.children(form).begin(), forms.children(form).end());
  } else if (forms[form].op == FormOp::negation &&
             forms[forms.children(form)[0]].op == FormOp::conjunction) {
    const FormId all = forms.children(form)[0];
    ways.assign(forms.children(all).begin(), forms.children(all).end());
    for (FormId& w : ways) w = forms.negation(w);
  } else {
    ways.push_back(form);
  }
  for (FormId& w : ways) {
    if (forms[w].op != FormOp::negation) continue;
    const FormId inner = forms.children(w)[0];
    if (forms[inner].op != FormOp::disjunction) continue;
    std::vector<FormId> parts(forms.children(inner).begin(),
                              forms.children(inner).end());
    for (FormId& p : parts) p = forms.negation(p);
    w = forms.junction(FormOp::conjunction, std::move(parts));
  }
  return ways;
}

}  // namespace

Condition::Condition(FormId form, Annotations& annotations,
                     Partitions& partitions, Forms& forms,
                     const Processes& processes,
                     const network::Instance& instance, LocalNeeds& local_needs)
    : form_(form),
      never_(forms.is_number(form, 0)),
      partitions_(partitions),
      forms_(forms),
      processes_(processes) {
  if (never_) return;
  const Cells whole = annotations.annotation(form);
  annotation_ = partitions.number(whole);
  for (const FormId way : ways_of(form, forms)) {
    add(way, annotations, instance, local_needs);
  }
}

void Condition::add(FormId form, Annotations& annotations,
                    const network::Instance& instance,
                    LocalNeeds& local_needs) {
  Way way{form, {form, forms_, processes_, instance, local_needs}, false, 0, 0,
          {}};
  Shape shape;
  if (annotations.few(form)) {
    way.few = true;
    describe(form, shape, way.processes);
  } else {
    way.annotation = partitions_.number(annotations.annotation(form));
    shape = {UINT64_MAX, form.value};  // like no other
  }
  way.shape = shapes_
                  .try_emplace(std::move(shape),
                               static_cast<std::uint32_t>(shapes_.size()))
                  .first->second;
  ways_.push_back(std::move(way));
}

// Of what is large as a tree the shape is like no other.
void Condition::describe(FormId form, Shape& shape,
                         std::vector<std::uint32_t>& processes) {
  constexpr std::uint32_t large = 20'000;
  if (forms_.tree_size(form) <= large) {
    write(form, shape, processes);
    return;
  }
  shape = {UINT64_MAX, form.value};
  const auto read = processes_.of(forms_.slots_of({form}));
  processes.assign(read.begin(), read.end());
}

// The same for forms that differ by whose slots they speak of.
std::uint64_t Condition::sketch(FormId form) const {
  const symmetry::Form& f = forms_[form];
  const auto mix = [](std::uint64_t h, std::uint64_t x) {
    h = (h ^ x) * 0xD6E8FEB86659FD93U;
    return h ^ h >> 32;
  };
  std::uint64_t h = mix(static_cast<std::uint64_t>(f.op),
                        static_cast<std::uint64_t>(f.value));
  if (f.op == FormOp::slot || f.op == FormOp::cases) {
    const std::uint32_t p = processes_.of_slot[f.item];
    h = mix(h, p == no_process ? f.item : processes_.list[p].kind);
  }
  std::uint64_t sum = 0;
  for (const FormId c : forms_.children(form)) sum += mix(1, sketch(c));
  return mix(h, sum);
}

// A form as text, with the place of a process in the list for its slots. Parts
// whose order means nothing come in one that renaming does not change.
void Condition::write(FormId form, Shape& shape,
                      std::vector<std::uint32_t>& processes) {
  const symmetry::Form& f = forms_[form];
  shape.insert(shape.end(), {static_cast<std::uint64_t>(f.op),
                             static_cast<std::uint64_t>(f.value), f.sort,
                             f.children.size()});
  if (f.op == FormOp::slot || f.op == FormOp::cases) {
    const std::uint32_t p = processes_.of_slot[f.item];
    std::uint64_t where = f.item;
    if (p != no_process) {
      auto at = std::ranges::find(processes, p);
      if (at == processes.end()) at = processes.insert(at, p);
      const auto& slots = processes_.list[p].slots;
      shape.push_back(processes_.list[p].kind);
      shape.push_back(static_cast<std::uint64_t>(at - processes.begin()));
      where = static_cast<std::uint64_t>(std::ranges::find(slots, f.item) -
                                         slots.begin());
    }
    shape.push_back(p == no_process ? 0 : 1);
    shape.push_back(where);
  }
  std::vector<FormId> parts(forms_.children(form).begin(),
                            forms_.children(form).end());
  const bool any_order = f.op == FormOp::conjunction ||
                         f.op == FormOp::disjunction || f.op == FormOp::sum ||
                         f.op == FormOp::product || f.op == FormOp::equal;
  if (any_order) {
    std::ranges::stable_sort(parts, {}, [&](FormId p) { return sketch(p); });
  }
  for (const FormId p : parts) write(p, shape, processes);
}

// Of ways that the partition permutes into each other one.
std::vector<std::uint32_t> Condition::representatives(
    std::uint32_t partition) const {
  const Cells& cells = partitions_[partition];
  std::vector<std::uint32_t> result;
  std::set<std::vector<std::uint32_t>> seen;
  for (std::uint32_t w = 0; w < ways_.size(); ++w) {
    network::poll();
    std::vector<std::uint32_t> key{ways_[w].shape};
    for (const std::uint32_t p : ways_[w].processes) key.push_back(cells[p]);
    if (seen.insert(std::move(key)).second) result.push_back(w);
  }
  return result;
}

void Condition::prepare(std::uint32_t partition) {
  if (never_ || views_.contains(partition)) return;
  constexpr std::size_t few = 64;
  const auto ways = representatives(partition);
  View view;
  view.as_a_whole = ways.size() > few &&
                    partitions_.meet(partition, annotation_) == partition;
  for (std::size_t i = 0; !view.as_a_whole && i < ways.size(); ++i) {
    const Way& way = ways_[ways[i]];
    const std::uint32_t finer =
        way.few ? partition : partitions_.meet(partition, way.annotation);
    view.ways.emplace_back(ways[i], Apart(way.processes, partition, finer,
                                          partitions_, way.needs));
  }
  views_.insert({partition, std::move(view)});
}

bool Condition::holds(FormId form, std::uint32_t rest, const Row& row,
                      const Locals& locals,
                      std::vector<network::Scalar>& state) const {
  locals.put_together(rest, row, state);
  return forms_.evaluate(form, state) != 0;
}

std::optional<Row> Condition::find(const Row& row, std::uint32_t rest,
                                   std::uint32_t partition,
                                   const Locals& locals, Unwinding& unwinding,
                                   std::vector<network::Scalar>& state) const {
  if (never_) return std::nullopt;
  const View& view = views_.at(partition);
  if (view.as_a_whole) {
    if (!holds(form_, rest, row, locals, state)) return std::nullopt;
    return row;
  }
  std::optional<Row> found;
  for (const auto& [w, apart] : view.ways) {
    const Way& way = ways_[w];
    if (!way.needs.allows(locals, rest)) continue;
    unwinding(row, apart, way.needs, [&](const Row& x) {
      if (way.needs.exact() || holds(way.form, rest, x, locals, state)) {
        found = x;
      }
      return !found;
    });
    if (found) break;
  }
  return found;
}

}  // namespace vicinal::explore::inline lazy
