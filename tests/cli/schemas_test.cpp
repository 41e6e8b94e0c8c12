// SPDX-License-Identifier: MIT
// Guards: docs/schemas say all that a report has and nothing else, and the
// judge that all tests ask (program.cpp) sees what is wrong. A second judge,
// the one of Python, agrees where it is installed.
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <set>

#include "program.hpp"
#include "schema.hpp"

namespace schemas_test {

using namespace vicinal::test;

namespace {

std::string folder() {
  return source_folder() + "/docs/schemas";
}

std::vector<std::string> schema_names() {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    names.insert(entry.path().stem().string());
  }
  return {names.begin(), names.end()};
}

void visit(const Json& json, const std::function<void(const Json&)>& look) {
  look(json);
  for (const Json& part : json) {
    if (part.is_structured()) visit(part, look);
  }
}

// Reports of many kinds, each with the schema it has to meet.
std::vector<std::pair<std::string, Json>> reports() {
  const std::string graphs = source_folder() + "/examples/topologies/";
  const std::string net = graphs + "nsfnet.gml";
  const std::string ring_of_twelve = graphs + "ring-of-twelve.edges";
  const std::string two_parts = graphs + "hexagon-and-triangles.json";
  const std::string paw = graphs + "paw.json";
  const std::string structure =
      source_folder() + "/examples/structures/only-virtual.structure";
  const std::string group =
      source_folder() + "/examples/groups/half-turn.group";
  const std::vector<Words> all = {
      {"prove", example("token-ring")},
      {"prove", "-D", "n=3", "--states", example("token-ring")},
      {"prove", example("mutex-broken")},
      {"prove", "--views", "1", example("token-ring")},
      {"prove", "--coverage", example("philosophers-abstract")},
      {"prove", "--generalize", "smallest", example("token-ring")},
      {"prove", "--on-quotient", "-D", "n=4", example("token-ring")},
      {"prove", "--on", ring_of_twelve, "--carry-to", two_parts,
       example("links-up")},
      {"prove", "--on", ring_of_twelve, "--carry-to", paw, example("links-up")},
      {"prove", "no-such.vic"},
      {"explore", example("mutex-broken")},
      {"explore", "--reduction", "lazy", "--explain", example("two-doors")},
      {"explore", "--coverage", "-D", "n=3", example("token-ring")},
      {"explore", "--reduction", "orbit", example("mesi-memory")},
      {"explore", "--max-states", "5", example("token-ring")},
      {"explore", "--witness", "true", example("token-ring")},
      {"explore", "--no-such-option", example("token-ring")},
      {"check", "--explain", "--method", "gqs", example("priority-mutex")},
      {"check", "--explain", "--method", "local", example("philosophers-seen")},
      {"simulate", "--runs", "5", "--steps", "9", example("token-ring")},
      {"symmetry", example("token-ring")},
      {"symmetry", "--scalarset", example("token-circulation")},
      {"symmetry", "--virtual", structure},
      {"symmetry", "--group", group, example("token-ring")},
      {"topology", "--pairs", "--groupoid", "--analyse", net},
      {"topology", "--explain", "Seattle", "San Diego", net},
      {"topology", "--same-as", net, net},
      {"validate", example("token-ring")},
      {"test", example("philosophers-abstract")},
      {"explain", "V0312"},
      {"explain"},
      {"explain", "V9999"},
      {"prove", example("mutex-broken"), "no-such.vic"},
  };
  std::vector<std::pair<std::string, Json>> out;
  for (const Words& words : all) {
    Words arguments = words;
    arguments.emplace_back("--json");
    out.emplace_back(words[0], ask(arguments).json());
  }
  return out;
}

// Each report with one more key, at every object; null is no value of a map.
void each_with_more(const Json& report,
                    const std::function<void(const Json&)>& look) {
  std::vector<Json::json_pointer> places;
  const std::function<void(const Json&, const Json::json_pointer&)> walk =
      [&](const Json& json, const Json::json_pointer& at) {
        if (json.is_object()) places.push_back(at);
        std::size_t i = 0;
        for (const auto& [key, part] : json.items()) {
          if (json.is_array() && i++ > 2) break;  // others are alike
          if (!part.is_structured()) continue;
          walk(part, json.is_array() ? at / (i - 1) : at / key);
        }
      };
  walk(report, Json::json_pointer());
  for (const auto& at : places) {
    Json more = report;
    more[at]["novel"] = nullptr;
    look(more);
  }
}

}  // namespace

TEST_CASE("schemas are closed, and their references lead somewhere") {
  const auto names = schema_names();
  CHECK(names.size() >= 14);
  for (const std::string& name : names) {
    const Json schema = Json::parse(read(folder() + "/" + name + ".json"));
    CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    visit(schema, [&](const Json& part) {
      INFO(name << ": " << part.dump());
      if (part.is_object() && part.value("type", Json()) == "object") {
        CHECK(part.contains("additionalProperties"));
        for (const Json& key : part.value("required", Json::array())) {
          CHECK(part["properties"].contains(key.get<std::string>()));
        }
      }
      if (!part.is_object() || !part.contains("$ref")) return;
      const auto to = part["$ref"].get<std::string>();
      const std::size_t hash = std::min(to.find('#'), to.size());
      const Json other = Json::parse(read(
          folder() + "/" + (hash == 0 ? name + ".json" : to.substr(0, hash))));
      if (hash < to.size()) {
        CHECK(other.contains(Json::json_pointer(to.substr(hash + 1))));
      }
    });
  }
}

TEST_CASE("every report is as its schema says, and nothing may be added") {
  for (const auto& [name, report] : reports()) {
    INFO(name << ": " << report.dump().substr(0, 200));
    CHECK(against_schema(name, report) == "");
    each_with_more(report, [&, &name = name](const Json& more) {
      CHECK(against_schema(name, more) != "");
    });
  }
}

TEST_CASE("the judge sees what is missing and what is of another kind") {
  const Json report = ask({"prove", "--json", example("token-ring")}).json();
  const auto wrong = [&](const std::string& pointer, const Json& value) {
    Json changed = report;
    changed[Json::json_pointer(pointer)] = value;
    return against_schema("prove", changed);
  };
  CHECK(wrong("/model", "x").empty());
  CHECK(wrong("/model", 3).find("/model: is not of type") == 0);
  CHECK(wrong("/properties/0/verdict", "holds").find("none of") !=
        std::string::npos);
  CHECK(wrong("/properties/0/scope", "instance") != "");
  CHECK(wrong("/properties/0/views", 4) != "");
  CHECK(wrong("/statistics/local_states", -1) != "");
  CHECK(wrong("/statistics/local_states", 1.5) != "");
  CHECK(wrong("/parameters/n", "seven") != "");
  CHECK(wrong("/parameters/n", "18446744073709551616") == "");
  CHECK(wrong("/invariants/0/representatives/0/wiring/0", nullptr) != "");
  for (const auto& [key, value] : report.items()) {
    Json less = report;
    less.erase(key);
    INFO(key);
    CHECK((against_schema("prove", less) == "") == (key == "exploration"));
  }
  const Json trace = Json::parse(R"({"initial": {"a": [1, {"b": "none"}]},
    "steps": [{"action": "a", "bindings": {}, "changes": {"a": true}}]})");
  CHECK(against_schema("trace", trace) == "");
  CHECK(against_schemas({"prove", "--json"}, "{\"error\": \"x\"}\n") != "");
  CHECK(against_schemas({"--json"}, R"({"error": "x", "diagnostics": []})") ==
        "");
  CHECK(against_schemas({"prove"}, "{\"error\": \"x\"}\n") == "");
}

TEST_CASE("a second judge of schemas agrees") {
  if (execute({"python3", "-c", "import jsonschema"}).code != 0) {
    WARN("python3-jsonschema is not there");
    return;
  }
  Json lines = Json::array();
  for (const auto& [name, report] : reports()) {
    lines.push_back({name, true, report});
    Json more = report;
    more["novel"] = nullptr;
    lines.push_back({name, false, more});
  }
  const Folder files;
  const std::string cases = files.write("cases.json", lines.dump());
  const Outcome outcome = execute({"python3", "-W", "ignore", "-c", R"(
import glob, json, jsonschema, sys
for name in glob.glob(sys.argv[1] + '/*.json'):
    jsonschema.Draft202012Validator.check_schema(json.load(open(name)))
for name, good, report in json.load(open(sys.argv[2])):
    path = sys.argv[1] + '/' + name + '.json'
    schema = json.load(open(path))
    resolver = jsonschema.RefResolver('file://' + path, schema)
    judge = jsonschema.Draft202012Validator(schema, resolver=resolver)
    if judge.is_valid(report) != good:
        print(name, good, json.dumps(report)[:300])
)",
                                   folder(), cases});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == "");
  CHECK(outcome.err == "");
}

}  // namespace schemas_test
