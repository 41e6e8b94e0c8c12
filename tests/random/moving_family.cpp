// SPDX-License-Identifier: MIT
// Every idea is a cycle of phases with one place where a node waits.
#include "moving_family.hpp"

#include <fmt/format.h>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class MovingWriter {
 public:
  explicit MovingWriter(std::uint64_t seed)
      : seed_(seed), dice_(seed + 0x5a5a), wrong_(dice_.one_in(3)) {}

  std::string run();

 private:
  std::string unless_wrong(const std::string& right, const std::string& wrong) {
    return wrong_ ? wrong : right;
  }
  void action(const std::string& text) { actions_ += "  action " + text; }

  void lock();
  void permits();
  void token();
  void turn();
  void partial();
  void reference();
  void finite();
  void forks();
  void arrivals();
  void chain();
  void tree();
  std::string principle();
  std::string counted();
  std::string goal();

  std::uint64_t seed_;
  Dice dice_;
  bool wrong_;
  std::string head_, variables_, actions_, edges_, rules_;
  std::string flags_;  // a family of edges of truths
};

// Who uses it gives it back; or forgets to, or it is taken at the start.
void MovingWriter::lock() {
  const bool forgets = wrong_ && dice_.one_in(2);
  head_ += fmt::format("shared held : bool = {};\n",
                       wrong_ && !forgets ? "true" : "false");
  action("use when at == want && !held { held := true; at := busy; }\n");
  action(fmt::format("done when at == busy {{ {}at := rest; }}\n",
                     forgets ? "" : "held := false; "));
}

// As many as there are, which may be none.
void MovingWriter::permits() {
  const bool none = wrong_ && dice_.one_in(2);
  const bool two = wrong_ && !none;
  head_ += fmt::format("param k : {}..3 = 2;\nshared left : 0..3 = k;\n",
                       none ? 0 : 1);
  action(
      fmt::format("use when at == want && left >= {} {{ left := left - {}; "
                  "at := busy; }}\n",
                  two ? 2 : 1, two ? 2 : 1));
  action(
      fmt::format("done when at == busy {{ left := left + {}; at := rest; }}\n",
                  two ? 2 : 1));
}

// It goes around; or gets lost, or there is none.
void MovingWriter::token() {
  const bool lost = wrong_ && dice_.one_in(2);
  head_ += fmt::format(
      "shared there[n] : bool = {};\n",
      wrong_ && !lost ? "false" : "if index == 0 then true else false");
  rules_ += fmt::format(
      "rule give(i in 0..n-1) when there[i] {{ there[i] := false; {}}}\n",
      lost ? "" : "there[(i + 1) % n] := true; ");
  action("use when at == want && there[index(self)] { at := busy; }\n");
  action("done when at == busy { at := rest; }\n");
}

// A number says whose turn it is, or nobody's.
void MovingWriter::turn() {
  head_ += "shared turn : id of p = none;\n";
  action("use when at == want && turn == self { at := busy; }\n");
  action("done when at == busy { turn := none; at := rest; }\n");
  rules_ += fmt::format(
      "rule choose(q in p) when turn == none{} {{ turn := q; "
      "}}\n",
      unless_wrong("", " && q.at == want"));
  if (dice_.one_in(2)) {
    rules_ +=
        "rule skip when turn != none && turn.at == rest { turn := none; "
        "}\n";
  }
}

// What decides may fail, for some or for all.
void MovingWriter::partial() {
  head_ += "shared x : 0..3 = 1;\n";
  action("use when at == want { at := busy; x := (x + 1) % 4; }\n");
  switch (dice_.below(3)) {
    case 0:
      action(fmt::format(
          "done when at == busy && min(6 / {}, 1) <= 1 {{ at := rest; "
          "}}\n",
          unless_wrong("(x + 1)", "x")));
      break;
    case 1:
      action(
          fmt::format("done when at == busy priority 6 / {} {{ at := rest; "
                      "}}\n",
                      unless_wrong("(x + 1)", "x")));
      break;
    default:
      action(fmt::format(
          "done(q in p) when at == busy priority (if q == self then 6 / {} "
          "else 1) {{ at := rest; }}\n",
          unless_wrong("(x + 1)", "x")));
      break;
  }
}

// The ports of somebody who may be nobody.
void MovingWriter::reference() {
  variables_ +=
      fmt::format("  port set link : inout bool;\n  var to : id of p{};\n",
                  unless_wrong("", " = none"));
  if (!wrong_) rules_ += "init forall i in p: i.to != none;\n";
  flags_ = "w";
  edges_ +=
      "  edge w[n] : bool = false;\n"
      "  for i in 0..n-1 { connect p[i].link to w[i]; }\n";
  action("use when at == want { at := busy; }\n");
  action("done(e in to.link) when at == busy && !e { at := rest; }\n");
  if (dice_.one_in(2)) {
    rules_ +=
        "rule mark(q in p, e in q.link) when q.at == want && !e { e := "
        "false; }\n";
  }
}

// There is an end to it.
void MovingWriter::finite() {
  action("use when at == want { at := busy; }\n");
  if (!wrong_) action("again when at == busy { at := rest; }\n");
}

// Who has one fork waits for the other one: in order, or in a circle.
void MovingWriter::forks() {
  flags_ = "fork";
  variables_ += "  port low, high : inout bool;\n";
  edges_ += fmt::format(
      "  edge fork[n] : bool = false;\n"
      "  for i in 0..n-2 {{\n"
      "    connect p[i].low to fork[i];\n"
      "    connect p[i].high to fork[i + 1];\n"
      "  }}\n"
      "  connect p[n - 1].{} to fork[0];\n"
      "  connect p[n - 1].{} to fork[n - 1];\n",
      unless_wrong("low", "high"), unless_wrong("high", "low"));
  action("use when at == want && !low { low := true; at := busy; }\n");
  action("done when at == busy && !high { low := false; at := rest; }\n");
}

// A gate opens when all have come, and closes when all have gone; or one too
// early, or nobody goes.
void MovingWriter::arrivals() {
  const bool early = wrong_ && dice_.one_in(2);
  head_ += "shared come : int = 0;\nshared gate : bool = false;\n";
  action("use when at == want && !gate { at := busy; come := come + 1; }\n");
  action(fmt::format("done when at == busy && gate {{ at := rest; {}}}\n",
                     wrong_ && !early ? "" : "come := come - 1; "));
  rules_ += fmt::format(
      "rule open when come == n{} && !gate {{ gate := true; }}\n"
      "rule close when come == 0 && gate {{ gate := false; }}\n",
      early ? " - 1" : "");
  if (dice_.one_in(2)) {
    rules_ += "assert come: come == count(q in p: q.at == busy);\n";
  }
}

// Goods go along a chain, to whoever has given a credit; or the last one gives
// none, or the first one has none. Who shares an edge is told by one statement
// or by two.
void MovingWriter::chain() {
  head_ += "enum Slot { empty, credit, full }\n";
  variables_ += "  port left, right : inout Slot;\n";
  edges_ += "  edge line[n + 1] : Slot = empty;\n";
  if (dice_.one_in(2)) {
    edges_ +=
        "  for i in 0..n-1 {\n"
        "    connect p[i].left to line[i];\n"
        "    connect p[i].right to line[i + 1];\n"
        "  }\n";
  } else {
    edges_ +=
        "  for i in 0..n-2 { connect p[i].right, p[i + 1].left to line[i + 1]; "
        "}\n"
        "  if n > 0 {\n"
        "    connect p[0].left to line[0];\n"
        "    connect p[n - 1].right to line[n];\n"
        "  }\n";
  }
  action("give when at == want && left == empty { left := credit; }\n");
  action(
      "use when at == want && left == full { left := empty; at := busy; }\n");
  action(
      "done when at == busy && right == credit { right := full; at := want; "
      "}\n");
  const bool last = wrong_ && dice_.one_in(2);
  if (!wrong_ || last) {
    rules_ += "rule first when line[0] == credit { line[0] := full; }\n";
  }
  rules_ += "rule take when line[n] == full { line[n] := empty; }\n";
  if (!last)
    rules_ += "rule open when line[n] == empty { line[n] := credit; }\n";
}

// What the leaves of a tree have goes up, where both children have it; or some
// leaves have nothing, or nobody takes it from the root.
void MovingWriter::tree() {
  const bool leaves = wrong_ && dice_.one_in(2);
  flags_ = "line";
  variables_ += "  port up, one, two : inout bool;\n";
  edges_ +=
      "  edge line[n] : bool = false;\n  edge leaf[n + 1] : bool = false;\n"
      "  if n > 0 { connect p[0].up to line[0]; }\n  for i in 0..n-1 {\n";
  int child = 0;
  for (const char* port : {"one", "two"}) {
    ++child;
    edges_ += fmt::format(
        "    if 2 * i + {1} < n {{\n"
        "      connect p[i].{0}, p[2 * i + {1}].up to line[2 * i + {1}];\n"
        "    }} else {{ connect p[i].{0} to leaf[2 * i + {1} - n]; }}\n",
        port, child);
  }
  edges_ += "  }\n";
  action(
      "use when at == want && one && two { one := false; two := false; at "
      ":= busy; }\n");
  action("done when at == busy && !up { up := true; at := want; }\n");
  rules_ += fmt::format(
      "rule feed(j in 0..n) when !leaf[j]{} {{ leaf[j] := true; }}\n",
      leaves ? " && j != 1" : "");
  if (!wrong_ || leaves) {
    rules_ +=
        "rule drain(i in p) when index(i) == 0 && i.up { i.up := false; "
        "}\n";
  }
}

// That of some one is greatest, as nobody has to show; or something near it,
// which may be false.
std::string MovingWriter::principle() {
  const char* const facts[] = {"at == busy", "at == want", "at != rest"};
  const std::uint64_t usual = dice_.below(3);
  const auto fact = [&](const char* name) {
    const std::uint64_t k = dice_.one_in(8) ? dice_.below(3) : usual;
    return fmt::format("{}.{}", name, facts[k]);
  };
  const bool strict = dice_.one_in(8);
  const char* const order =
      dice_.one_in(2) ? (strict ? "<" : "<=") : (strict ? ">" : ">=");
  const std::string first = fact("i");
  const std::string second = fact("i");
  return fmt::format(
      "assert last: (exists i in p: {}) => (exists i in p: {} && (forall j in "
      "p: {} => index(j) {} index(i)));\n",
      first, second, fact("j"), order);
}

// A count, and whether it is less than its family, or may be all of it: of
// members or of edges; some fail for a member, some speak of one outside.
std::string MovingWriter::counted() {
  const char* const order = dice_.one_in(2) ? "<" : "<=";
  if (!flags_.empty() && dice_.one_in(2)) {
    return fmt::format("count(e in {}: {}e) {} n", flags_,
                       dice_.one_in(2) ? "!" : "", order);
  }
  const char* const bodies[] = {"q.at == busy",
                                "q.at == want",
                                "q.at != rest",
                                "q.at == busy || index(q) == 0",
                                "6 / index(q) > 9 && q.at == busy",
                                "q.at == busy && exists r in p: r.at == want",
                                "count(r in p: r.at != q.at) < n - 1"};
  return fmt::format("count(q in p: {}) {} n",
                     bodies[dice_.below(std::size(bodies))], order);
}

// Whether a count is evaluated may depend on the state: where it is not, its
// failing is none.
std::string MovingWriter::goal() {
  switch (dice_.below(8)) {
    case 0:
    case 1:
      return "forall i in p: i.at == busy => enabled";
    case 2:
    case 3:
      return counted() + " => enabled";
    case 4:
      return "(exists i in p: i.at == busy) && " + counted() + " || enabled";
    default:
      return "enabled";
  }
}

std::string MovingWriter::run() {
  using Idea = void (MovingWriter::*)();
  const Idea ideas[] = {
      &MovingWriter::lock,      &MovingWriter::permits, &MovingWriter::token,
      &MovingWriter::turn,      &MovingWriter::partial, &MovingWriter::finite,
      &MovingWriter::reference, &MovingWriter::forks,   &MovingWriter::arrivals,
      &MovingWriter::chain,     &MovingWriter::tree};
  (this->*ideas[seed_ % std::size(ideas)])();
  const bool asks = dice_.one_in(2);
  if (asks) action("ask when at == rest { at := want; }\n");
  if (dice_.one_in(6)) rules_ += "rule idle { skip; }\n";
  if (dice_.one_in(3)) rules_ += principle();
  const std::string claim = goal();
  const int low = dice_.one_in(5) ? 0 : 1;
  return fmt::format(
      "enum At {{ rest, want, busy }}\nparam n : {}.. = 2;\n{}process P {{\n"
      "  var at : At = {};\n{}{}}}\nnetwork {{\n  node p[n] : P;\n{}}}\n{}"
      "invariant q0: {};\n",
      low, head_, asks ? "rest" : "want", variables_, actions_, edges_, rules_,
      claim);
}

}  // namespace

std::string moving_family(std::uint64_t seed) {
  return MovingWriter(seed).run();
}

}  // namespace vicinal::random_models
