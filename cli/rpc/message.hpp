// SPDX-License-Identifier: MIT
// Messages of JSON-RPC 2.0: what all servers on it say alike.
#pragma once

#include <string>

#include "report/words/value_json.hpp"

namespace vicinal::cli::inline rpc {

using report::Json;

// Errors of JSON-RPC.
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;

// A request that cannot be answered.
struct Failure {
  int code = internal_error;
  std::string message;
};

// Whether it may name a request.
bool is_id(const Json& id);

// Of an object; null where there is none, or the object is none.
const Json& member(const Json& object, const char* name);

Json response(const Json& id, Json result);
Json response(const Json& id, const Failure& failure);

// As bytes, on one line; what is not UTF-8 is replaced.
std::string text_of_message(const Json& message);

}  // namespace vicinal::cli::inline rpc
