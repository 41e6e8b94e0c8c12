// SPDX-License-Identifier: MIT
// Guards: conform keeps the sets of states that a slow twin keeps (sets of
// valuations, steps of the slow semantics, lines held against them by hand), on
// random models and on logs made of their runs, complete, thinned out and
// changed; a log of which one step was changed is wrong at exactly that line;
// hostile lines are refused with a place, and nothing of a log is kept.
#include "explore/conform/conform.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "explore/conform/log_reader.hpp"
#include "explore/conform/mismatch.hpp"
#include "explore/search/initial_states.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace conform_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::NodeId;
using network::Scalar;
using network::TypeId;
using network::TypeKind;
using random_models::Loaded;
using Valuation = std::vector<Scalar>;
using States = std::set<Valuation>;

// ---- logs ------------------------------------------------------------------

struct Line {
  std::optional<std::string> action;
  std::map<std::string, Valuation> values;  // of variables, by name
};
using Log = std::vector<Line>;

std::string json_of(const Instance& instance, TypeId id,
                    std::span<const Scalar> value) {
  const network::Type& type = (*instance.model)[id];
  const auto elements = [&](Scalar count, std::size_t at) {
    const std::uint32_t slots = instance.size(type.element).slots;
    std::string text = "[";
    for (Scalar i = 0; i < count; ++i) {
      text += (i == 0 ? "" : ", ") +
              json_of(instance, type.element, value.subspan(at, slots));
      at += slots;
    }
    return text + "]";
  };
  switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::range:
      return value_text(instance, id, value);
    case TypeKind::structure: {
      std::string text = "{";
      std::size_t at = 0;
      for (const auto& f :
           instance.model->structs[type.structure.index()].fields) {
        const std::uint32_t slots = instance.size(f.type).slots;
        text +=
            fmt::format("{}\"{}\": {}", at == 0 ? "" : ", ", f.name,
                        json_of(instance, f.type, value.subspan(at, slots)));
        at += slots;
      }
      return text + "}";
    }
    case TypeKind::array:
    case TypeKind::node_array:
      return elements(instance.size(id).size, 0);
    case TypeKind::queue:
      return elements(value[0], 1);
    default:
      return "\"" + value_text(instance, id, value) + "\"";
  }
}

std::string text_of(const Instance& instance, const Line& line, bool flat) {
  std::string values;
  for (const auto& place : network::places(instance)) {
    const auto it = line.values.find(place.name);
    if (it == line.values.end()) continue;
    values +=
        fmt::format("{}\"{}\": {}", values.empty() ? "" : ", ", place.name,
                    json_of(instance, place.type, it->second));
  }
  std::string text = "{";
  if (line.action) text += fmt::format("\"action\": \"{}\"", *line.action);
  if (line.action && (!flat || !values.empty())) text += ", ";
  text += flat ? values : "\"state\": {" + values + "}";
  return text + "}";
}

Line whole_line(const Instance& instance, const Valuation& state) {
  Line line;
  for (const auto& place : network::places(instance)) {
    const auto begin = state.begin() + place.slot;
    line.values[place.name] =
        Valuation(begin, begin + instance.size(place.type).slots);
  }
  return line;
}

// ---- the twin --------------------------------------------------------------

bool agrees_with(const Instance& instance, const Line& line,
                 const Valuation& state) {
  const Line is = whole_line(instance, state);
  for (const auto& [name, value] : line.values) {
    if (is.values.at(name) != value) return false;
  }
  return true;
}

// A step, of which nothing is known.
const char* const unknown_action = "nobodys";

struct TwinStep {
  std::string name, action;
  Valuation after;
};

std::vector<TwinStep> steps_from(const Instance& instance,
                                 const Valuation& state) {
  const network::Steps steps(instance);
  network::StepList list;
  Valuation copy = state;
  steps.enabled(copy.data(), list);
  std::vector<TwinStep> out;
  for (const network::Step& step : list.steps) {
    Valuation after = state;
    try {
      steps.apply(list, step, after.data());
    } catch (const network::ModelError&) {
      continue;
    }
    out.push_back({step_name(instance, step.actor, step.action),
                   action_of(instance, step.actor, step.action).name, after});
  }
  return out;
}

struct TooMany {};

class Twin {
 public:
  Twin(const Instance& instance, bool stutter, std::set<std::string> hidden)
      : instance_(instance), stutter_(stutter), hidden_(std::move(hidden)) {
    explore::initial_states(instance, network::Limits{},
                            [&](std::span<const Scalar> s) {
                              initial_.emplace(s.begin(), s.end());
                              return initial_.size() < 300;
                            });
    if (initial_.size() >= 300) throw TooMany{};
  }

  const States& initial() const { return initial_; }
  const States& possible() const { return possible_; }

  bool take(const Line& line) {
    States from = close(first_ ? initial_ : possible_);
    States to;
    if (first_ && !line.action) {
      to = from;
    } else {
      for (const Valuation& s : from) {
        for (const TwinStep& step : steps_from(instance_, s)) {
          if (!line.action || *line.action == unknown_action ||
              *line.action == step.name || *line.action == step.action) {
            to.insert(step.after);
          }
        }
        if (stutter_ && !line.action) to.insert(s);
      }
    }
    States left;
    for (const Valuation& s : to) {
      if (agrees_with(instance_, line, s)) left.insert(s);
    }
    if (left.size() > 2000) throw TooMany{};
    if (left.empty()) return false;
    possible_ = left;
    first_ = false;
    return true;
  }

 private:
  States close(States states) const {
    for (bool grows = !hidden_.empty(); grows;) {
      const States before = states;
      for (const Valuation& s : before) {
        for (const TwinStep& step : steps_from(instance_, s)) {
          if (hidden_.contains(step.name)) states.insert(step.after);
        }
      }
      grows = states.size() > before.size();
      if (states.size() > 2000) throw TooMany{};
    }
    return states;
  }

  const Instance& instance_;
  bool stutter_;
  std::set<std::string> hidden_;
  States initial_, possible_;
  bool first_ = true;
};

// ---- the product -----------------------------------------------------------

struct Answer {
  std::size_t good = 0;            // lines that were taken
  std::vector<std::size_t> sizes;  // states that were possible after each
  bool refused = false;
  network::Diagnostics diagnostics;
  std::optional<explore::Mismatch> mismatch;
};

Answer conform(const Instance& instance, const std::vector<std::string>& lines,
               bool stutter = false, const std::string& hidden = "",
               const explore::Mapping& mapping = {}) {
  Answer answer;
  explore::LogReader reader(instance, mapping, "log", answer.diagnostics);
  explore::ConformOptions options;
  options.stutter = stutter;
  if (!hidden.empty()) {
    REQUIRE(read_hidden(reader.names(), hidden, answer.diagnostics,
                        options.hidden));
  }
  const network::Limits limits;
  const network::Budget budget(limits);
  explore::Conformance conformance(instance, options, budget);
  for (const std::string& text : lines) {
    explore::Observation line;
    const auto read = reader.read(text, line);
    if (read == explore::LogReader::Read::nothing) continue;
    answer.refused = read == explore::LogReader::Read::wrong;
    // Spans point into lines that end with the reader.
    if (answer.refused) break;
    if (!conformance.take(line)) {
      answer.mismatch = explain(instance, conformance, line);
      break;
    }
    ++answer.good;
    answer.sizes.push_back(conformance.possible().size());
  }
  return answer;
}

// ---- random logs -----------------------------------------------------------

using Dice = std::mt19937_64;
std::size_t below(Dice& dice, std::size_t n) {
  return dice() % n;
}

// A run, as complete lines.
Log random_run(const Instance& instance, const States& initial,
               std::size_t length, Dice& dice) {
  auto at = initial.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(below(dice, initial.size())));
  Valuation state = *at;
  Log log{whole_line(instance, state)};
  while (log.size() < length) {
    const auto steps = steps_from(instance, state);
    if (steps.empty()) break;
    const TwinStep& step = steps[below(dice, steps.size())];
    state = step.after;
    log.push_back(whole_line(instance, state));
    log.back().action = below(dice, 3) == 0 ? step.action : step.name;
  }
  return log;
}

void thin_out(Log& log, Dice& dice) {
  const std::size_t kept = below(dice, 4);  // of three
  for (Line& line : log) {
    if (below(dice, 8) == 0) line.action = unknown_action;
    if (below(dice, 2) == 0) line.action.reset();
    std::erase_if(line.values,
                  [&](const auto&) { return below(dice, 3) >= kept; });
  }
}

// Another value, which its type may have; false: there is none.
bool change_value(const Instance& instance, Line& line, Dice& dice) {
  if (line.values.empty()) return false;
  auto at = line.values.begin();
  std::advance(at,
               static_cast<std::ptrdiff_t>(below(dice, line.values.size())));
  for (const auto& place : network::places(instance)) {
    if (place.name != at->first) continue;
    if ((*instance.model)[place.type].kind == TypeKind::queue) return false;
    const std::size_t s = below(dice, at->second.size());
    const network::Bounds& bounds = instance.slots[place.slot + s];
    if (bounds.low == bounds.high || bounds.high - bounds.low > 1000) {
      return false;
    }
    const std::string before = json_of(instance, place.type, at->second);
    Scalar& value = at->second[s];
    const Scalar was = value;
    value = was == bounds.high ? bounds.low : was + 1;
    // Behind the end of a queue nobody sees it.
    if (json_of(instance, place.type, at->second) != before) return true;
    value = was;
    return false;
  }
  return false;
}

void change(const Instance& instance, Log& log, Dice& dice) {
  const std::size_t at = below(dice, log.size());
  switch (below(dice, 4)) {
    case 0:
      if (log.size() > 1) log.erase(log.begin() + static_cast<long>(at));
      return;
    case 1:
      std::swap(log[at], log[below(dice, log.size())]);
      return;
    case 2:
      log[at].action = log[below(dice, log.size())].action;
      return;
    default:
      change_value(instance, log[at], dice);
  }
}

Loaded example(const std::string& name, const std::string& sizes) {
  std::ifstream file(VICINAL_SOURCE_DIR "/examples/" + name + ".vic");
  std::stringstream text;
  text << file.rdbuf();
  Loaded loaded = random_models::load(text.str(), sizes);
  REQUIRE(loaded.instance != nullptr);
  return loaded;
}

struct Seen {
  std::size_t logs = 0, runs = 0, others = 0, hidden = 0, stutter = 0,
              several = 0;
};

// Everything about one log: the twin says the same after each line.
void compare(const Instance& instance, const Log& log, bool stutter,
             const std::set<std::string>& hidden, bool flat, Seen& seen) {
  Twin twin(instance, stutter, hidden);
  std::vector<std::string> lines;
  std::string names;
  for (const std::string& name : hidden) {
    names += (names.empty() ? "" : ",") + name;
  }
  for (const Line& line : log) lines.push_back(text_of(instance, line, flat));
  INFO(fmt::format("{}", fmt::join(lines, "\n")));
  INFO("hidden: " << names << ", stutter: " << stutter);
  const Answer answer = conform(instance, lines, stutter, names);
  for (const auto& d : answer.diagnostics.all()) INFO(d.message);
  REQUIRE(!answer.refused);
  std::size_t good = 0;
  for (const Line& line : log) {
    if (!twin.take(line)) break;
    ++good;
    REQUIRE(answer.good >= good);
    REQUIRE(answer.sizes[good - 1] == twin.possible().size());
    if (answer.sizes[good - 1] > 1) ++seen.several;
  }
  REQUIRE(answer.good == good);
  REQUIRE(answer.mismatch.has_value() == (good < log.size()));
  ++seen.logs;
  ++(good == log.size() ? seen.runs : seen.others);
  if (answer.mismatch) {
    CHECK(answer.mismatch->line == good + 1);
    // What the model can do instead contradicts the line, or fails.
    for (const auto& c : answer.mismatch->candidates) {
      CHECK((c.error || !c.contradicts.empty()));
      CHECK(c.states > 0);
    }
    if (good > 0) CHECK(answer.mismatch->states == twin.possible().size());
  }
  if (!hidden.empty()) ++seen.hidden;
  if (stutter) ++seen.stutter;
}

void compare_random(const Loaded& loaded, std::uint64_t seed, Seen& seen) {
  const Instance& instance = *loaded.instance;
  Dice dice(seed);
  const Twin start(instance, false, {});
  if (start.initial().empty()) return;
  for (int round = 0; round < 4; ++round) {
    Log log = random_run(instance, start.initial(), 2 + below(dice, 8), dice);
    std::set<std::string> hidden;
    if (below(dice, 2) == 0) {
      // Some of what was done leaves no line.
      for (const Line& line : log) {
        if (line.action && line.action->find('.') != std::string::npos &&
            below(dice, 2) == 0) {
          hidden.insert(*line.action);
        }
      }
      std::erase_if(log, [&](const Line& line) {
        return line.action && hidden.contains(*line.action) &&
               below(dice, 2) == 0;
      });
    }
    const bool stutter = below(dice, 3) == 0;
    if (below(dice, 8) != 0) thin_out(log, dice);
    if (stutter) {
      const auto at = log.begin() + static_cast<long>(below(dice, log.size()));
      Line again = *at;
      again.action.reset();
      log.insert(at + 1, again);
    }
    if (below(dice, 2) == 0) change(instance, log, dice);
    compare(instance, log, stutter, hidden, below(dice, 2) == 0, seen);
  }
}

const char* const small = R"(
enum Phase { thinking, eating }
struct Pair { x : bool; y : 0..3; }
param n : 2.. = 2;
process P {
  port left, right : inout bool;
  var phase : Phase = thinking;
  var friend : id of s = none;
  var waiting : queue 0..3[2];
  var both : Pair;
  var seen : bool[2];
  action take(v in 0..3, q in s) when left && !full(waiting) {
    push(waiting, v); left := false; friend := q; both.y := v;
  }
  action pass when !left && phase == thinking { left := true; phase := eating; }
}
network {
  node s[n] : P;
  edge e[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to e[i]; }
}
init !e[0] && !e[1];
init forall i in s: !i.both.x && i.both.y == 0 && !i.seen[0] && !i.seen[1];
)";

}  // namespace

TEST_CASE("random logs of random models, as the twin has them") {
  Seen seen;
  for (std::uint64_t seed = 1; seed <= random_models::runs(160); ++seed) {
    const std::string text =
        random_models::random_model(seed, {.flat = seed % 2 == 0});
    const Loaded loaded = random_models::load(text);
    if (loaded.instance == nullptr) continue;
    INFO("seed := " << seed << "\n" << text);
    try {
      compare_random(loaded, seed, seen);
    } catch (const TooMany&) {
    }
  }
  std::cout << fmt::format(
      "logs {}, runs {}, others {}, hidden {}, stutter {}, several states {}\n",
      seen.logs, seen.runs, seen.others, seen.hidden, seen.stutter,
      seen.several);
  // All kinds are there.
  if (random_models::enough_runs()) {
    CHECK(seen.runs > 30);
    CHECK(seen.others > 30);
    CHECK(seen.hidden > 20);
    CHECK(seen.stutter > 20);
    CHECK(seen.several > 30);
  }
}

TEST_CASE("one changed step is found at its line") {
  std::size_t logs = 0;
  for (const auto& [name, sizes] :
       std::vector<std::pair<std::string, std::string>>{{"token-ring", "n=3"},
                                                        {"test-and-set", "n=3"},
                                                        {"bounded-channel", ""},
                                                        {"peterson", ""}}) {
    const Loaded loaded = example(name, sizes);
    const Instance& instance = *loaded.instance;
    const Twin start(instance, false, {});
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Dice dice(seed);
      Log log = random_run(instance, start.initial(), 30, dice);
      REQUIRE(log.size() == 30);
      // Who acts and the whole state are said: no other step will do.
      for (std::size_t i = 1; i < log.size(); ++i) {
        const auto steps = steps_from(instance, [&] {
          Valuation state(instance.slot_count());
          for (const auto& place : network::places(instance)) {
            const Valuation& v = log[i - 1].values.at(place.name);
            std::copy(v.begin(), v.end(), state.begin() + place.slot);
          }
          return state;
        }());
        for (const TwinStep& step : steps) {
          if (whole_line(instance, step.after).values == log[i].values) {
            log[i].action = step.name;
          }
        }
      }
      const std::size_t at = below(dice, log.size());
      if (!change_value(instance, log[at], dice)) continue;
      std::vector<std::string> lines;
      for (const Line& line : log) {
        lines.push_back(text_of(instance, line, false));
      }
      const Answer answer = conform(instance, lines);
      INFO(name << " seed " << seed << " line " << at + 1);
      REQUIRE(answer.mismatch);
      CHECK(answer.mismatch->line == at + 1);
      CHECK(answer.good == at);
      ++logs;
    }
  }
  CHECK(logs >= 30);
}

TEST_CASE("what a line says of parts of values") {
  const Loaded loaded = random_models::load(small);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  const std::string pass = R"({"action": "s[1].pass", "e[0]": true})";
  // Two values of a queue; one that is not said; a field alone.
  CHECK(conform(instance,
                {"{}", pass,
                 R"({"action": "take", "bindings": {"v": 2, "q": "s[0]"},
                     "s[1].waiting": [2], "s[1].both": {"y": 2}})"})
            .good == 3);
  CHECK(conform(instance, {"{}", pass,
                           R"({"action": "take", "bindings": {"v": 2},
                               "s[1].waiting": [3]})"})
            .good == 2);
  const auto any = conform(instance, {"{}", pass,
                                      R"({"action": "take",
                                          "s[1].waiting": [null]})"});
  REQUIRE(any.good == 3);
  CHECK(any.sizes.back() == 8);  // four values, two friends
  CHECK(conform(instance, {"{}", pass, R"({"s[1].waiting": [null, null]})"})
            .good == 2);
  CHECK(conform(instance, {"{}", pass, R"({"s[1].waiting": []})"}).good == 3);
  // A number that its type does not have is no run, and no wrong input.
  const auto far = conform(instance, {"{}", pass,
                                      R"({"action": "take",
                                          "s[1].both": {"y": 9}})"});
  CHECK(!far.refused);
  CHECK(far.good == 2);
  REQUIRE(far.mismatch);
  CHECK(far.mismatch->candidates.front().contradicts.size() == 1);
  CHECK(far.mismatch->candidates.front().contradicts.front().log ==
        "{\"y\": 9}");
}

TEST_CASE("a line of an unknown action is a step") {
  const Loaded loaded = random_models::load(small);
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  // Of s[0], at the start: neither of the stations eats.
  const std::string first = R"({"action": "boot", "s[1].phase": "eating"})";
  const std::string start = R"({"action": "boot", "s[1].phase": "thinking",
                                "s[0].phase": "thinking", "e[0]": false,
                                "e[1]": false})";
  for (const bool stutter : {false, true}) {
    CHECK(conform(instance, {first}, stutter).good == 1);
    const Answer stays = conform(instance, {start}, stutter);
    const Answer begins =
        conform(instance, {R"({"s[1].phase": "thinking"})"}, stutter);
    CHECK(begins.good == 1);
    INFO(stays.good);
    CHECK((stays.good == 1) ==
          (conform(instance, {"{}", start}, false).good == 2));
  }
}

TEST_CASE("keys that mean something, and null, whatever is mapped") {
  const Loaded loaded = random_models::load(R"(
    shared bindings : 0..3 = 0;
    shared state : 0..3 = 0;
    rule up when bindings < 3 { bindings := bindings + 1; state := bindings; }
  )");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  const network::Source source("map", R"({"variables": {"bindings": "state"},
                                          "values": {"*": {"": 2}}})");
  explore::Mapping mapping;
  REQUIRE(read_mapping(source, diagnostics, mapping));
  CHECK(conform(instance, {R"({"bindings": 1})"}, false, "", mapping).good ==
        0);
  CHECK(conform(instance, {R"({"state": {"bindings": 0, "state": 0}})"}).good ==
        1);
  CHECK(conform(instance, {R"({"state": {"state": 1}})"}).good == 0);
  CHECK(conform(instance, {R"({"bindings": 0, "state": 0})"}).good == 1);
  CHECK(conform(instance,
                {"{}", R"({"action": "up", "state": {"state": null}})"}, false,
                "", mapping)
            .good == 2);
}

TEST_CASE("why an action is not enabled") {
  const Loaded loaded = random_models::load(small);
  REQUIRE(loaded.instance != nullptr);
  const auto answer = conform(
      *loaded.instance,
      {"{}", R"({"action": "s[0].pass"})", R"({"action": "s[0].pass"})"});
  REQUIRE(answer.mismatch);
  CHECK(answer.mismatch->line == 3);
  REQUIRE(answer.mismatch->not_enabled.size() == 1);
  const auto& why = answer.mismatch->not_enabled.front();
  CHECK(why.why == explore::NotEnabled::Why::guard);
  CHECK(loaded.source->text(why.part) == "!left");
  CHECK(answer.mismatch->place == network::Span{11, 22});
}

TEST_CASE("hostile lines are refused with a place") {
  const Loaded loaded = random_models::load(small);
  REQUIRE(loaded.instance != nullptr);
  const std::string deep(5000, '[');
  const std::vector<std::pair<std::string, int>> lines = {
      {"{", 601},
      {"", 0},
      {"{\"e[0]\": tru}", 601},
      {"[]", 1401},
      {"3", 1401},
      {"{\"e[0]\": true, \"e[0]\": true}", 604},
      {"{\"e[0]\": true, \"state\": {\"e[0]\": true}}", 1401},
      {"{\"action\": 3}", 1401},
      {"{\"action\": \"pass\", \"bindings\": 3}", 1401},
      {"{\"e[0]\": 3}", 1403},
      {"{\"s[0].both\": {\"z\": 3}}", 1403},
      {"{\"s[0].both\": {\"y\": 1e999}}", 601},
      {"{\"s[0].both\": {\"y\": 1.5}}", 1403},
      {"{\"s[0].both\": {\"y\": 18446744073709551615}}", 1403},
      {"{\"s[0].both\": {\"y\": \"99999999999999999999\"}}", 1403},
      {"{\"s[0].both\": [1]}", 1403},
      {"{\"s[0].seen\": [true]}", 1403},
      {"{\"s[0].phase\": \"eatign\"}", 1403},
      {"{\"s[0].friend\": \"s[7]\"}", 1403},
      {"{\"x\": " + deep + "}", 602},
      {std::string("{\"e[0]\": \0 true}", 16), 601},
      {"{\"\xff\": 1}", 601},
      {"{\"e[0]\": true} {\"e[0]\": true}", 601},
  };
  const explore::Mapping mapping;
  for (const auto& [text, code] : lines) {
    INFO(text.substr(0, 60));
    network::Diagnostics diagnostics;
    explore::LogReader reader(*loaded.instance, mapping, "log", diagnostics);
    explore::Observation line;
    reader.read("{}", line);
    const auto read = reader.read(text, line);
    CHECK((read == explore::LogReader::Read::wrong) == (code != 0));
    if (code == 0) continue;
    REQUIRE(diagnostics.error_count() == 1);
    const network::Diagnostic& d = diagnostics.all().back();
    CHECK(number(d.code) == code);
    REQUIRE(d.source != nullptr);
    CHECK(d.source->position(d.span.begin).line == 2);
    CHECK(d.source->line(2) == text);
  }
}

TEST_CASE("unknown names are told once, and say nothing") {
  const Loaded loaded = random_models::load(small);
  REQUIRE(loaded.instance != nullptr);
  const explore::Mapping mapping;
  network::Diagnostics diagnostics;
  explore::LogReader reader(*loaded.instance, mapping, "log", diagnostics);
  explore::Observation line;
  for (int i = 0; i < 200; ++i) {
    CHECK(reader.read(fmt::format("{{\"time\": {}, \"x{}\": 1, \"action\": "
                                  "\"pas\"}}",
                                  i, i),
                      line) == explore::LogReader::Read::observation);
  }
  CHECK(!reader.said_something());
  CHECK(!line.names_action);
  CHECK(diagnostics.error_count() == 0);
  CHECK(diagnostics.all().size() == 51);
  CHECK(diagnostics.all()[2].message ==
        "the model has no action 'pas', which is not used; did you mean "
        "'pass'?");
  reader.read(R"({"e[0]": null})", line);
  CHECK(!reader.said_something());
  reader.read(R"({"e[0]": true})", line);
  CHECK(reader.said_something());
}

TEST_CASE("a mapping names things") {
  const Loaded loaded = random_models::load(small);
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const network::Source source("map", R"({
    "action": "event",
    "actions": {"go": "s[1].pass", "tick": null},
    "variables": {"edge": "e[0]", "time": null, "who": "s[1].phase"},
    "values": {"e[0]": {"1": true, "0": false}, "*": {"E": "eating"}}})");
  explore::Mapping mapping;
  REQUIRE(read_mapping(source, diagnostics, mapping));
  const std::vector<std::string> good = {
      R"({"edge": 0, "time": 3})", R"({"event": "tick", "edge": 1})",
      R"({"event": "go", "edge": 1, "who": "E"})"};
  const Answer answer = conform(*loaded.instance, good, false, "", mapping);
  CHECK(answer.good == 2);
  CHECK(!answer.mismatch);
  CHECK(answer.diagnostics.all().empty());
  const Answer wrong =
      conform(*loaded.instance, {good[0], R"({"event": "go", "edge": 0})"},
              false, "", mapping);
  CHECK(wrong.good == 1);
  for (const char* text :
       {"[]", R"({"name": 3})", R"({"actions": 3})", R"({"values": {"x": 3}})",
        R"({"action": 1})", R"({"variables": {"x": 1}})",
        R"({"values": {"x": {"y": []}}})", "{"}) {
    network::Diagnostics d;
    const network::Source s("map", text);
    explore::Mapping out;
    INFO(text);
    CHECK(!read_mapping(s, d, out));
    CHECK(d.error_count() == 1);
  }
}

TEST_CASE("a number that leaves 64 bits is no answer") {
  const Loaded loaded = random_models::load(
      "shared x : int = 9223372036854775806;\nrule up { x := x + 1; }\n");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const explore::Mapping mapping;
  explore::LogReader reader(*loaded.instance, mapping, "log", diagnostics);
  const network::Limits limits;
  const network::Budget budget(limits);
  for (const bool named : {false, true}) {
    explore::Conformance conformance(*loaded.instance, {}, budget);
    explore::Observation line;
    const std::string text = named ? R"({"action": "up"})" : "{}";
    reader.read("{}", line);
    REQUIRE(conformance.take(line));
    reader.read(text, line);
    REQUIRE(conformance.take(line));
    CHECK(!conformance.overflowed());
    reader.read(text, line);
    CHECK(!conformance.take(line));
    CHECK(conformance.overflowed());
  }
}

TEST_CASE("the first line says which of very many states it is") {
  const Loaded loaded = random_models::load(
      "shared x : int;\nshared y : int;\nrule up { x := x + 1; }\n");
  REQUIRE(loaded.instance != nullptr);
  CHECK(conform(*loaded.instance,
                {R"({"x": 5, "y": "-3"})", R"({"x": 6})", R"({"x": 6})"})
            .good == 2);
}

}  // namespace conform_test
