// SPDX-License-Identifier: MIT
// Between two rounds any two vertices of a class are reached by equally many
// arcs, of each label, from each class as the classes were before the last
// round. So what reaches them from the classes that are new since then tells
// them apart as well as all would: but for one, a split class is its new parts.
//
// Class c belongs to rank c mod K, which knows its size. Parts are found by
// ranks that own hashes; of each class these say how much they have seen, and
// the largest part that they have. So the class's rank knows whether vertices
// saw nothing new: nobody looks at these, so they stay the class. If there are
// none, the largest part does.
#include "groupoid/ranks/rank_refinement.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "groupoid/ranks/handing_over.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline ranks {

using network::Keys;
using network::Meeting;
using network::number_of;
using network::Post;
using network::Words;

namespace {

class Refinement {
 public:
  Refinement(const RankArcs& arcs, Post& post, const RankOptions& options)
      : arcs_(arcs),
        post_(post),
        options_(options),
        class_(arcs.row.size() - 1, 0) {
    size_.push_back(post.rank() == 0 ? arcs.nodes.nodes() : 0);
    subscribe();
  }

  Words run(const Words& start, RankRounds& rounds) {
    begin(start);
    unsigned quiet = 0;
    for (std::uint64_t left = 1; left > 0;) {
      ++rounds.rounds;
      see();
      rounds.sights += sights_.size();
      split();
      left = post_.sum(changed_.size());
      const bool few = left <= 16 + arcs_.nodes.nodes() / 1024;
      quiet = few ? quiet + 1 : 0;
      if (left == 0 || quiet != options_.quiet_rounds) continue;
      rounds.handed_over =
          hand_over(arcs_, changed_, size_.size(), post_, options_, class_);
      if (rounds.handed_over) break;
    }
    return std::move(class_);
  }

 private:
  // What a vertex sees: an arc with this label, from a class.
  struct Sight {
    std::uint32_t vertex, label, from;
    auto operator<=>(const Sight&) const = default;
  };

  std::uint32_t first() const { return arcs_.nodes.first(post_.rank()); }

  // Which arcs come from a vertex, and which ranks have any.
  void subscribe() {
    std::vector<std::uint32_t> by_source(arcs_.source.size());
    std::iota(by_source.begin(), by_source.end(), 0);
    std::sort(by_source.begin(), by_source.end(),
              [&](std::uint32_t a, std::uint32_t b) {
                network::poll();
                return std::pair(arcs_.source[a], a) <
                       std::pair(arcs_.source[b], b);
              });
    Words target(arcs_.source.size());
    for (std::uint32_t v = 0; v < class_.size(); ++v) {
      std::fill(target.begin() + static_cast<std::ptrdiff_t>(arcs_.row[v]),
                target.begin() + static_cast<std::ptrdiff_t>(arcs_.row[v + 1]),
                v);
    }
    std::vector<Words> out = post_.lists();
    slots_before_.assign(post_.size() + 1, 0);
    for (std::size_t i = 0; i < by_source.size(); ++i) {
      network::poll();
      const std::uint32_t source = arcs_.source[by_source[i]];
      if (i == 0 || source != arcs_.source[by_source[i - 1]]) {
        const unsigned owner = arcs_.nodes.owner(source);
        out[owner].push_back(source - arcs_.nodes.first(owner));
        slot_begin_.push_back(i);
        ++slots_before_[owner + 1];
      }
      slot_arc_.emplace_back(target[by_source[i]], arcs_.label[by_source[i]]);
    }
    slot_begin_.push_back(by_source.size());
    std::partial_sum(slots_before_.begin(), slots_before_.end(),
                     slots_before_.begin());
    wanted_ = post_.swap(out);
    find_wanted();
  }

  // Of each own vertex: who wants it, by what number.
  void find_wanted() {
    wanted_begin_.assign(class_.size() + 1, 0);
    for (const Words& list : wanted_) {
      for (const std::uint32_t v : list) ++wanted_begin_[v + 1];
    }
    std::partial_sum(wanted_begin_.begin(), wanted_begin_.end(),
                     wanted_begin_.begin());
    std::vector<std::size_t> next = wanted_begin_;
    wanted_by_.resize(wanted_begin_.back());
    for (unsigned r = 0; r < wanted_.size(); ++r) {
      for (std::uint32_t i = 0; i < wanted_[r].size(); ++i) {
        wanted_by_[next[wanted_[r][i]]++] = {r, i};
      }
    }
    wanted_.clear();
  }

  // Classes by `start`, all of them new.
  void begin(const Words& start) {
    Keys keys;
    dirty_.resize(class_.size());
    std::iota(dirty_.begin(), dirty_.end(), 0);
    for (const std::uint32_t label : start) {
      network::poll();
      keys.word(0);
      keys.word(label);
      keys.close();
    }
    assign(keys);
    changed_ = dirty_;
  }

  // Tells others what is new here, and hears what is there: sights_.
  void see() {
    std::vector<Words> out = post_.lists();
    for (const std::uint32_t v : changed_) {
      network::poll();
      for (std::size_t i = wanted_begin_[v]; i < wanted_begin_[v + 1]; ++i) {
        const auto& [rank, slot] = wanted_by_[i];
        out[rank].push_back(slot);
        out[rank].push_back(class_[v]);
      }
    }
    const std::vector<Words> in = post_.swap(out);
    sights_.clear();
    for (unsigned r = 0; r < in.size(); ++r) {
      for (std::size_t i = 0; i < in[r].size(); i += 2) {
        network::poll();
        const std::size_t slot = slots_before_[r] + in[r][i];
        for (std::size_t a = slot_begin_[slot]; a < slot_begin_[slot + 1];
             ++a) {
          sights_.push_back(
              {slot_arc_[a].first, slot_arc_[a].second, in[r].at(i + 1)});
        }
      }
    }
    network::poll(static_cast<std::int64_t>(sights_.size()));
    std::sort(sights_.begin(), sights_.end());
  }

  // A key for each vertex that saw something: its class, and what, how often.
  void split() {
    Keys keys;
    dirty_.clear();
    for (std::size_t i = 0; i < sights_.size();) {
      network::poll();
      const std::uint32_t vertex = sights_[i].vertex;
      dirty_.push_back(vertex);
      keys.word(class_[vertex]);
      while (i < sights_.size() && sights_[i].vertex == vertex) {
        const std::size_t begin = i;
        while (i < sights_.size() && sights_[i] == sights_[begin]) ++i;
        keys.word(sights_[begin].label);
        keys.word(sights_[begin].from);
        keys.word(static_cast<std::uint32_t>(i - begin));
      }
      keys.close();
    }
    assign(keys);
  }

  // New classes for dirty_, by their keys; changed_: those whose is new.
  void assign(const Keys& keys) {
    Meeting meeting(post_, keys, options_.hash);
    const Words classes = meeting.answers(classes_of(meeting));
    changed_.clear();
    for (std::size_t i = 0; i < dirty_.size(); ++i) {
      if (class_[dirty_[i]] == classes[i]) continue;
      class_[dirty_[i]] = classes[i];
      changed_.push_back(dirty_[i]);
    }
  }

  // For each part that met here: the class that it was, or a new one.
  Words classes_of(const Meeting& meeting) {
    const auto& parts = meeting.parts();
    std::vector<std::uint32_t> by_class(parts.size());
    std::iota(by_class.begin(), by_class.end(), 0);
    const auto old = [&](std::uint32_t p) { return meeting.key(p)[0]; };
    std::sort(by_class.begin(), by_class.end(),
              [&](std::uint32_t a, std::uint32_t b) {
                network::poll();
                return std::pair(old(a), a) < std::pair(old(b), b);
              });
    std::vector<Words> out = post_.lists();
    Words largest, owners;  // per class
    for (std::size_t i = 0; i < by_class.size();) {
      const std::uint32_t c = old(by_class[i]);
      std::uint32_t best = by_class[i], seen = 0;
      for (; i < by_class.size() && old(by_class[i]) == c; ++i) {
        seen += parts[by_class[i]].count;
        if (parts[by_class[i]].count > parts[best].count) best = by_class[i];
      }
      largest.push_back(best);
      owners.push_back(c % post_.size());
      out[owners.back()].insert(out[owners.back()].end(),
                                {c, seen, parts[best].count});
    }
    const std::vector<Words> stays = which_stay(post_.swap(out));
    std::vector<bool> same(parts.size(), false);
    std::vector<std::size_t> next(post_.size(), 0);
    for (std::size_t c = 0; c < largest.size(); ++c) {
      same[largest[c]] = stays[owners[c]].at(next[owners[c]]++) != 0;
    }
    Words values;
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      values.push_back(same[p] ? old(p) : fresh(parts[p].count));
    }
    return values;
  }

  std::uint32_t fresh(std::uint32_t members) {
    size_.push_back(members);
    return number_of(size_.size() - 1, post_.rank(), post_.size());
  }

  // Of classes of this rank, what ranks have seen of them: (class, vertices,
  // those of the largest part). Whether that part stays the class, for each.
  std::vector<Words> which_stay(const std::vector<Words>& in) {
    struct Offer {
      std::uint32_t c, count, seen;
      unsigned rank;
      std::size_t place;
    };
    std::vector<Offer> offers;
    std::vector<Words> out = post_.lists();
    for (unsigned r = 0; r < in.size(); ++r) {
      out[r].assign(in[r].size() / 3, 0);
      for (std::size_t i = 0; i < in[r].size(); i += 3) {
        network::poll();
        offers.push_back({in[r][i], in[r][i + 2], in[r][i + 1], r, i / 3});
      }
    }
    std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
      return std::tuple(a.c, b.count, a.rank) <
             std::tuple(b.c, a.count, b.rank);
    });
    for (std::size_t i = 0; i < offers.size();) {
      const Offer& best = offers[i];
      std::uint32_t& size = size_[best.c / post_.size()];
      for (; i < offers.size() && offers[i].c == best.c; ++i) {
        size -= offers[i].seen;  // what is left saw nothing
      }
      if (size > 0) continue;
      size = best.count;
      out[best.rank][best.place] = 1;
    }
    return post_.swap(out);
  }

  const RankArcs& arcs_;
  Post& post_;
  const RankOptions& options_;
  Words class_;            // per own vertex
  Words size_;             // per class of this rank
  Words dirty_, changed_;  // own vertices
  std::vector<Sight> sights_;
  // A slot is a vertex that arcs come from, by number: its arcs.
  std::vector<std::size_t> slots_before_;  // per rank that owns it
  std::vector<std::size_t> slot_begin_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> slot_arc_;
  std::vector<Words> wanted_;
  std::vector<std::size_t> wanted_begin_;
  std::vector<std::pair<unsigned, std::uint32_t>> wanted_by_;
};

}  // namespace

Words refine_on_ranks(const RankArcs& arcs, const Words& start, Post& post,
                      const RankOptions& options, RankRounds& rounds) {
  return Refinement(arcs, post, options).run(start, rounds);
}

}  // namespace vicinal::groupoid::inline ranks
