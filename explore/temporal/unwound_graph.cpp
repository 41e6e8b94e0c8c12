// SPDX-License-Identifier: MIT
// A node is written as its representative, and either the color at each place
// or the places of the processes that are not of the commonest color of their
// class, whichever is shorter. Guards are asked in one arrangement, in which
// processes of a color stand in their order.
#include "explore/temporal/unwound_graph.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "network/language/questions.hpp"

namespace vicinal::explore::inline temporal {

using network::ModelError;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::uint32_t no_place = UINT32_MAX;

// 32 bits for the representative, one for whether the way there is allowed.
constexpr unsigned head_bits = 33;

}  // namespace

std::vector<std::uint32_t> colors_of(
    const GuardedQuotient& quotient,
    const std::vector<std::vector<NodeId>>& alike) {
  std::map<NodeId, std::size_t> set_of;
  for (std::size_t i = 0; i < alike.size(); ++i) {
    for (const NodeId n : alike[i]) set_of[n] = i;
  }
  const auto& processes = quotient.processes();
  std::vector<std::uint32_t> colors(processes.size());
  for (std::size_t c = 0; c + 1 < quotient.first().size(); ++c) {
    std::map<std::size_t, std::uint32_t> numbers;
    std::uint32_t last = 0;
    for (std::uint32_t p = quotient.first()[c]; p < quotient.first()[c + 1];
         ++p) {
      const auto set = set_of.find(processes[p]);
      if (set == set_of.end()) {
        colors[p] = last++;
        continue;
      }
      const auto [at, fresh] = numbers.try_emplace(set->second, last);
      if (fresh) ++last;
      colors[p] = at->second;
    }
  }
  return colors;
}

UnwoundGraph::UnwoundGraph(const network::Instance& instance,
                           GuardedQuotient& quotient, Places colors,
                           Atoms atoms, const std::vector<FairAction>& fair,
                           std::optional<std::uint32_t> allowed,
                           network::Budget& budget)
    : Graph(instance, std::move(atoms), fair, budget),
      quotient_(quotient),
      colors_(std::move(colors)),
      allowed_(allowed),
      place_(instance.network.node_count(), no_place),
      table_(0),
      frame_(instance.model->frame) {
  const auto& first = quotient.first();
  for (std::size_t c = 0; c + 1 < first.size(); ++c) {
    auto& lists = of_color_.emplace_back();
    for (std::uint32_t p = first[c]; p < first[c + 1]; ++p) {
      place_[quotient.processes()[p].index()] = p;
      if (lists.size() <= colors_[p]) lists.resize(colors_[p] + 1);
      lists[colors_[p]].push_back(p);
    }
  }
  choose_code();
  begin([&](std::span<const Scalar> state) {
    return node_of({state.begin(), state.end()});
  });
}

void UnwoundGraph::choose_code() {
  std::size_t colors = 1;
  std::size_t tracked = 0;
  for (const auto& lists : of_color_) {
    colors = std::max(colors, lists.size());
    const auto most = std::ranges::max_element(
        lists, {}, [](const Places& list) { return list.size(); });
    commonest_.push_back(static_cast<std::uint32_t>(most - lists.begin()));
    for (const Places& list : lists) tracked += list.size();
    tracked -= most->size();
  }
  const auto bits_for = [](std::size_t values) {
    return static_cast<unsigned>(std::bit_width(values - 1));
  };
  const std::size_t places = colors_.size();
  const std::size_t by_place = places * bits_for(colors);
  const std::size_t by_process =
      tracked * bits_for(std::max<std::size_t>(places, 1));
  by_place_ = by_place <= by_process;
  bits_ = bits_for(by_place_ ? colors : std::max<std::size_t>(places, 1));
  words_ = (head_bits + std::min(by_place, by_process) + 63) / 64;
  table_ = StateTable(words_);
  key_.resize(words_);
}

namespace {

// Fields of equal width, one after the other.
class Fields {
 public:
  Fields(std::span<std::uint64_t> words, unsigned width)
      : words_(words), width_(width) {}
  void put(std::uint64_t value) {
    if (width_ == 0) return;
    words_[at_ / 64] |= value << at_ % 64;
    if (at_ % 64 + width_ > 64)
      words_[at_ / 64 + 1] |= value >> (64 - at_ % 64);
    at_ += width_;
  }

 private:
  std::span<std::uint64_t> words_;
  std::size_t at_ = head_bits;
  unsigned width_;
};

class FieldReader {
 public:
  FieldReader(std::span<const std::uint64_t> words, unsigned width)
      : words_(words), width_(width) {}
  std::uint32_t next() {
    if (width_ == 0) return 0;
    std::uint64_t value = words_[at_ / 64] >> at_ % 64;
    if (at_ % 64 + width_ > 64)
      value |= words_[at_ / 64 + 1] << (64 - at_ % 64);
    at_ += width_;
    return static_cast<std::uint32_t>(value &
                                      ((std::uint64_t{1} << width_) - 1));
  }

 private:
  std::span<const std::uint64_t> words_;
  std::size_t at_ = head_bits;
  unsigned width_;
};

}  // namespace

// Into key_.
void UnwoundGraph::encode(std::uint32_t representative, bool allowed,
                          const Places& colors) {
  std::ranges::fill(key_, 0);
  key_[0] = representative | std::uint64_t{allowed} << 32;
  Fields fields(key_, bits_);
  if (by_place_) {
    for (const std::uint32_t c : colors) fields.put(c);
    return;
  }
  const auto& first = quotient_.first();
  for (std::size_t c = 0; c + 1 < first.size(); ++c) {
    for (std::uint32_t color = 0; color < of_color_[c].size(); ++color) {
      if (color == commonest_[c]) continue;
      for (std::uint32_t p = first[c]; p < first[c + 1]; ++p) {
        if (colors[p] == color) fields.put(p);
      }
    }
  }
}

void UnwoundGraph::decode(std::uint32_t node, Places& colors) const {
  colors.resize(colors_.size());
  FieldReader fields(table_[node], bits_);
  if (by_place_) {
    for (std::uint32_t& c : colors) c = fields.next();
    return;
  }
  const auto& first = quotient_.first();
  for (std::size_t c = 0; c + 1 < first.size(); ++c) {
    std::fill(colors.begin() + first[c], colors.begin() + first[c + 1],
              commonest_[c]);
    for (std::uint32_t color = 0; color < of_color_[c].size(); ++color) {
      if (color == commonest_[c]) continue;
      for (std::size_t i = 0; i < of_color_[c][color].size(); ++i) {
        colors[fields.next()] = color;
      }
    }
  }
}

std::uint32_t UnwoundGraph::representative(std::uint32_t node) const {
  return static_cast<std::uint32_t>(table_[node][0]);
}

// Places of a group may change places with each other.
void UnwoundGraph::sort(std::uint32_t representative, Places& colors) {
  const auto& groups = quotient_.groups(representative);
  for (std::size_t begin = 0, end = 0; begin < groups.size(); begin = end) {
    while (end < groups.size() && groups[end] == groups[begin]) ++end;
    std::sort(colors.begin() + static_cast<std::ptrdiff_t>(begin),
              colors.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

std::uint32_t UnwoundGraph::add(std::uint32_t representative, bool allowed,
                                Places& colors) {
  sort(representative, colors);
  encode(representative, allowed, colors);
  const auto [number, fresh] = table_.add(key_.data());
  if (fresh) {
    add_node();
    // Where forbidden edges lead need not be a state: nothing is asked of it.
    if (!allowed) return number;
    if (allowed_) set(*allowed_, number);
    std::vector<Scalar> at = state(number);
    judge(number, at);
  }
  return number;
}

std::uint32_t UnwoundGraph::node_of(const std::vector<Scalar>& state) {
  Places at;
  const std::uint32_t representative = quotient_.find(state, at);
  Places colors;
  for (const std::uint32_t process : at) colors.push_back(colors_[process]);
  return add(representative, true, colors);
}

UnwoundGraph::Places UnwoundGraph::arrangement(const Places& colors) const {
  Places at;
  const auto& first = quotient_.first();
  for (std::size_t c = 0; c + 1 < first.size(); ++c) {
    Places used(of_color_[c].size(), 0);
    for (std::uint32_t p = first[c]; p < first[c + 1]; ++p) {
      at.push_back(of_color_[c][colors[p]][used[colors[p]]++]);
    }
  }
  return at;
}

std::vector<Scalar> UnwoundGraph::state(std::uint32_t node) const {
  Places colors;
  decode(node, colors);
  return quotient_.arranged(representative(node), arrangement(colors));
}

bool UnwoundGraph::stands_for(std::uint32_t node,
                              const std::vector<Scalar>& state) {
  Places at;
  const std::uint32_t representative = quotient_.find(state, at);
  Places colors;
  for (const std::uint32_t process : at) colors.push_back(colors_[process]);
  sort(representative, colors);
  encode(representative, true, colors);
  return std::ranges::equal(key_, table_[node]);
}

NodeId UnwoundGraph::actual(NodeId node, const Places& at) const {
  const std::uint32_t place = place_[node.index()];
  return place == no_place ? node : quotient_.processes()[at[place]];
}

// Of an expression of the action of an edge, in an arrangement. Throws
// ModelError.
Scalar UnwoundGraph::value(network::ExprId asked, const Edge& edge,
                           const Places& at, std::vector<Scalar>& state) {
  const NodeId actor = edge.actor.valid() ? actual(edge.actor, at) : edge.actor;
  const network::Action& action = action_of(instance_, actor, edge.action);
  std::vector<Scalar> key = {asked.value, actor.value};
  for (std::uint32_t b = 0; b < edge.binding.size(); ++b) {
    const NodeId member =
        actual(NodeId(static_cast<std::size_t>(edge.binding[b])), at);
    frame_[instance_.model->binders[action.binders.begin + b].slot] =
        member.value;
    key.push_back(member.value);
  }
  const bool lasting = !network::reads_state(*instance_.model, asked);
  if (lasting) {
    const auto known = lasting_.find(key);
    if (known != lasting_.end()) return known->second;
  }
  const Scalar value = steps_.evaluator().scalar(
      asked, {network::whole(instance_, state.data()), actor, frame_.data()});
  if (lasting) lasting_.emplace(std::move(key), value);
  return value;
}

// Per edge: whether its guard holds, and then whether its priority is the
// greatest: those of one actor and action compete.
std::vector<bool> UnwoundGraph::guards(std::uint32_t node, const Places& at) {
  const auto& edges = quotient_.edges(representative(node));
  std::vector<bool> result(edges.size(), true);
  std::vector<Scalar> state;
  std::vector<Scalar> values(edges.size(), 0);
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    const auto same = [&](const Edge& e) {
      return e.actor == edges[begin].actor && e.action == edges[begin].action;
    };
    while (end < edges.size() && same(edges[end])) ++end;
    if (!edges[begin].guard.any()) continue;
    if (state.empty()) state = quotient_.arranged(representative(node), at);
    Scalar most = INT64_MIN;
    for (std::size_t e = begin; e < end; ++e) {
      const Edge& edge = edges[e];
      const network::Action& action =
          action_of(instance_, edge.actor, edge.action);
      try {
        if (edge.guard.guard) {
          result[e] = value(action.guard, edge, at, state) != 0;
        }
        if (!result[e] || !edge.guard.priority) continue;
        values[e] = value(action.priority, edge, at, state);
        most = std::max(most, values[e]);
      } catch (const ModelError& error) {
        fail({node, std::nullopt, error});
        result[e] = false;
      }
    }
    if (most == INT64_MIN) continue;  // no priority
    for (std::size_t e = begin; e < end; ++e) {
      result[e] = result[e] && values[e] == most;
    }
  }
  return result;
}

UnwoundGraph::Places UnwoundGraph::after(std::uint32_t representative,
                                         const Edge& edge,
                                         const Places& colors) {
  const Places groups = quotient_.groups(representative);
  const Places& target = quotient_.groups(edge.to);
  std::vector<std::uint32_t> next;  // per group of the target: its next place
  for (std::uint32_t p = 0; p < target.size(); ++p) {
    if (target[p] >= next.size()) next.push_back(p);
  }
  Places result(colors.size());
  std::size_t moved = 0;
  for (std::uint32_t p = 0; p < colors.size(); ++p) {
    std::uint32_t group = edge.group_to[groups[p]];
    if (moved < edge.moved.size() && edge.moved[moved].place == p) {
      group = edge.moved[moved++].group;
    }
    result[next[group]++] = colors[p];
  }
  return result;
}

void UnwoundGraph::expand(std::uint32_t node, std::vector<Move>& moves) {
  const bool good = (table_[node][0] >> 32 & 1) != 0;
  if (!good) return;  // what comes after does not matter
  const std::uint32_t from = representative(node);
  Places colors;
  decode(node, colors);
  const Places at = arrangement(colors);
  // Edges are made, and may move, before nodes are.
  quotient_.edges(from);
  if (quotient_.problem(from)) {
    fail({node, std::nullopt, *quotient_.problem(from)});
  }
  const std::vector<bool> guard = guards(node, at);
  std::set<std::vector<std::uint32_t>> seen;
  const auto& edges = quotient_.edges(from);
  bool ends = true;  // no step is enabled, whatever is forbidden
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const Edge& edge = edges[e];
    if (guard[e]) ends = false;
    if (!guard[e] && !allowed_) continue;
    if (edge.error) {
      if (guard[e]) fail({node, std::nullopt, *edge.error});
      continue;
    }
    // What is forbidden is not enabled: nothing has to be fair to it.
    const NodeId actor =
        edge.actor.valid() ? actual(edge.actor, at) : edge.actor;
    const std::uint32_t by = guard[e] ? fair_.of(actor, edge.action) : not_fair;
    std::vector<std::uint32_t> effect = {edge.effect, guard[e] ? 1U : 0U, by};
    for (const auto& m : edge.moved) effect.push_back(colors[m.place]);
    if (!seen.insert(std::move(effect)).second) continue;
    Places next = after(from, edge, colors);
    moves.push_back({add(edge.to, guard[e], next), by});
  }
  if (ends) moves.push_back({node, not_fair});
}

std::uint64_t UnwoundGraph::bytes() const {
  return Graph::bytes() + table_.bytes() + quotient_.bytes();
}

}  // namespace vicinal::explore::inline temporal
