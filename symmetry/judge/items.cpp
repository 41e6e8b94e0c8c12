// SPDX-License-Identifier: MIT
// Equal forms are one form, so that equal items have one key.
#include "symmetry/judge/items.hpp"

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline judge {

using network::NodeId;
using network::Scalar;

namespace {

constexpr ItemId unknown = UINT32_MAX;
constexpr std::uint64_t form_work = 16;  // slots are moved in that time

void push(std::vector<std::uint32_t>& key, Scalar value) {
  const auto bits = static_cast<std::uint64_t>(value);
  key.push_back(static_cast<std::uint32_t>(bits));
  key.push_back(static_cast<std::uint32_t>(bits >> 32));
}

}  // namespace

Items::Items(Comparison& comparison) : comparison_(comparison) {
  const ModelForms& model = comparison.model();
  const auto alone = [&](Item item) {
    parts_.push_back({number(std::move(item))});
  };
  for (const NodeId n : comparison.fixed()) alone({Kind::node, n.value});
  ItemSet values;
  for (std::uint32_t s = 0; s < model.fixed.size(); ++s) {
    values.push_back(number({Kind::value, s, model.fixed[s]}));
  }
  parts_.push_back(std::move(values));
  for (std::uint32_t c = 0; c < model.claims.size(); ++c) {
    const auto& [holds, fails] = model.claims[c];
    const bool asked = c < comparison.asked();
    alone({Kind::claim, c, {}, asked ? holds : FormId{}, fails});
  }
  alone({Kind::condition, 0, {}, model.initial});
  alone({Kind::condition, 1, {}, model.problem});
  std::map<std::pair<network::ProcessId, std::uint32_t>, ItemSet> steps;
  for (const StepForm& s : model.steps) {
    network::poll();
    steps[{s.process, s.action}].push_back(
        number({Kind::step, 0, {}, {}, {}, s}));
  }
  for (auto& [action, set] : steps) {
    std::ranges::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
    parts_.push_back(std::move(set));
  }
}

std::vector<std::uint32_t> Items::key_of(const Item& item) const {
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(item.kind),
                                 item.place, item.value ? 1U : 0U};
  if (item.value) push(key, *item.value);
  key.push_back(item.holds.value);
  key.push_back(item.fails.value);
  if (item.kind != Kind::step) return key;
  const auto step = comparison_.key_of(item.step);
  key.insert(key.end(), step.begin(), step.end());
  return key;
}

ItemId Items::number(Item item) {
  const auto [at, fresh] =
      known_.try_emplace(key_of(item), static_cast<ItemId>(items_.size()));
  work_ += form_work * (4 + at->first.size());
  if (fresh) items_.push_back(std::move(item));
  return at->second;
}

void Items::rename(const StateMap& map, std::uint32_t number) {
  Forms& forms = comparison_.forms();
  if (renamed_ == number && &forms.map() == &map) return;
  forms.rename(map);
  renamed_ = number;
  work_ += map.slot.size() + forms.size() / 4;
}

Items::Item Items::mapped(const Item& item, const Mover& by,
                          std::uint32_t number) {
  const StateMap& map = by.move().map;
  Forms& forms = comparison_.forms();
  Item to = item;
  switch (item.kind) {
    case Kind::node:
      to.place = by.move().node[item.place].value;
      return to;
    case Kind::value:
      to.place = map.slot[item.place];
      if (item.value) {
        to.value = map.image(forms.sorts().of_slot[item.place], forms.sorts(),
                             *item.value);
      }
      return to;
    case Kind::claim:
    case Kind::condition:
      rename(map, number);
      if (item.holds.valid()) to.holds = forms.mapped(item.holds);
      if (item.fails.valid()) to.fails = forms.mapped(item.fails);
      return to;
    case Kind::step:
      rename(map, number);
      to.step = symmetry::mapped(item.step, forms);
      return to;
  }
  throw std::logic_error("Items: an item of no kind");
}

ItemId Items::Mover::image(ItemId item) {
  if (images_.size() <= item) images_.resize(items_->items_.size(), unknown);
  if (images_[item] != unknown) return images_[item];
  network::poll();
  // Numbering may move the items.
  const Item of = items_->items_[item];
  const ItemId to = items_->number(items_->mapped(of, *this, number_));
  images_[item] = to;
  return to;
}

std::uint64_t Items::work() const {
  return work_ + form_work * comparison_.forms().work();
}

}  // namespace vicinal::symmetry::inline judge
