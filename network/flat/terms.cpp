// SPDX-License-Identifier: MIT
// Smart constructors. Bounds are computed on 128 bits, which two operands of 64
// bits cannot leave.
#include "network/flat/terms.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::flat {

using network::Wide;

namespace {

constexpr Bounds narrow{INT32_MIN, INT32_MAX};
constexpr Bounds language{INT64_MIN, INT64_MAX};
constexpr Bounds truth_bounds{0, 1};
constexpr std::uint64_t far_too_many = std::uint64_t{1} << 62;

}  // namespace

void Terms::require_small(std::uint64_t nodes, std::uint32_t depth) const {
  if (width_ == Width::unlimited) return;
  if (nodes <= most_nodes && depth <= most_depth) return;
  throw Refusal{Refusal::Kind::large, here,
                "written out for this instance, this is too long"};
}

TermId Terms::make(Term term, std::vector<TermId> children) {
  network::poll();
  if (width_ == Width::narrow &&
      (term.below || term.above || term.bounds.low < narrow.low ||
       term.bounds.high > narrow.high)) {
    throw Refusal{Refusal::Kind::wide, here,
                  "this may leave the 32 bits of a number there"};
  }
  if (term.bounds.low == term.bounds.high && term.op != TermOp::constant &&
      !term.below && !term.above) {
    return term.truth ? truth(term.bounds.low != 0) : number(term.bounds.low);
  }
  for (const TermId c : children) {
    term.size = std::min(term.size + (*this)[c].size, far_too_many);
    term.depth = std::max(term.depth, (*this)[c].depth + 1);
  }
  require_small(term.size, term.depth);
  const auto [at, fresh] = known_.try_emplace(
      Key{term.op, term.truth, term.enumeration.value, term.value,
          term.bounds.low, term.bounds.high, children},
      TermId(terms_.size()));
  if (!fresh) return at->second;
  term.children.begin = static_cast<std::uint32_t>(children_.size());
  children_.insert(children_.end(), children.begin(), children.end());
  term.children.end = static_cast<std::uint32_t>(children_.size());
  terms_.push_back(term);
  return at->second;
}

// ---- leaves ----------------------------------------------------------------

TermId Terms::number(Scalar value, network::EnumId enumeration) {
  return make({TermOp::constant, false, enumeration, value, {value, value}},
              {});
}

TermId Terms::truth(bool value) {
  const Scalar v = value ? 1 : 0;
  return make({TermOp::constant, true, {}, v, {v, v}}, {});
}

TermId Terms::slot(std::uint32_t slot, const Bounds& bounds, bool truth) {
  return make({TermOp::slot, truth, {}, slot, bounds}, {});
}

TermId Terms::temporary(std::uint32_t number, const Bounds& bounds,
                        bool truth) {
  return make({TermOp::temporary, truth, {}, number, bounds}, {});
}

// ---- numbers ---------------------------------------------------------------

TermId Terms::number_of(TermOp op, Wide low, Wide high,
                        std::vector<TermId> children) {
  const auto nearest = [](Wide v) {
    return static_cast<Scalar>(
        std::clamp<Wide>(v, language.low, language.high));
  };
  Term term{op, false, {}, 0, {nearest(low), nearest(high)}};
  term.below = low < language.low;
  term.above = high > language.high;
  return make(term, std::move(children));
}

TermId Terms::add(TermId a, TermId b) {
  const TermId pair[] = {a, b};
  return sum(pair);
}

TermId Terms::sum(std::span<const TermId> terms) {
  std::vector<TermId> parts;
  Wide low = 0, high = 0;
  for (const TermId t : terms) {
    const Bounds b = (*this)[t].bounds;
    if (b == Bounds{0, 0}) continue;
    parts.push_back(t);
    low += b.low;
    high += b.high;
  }
  if (parts.empty()) return number(0);
  if (parts.size() == 1) return parts[0];
  return number_of(TermOp::add, low, high, std::move(parts));
}

TermId Terms::subtract(TermId a, TermId b) {
  const Bounds x = (*this)[a].bounds;
  const Bounds y = (*this)[b].bounds;
  if (y == Bounds{0, 0}) return a;
  return number_of(TermOp::subtract, Wide{x.low} - y.high, Wide{x.high} - y.low,
                   {a, b});
}

TermId Terms::multiply(TermId a, TermId b) {
  const Bounds x = (*this)[a].bounds;
  const Bounds y = (*this)[b].bounds;
  if (x == Bounds{1, 1}) return b;
  if (y == Bounds{1, 1}) return a;
  const auto [low, high] =
      std::minmax({Wide{x.low} * y.low, Wide{x.low} * y.high,
                   Wide{x.high} * y.low, Wide{x.high} * y.high});
  return number_of(TermOp::multiply, low, high, {a, b});
}

// quotient, remainder: where the divisor is not positive, nobody looks.
TermId Terms::cut(TermOp op, TermId a, TermId b) {
  const Bounds x = (*this)[a].bounds;
  const Bounds y{std::max<Scalar>((*this)[b].bounds.low, 1),
                 std::max<Scalar>((*this)[b].bounds.high, 1)};
  Bounds bounds{x.low / (x.low < 0 ? y.low : y.high),
                x.high / (x.high < 0 ? y.high : y.low)};
  if (op == TermOp::remainder) {
    bounds.low = x.low < 0 ? std::max(x.low, 1 - y.high) : 0;
    bounds.high = x.high > 0 ? std::min(x.high, y.high - 1) : 0;
    if (x.low >= 0 && x.high < y.low) return a;
    if (constant(a) && constant(b)) return number(x.low % y.low);
  }
  return make({op, false, {}, 0, bounds}, {a, b});
}

// The quotient is rounded down: of a < 0 it is -1 - (-1 - a) / b, of which all
// parts are numbers of the language.
TermId Terms::positive_divide(TermId a, TermId b) {
  const TermId up = cut(TermOp::quotient, a, b);
  if ((*this)[a].bounds.low >= 0) return up;
  const TermId last = number(-1);
  const TermId down =
      subtract(last, cut(TermOp::quotient, subtract(last, a), b));
  return choose(less(a, number(0)), down, up);
}

TermId Terms::positive_modulo(TermId a, TermId b) {
  const TermId rest = cut(TermOp::remainder, a, b);
  if ((*this)[a].bounds.low >= 0) return rest;
  const TermId wrapped = add(rest, b);
  return make({TermOp::choose,
               false,
               {},
               0,
               {0, std::max<Scalar>((*this)[b].bounds.high, 1) - 1}},
              {less(rest, number(0)), wrapped, rest});
}

TermId Terms::shared(TermId sum, TermId count, const Bounds& bounds) {
  if ((*this)[count].bounds == Bounds{1, 1}) return sum;
  return make({TermOp::quotient, false, {}, 0, bounds}, {sum, count});
}

// Whether it is a term of its own; where nothing is negative, and of constants,
// rounding to zero says the same.
bool Terms::has_euclidean(TermId a, TermId b) const {
  return width_ == Width::unlimited && !(constant(a) && constant(b)) &&
         ((*this)[a].bounds.low < 0 || (*this)[b].bounds.low <= 0);
}

TermId Terms::euclidean(TermOp op, TermId a, TermId b) {
  const auto most = [&](TermId t) {
    const Bounds& bounds = (*this)[t].bounds;
    return std::max(-Wide{bounds.low}, Wide{bounds.high});
  };
  if (op == TermOp::quotient) return number_of(op, -most(a), most(a), {a, b});
  return number_of(op, 0, std::max<Wide>(most(b) - 1, 0), {a, b});
}

// Of the least number there is no contrary that others could hold.
void Terms::refuse_least(TermId divisor) const {
  if (width_ == Width::unlimited) return;
  if ((*this)[divisor].bounds.low > language.low) return;
  throw Refusal{Refusal::Kind::wide, here,
                "a divisor may be the least number there is"};
}

TermId Terms::divide(TermId a, TermId b) {
  if (has_euclidean(a, b)) return euclidean(TermOp::quotient, a, b);
  refuse_least(b);
  const Bounds y = (*this)[b].bounds;
  const TermId zero = number(0);
  TermId value = zero;
  if (y.low < 0) {
    value = subtract(zero, positive_divide(a, subtract(zero, b)));
    value = choose(less(b, zero), value, zero);
  }
  if (y.high <= 0) return value;
  return choose(less(zero, b), positive_divide(a, b), value);
}

TermId Terms::modulo(TermId a, TermId b) {
  if (has_euclidean(a, b)) return euclidean(TermOp::remainder, a, b);
  refuse_least(b);
  const Bounds y = (*this)[b].bounds;
  const TermId zero = number(0);
  TermId value = zero;
  if (y.low < 0) {
    value = choose(less(b, zero), positive_modulo(a, subtract(zero, b)), zero);
  }
  if (y.high <= 0) return value;
  return choose(less(zero, b), positive_modulo(a, b), value);
}

// ---- truth values ----------------------------------------------------------

TermId Terms::less(TermId a, TermId b) {
  const Bounds x = (*this)[a].bounds;
  const Bounds y = (*this)[b].bounds;
  if (x.high < y.low) return truth(true);
  if (x.low >= y.high || a == b) return truth(false);
  return make({TermOp::less, true, {}, 0, truth_bounds}, {a, b});
}

TermId Terms::equal(TermId a, TermId b) {
  const Term x = (*this)[a];
  const Term y = (*this)[b];
  if (a == b) return truth(true);
  if (x.bounds.high < y.bounds.low || y.bounds.high < x.bounds.low) {
    return truth(false);
  }
  if (x.op == TermOp::constant && y.op == TermOp::constant) return truth(true);
  if (x.truth && y.op == TermOp::constant) {
    return y.value != 0 ? a : negate(a);
  }
  if (x.truth && x.op == TermOp::constant) {
    return x.value != 0 ? b : negate(b);
  }
  return make({TermOp::equal, true, {}, 0, truth_bounds}, {a, b});
}

TermId Terms::negate(TermId a) {
  const Term& t = (*this)[a];
  if (t.op == TermOp::constant) return truth(t.value == 0);
  if (t.op == TermOp::logical_not) return child(t, 0);
  return make({TermOp::logical_not, true, {}, 0, truth_bounds}, {a});
}

// Members of a member of the same kind come in its place; what is neutral is
// left out, and so is what stood before.
TermId Terms::junction(TermOp op, std::span<const TermId> terms) {
  const bool neutral = op == TermOp::logical_and;
  std::vector<TermId> out;
  const auto put = [&](TermId t) {
    if (!is(t, neutral) && (out.size() > 16 || std::find(out.begin(), out.end(),
                                                         t) == out.end())) {
      out.push_back(t);
    }
  };
  for (const TermId t : terms) {
    const Term term = (*this)[t];
    if (term.op != op) {
      put(t);
    } else {
      for (std::size_t i = 0; i < term.children.size(); ++i) {
        put(child(term, i));
      }
    }
    if (!out.empty() && is(out.back(), !neutral)) break;
  }
  if (out.empty()) return truth(neutral);
  // Terms do not fail: of a conjunction with `false` nothing else is needed.
  if (out.size() == 1 || is(out.back(), !neutral)) return out.back();
  return make({op, true, {}, 0, truth_bounds}, out);
}

TermId Terms::all(std::span<const TermId> terms) {
  return junction(TermOp::logical_and, terms);
}

TermId Terms::any(std::span<const TermId> terms) {
  return junction(TermOp::logical_or, terms);
}

TermId Terms::both(TermId a, TermId b) {
  const TermId pair[] = {a, b};
  return all(pair);
}

TermId Terms::either(TermId a, TermId b) {
  const TermId pair[] = {a, b};
  return any(pair);
}

TermId Terms::choose(TermId condition, TermId then, TermId otherwise) {
  if (then == otherwise || is(condition, true)) return then;
  if (is(condition, false)) return otherwise;
  if (is(then, true)) return either(condition, otherwise);
  if (is(then, false)) return both(negate(condition), otherwise);
  if (is(otherwise, true)) return either(negate(condition), then);
  if (is(otherwise, false)) return both(condition, then);
  const Bounds x = (*this)[then].bounds;
  const Bounds y = (*this)[otherwise].bounds;
  Term term{TermOp::choose,
            (*this)[then].truth,
            {},
            0,
            {std::min(x.low, y.low), std::max(x.high, y.high)}};
  term.below = (*this)[then].below || (*this)[otherwise].below;
  term.above = (*this)[then].above || (*this)[otherwise].above;
  return make(term, {condition, then, otherwise});
}

TermId Terms::indicator(TermId condition) {
  return choose(condition, number(1), number(0));
}

// Bounds do not decide it.
TermId Terms::leaves(TermId a) {
  const auto less_than = [&](TermId x, TermId y) {
    return make({TermOp::less, true, {}, 0, truth_bounds}, {x, y});
  };
  TermId result = truth(false);
  if ((*this)[a].below) {
    result = either(result, less_than(a, number(language.low)));
  }
  if ((*this)[a].above) {
    result = either(result, less_than(number(language.high), a));
  }
  may_leave_ = may_leave_ || !is(result, false);
  return result;
}

TermId Terms::within(TermId a, const Bounds& bounds) {
  const Bounds x = (*this)[a].bounds;
  TermId result = truth(bounds.low <= x.high && x.low <= bounds.high);
  if (is(result, false)) return result;
  if (x.low < bounds.low) {
    result = both(result, negate(less(a, number(bounds.low))));
  }
  if (x.high > bounds.high) {
    result = both(result, negate(less(number(bounds.high), a)));
  }
  return result;
}

TermId Terms::again(TermId of, std::span<const TermId> children) {
  const Term t = (*this)[of];
  switch (t.op) {
    case TermOp::add:
      return sum(children);
    case TermOp::subtract:
      return subtract(children[0], children[1]);
    case TermOp::multiply:
      return multiply(children[0], children[1]);
    case TermOp::quotient:
    case TermOp::remainder:
      return cut(t.op, children[0], children[1]);
    case TermOp::less:
      return less(children[0], children[1]);
    case TermOp::equal:
      return equal(children[0], children[1]);
    case TermOp::logical_not:
      return negate(children[0]);
    case TermOp::logical_and:
    case TermOp::logical_or:
      return junction(t.op, children);
    case TermOp::choose:
      return choose(children[0], children[1], children[2]);
    default:
      return of;
  }
}

}  // namespace vicinal::flat
