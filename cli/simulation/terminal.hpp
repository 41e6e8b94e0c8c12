// SPDX-License-Identifier: MIT
// A screen of characters, and keys: what ncurses does, and nothing else of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace vicinal::cli::inline simulation {

struct Key {
  enum Kind : std::uint8_t {
    character,  // `byte`: printable ASCII, or a byte of UTF-8
    enter,
    erase,
    escape,
    up,
    down,
    left,
    right,
    page_up,
    page_down,
    home,
    end,
    redraw,  // the size has changed, or somebody asks for it
    closed,  // Ctrl-C, Ctrl-D, or nobody is there any more
    other
  };
  Kind kind = other;
  char byte = 0;
};

enum class Look : std::uint8_t { plain, strong, selected, quiet };

// Text is cut at the last column that it fits into, by what its characters take
// on a screen; where the terminal has no UTF-8, others than ASCII are '?'.
// Where it is cut, the last column is '>'.
std::string fitted(std::string_view text, int columns, bool utf8);

class Terminal {
 public:
  // Takes over the terminal that is standard input and output. Null: they are
  // none, or it can do too little. One at a time; when it goes, the terminal is
  // as it was.
  static std::unique_ptr<Terminal> open();
  virtual ~Terminal() = default;
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  virtual int rows() const = 0;
  virtual int columns() const = 0;

  // What is drawn from here on is all that is seen; at `show`, with the cursor
  // there, or (negative) without one.
  virtual void clear() = 0;
  virtual void put(int row, int column, int width, const std::string& text,
                   Look look) = 0;
  virtual void show(int row, int column) = 0;

  virtual Key read() = 0;
  // Whether Ctrl-C is a signal (while engines run), or a key.
  virtual void let_interrupt(bool signal) = 0;

 protected:
  Terminal() = default;
};

}  // namespace vicinal::cli::inline simulation
