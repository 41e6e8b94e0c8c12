// SPDX-License-Identifier: MIT
// XML as a stream of events with their places, by expat: what the readers of
// all formats that are XML have in common, those of models, too.
//
// Entities cannot be declared, since a DOCTYPE ends the reading (V0612); depth
// is capped (V0602); texts are kept only where somebody wants them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "network/base/diagnostic.hpp"

struct XML_ParserStruct;

namespace vicinal::network::inline files {

class XmlEvents {
 public:
  // `latin1`: whatever the file declares.
  XmlEvents(const Source& source, Diagnostics& diagnostics, bool latin1);
  virtual ~XmlEvents() = default;
  XmlEvents(const XmlEvents&) = delete;
  XmlEvents& operator=(const XmlEvents&) = delete;

 protected:
  // Between a name space and a name: no character of either.
  static constexpr char separator = '\n';

  // An element begins, with its name space if it has one; its attributes can
  // be looked at until this returns.
  virtual void begin(std::string_view name) = 0;
  // The element that began last and has not ended ends.
  virtual void end() = 0;

  // Reads all; false after an error, which was reported.
  bool parse();

  // Reported, at the element; nothing more is read.
  void fail(Code code, std::string message, std::vector<Note> notes = {});
  bool failed() const { return failed_; }
  Span span() const;  // of the tag

  // Of the element that begins. The value, or null; where it has to be there,
  // V0605 if it is not.
  const char* attribute(std::string_view name) const;
  const char* required(std::string_view element, std::string_view name);
  // Calls f(name), with its name space, for each.
  template <class F>
  void each_attribute(const F& f) const {
    for (const char* const* a = attributes_; *a != nullptr; a += 2) {
      f(std::string_view(*a));
    }
  }

  // Text is kept from here to `take_text`.
  void keep_text();
  bool keeps_text() const { return keeps_text_; }
  std::string take_text();

  // The part of a name behind its name space, and the name space.
  static std::string_view local_name(std::string_view name);
  static std::string_view name_space(std::string_view name);

  Diagnostics& d_;

 private:
  struct Callbacks;

  const Source& source_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> parser_;
  const char* const* attributes_ = nullptr;
  std::size_t depth_ = 0;
  std::string text_;
  bool keeps_text_ = false;
  bool failed_ = false;
};

}  // namespace vicinal::network::inline files
