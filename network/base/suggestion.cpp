// SPDX-License-Identifier: MIT
// The least edit distance, at most a third of the word, the first of equals.
#include "network/base/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace vicinal::network::inline base {

namespace {

// Damerau-Levenshtein, restricted to adjacent transpositions; three rows.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1),
      row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1,
                         last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string closest(std::string_view word,
                    const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t difference = candidate.size() > word.size()
                                       ? candidate.size() - word.size()
                                       : word.size() - candidate.size();
    if (difference >= best_distance || candidate == word) continue;
    const std::size_t found = distance(word, candidate);
    if (found < best_distance && found < candidate.size()) {
      best_distance = found;
      best = candidate;
    }
  }
  return best;
}

namespace {

constexpr std::string_view before = "did you mean '", after = "'?";

}  // namespace

std::string did_you_mean(std::string_view near) {
  if (near.empty()) return {};
  return fmt::format("; {}{}{}", before, near, after);
}

std::string did_you_mean(std::string_view word,
                         const std::vector<std::string>& candidates) {
  return did_you_mean(closest(word, candidates));
}

std::string meant_word(std::string_view message) {
  const std::size_t begin = message.rfind(before);
  if (begin == std::string_view::npos || !message.ends_with(after)) return {};
  message.remove_suffix(after.size());
  return std::string(message.substr(begin + before.size()));
}

}  // namespace vicinal::network::inline base
