// SPDX-License-Identifier: MIT
// A fix is offered where the front end has said what is meant: by the word that
// its message names, or by a code that leaves one way to mend the text.
#include "cli/lsp/fixes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/suggestion.hpp"
#include "network/language/codes.hpp"

namespace vicinal::cli::inline lsp {

using network::Diagnostic;

namespace {

// The place in the document of what a diagnostic, or its note, speaks of. Of an
// imported language diagnostics show the original already.
Span place_in(const Document& document, const network::Source* source,
              Span span) {
  return document.shows(source) ? span : Span{};
}

Json diagnostic_json(const Document& document, const std::string& uri,
                     const Diagnostic& d) {
  const Positions& positions = document.positions();
  Json json;
  json["range"] = positions.range(place_in(document, d.source, d.span));
  json["severity"] = d.severity == network::Severity::error ? 1 : 2;
  json["code"] = fmt::format("V{:04}", number(d.code));
  json["source"] = "vicinal";
  std::string message = d.message;
  Json related = Json::array();
  for (const network::Note& note : d.notes) {
    if (!note.span) {
      message += "\nnote: " + note.message;
      continue;
    }
    const Span span = place_in(document, d.source, *note.span);
    related.push_back(
        Json{{"location", Json{{"uri", uri}, {"range", positions.range(span)}}},
             {"message", note.message}});
  }
  json["message"] = message;
  if (!related.empty()) json["relatedInformation"] = std::move(related);
  return json;
}

struct Fix {
  std::string title;
  Span span;
  std::string text;
};

// The word that the front end takes for the one that is meant.
void add_meant_word(const Document& document, const Diagnostic& d,
                    std::vector<Fix>& fixes) {
  const std::string meant = network::meant_word(d.message);
  const network::Token* word = document.word_at(d.span.begin);
  if (meant.empty() || word == nullptr) return;
  // Some diagnostics are about all that ends with the word.
  const bool first = word->span.begin == d.span.begin;
  if (!first || word->span.end > d.span.end) return;
  fixes.push_back({fmt::format("write '{}'", meant), word->span, meant});
}

// A note stands at the port that lacks a direction.
void add_direction(const Document& document, const Diagnostic& d,
                   std::vector<Fix>& fixes) {
  if (d.notes.empty() || !d.notes[0].span) return;
  for (const auto& process : document.tree().processes) {
    for (const auto& port : process.ports) {
      if (port.name.span != *d.notes[0].span) continue;
      fixes.push_back({fmt::format("declare '{}' as 'inout'", port.name.text),
                       port.direction_span, "inout"});
    }
  }
}

std::vector<Fix> fixes_of(const Document& document, const Diagnostic& d) {
  std::vector<Fix> fixes;
  add_meant_word(document, d, fixes);
  if (d.code == network::codes::in_port_assigned ||
      d.code == network::codes::out_port_read) {
    add_direction(document, d, fixes);
  }
  if (d.code == network::codes::queue_port_not_inout) {
    fixes.push_back({"write 'inout'", d.span, "inout"});
  }
  if (d.code == network::codes::missing_semicolon) {
    fixes.push_back({"insert ';'", {d.span.begin, d.span.begin}, ";"});
  }
  return fixes;
}

}  // namespace

Json diagnostics_json(const Document& document, const std::string& uri) {
  Json json = Json::array();
  for (const Diagnostic& d : document.diagnostics()) {
    json.push_back(diagnostic_json(document, uri, d));
  }
  return json;
}

Json code_actions(const Document& document, const std::string& uri, Span span) {
  Json json = Json::array();
  if (!document.ours()) return json;
  for (const Diagnostic& d : document.diagnostics()) {
    if (d.span.end < span.begin || span.end < d.span.begin) continue;
    for (const Fix& fix : fixes_of(document, d)) {
      Json edit{{"range", document.positions().range(fix.span)},
                {"newText", fix.text}};
      Json action{{"title", fix.title}, {"kind", "quickfix"}};
      action["diagnostics"] = Json::array({diagnostic_json(document, uri, d)});
      action["edit"]["changes"][uri] = Json::array({std::move(edit)});
      json.push_back(std::move(action));
    }
  }
  return json;
}

}  // namespace vicinal::cli::inline lsp
