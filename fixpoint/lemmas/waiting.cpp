// SPDX-License-Identifier: MIT
// Who holds an edge is read off the explored states: values of a variable that
// no node shows unless the edge at its port has the value. If these account
// for every edge that has it, that is a fact to try.
#include "fixpoint/lemmas/waiting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "network/base/budget.hpp"
#include "network/language/traits.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::EdgeId;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Op;
using network::Scalar;
using network::TypeKind;

bool of_few_values(const Model& model, const Feature& f) {
  if (!f.type.valid() || f.element || f.indexing) return false;
  const network::Type& type = model[f.type];
  return type.kind == TypeKind::boolean || type.kind == TypeKind::enumeration ||
         type.kind == TypeKind::range;
}

std::string shows(const Model& model, const Instance& instance,
                  const std::string& member, const Feature& f, Scalar value) {
  const std::string place =
      f.name.empty() ? member : prefix_of(member, f) + f.name;
  if (model[f.type].kind == TypeKind::boolean) {
    return (value != 0 ? "" : "!") + place;
  }
  return fmt::format("{} == {}", place,
                     network::value_text(instance, f.type, {&value, 1}));
}

namespace {

constexpr std::size_t most_waiting_facts = 12;
constexpr std::size_t most_waiting_states = 4'000;  // of one instance
constexpr std::uint32_t most_shown_values = 8;
constexpr Scalar most_between = 64;       // numbers that are looked at
constexpr std::size_t most_of_index = 3;  // that the model asks

bool is_own(const Model& model, const Feature& f) {
  return f.where == Feature::Where::variable && of_few_values(model, f);
}

template <class Visit>
void each_state(std::span<const Explored> explored, Visit visit) {
  for (const Explored& e : explored) {
    const std::size_t width = e.instance->slot_count();
    std::size_t states = 0;
    for (std::size_t at = 0; width > 0 && at + width <= e.states.size() &&
                             states < most_waiting_states;
         at += width, ++states) {
      network::poll();
      visit(*e.instance, std::span(e.states).subspan(at, width));
    }
  }
}

// What the model asks of an index: `index(self) == 0`, `index(self) % 2 == 1`.
struct OfIndex {
  std::int64_t divisor = 0;  // 0: it is the index itself
  std::int64_t value = 0;

  bool operator==(const OfIndex&) const = default;
  bool holds(std::uint32_t index) const {
    return (divisor == 0 ? index : index % divisor) == value;
  }
  std::string text(const std::string& member, bool holds) const {
    return fmt::format("index({}){} {} {}", member,
                       divisor == 0 ? "" : fmt::format(" % {}", divisor),
                       holds ? "==" : "!=", value);
  }
};

std::vector<OfIndex> asked_of_indices(const Model& model) {
  std::vector<OfIndex> out;
  for (const network::Expr& e : model.exprs) {
    if (!network::is_comparison(e.op)) continue;
    const network::Expr& number = model[model.child(e, 1)];
    const network::Expr* asked = &model[model.child(e, 0)];
    OfIndex of;
    if (asked->op == Op::modulo) {
      of.divisor = model[model.child(*asked, 1)].value;
      if (model[model.child(*asked, 1)].op != Op::literal) continue;
      if (of.divisor <= 0) continue;
      asked = &model[model.child(*asked, 0)];
    }
    if (asked->op != Op::node_index || number.op != Op::literal) continue;
    of.value = number.value;
    if (std::ranges::find(out, of) == out.end()) out.push_back(of);
    if (out.size() == most_of_index) break;
  }
  return out;
}

// Of one family of edges, one of nodes, a variable of theirs.
class Holders {
 public:
  Holders(const Model& model, const Vocabulary& vocabulary,
          std::span<const Explored> explored, std::uint32_t edges,
          std::uint32_t nodes, const Feature& shown)
      : model_(model),
        vocabulary_(vocabulary),
        explored_(explored),
        edges_(edges),
        nodes_(nodes),
        shown_(shown),
        of_index_(asked_of_indices(model)),
        value_(vocabulary.features[vocabulary.node_families + edges].front()) {}

  void facts(std::vector<std::string>& out) {
    each_state(explored_, [&](const Instance& instance, auto state) {
      learn(instance, state);
    });
    for (const auto& [value, seen] : seen_) {
      if (seen_.size() > most_shown_values || out.size() == most_waiting_facts)
        return;
      if (accounts_for(value)) out.push_back(fact(value));
    }
  }

 private:
  using State = std::span<const Scalar>;
  // What a node shows, at a port, and which of `of_index_` are true of it.
  struct Shown {
    std::uint32_t port = 0;
    Scalar value = 0;
    std::vector<bool> index;
    auto operator<=>(const Shown&) const = default;
  };

  bool of_family(const Instance& instance, EdgeId edge) const {
    const auto& f = instance.edge_families[edges_];
    return edge.value >= f.first && edge.value < f.first + f.count;
  }
  Scalar value_of(const Instance& instance, State state, EdgeId edge) const {
    return state[place_of(instance, edge.value, value_)];
  }
  Shown shown_by(const Instance& instance, State state, NodeId node) const {
    Shown out{0, state[place_of(instance, node.value, shown_)], {}};
    const auto index = node.value - instance.node_families[nodes_].first;
    for (const OfIndex& asked : of_index_) {
      out.index.push_back(asked.holds(index));
    }
    return out;
  }

  template <class Visit>
  void each_node(const Instance& instance, Visit visit) const {
    const auto& f = instance.node_families[nodes_];
    for (std::uint32_t i = 0; i < f.count; ++i) visit(NodeId(f.first + i));
  }

  // Which values the edge at a port has where a node shows something.
  void learn(const Instance& instance, State state) {
    const auto& family = instance.edge_families[edges_];
    for (std::uint32_t i = 0; i < family.count; ++i) {
      const EdgeId edge(family.first + i);
      seen_[value_of(instance, state, edge)] = true;
    }
    each_node(instance, [&](NodeId node) {
      Shown shown = shown_by(instance, state, node);
      for (const std::uint32_t port : vocabulary_.ports[nodes_]) {
        shown.port = port;
        const EdgeId edge = edge_at(instance, node, port);
        std::optional<Scalar> value;
        if (of_family(instance, edge)) value = value_of(instance, state, edge);
        const auto [at, fresh] = always_.try_emplace(shown, value);
        if (!fresh && at->second != value) at->second.reset();
      }
    });
  }

  bool holds(Scalar value, const Shown& shown) const {
    const auto at = always_.find(shown);
    return at != always_.end() && at->second == value;
  }

  bool held(const Instance& instance, State state, EdgeId edge,
            Scalar value) const {
    bool found = false;
    each_node(instance, [&](NodeId node) {
      Shown shown = shown_by(instance, state, node);
      for (const std::uint32_t port : vocabulary_.ports[nodes_]) {
        shown.port = port;
        found = found ||
                (edge_at(instance, node, port) == edge && holds(value, shown));
      }
    });
    return found;
  }

  // Whether each edge with the value is held, and not every edge has it.
  bool accounts_for(Scalar value) const {
    bool all = true;
    bool some = false;
    bool others = false;
    each_state(explored_, [&](const Instance& instance, State state) {
      const auto& family = instance.edge_families[edges_];
      for (std::uint32_t i = 0; all && i < family.count; ++i) {
        const EdgeId edge(family.first + i);
        const bool has = value_of(instance, state, edge) == value;
        (has ? some : others) = true;
        all = !has || held(instance, state, edge, value);
      }
    });
    return all && some && others;
  }

  // Whether others who show that at the port have another edge there.
  bool needs_index(const Shown& shown) const {
    const std::optional<Scalar> edge = always_.at(shown);
    return std::ranges::any_of(always_, [&](const auto& other) {
      return other.first.port == shown.port &&
             other.first.value == shown.value && other.second != edge;
    });
  }

  std::string fact(Scalar value) const {
    const Instance& instance = *explored_.front().instance;
    const network::NodeFamily& family = model_.node_families[nodes_];
    std::map<std::uint32_t, std::vector<std::string>> at_port;
    for (const auto& [shown, edge] : always_) {
      if (edge != value) continue;
      std::string text = shows(model_, instance, "m2", shown_, shown.value);
      for (std::size_t k = 0; needs_index(shown) && k < of_index_.size(); ++k) {
        text += " && " + of_index_[k].text("m2", shown.index[k]);
      }
      auto& list = at_port[shown.port];
      if (std::ranges::find(list, text) == list.end()) list.push_back(text);
    }
    std::vector<std::string> ways;
    for (const auto& [port, list] : at_port) {
      ways.push_back(fmt::format("(same(m2.{}, m1) && ({}))",
                                 model_[family.process].ports[port].name,
                                 fmt::join(list, " || ")));
    }
    return fmt::format("forall m1 in {}: {} => (exists m2 in {}: {})",
                       model_.edge_families[edges_].name,
                       shows(model_, instance, "m1", value_, value),
                       family.name, fmt::join(ways, " || "));
  }

  const Model& model_;
  const Vocabulary& vocabulary_;
  std::span<const Explored> explored_;
  std::uint32_t edges_, nodes_;
  const Feature& shown_;
  std::vector<OfIndex> of_index_;
  const Feature& value_;
  std::map<Scalar, bool> seen_;  // of edges
  // The one value of the edge where a node shows this; none: there are several,
  // or it is no edge of the family.
  std::map<Shown, std::optional<Scalar>> always_;
};

}  // namespace

std::vector<std::string> facts_of_holders(const Model& model,
                                          const Vocabulary& vocabulary,
                                          std::span<const Explored> explored) {
  std::vector<std::string> out;
  if (explored.empty()) return out;
  for (std::uint32_t e = 0; e < vocabulary.edge_families; ++e) {
    const auto& shown = vocabulary.features[vocabulary.node_families + e];
    if (shown.empty() || shown.front().where != Feature::Where::value ||
        !of_few_values(model, shown.front())) {
      continue;
    }
    for (std::uint32_t n = 0; n < vocabulary.node_families; ++n) {
      for (const Feature& f : vocabulary.features[n]) {
        if (!is_own(model, f)) continue;
        Holders(model, vocabulary, explored, e, n, f).facts(out);
        if (out.size() == most_waiting_facts) return out;
      }
    }
  }
  return out;
}

namespace {

// What members of a family show, by value: in how many states some do.
struct Shown {
  std::map<Scalar, std::size_t> in;
  std::size_t states = 0;
};

Shown shown_by(std::span<const Explored> explored, const Feature& f,
               std::uint32_t family, bool edges) {
  Shown out;
  each_state(explored, [&](const Instance& instance, auto state) {
    const network::FamilySize& members =
        edges ? instance.edge_families[family] : instance.node_families[family];
    std::map<Scalar, bool> here;
    for (std::uint32_t i = 0; i < members.count; ++i) {
      here[state[place_of(instance, members.first + i, f)]] = true;
    }
    for (const auto& [value, some] : here) ++out.in[value];
    ++out.states;
  });
  return out;
}

// visit(family, whether of edges, its name, feature) for all of few values.
template <class Visit>
void each_feature(const Model& model, const Vocabulary& vocabulary,
                  Visit visit) {
  for (std::uint32_t n = 0; n < vocabulary.node_families; ++n) {
    for (const Feature& f : vocabulary.features[n]) {
      if (is_own(model, f)) visit(n, false, model.node_families[n].name, f);
    }
  }
  for (std::uint32_t e = 0; e < vocabulary.edge_families; ++e) {
    for (const Feature& f : vocabulary.features[vocabulary.node_families + e]) {
      const bool own =
          f.where == Feature::Where::value && of_few_values(model, f);
      if (own) visit(e, true, model.edge_families[e].name, f);
    }
  }
}

}  // namespace

std::vector<std::string> facts_of_presence(const Model& model,
                                           const Vocabulary& vocabulary,
                                           std::span<const Explored> explored) {
  std::vector<std::string> out;
  if (explored.empty()) return out;
  each_feature(
      model, vocabulary,
      [&](std::uint32_t family, bool edges, const std::string& name,
          const Feature& f) {
        const Shown shown = shown_by(explored, f, family, edges);
        if (shown.in.size() < 2 || shown.in.size() > most_shown_values) return;
        for (const auto& [value, states] : shown.in) {
          if (states != shown.states) continue;
          if (out.size() == most_waiting_facts) return;
          out.push_back(fmt::format(
              "exists m1 in {}: {}", name,
              shows(model, *explored.front().instance, "m1", f, value)));
        }
      });
  return out;
}

namespace {

// Who has the numbers from one shared variable up to another one.
class Takers {
 public:
  Takers(const Model& model, const Vocabulary& vocabulary,
         std::span<const Explored> explored, std::uint32_t nodes)
      : model_(model),
        explored_(explored),
        nodes_(nodes),
        features_(vocabulary.features[nodes]) {}

  void facts(std::vector<std::string>& out) const {
    for (const Feature& number : features_) {
      if (!is_number(number, Feature::Where::variable)) continue;
      for (const Feature& low : features_) {
        for (const Feature& high : features_) {
          const bool shared = is_number(low, Feature::Where::shared) &&
                              is_number(high, Feature::Where::shared);
          if (&low != &high && shared) facts(number, low, high, out);
        }
      }
    }
  }

 private:
  bool is_number(const Feature& f, Feature::Where where) const {
    return f.where == where && f.type.valid() && !f.element &&
           model_[f.type].numeric();
  }
  // Whether each number is had by one who shows a value; by one who does not.
  struct Taken {
    bool by_it = true, by_others = true;

    void look(Scalar value, const std::set<Scalar>& takers) {
      by_it = by_it && takers.contains(value);
      by_others = by_others && takers.size() > takers.count(value);
    }
  };
  void facts(const Feature& number, const Feature& low, const Feature& high,
             std::vector<std::string>& out) const;
  void put(const Feature& number, const Feature& low, const Feature& high,
           const std::string& shown, std::vector<std::string>& out) const;

  const Model& model_;
  std::span<const Explored> explored_;
  std::uint32_t nodes_;
  const std::vector<Feature>& features_;
};

// Of those who show a value of a variable of few values, or do not show it.
void Takers::facts(const Feature& number, const Feature& low,
                   const Feature& high, std::vector<std::string>& out) const {
  for (const Feature& f : features_) {
    if (!is_own(model_, f)) continue;
    const Shown shown = shown_by(explored_, f, nodes_, false);
    if (shown.in.size() > most_shown_values) continue;
    std::map<Scalar, Taken> seen;
    for (const auto& [value, states] : shown.in) seen[value];
    bool some = false;
    each_state(explored_, [&](const Instance& instance, auto state) {
      const network::FamilySize& size = instance.node_families[nodes_];
      const auto at = [&](std::uint32_t i, const Feature& of) {
        return state[place_of(instance, size.first + i, of)];
      };
      if (size.count == 0) return;
      const Scalar first = at(0, low);
      const Scalar end = std::min(at(0, high), first + most_between);
      for (Scalar v = first; v < end; ++v) {
        some = true;
        std::set<Scalar> takers;  // what they show
        for (std::uint32_t i = 0; i < size.count; ++i) {
          if (at(i, number) == v) takers.insert(at(i, f));
        }
        for (auto& [value, taken] : seen) taken.look(value, takers);
      }
    });
    for (const auto& [value, taken] : seen) {
      const std::string text =
          shows(model_, *explored_.front().instance, "m2", f, value);
      if (some && taken.by_it) put(number, low, high, text, out);
      if (some && taken.by_others)
        put(number, low, high, "!(" + text + ")", out);
    }
  }
}

void Takers::put(const Feature& number, const Feature& low, const Feature& high,
                 const std::string& shown,
                 std::vector<std::string>& out) const {
  if (out.size() == most_waiting_facts) return;
  out.push_back(fmt::format(
      "forall m1 in {}..{} - 1: (exists m2 in {}: {} && m2.{} == m1)", low.name,
      high.name, model_.node_families[nodes_].name, shown, number.name));
}

}  // namespace

std::vector<std::string> facts_of_takers(const Model& model,
                                         const Vocabulary& vocabulary,
                                         std::span<const Explored> explored) {
  std::vector<std::string> out;
  if (explored.empty()) return out;
  for (std::uint32_t n = 0; n < vocabulary.node_families; ++n) {
    Takers(model, vocabulary, explored, n).facts(out);
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline lemmas
