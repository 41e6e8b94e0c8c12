// SPDX-License-Identifier: MIT
// Random actions of the processes of a world. Each is one line of text.
#pragma once

#include <string>

#include "terms.hpp"

namespace vicinal::random_models {

class Actions {
 public:
  Actions(Dice& dice, const World& world, Terms& terms)
      : dice_(dice), world_(world), terms_(terms) {}

  std::string action(std::size_t process, const std::string& name, int number);
  std::string guarded_action(std::size_t process, const std::string& name);
  std::string contest(std::size_t process, const std::string& name);
  std::string several(std::size_t process);  // a0, a1, ... of these

  // What a process sees of itself, and of shared variables.
  Seen own(std::size_t process);
  std::string global_guard();

 private:
  std::string parameters(Seen& guard, Seen& body);
  std::string phase(int rarity, const std::string& rare,
                    const std::string& usual);

  Dice& dice_;
  const World& world_;
  Terms& terms_;
};

}  // namespace vicinal::random_models
