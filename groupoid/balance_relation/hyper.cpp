// SPDX-License-Identifier: MIT
// Rounds over the nodes near which something changed. In a round, the keys of
// these nodes and of one other member of their class are computed; each class
// is split by keys, the largest part keeps its number. Darts likewise.
#include "groupoid/balance_relation/hyper.hpp"

#include <algorithm>

#include "groupoid/similarity/local_symmetry.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::Network;
using network::NodeId;
using network::Numbers;
using network::Range;

namespace {

constexpr std::uint32_t unset = UINT32_MAX;

}  // namespace

Hyper::Hyper(const Network& network, const Numbers<std::uint32_t>& kinds,
             const Numbers<std::uint32_t>& colors, bool absorb)
    : network_(network),
      absorb_(absorb),
      strands_(network),
      classes_(node_kinds(network, kinds, colors)),
      label_of_(strands_.place_count()),
      counts_(strands_.size()),
      is_dirty_(network.node_count(), true),
      node_key_(network.node_count()),
      dart_key_(network.dart_count()),
      support_of_(strands_.size()) {
  Interner intern;
  for (std::size_t d = 0; d < network.dart_count(); ++d) {
    dart_class_.push_back(
        intern({classes_.class_of(network.dart_node[d].value), kinds[d]}));
  }
  dart_classes_ = static_cast<std::uint32_t>(intern.size());
  for (std::uint32_t p = 0; p < label_of_.size(); ++p) relabel(p);
  for (std::uint32_t s = 0; s < strands_.size(); ++s) count(s);
  for (std::uint32_t n = 0; n < network.node_count(); ++n) dirty_.push_back(n);
  while (!dirty_.empty()) round();
}

void Hyper::relabel(std::uint32_t place) {
  Sequence s;
  bool writes = false;
  for (const DartId d : strands_.darts(place)) {
    s.push_back(dart_class_[d.index()]);
    writes = writes || network_.writes(d);
  }
  const Label label = labels_(s);
  if (label == label_.size()) {
    label_.push_back(std::move(s));
    pointing_.push_back(writes);
  }
  label_of_[place] = label;
}

void Hyper::count(std::uint32_t strand) {
  std::vector<Label> all;
  const std::uint32_t first = strands_.first_place(strand);
  for (std::uint32_t i = 0; i < strands_.members(strand).size(); ++i) {
    if (pointing_[label_of_[first + i]]) all.push_back(label_of_[first + i]);
  }
  std::sort(all.begin(), all.end());
  counts_[strand].clear();
  for (const Label l : all) {
    if (counts_[strand].empty() || counts_[strand].back().first != l) {
      counts_[strand].emplace_back(l, 0);
    }
    ++counts_[strand].back().second;
  }
}

bool Hyper::points(const std::vector<Label>& labels) const {
  return std::any_of(labels.begin(), labels.end(),
                     [&](Label l) { return pointing_[l]; });
}

// Labels of the other members that point to the place's node through this
// strand alone; where bundles absorb, those that no larger one contains.
std::vector<Hyper::Label> Hyper::poor_labels(std::uint32_t place) const {
  const NodeId n = strands_.node(place);
  std::map<Label, std::uint32_t> left;
  for (const auto& [label, number] : counts_[strands_.strand(place)]) {
    left[label] = number;
  }
  const auto remove = [&](Label l) {
    if (pointing_[l]) --left[l];
  };
  remove(label_of_[place]);
  std::vector<Label> absorbed;
  for (const Strands::Rich& rich : strands_.rich(n)) {
    const auto at = std::find(rich.mine.begin(), rich.mine.end(), place);
    if (at == rich.mine.end()) continue;
    const Label label = label_of_[rich.theirs[static_cast<std::size_t>(
        at - rich.mine.begin())]];
    remove(label);
    // It points to n if this label does.
    absorbed.push_back(label);
  }
  std::vector<Label> out;
  for (const auto& [label, number] : left) {
    if (number == 0) continue;
    if (absorb_ &&
        std::find(absorbed.begin(), absorbed.end(), label) != absorbed.end()) {
      continue;
    }
    out.push_back(label);
  }
  return out;
}

std::uint32_t Hyper::number(const std::vector<Label>& labels) {
  const std::uint32_t id = sets_(labels);
  if (id == set_.size()) set_.push_back(labels);
  return id;
}

std::uint32_t Hyper::poor_set(std::uint32_t place) {
  if (!strands_.rich(strands_.node(place)).empty()) {
    return number(poor_labels(place));
  }
  // All members but itself, without looking at each for each.
  const std::uint32_t s = strands_.strand(place);
  const auto& counts = counts_[s];
  if (support_of_[s] == unset) {
    std::vector<Label> labels;
    for (const auto& c : counts) labels.push_back(c.first);
    support_of_[s] = number(labels);
  }
  const Label own = label_of_[place];
  const auto at = std::lower_bound(counts.begin(), counts.end(),
                                   std::pair<Label, std::uint32_t>(own, 0));
  if (at == counts.end() || at->first != own || at->second > 1) {
    return support_of_[s];
  }
  const auto [known, fresh] = without_.try_emplace({support_of_[s], own});
  if (fresh) known->second = number(poor_labels(place));
  return known->second;
}

std::vector<Hyper::Bundle> Hyper::rich_bundles(NodeId n) const {
  std::vector<Bundle> out;
  for (const Strands::Rich& rich : strands_.rich(n)) {
    Bundle b{rich.mine, {}};
    for (const std::uint32_t p : rich.theirs) b.labels.push_back(label_of_[p]);
    if (points(b.labels)) out.push_back(std::move(b));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (!absorb_) return out;
  const auto within = [](const Bundle& a, const Bundle& b) {
    for (std::size_t i = 0, k = 0; i < a.places.size(); ++i) {
      while (k < b.places.size() && b.places[k] < a.places[i]) ++k;
      if (k == b.places.size() || b.places[k] != a.places[i] ||
          b.labels[k] != a.labels[i]) {
        return false;
      }
    }
    return true;
  };
  std::vector<Bundle> greatest;
  for (const Bundle& a : out) {
    if (std::none_of(out.begin(), out.end(), [&](const Bundle& b) {
          return a.places.size() < b.places.size() && within(a, b);
        })) {
      greatest.push_back(a);
    }
  }
  return greatest;
}

// What each dart of a place of several edges sees of the labels that the
// strand has at others.
const std::vector<Hyper::Seen>& Hyper::poor_bundles(std::uint32_t place,
                                                    std::uint32_t set) {
  const Label own = label_of_[place];
  const auto [known, fresh] = poor_bundles_.try_emplace({set, own});
  if (!fresh) return known->second;
  std::vector<Seen> seen(label_[own].size());
  for (const Label other : set_[set]) {
    const std::uint32_t id = content({own}, {other});
    for (std::size_t k = 0; k < seen.size(); ++k) {
      seen[k].emplace_back(id, label_[other][k]);
    }
  }
  return known->second = std::move(seen);
}

// A labelled bundle, whatever the order of its edges.
std::uint32_t Hyper::content(const std::vector<Label>& mine,
                             const std::vector<Label>& theirs) {
  Seen pairs;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    for (std::size_t k = 0; k < label_[mine[i]].size(); ++k) {
      pairs.emplace_back(label_[mine[i]][k], label_[theirs[i]][k]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  Sequence all = {1};
  for (const auto& [a, b] : pairs) {
    all.push_back(a);
    all.push_back(b);
  }
  return keys_(all);
}

void Hyper::key(NodeId n) {
  std::map<DartId, Seen> seen;
  std::vector<Label> mine;
  for (const Bundle& bundle : rich_bundles(n)) {
    mine.clear();
    for (const std::uint32_t p : bundle.places) mine.push_back(label_of_[p]);
    const std::uint32_t id = content(mine, bundle.labels);
    for (std::size_t i = 0; i < bundle.places.size(); ++i) {
      const auto darts = strands_.darts(bundle.places[i]);
      for (std::size_t k = 0; k < darts.size(); ++k) {
        seen[darts[k]].emplace_back(id, label_[bundle.labels[i]][k]);
      }
    }
  }
  Sequence all;
  for (const std::uint32_t p : strands_.places(n)) {
    const auto darts = strands_.darts(p);
    std::uint32_t set = poor_set(p);
    if (darts.size() > 1) {
      const auto& poor = poor_bundles(p, set);
      for (std::size_t k = 0; k < darts.size(); ++k) {
        auto& here = seen[darts[k]];
        here.insert(here.end(), poor[k].begin(), poor[k].end());
      }
      // A dart is in one strand: what of its key comes from bundles of one
      // edge is empty, as for a dart of a strand of one edge with no others.
      set = number({});
    }
    for (const DartId d : darts) {
      Sequence key = {2, dart_class_[d.index()], set};
      auto& here = seen[d];
      std::sort(here.begin(), here.end());
      for (const auto& [id, label] : here) {
        key.push_back(id);
        key.push_back(label);
      }
      all.push_back(dart_key_[d.index()] = keys_(key));
    }
  }
  std::sort(all.begin(), all.end());
  all.push_back(3);
  node_key_[n.index()] = keys_(all);
}

// Nothing that was computed from the labels of the round before is true now.
void Hyper::forget_round() {
  sets_.clear();
  set_.clear();
  keys_.clear();
  without_.clear();
  poor_bundles_.clear();
  std::fill(support_of_.begin(), support_of_.end(), unset);
}

// The keys of dirty nodes, and of one clean member of each class with some.
std::vector<Hyper::DirtyClass> Hyper::find_keys() {
  std::sort(dirty_.begin(), dirty_.end(), [&](auto a, auto b) {
    const auto x = classes_.class_of(a);
    const auto y = classes_.class_of(b);
    return x != y ? x < y : a < b;
  });
  std::vector<DirtyClass> out;
  for (std::size_t first = 0; first < dirty_.size();) {
    const std::uint32_t c = classes_.class_of(dirty_[first]);
    std::size_t last = first;
    while (last < dirty_.size() && classes_.class_of(dirty_[last]) == c) {
      network::poll(16);
      key(NodeId(std::size_t{dirty_[last++]}));
    }
    std::uint32_t clean = unset;
    if (classes_.members(c).size() > last - first) {
      for (const std::uint32_t n : classes_.members(c)) {
        if (is_dirty_[n]) continue;
        clean = n;
        key(NodeId(std::size_t{n}));
        break;
      }
    }
    out.push_back({first, last, clean});
    first = last;
  }
  return out;
}

// Marks as dirty who sees a strand of a node in `nodes`, whose labels changed.
void Hyper::spread(std::span<const std::uint32_t> nodes) {
  std::vector<std::uint32_t> strands;
  for (const std::uint32_t n : nodes) {
    for (const std::uint32_t p : strands_.places(NodeId(std::size_t{n}))) {
      strands.push_back(strands_.strand(p));
    }
  }
  std::sort(strands.begin(), strands.end());
  strands.erase(std::unique(strands.begin(), strands.end()), strands.end());
  for (const std::uint32_t s : strands) {
    count(s);
    for (const NodeId n : strands_.members(s)) {
      if (is_dirty_[n.index()]) continue;
      is_dirty_[n.index()] = true;
      dirty_.push_back(n.value);
    }
  }
}

void Hyper::round() {
  forget_round();
  next_dirty_.clear();
  // All keys before any class changes.
  const std::vector<DirtyClass> groups = find_keys();
  std::vector<std::uint32_t> part;
  for (const auto& [first, last, clean] : groups) {
    part.assign(dirty_.begin() + static_cast<std::ptrdiff_t>(first),
                dirty_.begin() + static_cast<std::ptrdiff_t>(last));
    const std::uint32_t c = classes_.class_of(part[0]);
    if (clean != unset) {
      // The clean members have one key; those that are dirty and have it, too,
      // stay with them.
      const std::uint32_t same = node_key_[clean];
      std::erase_if(part,
                    [&](std::uint32_t n) { return node_key_[n] == same; });
    }
    split(c, part, clean);
  }
  for (const std::uint32_t n : dirty_) is_dirty_[n] = false;
  for (const std::uint32_t n : next_dirty_) changed(n);
  dirty_.clear();
  spread(next_dirty_);
}

void Hyper::changed(std::uint32_t node) {
  for (const std::uint32_t p : strands_.places(NodeId(std::size_t{node}))) {
    relabel(p);
  }
}

// `dirty`: members of c whose key differs from that of `clean`, which stands
// for all others, if there are others.
void Hyper::split(std::uint32_t c, std::span<const std::uint32_t> dirty,
                  std::uint32_t clean) {
  std::vector<std::uint32_t> sorted(dirty.begin(), dirty.end());
  std::sort(sorted.begin(), sorted.end(), [&](auto a, auto b) {
    return node_key_[a] != node_key_[b] ? node_key_[a] < node_key_[b] : a < b;
  });
  std::vector<std::span<const std::uint32_t>> parts;
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first;
    while (last < sorted.size() &&
           node_key_[sorted[last]] == node_key_[sorted[first]]) {
      ++last;
    }
    parts.push_back(std::span(sorted).subspan(first, last - first));
    first = last;
  }
  if (parts.empty()) return;
  classes_.split(c, parts);
  for (const auto& part : parts) assign(part, classes_.class_of(part[0]) == c);
  if (clean == unset) return;
  // Their darts were told apart before: only a new number matters.
  if (classes_.class_of(clean) == c) return;
  std::map<std::uint32_t, std::uint32_t> fresh;
  for (const std::uint32_t n : classes_.members(classes_.class_of(clean))) {
    const Range darts = network_.darts(NodeId(std::size_t{n}));
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      const auto [at, is_new] =
          fresh.try_emplace(dart_class_[d], dart_classes_);
      if (is_new) ++dart_classes_;
      dart_class_[d] = at->second;
    }
    next_dirty_.push_back(n);
  }
}

// New classes for the darts of nodes with equal keys.
void Hyper::assign(std::span<const std::uint32_t> nodes, bool keeps) {
  using Old = std::pair<std::uint32_t, std::uint32_t>;  // class, key
  std::map<Old, std::uint32_t> number;
  const Range example = network_.darts(NodeId(std::size_t{nodes[0]}));
  std::map<Old, std::uint32_t> multiplicity;
  for (std::uint32_t d = example.begin; d < example.end; ++d) {
    ++multiplicity[{dart_class_[d], dart_key_[d]}];
  }
  if (keeps) {
    std::map<std::uint32_t, Old> largest;
    for (const auto& [old, count] : multiplicity) {
      const auto [at, fresh] = largest.try_emplace(old.first, old);
      if (!fresh && multiplicity[at->second] < count) at->second = old;
    }
    for (const auto& [c, old] : largest) number[old] = c;
  }
  for (const auto& [old, count] : multiplicity) {
    if (number.try_emplace(old, dart_classes_).second) ++dart_classes_;
  }
  bool moved = false;
  for (const auto& [old, fresh] : number) moved = moved || old.first != fresh;
  if (!moved) return;
  for (const std::uint32_t n : nodes) {
    const Range darts = network_.darts(NodeId(std::size_t{n}));
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      dart_class_[d] = number.at({dart_class_[d], dart_key_[d]});
    }
    next_dirty_.push_back(n);
  }
}

}  // namespace vicinal::groupoid::inline balance_relation
