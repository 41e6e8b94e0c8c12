// SPDX-License-Identifier: MIT
// A sentence as numbers, for those who can only send each other numbers: one
// for each byte. Sentences are short.
#pragma once

#include <string>
#include <vector>

namespace vicinal::network::inline ranks {

template <class Words>
Words text_words(const std::string& text) {
  Words words;
  words.reserve(text.size());
  for (const char c : text) words.push_back(static_cast<unsigned char>(c));
  return words;
}

// The first text that is not empty, of those that all have sent. Empty: none.
template <class Words>
std::string first_text(const std::vector<Words>& all) {
  for (const Words& words : all) {
    if (words.empty()) continue;
    std::string text;
    text.reserve(words.size());
    for (const auto word : words) text += static_cast<char>(word);
    return text;
  }
  return {};
}

}  // namespace vicinal::network::inline ranks
