// SPDX-License-Identifier: MIT
// What numbers show in all explored states, each place by itself: a bound, a
// remainder; all that a node shows together with its numbers, if that is
// little; and whom a number of a node counts. Of numbers without a bound in
// their type, whose states nobody enumerates.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fixpoint/kept/kept.hpp"
#include "fixpoint/lemmas/lemmas.hpp"
#include "fixpoint/lemmas/waiting.hpp"
#include "network/base/budget.hpp"
#include "network/language/fresh_names.hpp"

namespace vicinal::fixpoint::inline kept {

namespace {

using network::Instance;
using network::Model;
using network::Scalar;
using network::TypeKind;

constexpr std::size_t most_ways = 24;  // that a node shows its variables
constexpr std::size_t values_met = 3;  // of which a remainder says something
constexpr Scalar most_modulus = 8;
constexpr std::size_t most_counters = 24;

// What explored states show of a number.
struct Met {
  Scalar least = std::numeric_limits<Scalar>::max();
  Scalar most = std::numeric_limits<Scalar>::min();
  Scalar modulus = 0;       // of all differences
  std::set<Scalar> values;  // the first few

  void add(Scalar value);
};

void Met::add(Scalar value) {
  // Differences of larger ones are no numbers of 64 bits.
  constexpr Scalar large = std::numeric_limits<Scalar>::max() / 2;
  if (value > large || value < -large) {
    modulus = 1;
  } else if (!values.empty() && modulus != 1) {
    modulus = std::gcd(modulus, value - *values.begin());
  }
  if (values.size() < values_met) values.insert(value);
  least = std::min(least, value);
  most = std::max(most, value);
}

class Numbers {
 public:
  Numbers(const family::Question& question, std::span<const Explored> explored)
      : question_(question),
        model_(*question.model),
        explored_(explored),
        vocabulary_(vocabulary_of(model_)),
        names_(model_),
        one_(names_.fresh("m1")),
        other_(names_.fresh("m2")) {}

  std::vector<std::string> run();

 private:
  using Features = std::vector<Feature>;
  using Ways = std::set<std::vector<Scalar>>;

  bool endless(const Feature& feature) const {
    return feature.type.valid() && !feature.element &&
           model_[feature.type].kind == TypeKind::integer;
  }
  bool shared(const Feature& feature) const {
    return feature.where == Feature::Where::shared;
  }
  template <class Visit>
  void each_shown(std::uint32_t family, bool shared, const Visit& visit) const;
  std::string head(std::uint32_t family, const Feature& feature) const;
  void by_itself(std::uint32_t family, const Feature& feature);
  void together(std::uint32_t family, Feature::Where where);
  std::string text(const Ways& ways, const Features& features) const;
  void counted(std::uint32_t family);
  std::vector<std::string> countable(std::uint32_t family) const;

  const family::Question& question_;
  const Model& model_;
  std::span<const Explored> explored_;
  const Vocabulary vocabulary_;
  network::FreshNames names_;
  const std::string one_, other_;
  std::vector<std::string> out_;
};

// Calls visit(instance, state, number of a member), where it is shared for one
// member only, until that says false.
template <class Visit>
void Numbers::each_shown(std::uint32_t family, bool shared,
                         const Visit& visit) const {
  for (const Explored& e : explored_) {
    const network::FamilySize& size =
        vocabulary_.is_edge(family)
            ? e.instance->edge_families[vocabulary_.edge_family(family)]
            : e.instance->node_families[family];
    const std::uint32_t count = shared ? std::min(1U, size.count) : size.count;
    const std::size_t width = e.instance->slot_count();
    for (std::size_t at = 0; at + width <= e.states.size() && width != 0;
         at += width) {
      network::poll(1 + std::int64_t{count});
      const auto state = std::span(e.states).subspan(at, width);
      for (std::uint32_t m = 0; m < count; ++m) {
        if (!visit(*e.instance, state, size.first + m)) return;
      }
    }
  }
}

std::string Numbers::head(std::uint32_t family, const Feature& feature) const {
  if (shared(feature)) return "";
  return fmt::format(
      "forall {} in {}: ", one_,
      vocabulary_.is_edge(family)
          ? model_.edge_families[vocabulary_.edge_family(family)].name
          : model_.node_families[family].name);
}

// What is beyond the constants of the model is where the search ended, mostly.
void Numbers::by_itself(std::uint32_t family, const Feature& feature) {
  Met met;
  each_shown(family, shared(feature),
             [&](const Instance& instance, auto state, std::uint32_t member) {
               met.add(state[place_of(instance, member, feature)]);
               return true;
             });
  if (met.values.size() < 2) return;
  const std::string place = name_at(one_, feature, feature.name);
  const std::string start = head(family, feature);
  const Scalar constant = greatest_constant(model_);
  if (met.least >= -constant) {
    out_.push_back(fmt::format("{}{} >= {}", start, place, met.least));
  }
  if (met.most <= constant) {
    out_.push_back(fmt::format("{}{} <= {}", start, place, met.most));
  }
  if (met.values.size() == values_met && met.modulus > 1 &&
      met.modulus <= most_modulus) {
    const Scalar rest = met.least % met.modulus;
    out_.push_back(fmt::format("{}{} % {} == {}", start, place, met.modulus,
                               rest < 0 ? rest + met.modulus : rest));
  }
}

std::string Numbers::text(const Ways& ways, const Features& features) const {
  const auto example = std::ranges::find_if(
      explored_, [](const Explored& e) { return !e.states.empty(); });
  std::vector<std::string> either;
  for (const std::vector<Scalar>& way : ways) {
    std::vector<std::string> both;
    for (std::size_t f = 0; f < features.size(); ++f) {
      both.push_back(
          shows(model_, *example->instance, one_, features[f], way[f]));
    }
    either.push_back(fmt::format("{}", fmt::join(both, " && ")));
  }
  return fmt::format("{}", fmt::join(either, " || "));
}

// All numbers, truths and enumerations that stand there, if one of them is a
// number without a bound. Of one number alone bounds say as much.
void Numbers::together(std::uint32_t family, Feature::Where where) {
  Features features;
  bool some = false;
  for (const Feature& f : vocabulary_.features[family]) {
    const bool has_text = f.type.valid() && !f.element &&
                          model_[f.type].kind != TypeKind::reference;
    if (f.where != where || !has_text) continue;
    features.push_back(f);
    some = some || endless(f);
  }
  if (!some || features.size() < 2) return;
  Ways ways;
  each_shown(family, where == Feature::Where::shared,
             [&](const Instance& instance, auto state, std::uint32_t member) {
               std::vector<Scalar> way;
               for (const Feature& f : features) {
                 way.push_back(state[place_of(instance, member, f)]);
               }
               ways.insert(std::move(way));
               return ways.size() <= most_ways;
             });
  if (ways.size() < 2 || ways.size() > most_ways) return;
  out_.push_back(head(family, features.front()) + text(ways, features));
}

// What may be counted of others, of a node of the family: those that name it,
// those that it has marked, or that have marked it.
std::vector<std::string> Numbers::countable(std::uint32_t family) const {
  std::vector<std::string> out;
  const auto put = [&](std::uint32_t others, const std::string& what) {
    out.push_back(fmt::format("count({} in {}: {})", other_,
                              model_.node_families[others].name, what));
  };
  for (std::uint32_t f = 0; f < vocabulary_.node_families; ++f) {
    for (const Feature& r : vocabulary_.features[f]) {
      const bool names = r.where == Feature::Where::variable && !r.element &&
                         r.type.valid() &&
                         model_[r.type].kind == TypeKind::reference &&
                         model_[r.type].family.value == family;
      if (names) put(f, fmt::format("{}.{} == {}", other_, r.name, one_));
    }
  }
  for (const NodeArray& array : vocabulary_.arrays) {
    const auto& variable = model_[model_.node_families[array.owners].process]
                               .variables[array.variable];
    if (array.keys.size() != 1 ||
        model_[model_[variable.type].element].kind != TypeKind::boolean) {
      continue;
    }
    if (array.owners == family) {
      put(array.keys[0], fmt::format("{}.{}[{}]", one_, variable.name, other_));
    }
    if (array.keys[0] == family) {
      put(array.owners, fmt::format("{}.{}[{}]", other_, variable.name, one_));
    }
  }
  return out;
}

// Of numbers of each node.
void Numbers::counted(std::uint32_t family) {
  const std::vector<std::string> counts = countable(family);
  if (counts.empty()) return;
  std::vector<std::string> trials;
  for (const Feature& f : vocabulary_.features[family]) {
    if (f.where != Feature::Where::variable || f.element || !f.type.valid() ||
        !model_[f.type].numeric()) {
      continue;
    }
    for (const std::string& count : counts) {
      if (trials.size() == most_counters) break;
      trials.push_back(
          fmt::format("{}{}.{} == {}", head(family, f), one_, f.name, count));
    }
  }
  for (std::string& fact : that_hold(question_, explored_, std::move(trials))) {
    out_.push_back(std::move(fact));
  }
}

std::vector<std::string> Numbers::run() {
  const std::uint32_t families =
      vocabulary_.node_families + vocabulary_.edge_families;
  for (std::uint32_t f = 0; f < families; ++f) {
    for (const Feature& feature : vocabulary_.features[f]) {
      const bool once = f == 0 || !shared(feature);
      const bool here = feature.where == Feature::Where::variable ||
                        feature.where == Feature::Where::value;
      if (endless(feature) && once && (here || shared(feature))) {
        by_itself(f, feature);
      }
    }
    if (vocabulary_.is_edge(f)) continue;
    together(f, Feature::Where::variable);
    counted(f);
  }
  if (families > 0) together(0, Feature::Where::shared);
  return std::move(out_);
}

}  // namespace

std::vector<std::string> facts_of_numbers(const family::Question& question,
                                          std::span<const Explored> explored) {
  return Numbers(question, explored).run();
}

}  // namespace vicinal::fixpoint::inline kept
