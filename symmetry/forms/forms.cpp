// SPDX-License-Identifier: MIT
// Constructors keep the normal form: every operation on cases of one slot is
// done case by case, so that cases stand on top.
#include "symmetry/forms/forms.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline forms {

using network::Scalar;
using network::Wide;

namespace {

constexpr std::size_t most_forms = 4'000'000;
// One in the other: whoever goes through them has a call for each.
constexpr std::uint32_t most_depth = 2'000;
constexpr std::uint32_t no_slot = UINT32_MAX;
// Beyond all operators: values as members of the sorts, which follow.
constexpr std::uint32_t as_sort = 256;

// Sorts have the last eight bits.
std::uint64_t slot_bit(std::uint32_t slot) {
  return std::uint64_t{1} << (slot % 56);
}
std::uint64_t sort_bit(std::uint32_t sort) {
  return sort == no_sort ? 0 : std::uint64_t{1} << (56 + sort % 8);
}

bool commutes(FormOp op) {
  return op == FormOp::sum || op == FormOp::product;
}

__extension__ using Bits = unsigned __int128;

// What leaves 128 bits has a part that is no number of the language, so that it
// failed before, and nobody looks.
Wide computed(FormOp op, Wide a, Wide b) {
  const auto x = static_cast<Bits>(a), y = static_cast<Bits>(b);
  switch (op) {
    case FormOp::sum:
      return static_cast<Wide>(x + y);
    case FormOp::difference:
      return static_cast<Wide>(x - y);
    case FormOp::product:
      return static_cast<Wide>(x * y);
    case FormOp::quotient:
      return b <= 0 ? 0 : a / b;
    case FormOp::remainder:
      return b <= 0 ? 0 : a % b;
    case FormOp::less:
      return a < b ? 1 : 0;
    default:
      throw std::logic_error("Forms: no arithmetic");
  }
}

}  // namespace

FormId Forms::make(Form form, const Parts& children) {
  work_ += 1 + children.size();
  std::vector<std::uint32_t> key{
      static_cast<std::uint32_t>(form.op), form.item, form.sort,
      static_cast<std::uint32_t>(form.value),
      static_cast<std::uint32_t>(static_cast<std::uint64_t>(form.value) >> 32)};
  for (const FormId c : children) key.push_back(c.value);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  network::poll();
  if (forms_.size() == most_forms) throw Formless("the instance is too large");
  std::uint32_t depth = 0;
  for (const FormId c : children) depth = std::max(depth, depth_[c.index()]);
  if (depth == most_depth) throw Formless("a step is too long");
  const FormId id(forms_.size());
  form.children.begin = static_cast<std::uint32_t>(children_.size());
  children_.insert(children_.end(), children.begin(), children.end());
  form.children.end = static_cast<std::uint32_t>(children_.size());
  depth_.push_back(depth + 1);
  speaks_of_.push_back(bits_of(form, children));
  std::uint64_t size = 1;
  for (const FormId c : children) size += size_[c.index()];
  size_.push_back(std::min<std::uint64_t>(size, UINT32_MAX));
  forms_.push_back(form);
  known_.insert({std::move(key), id});
  return id;
}

std::uint64_t Forms::bits_of(const Form& form, const Parts& children) const {
  std::uint64_t bits = 0;
  if (form.op == FormOp::slot || form.op == FormOp::cases) {
    bits |= slot_bit(form.item) | sort_bit(sorts_.of_slot[form.item]);
  }
  if (form.op == FormOp::member) bits |= sort_bit(form.sort);
  for (const FormId c : children) bits |= speaks_of_[c.index()];
  return bits;
}

// ---- leaves, cases ---------------------------------------------------------

FormId Forms::number(Scalar value) {
  return make({FormOp::number, 0, no_sort, value, {}}, {});
}

FormId Forms::member(std::uint32_t sort, Scalar value) {
  return make({FormOp::member, 0, sort, value, {}}, {});
}

FormId Forms::nothing(std::uint32_t sort) {
  return make({FormOp::nothing, 0, sort, 0, {}}, {});
}

FormId Forms::slot(std::uint32_t slot) {
  return make({FormOp::slot, slot, sorts_.of_slot[slot], 0, {}}, {});
}

FormId Forms::pick(FormId form, std::uint32_t slot, std::size_t value) {
  const Form f = (*this)[form];
  if (f.item != slot) return form;
  if (f.op == FormOp::cases) return children(form)[value];
  if (f.op != FormOp::slot) return form;
  return member(f.sort,
                sorts_.sorts[f.sort].bounds.low + static_cast<Scalar>(value));
}

FormId Forms::cases(std::uint32_t slot, Parts children) {
  const std::uint32_t sort = sorts_.of_slot[slot];
  FormId some;  // that is not nothing
  bool same_sort = true, whole = true, alike = true;
  for (std::size_t v = 0; v < children.size(); ++v) {
    children[v] = pick(children[v], slot, v);
    if (is_nothing(children[v])) continue;
    if (!some.valid()) some = children[v];
    same_sort = same_sort && (*this)[children[v]].sort == (*this)[some].sort;
    alike = alike && children[v] == some;
  }
  if (alike) return some.valid() ? some : children[0];
  const std::uint32_t of = same_sort ? (*this)[some].sort : no_sort;
  for (std::size_t v = 0; v < children.size(); ++v) {
    children[v] = as(of, children[v]);
    const Form& f = (*this)[children[v]];
    whole = whole && f.op == FormOp::member && f.sort == sort &&
            f.value == sorts_.sorts[sort].bounds.low + static_cast<Scalar>(v);
  }
  if (whole) return this->slot(slot);
  return make({FormOp::cases, slot, of, 0, {}}, children);
}

std::uint32_t Forms::common_slot(std::span<const FormId> parts) const {
  std::uint32_t common = no_slot;
  for (const FormId part : parts) {
    const Form& f = (*this)[part];
    if (constant(part)) continue;
    const bool sorted =
        f.op == FormOp::cases || (f.op == FormOp::slot && f.sort != no_sort);
    if (!sorted || (common != no_slot && common != f.item)) return no_slot;
    common = f.item;
  }
  return common;
}

// `make` of the parts, for each value of the slot. Cases share parts: without
// what is known they would be gone through as a tree.
template <class Make>
FormId Forms::pointwise(std::uint32_t what, std::uint32_t slot,
                        const Parts& parts, const Make& make) {
  std::vector<std::uint32_t> key{what};
  for (const FormId part : parts) key.push_back(part.value);
  const auto at = pointwise_.find(key);
  if (at != pointwise_.end()) return at->second;
  network::poll();
  if (pointwise_.size() == most_forms) {
    throw Formless("the instance is too large");
  }
  const auto size =
      static_cast<std::size_t>(sorts_.sorts[sorts_.of_slot[slot]].size());
  Parts children;
  for (std::size_t v = 0; v < size; ++v) {
    Parts picked;
    for (const FormId part : parts) picked.push_back(pick(part, slot, v));
    children.push_back(make(picked));
  }
  const FormId result = cases(slot, std::move(children));
  pointwise_.insert({std::move(key), result});
  return result;
}

FormId Forms::as(std::uint32_t sort, FormId a) {
  const Form f = (*this)[a];
  if (f.sort == sort) return a;
  const std::uint32_t what = as_sort + (sort == no_sort ? 0 : sort + 1);
  switch (f.op) {
    case FormOp::nothing:
      return nothing(sort);
    case FormOp::member:
    case FormOp::number:
      return sort == no_sort ? number(f.value) : member(sort, f.value);
    case FormOp::slot:
      if (sort != no_sort || f.sort == no_sort) break;
      return pointwise(what, f.item, {a}, [&](const Parts& picked) {
        return number((*this)[picked[0]].value);
      });
    case FormOp::cases:
      return pointwise(what, f.item, {a}, [&](const Parts& picked) {
        return as(sort, picked[0]);
      });
    case FormOp::choice: {
      const std::vector<std::uint32_t> key{what, a.value};
      const auto at = pointwise_.find(key);
      if (at != pointwise_.end()) return at->second;
      const Parts parts(children(a).begin(), children(a).end());
      const FormId result =
          choice(parts[0], as(sort, parts[1]), as(sort, parts[2]));
      pointwise_.insert({key, result});
      return result;
    }
    case FormOp::less:
    case FormOp::equal:
    case FormOp::negation:
    case FormOp::conjunction:
    case FormOp::disjunction:
      // Of `if a then 1 else 0`, which is a.
      if (sort == no_sort || sorts_.sorts[sort].bounds.high < 1) break;
      return choice(a, as(sort, number(1)), as(sort, number(0)));
    default:
      break;
  }
  if (sort == no_sort || f.sort != no_sort) {
    throw Formless("a reference is computed from another one");
  }
  return one_of(sort, a);
}

// Whichever value of the sort the number is.
FormId Forms::one_of(std::uint32_t sort, FormId a) {
  constexpr Scalar most_choices = 64;
  if (sorts_.sorts[sort].size() > most_choices) {
    throw Formless("a reference or an enumeration is computed from numbers");
  }
  const network::Bounds& bounds = sorts_.sorts[sort].bounds;
  FormId result = member(sort, bounds.low);
  for (Scalar v = bounds.low + 1; v <= bounds.high; ++v) {
    result = choice(equal(a, number(v)), member(sort, v), result);
  }
  return result;
}

// ---- numbers ---------------------------------------------------------------

// None: no number of the language.
FormId Forms::fold(FormOp op, const Parts& parts) {
  Wide value = (*this)[parts[0]].value;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    value = computed(op, value, (*this)[parts[i]].value);
  }
  if (value < INT64_MIN || value > INT64_MAX) return FormId::none();
  return number(static_cast<Scalar>(value));
}

FormId Forms::arithmetic(FormOp op, Parts parts) {
  for (FormId& part : parts) {
    part = as(no_sort, part);
    if (is_nothing(part)) return part;
  }
  if (std::ranges::all_of(parts, [&](FormId p) { return constant(p); })) {
    const FormId folded = fold(op, parts);
    if (folded.valid()) return folded;
    for (FormId& part : parts) part = number((*this)[part].value);
  }
  const std::uint32_t common = common_slot(parts);
  if (common != no_slot) {
    return pointwise(static_cast<std::uint32_t>(op), common, parts,
                     [&](const Parts& p) { return arithmetic(op, p); });
  }
  if (op == FormOp::sum) {
    Parts flat;
    Scalar rest = 0;
    const auto put = [&](FormId part) {
      const Form& f = (*this)[part];
      Scalar more = 0;
      if (f.op == FormOp::number &&
          !__builtin_add_overflow(rest, f.value, &more)) {
        rest = more;
      } else {
        flat.push_back(part);
      }
    };
    for (const FormId part : parts) {
      if ((*this)[part].op != FormOp::sum) {
        put(part);
        continue;
      }
      const Parts inner(children(part).begin(), children(part).end());
      for (const FormId p : inner) put(p);
    }
    if (rest != 0) flat.push_back(number(rest));
    if (flat.size() == 1) return flat[0];
    parts = std::move(flat);
  }
  if (commutes(op)) std::ranges::sort(parts);
  if (op == FormOp::less && parts[0] == parts[1]) return truth(false);
  return make({op, 0, no_sort, 0, {}}, parts);
}

// ---- truth values ----------------------------------------------------------

FormId Forms::equal(FormId a, FormId b) {
  if (is_nothing(a) || is_nothing(b)) return nothing(no_sort);
  if ((*this)[a].sort != (*this)[b].sort) {
    const auto fits = [&](FormId from, FormId to) {
      return (*this)[from].op == FormOp::number && (*this)[to].sort != no_sort;
    };
    if (fits(a, b)) {
      a = as((*this)[b].sort, a);
    } else if (fits(b, a)) {
      b = as((*this)[a].sort, b);
    } else {
      a = as(no_sort, a);
      b = as(no_sort, b);
    }
  }
  if (a == b) return truth(true);
  // Equal constants of one sort are one form.
  if (constant(a) && constant(b)) return truth(false);
  const Parts parts{std::min(a, b), std::max(a, b)};
  const std::uint32_t common = common_slot(parts);
  if (common != no_slot) {
    return pointwise(static_cast<std::uint32_t>(FormOp::equal), common, parts,
                     [&](const Parts& p) { return equal(p[0], p[1]); });
  }
  return make({FormOp::equal, 0, no_sort, 0, {}}, parts);
}

FormId Forms::negation(FormId a) {
  if (a.index() < negated_.size() && negated_[a.index()].valid()) {
    return negated_[a.index()];
  }
  const FormId result = negated(a);
  if (negated_.size() < forms_.size()) negated_.resize(forms_.size());
  negated_[a.index()] = result;
  return result;
}

// Only what is no junction is negated.
FormId Forms::negated(FormId a) {
  const Form f = (*this)[a];
  if (f.op == FormOp::nothing) return a;
  if (f.op == FormOp::number) return truth(f.value == 0);
  if (f.op == FormOp::negation) return children(a)[0];
  if (f.op == FormOp::cases) {
    return pointwise(static_cast<std::uint32_t>(FormOp::negation), f.item, {a},
                     [&](const Parts& p) { return negation(p[0]); });
  }
  if (f.op == FormOp::conjunction || f.op == FormOp::disjunction) {
    Parts parts(children(a).begin(), children(a).end());
    for (FormId& part : parts) part = negation(part);
    return junction(
        f.op == FormOp::conjunction ? FormOp::disjunction : FormOp::conjunction,
        std::move(parts));
  }
  return make({FormOp::negation, 0, no_sort, 0, {}}, {a});
}

// Cases of one slot become one form.
void Forms::merge_cases(FormOp op, Parts& parts) {
  const auto slot_of = [&](FormId p) {
    const Form& f = (*this)[p];
    return f.op == FormOp::cases ? f.item : no_slot;
  };
  std::ranges::stable_sort(parts, {}, slot_of);
  Parts merged;
  for (std::size_t i = 0; i < parts.size();) {
    const std::uint32_t slot = slot_of(parts[i]);
    std::size_t end = i + 1;
    while (slot != no_slot && end < parts.size() &&
           slot_of(parts[end]) == slot) {
      ++end;
    }
    if (end == i + 1) {
      merged.push_back(parts[i]);
    } else {
      const Parts group(parts.begin() + static_cast<std::ptrdiff_t>(i),
                        parts.begin() + static_cast<std::ptrdiff_t>(end));
      merged.push_back(
          pointwise(static_cast<std::uint32_t>(op), slot, group,
                    [&](const Parts& p) { return junction(op, p); }));
    }
    i = end;
  }
  parts = std::move(merged);
}

// Within parts that are junctions of the other kind: a && (a || b) is a, and
// a && (!a || b) is a && b.
bool Forms::absorb(FormOp op, Parts& parts) {
  const FormOp other =
      op == FormOp::conjunction ? FormOp::disjunction : FormOp::conjunction;
  Parts known = parts;
  std::ranges::sort(known);
  const auto among = [&](FormId p) {
    return std::ranges::binary_search(known, p);
  };
  bool changed = false;
  for (FormId& part : parts) {
    network::poll();
    if ((*this)[part].op != other) continue;
    Parts inner(children(part).begin(), children(part).end());
    if (std::ranges::any_of(inner, among)) {
      part = number(op == FormOp::conjunction ? 1 : 0);
      changed = true;
      continue;
    }
    const auto contrary = [&](FormId p) { return among(negation(p)); };
    if (std::erase_if(inner, contrary) == 0) continue;
    part = junction(other, inner);
    changed = true;
  }
  return changed;
}

FormId Forms::junction(FormOp op, Parts parts) {
  const Scalar neutral = op == FormOp::conjunction ? 1 : 0;
  for (std::size_t before = 0; before != parts.size();) {
    network::poll();
    Parts flat;
    FormId anything;
    for (const FormId part : parts) {
      if (is_number(part, 1 - neutral)) return part;
      if (is_nothing(part)) anything = part;
    }
    if (anything.valid()) return anything;
    for (const FormId part : parts) {
      if (is_number(part, neutral)) continue;
      if ((*this)[part].op == op) {
        flat.insert(flat.end(), children(part).begin(), children(part).end());
      } else {
        flat.push_back(part);
      }
    }
    std::ranges::sort(flat);
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    parts = std::move(flat);
    before = parts.size();
    merge_cases(op, parts);
    // Both may leave a constant, or a junction.
    const bool settled =
        !absorb(op, parts) && std::ranges::none_of(parts, [&](FormId p) {
          return (*this)[p].op == FormOp::number || (*this)[p].op == op;
        });
    if (settled && before == parts.size()) break;
    before = SIZE_MAX;
  }
  if (parts.empty()) return number(neutral);
  if (parts.size() == 1) return parts[0];
  std::ranges::sort(parts);
  for (const FormId part : parts) {
    if ((*this)[part].op != FormOp::negation) continue;
    if (std::ranges::binary_search(parts, children(part)[0])) {
      return number(1 - neutral);
    }
  }
  return make({op, 0, no_sort, 0, {}}, parts);
}

FormId Forms::choice(FormId condition, FormId then, FormId otherwise) {
  if (is_nothing(condition)) return nothing((*this)[then].sort);
  if (is_nothing(then)) return otherwise;
  if (is_nothing(otherwise)) return then;
  if (then == otherwise || is_number(condition, 1)) return then;
  if (is_number(condition, 0)) return otherwise;
  if (is_number(then, 1) && is_number(otherwise, 0)) return condition;
  if (is_number(then, 0) && is_number(otherwise, 1)) return negation(condition);
  if ((*this)[then].sort != (*this)[otherwise].sort) {
    const std::uint32_t sort =
        (*this)[then].op == FormOp::number        ? (*this)[otherwise].sort
        : (*this)[otherwise].op == FormOp::number ? (*this)[then].sort
                                                  : no_sort;
    then = as(sort, then);
    otherwise = as(sort, otherwise);
    return choice(condition, then, otherwise);
  }
  if ((*this)[condition].op == FormOp::negation) {
    return choice(children(condition)[0], otherwise, then);
  }
  if ((*this)[condition].op == FormOp::cases) {
    return pointwise(static_cast<std::uint32_t>(FormOp::choice),
                     (*this)[condition].item, {condition, then, otherwise},
                     [&](const Parts& p) { return choice(p[0], p[1], p[2]); });
  }
  if ((*this)[condition].op == FormOp::less) {
    // The greater, or the less, of two numbers, whichever is named first.
    const FormId a = children(condition)[0], b = children(condition)[1];
    const bool of_these =
        (then == a && otherwise == b) || (then == b && otherwise == a);
    if (of_these && b < a) {
      condition = arithmetic(FormOp::less, {b, a});
      std::swap(then, otherwise);
    }
  }
  return make({FormOp::choice, 0, (*this)[then].sort, 0, {}},
              {condition, then, otherwise});
}

FormId Forms::where(FormId form, const Parts& conditions) {
  KnownWhere known;
  return where(form, conditions, known);
}

FormId Forms::where(FormId form, const Parts& conditions, KnownWhere& known) {
  std::uint64_t of_conditions = 0;
  for (const FormId c : conditions) of_conditions |= speaks_of_[c.index()];
  if ((speaks_of_[form.index()] & of_conditions) == 0) return form;
  const auto at = known.find({form, conditions});
  if (at != known.end()) return at->second;
  const FormId result = computed_where(form, conditions, known);
  known.emplace(std::pair(form, conditions), result);
  return result;
}

FormId Forms::computed_where(FormId form, const Parts& conditions,
                             KnownWhere& known) {
  network::poll();
  const Form f = (*this)[form];
  Parts parts(children(form).begin(), children(form).end());
  if (f.op != FormOp::cases) {
    if (parts.empty()) return form;
    for (FormId& part : parts) part = where(part, conditions, known);
    return rebuilt(f, std::move(parts));
  }
  for (std::size_t v = 0; v < parts.size(); ++v) {
    Parts here;
    bool never = false;
    for (const FormId c : conditions) {
      const FormId picked = pick(c, f.item, v);
      never = never || is_number(picked, 0);
      if ((*this)[picked].op == FormOp::conjunction) {
        here.insert(here.end(), children(picked).begin(),
                    children(picked).end());
      } else {
        here.push_back(picked);
      }
    }
    parts[v] =
        never ? nothing((*this)[parts[v]].sort) : where(parts[v], here, known);
  }
  return cases(f.item, std::move(parts));
}

FormId Forms::settled(FormId form) {
  if ((*this)[form].op != FormOp::conjunction) return form;
  Parts parts(children(form).begin(), children(form).end());
  const auto single = [&](FormId p) {
    return (*this)[p].op == FormOp::cases &&
           std::ranges::all_of(children(p),
                               [&](FormId c) { return constant(c); });
  };
  const auto rest = std::ranges::partition(parts, single);
  const Parts conditions(parts.begin(), rest.begin());
  for (FormId& part : rest) part = where(part, conditions);
  return junction(FormOp::conjunction, std::move(parts));
}

// Of other parts, but for cases.
FormId Forms::rebuilt(const Form& form, Parts parts) {
  switch (form.op) {
    case FormOp::equal:
      return equal(parts[0], parts[1]);
    case FormOp::negation:
      return negation(parts[0]);
    case FormOp::conjunction:
    case FormOp::disjunction:
      return junction(form.op, std::move(parts));
    case FormOp::choice:
      return choice(parts[0], parts[1], parts[2]);
    default:
      return arithmetic(form.op, std::move(parts));
  }
}

// ---- permutations ----------------------------------------------------------

void Forms::rename(const StateMap& map) {
  images_.clear();
  map_ = &map;
  moved_ = 0;
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    if (map.slot[s] != s) moved_ |= slot_bit(s);
  }
  for (std::uint32_t t = 0; t < map.value.size(); ++t) {
    if (!map.value[t].empty()) moved_ |= sort_bit(t);
  }
}

std::set<std::uint32_t> Forms::slots_of(std::vector<FormId> forms) const {
  std::set<std::uint32_t> slots;
  std::set<FormId> seen;
  while (!forms.empty()) {
    const FormId f = forms.back();
    forms.pop_back();
    if (!seen.insert(f).second) continue;
    for (const FormId c : children(f)) forms.push_back(c);
    const Form& g = (*this)[f];
    if (g.op == FormOp::slot || g.op == FormOp::cases) slots.insert(g.item);
  }
  return slots;
}

FormId Forms::mapped(FormId form) {
  const StateMap& by = *map_;
  if ((speaks_of_[form.index()] & moved_) == 0) return form;
  if (form.index() < images_.size() && images_[form.index()].valid()) {
    return images_[form.index()];
  }
  network::poll();
  const Form f = (*this)[form];
  Parts parts(children(form).begin(), children(form).end());
  work_ += 1 + parts.size();
  for (FormId& part : parts) part = mapped(part);
  FormId image;
  switch (f.op) {
    case FormOp::number:
    case FormOp::nothing:
      image = form;
      break;
    case FormOp::member:
      image = member(f.sort, by.image(f.sort, sorts_, f.value));
      break;
    case FormOp::slot:
      image = slot(by.slot[f.item]);
      break;
    case FormOp::cases: {
      const std::uint32_t sort = sorts_.of_slot[f.item];
      const Scalar low = sorts_.sorts[sort].bounds.low;
      Parts moved(parts.size());
      for (std::size_t v = 0; v < parts.size(); ++v) {
        const Scalar to = by.image(sort, sorts_, low + static_cast<Scalar>(v));
        moved[static_cast<std::size_t>(to - low)] = parts[v];
      }
      image = cases(by.slot[f.item], std::move(moved));
      break;
    }
    case FormOp::conjunction:
    case FormOp::disjunction:
      // Mostly the parts change places, and nothing else.
      std::ranges::sort(parts);
      image = std::ranges::equal(parts, children(form))
                  ? form
                  : junction(f.op, std::move(parts));
      break;
    default:
      image = rebuilt(f, std::move(parts));
  }
  if (images_.size() < forms_.size()) images_.resize(forms_.size());
  images_[form.index()] = image;
  return image;
}

Scalar Forms::evaluate(FormId form, std::span<const Scalar> state) const {
  constexpr std::uint32_t large = 4096;
  if (size_[form.index()] <= large) {
    return static_cast<Scalar>(exact(form, state, nullptr));
  }
  Values known;
  return static_cast<Scalar>(exact(form, state, &known));
}

// Parts that are large as trees are evaluated once, if there are such.
Wide Forms::exact(FormId form, std::span<const Scalar> state,
                  Values* known) const {
  constexpr std::uint32_t small = 64;
  if (known == nullptr || size_[form.index()] <= small) {
    return computed_exact(form, state, known);
  }
  const auto at = known->find(form);
  if (at != known->end()) return at->second;
  const Wide value = computed_exact(form, state, known);
  known->emplace(form, value);
  return value;
}

Wide Forms::computed_exact(FormId form, std::span<const Scalar> state,
                           Values* known) const {
  const Form& f = (*this)[form];
  const auto parts = children(form);
  const auto part = [&](std::size_t i) {
    return exact(parts[i], state, known);
  };
  switch (f.op) {
    case FormOp::number:
    case FormOp::member:
    case FormOp::nothing:
      return f.value;
    case FormOp::slot:
      return state[f.item];
    case FormOp::cases: {
      const Scalar low = sorts_.sorts[sorts_.of_slot[f.item]].bounds.low;
      return part(static_cast<std::size_t>(state[f.item] - low));
    }
    case FormOp::equal:
      return part(0) == part(1) ? 1 : 0;
    case FormOp::negation:
      return 1 - part(0);
    case FormOp::conjunction:
    case FormOp::disjunction: {
      const Wide neutral = f.op == FormOp::conjunction ? 1 : 0;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (part(i) != neutral) return 1 - neutral;
      }
      return neutral;
    }
    case FormOp::choice:
      return part(0) != 0 ? part(1) : part(2);
    default: {
      Wide value = part(0);
      for (std::size_t i = 1; i < parts.size(); ++i) {
        value = computed(f.op, value, part(i));
      }
      return value;
    }
  }
}

}  // namespace vicinal::symmetry::inline forms
