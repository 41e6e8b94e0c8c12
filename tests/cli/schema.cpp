// SPDX-License-Identifier: MIT
// Of several alternatives that all fail, the one is named whose failure lies
// deepest: it is the one that was meant.
#include "schema.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string_view>

namespace vicinal::test {

namespace {

using Json = nlohmann::ordered_json;

// A schema, and the file that references without a file are into.
struct Rule {
  const Json* schema = nullptr;
  std::string file;
};

struct Failure {
  std::string path, what;
  explicit operator bool() const { return !what.empty(); }
};

const Json& schema_file(const std::string& name) {
  static std::map<std::string, Json> read;
  const auto known = read.find(name);
  if (known != read.end()) return known->second;
  std::ifstream in(std::string(VICINAL_SOURCE_DIR) + "/docs/schemas/" + name);
  if (!in) throw std::logic_error("there is no docs/schemas/" + name);
  return read.emplace(name, Json::parse(in)).first->second;
}

Rule followed(const std::string& reference, const std::string& file) {
  const std::size_t hash = std::min(reference.find('#'), reference.size());
  Rule out;
  out.file = hash == 0 ? file : reference.substr(0, hash);
  out.schema = &schema_file(out.file);
  if (hash < reference.size()) {
    out.schema =
        &out.schema->at(Json::json_pointer(reference.substr(hash + 1)));
  }
  return out;
}

bool has_type(const std::string& type, const Json& value) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "null") return value.is_null();
  throw std::logic_error("a type that is not known: " + type);
}

Failure judge(const Rule& rule, const Json& value, const std::string& path);

Failure judge_object(const Rule& rule, const Json& value,
                     const std::string& path) {
  const Json& schema = *rule.schema;
  for (const Json& key : schema.value("required", Json::array())) {
    const auto name = key.get<std::string>();
    if (!value.contains(name)) return {path, "has no '" + name + "'"};
  }
  const Json known = schema.value("properties", Json::object());
  const auto others = schema.find("additionalProperties");
  for (const auto& [key, part] : value.items()) {
    Rule inner{nullptr, rule.file};
    if (known.contains(key)) {
      inner.schema = &schema["properties"][key];
    } else if (others != schema.end() && *others == false) {
      return {path + "/" + key, "this key is not in the schema"};
    } else if (others != schema.end()) {
      inner.schema = &*others;
    } else {
      throw std::logic_error("an object that is not closed: " + schema.dump());
    }
    if (Failure wrong = judge(inner, part, path + "/" + key)) return wrong;
  }
  return {};
}

Failure judge_array(const Rule& rule, const Json& value,
                    const std::string& path) {
  const Json& schema = *rule.schema;
  if (schema.contains("minItems") && value.size() < schema["minItems"]) {
    return {path, "has too few elements"};
  }
  if (schema.contains("maxItems") && value.size() > schema["maxItems"]) {
    return {path, "has too many elements"};
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Rule inner{&schema.at("items"), rule.file};
    if (Failure wrong =
            judge(inner, value[i], path + "/" + std::to_string(i))) {
      return wrong;
    }
  }
  return {};
}

Failure judge_any(const Rule& rule, const Json& value,
                  const std::string& path) {
  Failure deepest;
  for (const Json& one : (*rule.schema)["anyOf"]) {
    Failure wrong = judge({&one, rule.file}, value, path);
    if (!wrong) return {};
    if (!deepest || wrong.path.size() > deepest.path.size()) deepest = wrong;
  }
  return deepest;
}

void only_known_words(const Json& schema) {
  constexpr std::array known{"$schema",    "title",    "description",
                             "$defs",      "$ref",     "type",
                             "properties", "required", "additionalProperties",
                             "items",      "minItems", "maxItems",
                             "enum",       "const",    "anyOf",
                             "pattern",    "minimum"};
  for (const auto& [key, value] : schema.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      throw std::logic_error("this judge does not know '" + key + "'");
    }
  }
}

// The patterns that there are, by hand: std::regex takes a frame of the stack
// for each of the digits of a number, of which there are thousands.
bool matches(std::string_view text, const std::string& pattern) {
  const auto digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
      return c >= '0' && c <= '9';
    });
  };
  if (pattern == "^-?[0-9]+$") {
    return digits(text.starts_with('-') ? text.substr(1) : text);
  }
  if (pattern == "^V[0-9]{4}$") {
    return text.size() == 5 && text[0] == 'V' && digits(text.substr(1));
  }
  throw std::logic_error("this judge does not know the pattern " + pattern);
}

// All words of one schema have to hold of the value.
Failure judge(const Rule& rule, const Json& value, const std::string& path) {
  const Json& schema = *rule.schema;
  only_known_words(schema);
  if (schema.contains("$ref")) {
    const Rule other = followed(schema["$ref"].get<std::string>(), rule.file);
    if (Failure wrong = judge(other, value, path)) return wrong;
  }
  if (schema.contains("type") &&
      !has_type(schema["type"].get<std::string>(), value)) {
    return {path, "is not of type " + schema["type"].dump()};
  }
  if (schema.contains("const") && value != schema["const"]) {
    return {path, "is not " + schema["const"].dump()};
  }
  if (schema.contains("enum")) {
    const Json& all = schema["enum"];
    if (std::find(all.begin(), all.end(), value) == all.end()) {
      return {path, value.dump() + " is none of " + all.dump()};
    }
  }
  if (schema.contains("minimum") && value < schema["minimum"]) {
    return {path, "is less than " + schema["minimum"].dump()};
  }
  if (schema.contains("pattern") &&
      !matches(value.get<std::string>(),
               schema["pattern"].get<std::string>())) {
    return {path, "does not match " + schema["pattern"].dump()};
  }
  if (schema.contains("anyOf")) {
    if (Failure wrong = judge_any(rule, value, path)) return wrong;
  }
  const std::string type = schema.value("type", "");
  if (type == "object") return judge_object(rule, value, path);
  if (type == "array") return judge_array(rule, value, path);
  return {};
}

}  // namespace

std::string against_schema(const std::string& name, const Json& value) {
  const Failure wrong =
      judge({&schema_file(name + ".json"), name + ".json"}, value, "");
  return wrong ? wrong.path + ": " + wrong.what : "";
}

std::string against_schemas(const std::vector<std::string>& arguments,
                            const std::string& out) {
  constexpr std::array commands{"prove",    "explore",  "check",  "simulate",
                                "symmetry", "topology", "verify", "validate",
                                "conform",  "test",     "explain"};
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  const auto command =
      std::find_first_of(arguments.begin(), end, commands.begin(),
                         commands.end(), std::equal_to<>());
  if (std::find(arguments.begin(), end, "--json") == end || out.empty() ||
      out.front() != '{') {
    return {};
  }
  const std::string name = command == end ? "error" : *command;
  const bool lines = name == "simulate" &&
                     std::find(arguments.begin(), end, "--runs") == end &&
                     out[1] != '\n';
  if (!lines) return against_schema(name, Json::parse(out));
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t stop = std::min(out.find('\n', begin), out.size());
    const Json line = Json::parse(out.substr(begin, stop - begin));
    if (std::string wrong = against_schema(name, line); !wrong.empty()) {
      return wrong;
    }
    begin = stop + 1;
  }
  return {};
}

}  // namespace vicinal::test
