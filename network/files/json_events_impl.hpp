// SPDX-License-Identifier: MIT
// nlohmann's parser as a stream of events, with their places: it gives no
// positions, but an iterator that counts does. When an event comes, its token
// ends where the iterator is. Not for headers that are installed.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "network/base/diagnostic.hpp"

namespace vicinal::network::inline files {

class JsonEvents : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonEvents(const Source& source, Diagnostics& diagnostics)
      : source_(source), d_(diagnostics), at_(source.text().data()) {}

  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override;

 protected:
  // False after an error, which was reported.
  bool parse();

  // Whether one level more may be opened; the error V0602 if not.
  bool shallow(std::size_t depth);

  // The error V0603; false.
  bool wrong(Span span, std::string_view wanted);

  // Whether an object has this key, which was just read, for the first time;
  // the error V0604 if not.
  bool is_fresh(std::set<std::string>& keys, const std::string& key);

  std::uint32_t offset() const {
    return static_cast<std::uint32_t>(at_ - source_.text().data());
  }
  // Of a bracket that was just read.
  Span last_byte() const;
  // Of a string, back to the quote that opens it.
  Span string_span() const;
  // Of true, false, null: the parser stops behind them.
  Span word_span(std::uint32_t length) const {
    return {offset() - length, offset()};
  }
  // Of a number the parser has read the byte behind it, too, if there is one.
  Span number_span() const;

  const Source& source_;
  Diagnostics& d_;

 private:
  const char* at_;
};

// Where all scalars are texts.
class JsonTexts : public JsonEvents {
 public:
  using JsonEvents::JsonEvents;

  bool null() override { return value("", word_span(4), false); }
  bool boolean(bool is) override {
    return value(is ? "true" : "false", word_span(is ? 4 : 5), false);
  }
  bool number_integer(number_integer_t n) override {
    return value(std::to_string(n), number_span(), true);
  }
  bool number_unsigned(number_unsigned_t n) override {
    return value(std::to_string(n), number_span(), true);
  }
  bool number_float(number_float_t, const string_t& text) override {
    return value(text, number_span(), false);
  }
  bool binary(binary_t&) override { return false; }  // not in text
  bool string(string_t& text) override {
    return value(text, string_span(), true);
  }

 protected:
  // A scalar, and whether it can be an id: a string, or a whole number. False
  // after an error, which was reported.
  virtual bool value(const std::string& text, Span span, bool can_name) = 0;
};

}  // namespace vicinal::network::inline files
