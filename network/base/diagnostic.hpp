// SPDX-License-Identifier: MIT
// What is wrong with an input, where, and what to do about it. Libraries
// collect diagnostics; only cli/ prints them.
//
//   V01xx  characters and tokens        V05xx  elaboration, initial condition
//   V02xx  grammar                      V06xx  files of networks
//   V03xx  names, types, rights         V07xx  what an engine does not take
//   V04xx  warnings of the front end    V08xx  warnings of the engines
//                                       V09xx  command line
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/base/code.hpp"
#include "network/base/source.hpp"

namespace vicinal::network::inline base {

enum class Severity : std::uint8_t { error, warning };

// A second place, or none: `message` then stands alone.
struct Note {
  std::optional<Span> span;
  std::string message;
};

struct Diagnostic {
  Severity severity = Severity::error;
  Code code{};
  const Source* source = nullptr;  // null: not about a file
  Span span;
  std::string message;
  std::vector<Note> notes;
};

// Collects the diagnostics of one run, at most `limit` errors: what follows
// is dropped, and `overflow()` says so.
class Diagnostics {
 public:
  explicit Diagnostics(const Source* source = nullptr, std::size_t limit = 50)
      : source_(source), limit_(limit) {}

  // The source that diagnostics added from now on speak of. Of one that was
  // made of another text, they show what it was made of (Source::place).
  void set_source(const Source* source) { source_ = source; }

  void error(Code code, Span span, std::string message,
             std::vector<Note> notes = {});
  void warning(Code code, Span span, std::string message,
               std::vector<Note> notes = {});

  // In the order found, for one source; stable-sorted by place on request.
  const std::vector<Diagnostic>& all() const { return all_; }
  void sort();
  bool has_errors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  bool overflow() const { return errors_ > limit_; }

 private:
  void add(Severity severity, Code code, Span span, std::string message,
           std::vector<Note> notes);

  const Source* source_;
  std::size_t limit_;
  std::size_t errors_ = 0;
  std::vector<Diagnostic> all_;
};

}  // namespace vicinal::network::inline base
