// SPDX-License-Identifier: MIT
// A protocol that is right is written part by part; then parts are spoiled.
#include "progress_family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

struct Step {
  std::string name, guard, body;
  std::string fair = "weak";  // empty: not fair
};

// Who helps, in which situation; `every`: not who waits, but any node. And what
// comes nearer while the action is not enabled.
struct Help {
  std::string action, condition;
  bool every = false;
  std::vector<std::string> terms;
  std::vector<Help> meanwhile;
  bool relied = false;  // it is a property, and no action
};

class ProgressWriter {
 public:
  explicit ProgressWriter(std::uint64_t seed)
      : dice_(seed + 0x9406),
        more_(seed + 0x1717),
        later_(seed + 0x2a31),
        last_(seed + 0x51c7) {}

  ProgressFamily run() {
    if (later_.one_in(6)) {
      relies();
    } else if (more_.one_in(4)) {
      again_and_again();
    } else {
      by_justice();
    }
    if (!relies_ && more_.one_in(4)) other_shape();
    if (!dice_.one_in(4)) {
      const int spoiled = 1 + dice_.below(3);
      for (int i = 0; i < spoiled; ++i) spoil(dice_.below(10));
      if (more_.one_in(2)) spoil_meanwhile();
    }
    if (!assert_.empty() && last_.one_in(2)) {
      result_.tags.insert("bare");
      assert_.clear();
    }
    result_.text = text();
    return result_;
  }

 private:
  void by_justice() {
    switch (dice_.below(9)) {
      case 0:
        counts_down();
        break;
      case 1:
        goes_round();
        break;
      case 2:
        all_finish();
        break;
      case 3:
        two_numbers();
        break;
      case 4:
        waits_for_lock();
        break;
      case 5:
        rule_counts();
        break;
      case 6:
        ends();
        break;
      case 7:
        passes_on();
        break;
      default:
        moves_up();
        break;
    }
  }

  // What helps is enabled again and again, not all the time.
  void again_and_again() {
    result_.tags.insert("meanwhile");
    if (more_.one_in(2)) {
      enters_some_time();
    } else {
      comes_and_goes();
    }
  }

  // What another property says comes about, or this one, of other nodes.
  void relies() {
    relies_ = true;
    result_.tags.insert("relied");
    shape_ = 1;
    goal_ = "i.phase == inside";
    if (later_.one_in(2)) {
      waits_for_those_behind();
    } else {
      in_two_parts();
    }
  }

  std::string pick(std::initializer_list<std::string> list) {
    return list.begin()[dice_.below(static_cast<int>(list.size()))];
  }
  Step& any_step() {
    return steps_[static_cast<std::size_t>(
        dice_.below(static_cast<int>(steps_.size())))];
  }
  Help& any_help() {
    return help_[static_cast<std::size_t>(
        dice_.below(static_cast<int>(help_.size())))];
  }

  // ---- protocols

  void counts_down() {
    steps_ = {{"down", "x > 0", "x := x - 1;"}};
    undone_ = {{"x == 1", "x := 2;"},
               {"x > 0 && y == 0", "x := 2;"},
               {"x == 2 && k == 0", "x := 1; k := 2;"}};
    goal_ = "i.x == 0";
    shape_ = dice_.below(2);
    if (shape_ == 1) from_ = pick({"i.x == 2", "i.on", "true"});
    terms_ = {"i.x"};
    help_ = {{"down", "i.x > 0"}};
  }

  void goes_round() {
    steps_ = {{"want", "phase == idle", "phase := waiting;"},
              {"enter", "phase == waiting", "phase := inside;"},
              {"leave", "phase == inside", "phase := idle;"}};
    goal_ = "i.phase == " + pick({"idle", "waiting", "inside"});
    undone_ = {{"phase == waiting", "phase := idle;"},
               {"phase == inside", "phase := waiting;"},
               {"phase == idle", "phase := inside;"},
               {"phase == inside && !on", "phase := waiting; on := true;"}};
    shape_ = 2;
    const bool idle = goal_ == "i.phase == idle";
    terms_ = {idle ? "i.phase order [waiting, inside, idle]"
              : goal_ == "i.phase == inside"
                  ? "i.phase order [idle, waiting, inside]"
                  : "i.phase order [inside, idle, waiting]"};
    help_ = {{"want", "i.phase == idle"},
             {"enter", "i.phase == waiting"},
             {"leave", "i.phase == inside"}};
  }

  void all_finish() {
    steps_ = {{"finish", "!on", "on := true;"}};
    undone_ = {{"on", "on := false;"}, {"on && x > 0", "on := false; x := 0;"}};
    goal_ = "forall q in s: q.on";
    shape_ = 0;
    terms_ = {"count(q in s: !q.on)"};
    help_ = {{"finish", "!j.on", true}};
  }

  void two_numbers() {
    steps_ = {{"big", "x > 0 && y == 0", "x := x - 1; y := 2;"},
              {"small", "y > 0", "y := y - 1;"}};
    undone_ = {{"y == 1", "y := 2;"},
               {"x == 1", "x := 2;"},
               {"x > 0", "x := 1; y := 2;"},
               {"x == 2 && y == 1", "y := 2;"}};
    goal_ = "i.x == 0 && i.y == 0";
    shape_ = dice_.below(3);
    from_ = "i.x > 0";
    terms_ = {"i.x", "i.y"};
    help_ = {{"small", "i.y > 0"}, {"big", "i.x > 0 && i.y == 0"}};
  }

  // Whoever is inside leaves, so that the lock becomes free.
  void waits_for_lock() {
    steps_ = {{"want", "phase == idle", "phase := waiting;", ""},
              {"enter", "phase == waiting && !lock",
               "phase := inside; lock := true;", pick({"weak", ""})},
              {"leave", "phase == inside", "phase := idle; lock := false;"}};
    assert_ =
        "assert held: lock <=> exists q in s: q.phase == inside;\n"
        "assert one: forall a, b in s: a != b => "
        "!(a.phase == inside && b.phase == inside);\n";
    undone_ = {{"phase == inside", "skip;"},
               {"phase == inside && lock", "phase := idle;"},
               {"phase == waiting && lock", "lock := true; phase := inside;"}};
    goal_ = "!lock";
    per_node_ = false;
    shape_ = 2;
    terms_ = {"lock"};
    help_ = {{"leave", "j.phase == inside", true}};
  }

  void rule_counts() {
    rules_ = {{"tick", "k > 0", "k := k - 1;"}};
    steps_ = {{"see", "on", "on := false;", ""}};
    undone_ = {{"k == 1", "k := 2;"}, {"k < 2 && on", "k := 2; on := false;"}};
    goal_ = "k == 0";
    per_node_ = dice_.one_in(2);
    shape_ = dice_.below(3);
    from_ = "k == 2";
    terms_ = {"k"};
    help_ = {{"tick", "k > 0"}};
  }

  // A sum over all nodes goes down, whoever moves.
  void moves_up() {
    steps_ = {{"up", "x < 2", "x := x + 1;"}, {"flip", "!on", "on := true;"}};
    undone_ = {{"x == 1", "x := 0;"},
               {"x == 2", "x := 0;"},
               {"x == 1 && !on", "x := 0; on := true;"}};
    goal_ = "forall q in s: q.x == 2";
    shape_ = dice_.one_in(2) ? 0 : 2;
    terms_ = {
        pick({"sum(q in s: 2 - q.x)", "sum(q in s: 3 - q.x - 1)",
              "sum(q in s: if q.x < 2 then 2 - q.x else 0)",
              "sum(q in s: 2 * (2 - q.x) + 1)", "sum(q in s: 4 / (q.x + 1))"})};
    if (dice_.one_in(2)) terms_.push_back("count(q in s: !q.on)");
    if (terms_.size() == 1) steps_.pop_back();
    help_ = {{"up", "j.x < 2", true}};
  }

  // Whoever can move brings the end nearer, fair or not.
  void ends() {
    steps_ = {{"down", "x > 0", "x := x - 1;", ""},
              {"mark", "!on && x == 0", "on := true;", ""}};
    undone_ = {{"on", "on := false;"},
               {"x == 1 && on", "x := 2; on := false;"},
               {"x == 1", "x := 2;"}};
    goal_ = pick({"!enabled", "forall q in s: q.on"});
    per_node_ = false;
    terms_ = {"sum(q in s: q.x)", "count(q in s: !q.on)"};
    result_.tags.insert("everybody");
  }

  // Others may take the lock again and again, as long as they give it back.
  void enters_some_time() {
    steps_ = {{"want", "phase == idle", "phase := waiting;", ""},
              {"enter", "phase == waiting && !lock",
               "phase := inside; lock := true;", "strong"},
              {"leave", "phase == inside", "phase := idle; lock := false;"}};
    assert_ =
        "assert held: lock <=> exists q in s: q.phase == inside;\n"
        "assert one: forall a, b in s: a != b => "
        "!(a.phase == inside && b.phase == inside);\n";
    undone_ = {{"phase == waiting && !on", "phase := idle;"},
               {"phase == inside && lock", "skip;"},
               {"phase == waiting && !lock", "lock := true; phase := inside;"}};
    goal_ = "i.phase == inside";
    shape_ = 1;
    from_ = "i.phase == waiting";
    terms_ = {"0"};
    help_ = {{"enter",
              "i.phase == waiting",
              false,
              {"lock"},
              {{"leave", "h.phase == inside", true}}}};
  }

  // A number goes round, and is right for a moment.
  void comes_and_goes() {
    rules_ = {{"tick", "k > 0", "k := k - 1;"}, {"again", "k == 0", "k := 2;"}};
    steps_ = {{"go", "x > 0 && k == 1", "x := x - 1;", "strong"}};
    undone_ = {{"x == 1", "x := 2;"},
               {"k == 1", "k := 0;"},
               {"k == 2", "k := 0;"},
               {"k == 0 && on", "skip;"}};
    goal_ = "i.x == 0";
    shape_ = more_.below(2);
    if (shape_ == 1) from_ = "i.x > 0";
    terms_ = {"i.x"};
    help_ = {{"go",
              "i.x > 0",
              false,
              {"if k == 0 then 2 else k - 1"},
              {{"tick", "k == 2"}, {"again", "k == 0"}}}};
  }

  // Whoever waits lets those go first that are farther along the indices.
  void waits_for_those_behind() {
    const bool up = later_.one_in(2);
    order_ = up ? "index(j) > index(i)" : "index(i) > index(j)";
    const std::string far = up ? "index(q) > index" : "index(q) < index";
    steps_ = {{"want", "phase == idle", "phase := waiting;", ""},
              {"enter",
               fmt::format("phase == waiting && (forall q in s: {}(self) => "
                           "q.phase != waiting)",
                           far),
               "phase := inside;"}};
    undone_ = {{"phase == inside", "phase := idle;"},
               {"phase == waiting && on", "phase := idle;"},
               {"phase == inside && on", "on := false; phase := waiting;"}};
    from_ = "i.phase == waiting";
    terms_ = {
        fmt::format("sum(q in s: if {}(i) then (if q.phase == idle then "
                    "2 else if q.phase == waiting then 1 else 0) else 0)",
                    far)};
    help_ = {{"served",
              "i.phase == waiting && j.phase == waiting",
              true,
              {},
              {},
              true},
             {"enter", fmt::format("i.phase == waiting && (forall q in s: "
                                   "{}(i) => q.phase != waiting)",
                                   far)}};
  }

  // Whoever is idle wants, and whoever wants is served, as is shown before.
  void in_two_parts() {
    steps_ = {{"want", "phase == idle", "phase := waiting;"},
              {"enter", "phase == waiting", "phase := inside;"},
              {"leave", "phase == inside", "phase := idle;", ""}};
    undone_ = {{"phase == waiting", "phase := idle;"},
               {"phase == waiting && !on", "phase := idle; on := true;"},
               {"phase == inside && on", "on := false; phase := waiting;"}};
    before_ =
        "ltl early: forall i in s: G ({i.phase == waiting} => "
        "F {i.phase == inside});\n"
        "rank for early (i in s): " +
        std::string(later_.one_in(4) ? "i.phase order [idle, waiting, "
                                       "inside]"
                                     : "0") +
        " by P.enter of i when i.phase == waiting;\n";
    from_ = pick({"i.phase == idle", "i.phase != inside", "true"});
    terms_ = {"i.phase order [idle, waiting, inside]"};
    help_ = {{"want", "i.phase == idle"},
             {"early", "i.phase == waiting", false, {}, {}, true}};
  }

  // The same in the words of `ctl`; until then something else; or only that it
  // stays possible.
  void other_shape() {
    ctl_ = true;
    if (more_.one_in(4)) return;
    if (shape_ == 0 && more_.one_in(2)) {
      result_.tags.insert("until");
      shape_ = 3;
      ctl_ = more_.one_in(2);
      from_ =
          per_node_ ? more_.one_in(2) ? "i.x > 0" : "!(" + goal_ + ")" : "true";
      if (more_.one_in(4)) from_ = about_all(situation());
      return;
    }
    // What has no path of its own cannot be without fairness, either.
    for (const Help& h : help_) {
      if (!h.meanwhile.empty()) return;
    }
    result_.tags.insert("possible");
    shape_ = 4;
    if (more_.one_in(2)) noise(more_.one_in(3));
    for (Step& step : steps_) {
      if (more_.one_in(2)) step.fair = "";
    }
  }

  void spoil_meanwhile() {
    for (Help& h : help_) {
      if (h.meanwhile.empty()) continue;
      result_.tags.insert("spoiled meanwhile");
      switch (more_.below(5)) {
        case 0:
          h.terms[0] = about_all(term());
          break;
        case 1:
          h.meanwhile.pop_back();
          break;
        case 2:
          h.meanwhile[0].condition = about_all(situation());
          break;
        case 3:
          h.condition = about_all(situation());
          break;
        default:
          h.meanwhile[0].action = any_step().name;
          for (Step& step : steps_) {
            if (step.fair.empty()) step.fair = "weak";
          }
          break;
      }
    }
  }

  // What nodes have goes along indices, to the last one or round to the first.
  void passes_on() {
    const bool round = dice_.one_in(2);
    const std::string next = round ? "(index(a) + 1) % n" : "index(a) + 1";
    rules_ = {{"pass(a in s, b in s)",
               fmt::format("a.on && !b.on && {}index(b) == {}",
                           round ? "index(a) != 0 && " : "", next),
               "a.on := false; b.on := true;", ""}};
    steps_ = {{"drop", "on", "on := false;", ""}};
    undone_ = {{"!on && index(self) == 0", "on := true;"},
               {"on && x > 0", "x := 0;"}};
    goal_ = "!enabled";
    per_node_ = false;
    least_ = round ? "1.." : "0..";
    terms_ = {round ? pick({"sum(q in s: if q.on then (n - index(q)) % n + 1 "
                            "else 0)",
                            "sum(q in s: if q.on then (if index(q) == 0 then 0 "
                            "else n - index(q)) + 1 else 0)"})
                    : "sum(q in s: if q.on then n - index(q) else 0)"};
    result_.tags.insert("distance");
  }

  // ---- what may be wrong

  std::string guard() {
    return pick({"x < 2", "x == 2", "y > 0", "on", "!on", "phase == waiting",
                 "k == 0", "k == 2", "!lock", "lock", "phase == inside",
                 "x == 0", "exists q in s: q != self && q.on"});
  }
  std::string body() {
    return pick({"x := 2 - x;", "on := !on;", "phase := waiting;", "k := 2;",
                 "y := 2 - y;", "phase := idle;", "lock := false;",
                 "if x > 0 { x := x - 1; }", "x := 0; y := 2;", "skip;"});
  }
  std::string situation() {
    return pick({"i.x > 0", "i.x == 2", "i.y > 0", "i.on", "!i.on", "k > 0",
                 "i.phase == idle", "i.phase == waiting", "i.phase == inside",
                 "true", "lock"});
  }
  std::string term() {
    return pick({"i.x", "2 - i.x", "i.y", "i.on", "k", "i.x - i.y",
                 "count(q in s: q.on)", "0", "lock", "6 / i.x",
                 "sum(q in s: 1 - q.x)", "sum(q in s: q.x - q.y)",
                 "sum(q in s: 2 - q.x) - 1", "sum(q in s: 4 / q.x)",
                 "sum(q in s: if q.on then q.x - 1 else 2)",
                 "sum(q in s: if q.on then (n - index(q)) % n else 0)",
                 "i.phase order [inside, waiting, idle]"});
  }
  // Without a node that the property names.
  std::string about_all(std::string text) const {
    for (std::size_t at = text.find("i.");
         !per_node_ && at != std::string::npos; at = text.find("i.", at)) {
      text.replace(at, 2, "s[0].");
    }
    return text;
  }
  bool helps(const Step& step) const {
    return std::ranges::any_of(help_, [&](const Help& h) {
      const auto is = [&](const Help& m) { return m.action == step.name; };
      return is(h) || std::ranges::any_of(h.meanwhile, is);
    });
  }
  // Whether it has to be strongly fair.
  bool helps_some_time(const Step& step) const {
    return std::ranges::any_of(help_, [&](const Help& h) {
      return h.action == step.name && !h.terms.empty();
    });
  }

  void noise(bool of_rule) {
    result_.tags.insert("noise");
    if (!undone_.empty() && !dice_.one_in(4)) {
      const auto& [guard, body] = dice_.of(undone_);
      steps_.push_back({fmt::format("undo{}", steps_.size()), guard, body,
                        pick({"", "weak", "strong"})});
      return;
    }
    if (!of_rule) {
      steps_.push_back({fmt::format("noise{}", steps_.size()), guard(), body(),
                        pick({"", "weak", "strong"})});
      return;
    }
    rules_.push_back(
        {fmt::format("jolt{}(q in s)", rules_.size()),
         pick({"q.x == 2", "q.on", "k > 0", "!q.on", "q.phase == waiting"}),
         pick({"q.x := 0;", "q.on := !q.on;", "k := 2 - k;", "q.phase := idle;",
               "q.y := 2;"}),
         ""});
  }

  void spoil(int how) {
    if (help_.empty() && (how == 5 || how == 6)) how = 1;
    switch (how) {
      case 0: {
        result_.tags.insert("step");
        Step& step = any_step();
        if (dice_.one_in(2)) return step.guard = guard(), void();
        step.body = body();
        return;
      }
      case 1:
      case 2:
      case 3:
        return noise(how == 3);
      case 4:
        result_.tags.insert("fairness");
        for (Step& step : steps_) {
          step.fair = helps(step) ? pick({"strong", "weak"})
                                  : pick({"strong", "weak", ""});
          if (helps_some_time(step)) step.fair = "strong";
        }
        return;
      case 5: {
        result_.tags.insert("situation");
        if (help_.size() > 1 && dice_.one_in(2))
          help_.pop_back();
        else
          any_help().condition = about_all(situation());
        return;
      }
      case 6:
        result_.tags.insert("helper");
        any_help().every = !per_node_ || dice_.one_in(2);
        if (dice_.one_in(2)) {
          Step& other = any_step();
          Help& help = any_help();
          if (other.fair.empty()) other.fair = "weak";
          if (!help.terms.empty()) other.fair = "strong";
          help.action = other.name;
          help.relied = false;
        }
        return;
      case 7:
        result_.tags.insert("rank");
        if (terms_.size() > 1 && dice_.one_in(2)) {
          terms_.erase(terms_.begin() + dice_.below(2));
        } else {
          terms_[0] = about_all(term());
        }
        return;
      case 8:
        return spoil_property();
      default:
        result_.tags.insert("start");
        anywhere_ = true;
        return;
    }
  }

  void spoil_property() {
    result_.tags.insert("property");
    if (relies_) {
      (later_.one_in(2) ? goal_ : from_) = situation();
      return;
    }
    if (shape_ < 3) shape_ = dice_.below(3);
    if (shape_ == 1 && from_.empty()) from_ = about_all("i.on");
    if (dice_.one_in(3)) goal_ = about_all(situation());
    if (dice_.one_in(6)) goal_ = about_all("2 / i.x == 1");
  }

  // ---- text

  std::string property() const {
    const std::string a = ctl_ ? "A" : "";
    const std::string now = fmt::format("{}F {{{}}}", a, goal_);
    const std::string all = per_node_ ? "forall i in s: " : "";
    if (shape_ == 0) return all + now;
    if (shape_ == 1) {
      return fmt::format("{}{}G ({{{}}} => {})", all, a, from_, now);
    }
    if (shape_ == 3) {
      return fmt::format("{}{}({{{}}} U {{{}}})", all, a, from_, goal_);
    }
    if (shape_ == 4) return fmt::format("{}AG EF {{{}}}", all, goal_);
    return fmt::format("{}{}G {}", all, a, now);
  }

  std::string helper(const Help& h, const std::string& any) const {
    if (h.relied) {
      const bool own = h.action == "served";
      return fmt::format("{} of {} when {}{}", h.action,
                         own || h.every ? "j in s" : "i", h.condition,
                         own ? " && " + order_ : std::string());
    }
    const bool rule = std::ranges::any_of(
        rules_, [&](const Step& r) { return r.name == h.action; });
    std::string out = fmt::format("{}{}{} when {}", rule ? "" : "P.", h.action,
                                  rule      ? ""
                                  : h.every ? fmt::format(" of {} in s", any)
                                            : " of i",
                                  h.condition);
    if (h.terms.empty()) return out;
    std::vector<std::string> helpers;
    for (const Help& m : h.meanwhile) helpers.push_back(helper(m, "h"));
    return out +
           fmt::format("\n    meanwhile ({}{}{})", fmt::join(h.terms, ", "),
                       helpers.empty() ? "" : " by ", fmt::join(helpers, ", "));
  }

  std::string text() {
    // Nobody is `i` where the property names no node.
    std::string out =
        "enum Phase { idle, waiting, inside }\nparam n : " +
        (least_.empty() ? pick({"0..", "1..", "1..", "2.."}) : least_) +
        " = 2;\nshared k : 0..2 = " + pick({"0", "2"}) +
        ";\nshared lock : bool = false;\nprocess P {\n";
    const auto start = [&](const std::string& value) {
      return anywhere_ && dice_.one_in(2) ? std::string{} : " = " + value;
    };
    out += fmt::format("  var phase : Phase{};\n  var x : 0..2{};\n",
                       start("idle"), start(pick({"0", "2", "1"})));
    out += fmt::format("  var y : 0..2{};\n  var on : bool{};\n", start("0"),
                       start(pick({"false", "true"})));
    std::string fair;
    for (const Step& s : steps_) {
      out += fmt::format("  action {} when {} {{ {} }}\n", s.name, s.guard,
                         s.body);
      if (!s.fair.empty())
        fair += fmt::format("fair {} P.{};\n", s.fair, s.name);
    }
    out += "}\nnetwork { node s[n] : P; }\n";
    for (const Step& r : rules_) {
      out += fmt::format("rule {} when {} {{ {} }}\n", r.name, r.guard, r.body);
      if (!r.fair.empty()) fair += fmt::format("fair {} {};\n", r.fair, r.name);
    }
    out += fair + assert_ + before_;
    out += fmt::format("{} served: {};\nrank for served{}: {}",
                       ctl_ ? "ctl" : "ltl", property(),
                       per_node_ ? " (i in s)" : "", fmt::join(terms_, ", "));
    if (help_.empty()) return out + ";\n";
    std::vector<std::string> helpers;
    for (const Help& h : help_) helpers.push_back(helper(h, "j"));
    return out + fmt::format("\n  by {};\n", fmt::join(helpers, ",\n     "));
  }

  Dice dice_, more_, later_, last_;  // for what came later
  ProgressFamily result_;
  std::vector<Step> steps_, rules_;
  std::vector<Help> help_;
  std::vector<std::string> terms_;
  // Steps away from the goal: guard and body.
  std::vector<std::pair<std::string, std::string>> undone_;
  std::string goal_, from_, assert_;
  std::string order_;   // along which the property is relied on
  std::string before_;  // a property, and its rank
  std::string least_;   // sizes, where not all will do
  int shape_ = 0;
  bool per_node_ = true, ctl_ = false, relies_ = false;
  bool anywhere_ = false;
};

}  // namespace

ProgressFamily progress_family(std::uint64_t seed) {
  return ProgressWriter(seed).run();
}

}  // namespace vicinal::random_models
