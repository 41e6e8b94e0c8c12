// SPDX-License-Identifier: MIT
// One table says which words there are, what stands behind them, and what help
// says of them.
#include "cli/simulation/typed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "network/base/blanks.hpp"
#include "network/base/diagnostic.hpp"
#include "network/base/suggestion.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli::inline simulation {

using report::printable;

namespace {

enum class Behind : std::uint8_t { none, number, maybe_number, text };

struct TypedWord {
  const char* word;
  Typed::Kind kind;
  Behind behind;
  std::uint64_t otherwise;  // the number, if there is none
  const char* form;
  const char* help;
};

constexpr TypedWord typed_words[] = {
    {"undo", Typed::undo, Behind::none, 0, "undo", "go back by one step"},
    {"next", Typed::next, Behind::maybe_number, 1, "next [K]",
     "go on along what is stored, by K steps (1)"},
    {"goto", Typed::go_to, Behind::number, 0, "goto K",
     "go to the state after K steps"},
    {"random", Typed::random, Behind::maybe_number, 1, "random [K]",
     "take K steps at random (1; 100000 at most)"},
    {"until", Typed::until, Behind::text, 0, "until EXPR",
     "take steps, stored ones first, until EXPR holds (100000 at most)"},
    {"why", Typed::why, Behind::text, 0, "why ACTION",
     "say why an action is not enabled"},
    {"state", Typed::state, Behind::none, 0, "state", "show the whole state"},
    {"start", Typed::start, Behind::maybe_number, 0, "start [K]",
     "begin anew, in initial state K, or in any"},
    {"save", Typed::save, Behind::text, 0, "save FILE",
     "write the run so far, as JSON, for --replay"},
    {"help", Typed::help, Behind::none, 0, "help", "show this"},
    {"quit", Typed::quit, Behind::none, 0, "quit", "end"},
};

std::optional<std::uint64_t> number_in(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

Typed wrong_line(std::string text) {
  return {Typed::wrong, 0, std::move(text)};
}

Typed no_such_word(std::string_view word) {
  std::vector<std::string> words;
  for (const TypedWord& w : typed_words) words.emplace_back(w.word);
  constexpr std::size_t most_word = 40;
  const std::string shown = printable(word.substr(0, most_word));
  const std::string near =
      word.size() > most_word ? "" : network::closest(word, words);
  std::string list;
  for (const std::string& w : words) list += ", " + w;
  return wrong_line(
      near.empty()
          ? fmt::format("'{}' is no command: type the number of a step{}",
                        shown, list)
          : fmt::format("'{}' is no command{}", shown,
                        network::did_you_mean(near)));
}

}  // namespace

Typed read_typed(std::string_view line) {
  line = network::trimmed(line);
  if (line.empty()) return {};
  if (const auto number = number_in(line)) return {Typed::choose, *number, {}};
  const auto end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view word = line.substr(0, end);
  const std::string_view rest = network::trimmed(line.substr(end));
  const auto* const found = std::ranges::find_if(
      typed_words, [&](const TypedWord& w) { return word == w.word; });
  if (found == std::end(typed_words)) return no_such_word(word);
  Typed typed{found->kind, found->otherwise, {}};
  const auto number = number_in(rest);
  const bool good = found->behind == Behind::none   ? rest.empty()
                    : found->behind == Behind::text ? !rest.empty()
                    : found->behind == Behind::maybe_number
                        ? rest.empty() || number
                        : number.has_value();
  if (!good) {
    return wrong_line(
        fmt::format("it goes like this: {}  ({})", found->form, found->help));
  }
  // What is left out means something else than none.
  if (found->behind == Behind::maybe_number && number == 0U) {
    return wrong_line(fmt::format("{} counts from 1", found->form));
  }
  if (found->behind == Behind::text) {
    typed.text = rest;
  } else if (number) {
    typed.number = *number;
  }
  return typed;
}

std::string typed_help() {
  std::string text =
      fmt::format("    {:<12}{}\n", "K", "take the step with this number");
  for (const TypedWord& w : typed_words) {
    text += fmt::format("    {:<12}{}\n", w.form, w.help);
  }
  return text;
}

}  // namespace vicinal::cli::inline simulation
