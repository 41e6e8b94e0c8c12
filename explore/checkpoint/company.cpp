// SPDX-License-Identifier: MIT
#include "explore/checkpoint/company.hpp"

#include "network/ranks/text_words.hpp"

namespace vicinal::explore::inline checkpoint {

std::string first_said(Company* company, const std::string& mine) {
  if (company == nullptr) return mine;
  using Words = std::vector<std::uint64_t>;
  return network::first_text(company->gather(network::text_words<Words>(mine)));
}

}  // namespace vicinal::explore::inline checkpoint
