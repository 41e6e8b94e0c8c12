// SPDX-License-Identifier: MIT
// What is wrong with a message, or with the arguments of a call, is an error of
// the protocol. What is wrong with a model is the result of a call: whoever
// wrote the model has to read it.
#include "cli/mcp/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cli/mcp/reference.hpp"
#include "cli/mcp/tools.hpp"

namespace vicinal::cli::mcp {

namespace {

// From old to new. That of 2025-03-26 has batches, which are none of ours.
constexpr std::array<std::string_view, 2> versions{"2024-11-05", "2025-06-18"};

constexpr const char* language_uri = "vicinal://language";

constexpr const char* instructions =
    "Vicinal proves safety and progress of networks of communicating "
    "processes, for every size. Read the resource vicinal://language before "
    "writing a model; 'validate' it, then 'prove' it. 'explore' decides one "
    "instance, 'simulate' shows what happens. A diagnostic has a code, which "
    "'explain' takes. 'unknown' is no proof.";

// That which is asked for, else the newest one before it: whoever speaks a
// version knows older ones. Dates are ordered as texts are.
std::string_view version_for(const Json& asked) {
  if (!asked.is_string()) return versions.back();
  const std::string_view wanted = asked.get_ref<const std::string&>();
  std::string_view found = versions.back();
  for (const std::string_view v : versions) {
    if (v <= wanted) found = v;
  }
  return found;
}

Json initialized(const Json& params) {
  Json json;
  json["protocolVersion"] = version_for(member(params, "protocolVersion"));
  json["capabilities"] =
      Json{{"tools", Json::object()}, {"resources", Json::object()}};
  json["serverInfo"] = Json{{"name", "vicinal"}, {"version", VICINAL_VERSION}};
  json["instructions"] = instructions;
  return json;
}

Json resources_json() {
  Json one{{"uri", language_uri},
           {"name", "language"},
           {"title", "The language of models"},
           {"description",
            "The reference of the language: declarations, processes, "
            "expressions, what they mean."},
           {"mimeType", "text/markdown"},
           {"size", language_reference().size()}};
  return Json{{"resources", Json::array({std::move(one)})}};
}

Json resource_json(const Json& params) {
  const Json& uri = member(params, "uri");
  if (!uri.is_string()) {
    throw Failure{invalid_params, "'uri' names the resource that is read"};
  }
  if (uri != language_uri) {
    throw Failure{resource_not_found,
                  fmt::format("there is no resource '{}'; there is '{}'",
                              uri.get<std::string>(), language_uri)};
  }
  Json one{{"uri", language_uri},
           {"mimeType", "text/markdown"},
           {"text", language_reference()}};
  return Json{{"contents", Json::array({std::move(one)})}};
}

}  // namespace

void Server::refuse(const std::string& sentence) {
  send_(response(nullptr, Failure{parse_error, sentence}));
}

void Server::take(std::string_view text) {
  const Json message = Json::parse(text, nullptr, false);
  if (message.is_discarded()) return refuse("the message is no JSON");
  const Json& method = member(message, "method");
  const Json& id = member(message, "id");
  const Json& params = member(message, "params");
  if (!method.is_string()) {
    // We ask nothing, so that an answer is of no request.
    send_(response(is_id(id) ? id : Json(),
                   Failure{invalid_request, "a message has a method"}));
  } else if (!message.contains("id")) {
    const bool cancels = method == "notifications/cancelled";
    if (cancels && initialized_) cancel(member(params, "requestId"));
  } else if (!is_id(id)) {
    send_(response(nullptr,
                   Failure{invalid_request, "an id is a number or a string"}));
  } else {
    request(id, method.get<std::string>(), params);
  }
}

void Server::request(const Json& id, const std::string& method,
                     const Json& params) {
  try {
    if (method == "tools/call" && initialized_) {
      call(id, params);
    } else {
      send_(response(id, answer(method, params)));
    }
  } catch (const Failure& failure) {
    send_(response(id, failure));
  }
}

Json Server::answer(const std::string& method, const Json& params) {
  if (method == "ping") return Json::object();
  if (method == "initialize") {
    if (initialized_) throw Failure{invalid_request, "initialize comes once"};
    initialized_ = true;
    return initialized(params);
  }
  if (!initialized_) throw Failure{invalid_request, "initialize comes first"};
  if (method == "tools/list") return Json{{"tools", tools_json()}};
  if (method == "resources/list") return resources_json();
  if (method == "resources/templates/list") {
    return Json{{"resourceTemplates", Json::array()}};
  }
  if (method == "resources/read") return resource_json(params);
  throw Failure{method_not_found,
                fmt::format("there is no method '{}'", method)};
}

void Server::call(const Json& id, const Json& params) {
  const auto same = [&](const Waiting& w) { return w.id == id; };
  if ((running_ && same(*running_)) ||
      std::any_of(waiting_.begin(), waiting_.end(), same)) {
    throw Failure{invalid_request, "a call of this id is not answered yet"};
  }
  const Json& name = member(params, "name");
  if (!name.is_string()) throw Failure{invalid_params, "'name' names a tool"};
  auto read = launch_of(name.get<std::string>(), member(params, "arguments"));
  if (const auto* wrong = std::get_if<std::string>(&read)) {
    throw Failure{invalid_params, *wrong};
  }
  if (waiting_.size() >= most_waiting) {
    throw Failure{too_many_calls,
                  fmt::format("{} calls wait already", most_waiting)};
  }
  auto& launch = std::get<processes::Launch>(read);
  waiting_.push_back({id, {++last_number_, std::move(launch)}});
  go_on();
}

// Runs what waits, if nothing runs.
void Server::go_on() {
  if (running_ || waiting_.empty()) return;
  running_ = std::move(waiting_.front());
  waiting_.pop_front();
  calls_.begin(running_->call);
}

void Server::cancel(const Json& id) {
  std::erase_if(waiting_, [&](const Waiting& w) { return w.id == id; });
  if (!running_ || running_->id != id) return;
  running_.reset();
  calls_.stop();
  go_on();
}

// One that was cancelled may have ended by itself before.
void Server::finished(const Called& called) {
  if (!running_ || running_->call.number != called.number) return;
  const Json id = std::exchange(running_, std::nullopt)->id;
  send_(response(id, result_of(called.ran)));
  go_on();
}

}  // namespace vicinal::cli::mcp
