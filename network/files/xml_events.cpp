// SPDX-License-Identifier: MIT
// expat calls C functions, which call members.
#include "network/files/xml_events.hpp"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

struct XmlEvents::Callbacks {
  static XmlEvents& of(void* self) { return *static_cast<XmlEvents*>(self); }

  static void start(void* self, const XML_Char* name,
                    const XML_Char** attributes) {
    XmlEvents& events = of(self);
    poll();
    if (events.failed_) return;
    if (events.depth_ >= max_depth)
      return events.fail(codes::file_nested_too_deep, too_deep());
    events.attributes_ = attributes;
    ++events.depth_;
    events.begin(name);
  }

  static void end(void* self, const XML_Char*) {
    XmlEvents& events = of(self);
    if (events.failed_) return;
    --events.depth_;
    events.end();
  }

  static void characters(void* self, const XML_Char* text, int length) {
    XmlEvents& events = of(self);
    if (!events.keeps_text_) return;
    events.text_.append(text, static_cast<std::size_t>(length));
  }

  static void doctype(void* self, const XML_Char*, const XML_Char*,
                      const XML_Char*, int) {
    of(self).fail(codes::doctype,
                  "a DOCTYPE is not taken: it may define entities");
  }
};

XmlEvents::XmlEvents(const Source& source, Diagnostics& diagnostics,
                     bool latin1)
    : d_(diagnostics),
      source_(source),
      parser_(XML_ParserCreateNS(latin1 ? "ISO-8859-1" : nullptr, separator),
              XML_ParserFree) {
  XML_SetUserData(parser_.get(), this);
  XML_SetElementHandler(parser_.get(), Callbacks::start, Callbacks::end);
  XML_SetCharacterDataHandler(parser_.get(), Callbacks::characters);
  XML_SetStartDoctypeDeclHandler(parser_.get(), Callbacks::doctype);
}

bool XmlEvents::parse() {
  const std::string_view text = source_.text();
  const XML_Status status = XML_Parse(parser_.get(), text.data(),
                                      static_cast<int>(text.size()), XML_TRUE);
  if (status != XML_STATUS_OK && !failed_) {
    const auto at = static_cast<std::uint32_t>(
        std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_.get())));
    const auto end = static_cast<std::uint32_t>(text.size());
    d_.error(codes::not_xml, {std::min(at, end), std::min(at + 1, end)},
             fmt::format("this is not XML: {}",
                         XML_ErrorString(XML_GetErrorCode(parser_.get()))));
    failed_ = true;
  }
  return !failed_;
}

void XmlEvents::fail(Code code, std::string message, std::vector<Note> notes) {
  if (failed_) return;
  failed_ = true;
  d_.error(code, span(), std::move(message), std::move(notes));
  XML_StopParser(parser_.get(), XML_FALSE);
}

Span XmlEvents::span() const {
  const auto begin =
      static_cast<std::uint32_t>(XML_GetCurrentByteIndex(parser_.get()));
  const int count = XML_GetCurrentByteCount(parser_.get());
  return {begin, begin + static_cast<std::uint32_t>(count > 0 ? count : 0)};
}

const char* XmlEvents::attribute(std::string_view name) const {
  for (const char* const* a = attributes_; *a != nullptr; a += 2) {
    if (name == *a) return a[1];
  }
  return nullptr;
}

const char* XmlEvents::required(std::string_view element,
                                std::string_view name) {
  const char* found = attribute(name);
  if (found == nullptr) {
    fail(codes::missing_id,
         fmt::format("this {} has no \"{}\"", element, name));
  }
  return found;
}

void XmlEvents::keep_text() {
  keeps_text_ = true;
  text_.clear();
}

std::string XmlEvents::take_text() {
  keeps_text_ = false;
  return std::exchange(text_, {});
}

std::string_view XmlEvents::local_name(std::string_view name) {
  const std::size_t split = name.find(separator);
  return split == std::string_view::npos ? name : name.substr(split + 1);
}

std::string_view XmlEvents::name_space(std::string_view name) {
  const std::size_t split = name.find(separator);
  return split == std::string_view::npos ? std::string_view{}
                                         : name.substr(0, split);
}

}  // namespace vicinal::network::inline files
