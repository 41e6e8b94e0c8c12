// SPDX-License-Identifier: MIT
// A row is decoded when it is asked for: from the code of its orbit to columns
// of the representative, and from there to those of the node. Rows with darts
// singled out are an orbit and the places to which the group can take these
// darts; two rows that differ elsewhere only are one row. `content` writes down
// how codes are read as well: without that, equal codes may mean other sets.
#include "fixpoint/orbits/local_states.hpp"

#include <algorithm>
#include <stdexcept>

namespace vicinal::fixpoint::inline orbits {

using network::Scalar;

namespace {

std::vector<Scalar> moved(std::vector<Scalar> row,
                          const std::vector<std::uint32_t>& at) {
  if (at.empty()) return row;
  std::vector<Scalar> out(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) out[at[i]] = row[i];
  return out;
}

}  // namespace

std::size_t LocalStates::size() const {
  if (set != nullptr) return set->rows;
  return single_.empty() ? orbits_->size() : orbit_of_row_.size();
}

Row LocalStates::row(std::size_t i) const {
  if (set != nullptr) return Row(set->row(i));
  CanonicalRow canonical;
  if (single_.empty()) {
    orbits_->orbits->decode(orbits_->code(i), canonical);
    return Row(moved(std::move(canonical.row), at_));
  }
  orbits_->orbits->decode(orbits_->code(orbit_of_row_[i]), canonical);
  const auto image =
      std::span(images_).subspan(i * single_.size(), single_.size());
  std::vector<Scalar> row;
  orbits_->orbits->place(canonical, image, single_, row);
  return Row(moved(std::move(row), at_));
}

std::string LocalStates::count() const {
  return set != nullptr ? std::to_string(set->rows) : row_count(*orbits_);
}

std::optional<LocalStates> LocalStates::listed(std::uint64_t limit) const {
  if (set != nullptr) return *this;
  const auto width = static_cast<std::uint32_t>(columns.size());
  std::vector<Scalar> values;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < orbits_->size(); ++i) {
    const bool all = expand(*orbits_->orbits, orbits_->code(i), [&](auto row) {
      const auto here = moved({row.begin(), row.end()}, at_);
      values.insert(values.end(), here.begin(), here.end());
      return ++rows <= limit;
    });
    if (!all) return std::nullopt;
  }
  return LocalStates(columns, std::make_shared<const StateSet>(
                                  sorted_set(width, std::move(values), rows)));
}

std::optional<LocalStates> LocalStates::singled_out(const Darts& darts,
                                                    std::uint64_t limit) const {
  LocalStates out = *this;
  if (set != nullptr || darts.empty()) return out;
  if (!single_.empty()) {
    throw std::logic_error("LocalStates: darts are singled out already");
  }
  for (const std::uint32_t d : darts) {
    if (darts_.empty()) {
      out.single_.push_back(d);
      continue;
    }
    const auto it = std::find(darts_.begin(), darts_.end(), d);
    out.single_.push_back(static_cast<std::uint32_t>(it - darts_.begin()));
  }
  CanonicalRow canonical;
  for (std::uint32_t i = 0; i < orbits_->size(); ++i) {
    orbits_->orbits->decode(orbits_->code(i), canonical);
    const bool all =
        orbits_->orbits->images(canonical, out.single_, [&](auto image) {
          if (out.orbit_of_row_.size() == limit) return false;
          out.orbit_of_row_.push_back(i);
          out.images_.insert(out.images_.end(), image.begin(), image.end());
          return true;
        });
    if (!all) return std::nullopt;
  }
  return out;
}

std::vector<Scalar> LocalStates::content() const {
  std::vector<Scalar> out;
  if (set != nullptr) {
    out = {static_cast<Scalar>(set->rows), -1};
    out.insert(out.end(), set->values.begin(), set->values.end());
    return out;
  }
  // The codes, and how they are read.
  out = {static_cast<Scalar>(orbits_->size()), -2};
  out.insert(out.end(), orbits_->codes.begin(), orbits_->codes.end());
  out.push_back(-3);
  out.insert(out.end(), at_.begin(), at_.end());
  const Orbits& orbits = *orbits_->orbits;
  for (const Orbits::Group& g : orbits.groups()) {
    out.push_back(-4);
    for (std::uint32_t b = g.first; b < g.first + g.blocks; ++b) {
      const auto columns_of_block = orbits.columns(b);
      const auto equal = orbits.equal_places(b);
      out.push_back(-5);
      out.insert(out.end(), columns_of_block.begin(), columns_of_block.end());
      out.push_back(-6);
      out.insert(out.end(), equal.begin(), equal.end());
    }
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline orbits
