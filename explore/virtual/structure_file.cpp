// SPDX-License-Identifier: MIT
#include "explore/virtual/structure_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>

#include "explore/virtual/codes.hpp"
#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::explore::inline virtual_symmetry {

using network::Diagnostics;
using network::Source;
using network::Span;

namespace {

constexpr std::uint32_t most_processes = 1000;

struct Token {
  std::string_view text;
  Span span;
  bool quoted = false;
};

class Reader {
 public:
  Reader(const Source& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  std::optional<Structure> run() {
    const std::string_view text = source_.text();
    std::size_t at = text.starts_with(network::byte_order_mark)
                         ? network::byte_order_mark.size()
                         : 0;
    while (at < text.size()) {
      network::poll();
      std::size_t end = text.find('\n', at);
      if (end == std::string_view::npos) end = text.size();
      line(at, end);
      at = end + 1;
    }
    // A refused state has no number.
    if (!diagnostics_.has_errors()) resolve();
    if (diagnostics_.has_errors()) return std::nullopt;
    return std::move(m_);
  }

 private:
  using Line = std::vector<Token>;

  void error(network::Code code, Span span, std::string message,
             std::string note = {}) {
    std::vector<network::Note> notes;
    if (!note.empty()) notes.push_back({std::nullopt, std::move(note)});
    diagnostics_.error(code, span, std::move(message), std::move(notes));
  }

  Line words(std::size_t at, std::size_t end) {
    const std::string_view text = source_.text();
    Line result;
    const auto add = [&](std::size_t from, std::size_t to, bool quoted) {
      result.push_back(
          {text.substr(from, to - from),
           {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)},
           quoted});
    };
    while (at < end && text[at] != '#') {
      const char c = text[at];
      if (c == ' ' || c == '\t' || c == '\r') {
        ++at;
      } else if (c == '(' || c == ')') {
        add(at, at + 1, false);
        ++at;
      } else if (c == '"') {
        const std::size_t close = text.find('"', at + 1);
        if (close == std::string_view::npos || close >= end) {
          error(
              codes::not_a_structure,
              {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)},
              "the second quote is missing");
          return {};
        }
        add(at + 1, close, true);
        at = close + 1;
      } else {
        const std::size_t from = at;
        while (at < end && std::string_view(" \t\r()\"#").find(text[at]) ==
                               std::string_view::npos) {
          ++at;
        }
        add(from, at, false);
      }
    }
    return result;
  }

  void line(std::size_t at, std::size_t end) {
    Line all = words(at, end);
    if (all.empty()) return;
    const Token& first = all[0];
    if (first.text == "state") {
      state(all);
    } else if (first.text == "arc") {
      arcs_.push_back(std::move(all));
    } else if (first.text == "generator") {
      generators_.push_back(std::move(all));
    } else {
      error(codes::not_a_structure, first.span,
            "a line begins with state, arc or generator");
    }
  }

  void state(const Line& words) {
    if (words.size() < 2) {
      error(codes::not_a_structure, words[0].span,
            "the name of the state is missing");
      return;
    }
    if (!states_.try_emplace(words[1].text, m_.size()).second) {
      error(codes::structure_part_twice, words[1].span,
            fmt::format("there is a state '{}' already", words[1].text));
      return;
    }
    const auto processes = static_cast<std::uint32_t>(words.size() - 2);
    if (m_.states.empty()) name_processes(processes);
    if (processes != m_.processes || processes > most_processes) {
      error(codes::processes_do_not_fit,
            cover(words[0].span, words.back().span),
            fmt::format("this state has {} local states, the first one {}",
                        processes, m_.processes),
            "all states have the same processes, at most 1000");
      return;
    }
    m_.states.emplace_back(words[1].text);
    std::vector<std::uint32_t> row;
    for (std::size_t i = 2; i < words.size(); ++i) {
      row.push_back(locals_
                        .try_emplace(words[i].text,
                                     static_cast<std::uint32_t>(locals_.size()))
                        .first->second);
    }
    m_.locals.insert(m_.locals.end(), row.begin(), row.end());
    if (processes > 0 && !rows_.try_emplace(row, m_.size() - 1).second) {
      error(codes::structure_part_twice, words[1].span,
            "another state has the same local states already");
    }
  }

  void name_processes(std::uint32_t count) {
    m_.processes = count;
    for (std::uint32_t p = 0; p < std::min(count, most_processes); ++p) {
      m_.process_names.push_back(fmt::format("{}", p + 1));
    }
  }

  std::optional<std::uint32_t> known(const Token& word) {
    const auto at = states_.find(word.text);
    if (at != states_.end()) return at->second;
    error(codes::unknown_state_or_process, word.span,
          fmt::format("there is no state '{}'", word.text));
    return std::nullopt;
  }

  std::optional<std::uint32_t> process(const Token& word) {
    std::uint32_t number = 0;
    const char* end = word.text.data() + word.text.size();
    const auto [at, wrong] = std::from_chars(word.text.data(), end, number);
    if (wrong == std::errc{} && at == end && number >= 1 &&
        number <= m_.processes) {
      return number - 1;
    }
    error(codes::unknown_state_or_process, word.span,
          fmt::format("there is no process '{}'", word.text),
          m_.processes == 0
              ? "name the local states of the processes: state NT N T"
              : fmt::format("processes are 1 to {}", m_.processes));
    return std::nullopt;
  }

  void resolve() {
    for (const Line& words : arcs_) {
      network::poll();
      arc(words);
    }
    for (const Line& words : generators_) {
      network::poll();
      generator(words);
    }
  }

  void arc(const Line& words) {
    if (words.size() < 3 || words.size() > 4) {
      error(codes::not_a_structure, words[0].span,
            "an arc has two states, and maybe a process");
      return;
    }
    const auto from = known(words[1]);
    const auto to = known(words[2]);
    if (!from || !to) return;
    std::uint32_t by = nobody;
    if (words.size() == 4) {
      const auto number = process(words[3]);
      if (!number) return;
      by = *number;
      for (std::uint32_t p = 0; p < m_.processes; ++p) {
        if (p == by || m_.local(*from, p) == m_.local(*to, p)) continue;
        error(codes::processes_do_not_fit, words[3].span,
              fmt::format("process {} changes, too", p + 1),
              "an arc with a process changes the local state of that one only");
        return;
      }
    }
    m_.arcs.push_back({*from, *to, by});
  }

  // Images from cycles, as far as `number` knows what is in them.
  template <class Number>
  std::optional<std::vector<std::uint32_t>> cycles(const Line& words,
                                                   std::size_t at,
                                                   std::uint32_t size,
                                                   const Number& number) {
    std::vector<std::uint32_t> image(size);
    for (std::uint32_t i = 0; i < size; ++i) image[i] = i;
    std::set<std::uint32_t> moved;
    while (at < words.size()) {
      if (words[at].text != "(" || words[at].quoted) {
        error(codes::not_a_structure, words[at].span,
              "a cycle begins with '('");
        return std::nullopt;
      }
      std::vector<std::uint32_t> cycle;
      for (++at; at < words.size(); ++at) {
        if (words[at].text == ")" && !words[at].quoted) break;
        const auto found = number(words[at]);
        if (!found) return std::nullopt;
        if (!moved.insert(*found).second) {
          error(codes::structure_part_twice, words[at].span,
                fmt::format("'{}' is in the cycles already", words[at].text));
          return std::nullopt;
        }
        cycle.push_back(*found);
      }
      if (at == words.size()) {
        error(codes::not_a_structure, words.back().span,
              "the cycle has no ')'");
        return std::nullopt;
      }
      ++at;
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        image[cycle[i]] = cycle[(i + 1) % cycle.size()];
      }
    }
    return image;
  }

  void generator(const Line& words) {
    const bool of_processes = words.size() > 1 && words[1].text == "processes";
    if (!of_processes) {
      auto image =
          cycles(words, 1, m_.size(), [&](const Token& w) { return known(w); });
      if (!image) return;
      if (m_.processes > 0) {
        error(codes::processes_do_not_fit, words[0].span,
              "where states have processes, generators permute these",
              "write: generator processes (1 2)");
        return;
      }
      m_.generators.push_back({std::move(*image), {}});
      return;
    }
    auto image = cycles(words, 2, m_.processes,
                        [&](const Token& w) { return process(w); });
    if (!image) return;
    Structure::Generator g{{}, std::move(*image)};
    for (std::uint32_t s = 0; s < m_.size(); ++s) {
      std::vector<std::uint32_t> row(m_.processes);
      for (std::uint32_t p = 0; p < m_.processes; ++p) {
        row[g.process[p]] = m_.local(s, p);
      }
      const auto at = rows_.find(row);
      if (at == rows_.end()) {
        error(codes::group_does_not_act, words[0].span,
              fmt::format("the image of state '{}' is no state", m_.states[s]));
        return;
      }
      g.state.push_back(at->second);
    }
    m_.generators.push_back(std::move(g));
  }

  const Source& source_;
  Diagnostics& diagnostics_;
  Structure m_;
  std::map<std::string_view, std::uint32_t> states_, locals_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> rows_;
  std::vector<Line> arcs_, generators_;
};

constexpr network::Entry entries[] = {
    {codes::not_a_structure, "not a structure",
     "A structure has lines `state NAME LOCAL...`, `arc FROM TO PROCESS` (the "
     "process may be left out) and `generator (a b)(c d)` or `generator "
     "processes (1 2)`.",
     "state s\nsta t\n", "state s\nstate t\n"},
    {codes::structure_part_twice, "something that is there twice",
     "States have different names and, with processes, different local states; "
     "a permutation names a state in one cycle only.",
     "state s\nstate s\n", "state s\nstate t\n"},
    {codes::processes_do_not_fit, "processes that do not fit",
     "All states have the local states of the same processes; an arc with a "
     "process changes that one only; generators permute processes.",
     "state a N T\nstate b N\n", "state a N T\nstate b N N\n"},
    {codes::unknown_state_or_process, "an unknown state or process",
     "Arcs and generators name states that are declared somewhere in the file, "
     "and processes by their numbers, from 1.",
     "state s\narc s t\n", "state s\nstate t\narc s t\n"},
    {codes::group_does_not_act, "a group that does not act",
     "Permutations of processes map states to states: with a state there are "
     "all its images.",
     "state a N T\ngenerator processes (1 2)\n",
     "state a N T\nstate b T N\ngenerator processes (1 2)\n"},
};

}  // namespace

std::optional<Structure> read_structure(const Source& source,
                                        Diagnostics& diagnostics) {
  return Reader(source, diagnostics).run();
}

std::span<const network::Entry> structure_entries() {
  return entries;
}

}  // namespace vicinal::explore::inline virtual_symmetry
