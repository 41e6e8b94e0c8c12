// SPDX-License-Identifier: MIT
// Text belongs to the element that is open where it stands: what was collected
// is put there whenever an element begins or ends.
#include "network/imports/pnml/element.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/files/xml_events.hpp"
#include "network/imports/pnml/codes.hpp"

namespace vicinal::pnml {
namespace {

constexpr std::string_view pnml_space =
    "http://www.pnml.org/version-2009/grammar/pnml";
constexpr std::string_view contest_space = "http://mcc.lip6.fr/";
constexpr std::string_view xml_space = "http://www.w3.org/XML/1998/namespace";
constexpr std::string_view schema_space =
    "http://www.w3.org/2001/XMLSchema-instance";

class DocumentReader : private network::XmlEvents {
 public:
  DocumentReader(const network::Source& source,
                 network::Diagnostics& diagnostics, Vocabulary vocabulary)
      : XmlEvents(source, diagnostics, false), vocabulary_(vocabulary) {}

  std::optional<Document> run() {
    if (!parse()) return {};
    return std::move(out_);
  }

 private:
  void begin(std::string_view name) override;
  void end() override;
  void keep_own_text();
  // With its name space, which no name of PNML has.
  static std::string shown(std::string_view name) {
    std::string out(name);
    std::ranges::replace(out, separator, ':');
    return out;
  }
  bool root_fits(std::string_view name);

  const Vocabulary vocabulary_;
  Document out_;
  std::vector<ElementId> open_;
  std::size_t skipped_ = 0;  // elements that are open and not in the tree
};

void DocumentReader::keep_own_text() {
  if (!keeps_text()) return;
  out_.elements[open_.back().index()].text += take_text();
}

bool DocumentReader::root_fits(std::string_view name) {
  const std::string_view space = name_space(name);
  const std::string_view local = local_name(name);
  if (vocabulary_ == Vocabulary::properties) {
    if (space == contest_space && local == "property-set") return true;
    fail(codes::not_properties,
         fmt::format("the root is not <property-set xmlns=\"{}\">",
                     contest_space));
    return false;
  }
  if (space == pnml_space && local == "pnml") return true;
  fail(codes::not_a_net,
       fmt::format("the root is not <pnml xmlns=\"{}\">", pnml_space),
       {{std::nullopt, "files of before 2009 are not taken"}});
  return false;
}

void DocumentReader::begin(std::string_view name) {
  const std::string_view local = local_name(name);
  const bool net = vocabulary_ == Vocabulary::net;
  const bool own = name_space(name) == (net ? pnml_space : contest_space);
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  if (open_.empty() && !root_fits(name)) return;
  keep_own_text();
  const bool in_text =
      !open_.empty() && out_.elements[open_.back().index()].name == "text";
  if (own && net && !in_text &&
      (local == "graphics" || local == "toolspecific")) {
    skipped_ = 1;
    return;
  }
  Element e;
  e.name = own ? std::string(local) : shown(name);
  e.span = span();
  each_attribute([&](std::string_view full) {
    const std::string_view space = name_space(full);
    if (space == xml_space || space == schema_space) return;
    e.attributes.push_back({shown(full), attribute(full)});
  });
  const ElementId id(out_.elements.size());
  if (!open_.empty())
    out_.elements[open_.back().index()].children.push_back(id);
  out_.elements.push_back(std::move(e));
  open_.push_back(id);
  keep_text();
}

void DocumentReader::end() {
  if (skipped_ > 0) {
    if (--skipped_ == 0) keep_text();
    return;
  }
  keep_own_text();
  open_.pop_back();
  if (!open_.empty()) keep_text();
}

}  // namespace

const std::string* Element::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(attributes, wanted, &Attribute::name);
  return found == attributes.end() ? nullptr : &found->value;
}

std::optional<Document> read_document(const network::Source& source,
                                      network::Diagnostics& diagnostics,
                                      Vocabulary vocabulary) {
  return DocumentReader(source, diagnostics, vocabulary).run();
}

}  // namespace vicinal::pnml
