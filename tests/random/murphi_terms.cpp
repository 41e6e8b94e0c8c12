// SPDX-License-Identifier: MIT
// Places and terms of random Murphi models.
//
// Each number carries the interval of its values, so that a model that is to
// make no error stores only what fits, and divides by nothing that may be 0.
#include <algorithm>
#include <cstdlib>

#include "murphi_writer.hpp"

namespace vicinal::random_models {

int MurphiType::values() const {
  switch (sort) {
    case Sort::boolean:
      return 2;
    case Sort::constant:
      return static_cast<int>(names.size());
    default:
      return high - low + 1;
  }
}

double MurphiType::valuations() const {
  if (simple()) return values() + 1;
  double product = 1;
  if (sort == Sort::record) {
    for (const MurphiType& part : parts) product *= part.valuations();
    return product;
  }
  for (int i = 0; i < parts[0].values() && product < 1e9; ++i) {
    product *= parts[1].valuations();
  }
  return product;
}

std::string MurphiWriter::enclosed(const MurphiText& t, int least) {
  return t.strength < least || (t.strength < atom_strength && dice_.one_in(4))
             ? "(" + t.text + ")"
             : t.text;
}

MurphiText MurphiWriter::binary(const std::string& op, int strength,
                                const MurphiText& a, const MurphiText& b) {
  const bool chains = strength != comparison_strength &&
                      strength != implies_strength &&
                      strength != choice_strength;
  return {enclosed(a, chains ? strength : strength + 1) + " " + op + " " +
              enclosed(b, strength + 1),
          strength};
}

MurphiText MurphiWriter::prefix(const std::string& op, int strength,
                                const MurphiText& a) {
  return {op + enclosed(a, op == "-" ? strength + 1 : strength), strength};
}

MurphiText MurphiWriter::choice(const MurphiText& c, const MurphiText& a,
                                const MurphiText& b) {
  return {enclosed(c, implies_strength) + " ? " +
              enclosed(a, implies_strength) + " : " +
              enclosed(b, implies_strength),
          choice_strength, std::min(a.low, b.low), std::max(a.high, b.high)};
}

// What is not hidden by another of the same name.
std::vector<MurphiPlace> MurphiWriter::visible() const {
  std::vector<MurphiPlace> all;
  for (auto p = seen_.begin(); p != seen_.end(); ++p) {
    const bool hidden =
        std::any_of(p + 1, seen_.end(),
                    [&](const MurphiPlace& q) { return q.text == p->text; });
    if (!hidden) all.push_back(*p);
  }
  return all;
}

// From a variable to one of its cells, or to a part of a type.
MurphiPlace MurphiWriter::descend(MurphiPlace p, bool simple,
                                  const MurphiType* type) {
  for (;;) {
    if (p.type.simple()) return p;
    if (!simple && (type == nullptr || p.type.text == type->text) &&
        dice_.below(3) > 0) {
      return p;
    }
    if (p.type.sort == MurphiSort::record) {
      const int i = dice_.below(static_cast<int>(p.type.names.size()));
      const auto at = static_cast<std::size_t>(i);
      p.text += "." + p.type.names[at];
      const MurphiType part = p.type.parts[at];
      p.type = part;
    } else {
      p.text += "[" + value(p.type.parts[0], 0).text + "]";
      const MurphiType part = p.type.parts[1];
      p.type = part;
    }
  }
}

// A place of a type, if one is given, that is simple, can be written and is
// never undefined, as is asked for.
std::optional<MurphiPlace> MurphiWriter::place(const MurphiType* type,
                                               bool simple, bool writes,
                                               bool defined) {
  const std::vector<MurphiPlace> all = visible();
  for (int tries = 0; tries < 12 && !all.empty(); ++tries) {
    const MurphiPlace& from = dice_.of(all);
    if ((writes && !from.writes) || (defined && !from.defined)) continue;
    if (!simple && from.type.simple()) continue;
    // An index may itself be a term of this type; that ends soon.
    if (type != nullptr && !from.type.simple() && tries > 8) continue;
    const MurphiPlace p = descend(from, simple, type);
    if (p.type.simple() != simple) continue;
    if (type != nullptr && p.type.text != type->text) continue;
    return p;
  }
  return std::nullopt;
}

// A member of a scalarset without an index in its name, as indices are made of.
std::optional<MurphiPlace> MurphiWriter::member_place(const MurphiType& type) {
  std::vector<MurphiPlace> all;
  // Rumur takes scalarsets of one size for one type.
  const bool mixed = dice_.one_in(12);
  for (const MurphiPlace& p : visible()) {
    if (mixed && p.type.sort == MurphiSort::member && p.defined &&
        p.type.high == type.high && p.type.text != type.text) {
      made("scalarsets that are mixed");
      return p;
    }
    if (p.type.text == type.text && (p.defined || risk(12))) all.push_back(p);
  }
  if (all.empty()) return std::nullopt;
  return dice_.of(all);
}

// A term of a simple type, which is stored without an error at risk 0.
MurphiText MurphiWriter::value(const MurphiType& type, int depth) {
  if (depth > 0 && dice_.one_in(6)) {
    if (const auto c = call(type, depth - 1)) return *c;
  }
  if (type.sort == MurphiSort::number) return fitted(number(depth), type);
  if (depth > 0 && dice_.one_in(7)) {
    made("a choice ? :");
    return choice(truth(depth - 1), value(type, depth - 1),
                  value(type, depth - 1));
  }
  if (type.sort == MurphiSort::member) {
    const auto m = member_place(type);
    if (depth > 0 && dice_.one_in(3)) {
      if (const auto p = place(&type, true, false, true)) return {p->text};
    }
    // Members have no literals: where none is in sight there is none.
    if (m) return {m->text};
    return {"no_member"};
  }
  if (depth > 0 && dice_.one_in(2)) {
    if (const auto p = place(&type, true, false, !risk(8))) return {p->text};
  }
  if (type.sort == MurphiSort::constant) return {dice_.of(type.names)};
  if (depth > 1 && dice_.one_in(2)) return truth(depth - 1);
  return {dice_.one_in(2) ? "true" : "false"};
}

// A number as a type has them: it fits, is cut, or runs a risk.
MurphiText MurphiWriter::fitted(MurphiText e, const MurphiType& type) {
  if ((e.low >= type.low && e.high <= type.high) || risk(6)) return e;
  const auto literal = [](int n) {
    return n < 0 ? MurphiText{std::to_string(n), product_strength, n, n}
                 : MurphiText{std::to_string(n), atom_strength, n, n};
  };
  MurphiText fit;
  if (e.text.size() > 30) {
    fit = literal(type.low + dice_.below(type.values()));
  } else if (type.low == 0 && e.low >= 0 && dice_.below(3) > 0) {
    fit = binary("%", product_strength, e, literal(type.high + 1));
  } else if (e.low >= type.low) {
    fit = choice(binary(">", comparison_strength, e, literal(type.high)),
                 literal(type.high), e);
  } else if (e.high <= type.high) {
    fit = choice(binary(">=", comparison_strength, e, literal(type.low)), e,
                 literal(type.low));
  } else {
    fit = literal(type.low + dice_.below(type.values()));
  }
  fit.low = type.low;
  fit.high = type.high;
  return fit;
}

MurphiText MurphiWriter::number(int depth) {
  if (depth > 0 && dice_.one_in(2)) return number_operation(depth);
  if (dice_.below(3) > 0) {
    // Without an index at the bottom, so that this ends.
    const std::vector<MurphiPlace> all = visible();
    for (int tries = 0; tries < 6 && !all.empty(); ++tries) {
      MurphiPlace p = dice_.of(all);
      if (!p.defined && !risk(12)) continue;
      if (depth > 0) p = descend(p, true, nullptr);
      if (p.type.sort != MurphiSort::number) continue;
      return {p.text, atom_strength, p.type.low, p.type.high};
    }
  }
  if (dice_.one_in(8)) {
    made("a constant");
    return {"Limit", atom_strength, constant_.low, constant_.high};
  }
  const int n = dice_.below(4);
  return {std::to_string(n), atom_strength, n, n};
}

MurphiText MurphiWriter::number_operation(int depth) {
  const int kind = dice_.below(12);
  if (kind == 0) return division(depth);
  if (kind == 1 && bits_) return shift(depth);
  if (kind == 2 && bits_) return bits(depth);
  if (kind == 3) {
    made("a choice ? :");
    return choice(truth(depth - 1), number(depth - 1), number(depth - 1));
  }
  const MurphiText a = number(depth - 1);
  if (kind == 4) {
    made("a minus sign");
    MurphiText m = prefix("-", product_strength, a);
    m.low = -a.high;
    m.high = -a.low;
    return m;
  }
  const MurphiText b = number(depth - 1);
  if (kind == 5 && std::abs(a.high) < 20 && std::abs(b.high) < 20) {
    made("a product");
    MurphiText m = binary("*", product_strength, a, b);
    const auto [low, high] = std::minmax(
        {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    m.low = low;
    m.high = high;
    return m;
  }
  if (kind < 9) {
    made("a sum");
    MurphiText m = binary("+", sum_strength, a, b);
    m.low = a.low + b.low;
    m.high = a.high + b.high;
    return m;
  }
  made("a difference");
  MurphiText m = binary("-", sum_strength, a, b);
  m.low = a.low - b.high;
  m.high = a.high - b.low;
  return m;
}

MurphiText MurphiWriter::division(int depth) {
  const MurphiText a = number(depth - 1);
  MurphiText b = number(depth - 1);
  const bool constant =
      b.text.find_first_not_of("0123456789") == std::string::npos;
  if (b.low <= 0 && b.high >= 0 && (!risk(3) || constant)) {
    const int n = 1 + dice_.below(3);
    b = dice_.one_in(6) ? MurphiText{"-2", product_strength, -2, -2}
                        : MurphiText{std::to_string(n), atom_strength, n, n};
  }
  const int most = std::max(std::abs(a.low), std::abs(a.high));
  if (dice_.one_in(2)) {
    made("a quotient");
    MurphiText m = binary("/", product_strength, a, b);
    m.low = -most;
    m.high = most;
    return m;
  }
  made("a remainder");
  MurphiText m = binary("%", product_strength, a, b);
  const int rest =
      std::min(most, std::max(std::abs(b.low), std::abs(b.high)) - 1);
  m.low = a.low < 0 ? -rest : 0;
  m.high = a.high > 0 ? rest : 0;
  return m;
}

// By some bits, also to the other side, and by more than there are.
MurphiText MurphiWriter::shift(int depth) {
  const MurphiText a = number(depth - 1);
  const int by = dice_.one_in(4) ? -1 - dice_.below(2) : dice_.below(3);
  const bool left = dice_.one_in(2);
  made(by < 0 ? "a shift by less than nothing" : "a shift");
  const int up = left ? by : -by;
  MurphiText m = binary(
      left ? "<<" : ">>", shift_strength, a,
      {std::to_string(by), by < 0 ? product_strength : atom_strength, by, by});
  const auto moved = [up](int n) { return up >= 0 ? n << up : n >> -up; };
  m.low = moved(a.low);
  m.high = moved(a.high);
  if (a.low >= 0 && dice_.one_in(10)) {
    made("a shift by more bits than there are");
    m = binary(">>", shift_strength, a, {"100"});
    m.low = m.high = 0;
  }
  return m;
}

MurphiText MurphiWriter::bits(int depth) {
  MurphiText a = number(depth - 1);
  if (dice_.one_in(5)) {
    made("a complement of bits");
    MurphiText m = prefix("~", complement_strength, a);
    m.low = -a.high - 1;
    m.high = -a.low - 1;
    return m;
  }
  const MurphiText b = number(depth - 1);
  // Rumur takes '&' and '|' for those of truths after what has a named type.
  if (a.strength < bit_or_strength || a.strength > sum_strength) {
    const int low = a.low, high = a.high;
    a = binary("+", sum_strength, {"0"}, a);
    a.low = low;
    a.high = high;
  }
  int top = 1;
  while (top <= std::max({std::abs(a.low), std::abs(b.low), a.high, b.high})) {
    top *= 2;
  }
  MurphiText m;
  switch (dice_.below(3)) {
    case 0:
      made("a conjunction of bits");
      m = binary("&", bit_and_strength, a, b);
      break;
    case 1:
      made("a disjunction of bits");
      m = binary("|", bit_or_strength, a, b);
      break;
    default:
      made("a difference of bits");
      m = binary("^", bit_xor_strength, a, b);
  }
  m.low = a.low < 0 || b.low < 0 ? -top : 0;
  m.high = top - 1;
  return m;
}

// A call, in a term, of a function that changes nothing.
std::optional<MurphiText> MurphiWriter::call(const MurphiType& type,
                                             int depth) {
  std::vector<MurphiFunction> fit;
  for (const MurphiFunction& f : functions_) {
    if (f.result && f.pure && f.result->text == type.text) fit.push_back(f);
  }
  if (fit.empty()) return std::nullopt;
  const MurphiFunction& f = dice_.of(fit);
  const std::string given = arguments(f, depth);
  if (given.find("no_member") != std::string::npos) return std::nullopt;
  if (given.find("no_place") != std::string::npos) return std::nullopt;
  made("a function in a term");
  return MurphiText{f.name + "(" + given + ")", atom_strength, type.low,
                    type.high};
}

std::string MurphiWriter::arguments(const MurphiFunction& f, int depth) {
  std::string list;
  for (const MurphiPlace& p : f.parameters) {
    if (!list.empty()) list += ", ";
    if (p.writes || !p.type.simple()) {
      const auto at = place(&p.type, p.type.simple(), p.writes, true);
      list += at ? at->text : "no_place";
    } else if (risk(4)) {
      // An undefined argument is no error before it is read.
      const auto at = place(&p.type, true, false, false);
      list += at ? at->text : value(p.type, depth).text;
    } else {
      list += value(p.type, depth).text;
    }
  }
  return list;
}

}  // namespace vicinal::random_models
