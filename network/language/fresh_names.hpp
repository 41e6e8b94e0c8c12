// SPDX-License-Identifier: MIT
// Names that nothing in a model has.
#pragma once

#include <set>
#include <string>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

class FreshNames {
 public:
  explicit FreshNames(const Model& model);

  // The name is one that somebody has, too.
  void add(const std::string& name) { taken_.insert(name); }

  // What is wished, or where somebody has that name, it with the first number
  // from `first` on that makes it one nobody has. It is somebody's then.
  std::string fresh(const std::string& wish, int first = 1);

 private:
  std::set<std::string> taken_;
};

}  // namespace vicinal::network::inline language
