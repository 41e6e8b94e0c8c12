// SPDX-License-Identifier: MIT
// A negated conjunction holds in as many ways as it has parts, each of which
// speaks of few processes: a way unwinds little where the whole would unwind
// all.
#include "explore/lazy/conditions.hpp"

#include <algorithm>
#include <set>

namespace vicinal::explore::inline lazy {

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
                     const network::Instance& instance)
    : form_(form),
      never_(forms.is_number(form, 0)),
      partitions_(partitions),
      forms_(forms),
      processes_(processes),
      state_(instance.slot_count()) {
  if (never_) return;
  const Cells whole = annotations.annotation(form);
  annotation_ = partitions.number(whole);
  for (const FormId way : ways_of(form, forms)) {
    add(way, annotations, instance);
  }
}

void Condition::add(FormId form, Annotations& annotations,
                    const network::Instance& instance) {
  Way way{form,
          {form, forms_, processes_, instance},
          partitions_.number(annotations.told_apart(form)),
          0,
          {}};
  Shape shape;
  if (annotations.few(form)) {
    write(form, shape, way.processes);
  } else {
    shape = {UINT64_MAX, form.value};  // like no other
  }
  way.shape = shapes_
                  .try_emplace(std::move(shape),
                               static_cast<std::uint32_t>(shapes_.size()))
                  .first->second;
  ways_.push_back(std::move(way));
}

// The same for forms that differ by whose slots they speak of.
std::uint64_t Condition::sketch(FormId form) const {
  const Form& f = forms_[form];
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
  const Form& f = forms_[form];
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

const std::vector<std::uint32_t>& Condition::representatives(
    std::uint32_t partition) {
  const auto found = representatives_.find(partition);
  if (found != representatives_.end()) return found->second;
  const Cells& cells = partitions_[partition];
  std::vector<std::uint32_t> result;
  std::set<std::vector<std::uint32_t>> seen;
  for (std::uint32_t w = 0; w < ways_.size(); ++w) {
    std::vector<std::uint32_t> key{ways_[w].shape};
    for (const std::uint32_t p : ways_[w].processes) key.push_back(cells[p]);
    if (seen.insert(std::move(key)).second) result.push_back(w);
  }
  return representatives_.insert({partition, std::move(result)}).first->second;
}

bool Condition::holds(FormId form, std::uint32_t rest, const Row& row,
                      const Locals& locals) {
  locals.put_together(rest, row, state_);
  return forms_.evaluate(form, state_) != 0;
}

std::optional<Row> Condition::find(std::span<const std::uint32_t> row,
                                   std::uint32_t rest, std::uint32_t partition,
                                   const Locals& locals, Unwinding& unwinding) {
  if (never_) return std::nullopt;
  constexpr std::size_t few = 64;
  const auto& ways = representatives(partition);
  if (ways.size() > few &&
      partitions_.meet(partition, annotation_) == partition) {
    Row same(row.begin(), row.end());
    if (!holds(form_, rest, same, locals)) return std::nullopt;
    return same;
  }
  std::optional<Row> found;
  for (const std::uint32_t w : ways) {
    const Way& way = ways_[w];
    if (!way.needs.allows(locals, rest)) continue;
    const std::uint32_t fine = partitions_.meet(partition, way.told_apart);
    unwinding(
        row, partitions_[partition], partitions_[fine],
        [&](std::uint32_t process, std::uint32_t local) {
          return way.needs.allows(locals, process, local);
        },
        [&](const Row& x) {
          if (way.needs.exact() || holds(way.form, rest, x, locals)) {
            found = x;
          }
          return !found;
        });
    if (found) break;
  }
  return found;
}

}  // namespace vicinal::explore::inline lazy
