// SPDX-License-Identifier: MIT
// Any bytes as the answer of a solver: they are one, which is written as it was
// read, or are refused with a sentence.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "obligations/answers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace vicinal::obligations;
  const auto answer = parse_answer({reinterpret_cast<const char*>(data), size});
  if (const auto* wrong = std::get_if<std::string>(&answer)) {
    if (wrong->empty()) std::abort();
    return 0;
  }
  const auto& read = std::get<0>(answer);
  const auto again = parse_answer(answer_text(read));
  const auto* same = std::get_if<0>(&again);
  if (same == nullptr || same->verdict != read.verdict ||
      same->text_hash != read.text_hash || same->solver != read.solver ||
      same->version != read.version || same->job != read.job) {
    std::abort();
  }
  return 0;
}
