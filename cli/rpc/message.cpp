// SPDX-License-Identifier: MIT
// What comes from outside is any JSON at all, so that nothing is taken to be an
// object, or to have a member, before it was looked at.
#include "cli/rpc/message.hpp"

#include <utility>

namespace vicinal::cli::inline rpc {

bool is_id(const Json& id) {
  return id.is_number_integer() || id.is_string();
}

const Json& member(const Json& object, const char* name) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

Json response(const Json& id, Json result) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["id"] = id;
  message["result"] = std::move(result);
  return message;
}

Json response(const Json& id, const Failure& failure) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["id"] = id;
  message["error"] = Json{{"code", failure.code}, {"message", failure.message}};
  return message;
}

std::string text_of_message(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace vicinal::cli::inline rpc
