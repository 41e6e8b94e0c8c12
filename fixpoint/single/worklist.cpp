// SPDX-License-Identifier: MIT
// A new state of a class joins the lists of its channels and meets what is
// there; a new change meets the states that are there. Every step is computed
// once per local state, every change applied once per state: what a step of m
// does to n depends on the shared values only, unless its guard looks beyond
// them.
//
// Where a class is kept by orbits, a state s stands for all g(s), g in the
// vertex group G of its representative r. By Theorem 4 theta(r) is closed under
// G, and T_r is (Definition 3), so that it is enough to look at
//
//   own steps     of s itself: those of g(s) are their images. Bindings that
//                 elements which fix s take to each other: one of them.
//   arriving      g(s) shows at the channel's darts D what s shows at the
//                 image E = g^-1(D). The change is made at E. Images that
//                 elements which fix s take to each other: one of them.
//   sending       for a step s -> t, g(s) -> g(t) changes D as s -> t changes
//                 E: images up to what fixes both s and t.
//   channels      (D at one end, D' at the other), up to both groups.
#include "fixpoint/single/worklist.hpp"

#include <algorithm>

namespace vicinal::fixpoint::inline single {

using network::NodeId;
using network::Scalar;

Worklist::Worklist(std::shared_ptr<const Reduction> reduction,
                   Channels channels, std::shared_ptr<const Meetings> meetings,
                   network::Budget& budget)
    : WorklistBase(*reduction->instance, budget, "local states"),
      reduction_(std::move(reduction)),
      channels_(std::move(channels)),
      steps_(instance_),
      asked_(instance_),
      meetings_(std::move(meetings)),
      joined_(instance_) {
  for (const auto& o : reduction_->orbits) {
    paired_.push_back(o ? std::optional(o->paired()) : std::nullopt);
  }
  if (meetings_) joint_.emplace(instance_, meetings_, findings_);
}

void Worklist::start() {
  for (std::uint32_t c = 0; c < reduction_->initial.size(); ++c) {
    if (orbits(c) != nullptr) {
      const OrbitSet& set = reduction_->initial_orbits[c];
      for (std::size_t i = 0; i < set.size(); ++i) {
        add(c, set.code(i), 0);
      }
      continue;
    }
    const StateSet& set = reduction_->initial[c];
    for (std::size_t i = 0; i < set.rows; ++i) add_row(c, set.row(i), 0);
  }
}

void Worklist::run() {
  // Nothing is known of steps that are not taken.
  if (meetings_ && meetings_->refused()) {
    throw network::LimitReached{network::Limit::work};
  }
  start();
  WorklistBase::run([&](std::uint32_t s) { process(s); },
                    [&] { return bytes(); });
}

void Worklist::load(std::uint32_t s, CanonicalRow& out) const {
  if (const Orbits* o = orbits(states_.tag(s))) {
    o->decode(states_[s], out);
  } else {
    out.row.assign(states_[s].begin(), states_[s].end());
  }
}

void Worklist::add_row(std::uint32_t c, std::span<const Scalar> row,
                       std::uint32_t round) {
  if (const Orbits* o = orbits(c)) {
    o->encode(row, code_);
    row = code_;
  }
  add(c, row, round);
}

std::uint32_t Worklist::meet(std::uint32_t channel,
                             std::span<const Scalar> values) {
  const auto [id, fresh] = meets_.insert(channel, values);
  if (fresh) {
    arrived_.grow(meets_.size());
    changed_.grow(meets_.size());
    waiting_.grow(meets_.size());
  }
  return id;
}

std::uint32_t Worklist::placed(std::vector<Placed>& list, std::uint32_t s,
                               Columns darts) {
  list.push_back({s, static_cast<std::uint32_t>(darts_.size())});
  darts_.insert(darts_.end(), darts.begin(), darts.end());
  return static_cast<std::uint32_t>(list.size() - 1);
}

namespace {

void columns_at(const Orbits& orbits, std::span<const std::uint32_t> darts,
                std::vector<std::uint32_t>& out) {
  out.clear();
  for (const std::uint32_t d : darts) {
    for (std::uint32_t k = 0; k < orbits.slots(d); ++k) {
      out.push_back(orbits.column(d) + k);
    }
  }
}

void values_at(std::span<const Scalar> row,
               std::span<const std::uint32_t> columns,
               std::vector<Scalar>& out) {
  out.resize(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) out[i] = row[columns[i]];
}

}  // namespace

// The images of a channel's darts, with their columns.
void Worklist::images(const Orbits& o, const CanonicalRow& row, Columns darts,
                      const ImageVisit& visit) {
  std::vector<std::uint32_t> at;
  o.images(row, darts, [&](Columns image) {
    columns_at(o, image, at);
    visit(at, image);
    return true;
  });
}

// The state moved so that what is singled out lies at the channel's darts.
void Worklist::place(std::uint32_t c, const Placed& placed, Columns darts,
                     Values& out) const {
  CanonicalRow row;
  load(placed.state, row);
  if (const Orbits* o = orbits(c)) {
    o->place(row, std::span(darts_).subspan(placed.darts, darts.size()), darts,
             out);
  } else {
    out = std::move(row.row);
  }
}

void Worklist::add_code(std::uint32_t c, std::uint32_t round) {
  add(c, code_, round);
}

// x with the channel's edges at `values`.
void Worklist::apply(std::uint32_t channel, std::uint32_t arrival,
                     std::span<const Scalar> values, std::uint32_t round) {
  const std::uint32_t c = channels_.to(channel);
  const Placed& x = arrivals_[arrival];
  if (const Orbits* o = orbits(c)) {
    const std::size_t n = channels_.to_darts(channel).size();
    o->recode(states_[x.state], std::span(darts_).subspan(x.darts, n), values,
              code_);
    add_code(c, round);
    return;
  }
  after_.assign(states_[x.state].begin(), states_[x.state].end());
  const Columns columns = channels_.to_columns(channel);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    after_[columns[i]] = values[i];
  }
  add_row(c, after_, round);
}

void Worklist::process(std::uint32_t s) {
  load(s, row_);
  arrive(s, row_);
  act(s, row_);
  if (joint_) meet_others(s, row_);
}

void Worklist::meet_others(std::uint32_t s, const CanonicalRow& row) {
  const auto& classes = reduction_->classes();
  joint_->see(
      representative(states_.tag(s)), row.row, rounds_[s],
      [&](NodeId n, std::span<const Scalar> after, std::uint32_t round) {
        add_row(classes.class_of(n), after, round);
      });
}

// Equation (4), seen from the node that is interfered with. By rows a channel
// has one image only: itself.
void Worklist::arrive(std::uint32_t s, const CanonicalRow& row) {
  const std::uint32_t own = states_.tag(s);
  const Orbits* o = orbits(own);
  const network::Range incoming = channels_.incoming(own);
  for (std::uint32_t channel = incoming.begin; channel < incoming.end;
       ++channel) {
    if (o == nullptr) {
      arrive_at(channel, s, row, channels_.to_columns(channel), {});
      continue;
    }
    images(*o, row, channels_.to_darts(channel),
           [&](Columns columns, Columns darts) {
             arrive_at(channel, s, row, columns, darts);
           });
  }
}

void Worklist::arrive_at(std::uint32_t channel, std::uint32_t s,
                         const CanonicalRow& row, Columns columns,
                         Columns darts) {
  values_at(row.row, columns, from_);
  const std::uint32_t m = meet(channel, from_);
  const std::uint32_t arrival = placed(arrivals_, s, darts);
  arrived_.push(m, arrival);
  for (std::uint32_t c = changed_.head[m]; c != end_of_list;
       c = changed_.cells[c].second) {
    const auto after = changes_[changed_.cells[c].first];
    apply(channel, arrival, after, rounds_[s] + 1);
  }
  for (std::uint32_t c = waiting_.head[m]; c != end_of_list;
       c = waiting_.cells[c].second) {
    interfere(channel, waiting_.cells[c].first, arrival);
  }
}

// Equation (3): own steps; and what they do to others.
void Worklist::act(std::uint32_t s, const CanonicalRow& row) {
  const std::uint32_t own = states_.tag(s);
  const Orbits* o = orbits(own);
  if (o == nullptr) {
    steps_.enumerate(representative(own), row.row);
  } else {
    const Darts alike = o->alike_darts(row, {});
    const PortFilter first = [&](Columns earlier, network::Range range) {
      const Darts more =
          earlier.empty() ? Darts() : o->alike_darts(row, earlier);
      const Darts& all = earlier.empty() ? alike : more;
      return Darts(std::lower_bound(all.begin(), all.end(), range.begin),
                   std::lower_bound(all.begin(), all.end(), range.end));
    };
    steps_.enumerate(representative(own), row.row, &first);
  }
  record(s, row);
  const std::size_t variables =
      instance_
          .variable_offsets[instance_.process_id(representative(own)).index()]
          .back();
  bool conditional_step = false;
  for (const Candidate& candidate : steps_.candidates()) {
    if (candidate.error) continue;
    if (!candidate.held_back && o != nullptr) {
      o->recode(states_[s], row, candidate.after, code_);
      add_code(own, rounds_[s] + 1);
    } else if (!candidate.held_back) {
      add_row(own, candidate.after, rounds_[s] + 1);
    }
    if (std::equal(
            row.row.begin() + static_cast<std::ptrdiff_t>(variables),
            row.row.end(),
            candidate.after.begin() + static_cast<std::ptrdiff_t>(variables))) {
      continue;
    }
    if (candidate.conditional) {
      conditional_step = true;
      continue;
    }
    if (o != nullptr) {
      o->pair_code(states_[s], row, candidate.after, *paired_[own], pair_code_);
    }
    for (const std::uint32_t c : channels_.outgoing(own)) {
      send(s, c, row.row, candidate.after);
    }
  }
  if (!conditional_step) return;
  for (const std::uint32_t c : channels_.outgoing(own)) wait(s, c, row);
}

// A step before -> after of the node that interferes; by orbits it is in
// pair_code_.
void Worklist::send(std::uint32_t s, std::uint32_t channel,
                    std::span<const Scalar> before,
                    std::span<const Scalar> after) {
  const std::uint32_t own = channels_.from(channel);
  if (orbits(own) == nullptr) {
    const Columns columns = channels_.from_columns(channel);
    values_at(before, columns, from_);
    values_at(after, columns, to_);
    change(s, channel);
    return;
  }
  const Orbits& paired = *paired_[own];
  CanonicalRow& pair = pair_;
  paired.decode(
      pair_code_, pair,
      static_cast<std::uint32_t>(channels_.from_darts(channel).size()));
  paired.images(pair, channels_.from_darts(channel), [&](Columns image) {
    from_.clear();
    to_.clear();
    for (const std::uint32_t d : image) {
      const auto first = pair.row.begin() + paired.column(d);
      const auto middle = first + paired.slots(d) / 2;
      from_.insert(from_.end(), first, middle);
      to_.insert(to_.end(), middle, first + paired.slots(d));
    }
    change(s, channel);
    return true;
  });
}

// The shared edges go from from_ to to_.
void Worklist::change(std::uint32_t s, std::uint32_t channel) {
  if (from_ == to_) return;
  const std::uint32_t m = meet(channel, from_);
  const auto [number, fresh] = changes_.insert(m, to_);
  if (!fresh) return;
  changed_.push(m, number);
  for (std::uint32_t c = arrived_.head[m]; c != end_of_list;
       c = arrived_.cells[c].second) {
    const std::uint32_t x = arrived_.cells[c].first;
    apply(channel, x, to_,
          std::max(rounds_[s], rounds_[arrivals_[x].state]) + 1);
  }
}

// Steps of s whose guards look beyond the neighbourhood.
void Worklist::wait(std::uint32_t s, std::uint32_t channel,
                    const CanonicalRow& row) {
  const Orbits* o = orbits(channels_.from(channel));
  if (o == nullptr) {
    wait_at(channel, s, row, channels_.from_columns(channel), {});
    return;
  }
  images(*o, row, channels_.from_darts(channel),
         [&](Columns columns, Columns darts) {
           wait_at(channel, s, row, columns, darts);
         });
}

void Worklist::wait_at(std::uint32_t channel, std::uint32_t s,
                       const CanonicalRow& row, Columns columns,
                       Columns darts) {
  values_at(row.row, columns, from_);
  const std::uint32_t m = meet(channel, from_);
  const std::uint32_t w = placed(waitings_, s, darts);
  waiting_.push(m, w);
  for (std::uint32_t c = arrived_.head[m]; c != end_of_list;
       c = arrived_.cells[c].second) {
    interfere(channel, w, arrived_.cells[c].first);
  }
}

// A step whose guard looks beyond the neighbourhood, on the joined view of the
// representative and the neighbour that the channel stands for (design 3.4).
// A guard does not tell the neighbour from its representative (assignment.hpp),
// but a binding may name the actor, or the other: so the candidates are those
// of the neighbour itself.
void Worklist::interfere(std::uint32_t channel, std::uint32_t waiting,
                         std::uint32_t arrival) {
  const NodeId from = channels_.neighbour(channel);
  const std::uint32_t to = channels_.to(channel);
  const Columns at = columns_of(channel);
  Values theirs;
  place(channels_.from(channel), waitings_[waiting],
        channels_.from_darts(channel), theirs);
  Values before = theirs;
  for (std::size_t i = 0; i < at.size(); ++i) before[at[i]] = theirs[i];
  Values mine;
  place(to, arrivals_[arrival], channels_.to_darts(channel), mine);
  const std::vector<Candidate>& kept =
      conditional(channel, waiting, theirs, before);
  joined_.hide_all();
  joined_.show(representative(to), mine);
  joined_.show(from, before);
  Values was;
  values_at(theirs, channels_.from_columns(channel), was);
  std::vector<std::uint32_t> firing;
  steps_.conditional(from, joined_, kept, firing);
  for (const std::uint32_t i : firing) {
    if (kept[i].error || kept[i].after == was) continue;
    apply(channel, arrival, kept[i].after,
          std::max(rounds_[waitings_[waiting].state],
                   rounds_[arrivals_[arrival].state]) +
              1);
  }
}

Worklist::Columns Worklist::columns_of(std::uint32_t channel) {
  const auto [known, fresh] = neighbours_.try_emplace(channel);
  if (fresh) {
    known.value() = reduction_->columns(channels_.neighbour(channel));
  }
  return known->second;
}

// The conditional candidates of a channel's neighbour in a local state, kept
// as they are asked for again: of what comes after only the shared edges. The
// state is also given as its representative has it. Bindings that elements
// which fix the state and the shared edges take to each other do the same.
const std::vector<Candidate>& Worklist::conditional(
    std::uint32_t channel, std::uint32_t waiting, const Values& representatives,
    const Values& row) {
  const auto [known, fresh] =
      kept_of_.try_emplace(waiting, static_cast<std::uint32_t>(kept_.size()));
  if (!fresh) return kept_[known->second];
  const NodeId n = channels_.neighbour(channel);
  const Orbits* o = orbits(channels_.from(channel));
  Darts position;  // of darts of n among those of its representative
  if (o != nullptr) {
    const Darts darts = reduction_->darts(n);
    position.resize(instance_.network.darts(n).size());
    for (std::uint32_t d = 0; d < position.size(); ++d) {
      position[darts.empty() ? d : darts[d]] = d;
    }
  }
  const PortFilter first = [&](Columns earlier, network::Range range) {
    const Columns shared = channels_.from_darts(channel);
    Darts fixed(shared.begin(), shared.end());
    for (const std::uint32_t d : earlier) fixed.push_back(position[d]);
    std::set<Values> seen;
    Darts out;
    for (std::uint32_t d = range.begin; d < range.end; ++d) {
      auto key = o->alike_key(representatives, fixed, position[d]);
      if (seen.insert(std::move(key)).second) out.push_back(d);
    }
    return out;
  };
  asked_.enumerate(n, row, o == nullptr ? nullptr : &first);
  const Columns at = columns_of(channel);
  auto& kept = kept_.emplace_back();
  for (const Candidate& candidate : asked_.candidates()) {
    if (!candidate.conditional) continue;
    Candidate& k = kept.emplace_back(candidate);
    if (k.error) continue;
    k.after.clear();
    for (const std::uint32_t c : channels_.from_columns(channel)) {
      k.after.push_back(candidate.after[at.empty() ? c : at[c]]);
    }
  }
  return kept;
}

}  // namespace vicinal::fixpoint::inline single
