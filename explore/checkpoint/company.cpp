// SPDX-License-Identifier: MIT
// A text is its length, and then its bytes, eight in a word.
#include "explore/checkpoint/company.hpp"

#include <cstring>
#include <stdexcept>

namespace vicinal::explore::inline checkpoint {

std::string first_said(Company* company, const std::string& mine) {
  if (company == nullptr) return mine;
  std::vector<std::uint64_t> words(1 + (mine.size() + 7) / 8);
  words[0] = mine.size();
  std::memcpy(words.data() + 1, mine.data(), mine.size());
  for (const auto& row : company->gather(words)) {
    if (row.empty() || row[0] > 8 * (row.size() - 1)) {
      throw std::logic_error("first_said: a text that is cut");
    }
    if (row[0] == 0) continue;
    std::string text(row[0], '\0');
    std::memcpy(text.data(), row.data() + 1, text.size());
    return text;
  }
  return {};
}

}  // namespace vicinal::explore::inline checkpoint
