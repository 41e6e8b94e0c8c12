// SPDX-License-Identifier: MIT
#include "explore/conform/conform_catalogue.hpp"

#include "explore/conform/codes.hpp"

namespace vicinal::explore::inline conform {

namespace {

constexpr network::Entry entries[] = {
    {codes::unfit_log_line, "a line that is none of a log",
     "A line is an object of JSON. 'action' is a name, 'bindings' an object, "
     "and each variable is there once.",
     "[\"s[0].phase\", \"thinking\"]\n", "{\"s[0].phase\": \"thinking\"}\n"},
    {codes::unknown_in_log, "a name that the model does not have",
     "It is not used. A variable is called as in traces, s[0].phase; a mapping "
     "(--map) gives other names. Each is named once.",
     "{\"s[0].phase\": \"thinking\", \"s[1].fase\": \"thinking\"}\n",
     "{\"s[0].phase\": \"thinking\", \"s[1].phase\": \"thinking\"}\n"},
    {codes::unfit_value_in_log, "a value that is none of its variable",
     "A value is written as in traces. Where the log has others, a mapping "
     "(--map) says what stands for them.",
     "{\"s[0].phase\": 0}\n", "{\"s[0].phase\": \"thinking\"}\n"},
    {codes::log_says_nothing, "a log that says nothing",
     "Any log would be a run of which no line has anything that the model has. "
     "A mapping (--map) gives its names.",
     "{\"phase_0\": \"thinking\"}\n", "{\"s[0].phase\": \"thinking\"}\n"},
    {codes::unfit_mapping, "a mapping that is none",
     "A mapping is an object with 'action', 'actions', 'variables' and "
     "'values', each of which may be missing.",
     "{\"names\": {\"phase_0\": \"s[0].phase\"}}\n",
     "{\"variables\": {\"phase_0\": \"s[0].phase\"}}\n"},
    {codes::no_such_hidden_action, "a hidden action that there is not",
     "--hidden names actions as a log does, s[0].want or want, with commas "
     "between them.",
     "vicinal conform --hidden wnat ring.vic log.jsonl\n",
     "vicinal conform --hidden want ring.vic log.jsonl\n"},
};

}  // namespace

std::span<const network::Entry> conform_catalogue() {
  return entries;
}

}  // namespace vicinal::explore::inline conform
