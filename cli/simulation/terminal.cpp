// SPDX-License-Identifier: MIT
// ncurses has names for macros that are words of everybody: only this source
// sees them.
#include "cli/simulation/terminal.hpp"

#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>

#include <langinfo.h>

#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <ncursesw/ncurses.h>

namespace vicinal::cli::inline simulation {

namespace {

class Curses final : public Terminal {
 public:
  explicit Curses(SCREEN* screen)
      : screen_(screen),
        utf8_(std::string_view(nl_langinfo(CODESET)) == "UTF-8") {
    raw();
    noecho();
    nonl();
    keypad(stdscr, true);
    set_escdelay(25);
  }
  ~Curses() override {
    endwin();
    delscreen(screen_);
  }

  int rows() const override { return getmaxy(stdscr); }
  int columns() const override { return getmaxx(stdscr); }
  void clear() override { werase(stdscr); }

  void put(int row, int column, int width, const std::string& text,
           Look look) override {
    if (row < 0 || row >= rows() || column < 0 || column >= columns()) return;
    const std::string cut =
        fitted(text, std::min(width, columns() - column), utf8_);
    const attr_t attributes = look == Look::strong     ? A_BOLD
                              : look == Look::selected ? A_REVERSE
                              : look == Look::quiet    ? A_DIM
                                                       : A_NORMAL;
    wattrset(stdscr, static_cast<int>(attributes));
    mvwaddnstr(stdscr, row, column, cut.c_str(), static_cast<int>(cut.size()));
    wattrset(stdscr, static_cast<int>(A_NORMAL));
  }

  void show(int row, int column) override {
    curs_set(row < 0 ? 0 : 1);
    if (row >= 0)
      wmove(stdscr, std::min(row, rows() - 1), std::min(column, columns() - 1));
    wrefresh(stdscr);
  }

  Key read() override {
    for (;;) {
      errno = 0;
      const int c = wgetch(stdscr);
      if (c != ERR) return key(c);
      if (errno != EINTR) return {Key::closed};
    }
  }

  void let_interrupt(bool signal) override {
    if (signal) {
      noraw();
      cbreak();
    } else {
      raw();
    }
  }

 private:
  Key key(int c) {
    constexpr int control_c = 3, control_d = 4, backspace = 8, control_l = 12,
                  escape = 27, rubout = 127;
    switch (c) {
      case KEY_UP:
        return {Key::up};
      case KEY_DOWN:
        return {Key::down};
      case KEY_LEFT:
        return {Key::left};
      case KEY_RIGHT:
        return {Key::right};
      case KEY_PPAGE:
        return {Key::page_up};
      case KEY_NPAGE:
        return {Key::page_down};
      case KEY_HOME:
        return {Key::home};
      case KEY_END:
        return {Key::end};
      case KEY_ENTER:
      case '\r':
      case '\n':
        return {Key::enter};
      case KEY_BACKSPACE:
      case backspace:
      case rubout:
        return {Key::erase};
      case control_l:
        clearok(stdscr, true);
        return {Key::redraw};
      case KEY_RESIZE:
        return {Key::redraw};
      case escape:
        return {Key::escape};
      case control_c:
      case control_d:
        return {Key::closed};
      default:
        break;
    }
    if (c < ' ' || c > 255) return {Key::other};
    return {Key::character, static_cast<char>(c)};
  }

  SCREEN* screen_;
  bool utf8_;
};

}  // namespace

std::string fitted(std::string_view text, int columns, bool utf8) {
  std::string out;
  std::size_t whole = 0;  // bytes of `out` that leave a column for the mark
  int used = 0;
  std::mbstate_t state = {};
  for (std::size_t i = 0; i < text.size();) {
    wchar_t wide = 0;
    const std::size_t length =
        utf8 ? std::mbrtowc(&wide, text.data() + i, text.size() - i, &state)
             : 1;
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool known = length > 0 && length <= text.size() - i;
    const int width = !utf8 ? 1 : known ? wcwidth(wide) : -1;
    const bool shown = width >= 0 && (utf8 ? wide >= L' ' : byte >= ' ') &&
                       (utf8 || byte < 127);
    const int takes = shown ? width : 1;
    if (used + takes > columns) {
      out.resize(whole);
      if (columns > 0) out += '>';
      return out;
    }
    out += shown ? std::string(text.substr(i, length)) : "?";
    used += takes;
    if (used < columns) whole = out.size();
    if (!known) state = {};
    i += known ? length : 1;
  }
  return out;
}

std::unique_ptr<Terminal> Terminal::open() {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return nullptr;
  std::setlocale(LC_CTYPE, "");
  SCREEN* screen = newterm(nullptr, stdout, stdin);
  if (screen == nullptr) return nullptr;
  return std::make_unique<Curses>(screen);
}

}  // namespace vicinal::cli::inline simulation
