// SPDX-License-Identifier: MIT
// Guards: a run that goes out as ITF comes back as the same run, with or
// without who acted, on random models; values are written in the ways that ADR
// 015 of Apalache lists, and read in all of them; what is no run is refused.
#include "report/words/itf.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "explore/search/initial_states.hpp"
#include "explore/search/replay.hpp"
#include "network/semantics/steps.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace itf_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::Scalar;
using random_models::Loaded;
using report::itf_json;
using report::Json;
using report::read_itf;

// A run of at most so many steps; the last may fail.
std::optional<network::Trace> random_trace(const Instance& instance,
                                           std::size_t length,
                                           std::mt19937_64& dice) {
  network::Trace trace;
  std::size_t left = dice() % 20;
  explore::initial_states(instance, network::Limits{},
                          [&](std::span<const Scalar> state) {
                            trace.initial.assign(state.begin(), state.end());
                            return left-- > 0;
                          });
  if (trace.initial.empty()) return std::nullopt;
  const network::Steps steps(instance);
  std::vector<Scalar> state = trace.initial;
  while (trace.events.size() < length) {
    network::StepList list;
    steps.enabled(state.data(), list);
    if (list.steps.empty()) break;
    const network::Step& step = list.steps[dice() % list.steps.size()];
    network::Event event;
    event.actor = step.actor;
    event.action = step.action;
    const auto width =
        action_of(instance, step.actor, step.action).binders.size();
    const auto begin = list.frames.begin() + step.frame;
    event.binding.assign(begin, begin + static_cast<std::ptrdiff_t>(width));
    event.after = state;
    try {
      steps.apply(list, step, event.after.data());
    } catch (const network::ModelError& error) {
      event.error = error;
      event.after.clear();
    }
    trace.events.push_back(event);
    if (event.error) break;
    state = event.after;
  }
  return trace;
}

bool is_value(const Json& v) {
  if (v.is_boolean() || v.is_string()) return true;
  if (v.is_array()) {
    return std::all_of(v.begin(), v.end(),
                       [](const Json& x) { return is_value(x); });
  }
  if (!v.is_object()) return false;  // numbers are #bigint
  if (v.contains("#bigint")) {
    return v.size() == 1 && v["#bigint"].is_string();
  }
  for (const auto& [key, x] : v.items()) {
    if (key.starts_with("#") || !is_value(x)) return false;
  }
  return true;
}

// The form of ADR 015.
void check_form(const Json& json) {
  for (const auto& [key, value] : json.items()) {
    CHECK(
        (key == "#meta" || key == "vars" || key == "states" || key == "loop"));
  }
  REQUIRE(json["vars"].is_array());
  for (const Json& state : json["states"]) {
    CHECK(state.size() == json["vars"].size() + 1);
    CHECK(state["#meta"].is_object());
    for (const Json& name : json["vars"]) {
      REQUIRE(state.contains(name.get<std::string>()));
      CHECK(is_value(state[name.get<std::string>()]));
    }
  }
}

// Other ways to write the same values.
Json rewritten(const Json& v, std::mt19937_64& dice) {
  if (v.is_array()) {
    Json list = Json::array();
    for (const Json& x : v) list.push_back(rewritten(x, dice));
    if (dice() % 3 == 0) return list;
    if (dice() % 2 == 0) return {{"#tup", list}};
    Json pairs = Json::array();
    for (std::size_t i = list.size(); i > 0; --i) {
      Json key;
      key["#bigint"] = std::to_string(i - 1);
      pairs.push_back(
          Json::array({dice() % 2 == 0 ? key : Json(i - 1), list[i - 1]}));
    }
    Json map;
    map["#map"] = pairs;
    return map;
  }
  if (v.is_object() && v.contains("#bigint") && dice() % 2 == 0) {
    return std::stoll(v["#bigint"].get<std::string>());
  }
  if (!v.is_object() || v.contains("#bigint")) return v;
  Json out = Json::object();
  for (const auto& [key, x] : v.items()) out[key] = rewritten(x, dice);
  return out;
}

bool same(const network::Trace& a, const network::Trace& b) {
  if (a.initial != b.initial || a.events.size() != b.events.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    const network::Event& x = a.events[i];
    const network::Event& y = b.events[i];
    if (x.actor != y.actor || x.action != y.action || x.binding != y.binding ||
        x.after != y.after || x.error.has_value() != y.error.has_value()) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("what goes out comes back") {
  std::size_t traces = 0, steps = 0, failing = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(150); ++seed) {
    const Loaded loaded = random_models::load(
        random_models::random_model(seed, {.flat = seed % 2 == 0}));
    if (loaded.instance == nullptr) continue;
    const Instance& instance = *loaded.instance;
    std::mt19937_64 dice(seed);
    const auto trace = random_trace(instance, dice() % 12, dice);
    if (!trace) continue;
    INFO("seed := " << seed);
    ++traces;
    steps += trace->length();
    if (!trace->events.empty() && trace->events.back().error) ++failing;
    const Json json = itf_json(instance, *trace, {}, "model.vic");
    check_form(json);
    const Json again = Json::parse(json.dump());
    REQUIRE(report::is_itf(again));
    const report::ReadTrace read = read_itf(instance, again);
    INFO(json.dump(1) << read.error);
    REQUIRE(read.trace);
    CHECK(same(*read.trace, *trace));
    CHECK(!explore::replay(instance, *read.trace));

    // As others would write it: without who acted.
    Json others;
    others["vars"] = json["vars"];
    for (const Json& state : json["states"]) {
      Json s = Json::object();
      for (const auto& [name, value] : state.items()) {
        if (name != "#meta") s[name] = rewritten(value, dice);
      }
      others["states"].push_back(s);
    }
    const report::ReadTrace found = read_itf(instance, others);
    INFO(others.dump(1) << found.error);
    REQUIRE(found.trace);
    CHECK(!explore::replay(instance, *found.trace));
    const bool fails = !trace->events.empty() && trace->events.back().error;
    CHECK(found.trace->length() == trace->length() - (fails ? 1 : 0));
  }
  CHECK(traces > random_models::runs(150) / 3);
  CHECK(steps > traces);
  if (random_models::enough_runs()) CHECK(failing > 0);
}

TEST_CASE("loops, and what is no run") {
  const Loaded loaded = random_models::load(
      "shared x : 0..2 = 0;\nrule up { x := (x + 1) % 3; }\n");
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  const auto with = [](const char* text) { return Json::parse(text); };
  const auto error = [&](const char* text) {
    const report::ReadTrace read = read_itf(instance, with(text));
    INFO(text);
    CHECK(!read.trace);
    return read.error;
  };
  // The loop goes back from the last state, whether or not that is its first.
  for (const char* text :
       {R"({"vars": ["x"], "states": [{"x": 0}, {"x": 1}, {"x": 2}, {"x": 0}],
            "loop": 0})",
        R"({"vars": ["x"], "states": [{"x": 0}, {"x": 1}, {"x": 2}],
            "loop": {"#bigint": "0"}})"}) {
    const report::ReadTrace read = read_itf(instance, with(text));
    INFO(text << read.error);
    REQUIRE(read.trace);
    CHECK(read.trace->length() == 3);
    CHECK(read.loop == 0);
    const Json back = itf_json(instance, *read.trace, read.loop, "m");
    CHECK(back["loop"] == 0);
    CHECK(back["states"].size() == 4);
  }
  CHECK(error(R"({"vars": [], "states": [{"x": 0}, {"x": 2}]})") ==
        "no step leads from state 0 to state 1");
  CHECK(error(R"({"vars": [], "states": [{"x": 0},
                  {"#meta": {"action": "down"}, "x": 1}]})") ==
        "no step down leads from state 0 to state 1");
  CHECK(error(R"({"vars": [], "states": []})") != "");
  CHECK(error(R"({"vars": [], "states": 3})") != "");
  CHECK(error(R"({"vars": [], "states": [3]})") != "");
  CHECK(error(R"({"vars": [], "states": [{}]})") == "state 0 lacks 'x'");
  CHECK(error(R"({"vars": [], "states": [{"x": 0, "y": 1}]})") != "");
  CHECK(error(R"({"vars": [], "states": [{"x": 0}], "loop": 1})") != "");
  CHECK(error(R"({"vars": [], "states": [{"x": 0}], "loop": -1})") != "");
  CHECK(error(R"({"vars": [], "states": [{"x": {"#bigint": 0}}]})") != "");
  CHECK(error(R"({"vars": [], "states": [{"x": {"#bigint": "0x"}}]})") != "");
  CHECK(error(R"({"vars": [], "states": [{"x": {"#map": [3]}}]})") != "");
  CHECK(error(R"({"vars": [], "states": [{"x": 0}],
                  "#meta": {"failing": {"action": "up", "bindings": {}}}})") ==
        "the step that 'failing' names does not fail");
  const std::string deep = std::string(R"({"vars": [], "states": [{"x": )") +
                           std::string(5000, '[') + std::string(5000, ']') +
                           "}]}";
  CHECK(error(deep.c_str()) == "a value is nested too deep");
}

}  // namespace itf_test
