// SPDX-License-Identifier: MIT
// A join has room for few. Who comes first is in it; of others nothing is said:
// a weaker premise.
#include "obligations/meaning/members.hpp"

#include <algorithm>
#include <utility>

#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::size_t max_members = 16;  // of a join, of each kind
constexpr std::size_t max_later = 10;    // with what comes up on the way
constexpr std::size_t max_edges = 24;    // with those that show something
constexpr std::size_t max_bring = 32;    // of whom each brings neighbours
constexpr std::size_t max_around = 64;   // with those, and with others
constexpr std::size_t max_shown = 76;    // the same, with who comes up then
constexpr std::size_t max_chosen = 16;   // numbers more, that are no indices
constexpr std::size_t max_related = 80;  // of all families, in relations
constexpr std::size_t max_premise = 16;  // of one family then
constexpr std::size_t max_alike = 32;    // the same, with those of conclusions
constexpr std::size_t max_levels = 3;
constexpr std::size_t max_counted = 24;  // where levels are counted
constexpr int related_rounds = 1;
constexpr std::int64_t few = 4;  // list these rather than look

}  // namespace

Members::Members(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      domains_(q.domains),
      expressions_(q.expressions),
      wiring_(q.wiring) {}

void Members::admit() {
  for (const auto& [list, later] :
       {std::pair(&nodes_, &new_nodes_), std::pair(&edges_, &new_edges_),
        std::pair(&numbers_, &new_numbers_)}) {
    list->insert(list->end(), later->begin(), later->end());
    later->clear();
  }
  stage_ = Stage::closed;
}

std::size_t Members::room() const {
  if (relations_) return max_related;
  if (neighbours_) {
    return leaves_room_ && stage_ != Stage::open ? max_shown : max_around;
  }
  if (by_levels_) return max_counted;
  return stage_ == Stage::waiting ? max_later : max_members;
}

bool Members::room_for_nodes() const {
  return stage_ != Stage::closed && nodes_.size() + new_nodes_.size() < room();
}

// Whether it is new, and there is room for it.
bool Members::put(std::vector<Value>& list, std::vector<Value>& later,
                  const Value& v, std::size_t most) {
  if (std::find(list.begin(), list.end(), v) != list.end() ||
      std::find(later.begin(), later.end(), v) != later.end() ||
      list.size() + later.size() >= most) {
    return false;
  }
  (stage_ == Stage::waiting ? later : list).push_back(v);
  return true;
}

bool Members::room_in_family(const Value& node) const {
  if (!relations_) return true;
  const auto alike = [&](const Value& v) { return v.family == node.family; };
  return std::ranges::count_if(nodes_, alike) +
             std::ranges::count_if(new_nodes_, alike) <
         static_cast<std::ptrdiff_t>(concluding_ ? max_alike : max_premise);
}

void Members::join(const Value& node) {
  if (stage_ == Stage::closed || !room_in_family(node) ||
      !put(nodes_, new_nodes_, node, room())) {
    return;
  }
  if (relations_ && stage_ == Stage::waiting) depths_.emplace(node, round_);
  const auto& p = model_[model_.node_families[node.family].process];
  for (std::uint32_t i = 0; i < p.ports.size(); ++i) {
    if (!p.ports[i].set) join_edge(wiring_.port_edge(node, i));
  }
  wiring_.one_port_only(node);
  for (const Term index : node.slots) join_index(index);
}

// Edges at ports of nodes leave some room for those that are chosen.
void Members::join_edge(const Value& edge, bool chosen) {
  if (stage_ == Stage::closed) return;
  const bool more = chosen && stage_ == Stage::open;
  put(edges_, new_edges_, edge, more ? std::max(max_edges, room()) : room());
  // What speaks of all numbers of a range may mean indices of edges.
  for (std::size_t d = 1; d < edge.slots.size(); ++d) {
    join_index(edge.slots[d]);
  }
}

// Indices of nodes and edges leave some room for those that are chosen.
void Members::join_number(Term number) {
  if (stage_ == Stage::closed) return;
  values_.insert({{number}});
  put(numbers_, new_numbers_, {{number}}, room() + max_chosen);
}

void Members::join_index(Term index) {
  if (stage_ != Stage::closed) put(numbers_, new_numbers_, {{index}}, room());
}

void Members::join_choice(const Binder& binder, const Env& env,
                          const Value& value, bool with_ends) {
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process:
      join(value);
      if (neighbours_ && stage_ == Stage::open && nodes_.size() < max_bring) {
        wiring_.touch_neighbours(value);
      }
      break;
    case DomainKind::edge_family:
    case DomainKind::port_set:
      join_edge(value, true);
      if (with_ends && stage_ == Stage::open) wiring_.touch(binder, env, value);
      if (neighbours_ && stage_ == Stage::open) wiring_.touch_apart(value);
      break;
    case DomainKind::range:
      join_number(value.slots[0]);
      if (stage_ == Stage::open && levels_.size() < max_levels) {
        levels_.push_back(value.slots[0]);
      }
      break;
    case DomainKind::enumeration:
      break;
  }
}

void Members::join_peer(const Expr& e, const Env& env) {
  const ExprId edge = model_.peers[e.item - 1].edge;
  const Value value = expressions_.translate(edge, env).value;
  const auto family = terms_.value(value.slots[0]);
  if (!family) return;
  Binder ends;
  ends.domain = DomainKind::edge_family;
  ends.item = static_cast<std::uint32_t>(*family);
  join_choice(ends, env, value);
}

void Members::bring_neighbours() {
  neighbours_ = true;
  for (const Value& node : std::vector(nodes_)) wiring_.touch_neighbours(node);
}

void Members::leave_room() {
  leaves_room_ = true;
}

int Members::depth(const Value& node) const {
  const auto known = depths_.find(node);
  return known == depths_.end() ? 0 : known->second;
}

void Members::follow_relations() {
  relations_ = true;
}

bool Members::goes_on(int rounds) const {
  if (relations_) return rounds < related_rounds;
  return neighbours_ && sizes_.graph() && rounds == 0;
}

// ---- fillers ---------------------------------------------------------------

void Members::join_first(DomainKind kind, std::uint32_t family) {
  const std::vector<Term> zeros(sizes_.dimensions(kind, family).size(),
                                terms_.number(0));
  if (kind == DomainKind::node_family) {
    join({zeros, family});
  } else {
    join_edge(sizes_.edge(terms_.number(family), zeros));
  }
}

void Members::join_first(const Binder& binder) {
  if (binder.domain == DomainKind::edge_family) {
    join_first(DomainKind::edge_family, binder.item);
  } else if (binder.domain == DomainKind::node_family ||
             binder.domain == DomainKind::process) {
    for (const std::uint32_t family : domains_.families(binder)) {
      join_first(DomainKind::node_family, family);
    }
  }
}

void Members::add_fillers(std::span<const std::size_t> most) {
  if (relations_) return;
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const auto dims = sizes_.dimensions(DomainKind::node_family, f);
    if (dims.empty()) continue;
    while (room_for_nodes()) {
      std::vector<Value> others;
      for (const Value& n : nodes_) {
        if (n.family == f) others.push_back(n);
      }
      if (others.size() >= most[f] || (dims.size() > 1 && others.size() > 1)) {
        break;
      }
      add_filler(f, dims, others);
    }
  }
}

// A node that is different from those listed, if there is one more.
void Members::add_filler(std::uint32_t family, const std::vector<Term>& dims,
                         const std::vector<Value>& others) {
  Value filler{{}, family};
  for (std::size_t d = 0; d < dims.size(); ++d) {
    filler.slots.push_back(
        terms_.fresh("filler", Sort::number, {0, max_index, true}));
  }
  std::vector<Term> good = {sizes_.in_range(filler)};
  Term count = terms_.number(0);  // of different ones that exist
  for (std::size_t i = 0; i < others.size(); ++i) {
    good.push_back(terms_.negate(same(terms_, filler, others[i])));
    std::vector<Term> counts = {
        facts_.unless_known(sizes_.in_range(others[i]))};
    for (std::size_t j = 0; j < i; ++j) {
      counts.push_back(terms_.negate(
          terms_.both(facts_.unless_known(sizes_.in_range(others[j])),
                      same(terms_, others[i], others[j]))));
    }
    count =
        terms_.add(count, terms_.choose(terms_.all(std::move(counts)),
                                        terms_.number(1), terms_.number(0)));
  }
  Term no_more = terms_.less_equal(dims[0], count);
  if (dims.size() > 1) no_more = no_more_in_grid(dims, others);
  facts_.add(terms_.either(terms_.all(std::move(good)), no_more));
  join(filler);
}

// None listed: some dimension is 0. One, which exists: all are 1.
Term Members::no_more_in_grid(const std::vector<Term>& dims,
                              const std::vector<Value>& others) {
  std::vector<Term> parts;
  for (const Term d : dims) {
    parts.push_back(
        terms_.less_equal(d, terms_.number(others.empty() ? 0 : 1)));
  }
  return others.empty()
             ? terms_.any(std::move(parts))
             : terms_.either(terms_.negate(sizes_.in_range(others[0])),
                             terms_.all(std::move(parts)));
}

// ---- who is visible --------------------------------------------------------

std::vector<Choice> Members::visible(const Binder& binder, const Env& env,
                                     Progress& seen) {
  if (!seen.started) {
    seen.started = true;
    if (auto all = domains_.listed(binder, env, few)) {
      seen.listed = true;
      return *all;
    }
  }
  if (seen.listed) return {};
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process:
      return visible_nodes(binder, seen);
    case DomainKind::edge_family:
    case DomainKind::port_set:
      return visible_edges(binder, env, seen);
    case DomainKind::range:
      return visible_numbers(binder, env, seen);
    case DomainKind::enumeration:
      break;  // always listed, unless it is long
  }
  return {};
}

std::vector<Choice> Members::visible_nodes(const Binder& binder,
                                           Progress& seen) {
  std::vector<Choice> list;
  const auto from = domains_.families(binder);
  for (; seen.nodes < nodes_.size(); ++seen.nodes) {
    const Value& n = nodes_[seen.nodes];
    if (std::find(from.begin(), from.end(), n.family) == from.end()) continue;
    list.push_back({n, sizes_.in_range(n)});
  }
  return list;
}

std::vector<Choice> Members::visible_edges(const Binder& binder, const Env& env,
                                           Progress& seen) {
  std::vector<Choice> list;
  // Asking who is a member may make members known: the list may grow.
  const std::size_t end = edges_.size();
  for (; seen.edges < end; ++seen.edges) {
    const Value e = edges_[seen.edges];
    Term premise = sizes_.edge_in_range(e);
    if (binder.domain == DomainKind::edge_family) {
      premise = terms_.both(
          premise, terms_.equal(e.slots[0], terms_.number(binder.item)));
    } else {
      const Value node = expressions_.translate(binder.node, env).value;
      premise = terms_.both(premise, wiring_.member(node, binder.item, e));
    }
    list.push_back({e, premise});
  }
  return list;
}

std::vector<Choice> Members::visible_numbers(const Binder& binder,
                                             const Env& env, Progress& seen) {
  std::vector<Choice> list;
  if (!seen.least) {
    seen.least = true;
    const Term low = expressions_.translate(binder.low, env).term();
    list.push_back({{{low}}, domains_.between(binder, env, low)});
    if (seen.by_levels) {
      by_levels_ = true;  // each level shows somebody
      const Term high = expressions_.translate(binder.high, env).term();
      list.push_back({{{high}}, domains_.between(binder, env, high)});
    }
  }
  // What a step from one level to the next does is said of both. Other numbers
  // are indices.
  for (; seen.by_levels && seen.levels < levels_.size(); ++seen.levels) {
    for (const std::int64_t next : {0, -1, 1}) {
      const Term t = terms_.add(levels_[seen.levels], terms_.number(next));
      list.push_back({{{t}}, domains_.between(binder, env, t)});
    }
  }
  for (; !seen.by_levels && seen.numbers < numbers_.size(); ++seen.numbers) {
    const Value v = numbers_[seen.numbers];
    if (seen.no_indices && !values_.contains(v)) continue;
    list.push_back({v, domains_.between(binder, env, v.slots[0])});
  }
  return list;
}

}  // namespace vicinal::obligations::inline meaning
