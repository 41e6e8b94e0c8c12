// SPDX-License-Identifier: MIT
// SHA-256; a text has its length before it, so that "ab", "c" is another list
// than "a", "bc".
#include "explore/checkpoint/fingerprint.hpp"

#include <sha2.h>
#include <sys/types.h>

#include <array>

namespace vicinal::explore::inline checkpoint {

struct Fingerprint::Context {
  SHA2_CTX sha = {};
};

Fingerprint::Fingerprint() : context_(std::make_unique<Context>()) {
  SHA256Init(&context_->sha);
}
Fingerprint::~Fingerprint() = default;

void Fingerprint::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  SHA256Update(&context_->sha,
               reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

void Fingerprint::add(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  }
  SHA256Update(&context_->sha, bytes.data(), bytes.size());
}

std::string Fingerprint::hex() {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
  SHA256End(&context_->sha, text.data());
  return text.data();
}

}  // namespace vicinal::explore::inline checkpoint
