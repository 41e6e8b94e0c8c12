// SPDX-License-Identifier: MIT
// Deletion until nothing changes, as the definition reads, but
//
//   * only between the least pairs of orbits of automorphisms: the greatest
//     relation contains those (Theorem 8) and is closed under composition, so
//     that what (i, k) is related to is known from the least pair of its
//     orbit, along the automorphism that leads there;
//   * elements lie in buckets by their two pairs, sorted by what they do to
//     the first node; a bucket is looked at again when one that it depends on
//     has lost an element.
#include "groupoid/pairs/pair_elements.hpp"

#include <algorithm>
#include <deque>
#include <map>

namespace vicinal::groupoid::inline pairs {

namespace {

std::uint64_t key(std::uint32_t from, std::uint32_t to) {
  return (std::uint64_t{from} << 32) | to;
}

}  // namespace

class PairListing {
 public:
  using Element = PairElements::Element;
  using Bucket = PairElements::Bucket;

  PairListing(PairElements& out, std::span<const std::uint32_t> classes)
      : out_(out),
        frames_(*out.frames_),
        orbits_(*out.orbits_),
        groups_(out.groups_),
        classes_(classes) {}

  bool candidates(std::uint64_t limit) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;
    for (std::uint32_t o = 0; o < orbits_.size(); ++o) {
      members[classes_[o]].push_back(o);
    }
    // Each is related to itself, if to nothing else.
    if (orbits_.size() > limit) return false;
    std::uint64_t pairs = 0;
    for (const auto& [c, list] : members) pairs += list.size() * list.size();
    if (pairs > limit) return false;
    for (std::uint32_t o = 0; o < orbits_.size(); ++o) {
      const auto [i, j] = orbits_.pair(o);
      shared_.push_back(frames_.shared(i, j));
    }
    for (const auto& [c, list] : members) {
      for (const std::uint32_t from : list) {
        for (const std::uint32_t to : list) {
          if (!add(from, to, limit)) return false;
        }
      }
    }
    return true;
  }

  void reduce() {
    see();
    is_queued_.assign(out_.buckets_.size(), true);
    for (std::uint32_t b = 0; b < out_.buckets_.size(); ++b) {
      queue_.push_back(b);
    }
    while (!queue_.empty()) {
      const std::uint32_t b = queue_.front();
      queue_.pop_front();
      is_queued_[b] = false;
      check(b);
    }
  }

  // The relation is a groupoid: one element is enough.
  void relate() {
    for (std::uint32_t o = 0; o < orbits_.size(); ++o) out_.least_.push_back(o);
    for (const Bucket& b : out_.buckets_) {
      if (b.elements.empty()) continue;
      out_.least_[b.to] = std::min(out_.least_[b.to], b.from);
    }
  }

 private:
  // A node k that points to the pair (i, j): (i, k) is where the automorphism
  // (first, ik) takes the least pair of its orbit, and so for (j, k).
  struct Sight {
    std::uint32_t k_class = 0;
    struct Part {
      // The parts of the automorphism.
      std::uint32_t orbit = 0, node = 0, k = 0;
    } first, second;
  };

  // All pairs of elements of the vertex groups that are one bijection: such
  // that shared edges go to shared edges, from both sides to the same.
  bool add(std::uint32_t from, std::uint32_t to, std::uint64_t limit) {
    const auto [i, j] = orbits_.pair(from);
    const std::uint32_t a = frames_.class_of(i);
    const std::uint32_t b = frames_.class_of(j);
    Bucket bucket{from, to, {}};
    const Frames::Places& source = shared_[from];
    const Frames::Places& target = shared_[to];
    if (source.size() != target.size()) return true;
    for (std::uint32_t x = 0; x < groups_.size(a); ++x) {
      const Sequence& f = groups_(a, x);
      // Where the other element must take the places that j shares.
      Frames::Places wanted;
      for (const auto& [at_i, at_j] : source) {
        const auto image = std::lower_bound(target.begin(), target.end(),
                                            std::pair(f[at_i], 0U));
        if (image == target.end() || image->first != f[at_i]) break;
        wanted.emplace_back(at_j, image->second);
      }
      if (++tries_ > 20 * limit) return false;
      if (wanted.size() != source.size()) continue;
      for (std::uint32_t y = 0; y < groups_.size(b); ++y) {
        if (++tries_ > 20 * limit) return false;
        const Sequence& g = groups_(b, y);
        if (!std::all_of(wanted.begin(), wanted.end(), [&](const auto& w) {
              return g[w.first] == w.second;
            })) {
          continue;
        }
        bucket.elements.push_back({x, y});
        if (++count_ > limit) return false;
      }
    }
    if (bucket.elements.empty()) return true;
    out_.numbers_[key(from, to)] =
        static_cast<std::uint32_t>(out_.buckets_.size());
    out_.buckets_.push_back(std::move(bucket));
    return true;
  }

  Sight::Part part(std::uint32_t i, std::uint32_t k) {
    const PairSymmetry s = orbits_.witness(i, k);
    return {orbits_.orbit(i, k),
            groups_.number(frames_.class_of(i), frames_.places(s.first)),
            groups_.number(frames_.class_of(k), frames_.places(s.second))};
  }

  void see() {
    viewers_.resize(orbits_.size());
    for (std::uint32_t o = 0; o < orbits_.size(); ++o) {
      const auto [i, j] = orbits_.pair(o);
      sights_.emplace_back();
      for (const std::uint32_t k : frames_.pointing(i, j)) {
        sights_[o].push_back({frames_.class_of(k), part(i, k), part(j, k)});
        viewers_[orbits_.orbit(i, k)].push_back(o);
        viewers_[orbits_.orbit(j, k)].push_back(o);
      }
    }
    for (auto& v : viewers_) {
      std::sort(v.begin(), v.end());
      v.erase(std::unique(v.begin(), v.end()), v.end());
    }
  }

  // Deletes what the definition does not allow, with its inverse.
  void check(std::uint32_t b) {
    const std::uint32_t from = out_.buckets_[b].from;
    const std::uint32_t to = out_.buckets_[b].to;
    const auto [i, j] = orbits_.pair(from);
    std::vector<Element> gone;
    for (const Element& e : out_.buckets_[b].elements) {
      if (!allowed(from, to, e)) gone.push_back(e);
    }
    if (gone.empty()) return;
    remove(out_.buckets_[b], gone);
    for (Element& e : gone) {
      e = {groups_.inverse(frames_.class_of(i), e.first),
           groups_.inverse(frames_.class_of(j), e.second)};
    }
    std::sort(gone.begin(), gone.end());
    remove(*out_.find(to, from), gone);
    wake(from, to);
    wake(to, from);
  }

  static void remove(Bucket& bucket, const std::vector<Element>& gone) {
    std::erase_if(bucket.elements, [&](const Element& e) {
      return std::binary_search(gone.begin(), gone.end(), e);
    });
  }

  void wake(std::uint32_t from, std::uint32_t to) {
    for (const std::uint32_t v : viewers_[from]) {
      for (const std::uint32_t w : viewers_[to]) {
        const auto at = out_.numbers_.find(key(v, w));
        if (at == out_.numbers_.end() || is_queued_[at->second]) continue;
        is_queued_[at->second] = true;
        queue_.push_back(at->second);
      }
    }
  }

  // For every k there is an l.
  bool allowed(std::uint32_t from, std::uint32_t to, const Element& e) {
    return std::all_of(
        sights_[from].begin(), sights_[from].end(), [&](const Sight& k) {
          return std::any_of(
              sights_[to].begin(), sights_[to].end(),
              [&](const Sight& l) { return follows(from, e, k, l); });
        });
  }

  // Is there a delta such that (first of e, delta) relates (i, k) to (m, l)
  // and (second of e, delta) relates (j, k) to (n, l)?
  bool follows(std::uint32_t from, const Element& e, const Sight& k,
               const Sight& l) {
    if (k.k_class != l.k_class) return false;
    const Bucket* first = out_.find(k.first.orbit, l.first.orbit);
    const Bucket* second = out_.find(k.second.orbit, l.second.orbit);
    if (first == nullptr || second == nullptr) return false;
    const auto [i, j] = orbits_.pair(from);
    const std::uint32_t x =
        between(frames_.class_of(i), k.first.node, e.first, l.first.node);
    const std::uint32_t y =
        between(frames_.class_of(j), k.second.node, e.second, l.second.node);
    const std::uint32_t c = k.k_class;
    for (auto at = std::lower_bound(first->elements.begin(),
                                    first->elements.end(), Element{x, 0});
         at != first->elements.end() && at->first == x; ++at) {
      // k's least image to k, delta, and from l back.
      const std::uint32_t delta =
          groups_.product(c, groups_.inverse(c, k.first.k),
                          groups_.product(c, at->second, l.first.k));
      const Element other = {y, between(c, k.second.k, delta, l.second.k)};
      if (std::binary_search(second->elements.begin(), second->elements.end(),
                             other)) {
        return true;
      }
    }
    return false;
  }

  // x, then s, then z back.
  std::uint32_t between(std::uint32_t c, std::uint32_t x, std::uint32_t s,
                        std::uint32_t z) {
    return groups_.product(c, groups_.product(c, x, s), groups_.inverse(c, z));
  }

  PairElements& out_;
  const Frames& frames_;
  const PairOrbits& orbits_;
  VertexGroups& groups_;
  std::span<const std::uint32_t> classes_;
  std::vector<Frames::Places> shared_;               // per orbit
  std::vector<std::vector<Sight>> sights_;           // per orbit
  std::vector<std::vector<std::uint32_t>> viewers_;  // per orbit
  std::deque<std::uint32_t> queue_;                  // of buckets
  std::vector<bool> is_queued_;                      // per bucket
  std::uint64_t count_ = 0, tries_ = 0;
};

std::optional<PairElements> PairElements::list(
    const Frames& frames, const PairOrbits& orbits,
    std::span<const std::uint32_t> classes, std::uint64_t limit) {
  auto groups = VertexGroups::list(frames, limit);
  if (!groups) return std::nullopt;
  std::optional<PairElements> out(
      PairElements(frames, orbits, std::move(*groups)));
  PairListing listing(*out, classes);
  if (!listing.candidates(limit)) return std::nullopt;
  listing.reduce();
  listing.relate();
  return out;
}

PairElements::Bucket* PairElements::find(std::uint32_t from, std::uint32_t to) {
  const auto at = numbers_.find(key(from, to));
  return at == numbers_.end() ? nullptr : &buckets_[at->second];
}

const PairElements::Bucket* PairElements::find(std::uint32_t from,
                                               std::uint32_t to) const {
  const auto at = numbers_.find(key(from, to));
  return at == numbers_.end() ? nullptr : &buckets_[at->second];
}

PairSymmetry PairElements::symmetry(const Bucket& bucket,
                                    const Element& e) const {
  const auto [i, j] = orbits_->pair(bucket.from);
  const auto [m, n] = orbits_->pair(bucket.to);
  return {frames_->element(i, m, groups_(frames_->class_of(i), e.first)),
          frames_->element(j, n, groups_(frames_->class_of(j), e.second))};
}

PairSymmetry PairElements::witness(std::uint32_t from, std::uint32_t to) const {
  const Bucket& bucket = *find(from, to);
  return symmetry(bucket, bucket.elements.front());
}

std::vector<PairSymmetry> PairElements::group(std::uint32_t orbit) const {
  std::vector<PairSymmetry> out;
  const Bucket& bucket = *find(orbit, orbit);
  for (const Element& e : bucket.elements) {
    if (e != Element{}) out.push_back(symmetry(bucket, e));
  }
  return out;
}

}  // namespace vicinal::groupoid::inline pairs
