// SPDX-License-Identifier: MIT
// A line for each type of pairs, by its first pair. Formulas are given only
// where types are few enough to make them in time, and short.
#include "report/proof/pair_text.hpp"

#include <fmt/format.h>

#include "fixpoint/shown/columns.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline proof {

using fixpoint::LocalStates;
using fixpoint::PairInvariant;
using fixpoint::PairType;
using network::Instance;
using network::Limit;

namespace {

// Formulas take time: of more types than this, only sizes are given.
constexpr std::size_t max_formulas = 1000;
constexpr std::size_t max_shown = 12;  // as text

LocalStates theta(const PairInvariant& invariant, std::size_t type) {
  return {invariant.system->types[type].slots, invariant.sets[type]};
}

}  // namespace

std::string one_formula(const std::vector<std::string>& conjuncts) {
  if (conjuncts.size() == 1) return conjuncts[0];
  std::vector<std::string> parts;
  for (const std::string& c : conjuncts) {
    const bool implication = c.find("=>") != std::string::npos;
    parts.push_back(implication ? "(" + c + ")" : c);
  }
  return fmt::format("{}", fmt::join(parts, " && "));
}

Json pairs_json(const Instance& instance, const PairInvariant& invariant,
                const Formulas& formulas, bool states) {
  const auto& types = invariant.system->types;
  Json level;
  level["views"] = 2;
  level["merged"] = invariant.system->merged;
  std::uint64_t members = 0;
  for (const PairType& type : types) members += type.members;
  level["members"] = members;
  level["representatives"] = Json::array();
  for (std::size_t t = 0; t < types.size(); ++t) {
    const PairType& type = types[t];
    const LocalStates set = theta(invariant, t);
    Json entry;
    entry["view"] =
        Json::array({node_name(instance, type.m), node_name(instance, type.n)});
    entry["class_size"] = type.members;
    entry["states"] = set.size();
    entry["stored"] = set.size();
    entry["predicate"] = nullptr;
    if (types.size() <= max_formulas) {
      const auto conjuncts = formulas(
          [&] { return fixpoint::pair_predicate(instance, type, set); });
      if (!conjuncts.empty()) entry["predicate"] = one_formula(conjuncts);
    }
    if (states) {
      entry["local_states"] = Json::array();
      const auto places = fixpoint::pair_places(instance, type);
      for (std::size_t i = 0; i < set.size(); ++i) {
        Json row = Json::object();
        for (const auto& place : places) {
          row[place.name] =
              value_json(instance, place.type,
                         set.row(i).subspan(place.column,
                                            instance.size(place.type).slots));
        }
        entry["local_states"].push_back(std::move(row));
      }
    }
    level["representatives"].push_back(std::move(entry));
  }
  return level;
}

std::string pairs_text(const Instance& instance, const PairInvariant& invariant,
                       const Formulas& formulas, bool states) {
  if (invariant.limit != Limit::none) {
    return fmt::format("no invariant of pairs: the limit ({}) was reached\n",
                       network::text(invariant.limit));
  }
  const auto& types = invariant.system->types;
  std::string text;
  if (invariant.system->merged) {
    text += "pairs that are far from each other are taken together\n";
  }
  for (std::size_t t = 0; t < types.size(); ++t) {
    if (t == max_shown) {
      text += fmt::format("and {} other kinds of pairs\n", types.size() - t);
      break;
    }
    const PairType& type = types[t];
    const LocalStates set = theta(invariant, t);
    text += fmt::format("invariant of {} and {}{}, {} state{}:\n",
                        printable(node_name(instance, type.m)),
                        printable(node_name(instance, type.n)),
                        type.members > 1 ? fmt::format(" and {} pairs like it",
                                                       type.members - 1)
                                         : std::string{},
                        set.size(), set.size() == 1 ? "" : "s");
    if (states) {
      const auto places = fixpoint::pair_places(instance, type);
      for (std::size_t i = 0; i < set.size(); ++i) {
        std::string line;
        for (const auto& place : places) {
          line += fmt::format(
              "{}{} = {}", line.empty() ? "" : ", ", place.name,
              value_text(instance, place.type,
                         set.row(i).subspan(place.column,
                                            instance.size(place.type).slots)));
        }
        text += "    " + printable(line) + "\n";
      }
      continue;
    }
    const auto conjuncts =
        formulas([&] { return fixpoint::pair_predicate(instance, type, set); });
    if (conjuncts.empty()) {
      text += "    (no short formula; --states prints the set)\n";
    }
    for (const std::string& c : conjuncts) text += "    " + c + "\n";
  }
  return text;
}

}  // namespace vicinal::report::inline proof
