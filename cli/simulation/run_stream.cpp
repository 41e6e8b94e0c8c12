// SPDX-License-Identifier: MIT
// Nothing of the run is kept but its last state, so that it may be long.
#include "cli/simulation/run_stream.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/session/session.hpp"
#include "cli/simulation/watch.hpp"
#include "explore/simulate/random_run.hpp"
#include "network/base/budget.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::cli::inline simulation {

using report::counted;
using report::effect_text;
using report::labelled;
using report::limit_text;
using report::parameters_json;
using report::printable;
using report::state_json;
using report::step_json;
using report::step_text;
using report::use_color;
using report::values_text;
using report::verdict_text;

namespace {

constexpr std::size_t step_width = 28;

class Stream {
 public:
  Stream(const Options& options, const Opened& opened, const Wanted& wanted)
      : options_(options),
        opened_(opened),
        instance_(*opened.instance),
        watch_(instance_, wanted, options.deadlock),
        places_(network::places(instance_)) {}

  int run(explore::Starts& starts, explore::Dice dice) {
    const Engines engines;
    std::string end = "steps";
    int code = exit_holds;
    try {
      const Watched watched(options_);
      end = steps(starts, dice);
    } catch (const network::LimitReached& reached) {
      end = "limit";
      code = exit_undecided;
      say(fmt::format("vicinal: not finished, {}\n",
                      limit_text(reached.limit)));
    }
    finish(end);
    return watch_.violated().empty() ? code : int{exit_violated};
  }

 private:
  using Findings = std::vector<RunWatch::Finding>;

  std::string steps(explore::Starts& starts, explore::Dice& dice) {
    std::vector<network::Scalar> before = starts.draw(dice);
    explore::RandomRun run(instance_, before, dice);
    begin(before, watch_.look(before, run.problems(), run.enabled() > 0));
    while (taken_ < static_cast<std::uint64_t>(options_.steps)) {
      const auto event = run.next();
      if (!event) return "deadlock";
      ++taken_;
      if (event->error) {
        step(*event, before, watch_.failed(*event->error));
        return "error";
      }
      step(*event, before,
           watch_.look(run.state(), run.problems(), run.enabled() > 0));
      before = run.state();
    }
    return "steps";
  }

  void begin(const std::vector<network::Scalar>& initial,
             const Findings& findings) {
    if (options_.json) {
      Json json;
      json["model"] = opened_.name;
      json["parameters"] = parameters_json(instance_);
      json["seed"] = options_.seed;
      json["initial"] = state_json(instance_, places_, initial);
      return line(std::move(json), findings);
    }
    if (options_.quiet) return;
    const std::string sizes = parameters_text(instance_);
    print(fmt::format("{}{}{}, seed {}\n", printable(opened_.name),
                      sizes.empty() ? "" : ", ", sizes, options_.seed));
    print(labelled("   0  start", step_width,
                   values_text(instance_, places_, nullptr, initial)));
    tell(findings);
  }

  void step(const network::Event& event,
            const std::vector<network::Scalar>& before,
            const Findings& findings) {
    if (options_.json) {
      Json json;
      json["step"] = taken_;
      json.update(step_json(instance_, places_, event, before));
      return line(std::move(json), findings);
    }
    if (options_.quiet) return;
    print(labelled(fmt::format("{:>4}. {}", taken_,
                               step_text(instance_, event.actor, event.action,
                                         event.binding)),
                   step_width, effect_text(instance_, places_, event, before)));
    tell(findings);
  }

  void finish(const std::string& end) {
    if (options_.json) {
      Json json;
      json["end"] = end;
      json["steps"] = taken_;
      json["violated"] = watch_.violated();
      return line(std::move(json), {});
    }
    std::string text = counted(taken_, "step", "steps");
    if (end == "deadlock") text += ", and a deadlock";
    if (end == "error") text += ", of which the last one fails";
    for (const std::string& name : watch_.violated()) {
      text += fmt::format("\n{}  {}", name,
                          verdict_text(network::Verdict::violated,
                                       use_color(options_.color, 1)));
    }
    print(text + "\n");
  }

  static void tell(const Findings& findings) {
    for (const auto& f : findings) print(fmt::format("      ! {}\n", f.text));
  }

  static void line(Json json, const Findings& findings) {
    for (const auto& f : findings) {
      if (!f.property.empty()) json["violated"].push_back(f.property);
    }
    print(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  }

  const Options& options_;
  const Opened& opened_;
  const network::Instance& instance_;
  RunWatch watch_;
  std::vector<network::NamedPlace> places_;
  std::uint64_t taken_ = 0;
};

}  // namespace

int run_stream(const Options& options, const Opened& opened,
               const Wanted& wanted, explore::Starts& starts,
               explore::Dice dice) {
  return Stream(options, opened, wanted).run(starts, dice);
}

}  // namespace vicinal::cli::inline simulation
