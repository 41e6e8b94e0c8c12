// SPDX-License-Identifier: MIT
// Lines of a log as observations. A line is an object of JSON:
//
//   {"action": "s[0].enter", "bindings": {"v": 1}, "state": {"token[0]": true}}
//   {"s[0].phase": "eating", "token[0]": true}
//
// Members of `state`, and all others of the line but `action` and `bindings`,
// are variables by the names that traces have; the values are those of the
// state after the line's step. Each may be missing.
//
// Memory is that of one line, and of the lines that diagnostics speak of, which
// are not more than some dozens.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "explore/conform/seen_values.hpp"
#include "network/base/diagnostic.hpp"

namespace vicinal::explore::inline conform {

class LogReader {
 public:
  // All must outlive it. `name` is that of the log, in diagnostics.
  LogReader(const network::Instance& instance, const Mapping& mapping,
            std::string name, network::Diagnostics& diagnostics);

  enum class Read : std::uint8_t {
    observation,
    nothing,  // an empty line, or one that the mapping leaves out
    wrong,    // there is an error
  };
  // The next line, without its end.
  Read read(std::string_view text, Observation& out);

  std::uint64_t lines() const { return lines_; }
  // The line that was read last.
  std::string_view line() const { return source_->text(); }
  // Whether some line said something of the model. Where none did, V1404 by
  // `say_nothing`.
  bool said_something() const { return said_something_; }
  void say_nothing();

  const LogNames& names() const { return names_; }

 private:
  // Names that the model does not have are told up to so many.
  static constexpr std::size_t most_told = 50;

  bool is_variable(const LogNode& node) const;
  bool read_object(const LogNode& object, Observation& out, bool top);
  bool read_action(const LogNode& node, Observation& out);
  bool read_bindings(const LogNode& bindings, Observation& out);
  bool read_variable(const LogNode& node, Observation& out);
  bool wrong(network::Code code, network::Span span, std::string message);
  void not_known(const LogNode& node, const std::string& name, const char* what,
                 const std::string& near);
  // Whether the mapping leaves out lines of this action.
  bool left_out() const;

  const network::Instance& instance_;
  const Mapping& mapping_;
  std::string name_;
  network::Diagnostics& d_;
  LogNames names_;
  SeenValues values_;
  LogTree tree_;
  std::unique_ptr<network::Source> source_;
  bool keep_ = false;  // a diagnostic speaks of the line
  std::vector<std::unique_ptr<network::Source>> kept_;
  std::set<std::string> told_;
  std::uint64_t lines_ = 0;
  bool said_something_ = false;
};

// The actions that `--hidden A,B` names, into `out`; V1406 if there is none of
// some name.
bool read_hidden(const LogNames& names, const std::string& list,
                 network::Diagnostics& diagnostics,
                 std::vector<LoggedAction>& out);

}  // namespace vicinal::explore::inline conform
