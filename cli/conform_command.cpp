// SPDX-License-Identifier: MIT
// Line after line until one cannot follow; what was warned of on the way is
// printed with the answer.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/options/codes.hpp"
#include "cli/session/line_file.hpp"
#include "cli/session/session.hpp"
#include "explore/conform/log_reader.hpp"
#include "report/instances/conform_report.hpp"

namespace vicinal::cli {

namespace {

// Of one run of the command: what the readers refer to stays where it is.
class Conform {
 public:
  Conform(const Options& options, Opened& opened)
      : options_(options),
        opened_(opened),
        limits_(limits_of(options)),
        budget_(limits_),
        file_(options.log) {
    answer_.log = options.log == "-" ? "<standard input>" : options.log;
  }

  int run() {
    if (!file_.error().empty()) return unreadable(file_.error());
    if (!read_map()) return refuse(opened_, options_);
    const network::Polling polling(budget_);
    explore::LogReader reader(*opened_.instance, mapping_, answer_.log,
                              opened_.diagnostics);
    explore::ConformOptions how;
    how.stutter = options_.stutter;
    if (!options_.hidden.empty() &&
        !read_hidden(reader.names(), options_.hidden, opened_.diagnostics,
                     how.hidden)) {
      return refuse(opened_, options_);
    }
    explore::Conformance conformance(*opened_.instance, std::move(how),
                                     budget_);
    try {
      const Engines engines;
      take_all(reader, conformance);
    } catch (const network::LimitReached& reached) {
      answer_.limit = reached.limit;
      answer_.mismatch.reset();
    }
    if (!file_.error().empty()) return unreadable(file_.error());
    if (answer_.limit == network::Limit::none &&
        !opened_.diagnostics.has_errors()) {
      finish(reader);
    }
    if (opened_.diagnostics.has_errors()) return refuse(opened_, options_);
    return print_answer();
  }

 private:
  int unreadable(const std::string& error) {
    opened_.diagnostics.set_source(nullptr);
    opened_.diagnostics.error(codes::unreadable_file, {}, error);
    return refuse(opened_, options_);
  }

  bool read_map() {
    if (options_.map.empty()) return true;
    FileText file = read_file(options_.map);
    if (!file.error.empty()) {
      opened_.diagnostics.set_source(nullptr);
      opened_.diagnostics.error(codes::unreadable_file, {}, file.error);
      return false;
    }
    map_source_ =
        std::make_unique<network::Source>(options_.map, std::move(file.text));
    return explore::read_mapping(*map_source_, opened_.diagnostics, mapping_);
  }

  void take_all(explore::LogReader& reader, explore::Conformance& conformance) {
    std::string text;
    explore::Observation line;
    while (file_.next(text)) {
      const auto read = reader.read(text, line);
      if (read == explore::LogReader::Read::wrong) return;
      if (read == explore::LogReader::Read::nothing) continue;
      budget_.progress([&](double) {
        return fmt::format("line {}, {} states possible", reader.lines(),
                           conformance.possible().size());
      });
      if (!conformance.take(line)) {
        if (conformance.overflowed()) {
          answer_.limit = network::Limit::overflow;
          return;
        }
        // An initial condition that nothing satisfies is an error of the model.
        if (!conformance.started()) {
          decide::require_initial_state(opened_, limits_of(options_));
        }
        answer_.line = std::string(reader.line());
        answer_.mismatch.emplace().line = line.line;
        // It cannot follow, whether or not there is time to say why.
        try {
          answer_.mismatch =
              explore::explain(*opened_.instance, conformance, line);
        } catch (const network::LimitReached&) {
        }
        return;
      }
      ++answer_.lines;
      answer_.states = conformance.possible().size();
      answer_.most_states = conformance.most_states();
    }
  }

  // A log of which nothing was known is no evidence of anything.
  void finish(explore::LogReader& reader) {
    if (!reader.said_something()) reader.say_nothing();
  }

  int print_answer() {
    print_diagnostics(opened_, options_);
    if (options_.json) {
      Json json = report::conform_json(opened_, answer_);
      json["statistics"] = statistics_json();
      print_json(json);
    } else {
      print(report::conform_text(style_of(options_), opened_, answer_));
    }
    if (answer_.limit != network::Limit::none) return exit_undecided;
    return answer_.mismatch ? exit_violated : exit_holds;
  }

  const Options& options_;
  Opened& opened_;
  network::Limits limits_;
  network::Budget budget_;
  LineFile file_;
  explore::Mapping mapping_;
  std::unique_ptr<network::Source> map_source_;
  report::ConformAnswer answer_;
};

}  // namespace

int conform_command(const Options& options) {
  const auto opened = load_model(options);
  if (opened->model && !opened->diagnostics.has_errors()) {
    elaborate(*opened, options);
  }
  if (!opened->instance || opened->diagnostics.has_errors() ||
      !decide::require_constants(*opened)) {
    return refuse(*opened, options);
  }
  return Conform(options, *opened).run();
}

}  // namespace vicinal::cli
