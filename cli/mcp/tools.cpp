// SPDX-License-Identifier: MIT
// An argument is an option under a name without hyphens: what the table of
// options says of it is what an agent reads. Values are attached to the names
// of their options, so that none can pass for an option itself.
#include "cli/mcp/tools.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/options.hpp"
#include "network/base/suggestion.hpp"

namespace vicinal::cli::mcp {

namespace {

struct Tool {
  const char* name;  // that of the command
  const char* description;
};

constexpr std::array<Tool, 5> tools{{
    {"validate",
     "Checks a model without running it: syntax, types, the network at the "
     "default sizes. Says what is wrong, where, and what would put it right."},
    {"prove",
     "Proves invariants by local reasoning: for every size if the model has "
     "parameters that are not set, else for one instance. Each property is "
     "proved, violated (with a shortest run) or unknown (with what blocks the "
     "proof)."},
    {"explore",
     "Visits all reachable states of one instance: decides invariants, counts "
     "states, shows shortest runs of violations."},
    {"simulate",
     "Makes random runs of one instance: one of 'steps' steps (20, if neither "
     "is given), or 'runs' many that look for violations."},
    {"explain",
     "Explains a diagnostic by its code, with a wrong and a right example; "
     "without a code, lists all."},
}};

// The options that tools take. None writes a file.
constexpr std::array<std::string_view, 22> taken{
    "-D",           "--language",   "--property", "--views",     "--instance",
    "--every-size", "--generalize", "--states",   "--on",        "--coverage",
    "--deadlock",   "--witness",    "--examples", "--reduction", "--group",
    "--max-states", "--steps",      "--runs",     "--seed",      "--threads",
    "--timeout",    "--memory"};

// "max_states" of "--max-states".
std::string argument_of(const std::string& flags) {
  if (flags == "-D") return "parameters";
  if (flags == "--property") return "properties";
  std::string name = flags.substr(2);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<const OptionSpec*> options_of(const std::string& command) {
  std::vector<const OptionSpec*> out;
  for (const OptionSpec& o : option_table()) {
    const bool is_taken =
        std::find(taken.begin(), taken.end(), o.flags) != taken.end();
    if (is_taken && applies(o, command)) out.push_back(&o);
  }
  return out;
}

// ---- schemas ---------------------------------------------------------------

Json schema_of(const OptionSpec& option) {
  Json json;
  if (option.flags == "-D") {
    json["type"] = "object";
    json["description"] =
        "values of parameters and constants, by name: {\"n\": 5}";
    json["additionalProperties"] =
        Json{{"type", Json::array({"integer", "boolean", "string"})}};
    return json;
  }
  struct Type {
    Json operator()(bool Options::*) const { return {{"type", "boolean"}}; }
    Json operator()(int Options::*) const { return {{"type", "integer"}}; }
    Json operator()(double Options::*) const { return {{"type", "number"}}; }
    Json operator()(std::string Options::*) const {
      return {{"type", "string"}};
    }
    Json operator()(std::vector<std::string> Options::*) const {
      return {{"type", "array"}, {"items", Json{{"type", "string"}}}};
    }
  };
  json = std::visit(Type(), option.target);
  json["description"] = option.help;
  if (option.flags == "--timeout") json["default"] = call_seconds;
  if (option.flags == "--memory") json["default"] = call_mib;
  if (json["type"] == "string" && !option.choices.empty()) {
    json["enum"] = option.choices;
  }
  return json;
}

Json text_schema(const char* description) {
  return Json{{"type", "string"}, {"description", description}};
}

Json input_schema(const std::string& command) {
  Json properties = Json::object();
  if (command == "explain") {
    properties["code"] = text_schema("the code, such as V0312");
  } else {
    properties["model"] = text_schema(
        "the text of a model; give this or 'path'. The resource "
        "vicinal://language says how models are written");
    properties["path"] = text_schema(
        "the file of a model; with it, 'network from' and a vicinal.toml "
        "beside it are read");
    for (const OptionSpec* o : options_of(command)) {
      properties[argument_of(o->flags)] = schema_of(*o);
    }
  }
  return Json{{"type", "object"},
              {"properties", std::move(properties)},
              {"additionalProperties", false}};
}

// ---- arguments -------------------------------------------------------------

// Texts become words of a command line, which end at a zero.
bool is_text(const Json& value) {
  return value.is_string() &&
         value.get_ref<const std::string&>().find('\0') == std::string::npos;
}

std::string attached(const OptionSpec& option, const std::string& value) {
  return option.flags + "=" + value;
}

// The arguments of a call, as words of a command line.
class Reader {
 public:
  Reader(std::string command, const Json& arguments)
      : command_(std::move(command)), arguments_(arguments) {}

  std::variant<processes::Launch, std::string> read();

 private:
  void read_model();
  void read_option(const OptionSpec& option, const Json& value);
  void read_values(const Json& values);
  void add_defaults();
  void refuse_unknown();
  void refuse(const std::string& name, const char* expected) {
    error_ = fmt::format("'{}' is {}", name, expected);
  }
  void add(std::string word) { launch_.arguments.push_back(std::move(word)); }
  const Json& argument(const char* name) const {
    return member(arguments_, name);
  }

  std::string command_;
  const Json& arguments_;
  processes::Launch launch_;
  std::string model_;  // "-", or a file
  std::string error_;
};

void Reader::refuse_unknown() {
  const Json schema = input_schema(command_);
  std::vector<std::string> names;
  for (const auto& [name, of] : schema["properties"].items()) {
    names.push_back(name);
  }
  for (const auto& [name, value] : arguments_.items()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    error_ = fmt::format("'{}' has no argument '{}'{}", command_, name,
                         network::did_you_mean(name, names));
    return;
  }
}

void Reader::read_model() {
  const Json& text = argument("model");
  const Json& path = argument("path");
  if (text.is_null() == path.is_null()) {
    error_ = "give either 'model', a text, or 'path', a file";
  } else if (!text.is_null()) {
    if (!text.is_string()) return refuse("model", "a string");
    launch_.input = text.get<std::string>();
    model_ = "-";
  } else if (!is_text(path) || path.get<std::string>().empty()) {
    refuse("path", "the name of a file");
  } else {
    model_ = path.get<std::string>();
    // That name is standard input, which holds no text here.
    if (model_ == "-") refuse("path", "the name of a file");
  }
}

// -D for each.
void Reader::read_values(const Json& values) {
  if (!values.is_object()) return refuse("parameters", "an object");
  for (const auto& [name, value] : values.items()) {
    const bool good = value.is_number_integer() || value.is_boolean() ||
                      (is_text(value) && is_text(Json(name)));
    if (!good || name.find('=') != std::string::npos) {
      return refuse("parameters", "names with integers, booleans or strings");
    }
    add(fmt::format(
        "-D{}={}", name,
        value.is_string() ? value.get<std::string>() : value.dump()));
  }
}

void Reader::read_option(const OptionSpec& option, const Json& value) {
  const std::string name = argument_of(option.flags);
  const auto is = [&](auto target) {
    return std::holds_alternative<decltype(target)>(option.target);
  };
  using Flag = bool Options::*;
  using Integer = int Options::*;
  using Number = double Options::*;
  using Text = std::string Options::*;
  if (option.flags == "-D") {
    read_values(value);
  } else if (is(Flag())) {
    if (!value.is_boolean()) return refuse(name, "true or false");
    if (value.get<bool>()) add(option.flags);
  } else if (is(Integer())) {
    if (!value.is_number_integer()) return refuse(name, "an integer");
    add(attached(option, value.dump()));
  } else if (is(Number())) {
    if (!value.is_number()) return refuse(name, "a number");
    add(attached(option, value.dump()));
  } else if (is(Text())) {
    if (!is_text(value)) return refuse(name, "a string");
    add(attached(option, value.get<std::string>()));
  } else {
    if (!value.is_array()) return refuse(name, "a list of strings");
    for (const Json& one : value) {
      if (!is_text(one)) return refuse(name, "a list of strings");
      add(attached(option, one.get<std::string>()));
    }
  }
}

void Reader::add_defaults() {
  if (argument("timeout").is_null()) {
    add(fmt::format("--timeout={}", call_seconds));
  }
  if (argument("memory").is_null()) add(fmt::format("--memory={}", call_mib));
  if (command_ == "simulate" && argument("steps").is_null() &&
      argument("runs").is_null()) {
    add("--steps=20");
  }
}

std::variant<processes::Launch, std::string> Reader::read() {
  if (!arguments_.is_object() && !arguments_.is_null()) {
    return "the arguments of a tool are an object";
  }
  launch_.arguments = {command_, "--json"};
  refuse_unknown();
  if (command_ == "explain") {
    const Json& code = argument("code");
    if (!code.is_null() && !is_text(code)) refuse("code", "a string");
    if (!error_.empty()) return error_;
    if (code.is_string()) {
      add("--");
      add(code.get<std::string>());
    }
    return std::move(launch_);
  }
  for (const OptionSpec* o : options_of(command_)) {
    const Json& value = argument(argument_of(o->flags).c_str());
    if (!value.is_null() && error_.empty()) read_option(*o, value);
  }
  if (error_.empty()) read_model();
  if (!error_.empty()) return error_;
  add_defaults();
  add("--");
  add(model_);
  return std::move(launch_);
}

// What a command has printed, as one object: a report, or objects one a line,
// which become a list. Null: neither.
Json report_of(std::string_view out) {
  Json report = Json::parse(out, nullptr, false);
  if (report.is_object()) return report;
  Json lines = Json::array();
  while (!out.empty()) {
    const std::size_t end = std::min(out.find('\n'), out.size());
    lines.push_back(Json::parse(out.substr(0, end), nullptr, false));
    if (!lines.back().is_object()) return nullptr;
    out.remove_prefix(std::min(end + 1, out.size()));
  }
  return lines.empty() ? Json() : Json{{"lines", std::move(lines)}};
}

Json text_content(const std::string& text) {
  return Json{{"type", "text"}, {"text", text}};
}

}  // namespace

Json tools_json() {
  Json json = Json::array();
  for (const Tool& tool : tools) {
    json.push_back(Json{{"name", tool.name},
                        {"description", tool.description},
                        {"inputSchema", input_schema(tool.name)},
                        {"annotations", Json{{"readOnlyHint", true},
                                             {"openWorldHint", false}}}});
  }
  return json;
}

std::variant<processes::Launch, std::string> launch_of(const std::string& tool,
                                                       const Json& arguments) {
  const bool known = std::any_of(tools.begin(), tools.end(),
                                 [&](const Tool& t) { return t.name == tool; });
  if (!known) return fmt::format("there is no tool '{}'", tool);
  return Reader(tool, arguments).read();
}

Json result_of(const processes::Ran& ran) {
  Json report = report_of(ran.out);
  const bool reported = report.is_object();
  const bool answered = ran.exit == exit_holds || ran.exit == exit_violated ||
                        ran.exit == exit_undecided;
  const bool wrong = !reported || !answered || report.contains("error");
  Json content = Json::array();
  if (reported) content.push_back(text_content(text_of_message(report)));
  if (wrong && !ran.err.empty()) content.push_back(text_content(ran.err));
  if (content.empty()) {
    content.push_back(text_content(
        fmt::format("the run ended with code {} and no report", ran.exit)));
  }
  Json result{{"content", std::move(content)}, {"isError", wrong}};
  if (reported) result["structuredContent"] = std::move(report);
  return result;
}

}  // namespace vicinal::cli::mcp
