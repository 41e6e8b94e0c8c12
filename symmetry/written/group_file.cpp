// SPDX-License-Identifier: MIT
// Cycles of nodes and constants become a renaming, and that a permutation of
// states; cycles of variables and values are laid over it.
#include "symmetry/written/group_file.hpp"

#include <fmt/format.h>

#include <numeric>
#include <set>
#include <utility>

#include "network/base/budget.hpp"
#include "symmetry/maps/renamings.hpp"
#include "symmetry/written/codes.hpp"
#include "symmetry/written/group_names.hpp"
#include "symmetry/written/group_syntax.hpp"

namespace vicinal::symmetry::inline written {

using network::NodeId;
using network::Scalar;
using network::Span;

namespace {

// Of a variable with more values none is said.
constexpr std::uint64_t most_values = 65'536;

class GeneratorReader {
 public:
  GeneratorReader(const GroupNames& names, const Renamings& renamings,
                  const Sorts& sorts, network::Diagnostics& diagnostics)
      : names_(names),
        instance_(names.instance()),
        renamings_(renamings),
        sorts_(sorts),
        diagnostics_(diagnostics),
        renaming_(renamings.identity()) {}

  std::optional<WrittenGenerator> run(const GeneratorText& text) {
    for (const Cycle& c : text.cycles) {
      network::poll();
      if (!cycle(c)) return std::nullopt;
    }
    if (!rename(text.span)) return std::nullopt;
    for (const auto& [s, t] : slot_) map_.slot[s] = t;
    for (const auto& [s, values] : value_) {
      if (!lay(s, values)) return std::nullopt;
    }
    if (!bijective(text.span)) return std::nullopt;
    return WrittenGenerator{text.span, std::move(map_),
                            std::move(renaming_.node)};
  }

 private:
  bool error(network::Code code, Span span, std::string message,
             std::string note = {}) {
    std::vector<network::Note> notes;
    if (!note.empty()) notes.push_back({std::nullopt, std::move(note)});
    diagnostics_.error(code, span, std::move(message), std::move(notes));
    return false;
  }
  bool unknown(const Word& word) {
    return error(codes::unknown_in_generator, word.span,
                 fmt::format("there is no node, edge, variable or constant "
                             "'{}'{}",
                             word.text, names_.near(word.text)),
                 "'vicinal symmetry' prints names of variables");
  }
  bool twice(const Word& word) {
    return error(codes::no_permutation, word.span,
                 fmt::format("'{}' is in the cycles already", word.text));
  }
  bool unlike(const Word& word, const Word& first) {
    return error(codes::no_permutation, word.span,
                 fmt::format("'{}' cannot take the place of '{}': it is of "
                             "another kind",
                             word.text, first.text),
                 "a cycle has nodes of one process, or variables of one type, "
                 "or constants of one enumeration");
  }

  bool cycle(const Cycle& c) {
    if (c.kind == Cycle::Kind::values) return values(c);
    if (c.kind == Cycle::Kind::literals) return literals(c);
    const Word& first = c.words.front();
    if (names_.node(first.text)) return nodes(c);
    if (names_.variable(first.text) != nullptr) return variables(c);
    if (names_.constant(first.text)) return constants(c);
    return unknown(first);
  }

  bool nodes(const Cycle& c) {
    const NodeId first = *names_.node(c.words.front().text);
    std::vector<NodeId> all;
    for (const Word& w : c.words) {
      const auto n = names_.node(w.text);
      if (!n) {
        return names_.known(w.text) ? unlike(w, c.words.front()) : unknown(w);
      }
      if (instance_.process_id(*n) != instance_.process_id(first)) {
        return unlike(w, c.words.front());
      }
      if (!seen_nodes_.insert(n->value).second) return twice(w);
      all.push_back(*n);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      renaming_.node[all[i].index()] = all[(i + 1) % all.size()];
    }
    return true;
  }

  bool constants(const Cycle& c) {
    const auto first = *names_.constant(c.words.front().text);
    auto& image = renaming_.constant[first.first.index()];
    if (image.empty()) {
      image.resize(
          instance_.model->enums[first.first.index()].constants.size());
      std::iota(image.begin(), image.end(), Scalar{0});
    }
    std::vector<Scalar> all;
    for (const Word& w : c.words) {
      const auto value = names_.constant(w.text);
      if (!value) {
        return names_.known(w.text) ? unlike(w, c.words.front()) : unknown(w);
      }
      if (value->first != first.first) return unlike(w, c.words.front());
      if (!seen_constants_.insert({value->first.value, value->second}).second) {
        return twice(w);
      }
      all.push_back(value->second);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      image[static_cast<std::size_t>(all[i])] = all[(i + 1) % all.size()];
    }
    return true;
  }

  // Parts of variables go with these.
  bool variables(const Cycle& c) {
    const auto& first = *names_.variable(c.words.front().text);
    std::vector<std::uint32_t> all;
    for (const Word& w : c.words) {
      const GroupNames::Variable* v = names_.variable(w.text);
      if (v == nullptr) {
        return names_.known(w.text) ? unlike(w, c.words.front()) : unknown(w);
      }
      if (!names_.alike(first, *v)) return unlike(w, c.words.front());
      all.push_back(v->slot);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint32_t to = all[(i + 1) % all.size()];
      for (std::uint32_t s = 0; s < first.count; ++s) {
        const auto [at, fresh] = slot_.try_emplace(all[i] + s, to + s);
        const bool again = all.size() == 1 && at->second == to + s;
        if (!fresh && !again) return twice(c.words[i]);
      }
      edges_said_ = edges_said_ || names_.of_edge(all[i]);
    }
    return true;
  }

  struct Literal {
    std::uint32_t slot = 0;
    Scalar value = 0;
  };

  std::optional<std::uint32_t> scalar(const Word& word) {
    const GroupNames::Variable* v = names_.variable(word.text);
    if (v == nullptr) {
      unknown(word);
      return std::nullopt;
    }
    const network::Bounds& b = instance_.slots[v->slot];
    const std::uint64_t width =
        static_cast<std::uint64_t>(b.high) - static_cast<std::uint64_t>(b.low);
    if (v->count != 1 || width >= most_values) {
      error(codes::no_permutation, word.span,
            fmt::format("'{}' has no values that can be named one by one",
                        word.text),
            "name its parts, as 'vicinal symmetry' does");
      return std::nullopt;
    }
    return v->slot;
  }

  std::optional<Literal> literal(std::uint32_t slot, const Word& word) {
    const auto value = names_.value(slot, word.text);
    if (!value) {
      error(codes::unknown_in_generator, word.span,
            fmt::format("'{}' is no value of {}", word.text,
                        names_.slot_name(slot)));
      return std::nullopt;
    }
    return Literal{slot, *value};
  }

  bool values(const Cycle& c) {
    const auto slot = scalar(c.of);
    if (!slot) return false;
    std::vector<Literal> all;
    for (const Word& w : c.words) {
      const auto l = literal(*slot, w);
      if (!l) return false;
      all.push_back(*l);
    }
    return rotate(all, c.words, 1);
  }

  bool literals(const Cycle& c) {
    std::vector<Literal> all;
    for (std::size_t i = 0; i < c.words.size(); i += 2) {
      const auto slot = scalar(c.words[i]);
      if (!slot) return false;
      if (!names_.alike(*names_.variable(c.words[0].text),
                        *names_.variable(c.words[i].text))) {
        return unlike(c.words[i], c.words[0]);
      }
      const auto l = literal(*slot, c.words[i + 1]);
      if (!l) return false;
      all.push_back(*l);
    }
    return rotate(all, c.words, 2);
  }

  bool rotate(const std::vector<Literal>& all, const std::vector<Word>& words,
              std::size_t step) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Literal& to = all[(i + 1) % all.size()];
      const Word& word = words[step * i];
      const auto [at, fresh] = slot_.try_emplace(all[i].slot, to.slot);
      if (!fresh && at->second != to.slot) {
        return error(codes::no_permutation, word.span,
                     fmt::format("all values of {} go to one variable",
                                 names_.slot_name(all[i].slot)));
      }
      if (!value_[all[i].slot].emplace(all[i].value, to.value).second) {
        return twice(word);
      }
      edges_said_ = edges_said_ || names_.of_edge(all[i].slot);
    }
    return true;
  }

  // Nodes and constants, with what follows them.
  bool rename(Span span) {
    if (!edges_said_) {
      Renaming along = renamings_.along(renaming_.node);
      renaming_.edge = std::move(along.edge);
    }
    const auto map = state_map(instance_, sorts_, renaming_);
    if (!map) {
      return error(codes::no_permutation, span,
                   "this takes nodes out of a family that references, or "
                   "arrays by nodes, speak of");
    }
    map_.slot = map->slot;
    map_.value.resize(map->slot.size());
    for (std::uint32_t s = 0; s < map_.slot.size(); ++s) {
      const std::uint32_t sort = sorts_.of_slot[s];
      if (sort != no_sort) map_.value[s] = map->value[sort];
    }
    return true;
  }

  // Values that are not said go where they would go without the others, or, in
  // order, to what is left.
  bool lay(std::uint32_t s, const std::map<Scalar, Scalar>& said) {
    const network::Bounds& bounds = instance_.slots[s];
    const auto size = static_cast<std::size_t>(bounds.high - bounds.low + 1);
    std::vector<Scalar> image(size, bounds.low - 1);
    std::vector<bool> taken(size, false);
    const auto set = [&](std::size_t i, Scalar to) {
      image[i] = to;
      taken[static_cast<std::size_t>(to - bounds.low)] = true;
    };
    for (const auto& [from, to] : said) {
      if (taken[static_cast<std::size_t>(to - bounds.low)]) {
        throw std::logic_error("cycles take two values to one");
      }
      set(static_cast<std::size_t>(from - bounds.low), to);
    }
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < size; ++i) {
      network::poll();
      if (image[i] >= bounds.low) continue;
      const Scalar v = bounds.low + static_cast<Scalar>(i);
      const Scalar to = map_.image(s, bounds.low, v);
      if (taken[static_cast<std::size_t>(to - bounds.low)]) {
        left.push_back(i);
      } else {
        set(i, to);
      }
    }
    std::size_t free = 0;
    for (const std::size_t i : left) {
      while (taken[free]) ++free;
      set(i, bounds.low + static_cast<Scalar>(free));
    }
    bool moves = false;
    for (std::size_t i = 0; i < size; ++i) {
      moves = moves || image[i] != bounds.low + static_cast<Scalar>(i);
    }
    if (!moves) image.clear();
    map_.value[s] = std::move(image);
    return true;
  }

  bool bijective(Span span) {
    std::vector<std::uint32_t> from(map_.slot.size(), UINT32_MAX);
    for (std::uint32_t s = 0; s < map_.slot.size(); ++s) {
      network::poll();
      std::uint32_t& other = from[map_.slot[s]];
      if (other == UINT32_MAX) {
        other = s;
        continue;
      }
      return error(
          codes::no_permutation, span,
          fmt::format("{} and {} both go to {}", names_.slot_name(other),
                      names_.slot_name(s), names_.slot_name(map_.slot[s])),
          "say where all of them go, or the nodes that they belong to");
    }
    return true;
  }

  const GroupNames& names_;
  const network::Instance& instance_;
  const Renamings& renamings_;
  const Sorts& sorts_;
  network::Diagnostics& diagnostics_;
  Renaming renaming_;
  std::set<std::uint32_t> seen_nodes_;
  std::set<std::pair<std::uint32_t, Scalar>> seen_constants_;
  bool edges_said_ = false;
  std::map<std::uint32_t, std::uint32_t> slot_;
  std::map<std::uint32_t, std::map<Scalar, Scalar>> value_;
  LiteralMap map_;
};

}  // namespace

std::optional<std::vector<WrittenGenerator>> read_generators(
    const network::Source& source, const flat::Guarded& guarded,
    network::Diagnostics& diagnostics) {
  const auto texts = parse_generators(source, diagnostics);
  if (!diagnostics.has_errors() && texts.empty()) {
    diagnostics.error(codes::not_a_generator, {}, "there is no generator",
                      {{std::nullopt, "write one in a line: (s[0] s[1])"}});
  }
  if (diagnostics.has_errors()) return std::nullopt;
  const GroupNames names(guarded);
  const Renamings renamings(*guarded.instance);
  const Sorts sorts(*guarded.instance);
  std::vector<WrittenGenerator> result;
  for (const GeneratorText& text : texts) {
    GeneratorReader reader(names, renamings, sorts, diagnostics);
    auto generator = reader.run(text);
    if (generator) result.push_back(std::move(*generator));
  }
  if (diagnostics.has_errors()) return std::nullopt;
  return result;
}

}  // namespace vicinal::symmetry::inline written
