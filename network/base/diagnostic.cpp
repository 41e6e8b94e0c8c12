// SPDX-License-Identifier: MIT
// Errors beyond the limit are counted and not kept, so that error_count stays
// true.
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

}  // namespace vicinal::network::inline base
