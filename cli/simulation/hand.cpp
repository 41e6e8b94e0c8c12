// SPDX-License-Identifier: MIT
// A command is obeyed, and the answer is a text; nothing is said that nobody
// asked for but what is wrong with a state.
#include "cli/simulation/hand.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/session/load.hpp"
#include "cli/session/session.hpp"
#include "cli/simulation/reason_text.hpp"
#include "cli/simulation/state_formula.hpp"
#include "network/base/budget.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::cli::inline simulation {

using report::counted;
using report::effect_text;
using report::labelled;
using report::printable;
using report::step_text;
using report::trace_json;
using report::use_color;
using report::values_text;

namespace {

constexpr std::size_t label_width = 28;
constexpr std::size_t most_choices = 60;  // that are listed
constexpr std::size_t most_shown = 20;    // steps that are shown one by one

}  // namespace

Hand::Hand(const Options& options, const Opened& opened, const Wanted& wanted,
           explore::Starts& starts, explore::Dice& dice,
           explore::Simulation simulation, bool lists)
    : options_(options),
      opened_(opened),
      instance_(*opened.instance),
      starts_(starts),
      dice_(dice),
      run_(std::move(simulation)),
      watch_(instance_, wanted, options.deadlock),
      places_(network::places(instance_)),
      lists_(lists) {
  if (lists_) return;  // what follows is for who shows the state all the time
  for (std::size_t n = 0; n < instance_.family_of.size(); ++n) {
    network::poll();
    const network::NodeId node(n);
    const auto& offsets =
        instance_.variable_offsets[instance_.process_id(node).index()];
    for (std::size_t v = 0; v < instance_.process(node).variables.size(); ++v) {
      node_at_.emplace(instance_.node_base[n] + offsets[v], node);
    }
  }
  for (std::size_t e = 0; e < instance_.edge_base.size(); ++e) {
    network::poll();
    edge_at_.emplace(instance_.edge_base[e], network::EdgeId(e));
  }
}

std::string Hand::begin() {
  std::string text;
  if (run_.end() > 0) {
    text = fmt::format("a stored run of {}: 'next' goes on along it\n",
                       counted(run_.end(), "step", "steps"));
  }
  return text + arrive();
}

std::string Hand::title() const {
  const std::string sizes = parameters_text(instance_);
  return fmt::format("{}{}{}", printable(opened_.name),
                     sizes.empty() ? "" : ", ", sizes);
}

// ---- what is shown ----------------------------------------------------------

// The step that led here, or the first state.
std::string Hand::arrival_text() const {
  if (run_.at() == 0) return state_text("   0  start");
  const network::Event& event = run_.trace().events[run_.at() - 1];
  return labelled(
      fmt::format(
          "{:>4}. {}", run_.at(),
          step_text(instance_, event.actor, event.action, event.binding)),
      label_width, effect_text(instance_, places_, event, before()));
}

std::string Hand::state_text(const std::string& label) const {
  return labelled(label, label_width,
                  values_text(instance_, places_, nullptr, run_.state()));
}

std::string Hand::choices_text() const {
  if (!lists_ || options_.quiet || run_.failed()) return "";
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
    text += fmt::format("    and {} more, up to {})\n", choices.size() - shown,
                        choices.size());
  }
  return text;
}

// What is wrong here; `fresh` becomes true if a property is, and was not
// before.
std::string Hand::wrong_text(bool& fresh) {
  const std::size_t before = watch_.violated().size();
  std::string text;
  const auto add = [&](const std::vector<RunWatch::Finding>& findings) {
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

std::string Hand::arrive() {
  bool fresh = false;
  std::string text = arrival_text();
  text += wrong_text(fresh);
  return text + choices_text();
}

std::string Hand::step_line(std::size_t number) const {
  const network::Event& e = run_.choices()[number];
  return fmt::format(
      "{}) {}  {}", number + 1,
      step_text(instance_, e.actor, e.action, e.binding),
      fmt::join(effect_text(instance_, places_, e, run_.state()), ", "));
}

std::string Hand::here() const {
  std::string text = fmt::format("step {} of {}", run_.at(), run_.end());
  if (run_.at() == 0) return text + ", start";
  const network::Event& e = run_.trace().events[run_.at() - 1];
  return text + ", after " + step_text(instance_, e.actor, e.action, e.binding);
}

const std::vector<network::Scalar>& Hand::before() const {
  return run_.at() < 2 ? run_.trace().initial
                       : run_.trace().events[run_.at() - 2].after;
}

// What belongs to one node is a line; so is each edge, with its ends.
std::vector<Hand::StateLine> Hand::state_lines() const {
  std::vector<StateLine> lines;
  const auto values = values_text(instance_, places_, nullptr, run_.state());
  network::NodeId last;
  for (std::size_t p = 0; p < places_.size(); ++p) {
    network::poll();
    const auto node = node_at_.find(places_[p].slot);
    if (node == node_at_.end()) {
      lines.push_back({{}, {{values[p], changed(places_[p])}}});
      const auto edge = edge_at_.find(places_[p].slot);
      if (edge != edge_at_.end()) {
        lines.back().ends = ends_text(edge->second);
      }
      continue;
    }
    const std::string owner = printable(node_name(instance_, node->second));
    if (lines.empty() || last != node->second) lines.push_back({owner, {}});
    last = node->second;
    const std::string prefix = owner + ".";
    lines.back().parts.push_back({values[p].starts_with(prefix)
                                      ? values[p].substr(prefix.size())
                                      : values[p],
                                  changed(places_[p])});
  }
  return lines;
}

bool Hand::changed(const network::NamedPlace& place) const {
  if (run_.at() == 0 || run_.failed()) return false;
  const auto& was = before();
  const std::uint32_t slots = instance_.size(place.type).slots;
  return !std::equal(was.begin() + place.slot, was.begin() + place.slot + slots,
                     run_.state().begin() + place.slot);
}

// "s[0].right, s[1].left"
std::string Hand::ends_text(network::EdgeId e) const {
  std::vector<std::string> ends;
  const network::Network& network = instance_.network;
  for (const network::DartId d : network.darts(e)) {
    network::poll();
    const network::NodeId node = network.dart_node[d.index()];
    const auto& ports = instance_.process(node).ports;
    const std::uint32_t port = network.dart_port[d.index()];
    ends.push_back(printable(node_name(instance_, node)) +
                   (port < ports.size() ? "." + ports[port].name : ""));
  }
  return fmt::format("{}", fmt::join(ends, ", "));
}

// ---- commands ---------------------------------------------------------------

std::string Hand::obey(const Typed& typed) {
  switch (typed.kind) {
    case Typed::nothing:
    case Typed::quit:
      return {};
    case Typed::wrong:
      return typed.text + "\n";
    case Typed::choose:
      return choose(typed.number);
    case Typed::undo:
      return run_.at() == 0 ? "this is the beginning\n" : go_to(run_.at() - 1);
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
      return reason_text(instance_, run_.state(), typed.text);
    case Typed::save:
      return save(typed.text);
    case Typed::state:
      return state_text(fmt::format("{:>4}  state", run_.at()));
    case Typed::help:
      return typed_help();
  }
  return {};
}

std::string Hand::choose(std::uint64_t number) {
  if (run_.failed()) {
    return "the last step failed: the run ends here; 'undo'\n";
  }
  const std::size_t count = run_.choices().size();
  if (number < 1 || number > count) {
    return count == 0 ? "no step is enabled here; 'undo' goes back\n"
                      : fmt::format("no step {}: type 1{}\n", number,
                                    count == 1 ? std::string()
                                               : fmt::format(" to {}", count));
  }
  run_.take(number - 1);
  return arrive();
}

std::string Hand::go_to(std::uint64_t step) {
  if (step > run_.end()) {
    return fmt::format("the run has {}\n",
                       counted(run_.end(), "step", "steps"));
  }
  run_.go_to(step);
  return arrive();
}

std::string Hand::next(std::uint64_t count) {
  if (run_.at() == run_.end()) {
    return "nothing is stored behind here\n";
  }
  return go_to(run_.at() +
               std::min<std::uint64_t>(count, run_.end() - run_.at()));
}

std::string Hand::start(std::uint64_t number) {
  const std::size_t count = starts_.listed().size();
  if (number > count) {
    return fmt::format(
        "{} {}: type start 1 to {}\n", starts_.all() ? "there are" : "known:",
        counted(count, "initial state", "initial states"), count);
  }
  run_.start(number > 0 ? starts_.listed()[number - 1] : starts_.draw(dice_));
  return arrive();
}

// States are stored: so many that they do not fill the memory.
std::size_t Hand::most_steps() const {
  constexpr std::size_t values = 10'000'000;
  return std::clamp<std::size_t>(values / (instance_.slot_count() + 1), 1000,
                                 100'000);
}

// Takes steps, at most so many, until a formula holds, if one is given, or
// something is violated that was not. With a formula what is stored comes
// first.
std::string Hand::go_on(std::uint64_t count, const StateFormula* formula) {
  std::string text;
  std::size_t shown = 0;
  const auto holds = [&] {
    return formula != nullptr && !run_.failed() && formula->holds(run_.state());
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
  return text + choices_text();
}

std::string Hand::until(const std::string& expression) {
  const auto formula = StateFormula::read(
      opened_, expression, lists_ && use_color(options_.color, STDOUT_FILENO));
  if (const auto* const wrong = std::get_if<std::string>(&formula)) {
    return *wrong;
  }
  try {
    return go_on(UINT64_MAX, &std::get<StateFormula>(formula));
  } catch (const network::ModelError& error) {
    return fmt::format("it cannot be evaluated in the state after {}: {}\n",
                       counted(run_.at(), "step", "steps"),
                       network::error_text(error.kind)) +
           choices_text();
  }
}

std::string Hand::save(const std::string& path) {
  network::Trace trace = run_.trace_so_far();
  if (!run_.problems().empty()) trace.error = run_.problems().front().error;
  const std::string text =
      trace_json(instance_, trace)
          .dump(2, ' ', false, Json::error_handler_t::replace) +
      "\n";
  const std::string error = write_file(path, text);
  if (!error.empty()) return printable(error) + "\n";
  return fmt::format("{} written to '{}'\n",
                     counted(trace.length(), "step", "steps"), printable(path));
}

}  // namespace vicinal::cli::inline simulation
