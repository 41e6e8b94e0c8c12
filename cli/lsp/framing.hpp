// SPDX-License-Identifier: MIT
// The base protocol of LSP: messages as they come over a stream.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vicinal::cli::inline lsp {

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

}  // namespace vicinal::cli::inline lsp
