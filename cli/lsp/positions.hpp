// SPDX-License-Identifier: MIT
// Places of LSP: lines and characters from 0, characters in units of UTF-16.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "network/base/source.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::cli::inline lsp {

using network::Span;
using report::Json;

struct Character {
  std::uint32_t line = 0;
  std::uint32_t character = 0;

  bool operator==(const Character&) const = default;
};

// Lines end with LF, CR LF or CR, as the protocol says. The text must live as
// long.
class Positions {
 public:
  // O(length).
  explicit Positions(std::string_view text);

  // O(log lines + length of the line). A malformed byte counts as one unit; an
  // offset beyond the end is the end.
  Character at(std::uint32_t offset) const;
  // Beyond the last line: the end; beyond the end of a line: where it ends.
  // Within a character of two units: where it begins.
  std::uint32_t offset(Character place) const;

  std::uint32_t lines() const {
    return static_cast<std::uint32_t>(begins_.size());
  }
  // How wide a part of one line is.
  std::uint32_t units(Span span) const;

  Json place(std::uint32_t offset) const;
  Json range(Span span) const;

 private:
  std::string_view line(std::uint32_t number) const;

  std::string_view text_;
  std::vector<std::uint32_t> begins_;
};

// Of a "position"; an exception of the JSON library where it is none.
Character character_of(const Json& position);

}  // namespace vicinal::cli::inline lsp
