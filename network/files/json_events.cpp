// SPDX-License-Identifier: MIT
// Where a token begins is found backwards from its end. Of the library's
// messages only the reasons are kept.
#include "network/files/json_events_impl.hpp"

#include <fmt/format.h>

#include "network/base/budget.hpp"
#include "network/files/codes.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

// Between two looks at the limits.
constexpr std::int64_t polled_bytes = 4096;

// Counts what the parser has read.
class Counting {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Counting(const char* at, const char** position)
      : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  Counting& operator++() {
    *position_ = ++at_;
    if (reinterpret_cast<std::uintptr_t>(at_) % polled_bytes == 0) {
      poll(polled_bytes);
    }
    return *this;
  }
  Counting operator++(int) {
    Counting old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Counting& o) const { return at_ == o.at_; }
  bool operator!=(const Counting& o) const { return at_ != o.at_; }

 private:
  const char* at_;
  const char** position_;
};

// The library's message has a position of its own, and repeats what was read.
std::string reason_of(std::string text) {
  if (const auto at = text.find("] "); at != std::string::npos) {
    text.erase(0, at + 2);
  }
  if (text.rfind("parse error at ", 0) == 0) {
    if (const auto at = text.find(": "); at != std::string::npos) {
      text.erase(0, at + 2);
    }
  }
  return text.substr(0, text.find("; last read: "));
}

}  // namespace

bool JsonEvents::parse() {
  // The parser takes a NUL byte for the end of its input.
  const std::size_t nul = source_.text().find('\0');
  if (nul != std::string_view::npos) {
    const auto at = static_cast<std::uint32_t>(nul);
    d_.error(codes::not_json, {at, at + 1},
             "this is not JSON: it has a byte that is 0");
    return false;
  }
  const char* begin = source_.text().data();
  const char* end = begin + source_.text().size();
  return nlohmann::json::sax_parse(Counting(begin, &at_), Counting(end, &at_),
                                   this);
}

bool JsonEvents::shallow(std::size_t depth) {
  if (depth < max_depth) return true;
  d_.error(codes::file_nested_too_deep, last_byte(), too_deep());
  return false;
}

bool JsonEvents::wrong(Span span, std::string_view wanted) {
  d_.error(codes::unexpected_in_file, span, fmt::format("expected {}", wanted));
  return false;
}

bool JsonEvents::is_fresh(std::set<std::string>& keys, const std::string& key) {
  if (keys.insert(key).second) return true;
  d_.error(codes::key_twice, string_span(),
           fmt::format("the key \"{}\" is there twice", key));
  return false;
}

bool JsonEvents::parse_error(std::size_t, const std::string&,
                             const nlohmann::detail::exception& error) {
  const std::string reason = reason_of(error.what());
  const auto end = static_cast<std::uint32_t>(source_.text().size());
  const bool at_end =
      reason.find("unexpected end of input") != std::string::npos;
  d_.error(codes::not_json, at_end ? Span{end, end} : last_byte(),
           fmt::format("this is not JSON: {}", reason));
  return false;
}

Span JsonEvents::last_byte() const {
  const std::uint32_t end = offset();
  return {end == 0 ? 0 : end - 1, end};
}

Span JsonEvents::string_span() const {
  const std::string_view text = source_.text();
  const std::uint32_t end = offset();
  std::uint32_t begin = end - 1;
  while (begin > 0) {
    --begin;
    if (text[begin] != '"') continue;
    std::uint32_t slashes = 0;
    while (slashes < begin && text[begin - 1 - slashes] == '\\') ++slashes;
    if (slashes % 2 == 0) break;
  }
  return {begin, end};
}

Span JsonEvents::number_span() const {
  const std::string_view text = source_.text().substr(0, offset());
  const auto within = [](char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' ||
           c == 'e' || c == 'E';
  };
  std::size_t end = text.size();
  if (end > 0 && !within(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && within(text[begin - 1])) --begin;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace vicinal::network::inline files
