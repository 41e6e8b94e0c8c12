// SPDX-License-Identifier: MIT
// Guards: what is proved for every size holds in the reachable states of small
// instances, as the oracle finds them. Random models over rings, paths, stars
// and buses with many random assertions; those that are not inductive are
// dropped until the rest are, together.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "obligations/obligations.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace differential_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;

class ModelWriter {
 public:
  explicit ModelWriter(std::uint64_t seed) : random_(seed * 77 + 5) {}

  std::string head;                     // all but the assertions
  std::vector<std::string> assertions;  // formulas

  void run() {
    switch (below(5)) {
      case 0:
        ring("s[i].right, s[(i + 1) % n].left");
        break;
      case 1:
        ring("s[n - 1 - i].left, s[(n - i) % n].right");
        break;
      case 2:
        star();
        break;
      case 3:
        path();
        break;
      default:
        bus();
    }
    for (int i = 0; i < 7; ++i) assertions.push_back(assertion());
    for (int i = 0; i < 2; ++i) assertions.push_back(said_again());
  }

 private:
  int below(int n) {
    return static_cast<int>(random_() % static_cast<std::uint64_t>(n));
  }
  std::string of(const std::vector<std::string>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }
  std::string value() { return std::to_string(below(3)); }

  // About a node q, whose ports have these names.
  std::string atom(const std::string& q) {
    const std::string dot = q.empty() ? "" : q + ".";
    switch (below(q.empty() ? 8 : 6)) {
      case 0:
        return dot + "b";
      case 1:
        return "!" + dot + "b";
      case 2:
      case 3:
        return dot + "x" + of({" == ", " != ", " <= "}) + value();
      case 6:
        return of({"forall q in s: q != self => !q.b",
                   "forall q in P: q != self => q.x != " + value(),
                   "count(q in s: q.x == " + value() + ") < 2",
                   "exists q in P: q.b && q.x == " + value(),
                   "atmost 1 q in s: q.b"});
      default:
        if (ports_.empty()) return over_set(q);
        return dot + of(ports_) + of({" == ", " != "}) + value();
    }
  }
  std::string over_set(const std::string& q) {
    const std::string set = q.empty() ? set_ : q + "." + set_;
    return "(" + of({"forall", "exists"}) + " g in " + set + ": g" +
           of({" == ", " != "}) + value() + ")";
  }
  // A quantifier and another one, which says the same by another name or nearly
  // the same: obligations take what says the same for one.
  std::string said_again() {
    const auto one = [this](const std::string& q) {
      return "(" + of({"exists ", "exists ", "forall "}) + q + ", r in " +
             of({"s", "s", "P"}) + ": " + of({q, q, std::string("r")}) + ".x " +
             of({"==", "==", "!="}) + " " + std::to_string(below(2)) + ")";
    };
    return one("q") + of({" => ", " <=> "}) + one("p");
  }
  std::string guard() {
    std::string text = "(" + atom("") + ")";
    for (int i = below(3); i > 0; --i) text += " && (" + atom("") + ")";
    return text;
  }
  std::string edge() { return ports_.empty() ? "p" : of(ports_); }
  std::string update() {
    switch (below(ports_.empty() ? 9 : 8)) {
      case 0:
        return "b := " + of({"true", "false", "!b"}) + ";";
      case 1:
        return "x := (x + 1) % 3;";
      case 2:
        return "x := " + value() + ";";
      case 3:
        return "x := " + of({"x + 1", edge(), "2 - x"}) + ";";
      case 4:
        return "if x == " + value() + " { " + edge() + " := " + value() +
               "; } else { b := x == 1; }";
      case 8:
        return "for g in " + set_ + " { " +
               of({"g := " + value() + ";",
                   "if g == 1 { g := " + value() + "; }", "if b { g := x; }",
                   "x := g;"}) +
               " }";
      default:
        return edge() + ", x := " + of({value(), "x"}) + ", " +
               of({value(), edge(), "x"}) + ";";
    }
  }
  std::string process(const std::string& name, const std::string& ports) {
    std::string text = "process " + name + " {\n  " + ports +
                       "\n  var x : 0..2" + of({"", " = 0", " = 0", " = 1"}) +
                       ";\n  var b : bool" + of({" = false", " = false", ""}) +
                       ";\n";
    for (int a = 2 + below(2); a > 0; --a) {
      const bool chosen = ports_.empty();
      text += "  action a" + std::to_string(a) +
              (chosen ? "(p in " + set_ + ")" : std::string{}) + " when " +
              (chosen && below(2) == 0 ? "p == " + value() + " && " : "") +
              guard() + (below(6) == 0 ? " priority x" : "") + " { " +
              update() + " " + (below(2) == 0 ? update() : "") + " }\n";
    }
    return text + "}\n";
  }
  void finish(const std::string& network) {
    head += "network {\n" + network +
            of({"  init exactly 1 e in t: e == 1;\n",
                "  init forall e in t: e == 0;\n",
                "  init atmost 1 e in t: e != 0;\n",
                "  init forall e in t: e < 2;\n", ""}) +
            of({"", "  init forall i in s: !i.b;\n",
                "  init exactly 1 i in s: i.b;\n"}) +
            "}\n";
  }

  void ring(const std::string& ends) {
    ports_ = {"left", "right"};
    head =
        "param n : 2.. = 3;\n" + process("P", "port left, right : inout 0..2;");
    finish(
        "  node s[n] : P;\n  edge t[n] : 0..2;\n"
        "  for i in 0..n-1 { connect " +
        ends + " to t[i]; }\n");
  }
  void star() {
    ports_ = {"link"};
    head = "param n : 1.. = 2;\n" + process("P", "port link : inout 0..2;");
    ports_.clear();
    set_ = "all";
    head += process("Hub", "port set all : inout 0..2;");
    ports_ = {"link"};
    hub_ = true;
    finish(
        "  node hub : Hub;\n  node s[n] : P;\n  edge t[n] : 0..2;\n"
        "  for i in 0..n-1 { connect hub.all, s[i].link to t[i]; }\n");
  }
  void path() {
    ports_.clear();
    set_ = "side";
    head = "param n : 1.. = 3;\n" + process("P", "port set side : inout 0..2;");
    finish(
        "  node s[n] : P;\n  edge t[n] : 0..2;\n"
        "  for i in 0..n-1 { if i > 0 { connect s[i - 1].side, s[i].side to "
        "t[i]; } else { connect s[i].side to t[i]; } }\n");
  }
  void bus() {
    ports_ = {"bit"};
    head = "param n : 1.. = 3;\n" + process("P", "port bit : inout 0..2;");
    finish(
        "  node s[n] : P;\n  edge t : 0..2;\n"
        "  for i in 0..n-1 { connect s[i].bit to t; }\n");
  }

  std::string assertion() {
    const std::string related =
        of({"i != j", "i != j && adjacent(i, j)", "index(i) < index(j)",
            "i != j && !adjacent(i, j)"});
    switch (below(12)) {
      case 0:
      case 1:
        return "forall i in s: " + atom("i");
      case 2:
      case 3:
        return "forall i in s: " + atom("i") + " => " + atom("i");
      case 4:
      case 5:
        return "forall i, j in s: " + related + " => !(" + atom("i") + " && " +
               atom("j") + ")";
      case 6:
        return "forall i, j in P: " + related + " && " + atom("i") + " => " +
               atom("j");
      case 7:
        return of({"atmost 1", "exactly 1", "atmost 2"}) +
               " i in s: " + atom("i");
      case 8:
        return "exists i in s: " + atom("i");
      case 9:
        return of({"atmost 1 e in t: e == ", "forall e in t: e != ",
                   "exists e in t: e == "}) +
               value();
      case 10:
        if (hub_) {
          return of({"forall g in hub.all: g != ", "hub.x != ",
                     "atmost 1 g in hub.all: g == "}) +
                 value();
        }
        return "count(i in P: " + atom("i") + ") <= n - 1";
      default:
        return "(exists i in s: " + atom("i") +
               ") => forall j in s: " + atom("j");
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> ports_;
  std::string set_;
  bool hub_ = false;
};

struct Found {
  std::set<std::string> names;  // of the assertions that are inductive
  bool no_errors = false;
  std::string text;
};

// Drops assertions until the rest are inductive, together.
Found inductive(const ModelWriter& writer) {
  std::set<std::size_t> left;
  for (std::size_t i = 0; i < writer.assertions.size(); ++i) left.insert(i);
  for (;;) {
    Found found;
    found.text = writer.head;
    for (const std::size_t i : left) {
      const std::string name = "p" + std::to_string(i);
      found.names.insert(name);
      found.text += "assert " + name + ": " + writer.assertions[i] + ";\n";
    }
    const auto loaded = random_models::load(found.text);
    INFO(found.text << loaded.messages());
    REQUIRE(loaded.model != nullptr);
    const auto result = generate(*loaded.model, {});
    REQUIRE(result.index() == 0);
    const auto& list = std::get<0>(result);
    std::set<std::size_t> wrong;
    found.no_errors = true;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (judge_text(list[i].text, 100'000) == Answer::unsat) continue;
      if (list[i].kind == Kind::elaboration) {
        UNSCOPED_INFO(list[i].name);
        CHECK(list[i].kind != Kind::elaboration);
      }
      if (list[i].kind == Kind::error) found.no_errors = false;
      if (list[i].property == no_item) continue;
      const std::string& name = loaded.model->properties[list[i].property].name;
      wrong.insert(std::stoul(name.substr(1)));
    }
    if (wrong.empty()) return found;
    for (const std::size_t i : wrong) left.erase(i);
  }
}

struct InductiveCounts {
  int models = 0, proved = 0, with_two = 0, no_errors = 0, instances = 0;
};

void compare(std::uint64_t seed, InductiveCounts& total) {
  ModelWriter writer(seed);
  writer.run();
  const Found found = inductive(writer);
  INFO("seed " << seed << "\n" << found.text);
  ++total.models;
  total.proved += static_cast<int>(found.names.size());
  total.no_errors += found.no_errors ? 1 : 0;
  const auto loaded = random_models::load(found.text);
  const std::int64_t least = loaded.model->parameters[0].low;
  for (std::int64_t n = least; n <= 4; ++n) {
    INFO("n = " << n);
    try {
      const oracle::Instance instance(loaded.tree, {{"n", n}});
      const oracle::Exploration states = instance.explore(1500);
      ++total.instances;
      for (const auto& [name, property] : states.properties) {
        INFO(name);
        if (name == network::no_model_error) {
          CHECK_FALSE((found.no_errors && property.violated));
        } else {
          CHECK_FALSE(property.violated);
        }
      }
    } catch (const oracle::TooLarge&) {
      break;
    }
  }
}

}  // namespace

TEST_CASE("what is proved for every size holds in small instances") {
  InductiveCounts total;
  const std::uint64_t count = random_models::runs(30);
  for (std::uint64_t seed = 1; seed <= count; ++seed) compare(seed, total);
  INFO(total.models << " models, " << total.proved << " assertions proved, "
                    << total.no_errors << " models without errors, "
                    << total.instances << " instances");
  // Of a few models, chance decides.
  if (count >= 30) CHECK(total.proved > total.models);
  CHECK(total.no_errors * 5 > total.models);
  CHECK(total.instances > total.models);
}

}  // namespace differential_test
