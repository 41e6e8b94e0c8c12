// SPDX-License-Identifier: MIT
// Names of nodes or edges: in one text, four bytes for each besides its own;
// or, as long as all are small numbers, as those of most long lists, four bytes
// each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vicinal::network::inline graph {

inline constexpr std::uint32_t no_small_number = UINT32_MAX;

// The number below 10^9 that a name is, written as numbers are (without zeros
// in front), or `no_small_number`.
inline std::uint32_t small_number(std::string_view name) {
  if (name.empty() || name.size() > 9) return no_small_number;
  if (name[0] == '0' && name.size() > 1) return no_small_number;
  std::uint32_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return no_small_number;
    number = 10 * number + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

class Names {
 public:
  Names() = default;
  Names(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) push_back(name);
  }

  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }

  std::string operator[](std::size_t i) const {
    return spelled_ ? std::string(view(i)) : std::to_string(list_[i]);
  }
  // Whether the i-th is this one.
  bool is(std::size_t i, std::string_view name) const {
    return spelled_ ? view(i) == name : small_number(name) == list_[i];
  }

  // For that many, with that many bytes.
  void reserve(std::size_t names, std::size_t bytes) {
    list_.reserve(names);
    text_.reserve(bytes);
  }
  // More than 4 GiB of names are a contract violation.
  void push_back(std::string_view name) {
    if (!spelled_) {
      if (const std::uint32_t number = small_number(name);
          number != no_small_number) {
        list_.push_back(number);
        return;
      }
      spell();
    }
    append(name);
    list_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  // More names, all of them empty; or only the first.
  void resize(std::size_t size) {
    if (!spelled_ && size > list_.size()) spell();
    list_.resize(size, static_cast<std::uint32_t>(text_.size()));
    spelled_ = spelled_ && size > 0;
    text_.resize(spelled_ ? list_.back() : 0);
  }
  void clear() { resize(0); }

  bool operator==(const Names& other) const {
    if (size() != other.size()) return false;
    for (std::size_t i = 0; i < size(); ++i) {
      if (spelled_ ? !other.is(i, view(i)) : !other.is(i, (*this)[i])) {
        return false;
      }
    }
    return true;
  }

 private:
  std::string_view view(std::size_t i) const {
    const std::uint32_t begin = i == 0 ? 0 : list_[i - 1];
    return std::string_view(text_).substr(begin, list_[i] - begin);
  }
  void append(std::string_view name) {
    if (text_.size() + name.size() > UINT32_MAX) {
      throw std::length_error("Names: too many");
    }
    text_ += name;
  }
  // From now on names are text.
  void spell() {
    for (std::uint32_t& number : list_) {
      append(std::to_string(number));
      number = static_cast<std::uint32_t>(text_.size());
    }
    spelled_ = true;
  }

  std::string text_;
  // If `spelled_`, where each name ends in text_; else the names.
  std::vector<std::uint32_t> list_;
  bool spelled_ = false;
};

}  // namespace vicinal::network::inline graph
