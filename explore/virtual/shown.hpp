// SPDX-License-Identifier: MIT
// What has to be shown of a virtual symmetry whatever the group, and how it is
// said that something was not shown. Not for use outside of explore/virtual/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "symmetry/exchanges/model_symmetry.hpp"
#include "symmetry/forms/model_forms.hpp"

namespace vicinal::explore::inline virtual_symmetry {

// Something was not shown, as it says in words.
struct NotShown {
  std::string why;
};

// That the map, to which the forms are renamed, leaves as they are: initial
// states, failures, and of the claims the first `asked`. Premises that it moves
// are noted. Throws NotShown.
void require_symmetric(const symmetry::ModelForms& model,
                       const symmetry::StateMap& map, symmetry::Forms& forms,
                       std::size_t asked,
                       std::set<std::uint32_t>& premises_moved);

// What `show` finds of the instance over the sorts of the result, or `why_not`:
// there is no guarded form, or `show` throws NotShown or Formless. Lists of
// properties as of model_symmetry.
using Show = std::function<void(flat::Guarded&, symmetry::ModelSymmetry&)>;
symmetry::ModelSymmetry shown(const network::Instance& instance,
                              const std::vector<std::size_t>& asked,
                              const std::vector<std::size_t>& evaluated,
                              const Show& show);

}  // namespace vicinal::explore::inline virtual_symmetry
