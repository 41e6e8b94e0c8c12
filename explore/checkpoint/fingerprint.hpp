// SPDX-License-Identifier: MIT
// SHA-256 of what an exploration is of.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace vicinal::explore::inline checkpoint {

// Of a sequence of texts and numbers. Texts count with their lengths, so that
// two sequences are the same only if each part is.
class Fingerprint {
 public:
  Fingerprint();
  ~Fingerprint();
  Fingerprint(const Fingerprint&) = delete;
  Fingerprint& operator=(const Fingerprint&) = delete;

  void add(std::string_view text);
  void add(std::uint64_t number);

  // Of all that was added; nothing is added later.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace vicinal::explore::inline checkpoint
