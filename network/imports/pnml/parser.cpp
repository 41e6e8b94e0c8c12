// SPDX-License-Identifier: MIT
// What labels are and say: words, numbers, structures.
#include "network/imports/pnml/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/pnml/codes.hpp"
#include "network/imports/pnml/parser_impl.hpp"

namespace vicinal::pnml {
std::optional<Net> parse(const network::Source& source,
                         network::Diagnostics& diagnostics) {
  const std::optional<Document> document = read_document(source, diagnostics);
  if (!document) return {};
  return Parser(*document, diagnostics).run();
}

// Words stand in <text>, and nothing else does.
void Parser::check_texts() {
  for (const Element& e : document_.elements) {
    network::poll();
    if (e.name == "text") {
      only_attributes(e, {});
      only_children(e, {});
    } else if (!trimmed(e.text).empty()) {
      error(codes::unknown_part, e,
            fmt::format("the text '{}' in <{}> is not taken",
                        trimmed(e.text).substr(0, 40), e.name));
    }
  }
}

std::string Parser::text_of(const Element& label) {
  only_attributes(label, {});
  only_children(label, {"text"});
  const ElementId text = this->label(label, "text");
  if (text.valid()) return trimmed(at(text).text);
  error(codes::missing_or_twice, label,
        fmt::format("this <{}> has no <text>", label.name));
  return {};
}

std::int64_t Parser::number_label(const Element& label, std::int64_t least) {
  const std::size_t before = diagnostics_.error_count();
  const std::string text = text_of(label);
  if (diagnostics_.error_count() > before) return least;
  const std::int64_t value = number(label, text);
  if (value < least && diagnostics_.error_count() == before) {
    error(codes::tokens_not_taken, label,
          fmt::format("a number of tokens that is {}: it is at least {} here",
                      value, least));
  }
  return std::max(value, least);
}

// The one element that says what the label means; its <text> is for people.
const Element* Parser::structure(const Element& label) {
  only_attributes(label, {});
  only_children(label, {"text", "structure"});
  const ElementId id = this->label(label, "structure");
  if (!id.valid()) {
    error(codes::missing_or_twice, label,
          fmt::format("this <{}> has no <structure>", label.name));
    return nullptr;
  }
  only_attributes(at(id), {});
  return only_child(at(id));
}

// What <name> says, where it says something, or the id.
Word Parser::name_of(const Element& e, const std::string& id) {
  const ElementId name = label(e, "name");
  if (!name.valid() || at(name).children.empty()) return {id, e.span};
  std::string text = text_of(at(name));
  return {text.empty() ? id : std::move(text), e.span};
}

}  // namespace vicinal::pnml
