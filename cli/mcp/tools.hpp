// SPDX-License-Identifier: MIT
// Tools: the commands that an agent may run, what they take, and what they have
// said.
#pragma once

#include <string>
#include <variant>

#include "cli/processes/runs.hpp"
#include "cli/rpc/message.hpp"

namespace vicinal::cli::mcp {

// Limits of a call that names none: seconds, MiB.
inline constexpr int call_seconds = 60;
inline constexpr int call_mib = 2048;

// All tools as `tools/list` shows them: name, description, and the schema of
// the arguments, which is closed. Types, choices and descriptions are those of
// the table of options.
Json tools_json();

// How the program is run for a call of a tool, or a sentence that says which
// argument is wrong. A model's text goes to standard input. No option that
// writes a file can be given.
std::variant<processes::Launch, std::string> launch_of(const std::string& tool,
                                                       const Json& arguments);

// What a run has said, as the result of a call: the report as structured
// content, and as text; of a run that is printed line by line, an object with
// the list `lines`. Where there is no report, or one of errors, `isError`
// is set and the diagnostics stand there as text, too.
Json result_of(const processes::Ran& ran);

}  // namespace vicinal::cli::mcp
