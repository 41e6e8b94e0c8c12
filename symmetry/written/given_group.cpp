// SPDX-License-Identifier: MIT
// Who confirms a generator is remembered: where less is asked of the model, the
// same judge confirms it again.
#include "symmetry/written/given_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "symmetry/detection/detected.hpp"
#include "symmetry/detection/literal_states.hpp"
#include "symmetry/exchanges/given.hpp"
#include "symmetry/written/codes.hpp"

namespace vicinal::symmetry::inline written {

namespace {

class WrittenJudge {
 public:
  // Without a guarded form it makes one.
  WrittenJudge(const network::Instance& instance, flat::Guarded* guarded,
               const Asked& asked, const std::vector<WrittenGenerator>& written,
               Products products)
      : instance_(instance),
        guarded_(guarded),
        asked_(asked),
        written_(written),
        products_(products) {}

  WrittenSymmetry run() {
    result_.why_not.assign(
        written_.size(),
        "it changes values as no constraint shows that it may");
    result_.judge.assign(written_.size(), Way::exchanges);
    compare();
    constrain();
    if (!by_constraints_.empty()) unite();
    return std::move(result_);
  }

 private:
  // By renaming: references and constants of enumerations may move.
  void compare() {
    const Sorts sorts(instance_);
    std::vector<Move> moves;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      if (written_[i].judge == Way::detected) continue;
      auto map = fitting(written_[i].map, sorts);
      if (!map) continue;
      moves.push_back({std::move(*map), written_[i].node});
      which.push_back(i);
    }
    const GivenHow how{asked_.evaluated, asked_.fixed, products_};
    GivenSymmetry given =
        guarded_ == nullptr
            ? given_symmetry(instance_, asked_.properties, moves, how)
            : given_symmetry(*guarded_, asked_.properties, moves, how);
    const std::string& why_not = given.symmetry.why_not;
    for (std::size_t i = 0; i < which.size(); ++i) {
      std::string& why = result_.why_not[which[i]];
      if (!why_not.empty()) {
        why = why_not;
      } else {
        const auto& by = given.differs[i];
        why = by ? text(instance_, *by) : "";
      }
    }
    result_.symmetry = std::move(given.symmetry);
  }

  // Members of what is detected.
  void constrain() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      const bool asked = written_[i].judge != Way::exchanges;
      if (asked && !result_.why_not[i].empty()) open.push_back(i);
    }
    if (open.empty()) return;
    std::string why_not;
    const auto found = detect(instance_, asked_.properties, asked_.evaluated,
                              why_not, {.fixed = asked_.fixed});
    if (!found || !found->why_not.empty()) return;
    const ModelSymmetry detected = symmetry_of(*found);
    Group group(*detected.sorts);
    for (const StateMap& g : detected.generators) group.add(g);
    for (const std::size_t i : open) {
      auto map = occurring_part(written_[i].map, *found);
      if (!map) continue;
      const auto state = fitting(*map, *detected.sorts);
      if (!state || !group.contains(*state)) continue;
      result_.why_not[i].clear();
      result_.judge[i] = Way::detected;
      by_constraints_.push_back(std::move(*map));
    }
    slots_ = found->guarded->slots;
  }

  // Generators of both, over sorts of their own.
  void unite() {
    ModelSymmetry& symmetry = result_.symmetry;
    std::vector<LiteralMap> maps = std::move(by_constraints_);
    for (const StateMap& g : symmetry.generators) {
      maps.push_back(literal_map(g, *symmetry.sorts));
    }
    ModelSymmetry both;
    both.sorts = std::make_unique<const Sorts>(sorts_of(slots_, maps));
    Group group(*both.sorts);
    for (const LiteralMap& m : maps) group.add(state_map(m, *both.sorts));
    both.generators = group.generators();
    both.order = group.order();
    both.canonical = canonical(group);
    // Nobody looked at premises.
    for (std::uint32_t i = 0; i < asked_.properties.size(); ++i) {
      both.premises_moved.insert(i);
    }
    symmetry = std::move(both);
  }

  const network::Instance& instance_;
  flat::Guarded* guarded_;
  const Asked& asked_;
  const std::vector<WrittenGenerator>& written_;
  Products products_;
  WrittenSymmetry result_;
  std::vector<LiteralMap> by_constraints_;
  std::vector<flat::Slot> slots_;
};

}  // namespace

bool WrittenSymmetry::all() const {
  return std::ranges::all_of(why_not, [](const auto& w) { return w.empty(); });
}

WrittenSymmetry written_symmetry(const network::Instance& instance,
                                 const Asked& asked,
                                 const std::vector<WrittenGenerator>& written,
                                 Products products) {
  return WrittenJudge(instance, nullptr, asked, written, products).run();
}

WrittenSymmetry written_symmetry(flat::Guarded& guarded, const Asked& asked,
                                 const std::vector<WrittenGenerator>& written,
                                 Products products) {
  return WrittenJudge(*guarded.instance, &guarded, asked, written, products)
      .run();
}

void report_no_symmetry(const std::vector<WrittenGenerator>& written,
                        const WrittenSymmetry& found,
                        network::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (found.why_not[i].empty()) continue;
    diagnostics.error(
        codes::no_symmetry, written[i].span,
        fmt::format("this permutation is not confirmed as a symmetry of the "
                    "model and of what is asked: {}",
                    found.why_not[i]),
        {{std::nullopt,
          "'vicinal symmetry' prints generators that are; --property asks for "
          "some properties only"}});
  }
}

}  // namespace vicinal::symmetry::inline written
