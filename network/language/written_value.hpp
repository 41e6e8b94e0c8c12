// SPDX-License-Identifier: MIT
// Values that stand outside of a model: on the command line, in a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// The number that is written so, without a '+'. O(length).
std::optional<std::int64_t> written_integer(std::string_view text);

// The number that -D gives, which may have a '+'. O(length).
std::optional<std::int64_t> defined_integer(std::string_view text);

// The value of a scalar type that is written so: true or false, the name of a
// constant, an integer. None if it is no such value; whether it is in the range
// of the type is not asked. O(length).
std::optional<std::int64_t> written_value(const Model& model, TypeId type,
                                          std::string_view text);

}  // namespace vicinal::network::inline language
