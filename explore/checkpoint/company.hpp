// SPDX-License-Identifier: MIT
// Searches that save together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vicinal::explore::inline checkpoint {

// Each has a part of the states, and all have one folder. The first one makes
// it, and writes what all have in common.
class Company {
 public:
  Company() = default;
  Company(const Company&) = delete;
  Company& operator=(const Company&) = delete;
  virtual ~Company() = default;

  virtual unsigned rank() const = 0;
  // Words of each, by rank. All come to the same meetings in the same order,
  // whatever has happened to one of them.
  virtual std::vector<std::vector<std::uint64_t>> gather(
      std::span<const std::uint64_t> mine) = 0;
};

// The first text of all that is not empty. Without company: mine. A meeting.
std::string first_said(Company* company, const std::string& mine);

}  // namespace vicinal::explore::inline checkpoint
