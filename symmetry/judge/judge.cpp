// SPDX-License-Identifier: MIT
// `a` is a term over a state, `b` one over the state that the map makes of it.
#include "symmetry/judge/judge.hpp"

#include <z3++.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "network/base/budget.hpp"
#include "network/flat/tables.hpp"

namespace vicinal::symmetry::inline judge {

using flat::Guarded;
using flat::Term;
using flat::TermOp;
using network::Scalar;

namespace {

constexpr unsigned most_rlimit = 5'000'000;  // of Z3, for one question
constexpr std::uint32_t no_image = UINT32_MAX;

}  // namespace

class Judge::Run {
 public:
  Run(const Guarded& guarded, const std::vector<flat::Sequence>& steps,
      const flat::Domains& domains, std::uint64_t most_rows)
      : guarded_(guarded),
        terms_(guarded.terms),
        steps_(steps),
        domains_(domains),
        scopes_(terms_, domains),
        most_rows_(most_rows),
        solver_(context_) {
    z3::params p(context_);
    p.set("rlimit", most_rlimit);
    p.set("random_seed", 0U);
    // Z3 would take Ctrl-C for itself, and nobody else would know.
    p.set("ctrl_c", false);
    solver_.set(p);
    for (const flat::Sequence& s : steps) reads_.push_back(read_by(s));
  }

  Verdict automorphism(const LiteralMap& map,
                       const std::vector<std::uint32_t>& image) {
    begin(map);
    if (!initial()) return Verdict::fails;
    require_same(guarded_.initial, guarded_.initial);
    require_same(guarded_.problem, guarded_.problem);
    for (const flat::Judged& p : guarded_.properties) {
      require_same(p.fails, p.fails);
      if (!same(p.holds, p.holds)) {
        ask(differ(p.holds, p.holds) && !truth_at(p.fails));
      }
    }
    for (std::uint32_t s = 0; s < steps_.size(); ++s) {
      network::poll();
      if (verdict_ == Verdict::fails) return verdict_;
      if (image[s] == no_image) {
        never(s);
        continue;
      }
      const bool stays =
          image[s] == s && std::ranges::none_of(reads_[s], [&](auto slot) {
            return moved_[slot];
          });
      if (!stays) step(steps_[s], steps_[image[s]]);
    }
    return verdict_;
  }

  std::size_t asked() const { return asked_; }

 private:
  // ---- one map -------------------------------------------------------------

  void begin(const LiteralMap& map) {
    map_ = &map;
    verdict_ = Verdict::holds;
    from_.assign(map.slot.size(), 0);
    moved_.assign(map.slot.size(), false);
    for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
      from_[map.slot[s]] = s;
      moved_[s] = map.slot[s] != s || !map.value[s].empty();
    }
    same_.clear();
  }

  Scalar image(std::uint32_t slot, Scalar v) const {
    return map_->image(slot, guarded_.slots[slot].bounds.low, v);
  }

  // Values that occur, and initial ones, go to such.
  bool initial() const {
    for (std::uint32_t s = 0; s < map_->slot.size(); ++s) {
      const auto& here = guarded_.slots[s];
      const auto& there = guarded_.slots[map_->slot[s]];
      if (here.bounds != there.bounds) return false;
      if (here.initial.has_value() != there.initial.has_value()) return false;
      if (here.initial && image(s, *here.initial) != *there.initial) {
        return false;
      }
      const auto& values = domains_.values[s];
      const auto occurs = [&](Scalar v) {
        return domains_.place(map_->slot[s], image(s, v)).has_value();
      };
      if (!std::ranges::all_of(values, occurs)) return false;
    }
    return true;
  }

  std::vector<std::uint32_t> read_by(const flat::Sequence& s) const {
    std::set<std::uint32_t> slots;
    std::set<flat::TermId> seen;
    std::vector<flat::TermId> open{s.guard, s.fails};
    for (const auto& [slot, value] : s.updates) {
      slots.insert(slot);
      open.push_back(value);
    }
    while (!open.empty()) {
      const flat::TermId id = open.back();
      open.pop_back();
      if (!seen.insert(id).second) continue;
      const Term& t = terms_[id];
      if (t.op == TermOp::slot)
        slots.insert(static_cast<std::uint32_t>(t.value));
      for (std::size_t i = 0; i < t.children.size(); ++i) {
        open.push_back(terms_.child(t, i));
      }
    }
    return {slots.begin(), slots.end()};
  }

  void require_same(flat::TermId a, flat::TermId b) {
    if (!same(a, b)) ask(differ(a, b));
  }

  void never(std::uint32_t step) {
    if (never_.contains(step)) return;
    const Verdict before = std::exchange(verdict_, Verdict::holds);
    const flat::Scope* scope = scopes_.of(steps_[step].guard);
    bool some = false;
    if (scope) {
      each_row(terms_, steps_[step].guard, *scope, domains_.lists(),
               [&](const flat::Row&, Scalar v) { some = some || v != 0; });
      if (some) verdict_ = Verdict::fails;
    } else {
      ask(truth_at(steps_[step].guard));
    }
    // What is not shown is asked of every map.
    if (verdict_ == Verdict::holds) never_.insert(step);
    if (verdict_ == Verdict::holds) verdict_ = before;
  }

  void step(const flat::Sequence& a, const flat::Sequence& b) {
    require_same(a.guard, b.guard);
    if (!same(a.fails, b.fails)) {
      ask(truth_at(a.guard) && differ(a.fails, b.fails));
    }
    std::map<std::uint32_t, flat::TermId> here(a.updates.begin(),
                                               a.updates.end());
    std::map<std::uint32_t, flat::TermId> there(b.updates.begin(),
                                                b.updates.end());
    std::set<std::uint32_t> written;
    for (const auto& [slot, value] : here) written.insert(slot);
    for (const auto& [slot, value] : there) written.insert(from_[slot]);
    for (const std::uint32_t x : written) {
      const std::uint32_t y = map_->slot[x];
      const auto value = here.find(x);
      const auto other = there.find(y);
      if (value != here.end() && other != there.end() &&
          becomes(x, value->second, other->second)) {
        continue;
      }
      const z3::expr mine = value == here.end() ? slot(x) : at(value->second);
      const z3::expr theirs =
          other == there.end() ? moved_slot(y) : there_at(other->second);
      ask(truth_at(a.guard) && !truth_at(a.fails) && moved(x, mine) != theirs);
    }
  }

  // ---- by looking ----------------------------------------------------------

  // Tries all values of what both read.
  template <class Agree>
  std::optional<bool> tried(flat::TermId a, flat::TermId b,
                            const Agree& agree) {
    const flat::Scope* of_a = scopes_.of(a);
    if (!of_a) return std::nullopt;
    const flat::Scope first = *of_a;
    const flat::Scope* of_b = scopes_.of(b);
    if (!of_b) return std::nullopt;
    const flat::Scope second = *of_b;
    flat::Scope joint = first;
    for (const std::uint32_t y : second) joint.push_back(from_[y]);
    std::ranges::sort(joint);
    joint.erase(std::unique(joint.begin(), joint.end()), joint.end());
    if (scopes_.rows(joint) > most_rows_) return std::nullopt;
    flat::Evaluation value_a(terms_, a, joint), value_b(terms_, b, second);
    std::vector<std::size_t> places;
    for (const std::uint32_t y : second) {
      places.push_back(static_cast<std::size_t>(
          std::ranges::lower_bound(joint, from_[y]) - joint.begin()));
    }
    bool all = true;
    flat::Row row_b(second.size());
    flat::each_choice(joint, domains_.lists(), [&](const flat::Row& row) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        row_b[i] = image(joint[places[i]], row[places[i]]);
      }
      all = all && agree(value_a(row), value_b(row_b));
    });
    return all;
  }

  // Whether they surely have the same value.
  bool same(flat::TermId a, flat::TermId b) {
    const auto known = same_.find({a, b});
    if (known != same_.end()) return known->second;
    network::poll();
    const bool result = compared(a, b);
    same_.emplace(std::pair(a, b), result);
    return result;
  }

  bool compared(flat::TermId a, flat::TermId b) {
    const auto seen = tried(a, b, [](Scalar x, Scalar y) { return x == y; });
    if (seen) return *seen;
    const Term x = terms_[a], y = terms_[b];
    if (x.op != y.op || x.children.size() != y.children.size()) return false;
    if (equal_variables(x, y)) return true;
    switch (x.op) {
      case TermOp::slot: {
        const auto from = static_cast<std::uint32_t>(x.value);
        return map_->slot[from] == static_cast<std::uint32_t>(y.value) &&
               map_->value[from].empty();
      }
      case TermOp::logical_and:
      case TermOp::logical_or:
      case TermOp::add:
      case TermOp::multiply:
      case TermOp::equal:
        return matched(x, y);
      default:
        break;
    }
    for (std::size_t i = 0; i < x.children.size(); ++i) {
      if (!same(terms_.child(x, i), terms_.child(y, i))) return false;
    }
    return x.children.size() != 0;
  }

  // Whether both say that two variables are equal, whose values move alike.
  bool equal_variables(const Term& x, const Term& y) const {
    if (x.op != TermOp::equal) return false;
    std::vector<std::uint32_t> from, to;
    for (std::size_t i = 0; i < 2; ++i) {
      const Term a = terms_[terms_.child(x, i)];
      const Term b = terms_[terms_.child(y, i)];
      if (a.op != TermOp::slot || b.op != TermOp::slot) return false;
      from.push_back(static_cast<std::uint32_t>(a.value));
      to.push_back(static_cast<std::uint32_t>(b.value));
    }
    if (guarded_.slots[from[0]].bounds != guarded_.slots[from[1]].bounds ||
        map_->value[from[0]] != map_->value[from[1]]) {
      return false;
    }
    std::vector<std::uint32_t> images{map_->slot[from[0]], map_->slot[from[1]]};
    std::ranges::sort(images);
    std::ranges::sort(to);
    return images == to;
  }

  // Whether their parts are the same in some order, as far as the variables
  // that they read tell which is which.
  bool matched(const Term& x, const Term& y) {
    const auto slots_of = [&](flat::TermId part, bool mapped) {
      flat::Scope slots;
      if (const flat::Scope* scope = scopes_.of(part)) slots = *scope;
      if (mapped) {
        for (std::uint32_t& s : slots) s = map_->slot[s];
        std::ranges::sort(slots);
      }
      return slots;
    };
    std::multimap<flat::Scope, flat::TermId> open;
    for (std::size_t i = 0; i < y.children.size(); ++i) {
      const flat::TermId part = terms_.child(y, i);
      open.emplace(slots_of(part, false), part);
    }
    for (std::size_t i = 0; i < x.children.size(); ++i) {
      const flat::TermId part = terms_.child(x, i);
      auto [begin, end] = open.equal_range(slots_of(part, true));
      const auto found = std::find_if(begin, end, [&](const auto& entry) {
        return same(part, entry.second);
      });
      if (found == end) return false;
      open.erase(found);
    }
    return true;
  }

  // The same for what x and its image become.
  bool becomes(std::uint32_t x, flat::TermId a, flat::TermId b) {
    const auto seen = tried(a, b, [&](Scalar v, Scalar w) {
      return bounded(x, v) && image(x, v) == w;
    });
    if (seen && *seen) return true;
    const Term s = terms_[a], t = terms_[b];
    if (s.op == TermOp::choose && t.op == TermOp::choose &&
        same(terms_.child(s, 0), terms_.child(t, 0))) {
      return becomes(x, terms_.child(s, 1), terms_.child(t, 1)) &&
             becomes(x, terms_.child(s, 2), terms_.child(t, 2));
    }
    return map_->value[x].empty() && same(a, b);
  }

  bool bounded(std::uint32_t x, Scalar v) const {
    const auto& bounds = guarded_.slots[x].bounds;
    return bounds.low <= v && v <= bounds.high;
  }

  // ---- by Z3 ---------------------------------------------------------------

  z3::expr slot(std::uint32_t s) {
    const auto known = slots_.find(s);
    if (known != slots_.end()) return known->second;
    const z3::expr e = context_.int_const(("s" + std::to_string(s)).c_str());
    const auto& values = domains_.values[s];
    const auto& bounds = guarded_.slots[s].bounds;
    solver_.add(e >= context_.int_val(bounds.low) &&
                e <= context_.int_val(bounds.high));
    if (!values.empty() && values.size() != static_cast<std::size_t>(
                                                bounds.high - bounds.low + 1)) {
      z3::expr_vector some(context_);
      for (const Scalar v : values) some.push_back(e == context_.int_val(v));
      solver_.add(z3::mk_or(some));
    }
    slots_.emplace(s, e);
    return e;
  }

  z3::expr moved(std::uint32_t x, const z3::expr& value) {
    z3::expr result = value;
    const auto& images = map_->value[x];
    const Scalar low = guarded_.slots[x].bounds.low;
    for (std::size_t i = 0; i < images.size(); ++i) {
      const Scalar v = low + static_cast<Scalar>(i);
      if (images[i] == v) continue;
      result = z3::ite(value == context_.int_val(v),
                       context_.int_val(images[i]), result);
    }
    return result;
  }

  z3::expr moved_slot(std::uint32_t y) {
    return moved(from_[y], slot(from_[y]));
  }

  z3::expr at(flat::TermId id) { return translated(id, false); }
  z3::expr truth_at(flat::TermId id) { return at(id) != context_.int_val(0); }
  z3::expr there_at(flat::TermId id) { return translated(id, true); }

  z3::expr translated(flat::TermId id, bool there) {
    std::map<flat::TermId, z3::expr> known;
    return walk(id, there, known);
  }

  z3::expr walk(flat::TermId id, bool there,
                std::map<flat::TermId, z3::expr>& known) {
    const auto found = known.find(id);
    if (found != known.end()) return found->second;
    network::poll();
    const Term t = terms_[id];
    std::vector<z3::expr> parts;
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      parts.push_back(walk(terms_.child(t, i), there, known));
    }
    const z3::expr result = joined(t, parts, there);
    known.emplace(id, result);
    return result;
  }

  // All as numbers; truth values are 0 and 1.
  z3::expr joined(const Term& t, const std::vector<z3::expr>& parts,
                  bool there) {
    const z3::expr one = context_.int_val(1), zero = context_.int_val(0);
    const auto truth = [&](std::size_t i) { return parts[i] != zero; };
    const auto number = [&](const z3::expr& e) {
      return z3::ite(e, one, zero);
    };
    const auto fold = [&](const auto& join) {
      z3::expr e = parts[0];
      for (std::size_t i = 1; i < parts.size(); ++i) e = join(e, parts[i]);
      return e;
    };
    const auto junction = [&](bool all) {
      z3::expr_vector list(context_);
      for (std::size_t i = 0; i < parts.size(); ++i) list.push_back(truth(i));
      return number(all ? z3::mk_and(list) : z3::mk_or(list));
    };
    switch (t.op) {
      case TermOp::constant:
        return context_.int_val(t.value);
      case TermOp::slot: {
        const auto s = static_cast<std::uint32_t>(t.value);
        return there ? moved_slot(s) : slot(s);
      }
      case TermOp::add:
        return fold([](const auto& a, const auto& b) { return a + b; });
      case TermOp::subtract:
        return parts[0] - parts[1];
      case TermOp::multiply:
        return fold([](const auto& a, const auto& b) { return a * b; });
      case TermOp::quotient:
      case TermOp::remainder:
        return cut(t.op == TermOp::quotient, parts[0], parts[1]);
      case TermOp::less:
        return number(parts[0] < parts[1]);
      case TermOp::equal:
        return number(parts[0] == parts[1]);
      case TermOp::logical_not:
        return one - parts[0];
      case TermOp::logical_and:
        return junction(true);
      case TermOp::logical_or:
        return junction(false);
      case TermOp::choose:
        return z3::ite(truth(0), parts[1], parts[2]);
      case TermOp::temporary:
        break;
    }
    throw std::logic_error("Judge: a temporary is no function");
  }

  // Rounds to zero; of a divisor that is not positive, 0.
  z3::expr cut(bool quotient, const z3::expr& a, const z3::expr& b) {
    const z3::expr zero = context_.int_val(0);
    const z3::expr positive =
        z3::ite(a >= zero, quotient ? a / b : z3::mod(a, b),
                quotient ? -((-a) / b) : -z3::mod(-a, b));
    return z3::ite(b <= zero, zero, positive);
  }

  z3::expr differ(flat::TermId a, flat::TermId b) {
    return at(a) != there_at(b);
  }

  void ask(const z3::expr& question) {
    network::poll();
    ++asked_;
    z3::check_result answer = z3::unknown;
    try {
      solver_.push();
      solver_.add(question);
      answer = solver_.check();
      solver_.pop();
    } catch (const z3::exception&) {
      solver_.reset();
      slots_.clear();
    }
    if (answer == z3::sat) verdict_ = Verdict::fails;
    if (answer == z3::unknown && verdict_ == Verdict::holds) {
      verdict_ = Verdict::unknown;
    }
  }

  const Guarded& guarded_;
  const flat::Terms& terms_;
  const std::vector<flat::Sequence>& steps_;
  const flat::Domains& domains_;
  flat::Scopes scopes_;
  const std::uint64_t most_rows_;
  std::vector<std::vector<std::uint32_t>>
      reads_;  // per step, and what it writes
  std::set<std::uint32_t> never_;
  z3::context context_;
  z3::solver solver_;
  std::map<std::uint32_t, z3::expr> slots_;
  std::size_t asked_ = 0;

  const LiteralMap* map_ = nullptr;
  Verdict verdict_ = Verdict::holds;
  std::vector<std::uint32_t> from_;
  std::vector<bool> moved_;
  std::map<std::pair<flat::TermId, flat::TermId>, bool> same_;
};

Judge::Judge(const Guarded& guarded, const std::vector<flat::Sequence>& steps,
             const flat::Domains& domains, std::uint64_t most_rows)
    : run_(std::make_unique<Run>(guarded, steps, domains, most_rows)) {}

Judge::~Judge() = default;

Verdict Judge::automorphism(const LiteralMap& map,
                            const std::vector<std::uint32_t>& image) {
  return run_->automorphism(map, image);
}

std::size_t Judge::asked() const {
  return run_->asked();
}

}  // namespace vicinal::symmetry::inline judge
