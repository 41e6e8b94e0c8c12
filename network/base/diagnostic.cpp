// SPDX-License-Identifier: MIT
// Errors beyond the limit are counted and not kept, so that error_count stays
// true. Suggestions: the least edit distance, at most a third of the word, the
// first of equals.
#include "network/base/diagnostic.hpp"

#include <algorithm>

namespace vicinal::network::inline base {

void Diagnostics::add(Severity severity, Code code, Span span,
                      std::string message, std::vector<Note> notes) {
  if (severity == Severity::error && ++errors_ > limit_) {
    return;
  }
  const Source* source = source_;
  if (source != nullptr && source->origin()) {
    const Place place = source->place(span);
    for (Note& note : notes) {
      if (!note.span) continue;
      const Place own = source->place(*note.span);
      // A note speaks of the file of its diagnostic.
      note.span =
          own.source == place.source ? std::optional(own.span) : std::nullopt;
    }
    source = place.source;
    span = place.span;
  }
  all_.push_back(
      {severity, code, source, span, std::move(message), std::move(notes)});
}

void Diagnostics::error(Code code, Span span, std::string message,
                        std::vector<Note> notes) {
  add(Severity::error, code, span, std::move(message), std::move(notes));
}

void Diagnostics::warning(Code code, Span span, std::string message,
                          std::vector<Note> notes) {
  add(Severity::warning, code, span, std::move(message), std::move(notes));
}

namespace {

// Parts of one text, each with lines of its own, in their order.
std::uint32_t first_line(const Diagnostic& d) {
  return d.source != nullptr ? d.source->first_line() : 1;
}

}  // namespace

void Diagnostics::sort() {
  std::stable_sort(all_.begin(), all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     const std::uint32_t first = first_line(a);
                     const std::uint32_t second = first_line(b);
                     if (first != second) return first < second;
                     return a.span.begin < b.span.begin;
                   });
}

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

}  // namespace vicinal::network::inline base
