// SPDX-License-Identifier: MIT
// A key is a command, or begins the line of one: what commands mean, and what
// is answered, is the hand's. From top to bottom:
//
//   ring.vic, n = 3   step 2 of 2, after s[1].want
//   enabled steps, numbered      | the network: nodes with their variables,
//                                | edges with their ends
//   the last answer
//   keys, or the line that is typed
//
// Where it is narrow, the steps stand above the network; where it is low,
// the answer goes first, then the keys.
#include "cli/simulation/screen.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "cli/session/session.hpp"
#include "cli/session/stopping.hpp"
#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli::inline simulation {

using report::limit_text;

namespace {

constexpr int beside =
    76;  // columns from which on two lists stand side by side
constexpr std::size_t most_typed = 4096;
constexpr const char* keys =
    "a number or up/down, and enter: step   u undo   n next   g goto   r random"
    "   w why   t until   s start   S save   : any   m more   ? help   q quit";
constexpr const char* keys_help =
    "    up, down, K   choose a step; enter takes it\n"
    "    u or left     undo            n or right    next\n"
    "    g             goto            home, end     its beginning, its end\n"
    "    r             random          R             random, so many\n"
    "    w             why             t             until\n"
    "    s             start           S             save\n"
    "    page up/down  scroll the network\n"
    "    :             any of the commands below\n"
    "    m             the whole answer  q             quit\n";

// ---- where things are

struct Area {
  int row = 0, column = 0, rows = 0, columns = 0;
};

struct Layout {
  Area steps, state, answer;
  int keys = -1;  // its row; none: there is no room
};

Layout layout_of(int rows, int columns, std::size_t answer_lines) {
  Layout out;
  int left = rows - 1;  // the title
  if (left > 1) out.keys = --left + 1;
  const int answer = std::min<int>(
      left / 3, static_cast<int>(std::min<std::size_t>(answer_lines, 1000)));
  left -= answer;
  out.answer = {1 + left, 0, answer, columns};
  if (columns >= beside) {
    const int half = columns / 2;
    out.steps = {1, 0, left, half - 1};
    out.state = {1, half, left, columns - half};
  } else {
    const int upper = (left + 1) / 2;
    out.steps = {1, 0, upper, columns};
    out.state = {1 + upper, 0, left - upper, columns};
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// ---- the screen

class Screen {
 public:
  Screen(const Options& options, Hand& hand, Terminal& terminal)
      : options_(options), hand_(hand), terminal_(terminal) {}

  void run() {
    {
      const Working working(*this);
      answer_ = lines_of(hand_.begin());
    }
    while (!ended_) {
      draw();
      press(terminal_.read());
    }
  }

 private:
  // While it lives, Ctrl-C stops what is done.
  class Working {
   public:
    explicit Working(Screen& screen)
        : terminal_(screen.terminal_), watched_(screen.options_) {
      terminal_.let_interrupt(true);
    }
    ~Working() { terminal_.let_interrupt(false); }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

   private:
    Terminal& terminal_;
    Engines engines_;
    Watched watched_;
  };

  // ---- what is shown

  void draw() {
    const Layout layout =
        layout_of(terminal_.rows(), terminal_.columns(), answer_.size());
    terminal_.clear();
    terminal_.put(0, 0, terminal_.columns(),
                  hand_.title() + "   " + hand_.here(), Look::strong);
    draw_steps(layout.steps);
    draw_state(layout.state);
    // The end of a long answer is what was last.
    const std::size_t rows = static_cast<std::size_t>(layout.answer.rows);
    const std::size_t first = answer_.size() > rows ? answer_.size() - rows : 0;
    for (std::size_t i = first; i < answer_.size(); ++i) {
      const std::string& line = answer_[i];
      terminal_.put(layout.answer.row + static_cast<int>(i - first), 0,
                    layout.answer.columns, line,
                    line.starts_with("      ! ") ? Look::strong : Look::plain);
    }
    draw_keys(layout.keys);
  }

  void draw_steps(const Area& area) {
    const auto& simulation = hand_.simulation();
    const std::size_t count = simulation.choices().size();
    const auto rows = static_cast<std::size_t>(std::max(area.rows, 0));
    if (count == 0 && rows > 0) {
      terminal_.put(
          area.row, area.column, area.columns,
          simulation.failed() ? "the last step failed" : "no step is enabled",
          Look::strong);
    }
    selected_ = std::min(selected_, count == 0 ? 0 : count - 1);
    const std::size_t first =
        rows == 0 || selected_ < rows ? 0 : selected_ - rows + 1;
    for (std::size_t i = first; i < std::min(count, first + rows); ++i) {
      terminal_.put(area.row + static_cast<int>(i - first), area.column,
                    area.columns, hand_.step_line(i),
                    i == selected_ ? Look::selected : Look::plain);
    }
  }

  void draw_state(const Area& area) {
    if (area.rows <= 0) return;
    const auto lines = hand_.state_lines();
    const auto rows = static_cast<std::size_t>(area.rows);
    scrolled_ =
        std::min(scrolled_, lines.size() > rows ? lines.size() - rows : 0);
    page_ = rows;
    for (std::size_t i = scrolled_;
         i < std::min(lines.size(), scrolled_ + rows); ++i) {
      draw_line(area, static_cast<int>(i - scrolled_), lines[i]);
    }
  }

  void draw_line(const Area& area, int row, const Hand::StateLine& line) {
    int column = 0;
    const auto put = [&](const std::string& text, Look look) {
      if (column >= area.columns) return;
      terminal_.put(area.row + row, area.column + column, area.columns - column,
                    text, look);
      // Names are ASCII but for those of files: then there is a gap.
      column += static_cast<int>(std::min<std::size_t>(text.size(), 10'000));
    };
    if (!line.node.empty()) put(line.node + "  ", Look::plain);
    for (std::size_t p = 0; p < line.parts.size(); ++p) {
      put(line.parts[p].text,
          line.parts[p].changed ? Look::strong : Look::plain);
      put(p + 1 < line.parts.size() ? ", " : "  ", Look::plain);
    }
    if (!line.ends.empty()) put(line.ends, Look::quiet);
  }

  void draw_keys(int row) {
    if (row < 0) return terminal_.show(-1, 0);
    if (!typing_ && number_.empty()) {
      terminal_.put(row, 0, terminal_.columns(), keys, Look::quiet);
      return terminal_.show(-1, 0);
    }
    const std::string line = typing_ ? ":" + typed_ : "step " + number_;
    // Of a line that is too long the end is seen.
    const auto most =
        static_cast<std::size_t>(std::max(terminal_.columns() - 1, 0));
    const std::string end =
        line.size() > most ? line.substr(line.size() - most) : line;
    terminal_.put(row, 0, terminal_.columns(), end, Look::plain);
    terminal_.show(row, static_cast<int>(end.size()));
  }

  // All of the last answer, until it is left.
  void read_answer() {
    std::size_t first = 0;
    for (;;) {
      const auto rows =
          static_cast<std::size_t>(std::max(terminal_.rows() - 1, 1));
      const std::size_t last =
          answer_.size() > rows ? answer_.size() - rows : 0;
      first = std::min(first, last);
      terminal_.clear();
      for (std::size_t i = first; i < std::min(answer_.size(), first + rows);
           ++i) {
        terminal_.put(static_cast<int>(i - first), 0, terminal_.columns(),
                      answer_[i], Look::plain);
      }
      terminal_.put(
          terminal_.rows() - 1, 0, terminal_.columns(),
          fmt::format("line {} of {}; up, down; any other key: back",
                      std::min(first + rows, answer_.size()), answer_.size()),
          Look::quiet);
      terminal_.show(-1, 0);
      const Key key = terminal_.read();
      switch (key.kind) {
        case Key::up:
          first -= std::min<std::size_t>(first, 1);
          break;
        case Key::down:
          ++first;
          break;
        case Key::page_up:
          first -= std::min(first, rows);
          break;
        case Key::page_down:
          first += rows;
          break;
        case Key::redraw:
          break;
        case Key::closed:
          ended_ = true;
          return;
        default:
          return;
      }
    }
  }

  // ---- keys

  void press(const Key& key) {
    if (key.kind == Key::closed) {
      ended_ = true;
    } else if (typing_) {
      type(key);
    } else if (key.kind == Key::character) {
      press(key.byte);
    } else {
      move(key);
    }
  }

  void move(const Key& key) {
    switch (key.kind) {
      case Key::enter:
        return take();
      case Key::erase:
        if (!number_.empty()) number_.pop_back();
        return;
      case Key::escape:
        number_.clear();
        return;
      case Key::up:
        selected_ -= std::min<std::size_t>(selected_, 1);
        return;
      case Key::down:
        ++selected_;
        return;
      case Key::left:
        return command("undo");
      case Key::right:
        return command("next");
      case Key::home:
        return command("goto 0");
      case Key::end:
        return command(fmt::format("goto {}", hand_.simulation().end()));
      case Key::page_up:
        scrolled_ -= std::min(scrolled_, page_);
        return;
      case Key::page_down:
        scrolled_ += page_;
        return;
      default:
        return;
    }
  }

  void press(char byte) {
    if (byte >= '0' && byte <= '9') {
      if (number_.size() < 18) number_ += byte;
      return;
    }
    struct Begun {
      char key;
      const char* line;
    };
    constexpr Begun begun[] = {
        {'g', "goto "},  {'R', "random "}, {'w', "why "}, {'t', "until "},
        {'s', "start "}, {'S', "save "},   {':', ""}};
    for (const Begun& b : begun) {
      if (b.key != byte) continue;
      typing_ = true;
      typed_ = b.line;
      return;
    }
    switch (byte) {
      case 'u':
        return command("undo");
      case 'n':
        return command("next");
      case 'r':
        return command("random");
      case '?':
        return command("help");
      case 'm':
        return read_answer();
      case 'q':
        ended_ = true;
        return;
      default:
        return;
    }
  }

  void type(const Key& key) {
    switch (key.kind) {
      case Key::character:
        if (typed_.size() < most_typed) typed_ += key.byte;
        return;
      case Key::erase:
        // A character of UTF-8 goes as a whole.
        while (!typed_.empty() && network::continues_character(typed_.back())) {
          typed_.pop_back();
        }
        if (!typed_.empty()) typed_.pop_back();
        return;
      case Key::escape:
        typing_ = false;
        return;
      case Key::enter:
        typing_ = false;
        return command(typed_);
      default:
        return;
    }
  }

  void take() {
    const std::string number =
        number_.empty() ? fmt::format("{}", selected_ + 1) : number_;
    number_.clear();
    command(number);
  }

  void command(const std::string& line) {
    const Typed typed = read_typed(line);
    if (typed.kind == Typed::quit) {
      ended_ = true;
      return;
    }
    std::string text;
    {
      const Working working(*this);
      text = hand_.obey(typed);
    }
    if (typed.kind == Typed::help) text = keys_help + ("\n" + text);
    answer_ = lines_of(text);
    const bool reading = typed.kind == Typed::help ||
                         typed.kind == Typed::why || typed.kind == Typed::state;
    const Layout layout =
        layout_of(terminal_.rows(), terminal_.columns(), answer_.size());
    if (reading &&
        answer_.size() > static_cast<std::size_t>(layout.answer.rows)) {
      read_answer();
    } else if (!reading) {
      selected_ = 0;
    }
  }

  const Options& options_;
  Hand& hand_;
  Terminal& terminal_;
  std::vector<std::string> answer_;
  std::size_t selected_ = 0;  // step
  std::size_t scrolled_ = 0, page_ = 1;
  std::string number_;  // of a step, as far as it is typed
  std::string typed_;
  bool typing_ = false, ended_ = false;
};

}  // namespace

int run_on_screen(const Options& options, Hand& hand,
                  std::unique_ptr<Terminal> terminal) {
  disarm_backstop();
  try {
    Screen(options, hand, *terminal).run();
  } catch (const network::LimitReached& reached) {
    terminal.reset();
    say(fmt::format("vicinal: not finished, {}\n", limit_text(reached.limit)));
    return hand.violated().empty() ? exit_undecided : exit_violated;
  }
  return hand.violated().empty() ? exit_holds : exit_violated;
}

}  // namespace vicinal::cli::inline simulation
