// SPDX-License-Identifier: MIT
// Guards: the traces of the explorer, as JSON names them, are runs by the
// oracle, end in a violation, and are as short as can be.
#include <catch2/catch.hpp>

#include "cli/output/value_json.hpp"
#include "explore/search/explorer.hpp"
#include "network/language/property.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace {

using namespace vicinal;

constexpr std::size_t budget = 1500;

// As the oracle prints values; it takes a queue for an array here.
std::string text_of(const cli::Json& json) {
  std::string parts;
  const auto add = [&](const std::string& part) {
    parts += (parts.empty() ? "" : ", ") + part;
  };
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) {
      add(name + ": " + text_of(value));
    }
    return "{" + parts + "}";
  }
  if (json.is_array()) {
    for (const auto& value : json) add(text_of(value));
    return "[" + parts + "]";
  }
  return json.is_string() ? json.get<std::string>() : json.dump();
}

std::map<std::string, std::string> texts(const cli::Json& object) {
  std::map<std::string, std::string> out;
  for (const auto& [name, value] : object.items()) out[name] = text_of(value);
  return out;
}

oracle::Trace read(const cli::Json& json) {
  oracle::Trace trace;
  trace.initial = texts(json.at("initial"));
  for (const auto& step : json.at("steps")) {
    trace.events.push_back({step.at("action").get<std::string>(),
                            texts(step.at("bindings")),
                            texts(step.at("changes")), step.contains("error")});
  }
  return trace;
}

// How many traces were replayed.
int replay(const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const oracle::Instance o(loaded.tree, {});
  oracle::Exploration expected;
  try {
    expected = o.explore(budget);
  } catch (const oracle::TooLarge&) {
    return 0;
  }
  explore::Options options;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    if (!network::is_temporal(loaded.model->properties[p])) {
      options.properties.push_back(p);
    }
  }
  int replayed = 0;
  const auto found = explore::explore(*loaded.instance, options);
  for (const auto& p : found.properties) {
    if (!p.trace) continue;
    const cli::Json json = cli::trace_json(*loaded.instance, *p.trace);
    INFO(p.name << ": " << json.dump(1));
    const oracle::Trace trace = read(json);
    CHECK(trace.events.size() == expected.properties.at(p.name).trace_length);
    const auto wrong = o.replay(trace, p.name);
    INFO(wrong.value_or(""));
    CHECK(!wrong);
    ++replayed;
  }
  return replayed;
}

}  // namespace

TEST_CASE("the oracle replays the explorer's traces") {
  const std::uint64_t count = random_models::runs(250);
  int replayed = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    INFO("seed " << seed);
    replayed += replay(random_models::random_model(200'000 + seed, options));
  }
  CHECK(static_cast<std::uint64_t>(replayed) * 2 > count);
}
