// SPDX-License-Identifier: MIT
// Necessary conditions of forms on single processes and on the rest: most steps
// may not be taken, and that is seen without evaluating anything.
#pragma once

#include <map>
#include <vector>

#include "explore/lazy/locals.hpp"
#include "symmetry/forms/forms.hpp"

namespace vicinal::explore::inline lazy {

using symmetry::FormId;
using symmetry::Forms;

// Which values a slot may have.
struct Need {
  std::uint32_t place = 0;  // of a slot in its block; slot; pointer
  network::Scalar low = 0;
  std::vector<bool> may;  // per value from there on
  bool holds(network::Scalar v) const {
    return may[static_cast<std::size_t>(v - low)];
  }
  auto operator<=>(const Need&) const = default;
};

// What forms need of one process, numbered, and which local states have it: a
// bit for each. Any number of threads may look, as long as nobody adds or
// learns.
class LocalNeeds {
 public:
  explicit LocalNeeds(const Locals& locals) : locals_(locals) {}

  // All of these; to be asked before anything is learned.
  std::uint32_t number(const std::vector<Need>& needs);
  // Looks at the local states that there are by now. O(numbers), once for each.
  void learn();
  bool allows(std::uint32_t number, std::uint32_t local) const {
    return bits_[local * words_ + number / 64] >> number % 64 & 1;
  }
  std::uint64_t bytes() const { return bits_.capacity() * 8; }

 private:
  const Locals& locals_;
  std::map<std::vector<Need>, std::uint32_t> numbers_;
  std::vector<std::vector<Need>> needs_;
  std::size_t words_ = 1;            // for a local state
  std::vector<std::uint64_t> bits_;  // per local state
};

class Needs {
 public:
  // All must outlive it.
  Needs(FormId form, const Forms& forms, const Processes& processes,
        const network::Instance& instance, LocalNeeds& local);

  // They are sufficient, too.
  bool exact() const { return exact_; }
  // Whether the form may be true with this rest.
  bool allows(const Locals& locals, std::uint32_t rest) const;

  struct OfProcess {
    std::uint32_t process = no_process;
    std::uint32_t number = no_process;  // in LocalNeeds; or none, but pointers
  };
  // Of which something is needed, ascending.
  const std::vector<OfProcess>& of_processes() const { return of_processes_; }
  // Whether it may be true with that process in this local state.
  bool allows(const Locals& locals, const OfProcess& need,
              std::uint32_t local) const {
    if (need.number != no_process && !local_.allows(need.number, local)) {
      return false;
    }
    return of_pointers_.empty() || pointers_allow(locals, need.process, local);
  }
  bool allows(const Locals& locals, std::uint32_t process,
              std::uint32_t local) const;

 private:
  using ByProcess = std::map<std::uint32_t, std::vector<Need>>;
  bool add(FormId form, const Forms& forms, const network::Instance& instance,
           ByProcess& by_process);
  void add(Need need, std::uint32_t slot, ByProcess& by_process);
  bool pointers_allow(const Locals& locals, std::uint32_t process,
                      std::uint32_t local) const;

  const Processes& processes_;
  const LocalNeeds& local_;
  std::vector<OfProcess> of_processes_;
  std::vector<Need> of_rest_, of_pointers_;
  bool exact_ = true;
};

}  // namespace vicinal::explore::inline lazy
