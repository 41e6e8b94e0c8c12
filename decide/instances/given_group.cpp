// SPDX-License-Identifier: MIT
// A group is used whole or not at all: of one that was not judged to its end
// nothing stays but the limit that came before.
#include "decide/instances/given_group.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "network/base/budget.hpp"
#include "symmetry/forms/model_forms.hpp"
#include "symmetry/written/codes.hpp"

namespace vicinal::decide::inline instances {

namespace {

bool judge(Opened& opened, const symmetry::Asked& asked, GivenGroup& out) {
  network::Diagnostics& d = opened.diagnostics;
  std::string why_not;
  const auto guarded = symmetry::guarded_of(*opened.instance, {}, {}, why_not);
  if (!guarded) {
    d.error(symmetry::codes::no_symmetry, {},
            fmt::format("no permutation is confirmed: {}", why_not));
    return false;
  }
  auto read = symmetry::read_generators(*opened.group_source, *guarded, d);
  if (!read) return false;
  out.generators = std::move(*read);
  auto found = symmetry::written_symmetry(
      *opened.instance, asked, out.generators, symmetry::Products::left_out);
  symmetry::report_no_symmetry(out.generators, found, d);
  if (!found.all()) return false;
  for (std::size_t i = 0; i < out.generators.size(); ++i) {
    out.generators[i].judge = found.judge[i];
  }
  out.symmetry = std::move(found.symmetry);
  return true;
}

}  // namespace

std::optional<GivenGroup> read_group(Opened& opened, NamedText file,
                                     const symmetry::Asked& asked,
                                     const network::Limits& limits) {
  opened.group_source = std::make_unique<network::Source>(std::move(file.name),
                                                          std::move(file.text));
  network::Diagnostics& d = opened.diagnostics;
  d.set_source(opened.group_source.get());
  GivenGroup result;
  bool good = false;
  const network::Budget budget(limits);
  try {
    const network::Polling polling(budget);
    good = judge(opened, asked, result);
  } catch (const network::LimitReached& reached) {
    good = true;
    result = {};
    result.limit = reached.limit;
  }
  d.set_source(opened.source.get());
  if (!good) return std::nullopt;
  return result;
}

}  // namespace vicinal::decide::inline instances
