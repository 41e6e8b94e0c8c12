// SPDX-License-Identifier: MIT
// Guards: that every question about expressions looks everywhere. For every
// operator and every position below it (children, nodes and bounds of ranges,
// targets, conditions, guards, priorities) the same model is written twice:
// with a plain leaf at that position and with one that the question is about.
// The answer must change. A position that a walk forgets is a wrong `proved`.
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "tests/random/loaded.hpp"

namespace walk_test {

namespace {

using namespace vicinal;
using namespace vicinal::network;

// Holes: #i an integer, #b a truth value, #n a node, #e an edge.
const std::vector<std::string> conditions = {
    // Nodes, edges and places
    "p[#i].on", "(if #b then friend else friend).on", "friend == #n",
    "token[#i]", "#n.left", "index(#n) == 0", "#n.rank == 0", "same(#e, #e)",
    "adjacent(#n, #n)", "#n.on", "#n == #n", "table[#i][#i] == 0",
    "job.cost == #i", "all[#i].urgent", "flags[#n]", "#n.job == #n.job",
    "(if #b then #n else #n).on",
    // Construction and queues
    "Job(#i, #b) == Job(#i, #b)", "Job(#i, #b).urgent", "[#b, #b][#i]",
    "[#i, #i] == [#i, #i]", "head(#n.line) == 0", "len(#n.line) == 0",
    "full(#n.line)", "empty(#n.line)", "line[#i] == 0",
    // Arithmetic and comparison
    "-(#i) == 0", "#i + #i == 0", "#i - #i == 0", "#i * #i == 0",
    "#i / #i == 0", "#i % #i == 0", "min(#i, #i) == 0", "max(#i, #i) == 0",
    "abs(#i) == 0", "pow(#i, #i) == 0", "#i == #i", "#i != #i", "#i < #i",
    "#i <= #i", "#i > #i", "#i >= #i",
    // Logic
    "!(#b)", "#b && #b && #b", "#b || #b || #b", "#b => #b", "#b <=> #b",
    "(if #b then #i else #i) == 0",
    // Quantifiers: ranges too
    "forall v in #i..#i: #b", "exists v in #i..#i: #b",
    "exactly #i v in #i..#i: #b", "atmost #i v in #i..#i: #b",
    "count(v in #i..#i: #b) == 0", "sum(v in #i..#i: #i) == 0",
    "count(v in #i..#i, w in #i..#i: #b) == 0", "exists v in #n.link: #b",
    "forall v in p: #b", "count(v in Color: #b) == 0",
    "count(v in 1..count(w in #i..#i: #b): #b) == 0",
    "sum(v in 0..1, w in #n.link: #i) == 0", "max(v in #i..#i: #i) == 0",
    "min(v in #i..#i, w in #n.link: #i) == 0"};

const std::string declarations = R"(
enum Color { red, green }
struct Job { cost : 0..3; urgent : bool; }
param n : 1..3 = 2;
shared table[2][2] : 0..3 = 0;
process P(rank : 0..3) {
  port left : inout bool;
  port set link : inout bool;
  var on : bool; var x : 0..3; var job : Job; var all : Job[2];
  var line : queue 0..3[2]; var friend : id of p; var flags : bool[p];
  var spare : 0..3;
  action t(k in 0..1) when @ { }
}
network {
  node p[2] : P(rank = 0);
  node hub : P(rank = 1);
  edge token[2] : bool;
  edge wire : bool;
  for i in 0..1 { connect p[i].left to token[i]; }
  connect hub.left to wire;
}
)";

using Leaves = std::map<char, std::string>;

const Leaves plain = {{'i', "1"}, {'b', "true"}, {'n', "hub"}, {'e', "wire"}};

// Parts of a text between its holes, and what the holes are.
struct Pattern {
  std::vector<std::string> texts = {""};
  std::string holes;

  explicit Pattern(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '#') {
        texts.back() += text[i];
        continue;
      }
      holes += text[++i];
      texts.emplace_back();
    }
  }
  // Plain leaves, but for one hole.
  std::string filled(const Leaves& leaves, std::size_t at = SIZE_MAX) const {
    std::string out = texts[0];
    for (std::size_t h = 0; h < holes.size(); ++h) {
      const Leaves& from = h == at ? leaves : plain;
      out += "(" + from.at(holes[h]) + ")" + texts[h + 1];
    }
    return out;
  }
};

std::string replaced(std::string text, const std::string& by) {
  return text.replace(text.find('@'), 1, by);
}

random_models::Loaded loaded(const std::string& text) {
  auto out = random_models::load(text);
  INFO(text << out.messages());
  REQUIRE(out.model != nullptr);
  return out;
}

struct ExprQuestion {
  std::string name;
  Leaves leaves;  // that it is about
  std::function<bool(const Model&, ExprId)> ask;
  std::size_t positions;  // at least so many must be told apart
  std::string before;     // what the condition stands in
};

// The slot of k is 0.
const std::vector<ExprQuestion> questions = {
    {"reads_state",
     {{'i', "x"},
      {'b', "on"},
      {'n', "if on then p[0] else p[1]"},
      {'e', "token[if on then 1 else 0]"}},
     [](const Model& m, ExprId e) { return reads_state(m, e); },
     80},
    {"reads_state, each expression once",
     {{'i', "x"},
      {'b', "on"},
      {'n', "if on then p[0] else p[1]"},
      {'e', "token[if on then 1 else 0]"}},
     [](const Model& m, ExprId e) {
       return Answers(m, [](const Expr& x) { return reads_state(x.op); })(e);
     },
     80},
    {"can_fail",
     {{'i', "1 / k"}, {'b', "1 / k == 1"}, {'n', "p[k]"}, {'e', "token[k]"}},
     [](const Model& m, ExprId e) { return can_fail(m, e); },
     80},
    {"mentions",
     {{'i', "k"}, {'b', "k == 1"}, {'n', "p[k]"}, {'e', "token[k]"}},
     [](const Model& m, ExprId e) { return mentions(m, e, 0); },
     120},
    {"free_slots",
     {{'i', "k"}, {'b', "k == 1"}, {'n', "p[k]"}, {'e', "token[k]"}},
     [](const Model& m, ExprId e) {
       return free_slots(m, e) == std::vector<std::uint32_t>{0};
     },
     120},
    {"mentions_self",
     {{'i', "index(self)"},
      {'b', "index(self) == 0"},
      {'n', "self"},
      {'e', "left"}},
     [](const Model& m, ExprId e) { return mentions_self(m, e); },
     90},
    {"quantifies",
     {{'i', "count(z in 0..1: true)"},
      {'b', "exists z in 0..1: true"},
      {'n', "if (exists z in 0..1: true) then hub else hub"},
      {'e', "token[count(z in 0..0: true)]"}},
     [](const Model& m, ExprId e) { return quantifies(m, e); },
     80},
    {"over_port_sets",
     {{'i', "count(z in hub.link: true)"},
      {'b', "exists z in hub.link: true"},
      {'n', "if (exists z in hub.link: true) then hub else hub"},
      {'e', "token[count(z in hub.link: true)]"}},
     [](const Model& m, ExprId e) { return over_port_sets(m, e); },
     100},
    {"is_constant",
     {{'i', "k"}, {'b', "k == 1"}, {'n', "p[k]"}, {'e', "token[k]"}},
     [](const Model& m, ExprId e) {
       // Of a number that is compared with 0.
       return m[e].op != Op::equal || m[m.child(m[e], 1)].value != 0 ||
              !is_constant(m, m.child(m[e], 0));
     },
     10},
    {"speaks_of_indices",
     {{'i', "n"}, {'b', "n == 1"}, {'n', "p[1]"}, {'e', "token[1]"}},
     [](const Model& m, ExprId e) { return speaks_of_indices(m, e); },
     110},
    {"relates_somebody",
     {{'i', "count(y in 0..0: exists z in p: flags[z])"},
      {'b', "exists z in p: flags[z]"},
      {'n', "if (exists z in p: flags[z]) then hub else hub"},
      {'e', "token[count(y in 0..0: exists z in p: flags[z])]"}},
     [](const Model& m, ExprId e) { return relates_somebody(m, e); },
     120,
     "forall u in p: "},
    {"unread",
     {{'i', "spare"},
      {'b', "spare == 1"},
      {'n', "if spare == 1 then p[0] else p[1]"},
      {'e', "token[spare]"}},
     [](const Model& m, ExprId) {
       const std::pair<std::uint32_t, std::uint32_t> spare{0, 7};
       CHECK(m.processes[0].variables[spare.second].name == "spare");
       return !unread(m).variables.contains(spare);
     },
     120},
};

ExprId guard_of(const random_models::Loaded& l) {
  return l.model->processes[0].actions[0].guard;
}

}  // namespace

TEST_CASE("every question looks at every position of every operator") {
  for (const ExprQuestion& q : questions) {
    std::size_t positions = 0;
    for (const std::string& condition : conditions) {
      const Pattern pattern(condition);
      const auto asked = [&](const std::string& text) {
        INFO(text);
        const auto l = loaded(replaced(declarations, q.before + text));
        return q.ask(*l.model, guard_of(l));
      };
      // Where the operator is such itself, nothing else can be seen.
      if (asked(pattern.filled(plain))) continue;
      for (std::size_t h = 0; h < pattern.holes.size(); ++h) {
        INFO(q.name << ": " << condition << ", hole " << h);
        CHECK(asked(pattern.filled(q.leaves, h)));
        ++positions;
      }
    }
    INFO(q.name);
    CHECK(positions >= q.positions);
  }
}

TEST_CASE("the table has every operator that conditions may have") {
  std::set<Op> seen;
  for (const std::string& condition : conditions) {
    const auto l =
        loaded(replaced(declarations, Pattern(condition).filled(plain)));
    walk(*l.model, guard_of(l), [&](ExprId, const Expr& e) {
      seen.insert(e.op);
      return Go::into;
    });
  }
  const std::set<Op> elsewhere = {Op::parameter, Op::bound};
  for (int op = 0; op < static_cast<int>(Op::enabled); ++op) {
    INFO("operator " << op);
    const Op o = static_cast<Op>(op);
    CHECK(seen.count(o) + elsewhere.count(o) > 0);
  }
}

TEST_CASE("temporal formulas are walked through, with their ranges") {
  for (const char* text :
       {"AX {#b}", "EF {#b}", "AG {#b}", "A({#b} U {#b})", "E({#b} W {#b})",
        "A({#b} R {#b})", "!{#b}", "{#b} && {#b}", "{#b} || {#b}",
        "{#b} => {#b}", "{#b} <=> {#b}", "forall v in #i..#i: AG {#b}",
        "exists v in #i..#i: EF {#b}", "exists v in #n.link: EF {#b}"}) {
    const Pattern pattern(text);
    const Leaves leaves = {{'b', "p[0].on"},
                           {'i', "p[0].x"},
                           {'n', "if p[0].on then hub else p[0]"}};
    const auto reads = [&](const std::string& formula) {
      INFO(formula);
      const auto l = loaded(replaced(declarations, "true") +
                            "ctlstar z: " + formula + ";");
      return reads_state(*l.model, l.model->properties.front().formula);
    };
    INFO(text);
    CHECK(!reads(pattern.filled(plain)));
    for (std::size_t h = 0; h < pattern.holes.size(); ++h) {
      CHECK(reads(pattern.filled(leaves, h)));
    }
  }
}

// An array by nodes, at one that `exists` goes through, below a `forall`.
TEST_CASE("who is in a relation is somebody, at all nodes, and named by it") {
  const auto relates = [](const std::string& formula) {
    INFO(formula);
    const auto l = loaded(replaced(declarations, "true") +
                          "invariant z: " + formula + ";");
    return relates_somebody(*l.model, l.model->properties.front().formula);
  };
  CHECK(relates("forall s in p: exists m in p: s.flags[m]"));
  CHECK_FALSE(relates("forall s in p: s.on => !(exists m in p: m.flags[s])"));
  CHECK(relates("forall s in p: s.on => !(exists m in p: m.flags[m])"));
  CHECK(relates("forall s in p: exists k in p, m in p: k.on && s.flags[m]"));
  CHECK_FALSE(relates("exists s in p: exists m in p: s.flags[m]"));
  CHECK_FALSE(relates("forall s in p: forall m in p: s.flags[m]"));
  CHECK_FALSE(relates("forall s in p: exists v in 0..1: s.all[v].urgent"));
  CHECK_FALSE(relates("forall s in p: count(m in p: s.flags[m]) > 0"));
}

TEST_CASE("'enabled' reads the state and may fail") {
  const auto l = loaded(replaced(declarations, "true") +
                        "invariant z: forall i in p: true => enabled;");
  const ExprId e = l.model->properties.front().formula;
  CHECK(reads_state(*l.model, e));
  CHECK(can_fail(*l.model, e));
}

TEST_CASE("every position of actions and statements is visited, by its role") {
  // Rules: of all actions, their ranges may depend on the state.
  const std::string head = R"(
    shared x : 0..3; shared all : 0..3[3]; shared line : queue 0..3[3];
    shared lines : Lines[2];
    struct Lines { line : queue 0..3[2]; }
  )";
  using Roles = std::vector<Role>;
  const std::vector<std::pair<std::string, Roles>> rules = {
      {"(v in #i..#i, w in #i..#i) when #b priority #i { skip; }",
       {Role::range, Role::range, Role::range, Role::range, Role::guard,
        Role::priority}},
      {"{ x := #i; }", {Role::value}},
      {"{ all[#i] := #i; }", {Role::target, Role::value}},
      {"{ all[#i], all[#i] := #i, #i; }",
       {Role::target, Role::target, Role::value, Role::value}},
      {"{ push(line, #i); }", {Role::value}},
      {"{ push(lines[#i].line, #i); pop(lines[#i].line); }",
       {Role::target, Role::value, Role::target}},
      {"{ if #b { x := #i; } else { x := #i; } }",
       {Role::condition, Role::value, Role::value}},
      {"{ while #b { x := #i; } }", {Role::condition, Role::value}},
      {"{ for v in #i..#i { for w in #i..#i { x := #i; } } }",
       {Role::range, Role::range, Role::range, Role::range, Role::value}},
      {"{ for v in #i..#i { if #b { while #b { all[#i] := #i; } } } }",
       {Role::range, Role::range, Role::condition, Role::condition,
        Role::target, Role::value}}};
  for (const auto& [text, roles] : rules) {
    const std::string spaced = text.front() == '(' ? text.substr(1) : text;
    const std::string parameters =
        text.front() == '(' ? "(k in 0..2, " : "(k in 0..2) ";
    const Pattern pattern(parameters + spaced);
    REQUIRE(pattern.holes.size() == roles.size());
    for (std::size_t h = 0; h < roles.size(); ++h) {
      const std::string rule = pattern.filled({{'i', "k"}, {'b', "k == 1"}}, h);
      INFO(rule);
      const auto l = loaded(head + "rule r" + rule);
      Roles found;
      CHECK(!any_expression(*l.model, l.model->rules[0],
                            [&](ExprId e, Role role) {
                              if (mentions(*l.model, e, 0)) {
                                found.push_back(role);
                              }
                              return false;
                            }));
      CHECK((found == Roles{roles[h]}));
      // It ends at the first true answer.
      std::size_t visited = 0;
      CHECK(any_expression(*l.model, l.model->rules[0], [&](ExprId, Role) {
        ++visited;
        return true;
      }));
      CHECK(visited == 1);
    }
  }
}

TEST_CASE("what nothing reads, but initial conditions") {
  const auto names = [](const std::string& statements) {
    const auto l = loaded(R"(
      struct Pair { first : 0..3; second : bool; }
      shared s : 0..3; shared t[2] : 0..3; shared u : int;
      process Q { var a : 0..3 = 0; action go { a := 1; } }
      process P {
        var a : 0..3; var b : 0..3; var c : Pair; var d : 0..3[3];
        var line : queue 0..3[2]; var m : 0..3;
        action go when m == 0 { )" +
                          statements +
                          R"( }
      }
      network { node p[2] : P; node q : Q; }
      init forall i in p: i.a == i.b && u == s + i.a;
    )");
    const Unread found = unread(*l.model);
    std::string out;
    for (const auto& [process, number] : found.variables) {
      out += l.model->processes[process].name + "." +
             l.model->processes[process].variables[number].name + " ";
    }
    for (const std::uint32_t number : found.shared) {
      out += l.model->shared[number].name + " ";
    }
    return out;
  };
  const std::string all = "Q.a P.a P.b P.c P.d P.line s t u ";
  CHECK(names("skip;") == all);
  CHECK(names("a := 1; c.second := true; d[1] := 2; t[0] := 3; u := 7;") ==
        all);
  CHECK(names("a := b;") == "Q.a P.a P.c P.d P.line s t u ");
  CHECK(names("d[a] := 1;") == "Q.a P.b P.c P.d P.line s t u ");
  CHECK(names("t[s % 2] := 1;") == "Q.a P.a P.b P.c P.d P.line t u ");
  CHECK(names("a := a;") == "Q.a P.b P.c P.d P.line s t u ");
  CHECK(names("if t[1] == 0 { a := 1; }") == "Q.a P.a P.b P.c P.d P.line s u ");
  CHECK(names("push(line, 1);") == "Q.a P.a P.b P.c P.d s t u ");
  CHECK(names("pop(line);") == "Q.a P.a P.b P.c P.d s t u ");
}

TEST_CASE("free slots are those bound outside") {
  const auto l = loaded(replaced(
      declarations,
      "exists u in 0..1: count(v in k..u, w in v..2: w == v + u) > u"));
  const Model& m = *l.model;
  const ExprId e = guard_of(l);
  CHECK((free_slots(m, e) == std::vector<std::uint32_t>{0}));
  const ExprId body = m.child(m[e], 0);
  CHECK((free_slots(m, body) == std::vector<std::uint32_t>{0, 1}));
}

TEST_CASE("the walk visits parts in the order of evaluation, and goes past") {
  const auto l = loaded(
      replaced(declarations, "exactly 1 v in 2..3, w in 4..5: v + w == 6"));
  const Model& m = *l.model;
  std::vector<std::int64_t> before, after, shallow;
  walk(m, guard_of(l), [&](ExprId, const Expr& e) {
    if (e.op == Op::literal) before.push_back(e.value);
    return Go::into;
  });
  CHECK((before == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
  walk_back(
      m, guard_of(l), [](ExprId) { return true; },
      [&](ExprId id, const Expr& e) {
        if (e.op == Op::literal) after.push_back(e.value);
        return id == guard_of(l) ? false : e.value == 5;
      });
  CHECK((after == std::vector<std::int64_t>{1, 2, 3, 4, 5}));
  walk(m, guard_of(l), [&](ExprId, const Expr& e) {
    if (e.op == Op::literal) shallow.push_back(e.value);
    return e.op == Op::equal ? Go::past : Go::into;
  });
  CHECK((shallow == std::vector<std::int64_t>{1, 2, 3, 4, 5}));
  CHECK(!walk(m, ExprId::none(), [](ExprId, const Expr&) { return Go::stop; }));
}

TEST_CASE("places and their roots") {
  const auto l = loaded(
      replaced(declarations, "forall v in link: hub.all[k].urgent && v"));
  const Model& m = *l.model;
  const ExprId body = m.child(m[guard_of(l)], 0);
  const ExprId place = m.child(m[body], 0);
  CHECK(m[place].op == Op::field);
  CHECK(m[root_of(m, place)].op == Op::variable);
  const Expr& edge = m[m.child(m[body], 1)];
  CHECK(is_value_of(m, edge, 1));
  CHECK(!is_value_of(m, edge, 0));
  CHECK(!is_value_of(m, m[place], 1));
}

}  // namespace walk_test
