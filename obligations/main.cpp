// SPDX-License-Identifier: MIT
// vicinal-verify: whether a certificate proves what it claims of a model.
//
// This program is the language and the obligations, linked, and nothing else:
// no engine that finds proofs is in it (docs/trust.md). It says what
// `vicinal verify` says.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "network/base/budget.hpp"
#include "obligations/certificate.hpp"
#include "obligations/files.hpp"
#include "obligations/portfolio.hpp"

namespace {

using vicinal::obligations::Acceptance;
using vicinal::obligations::Answer;
using vicinal::obligations::Judges;
using vicinal::obligations::Solver;

constexpr int exit_holds = 0, exit_usage = 2, exit_undecided = 3,
              exit_refused = 4;
constexpr std::uintmax_t largest_job = 1U << 28;

constexpr std::string_view usage =
    "vicinal-verify [OPTIONS] FOLDER MODEL\n"
    "vicinal-verify --job FILE --answers FOLDER [--solver NAME] [--timeout S]\n"
    "\n"
    "Checks that the certificate in FOLDER proves what it claims of the "
    "model.\n"
    "\n"
    "  --audit           ask of each obligation, too, that it does not hold in "
    "vain\n"
    "  --solver LIST     have solvers judge side by side: built-in, z3, cvc5, "
    "with\n"
    "                    commas between; the first definite answer counts\n"
    "  --all             wait for the answers of all of them\n"
    "  --answers FOLDER  judge by answers that were collected there\n"
    "  --timeout S       limit the time, in seconds\n"
    "  --memory MIB      limit the memory, in MiB\n"
    "\n"
    "With --job it has one obligation judged and writes the answer to the "
    "folder of\nanswers.\n"
    "\n"
    "Exit code 0: accepted, or a job has its answer; 2: wrong usage, or "
    "answers "
    "that\nare damaged; 3: a limit was reached, or an answer is missing; 4: "
    "not "
    "accepted, or\nsolvers disagree.\n";

struct Arguments {
  bool audit = false;
  bool all = false;
  std::string job;
  std::string answers;
  std::string solver;
  vicinal::network::Limits limits;
  std::vector<std::string> files;
};

// A number that is at least 1; none, if the text is none.
std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, wrong] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = wrong == std::errc{} && end == text.data() + text.size();
  constexpr std::uint64_t most = 1'000'000'000;
  if (!whole || value == 0 || value > most) return std::nullopt;
  return value;
}

// An option and its value.
bool take_value(std::string_view option, std::string_view text,
                Arguments& out) {
  if (option == "--job") out.job = text;
  if (option == "--answers") out.answers = text;
  if (option == "--solver") out.solver = text;
  if (option != "--timeout" && option != "--memory") return !text.empty();
  const auto value = number(text);
  if (value && option == "--timeout") {
    out.limits.seconds = static_cast<double>(*value);
  } else if (value) {
    out.limits.memory_mib = *value;
  }
  return value.has_value();
}

// No option goes unheard.
bool make_sense(const Arguments& a) {
  if (!a.job.empty()) {
    return a.files.empty() && !a.answers.empty() && !a.audit && !a.all &&
           a.limits.memory_mib == 0;
  }
  return a.files.size() == 2 && (a.answers.empty() || a.solver.empty()) &&
         (!a.all || !a.solver.empty());
}

std::optional<Arguments> arguments_of(int count, char** texts) {
  constexpr std::array<std::string_view, 5> with_value = {
      "--job", "--answers", "--solver", "--timeout", "--memory"};
  Arguments out;
  for (int i = 1; i < count; ++i) {
    const std::string_view text = texts[i];
    if (text == "--audit") {
      out.audit = true;
    } else if (text == "--all") {
      out.all = true;
    } else if (std::find(with_value.begin(), with_value.end(), text) !=
               with_value.end()) {
      if (++i == count || !take_value(text, texts[i], out)) return std::nullopt;
    } else if (text.starts_with("-")) {
      return std::nullopt;
    } else {
      out.files.emplace_back(text);
    }
  }
  if (!make_sense(out)) return std::nullopt;
  return out;
}

// What a file says on a line of ours: nothing that a terminal would act on.
std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

int fail(const std::string& sentence) {
  fmt::print(stderr, "vicinal-verify: {}\n", printable(sentence));
  return exit_usage;
}

bool flushed() {
  if (std::fflush(stdout) == 0) return true;
  fmt::print(stderr, "vicinal-verify: cannot write to standard output\n");
  return false;
}

// Whether it takes the solver that is linked: none is, in a static program.
bool needs_linked(const Arguments& a) {
  return a.audit || (a.solver.empty() && (a.answers.empty() || !a.job.empty()));
}

// One obligation, judged by one solver, which has all of the time.
int run_job(const Arguments& asked) {
  const auto text = vicinal::obligations::read_file(asked.job, largest_job);
  if (!text) return fail(fmt::format("cannot read '{}'", asked.job));
  const auto solvers = vicinal::obligations::solvers_named(
      asked.solver.empty() ? "built-in" : asked.solver);
  if (const auto* error = std::get_if<std::string>(&solvers)) {
    return fail(*error);
  }
  const auto& list = std::get<0>(solvers);
  if (list.size() != 1) return fail("a job is for one solver");
  const std::string name = std::filesystem::path(asked.job).filename().string();
  vicinal::obligations::Asking asking;
  if (asked.limits.seconds > 0) asking.seconds = asked.limits.seconds;
  const auto answer =
      vicinal::obligations::ask_solvers(list, name, *text, asking).front();
  const std::string error =
      vicinal::obligations::write_answer(asked.answers, answer);
  if (!error.empty()) {
    fail(error);
    return exit_refused;
  }
  fmt::print("{}: {} by {} {}\n", printable(name), verdict_text(answer.verdict),
             answer.solver, answer.version);
  if (!flushed()) return exit_refused;
  return answer.verdict == Answer::unknown ? exit_undecided : exit_holds;
}

int verify(const Arguments& asked) {
  const std::string& path = asked.files[1];
  std::error_code none;
  std::ifstream in(path, std::ios::binary);
  if (!in.is_open() || std::filesystem::is_directory(path, none)) {
    return fail(fmt::format("cannot read '{}'", path));
  }
  const std::string model{std::istreambuf_iterator<char>(in), {}};
  const vicinal::network::Budget budget(asked.limits);
  const vicinal::network::Polling polling(budget);
  Judges judges;  // none: the linked Z3
  if (!asked.solver.empty()) {
    auto solvers = vicinal::obligations::solvers_named(asked.solver);
    if (const auto* error = std::get_if<std::string>(&solvers)) {
      return fail(*error);
    }
    judges = vicinal::obligations::portfolio(std::move(std::get<0>(solvers)),
                                             asked.all);
  } else if (!asked.answers.empty()) {
    judges = [&](const auto&) {
      return vicinal::obligations::read_answers(asked.answers);
    };
  }
  const auto result = vicinal::obligations::verify_certificate(
      asked.files[0], model, VICINAL_VERSION,
      vicinal::obligations::default_effort, asked.audit, judges);
  for (const std::string& line : verification_text(result, false)) {
    fmt::print("{}\n", printable(line));
  }
  if (!flushed()) return exit_refused;
  return exit_code_of(result.acceptance());
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 2 && std::string_view(arguments[1]) == "--help") {
      fmt::print("{}", usage);
      return exit_holds;
    }
    if (count == 2 && std::string_view(arguments[1]) == "--version") {
      fmt::print("vicinal-verify {}\n", VICINAL_VERSION);
      return exit_holds;
    }
    const auto asked = arguments_of(count, arguments);
    if (!asked) {
      fmt::print(stderr, "{}", usage);
      return exit_usage;
    }
    if (needs_linked(*asked) && !vicinal::obligations::linked_solver()) {
      return fail(
          "no solver is linked here: name z3 or cvc5 with --solver; "
          "--audit needs the other vicinal-verify");
    }
    return asked->job.empty() ? verify(*asked) : run_job(*asked);
  } catch (const vicinal::network::LimitReached& reached) {
    fmt::print(stderr,
               "vicinal-verify: not finished: the limit of {} is "
               "reached\n",
               text(reached.limit));
    return exit_undecided;
  } catch (const std::exception& error) {
    fmt::print(stderr, "vicinal-verify: internal error: {}\n", error.what());
    return exit_refused;
  }
}
