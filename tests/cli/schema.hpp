// SPDX-License-Identifier: MIT
// A small judge of JSON by docs/schemas: of JSON Schema (draft 2020-12) what
// these files use, and an error for whatever else stands in one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace vicinal::test {

// What is wrong with `value` by docs/schemas/NAME.json, with the place, as in
// "/properties/0/verdict: ..."; empty: nothing. Throws std::logic_error where
// the schema says what this judge does not know.
std::string against_schema(const std::string& name,
                           const nlohmann::ordered_json& value);

// What is wrong with what a command printed: with --json each is a report, or
// each line of it. Other output is not looked at.
std::string against_schemas(const std::vector<std::string>& arguments,
                            const std::string& out);

}  // namespace vicinal::test
