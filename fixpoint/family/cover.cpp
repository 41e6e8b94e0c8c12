// SPDX-License-Identifier: MIT
// That a family has no other patterns than the types, as formulas of the
// language: obligations can be made of them.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "fixpoint/family/text.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline family {

using network::Model;

namespace {

// More choices of families than this are not asked about.
constexpr std::size_t most_choices = 40;
constexpr std::int64_t cost_of_a_pattern = 256;  // in rounds of a loop

// Who else is there: the families of some nodes, ascending.
using Families = std::vector<std::uint32_t>;

// All choices of `size` families, with repetition.
std::vector<Families> family_choices(std::uint32_t families,
                                     std::uint32_t size) {
  std::vector<Families> all = {{}};
  for (std::uint32_t i = 0; i < size; ++i) {
    std::vector<Families> longer;
    for (const Families& chosen : all) {
      for (std::uint32_t f = chosen.empty() ? 0 : chosen.back(); f < families;
           ++f) {
        longer.push_back(chosen);
        longer.back().push_back(f);
      }
    }
    all = std::move(longer);
  }
  return all;
}

class CoverWriter {
 public:
  CoverWriter(const TypeSystem& system, const Called& called)
      : system_(system), model_(*system.samples.model), called_(called) {}

  std::string formula(const Families& chosen) const;

 private:
  std::string pattern(std::size_t type, const Called& called) const;
  std::set<std::string> patterns(const Families& chosen) const;
  std::string premise(const Families& chosen) const;

  const TypeSystem& system_;
  const Model& model_;
  const Called& called_;
};

std::string CoverWriter::pattern(std::size_t type, const Called& called) const {
  network::poll(cost_of_a_pattern);
  std::vector<std::string> label;
  const auto literals = wiring_literals(system_, type, called, label);
  std::string text = literals.empty()
                         ? "true"
                         : fmt::format("{}", fmt::join(literals, " && "));
  const std::string edges = edge_binders(system_.types[type], called);
  if (!edges.empty()) text = fmt::format("exists {}: {}", edges, text);
  return "(" + text + ")";
}

// In every order of the nodes.
std::set<std::string> CoverWriter::patterns(const Families& chosen) const {
  std::set<std::string> out;
  for (std::size_t t = 0; t < system_.types.size(); ++t) {
    const Tuple& tuple = system_.types[t].first;
    Families families;
    for (const network::NodeId n : tuple.nodes) {
      families.push_back(tuple.instance().family_of[n.index()].value);
    }
    if (!std::is_permutation(families.begin(), families.end(), chosen.begin(),
                             chosen.end())) {
      continue;
    }
    std::vector<std::size_t> order(families.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      Called called = called_;
      bool fits = true;
      for (std::size_t i = 0; i < order.size(); ++i) {
        fits = fits && families[i] == chosen[order[i]];
        called.nodes[i] = called_.nodes[order[i]];
      }
      if (fits) out.insert(pattern(t, called));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return out;
}

// The nodes are different; and, if they are fewer than k, all there are.
std::string CoverWriter::premise(const Families& chosen) const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (std::size_t j = i + 1; j < chosen.size(); ++j) {
      if (chosen[i] != chosen[j]) continue;
      out.push_back(
          fmt::format("{} != {}", called_.nodes[i], called_.nodes[j]));
    }
  }
  if (chosen.size() < system_.k) {
    std::vector<std::string> counts;
    for (const network::NodeFamily& f : model_.node_families) {
      counts.push_back(
          fmt::format("count({} in {}: true)", called_.member, f.name));
    }
    out.push_back(
        fmt::format("{} == {}", fmt::join(counts, " + "), chosen.size()));
  }
  return fmt::format("{}", fmt::join(out, " && "));
}

std::string CoverWriter::formula(const Families& chosen) const {
  std::string out = "forall ";
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    out += (i == 0 ? "" : ", ") + called_.nodes[i];
    if (i + 1 == chosen.size() || chosen[i + 1] != chosen[i]) {
      out += " in " + model_.node_families[chosen[i]].name;
    }
  }
  out += ":\n  ";
  const std::string given = premise(chosen);
  if (!given.empty()) out += given + " =>\n  ";
  const auto list = patterns(chosen);
  return out + (list.empty() ? "false"
                             : fmt::format("{}", fmt::join(list, " ||\n  ")));
}

}  // namespace

std::vector<CoverText> cover_texts(const TypeSystem& system,
                                   const Called& called,
                                   network::FreshNames& names) {
  const auto families =
      static_cast<std::uint32_t>(system.samples.model->node_families.size());
  const CoverWriter writer(system, called);
  std::vector<CoverText> out;
  for (std::uint32_t size = 1; size <= system.k; ++size) {
    for (const Families& chosen : family_choices(families, size)) {
      const auto number = out.size() + 1;
      if (number > most_choices) return {};
      out.push_back({names.fresh(fmt::format("patterns_{}", number)),
                     writer.formula(chosen)});
    }
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline family
