// SPDX-License-Identifier: MIT
// Assertions are evaluated in three values. The first that is not known names
// a symbol and arguments whose value is missing: likely ones are tried. One
// that is false names the choices that made it so; the last of them is changed,
// and what was chosen after it is forgotten. One that is true stays so until
// then.
#include "tests/obligations/text_evaluator.hpp"

#include <algorithm>
#include <bitset>
#include <stdexcept>
#include <unordered_map>

namespace vicinal::texts {

// ---- reading ---------------------------------------------------------------

class Reading {
 public:
  Reading(std::string_view text, Text& out) : text_(text), out_(out) {}

  void run() {
    while (!next().empty()) command();
  }

 private:
  [[noreturn]] void wrong(const std::string& what) const {
    throw std::runtime_error("text: " + what);
  }

  // The next word, or parenthesis; at the end, nothing.
  std::string_view next() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == ';')
        at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size() || !blank(text_[at_])) break;
    }
    if (at_ == text_.size()) return word_ = {};
    const std::size_t first = at_++;
    if (text_[first] == '|') {
      at_ = text_.find('|', at_) + 1;
      return word_ = text_.substr(first + 1, at_ - first - 2);
    }
    if (text_[first] != '(' && text_[first] != ')') {
      while (at_ < text_.size() && !blank(text_[at_]) && text_[at_] != '(' &&
             text_[at_] != ')') {
        ++at_;
      }
    }
    return word_ = text_.substr(first, at_ - first);
  }
  static bool blank(char c) { return c == ' ' || c == '\n'; }

  void expect(std::string_view what) {
    if (next() != what) wrong(std::string(word_) + " for " + std::string(what));
  }

  bool sort() {
    const auto name = next();
    if (name != "Int" && name != "Bool") wrong("a sort");
    return name == "Bool";
  }

  void command() {
    if (word_ != "(") wrong("a command");
    const std::string what(next());
    if (what == "assert") {
      out_.assertions_.push_back(term());
    } else if (what == "declare-fun") {
      Text::Symbol symbol;
      symbol.name = next();
      expect("(");
      while (next() != ")") ++symbol.arity;
      symbol.truth = sort();
      functions_[symbol.name] =
          static_cast<std::uint32_t>(out_.symbols_.size());
      out_.symbols_.push_back(symbol);
    } else if (what == "define-fun") {
      const std::string name(next());
      expect("(");
      expect(")");
      sort();
      const std::uint32_t meaning = term();
      defined_[name] = meaning;
    } else if (what == "set-logic") {
      next();
    } else if (what != "check-sat") {
      wrong("the command " + what);
    }
    expect(")");
  }

  std::uint32_t add(Text::Node node) {
    out_.nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(out_.nodes_.size() - 1);
  }
  std::uint32_t number(Number value) {
    return add({Text::Op::number, value, 0, {}});
  }

  std::uint32_t term() {
    const std::string word(next());
    if (word == "(") return application();
    if (word == "true" || word == "false") return number(word == "true");
    if (word[0] >= '0' && word[0] <= '9') {
      Number value = 0;
      for (const char c : word) value = value * 10 + (c - '0');
      return number(value);
    }
    const auto defined = defined_.find(word);
    if (defined != defined_.end()) return defined->second;
    return add({Text::Op::apply, 0, symbol(word, 0), {}});
  }

  std::uint32_t symbol(const std::string& name, std::size_t arity) {
    const auto found = functions_.find(name);
    if (found == functions_.end()) wrong("the name " + name);
    if (out_.symbols_[found->second].arity != arity) wrong("arguments");
    return found->second;
  }

  std::uint32_t application() {
    using Op = Text::Op;
    static const std::map<std::string, Op> operators = {
        {"not", Op::negation},   {"and", Op::conjunction},
        {"or", Op::disjunction}, {"=", Op::equal},
        {"<=", Op::less_equal},  {"ite", Op::choose},
        {"+", Op::sum},          {"-", Op::sum},
        {"*", Op::product},      {"div", Op::quotient},
        {"mod", Op::rest},
    };
    const std::string head(next());
    std::vector<std::uint32_t> children;
    for (;;) {
      const std::size_t before = at_;
      if (next() == ")") break;
      at_ = before;
      children.push_back(term());
    }
    if (head == "-") {
      if (children.size() != 1) wrong("a difference");
      const Number value = out_.nodes_[children[0]].value;
      if (out_.nodes_[children[0]].op != Op::number) wrong("a sign");
      return number(-value);
    }
    const auto op = operators.find(head);
    if (op != operators.end()) return add({op->second, 0, 0, children});
    const std::uint32_t f = symbol(head, children.size());
    return add({Op::apply, 0, f, std::move(children)});
  }

  std::string_view text_;
  Text& out_;
  std::size_t at_ = 0;
  std::string_view word_;
  std::unordered_map<std::string, std::uint32_t> functions_, defined_;
};

Text::Text(std::string_view text) {
  Reading(text, *this).run();
}

std::optional<std::string> Text::same_as(const std::string& constant) const {
  const auto name = [this](std::uint32_t n) {
    const Node& node = nodes_[n];
    const bool is = node.op == Op::apply && node.children.empty();
    return is ? symbols_[node.symbol].name : std::string();
  };
  for (const std::uint32_t a : assertions_) {
    const Node& node = nodes_[a];
    if (node.op != Op::equal || name(node.children[0]) != constant) continue;
    const std::string other = name(node.children[1]);
    if (!other.empty()) return other;
  }
  return std::nullopt;
}

// ---- what is known ---------------------------------------------------------

namespace {

// Euclid's: 0 <= rest < |b|.
Number rest_of(Number a, Number b) {
  const Number rest = a % b;
  return rest < 0 ? rest + (b < 0 ? -b : b) : rest;
}

}  // namespace

Interpretation::Interpretation(const Text& text,
                               std::span<const Tables* const> tables) {
  for (const Text::Symbol& symbol : text.symbols()) {
    Known known;
    if (symbol.name.starts_with("times ")) known.meaning = Meaning::product;
    if (symbol.name.starts_with("a div b")) known.meaning = Meaning::quotient;
    if (symbol.name.starts_with("a mod b")) known.meaning = Meaning::rest;
    for (const Tables* t : tables) {
      const auto found = t->find(symbol.name);
      if (found != t->end()) known.tables.push_back(&found->second);
    }
    symbols_.push_back(std::move(known));
  }
}

std::optional<Number> Interpretation::at(
    std::uint32_t symbol, const std::vector<Number>& arguments) const {
  const Known& known = symbols_[symbol];
  if (known.meaning == Meaning::product) return arguments[0] * arguments[1];
  if (known.meaning != Meaning::table) {
    if (arguments[1] == 0) return std::nullopt;
    const Number rest = rest_of(arguments[0], arguments[1]);
    return known.meaning == Meaning::rest
               ? rest
               : (arguments[0] - rest) / arguments[1];
  }
  for (const Table* table : known.tables) {
    const auto found = table->find(arguments);
    if (found != table->end()) return found->second;
  }
  return std::nullopt;
}

// ---- the search ------------------------------------------------------------

namespace {

constexpr std::size_t max_levels = 256;

}  // namespace

class AssignmentSearch {
 public:
  AssignmentSearch(const Text& text, const Interpretation& known,
                   std::span<const Number> likely)
      : text_(text),
        known_(known),
        likely_(likely),
        memo_(text.nodes_.size()) {}

  Found run(std::span<const std::size_t> assertions, std::size_t effort);

 private:
  using Levels = std::bitset<max_levels>;
  using Op = Text::Op;
  // A value, and the choices that it comes from; or what is missing for it.
  struct Evaluated {
    bool known = false;
    Number value = 0;
    Levels from;
    std::size_t missing = 0;  // into points_
  };
  struct Memo {
    std::size_t round = 0;
    Evaluated result;
  };
  struct Point {
    std::uint32_t symbol = 0;
    std::vector<Number> arguments;
    std::vector<Number> suggested;

    bool is(const Point& other) const {
      return symbol == other.symbol && arguments == other.arguments;
    }
  };
  struct Level {
    Point point;
    std::vector<Number> values;  // not tried, the next one last
    Number value = 0;
    Levels conflict;
  };
  // What is known of an assertion, as long as these first levels stay.
  struct Asserted {
    bool changed = true;  // it has to be evaluated
    bool known = false;   // it is true
    std::size_t levels = 0;
    Point missing;
  };

  const Evaluated& evaluate(std::uint32_t n);
  Evaluated compute(const Text::Node& node);
  Evaluated apply(const Text::Node& node);
  Evaluated junction(const Text::Node& node);
  Evaluated arithmetic(const Text::Node& node);
  void suggest(std::uint32_t n, Number target);
  void suggest_sides(const Text::Node& node, const Evaluated& a,
                     const Evaluated& b);
  bool choose(const Point& point);
  static std::size_t last_of(const Levels& levels);
  bool jump(Levels conflict);
  bool next_value(Level& level);

  const Text& text_;
  const Interpretation& known_;
  std::span<const Number> likely_;
  std::vector<Memo> memo_;
  std::size_t round_ = 0;
  std::vector<Point> points_;  // missing in this round
  std::vector<Level> levels_;
};

const AssignmentSearch::Evaluated& AssignmentSearch::evaluate(std::uint32_t n) {
  if (memo_[n].round != round_) {
    Evaluated result = compute(text_.nodes_[n]);
    memo_[n] = {round_, result};
  }
  return memo_[n].result;
}

AssignmentSearch::Evaluated AssignmentSearch::compute(const Text::Node& node) {
  const auto child = [&](std::size_t i) { return evaluate(node.children[i]); };
  switch (node.op) {
    case Op::number:
      return {true, node.value, {}, 0};
    case Op::apply:
      return apply(node);
    case Op::negation: {
      Evaluated r = child(0);
      r.value = r.value == 0 ? 1 : 0;
      return r;
    }
    case Op::conjunction:
    case Op::disjunction:
      return junction(node);
    case Op::choose: {
      const Evaluated condition = child(0);
      if (!condition.known) return condition;
      Evaluated r = child(condition.value != 0 ? 1 : 2);
      r.from |= condition.from;
      return r;
    }
    case Op::equal:
    case Op::less_equal: {
      const Evaluated a = child(0);
      const Evaluated b = child(1);
      suggest_sides(node, a, b);
      if (!a.known) return a;
      if (!b.known) return b;
      const bool truth =
          node.op == Op::equal ? a.value == b.value : a.value <= b.value;
      return {true, truth ? 1 : 0, a.from | b.from, 0};
    }
    default:
      return arithmetic(node);
  }
}

AssignmentSearch::Evaluated AssignmentSearch::apply(const Text::Node& node) {
  Point point{node.symbol, {}, {}};
  Evaluated r{true, 0, {}, 0};
  for (const std::uint32_t c : node.children) {
    const Evaluated argument = evaluate(c);
    if (!argument.known) return argument;
    point.arguments.push_back(argument.value);
    r.from |= argument.from;
  }
  if (const auto value = known_.at(node.symbol, point.arguments)) {
    r.value = *value;
    return r;
  }
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    if (!levels_[l].point.is(point)) continue;
    r.value = levels_[l].value;
    r.from.set(l);
    return r;
  }
  r.known = false;
  for (r.missing = 0; r.missing < points_.size(); ++r.missing) {
    if (points_[r.missing].is(point)) return r;
  }
  points_.push_back(std::move(point));
  return r;
}

AssignmentSearch::Evaluated AssignmentSearch::junction(const Text::Node& node) {
  const Number decisive = node.op == Op::conjunction ? 0 : 1;
  Evaluated r{true, 1 - decisive, {}, 0};
  for (const std::uint32_t c : node.children) {
    const Evaluated& part = evaluate(c);
    if (part.known && part.value == decisive) return part;
    if (!r.known) continue;
    if (part.known) {
      r.from |= part.from;
    } else {
      r = part;
    }
  }
  return r;
}

AssignmentSearch::Evaluated AssignmentSearch::arithmetic(
    const Text::Node& node) {
  Evaluated r{true, node.op == Op::product ? 1 : 0, {}, 0};
  std::vector<Number> values;
  for (const std::uint32_t c : node.children) {
    const Evaluated part = evaluate(c);
    if (!part.known) return part;
    r.from |= part.from;
    values.push_back(part.value);
  }
  if (node.op == Op::sum) {
    for (const Number v : values) r.value += v;
  } else if (node.op == Op::product) {
    for (const Number v : values) r.value *= v;
  } else {
    const Number rest = rest_of(values[0], values[1]);
    r.value = node.op == Op::rest ? rest : (values[0] - rest) / values[1];
  }
  return r;
}

void AssignmentSearch::suggest_sides(const Text::Node& node, const Evaluated& a,
                                     const Evaluated& b) {
  if (a.known == b.known) return;
  const Number value = a.known ? a.value : b.value;
  const std::uint32_t open = node.children[a.known ? 1 : 0];
  suggest(open, value);
  suggest(open, value + 1);
  suggest(open, value - 1);
}

// The value of this node may have to be the target.
void AssignmentSearch::suggest(std::uint32_t n, Number target) {
  const Text::Node& node = text_.nodes_[n];
  const Evaluated result = evaluate(n);
  if (result.known) return;
  if (node.op == Op::apply) {
    const Point& point = points_[result.missing];
    if (point.symbol == node.symbol &&
        point.arguments.size() == node.children.size()) {
      points_[result.missing].suggested.push_back(target);
    }
  } else if (node.op == Op::sum) {
    for (const std::uint32_t c : node.children) {
      const Evaluated part = evaluate(c);
      if (part.known) target -= part.value;
    }
    for (const std::uint32_t c : node.children) suggest(c, target);
  } else if (node.op == Op::product && node.children.size() == 2) {
    const Evaluated factor = evaluate(node.children[0]);
    if (factor.known && factor.value != 0 && target % factor.value == 0) {
      suggest(node.children[1], target / factor.value);
    }
  }
}

bool AssignmentSearch::next_value(Level& level) {
  if (level.values.empty()) return false;
  level.value = level.values.back();
  level.values.pop_back();
  return true;
}

bool AssignmentSearch::choose(const Point& point) {
  if (levels_.size() == max_levels) return false;
  Level level;
  level.point = point;
  if (text_.symbols_[point.symbol].truth) {
    level.values = {0, 1};
  } else {
    const auto add = [&](Number v) {
      const auto& all = level.values;
      if (std::find(all.begin(), all.end(), v) == all.end()) {
        level.values.push_back(v);
      }
    };
    for (const Number v : point.suggested) add(v);
    for (const Number v : likely_) add(v);
    std::reverse(level.values.begin(), level.values.end());
  }
  next_value(level);
  levels_.push_back(std::move(level));
  return true;
}

// Counted from 1; 0: there is none.
std::size_t AssignmentSearch::last_of(const Levels& levels) {
  std::size_t last = max_levels;
  while (last > 0 && !levels[last - 1]) --last;
  return last;
}

// Changes the last choice of the conflict that has another value. False: there
// is none.
bool AssignmentSearch::jump(Levels conflict) {
  while (conflict.any()) {
    const std::size_t last = last_of(conflict) - 1;
    levels_.resize(last + 1);
    Level& level = levels_[last];
    conflict.reset(last);
    level.conflict |= conflict;
    if (next_value(level)) return true;
    conflict = level.conflict;
    levels_.pop_back();
  }
  return false;
}

Found AssignmentSearch::run(std::span<const std::size_t> assertions,
                            std::size_t effort) {
  std::vector<Asserted> all(assertions.size());
  for (;;) {
    bool jumped = false;
    for (std::size_t i = 0; i < all.size() && !jumped; ++i) {
      if (!all[i].changed) continue;
      if (effort-- == 0) return Found::gave_up;
      ++round_;
      points_.clear();
      const Evaluated r = evaluate(text_.assertions_[assertions[i]]);
      all[i] = {false, r.known, r.known ? last_of(r.from) : levels_.size(), {}};
      if (!r.known) all[i].missing = points_[r.missing];
      if (r.known && r.value == 0) {
        if (!jump(r.from)) return Found::no;
        jumped = true;
      }
    }
    if (jumped) {
      for (Asserted& a : all) {
        a.changed = a.changed || a.levels >= levels_.size();
      }
      continue;
    }
    const auto open = std::find_if(all.begin(), all.end(),
                                   [](const Asserted& a) { return !a.known; });
    if (open == all.end()) return Found::yes;
    const Point point = open->missing;
    if (!choose(point)) return Found::gave_up;
    for (Asserted& a : all) {
      a.changed = a.changed || (!a.known && a.missing.is(point));
    }
  }
}

Found satisfiable(const Text& text, std::span<const std::size_t> assertions,
                  const Interpretation& known, std::span<const Number> likely,
                  std::size_t effort) {
  return AssignmentSearch(text, known, likely).run(assertions, effort);
}

}  // namespace vicinal::texts
