// SPDX-License-Identifier: MIT
// A group is used whole or not at all: of one that was not judged to its end
// nothing stays but the limit that came before.
#include "decide/instances/given_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "explore/virtual/symbolic_group.hpp"
#include "network/base/budget.hpp"
#include "symmetry/detection/literal_states.hpp"
#include "symmetry/forms/model_forms.hpp"
#include "symmetry/written/codes.hpp"

namespace vicinal::decide::inline instances {

using symmetry::WrittenGenerator;

namespace {

// The instance in guarded form, for names and for comparisons.
std::optional<flat::Guarded> guarded_form(Opened& opened,
                                          const symmetry::Asked& asked) {
  std::string why_not;
  auto guarded = symmetry::guarded_of(*opened.instance, asked.properties,
                                      asked.evaluated, why_not, true);
  if (!guarded) {
    opened.diagnostics.error(
        symmetry::codes::no_symmetry, {},
        fmt::format("no permutation is confirmed: {}", why_not));
  }
  return guarded;
}

// Diagnostics are about the source of the group until it is gone.
class GroupSource {
 public:
  GroupSource(Opened& opened, NamedText file) : opened_(opened) {
    opened.group_source = std::make_unique<network::Source>(
        std::move(file.name), std::move(file.text));
    opened.diagnostics.set_source(opened.group_source.get());
  }
  GroupSource(const GroupSource&) = delete;
  GroupSource& operator=(const GroupSource&) = delete;
  ~GroupSource() { opened_.diagnostics.set_source(opened_.source.get()); }

 private:
  Opened& opened_;
};

bool judge(Opened& opened, const symmetry::Asked& asked, flat::Guarded& guarded,
           GivenGroup& out) {
  auto found = symmetry::written_symmetry(guarded, asked, out.generators,
                                          symmetry::Products::left_out);
  symmetry::report_no_symmetry(out.generators, found, opened.diagnostics);
  if (!found.all()) return false;
  for (std::size_t i = 0; i < out.generators.size(); ++i) {
    out.generators[i].judge = found.judge[i];
  }
  out.symmetry = std::move(found.symmetry);
  return true;
}

symmetry::ModelSymmetry virtual_symmetry(
    const network::Instance& instance, const symmetry::Asked& asked,
    const std::vector<WrittenGenerator>& generators) {
  symmetry::ModelSymmetry none;
  none.sorts = std::make_unique<const symmetry::Sorts>(instance);
  std::vector<symmetry::StateMap> maps;
  for (const WrittenGenerator& g : generators) {
    auto map = symmetry::fitting(g.map, *none.sorts);
    if (!map) {
      none.why_not =
          "virtual symmetry is looked at of permutations of nodes, variables "
          "and constants, not of other values";
      return none;
    }
    maps.push_back(std::move(*map));
  }
  return explore::find_virtual_symmetry(instance, asked.properties,
                                        asked.evaluated, maps);
}

using Use = std::function<bool(flat::Guarded&, GivenGroup&)>;

std::optional<GivenGroup> read(Opened& opened, NamedText file,
                               const symmetry::Asked& asked,
                               const network::Limits& limits, const Use& use) {
  const GroupSource source(opened, std::move(file));
  GivenGroup result;
  const network::Budget budget(limits);
  try {
    const network::Polling polling(budget);
    auto guarded = guarded_form(opened, asked);
    if (!guarded) return std::nullopt;
    auto generators = symmetry::read_generators(*opened.group_source, *guarded,
                                                opened.diagnostics);
    if (!generators) return std::nullopt;
    result.generators = std::move(*generators);
    if (!use(*guarded, result)) return std::nullopt;
  } catch (const network::LimitReached& reached) {
    result = {};
    result.limit = reached.limit;
  }
  return result;
}

}  // namespace

std::optional<GivenGroup> read_group(Opened& opened, NamedText file,
                                     const symmetry::Asked& asked,
                                     const network::Limits& limits) {
  return read(opened, std::move(file), asked, limits,
              [&](flat::Guarded& guarded, GivenGroup& out) {
                return judge(opened, asked, guarded, out);
              });
}

std::optional<GivenGroup> read_virtual_group(Opened& opened, NamedText file,
                                             const symmetry::Asked& asked,
                                             const network::Limits& limits) {
  return read(opened, std::move(file), {}, limits,
              [&](flat::Guarded&, GivenGroup& out) {
                out.symmetry =
                    virtual_symmetry(*opened.instance, asked, out.generators);
                return true;
              });
}

std::optional<std::vector<WrittenGenerator>> read_generators(Opened& opened,
                                                             NamedText file) {
  const GroupSource source(opened, std::move(file));
  const auto guarded = guarded_form(opened, {});
  if (!guarded) return std::nullopt;
  return symmetry::read_generators(*opened.group_source, *guarded,
                                   opened.diagnostics);
}

bool JudgedGroup::all() const {
  return std::ranges::all_of(
      generators, [](const Generator& g) { return g.why_not.empty(); });
}

std::optional<JudgedGroup> judge_group(
    Opened& opened, NamedText file,
    const std::vector<std::size_t>& properties) {
  const network::Instance& instance = *opened.instance;
  const auto written = read_generators(opened, std::move(file));
  if (!written) return std::nullopt;
  JudgedGroup result;
  const auto found = symmetry::written_symmetry(instance, {}, *written,
                                                symmetry::Products::left_out);
  result.order = found.symmetry.order;
  std::vector<WrittenGenerator> confirmed;
  std::vector<std::size_t> which;
  std::vector<symmetry::LiteralMap> maps;
  for (std::size_t i = 0; i < written->size(); ++i) {
    const WrittenGenerator& g = (*written)[i];
    result.generators.push_back({g.span, found.judge[i], found.why_not[i], {}});
    if (!found.why_not[i].empty()) continue;
    confirmed.push_back(g);
    confirmed.back().judge = found.judge[i];
    which.push_back(i);
    maps.push_back(g.map);
  }
  for (const std::size_t p : properties) {
    const auto respected = symmetry::written_symmetry(
        instance, {{p}, {}, {}}, confirmed, symmetry::Products::left_out);
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (respected.why_not[i].empty()) continue;
      result.generators[which[i]].changes.push_back(p);
    }
  }
  result.left = symmetry::written_symmetry(instance, {properties, {}, {}},
                                           confirmed, symmetry::Products::found)
                    .symmetry.order;
  std::string why_not;
  auto guarded = symmetry::guarded_of(instance, {}, {}, why_not, false,
                                      flat::Width::narrow);
  if (guarded) {
    result.named = symmetry::named_group(
        std::make_unique<flat::Guarded>(std::move(*guarded)), std::move(maps));
  }
  return result;
}

}  // namespace vicinal::decide::inline instances
