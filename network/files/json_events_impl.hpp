// SPDX-License-Identifier: MIT
// nlohmann's parser as a stream of events, with their places: it gives no
// positions, but an iterator that counts does. When an event comes, its token
// ends where the iterator is. Not for use outside of network/files/.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

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

}  // namespace vicinal::network::inline files
