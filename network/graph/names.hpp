// SPDX-License-Identifier: MIT
// Names of nodes or edges, in one text: four bytes for each besides its own.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vicinal::network::inline graph {

class Names {
 public:
  Names() = default;
  Names(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) push_back(name);
  }

  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }

  // Views stay valid until a name is added.
  std::string_view operator[](std::size_t i) const {
    const std::uint32_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(text_).substr(begin, ends_[i] - begin);
  }

  // For that many, with that many bytes.
  void reserve(std::size_t names, std::size_t bytes) {
    ends_.reserve(names);
    text_.reserve(bytes);
  }
  // More than 4 GiB of names are a contract violation.
  void push_back(std::string_view name) {
    if (text_.size() + name.size() > UINT32_MAX) {
      throw std::length_error("Names: too many");
    }
    text_ += name;
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  // More names, all of them empty; or only the first.
  void resize(std::size_t size) {
    ends_.resize(size, static_cast<std::uint32_t>(text_.size()));
    text_.resize(ends_.empty() ? 0 : ends_.back());
  }
  void clear() { resize(0); }

  bool operator==(const Names&) const = default;

 private:
  std::string text_;
  std::vector<std::uint32_t> ends_;  // of each name in text_
};

}  // namespace vicinal::network::inline graph
