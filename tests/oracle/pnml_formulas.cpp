// SPDX-License-Identifier: MIT
// A formula of markings is the set of those where it holds. Paths of CTL are
// taken as they are, and end somewhere, perhaps: fixpoints. For all others
// markings are multiplied with guesses of which formulas hold of the rest of a
// path: one whose guesses agree with each other, and whose untils come true, is
// a path of the formula.
#include "tests/oracle/pnml_formulas.hpp"

#include <algorithm>
#include <vector>

#include "tests/oracle/pnml_tree.hpp"

namespace vicinal::pnml_oracle {
namespace {

using oracle::PnmlMarking;
using oracle::PnmlStates;
using Set = std::vector<bool>;  // of markings
using Number = std::int64_t;

struct Formula {
  std::string is;
  std::vector<Formula> parts;
  const Node* leaf = nullptr;  // of a formula of one marking
};

Formula formula(const Node& e) {
  Formula out{e.name, {}, nullptr};
  if (e.name == "until") {
    out.parts = {formula(e.child("before")->only()),
                 formula(e.child("reach")->only())};
  } else if (e.name.starts_with("integer-") || e.name == "is-fireable" ||
             e.children.empty()) {
    out.leaf = &e;
  } else {
    for (const auto& c : e.children) out.parts.push_back(formula(*c));
  }
  return out;
}

bool is_path(const Formula& f) {
  return f.is == "next" || f.is == "finally" || f.is == "globally" ||
         f.is == "until";
}

bool is_quantifier(const Formula& f) {
  return f.is == "all-paths" || f.is == "exists-path";
}

bool has_quantifier(const Formula& f) {
  return is_quantifier(f) || std::ranges::any_of(f.parts, has_quantifier);
}

// That of a path, in which no quantifier is between.
bool speaks_of_path(const Formula& f) {
  return is_path(f) ||
         (!is_quantifier(f) && std::ranges::any_of(f.parts, speaks_of_path));
}

Number amount(const Node& e, const PnmlMarking& m) {
  if (e.name == "integer-constant") return std::stoll(e.text);
  Number out = 0;
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    const Node& part = *e.children[i];
    if (e.name == "tokens-count") {
      const auto found = m.tokens.find(part.text);
      out += found == m.tokens.end() ? 0 : found->second;
    } else if (i == 0) {
      out = amount(part, m);
    } else if (e.name == "integer-sum") {
      out += amount(part, m);
    } else if (e.name == "integer-difference") {
      out -= amount(part, m);
    } else {
      out *= amount(part, m);
    }
  }
  return out;
}

bool condition(const Node& f, const PnmlMarking& m) {
  const std::string& is = f.name;
  if (is == "true" || is == "false") return is == "true";
  if (is == "deadlock") return m.next.empty();
  if (is == "is-fireable") {
    return std::ranges::any_of(f.children, [&](const auto& t) {
      return m.fireable.contains(t->text);
    });
  }
  const Number a = amount(*f.children.at(0), m);
  const Number b = amount(*f.children.at(1), m);
  if (is == "integer-eq") return a == b;
  if (is == "integer-ne") return a != b;
  if (is == "integer-lt") return a < b;
  if (is == "integer-le") return a <= b;
  if (is == "integer-gt") return a > b;
  return a >= b;
}

bool joined(const std::string& is, const std::vector<bool>& parts) {
  const auto count = std::ranges::count(parts, true);
  if (is == "negation") return !parts[0];
  if (is == "conjunction") return count == std::ssize(parts);
  if (is == "disjunction") return count > 0;
  if (is == "implication") return !parts[0] || parts[1];
  if (is == "equivalence") return parts[0] == parts[1];
  return parts[0] != parts[1];
}

// The markings where there is such a path, which goes on for ever.
class Paths {
 public:
  using Known = std::map<const Formula*, Set>;

  Paths(const std::vector<PnmlMarking>& markings, const Formula& path,
        const Known& known)
      : markings_(markings), path_(path), known_(known) {
    collect(path);
  }

  Set some();

 private:
  // Which formulas hold of the path from a marking on, a bit for each.
  struct Point {
    std::size_t marking, guess;
  };

  void collect(const Formula& f) {
    if (is_path(f)) paths_.push_back(&f);
    if (known_.contains(&f)) return;
    for (const Formula& part : f.parts) collect(part);
  }
  bool guessed(std::size_t k, Point p) const { return p.guess >> k & 1; }
  bool value(const Formula& f, Point p) const;
  bool follows(Point now, Point then) const;
  bool keeps(std::size_t k, Point p) const;

  const std::vector<PnmlMarking>& markings_;
  const Formula& path_;
  const Known& known_;
  std::vector<const Formula*> paths_;
};

bool Paths::value(const Formula& f, Point p) const {
  if (const auto found = known_.find(&f); found != known_.end()) {
    return found->second[p.marking];
  }
  const auto found = std::ranges::find(paths_, &f);
  if (found != paths_.end()) {
    return guessed(static_cast<std::size_t>(found - paths_.begin()), p);
  }
  std::vector<bool> parts;
  for (const Formula& part : f.parts) parts.push_back(value(part, p));
  return joined(f.is, parts);
}

bool Paths::follows(Point now, Point then) const {
  for (std::size_t k = 0; k < paths_.size(); ++k) {
    const Formula& f = *paths_[k];
    const bool later = guessed(k, then);
    const bool first = value(f.parts[0], now);
    const bool holds = f.is == "next"      ? value(f.parts[0], then)
                       : f.is == "finally" ? first || later
                       : f.is == "globally"
                           ? first && later
                           : value(f.parts[1], now) || (first && later);
    if (guessed(k, now) != holds) return false;
  }
  return true;
}

// Something that was promised is no longer, or came true.
bool Paths::keeps(std::size_t k, Point p) const {
  const Formula& f = *paths_[k];
  if (f.is == "next") return true;
  if (f.is == "globally") return guessed(k, p) || !value(f.parts[0], p);
  return !guessed(k, p) || value(f.parts.back(), p);
}

Set Paths::some() {
  const std::size_t guesses = std::size_t{1} << paths_.size();
  std::vector<Point> points;
  for (std::size_t m = 0; m < markings_.size(); ++m) {
    for (std::size_t g = 0; g < guesses; ++g) points.push_back({m, g});
  }
  std::vector<std::vector<std::size_t>> after(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::set<std::size_t> next = markings_[points[i].marking].next;
    if (next.empty()) next.insert(points[i].marking);
    for (const std::size_t m : next) {
      for (std::size_t g = 0; g < guesses; ++g) {
        if (follows(points[i], {m, g})) after[i].push_back(m * guesses + g);
      }
    }
  }
  // Those from which all promises are kept again and again.
  std::vector<bool> good(points.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k <= paths_.size(); ++k) {
      std::vector<bool> reach(points.size(), false);
      for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < points.size(); ++i) {
          if (reach[i] || !good[i]) continue;
          reach[i] = std::ranges::any_of(after[i], [&](std::size_t j) {
            const bool kept = k == paths_.size() || keeps(k, points[j]);
            return good[j] && (reach[j] || kept);
          });
          grown = grown || reach[i];
        }
      }
      changed = changed || reach != good;
      good = reach;
    }
  }
  Set out(markings_.size(), false);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (good[i] && value(path_, points[i])) out[points[i].marking] = true;
  }
  return out;
}

class Decision {
 public:
  explicit Decision(const PnmlStates& states) : markings_(states.markings) {}

  Set holds(const Formula& f, bool stays) const;

 private:
  Set ctl(const Formula& path, bool all) const;
  void collect(const Formula& f, bool stays, Paths::Known& known) const;

  const std::vector<PnmlMarking>& markings_;
};

// Fixpoints: the least one of what comes true, the greatest one of what stays.
Set Decision::ctl(const Formula& path, bool all) const {
  std::vector<Set> parts;
  for (const Formula& part : path.parts) parts.push_back(holds(part, false));
  const bool stays = path.is == "globally";
  Set out(markings_.size(), stays);
  const auto next = [&](const Set& there, std::size_t m) {
    const auto is_there = [&](std::size_t n) { return there[n]; };
    return all ? std::ranges::all_of(markings_[m].next, is_there)
               : std::ranges::any_of(markings_[m].next, is_there);
  };
  if (path.is == "next") {
    for (std::size_t m = 0; m < out.size(); ++m) out[m] = next(parts[0], m);
    return out;
  }
  for (Set before; before != out;) {
    before = out;
    for (std::size_t m = 0; m < out.size(); ++m) {
      const bool ends = markings_[m].next.empty();
      if (stays) {
        out[m] = parts[0][m] && (ends || next(before, m));
      } else {
        const bool on = path.is == "finally" || parts[0][m];
        out[m] = parts.back()[m] || (on && !ends && next(before, m));
      }
    }
  }
  return out;
}

void Decision::collect(const Formula& f, bool stays,
                       Paths::Known& known) const {
  if (!speaks_of_path(f)) {
    known[&f] = holds(f, stays);
  } else {
    for (const Formula& part : f.parts) collect(part, stays, known);
  }
}

Set Decision::holds(const Formula& f, bool stays) const {
  Set out(markings_.size(), false);
  if (f.leaf != nullptr) {
    for (std::size_t m = 0; m < out.size(); ++m) {
      out[m] = condition(*f.leaf, markings_[m]);
    }
    return out;
  }
  if (!is_quantifier(f)) {
    std::vector<Set> parts;
    for (const Formula& part : f.parts) parts.push_back(holds(part, stays));
    for (std::size_t m = 0; m < out.size(); ++m) {
      std::vector<bool> here;
      for (const Set& part : parts) here.push_back(part[m]);
      out[m] = joined(f.is, here);
    }
    return out;
  }
  const bool all = f.is == "all-paths";
  const Formula& path = f.parts[0];
  if (!stays && is_path(path) &&
      std::ranges::none_of(path.parts, speaks_of_path)) {
    return ctl(path, all);
  }
  // All are: none is not.
  const Formula contrary{"negation", {path}, nullptr};
  const Formula& asked = all ? contrary : path;
  Paths::Known known;
  collect(asked, stays, known);
  out = Paths(markings_, asked, known).some();
  if (all) out.flip();
  return out;
}

}  // namespace
}  // namespace vicinal::pnml_oracle

namespace vicinal::oracle {

std::map<std::string, bool> decide_formulas(const network::Source& source,
                                            const PnmlStates& states) {
  using namespace pnml_oracle;
  network::Diagnostics diagnostics(&source);
  Reader reader(source, diagnostics);
  std::map<std::string, bool> out;
  if (!reader.run()) return out;
  for (const auto& property : reader.top.only().children) {
    const Formula f = formula(property->child("formula")->only());
    const bool ltl = f.is == "all-paths" && !has_quantifier(f.parts[0]);
    out[property->child("id")->text] = Decision(states).holds(f, ltl)[0];
  }
  return out;
}

}  // namespace vicinal::oracle
