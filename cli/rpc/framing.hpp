// SPDX-License-Identifier: MIT
// Messages as they come over a stream: behind headers, as LSP has them, or one
// a line, as MCP has them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vicinal::cli::inline rpc {

// What a stream says next.
struct Incoming {
  std::string text;   // of a message
  std::string error;  // not empty: what is wrong with the header, a sentence
};

// Bytes in, messages out. A header without a length, or with one that is none,
// is an error; what follows it is taken for the next header. Of a message above
// `longest_message` the bytes are passed over. O(bytes).
class Framing {
 public:
  static constexpr std::size_t longest_message = std::size_t{1} << 26;
  static constexpr std::size_t longest_header = 4096;

  void add(std::string_view bytes) { buffer_ += bytes; }
  // None: there is no whole one yet.
  std::optional<Incoming> next();
  // Whether a message has begun.
  bool within() const { return at_ < buffer_.size() || skipped_ > 0; }

 private:
  bool pass_over();
  std::optional<Incoming> wrong(std::size_t end, std::string sentence);

  std::string buffer_;
  std::size_t at_ = 0;       // where what was not read yet begins
  std::size_t skipped_ = 0;  // bytes that are still to be passed over
};

// A message as it is sent.
std::string framed(std::string_view text);

// Bytes in, messages out, one a line; lines end in LF or CR LF, and empty ones
// are none. Of one above `Framing::longest_message` the bytes are passed over,
// which is an error. O(bytes).
class LineFraming {
 public:
  void add(std::string_view bytes) { buffer_ += bytes; }
  // None: there is no whole one yet.
  std::optional<Incoming> next();

 private:
  std::string buffer_;
  std::size_t at_ = 0;     // where what was not read yet begins
  std::size_t seen_ = 0;   // up to where there is no end of a line
  bool too_long_ = false;  // the line that has begun
};

}  // namespace vicinal::cli::inline rpc
