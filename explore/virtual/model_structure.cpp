// SPDX-License-Identifier: MIT
#include "explore/virtual/model_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "explore/lazy/locals.hpp"
#include "explore/search/explorer.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline virtual_symmetry {

using network::Instance;
using network::Scalar;
using symmetry::LiteralMap;
using symmetry::Renamings;
using symmetry::Sorts;
using symmetry::state_map;
using symmetry::StateMap;

namespace {

using State = std::vector<Scalar>;

bool has_queues(const Instance& instance) {
  return std::ranges::any_of(instance.model->types, [](const auto& t) {
    return t.kind == network::TypeKind::queue;
  });
}

std::string text_of(const Instance& instance, const State& state) {
  std::string text;
  for (const network::NamedPlace& place : network::places(instance)) {
    text += fmt::format(
        "{}{} = {}", text.empty() ? "" : ", ", place.name,
        network::value_text(instance, place.type,
                            std::span(state).subspan(
                                place.slot, instance.size(place.type).slots)));
  }
  return text;
}

class Maker {
 public:
  Maker(const Instance& instance, Reading reading, std::uint64_t most)
      : instance_(instance),
        reading_(reading),
        most_(most),
        sorts_(instance),
        processes_(instance, sorts_),
        locals_(processes_, instance.slot_count()) {}

  std::optional<Structure> run(std::string& why_not) {
    find_exchanges();
    if (exchanges_.empty()) why_not_ = "no two processes are of one kind";
    return exchanges_.empty() ? nothing(why_not) : made(why_not);
  }

  std::optional<Structure> run(const std::vector<LiteralMap>& generators,
                               std::string& why_not) {
    given_ = &generators;
    return made(why_not);
  }

 private:
  std::optional<Structure> nothing(std::string& why_not) const {
    why_not = why_not_;
    return std::nullopt;
  }

  std::optional<Structure> made(std::string& why_not) {
    const bool all_states = reading_ == Reading::all;
    if (!(all_states ? all() : reached())) return nothing(why_not);
    if (!(given_ == nullptr ? group() : given_group())) return nothing(why_not);
    arcs();
    return std::move(m_);
  }

  void add(const State& state) {
    const auto [at, fresh] = number_.try_emplace(state, m_.size());
    if (!fresh) return;
    m_.states.push_back(text_of(instance_, state));
    if (given_ != nullptr) return;
    Row row;
    const std::uint32_t rest = locals_.take_apart(state, row);
    m_.locals.insert(m_.locals.end(), row.begin(), row.end());
    m_.rest.push_back(rest);
  }

  // Neighbours of one kind change places; these exchanges generate the rest.
  struct Exchange {
    StateMap map;
    std::vector<std::uint32_t> process;
  };
  void find_exchanges() {
    m_.processes = static_cast<std::uint32_t>(processes_.size());
    for (const auto& p : processes_.list) {
      m_.process_names.push_back(network::node_name(instance_, p.node));
    }
    for (std::uint32_t a = 0; a + 1 < processes_.size(); ++a) {
      if (processes_.list[a].kind != processes_.list[a + 1].kind) continue;
      std::vector<std::uint32_t> process(processes_.size());
      std::iota(process.begin(), process.end(), 0U);
      std::swap(process[a], process[a + 1]);
      exchanges_.push_back(
          {processes_.map(processes_.exchange(a, a + 1)), std::move(process)});
    }
    if (processes_.size() == 0) find_other_exchanges();
  }

  // Of nodes that have no state of their own, as where edges hold all of it.
  void find_other_exchanges() {
    const Renamings renamings(instance_);
    for (std::size_t a = 0; a < instance_.network.node_count(); ++a) {
      for (std::size_t b = a + 1; b < instance_.network.node_count(); ++b) {
        network::poll();
        const auto renaming =
            renamings.exchange(network::NodeId(a), network::NodeId(b));
        const auto map =
            renaming ? state_map(instance_, sorts_, *renaming) : std::nullopt;
        if (!map || map->identity()) continue;
        exchanges_.push_back({*map, {}});
        break;  // the next of its kind
      }
    }
  }

  bool all() {
    if (has_queues(instance_)) {
      why_not_ = "the states of queues are not all valuations";
      return false;
    }
    double count = 1;
    State state;
    for (const network::Bounds& b : instance_.slots) {
      count *= static_cast<double>(b.high) - static_cast<double>(b.low) + 1;
      state.push_back(b.low);
    }
    if (count > static_cast<double>(most_)) return too_many();
    for (;;) {
      network::poll();
      add(state);
      std::size_t s = state.size();
      while (s > 0 && state[s - 1] == instance_.slots[s - 1].high) {
        state[s - 1] = instance_.slots[s - 1].low;
        --s;
      }
      if (s == 0) return true;
      ++state[s - 1];
    }
  }

  bool reached() {
    Options options;
    options.model_errors = false;
    options.limits.work = most_;
    options.each_state = [&](std::span<const Scalar> s) {
      add({s.begin(), s.end()});
    };
    const bool complete = explore(instance_, options).complete;
    // What ends the command is no answer.
    network::poll_now();
    if (!complete) return too_many();
    return true;
  }

  bool too_many() {
    why_not_ = fmt::format("there are more than {} states", most_);
    return false;
  }

  bool group() {
    for (const Exchange& exchange : exchanges_) {
      const auto take = [&](const State& state, State& image) {
        apply(exchange.map, sorts_, state, image);
      };
      if (!add_generator(exchange.process, take)) return false;
    }
    return true;
  }

  bool given_group() {
    for (const LiteralMap& map : *given_) {
      const auto take = [&](const State& state, State& image) {
        for (std::uint32_t s = 0; s < state.size(); ++s) {
          image[map.slot[s]] = map.image(s, instance_.slots[s].low, state[s]);
        }
      };
      if (!add_generator({}, take)) return false;
    }
    return true;
  }

  template <class Take>
  bool add_generator(std::vector<std::uint32_t> process, const Take& take) {
    Structure::Generator g{{}, std::move(process)};
    g.state.resize(m_.size());
    State image(instance_.slot_count());
    for (const auto& [state, number] : number_) {
      network::poll();
      take(state, image);
      const auto at = number_.find(image);
      if (at == number_.end()) {
        why_not_ = given_ == nullptr
                       ? "permutations of the processes lead out of the states"
                       : "the group leads out of the states";
        return false;
      }
      g.state[number] = at->second;
    }
    m_.generators.push_back(std::move(g));
    return true;
  }

  std::uint32_t who(const network::StepList& list,
                    const network::Step& step) const {
    if (m_.processes == 0) return nobody;
    if (step.actor.valid()) return processes_.of_node[step.actor.index()];
    const network::Action& action =
        network::action_of(instance_, step.actor, step.action);
    for (std::uint32_t i = 0; i < action.binders.size(); ++i) {
      const network::Binder& b =
          instance_.model->binders[action.binders.begin + i];
      if (b.domain != network::DomainKind::node_family &&
          b.domain != network::DomainKind::process) {
        continue;
      }
      const Scalar node = list.frames[step.frame + i];
      return processes_.of_node[static_cast<std::size_t>(node)];
    }
    return nobody;
  }

  void arcs() {
    const network::Steps steps(instance_);
    network::StepList list;
    for (const auto& [state, number] : number_) {
      network::poll();
      State from = state;
      steps.enabled(from.data(), list);
      for (const network::Step& step : list.steps) {
        network::poll();
        State after = state;
        try {
          steps.apply(list, step, after.data());
        } catch (const network::ModelError&) {
          continue;
        }
        const std::uint32_t by = who(list, step);
        m_.arcs.push_back(
            {number, number_.at(after), by == no_process ? nobody : by});
      }
    }
    std::ranges::sort(m_.arcs);
    const auto same = std::ranges::unique(m_.arcs);
    m_.arcs.erase(same.begin(), same.end());
  }

  const Instance& instance_;
  Reading reading_;
  std::uint64_t most_;
  Sorts sorts_;
  Processes processes_;
  Locals locals_;
  std::vector<Exchange> exchanges_;
  std::map<State, std::uint32_t> number_;
  Structure m_;
  std::string why_not_;
  const std::vector<LiteralMap>* given_ = nullptr;  // none: exchanges_
};

}  // namespace

std::optional<Structure> structure_of(const Instance& instance, Reading reading,
                                      std::uint64_t most_states,
                                      std::string& why_not) {
  return Maker(instance, reading, most_states).run(why_not);
}

std::optional<Structure> structure_of(const Instance& instance, Reading reading,
                                      std::uint64_t most_states,
                                      const std::vector<LiteralMap>& generators,
                                      std::string& why_not) {
  return Maker(instance, reading, most_states).run(generators, why_not);
}

}  // namespace vicinal::explore::inline virtual_symmetry
