// SPDX-License-Identifier: MIT
// Somebody has to help wherever somebody waits, and after each step from there.
// So sets of situations grow by what covers a point that is not covered yet:
// more than that would only be more to show. For each set that covers all, the
// terms are put in an order (ordering.hpp).
#include "decide/ranks/rank_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include "decide/ranks/points.hpp"
#include "decide/ranks/words.hpp"
#include "fixpoint/family/extended.hpp"
#include "network/language/outside.hpp"

namespace vicinal::decide::inline ranks {

using network::Model;
using network::ProgressProperty;
using network::ProgressShape;
using network::Scalar;

namespace {

constexpr double most_seconds = 6;  // of one property
constexpr std::uint64_t most_states = 1'000;
constexpr std::size_t most_points = 3'000;
constexpr int most_together = 4;  // situations
constexpr std::size_t most_covers = 2'000;
constexpr std::size_t most_ranks = 8;

// ---- what holds of those that wait -----------------------------------------

using TermNumbers = std::vector<std::uint32_t>;
using Values =
    std::map<std::pair<std::size_t, std::uint32_t>, std::set<Scalar>>;

// The values of variables with few values, at points where somebody waits.
Values values_seen(const Model& model, const ProgressProperty& property,
                   std::span<const SmallGraph> graphs, const Points& points,
                   const std::vector<bool>& waits) {
  Values out;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const auto instance = instance_again(model, graphs[g]);
    if (!instance) continue;
    for (std::size_t p = 0; p < points.all.size(); ++p) {
      const Point& point = points.all[p];
      if (point.graph != g || !waits[p]) continue;
      for (std::size_t b = 0; b < property.binders.size(); ++b) {
        const auto process = process_of(model, property.binders[b]);
        const auto& offsets = instance->variable_offsets[process.index()];
        const auto node = static_cast<std::size_t>(point.nodes[b]);
        for (std::uint32_t v = 0; v < model[process].variables.size(); ++v) {
          network::poll();
          out[{b, v}].insert(
              graphs[g]
                  .states[point.state][instance->node_base[node] + offsets[v]]);
        }
      }
    }
  }
  return out;
}

// Each variable has one of the values that it was seen with.
std::string hull(const Model& model, const ProgressProperty& property,
                 const Values& seen) {
  std::vector<std::string> all;
  for (const auto& [at, values] : seen) {
    const network::Binder& b = property.binders[at.first];
    const auto& v = model[process_of(model, b)].variables[at.second];
    const auto shown = values_of(model, v.type, b.name + "." + v.name);
    // Of a truth the true one comes first.
    const bool truth = model[v.type].kind == network::TypeKind::boolean;
    if (values.size() >= shown.size()) continue;
    std::vector<std::string> one;
    for (const Scalar value : values) {
      one.push_back(shown[static_cast<std::size_t>(truth ? 1 - value : value)]);
    }
    all.push_back(fmt::format("({})", fmt::join(one, " || ")));
  }
  return all.empty() ? "true" : fmt::format("{}", fmt::join(all, " && "));
}

std::string while_it_waits(const Model& model,
                           const network::Property& property,
                           const ProgressProperty& progress,
                           std::span<const SmallGraph> graphs,
                           const Points& points) {
  if (progress.shape != ProgressShape::response) return "true";
  const std::vector<bool> waits = waiting(points, progress.shape);
  bool stays = true;
  for (std::size_t p = 0; p < waits.size(); ++p) {
    stays = stays && (!waits[p] || points.all[p].asks);
  }
  const std::string asked = text_within(model, property.span, progress.from);
  if (stays && !asked.empty()) return asked;
  return hull(model, progress,
              values_seen(model, progress, graphs, points, waits));
}

// ---- which situations, which terms -----------------------------------------

class Search {
 public:
  Search(const Points& points, ProgressShape shape, std::size_t situations,
         std::size_t terms);

  // visit(terms, situations), for each rank that is found; false: enough.
  template <class Visit>
  void run(const Visit& visit);

 private:
  std::uint64_t uncovered(std::uint64_t set) const;
  void grow(std::uint64_t set, int left);
  std::vector<TermNumbers> orders(std::uint64_t set) const;

  const Points& points_;
  const bool possible_;
  std::size_t terms_;
  std::vector<std::uint64_t> at_;  // situations of each point
  std::set<std::uint64_t> asked_;  // situations where somebody has to help
  std::set<std::pair<std::uint64_t, std::uint64_t>> passed_;  // before, after
  std::set<std::uint64_t> seen_;
  std::vector<std::uint64_t> covers_;
};

Search::Search(const Points& points, ProgressShape shape,
               std::size_t situations, std::size_t terms)
    : points_(points),
      possible_(shape == ProgressShape::possible),
      terms_(terms) {
  std::uint64_t useful = ~points.helpless;
  // Of those that hold of the same nodes everywhere the first is enough.
  for (std::size_t k = 0; k < situations; ++k) {
    for (std::size_t first = 0; first < k; ++first) {
      const bool same = std::ranges::all_of(points.all, [&](const Point& p) {
        network::poll();
        return p.helpers[k] == p.helpers[first];
      });
      if (same) useful &= ~(std::uint64_t{1} << k);
    }
  }
  for (const Point& p : points.all) {
    at_.push_back(p.situations() & useful);
    const bool asks = p.asks && (p.initial || shape != ProgressShape::once);
    if (asks && !p.there) asked_.insert(at_.back());
  }
  // What stays possible is asked everywhere.
  for (const PointStep& s : points.steps) {
    if (!possible_ && !points.all[s.to].there)
      passed_.emplace(at_[s.from], at_[s.to]);
  }
}

// Situations of which one is missing; all of them: none is.
std::uint64_t Search::uncovered(std::uint64_t set) const {
  for (const std::uint64_t a : asked_) {
    network::poll();
    if ((a & set) == 0) return a;
  }
  for (const auto& [before, after] : passed_) {
    network::poll();
    if ((before & set) != 0 && (after & set) == 0) return after;
  }
  return ~std::uint64_t{0};
}

// Depth is at most `most_together`.
void Search::grow(std::uint64_t set, int left) {
  if (covers_.size() >= most_covers || !seen_.insert(set).second) return;
  std::uint64_t missing = uncovered(set);
  if (missing == ~std::uint64_t{0}) {
    if (set != 0) covers_.push_back(set);
    return;
  }
  if (left == 0) return;
  while (missing != 0) {
    const std::uint64_t one = missing & -missing;
    missing &= missing - 1;
    grow(set | one, left - 1);
  }
}

// What ranks of these situations there are, one of simple terms first.
std::vector<TermNumbers> Search::orders(std::uint64_t set) const {
  std::vector<Move> moves;
  for (const PointStep& s : points_.steps) {
    if ((at_[s.from] & set) == 0 || points_.all[s.to].there) continue;
    const bool lowers = (s.lost & set) != 0;
    if (possible_ && !lowers) continue;
    moves.push_back({s.from, s.to, lowers});
  }
  std::vector<std::uint32_t> usable;
  for (std::uint32_t t = 0; t < terms_; ++t) {
    bool good = true;
    for (std::size_t p = 0; p < at_.size() && good; ++p) {
      const bool waits = (at_[p] & set) != 0 && !points_.all[p].there;
      good = !waits || points_.rows[p][t] >= 0;
    }
    if (good) usable.push_back(t);
  }
  std::vector<TermNumbers> out;
  for (const Taken which : {Taken::first, Taken::strongest}) {
    auto terms = lexicographic(points_.rows, moves, usable, which);
    if (!terms) break;
    if (out.empty() || out.front() != *terms) out.push_back(std::move(*terms));
  }
  return out;
}

template <class Visit>
void Search::run(const Visit& visit) {
  grow(0, most_together);
  std::ranges::stable_sort(covers_, {},
                           [](std::uint64_t s) { return std::popcount(s); });
  for (const std::uint64_t set : covers_) {
    std::vector<std::uint32_t> situations;
    for (std::uint32_t k = 0; k < 64; ++k) {
      if ((set >> k & 1U) != 0) situations.push_back(k);
    }
    for (const TermNumbers& terms : orders(set)) {
      if (!visit(terms, situations)) return;
    }
  }
}

// ---- the model with all of them --------------------------------------------

std::vector<std::uint32_t> numbers_below(std::size_t count) {
  std::vector<std::uint32_t> out(count);
  for (std::uint32_t i = 0; i < count; ++i) out[i] = i;
  return out;
}

fixpoint::Extended with_all(const Model& model,
                            const network::Definitions& definitions,
                            const Words& words) {
  return fixpoint::extended(model, definitions,
                            rank_text(words, numbers_below(words.terms.size()),
                                      numbers_below(words.situations.size())));
}

// Leaves out what the language does not take. False: nothing is left.
bool only_what_fits(const Model& model, const network::Definitions& definitions,
                    Words& words) {
  const bool by_somebody = !words.situations.empty();
  const auto fits = [&](const std::string& term,
                        std::vector<std::string> situations) {
    network::poll(1'000);
    const Words one = {
        words.name, words.variables, {term}, std::move(situations)};
    return with_all(model, definitions, one).model.has_value();
  };
  std::erase_if(words.situations,
                [&](const std::string& s) { return !fits("0", {s}); });
  if (by_somebody && words.situations.empty()) return false;
  std::vector<std::string> some;
  if (by_somebody) some.push_back(words.situations.front());
  std::erase_if(words.terms,
                [&](const std::string& t) { return !fits(t, some); });
  return !words.terms.empty();
}

// Ranks of these words; without situations, those by which everybody helps.
void propose_of(Words words, const Model& model,
                const network::Definitions& definitions,
                std::span<const SmallGraph> graphs, std::size_t property,
                std::vector<std::string>& out) {
  fixpoint::Extended with = with_all(model, definitions, words);
  if (!with.model) {
    if (!only_what_fits(model, definitions, words)) return;
    with = with_all(model, definitions, words);
    if (!with.model) return;
  }
  const network::Ranking& rank = with.model->rankings.back();
  const auto progress =
      *network::progress_of(*with.model, with.model->properties[property]);
  const Points points =
      points_of(*with.model, progress, &rank, graphs, most_points);
  Search search(points, progress.shape, rank.situations.size(),
                rank.terms.size());
  search.run([&](const std::vector<std::uint32_t>& terms,
                 std::vector<std::uint32_t> situations) {
    if (words.situations.empty()) situations.clear();
    out.push_back(rank_text(words, terms, situations));
    return out.size() < most_ranks;
  });
}

// What needs no fairness comes first.
void propose(const Model& model, const network::Definitions& definitions,
             std::span<const SmallGraph> graphs, std::size_t property,
             std::vector<std::string>& out) {
  const network::Property& p = model.properties[property];
  const auto progress = *network::progress_of(model, p);
  const Points points =
      points_of(model, progress, nullptr, graphs, most_points);
  Words words = words_of(model, p, progress,
                         while_it_waits(model, p, progress, graphs, points));
  if (all_end(points, graphs)) {
    Words terms = words;
    terms.situations.clear();
    propose_of(std::move(terms), model, definitions, graphs, property, out);
  }
  if (words.situations.empty() || out.size() >= most_ranks) return;
  propose_of(std::move(words), model, definitions, graphs, property, out);
}

}  // namespace

std::vector<std::string> proposed_ranks(const Model& model,
                                        const network::Definitions& definitions,
                                        const fixpoint::Scope& scope,
                                        std::size_t property,
                                        const Allowance& allowance) {
  std::vector<std::string> out;
  const network::Limits limits = allowance.left_for(most_seconds);
  network::in_time(limits, [&] {
    const auto graphs = small_graphs(model, scope, allowance, most_states);
    propose(model, definitions, graphs, property, out);
  });
  return out;
}

}  // namespace vicinal::decide::inline ranks
