// SPDX-License-Identifier: MIT
// A rank sends a row for each vertex that is not settled: its number, its
// class, and the arcs to it, which are none where it is alone. The first rank
// leaves out arcs from what is settled: all vertices of a class are reached by
// equally many of those.
#include "groupoid/ranks/handing_over.hpp"

#include <algorithm>
#include <numeric>

#include "groupoid/balance_relation/stable.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline ranks {

using network::Keys;
using network::Meeting;
using network::Post;
using network::Words;

namespace {

// Whether each vertex is the only one of its class.
std::vector<bool> alone(const Words& classes, Post& post,
                        network::KeyHash* hash) {
  Keys keys;
  for (const std::uint32_t c : classes) keys.add({&c, 1});
  Meeting meeting(post, keys, hash);
  Words values;
  for (const Meeting::Part& part : meeting.parts()) {
    values.push_back(part.count == 1 ? 1 : 0);
  }
  const Words answers = meeting.answers(values);
  return {answers.begin(), answers.end()};
}

// What was sent, on the first rank.
class Rest {
 public:
  explicit Rest(const std::vector<Words>& in) {
    for (const Words& rows : in) {
      for (std::size_t at = 0; at < rows.size();) {
        network::poll();
        vertex_.push_back(rows.at(at));
        class_.push_back(rows.at(at + 1));
        const std::size_t end = at + 3 + 2 * std::size_t{rows.at(at + 2)};
        for (at += 3; at < end; at += 2) {
          source_.push_back(rows.at(at));
          label_.push_back(rows.at(at + 1));
          target_.push_back(static_cast<std::uint32_t>(vertex_.size() - 1));
        }
      }
    }
  }

  // Labels of the vertices, in the order in which they came.
  Words refined() {
    // By source, of those that are there. Vertices came in ascending order.
    Words begin(vertex_.size() + 1, 0);
    for (std::uint32_t& source : source_) {
      network::poll();
      const auto at = std::lower_bound(vertex_.begin(), vertex_.end(), source);
      const bool here = at != vertex_.end() && *at == source;
      source =
          here ? static_cast<std::uint32_t>(at - vertex_.begin()) : no_target;
      if (here) ++begin[source + 1];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    Words next(begin.begin(), begin.end() - 1);
    Words target(begin.back()), label(begin.back());
    for (std::size_t a = 0; a < source_.size(); ++a) {
      if (source_[a] == no_target) continue;
      const std::uint32_t place = next[source_[a]]++;
      target[place] = target_[a];
      label[place] = label_[a];
    }
    return coarsest_stable({begin, target, label}, compact(class_));
  }

 private:
  // Numbers from 0, without gaps.
  static Words compact(const Words& classes) {
    Words all = classes;
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    Words labels;
    for (const std::uint32_t c : classes) {
      network::poll();
      labels.push_back(static_cast<std::uint32_t>(
          std::lower_bound(all.begin(), all.end(), c) - all.begin()));
    }
    return labels;
  }

  Words vertex_, class_;
  Words source_, target_, label_;  // per arc
};

// The least number above those of all classes.
std::uint64_t unused(std::size_t made, Post& post) {
  std::uint64_t most = 0;
  for (const Words& words : post.share({static_cast<std::uint32_t>(made)})) {
    most = std::max<std::uint64_t>(most, words.at(0));
  }
  return most * post.size();
}

}  // namespace

bool hand_over(const RankArcs& arcs, const Words& changed, std::size_t made,
               Post& post, const RankOptions& options, Words& classes) {
  const std::vector<bool> single = alone(classes, post, options.hash);
  std::vector<bool> sent = single;
  sent.flip();
  for (const std::uint32_t v : changed) sent[v] = true;
  std::uint64_t bytes = 0;
  for (std::size_t v = 0; v < classes.size(); ++v) {
    if (!sent[v]) continue;
    bytes += 48 + (single[v] ? 0 : 24 * (arcs.row[v + 1] - arcs.row[v]));
  }
  if (post.sum(bytes) > options.handed_bytes) return false;

  std::vector<Words> out = post.lists();
  const std::uint32_t first = arcs.nodes.first(post.rank());
  for (std::uint32_t v = 0; v < classes.size(); ++v) {
    network::poll();
    if (!sent[v]) continue;
    const std::size_t begin = arcs.row[v];
    const std::size_t end = single[v] ? begin : arcs.row[v + 1];
    out[0].insert(out[0].end(), {first + v, classes[v],
                                 static_cast<std::uint32_t>(end - begin)});
    for (std::size_t a = begin; a < end; ++a) {
      out[0].push_back(arcs.source[a]);
      out[0].push_back(arcs.label[a]);
    }
  }
  const std::vector<Words> in = post.swap(out);
  std::vector<Words> back = post.lists();
  if (post.rank() == 0) {
    Rest rest(in);
    const Words labels = rest.refined();
    std::size_t at = 0;
    for (unsigned r = 0; r < in.size(); ++r) {
      for (std::size_t i = 0; i < in[r].size(); i += 3 + 2 * in[r][i + 2]) {
        back[r].push_back(labels.at(at++));
      }
    }
  }
  const Words labels = post.swap(back)[0];
  const std::uint64_t base = unused(made, post);
  std::size_t next = 0;
  for (std::size_t v = 0; v < classes.size(); ++v) {
    if (sent[v]) {
      classes[v] = network::number_of(base + labels.at(next++), 0, 1);
    }
  }
  return true;
}

}  // namespace vicinal::groupoid::inline ranks
