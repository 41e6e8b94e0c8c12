// SPDX-License-Identifier: MIT
// A line is read, obeyed, and answered; nothing is printed that somebody did
// not ask for but what is wrong with a state. While steps are taken Ctrl-C
// stops them; at the prompt it ends the program.
#include "cli/simulation/by_hand.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/session/load.hpp"
#include "cli/session/session.hpp"
#include "cli/simulation/reason_text.hpp"
#include "cli/simulation/state_formula.hpp"
#include "cli/simulation/typed.hpp"
#include "cli/simulation/watch.hpp"
#include "network/base/budget.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::cli::inline simulation {

using report::counted;
using report::effect_text;
using report::labelled;
using report::limit_text;
using report::printable;
using report::step_text;
using report::trace_json;
using report::use_color;
using report::values_text;

namespace {

constexpr std::size_t most_line = 65536;  // bytes of a line; others are lost
constexpr std::size_t label_width = 28;
constexpr std::size_t most_choices = 60;  // that are listed
constexpr std::size_t most_shown = 20;    // steps that are shown one by one

// The next line of standard input, without its end; none: it is at its end.
std::optional<std::string> read_line() {
  std::string line;
  int c = std::fgetc(stdin);
  if (c == EOF) return std::nullopt;
  for (; c != EOF && c != '\n'; c = std::fgetc(stdin)) {
    if (line.size() < most_line) line += static_cast<char>(c);
  }
  return line;
}

void answer(const std::string& text) {
  print(text);
  std::fflush(stdout);
}

class ByHand {
 public:
  ByHand(const Options& options, const Opened& opened, const Wanted& wanted,
         explore::Starts& starts, explore::Dice& dice,
         explore::Simulation simulation)
      : options_(options),
        opened_(opened),
        instance_(*opened.instance),
        starts_(starts),
        dice_(dice),
        run_(std::move(simulation)),
        watch_(instance_, wanted, options.deadlock),
        places_(network::places(instance_)) {}

  int run() {
    try {
      begin();
      const bool terminal = isatty(STDIN_FILENO) != 0;
      for (;;) {
        if (terminal) answer("> ");
        const auto line = read_line();
        if (!line) break;
        const Typed typed = read_typed(*line);
        if (typed.kind == Typed::quit) break;
        const Engines engines;
        const Watched watched(options_);
        obey(typed);
      }
    } catch (const network::LimitReached& reached) {
      say(fmt::format("vicinal: not finished, {}\n",
                      limit_text(reached.limit)));
      return watch_.violated().empty() ? exit_undecided : exit_violated;
    }
    return watch_.violated().empty() ? exit_holds : exit_violated;
  }

 private:
  void begin() {
    const Watched watched(options_);
    const std::string sizes = parameters_text(instance_);
    answer(fmt::format("{}{}{}: 'help' lists the commands\n",
                       printable(opened_.name), sizes.empty() ? "" : ", ",
                       sizes));
    if (run_.end() > 0) {
      answer(fmt::format("a stored run of {}: 'next' goes on along it\n",
                         counted(run_.end(), "step", "steps")));
    }
    arrive();
  }

  // ---- what is shown -------------------------------------------------------

  // The step that led here, or the first state.
  std::string arrival_text() const {
    if (run_.at() == 0) return state_text("   0  start");
    const network::Event& event = run_.trace().events[run_.at() - 1];
    const auto& before = run_.at() == 1
                             ? run_.trace().initial
                             : run_.trace().events[run_.at() - 2].after;
    return labelled(
        fmt::format(
            "{:>4}. {}", run_.at(),
            step_text(instance_, event.actor, event.action, event.binding)),
        label_width, effect_text(instance_, places_, event, before));
  }

  std::string state_text(const std::string& label) const {
    return labelled(label, label_width,
                    values_text(instance_, places_, nullptr, run_.state()));
  }

  std::string choices_text() const {
    if (options_.quiet || run_.failed()) return "";
    std::string text;
    const auto& choices = run_.choices();
    const std::size_t shown = std::min(choices.size(), most_choices);
    for (std::size_t i = 0; i < shown; ++i) {
      const network::Event& e = choices[i];
      text += labelled(
          fmt::format("{:>4}) {}", i + 1,
                      step_text(instance_, e.actor, e.action, e.binding)),
          label_width, effect_text(instance_, places_, e, run_.state()));
    }
    if (choices.size() > shown) {
      text += fmt::format("    and {} more, up to {})\n",
                          choices.size() - shown, choices.size());
    }
    return text;
  }

  // What is wrong here; `fresh` becomes true if a property is, and was not
  // before.
  std::string wrong_text(bool& fresh) {
    const std::size_t before = watch_.violated().size();
    std::string text;
    const auto add = [&](const std::vector<Watch::Finding>& findings) {
      for (const auto& f : findings) {
        text += fmt::format("      ! {}\n", f.text);
      }
    };
    if (run_.failed()) {
      add(watch_.failed(*run_.trace().events[run_.at() - 1].error));
    } else {
      add(watch_.look(run_.state(), run_.problems(), !run_.choices().empty()));
    }
    fresh = watch_.violated().size() > before;
    return text;
  }

  void arrive() {
    bool fresh = false;
    std::string text = arrival_text();
    text += wrong_text(fresh);
    answer(text + choices_text());
  }

  // ---- commands ------------------------------------------------------------

  void obey(const Typed& typed) {
    switch (typed.kind) {
      case Typed::nothing:
      case Typed::quit:
        return;
      case Typed::wrong:
        return answer(typed.text + "\n");
      case Typed::choose:
        return choose(typed.number);
      case Typed::undo:
        return run_.at() == 0 ? answer("this is the beginning\n")
                              : go_to(run_.at() - 1);
      case Typed::go_to:
        return go_to(typed.number);
      case Typed::next:
        return next(typed.number);
      case Typed::random:
        return go_on(typed.number, nullptr);
      case Typed::until:
        return until(typed.text);
      case Typed::start:
        return start(typed.number);
      case Typed::why:
        return answer(reason_text(instance_, run_.state(), typed.text));
      case Typed::save:
        return save(typed.text);
      case Typed::state:
        return answer(state_text(fmt::format("{:>4}  state", run_.at())));
      case Typed::help:
        return answer(typed_help());
    }
  }

  void choose(std::uint64_t number) {
    if (run_.failed()) {
      return answer("the last step failed: the run ends here; 'undo'\n");
    }
    const std::size_t count = run_.choices().size();
    if (number < 1 || number > count) {
      return answer(
          count == 0 ? "no step is enabled here; 'undo' goes back\n"
                     : fmt::format("no step {}: type 1{}\n", number,
                                   count == 1 ? std::string()
                                              : fmt::format(" to {}", count)));
    }
    run_.take(number - 1);
    arrive();
  }

  void go_to(std::uint64_t step) {
    if (step > run_.end()) {
      return answer(fmt::format("the run has {}\n",
                                counted(run_.end(), "step", "steps")));
    }
    run_.go_to(step);
    arrive();
  }

  void next(std::uint64_t count) {
    if (run_.at() == run_.end()) {
      return answer("nothing is stored behind here\n");
    }
    go_to(run_.at() + std::min<std::uint64_t>(count, run_.end() - run_.at()));
  }

  void start(std::uint64_t number) {
    const std::size_t count = starts_.listed().size();
    if (number > count) {
      return answer(fmt::format(
          "{} {}: type start 1 to {}\n", starts_.all() ? "there are" : "known:",
          counted(count, "initial state", "initial states"), count));
    }
    run_.start(number > 0 ? starts_.listed()[number - 1] : starts_.draw(dice_));
    arrive();
  }

  // States are stored: so many that they do not fill the memory.
  std::size_t most_steps() const {
    constexpr std::size_t values = 10'000'000;
    return std::clamp<std::size_t>(values / (instance_.slot_count() + 1), 1000,
                                   100'000);
  }

  // Takes steps, at most so many, until a formula holds, if one is given, or
  // something is violated that was not. With a formula what is stored comes
  // first.
  void go_on(std::uint64_t count, const StateFormula* formula) {
    std::string text;
    std::size_t shown = 0;
    const auto holds = [&] {
      return formula != nullptr && !run_.failed() &&
             formula->holds(run_.state());
    };
    const std::uint64_t most = std::min<std::uint64_t>(count, most_steps());
    std::uint64_t taken = 0;
    bool fresh = false, found = holds();
    for (; taken < most && !found && !fresh; ++taken) {
      network::poll();
      if (formula != nullptr && run_.at() < run_.end()) {
        run_.go_to(run_.at() + 1);
      } else if (!run_.take_random(dice_)) {
        break;
      }
      const std::string wrong = wrong_text(fresh);
      if (shown++ < most_shown || fresh) {
        text += arrival_text() + wrong;
      }
      found = holds();
    }
    if (shown > most_shown) {
      text += fmt::format("    {} in all\n", counted(taken, "step", "steps"));
    }
    if (found) {
      text += taken == 0 ? "it holds here\n" : "it holds now\n";
    } else if (formula != nullptr) {
      text +=
          fmt::format("it did not hold; {}\n", counted(taken, "step", "steps"));
    } else if (taken == 0) {
      text += "no step is enabled here\n";
    } else if (most < count && taken == most) {
      text += fmt::format("no more than {} steps at a time\n", most);
    }
    answer(text + choices_text());
  }

  void until(const std::string& expression) {
    const auto formula = StateFormula::read(
        opened_, expression, use_color(options_.color, STDOUT_FILENO));
    if (const auto* const wrong = std::get_if<std::string>(&formula)) {
      return answer(*wrong);
    }
    try {
      go_on(UINT64_MAX, &std::get<StateFormula>(formula));
    } catch (const network::ModelError& error) {
      answer(fmt::format("it cannot be evaluated in the state after {}: {}\n",
                         counted(run_.at(), "step", "steps"),
                         network::error_text(error.kind)));
      answer(choices_text());
    }
  }

  void save(const std::string& path) {
    network::Trace trace = run_.trace_so_far();
    if (!run_.problems().empty()) trace.error = run_.problems().front().error;
    const std::string text =
        trace_json(instance_, trace)
            .dump(2, ' ', false, Json::error_handler_t::replace) +
        "\n";
    answer(write_file(path, text).empty()
               ? fmt::format("{} written to '{}'\n",
                             counted(trace.length(), "step", "steps"),
                             printable(path))
               : fmt::format("'{}' cannot be written\n", printable(path)));
  }

  const Options& options_;
  const Opened& opened_;
  const network::Instance& instance_;
  explore::Starts& starts_;
  explore::Dice& dice_;
  explore::Simulation run_;
  Watch watch_;
  std::vector<network::NamedPlace> places_;
};

}  // namespace

int run_by_hand(const Options& options, const Opened& opened,
                const Wanted& wanted, explore::Starts& starts,
                explore::Dice& dice, explore::Simulation simulation) {
  return ByHand(options, opened, wanted, starts, dice, std::move(simulation))
      .run();
}

}  // namespace vicinal::cli::inline simulation
