// SPDX-License-Identifier: MIT
// Behind headers: a header is lines that end in CR LF, or in LF alone, up to an
// empty one. Only Content-Length means something. A length that is not believed
// costs no memory: nothing is reserved for it.
#include "cli/rpc/framing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "network/base/blanks.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::cli::inline rpc {

namespace {

struct Header {
  std::optional<std::size_t> length;
  std::size_t end = 0;  // behind the empty line
  bool whole = false;
};

void read_field(std::string_view line, Header& header) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name =
      network::small_letters(network::trimmed(line.substr(0, colon)));
  if (name != "content-length") return;
  const std::string_view digits = network::trimmed(line.substr(colon + 1));
  std::size_t length = 0;
  const auto [rest, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), length);
  header.length.reset();
  if (error == std::errc() && rest == digits.data() + digits.size()) {
    header.length = length;
  }
}

Header read_header(std::string_view text) {
  Header header;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return header;
    const std::string_view line =
        network::trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (line.empty()) {
      header.end = begin;
      header.whole = true;
      return header;
    }
    read_field(line, header);
  }
  return header;
}

}  // namespace

// False: there are more bytes to pass over than have come.
bool Framing::pass_over() {
  const std::size_t here = std::min(skipped_, buffer_.size() - at_);
  at_ += here;
  skipped_ -= here;
  if (at_ == buffer_.size()) {
    buffer_.clear();
    at_ = 0;
  }
  return skipped_ == 0;
}

std::optional<Incoming> Framing::wrong(std::size_t end, std::string sentence) {
  at_ += end;
  return Incoming{{}, std::move(sentence)};
}

std::optional<Incoming> Framing::next() {
  if (!pass_over()) return std::nullopt;
  const std::string_view rest = std::string_view(buffer_).substr(at_);
  const Header header = read_header(rest);
  if (!header.whole) {
    if (rest.size() <= longest_header) return std::nullopt;
    return wrong(rest.size(), "the header of a message does not end");
  }
  if (!header.length) {
    return wrong(header.end, "the header of a message has no Content-Length");
  }
  if (*header.length > longest_message) {
    skipped_ = *header.length;
    return wrong(header.end, fmt::format("a message of {} bytes is too long",
                                         *header.length));
  }
  if (rest.size() - header.end < *header.length) return std::nullopt;
  Incoming message{std::string(rest.substr(header.end, *header.length)), {}};
  at_ += header.end + *header.length;
  // What was read goes when it is much, so that bytes move seldom.
  if (at_ > buffer_.size() / 2) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  return message;
}

std::string framed(std::string_view text) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

std::optional<Incoming> LineFraming::next() {
  while (true) {
    const std::size_t end = buffer_.find('\n', std::max(at_, seen_));
    if (end == std::string::npos) break;
    std::string line = buffer_.substr(at_, end - at_);
    at_ = seen_ = end + 1;
    if (std::exchange(too_long_, false) ||
        line.size() > Framing::longest_message) {
      return Incoming{{}, "a message is too long"};
    }
    if (line.ends_with('\r')) line.pop_back();
    if (!network::trimmed(line).empty()) return Incoming{std::move(line), {}};
  }
  buffer_.erase(0, at_);
  at_ = 0;
  if (buffer_.size() > Framing::longest_message) {
    too_long_ = true;
    buffer_.clear();
  }
  seen_ = buffer_.size();
  return std::nullopt;
}

}  // namespace vicinal::cli::inline rpc
