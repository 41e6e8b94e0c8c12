// SPDX-License-Identifier: MIT
// Values of a log as scalars of the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/conform/log_names.hpp"
#include "explore/conform/mapping.hpp"

namespace vicinal::explore::inline conform {

// What is wrong with a value, and where.
struct UnfitValue {
  network::Span span;
  std::string message;
};

class SeenValues {
 public:
  // All must outlive it.
  SeenValues(const network::Instance& instance, const LogNames& names,
             const Mapping& mapping)
      : instance_(instance), names_(names), mapping_(mapping) {}

  // Appends what the value says of a variable of this type at `slot`. `null`,
  // in place of the value or of a part of it, says nothing; neither does a
  // field that is missing. `impossible` is set where a number is out of its
  // range, or a queue or an array longer than it can be. What is no value of
  // this type at all: what is wrong.
  std::optional<UnfitValue> read(const LogTree& tree, const LogNode& value,
                                 SeenVariable& variable,
                                 std::vector<SeenScalar>& out) const;

  // The value of an action's binder; none: null. UnfitValue as above; a number
  // that is not whole or beyond 64 bits is one, too.
  std::optional<UnfitValue> binder(const LogTree& tree, const LogNode& value,
                                   network::TypeId type,
                                   std::optional<network::Scalar>& out) const;

 private:
  struct Reading;

  const network::Instance& instance_;
  const LogNames& names_;
  const Mapping& mapping_;
};

}  // namespace vicinal::explore::inline conform
