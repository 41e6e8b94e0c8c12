// SPDX-License-Identifier: MIT
// A state formula is a set of states. E f: each temporal operator within f is
// guessed to be true or false next (the tableau of Clarke, Grumberg, Hamaguchi
// 1994); states with guesses are a graph, and a path satisfies f if its guesses
// come true and it is fair. Where it may stay for ever is found by looking at
// who reaches whom. Formulas are those of the model, as they stand.
#include "temporal_oracle.hpp"

#include <deque>
#include <functional>
#include <map>
#include <set>

#include "explore/search/initial_states.hpp"
#include "network/language/property.hpp"
#include "network/semantics/bindings.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::oracle {

using network::Expr;
using network::ExprId;
using network::NodeId;
using network::Op;
using network::Scalar;
using State = std::vector<Scalar>;
using Set = std::vector<bool>;

namespace {

struct TooLarge {};

struct Move {
  std::size_t to = 0;
  NodeId actor;
  std::uint32_t action = UINT32_MAX;  // none: it stays
};

// A path formula: operators over sets of states.
struct Path {
  Op op = Op::atom;  // atom: `set`
  Set set;
  std::vector<Path> parts;
  std::size_t guess = SIZE_MAX;  // temporal operators: its number
};

class Oracle {
 public:
  Oracle(const network::Instance& instance, std::size_t most)
      : instance_(instance),
        model_(*instance.model),
        steps_(instance),
        most_(most) {
    explore::initial_states(instance, network::Limits{},
                            [&](std::span<const Scalar> s) {
                              number({s.begin(), s.end()});
                              return true;
                            });
    initial_ = states_.size();
    for (std::size_t s = 0; s < states_.size(); ++s) expand(s);
    for (const network::Fairness& f : model_.fairness) {
      global_ = global_ || f.global;
    }
    if (global_) find_bottom();
  }

  std::size_t size() const { return states_.size(); }
  bool fails() const { return fails_; }

  bool holds(const network::Property& property) {
    std::vector<Scalar> frame(model_.frame);
    const Set set = property.kind == network::ast::PropertyKind::ltl
                        ? on_all_paths(path(property.formula, frame))
                        : states(property.formula, frame);
    for (std::size_t s = 0; s < initial_; ++s) {
      if (!set[s]) return false;
    }
    return true;
  }

 private:
  // States with guesses.
  struct Graph {
    std::vector<std::size_t> state;  // per node
    std::vector<std::vector<Move>> moves;
    std::vector<std::vector<bool>> kept;  // per operator, per node
  };

  std::size_t number(const State& state) {
    const auto [at, fresh] = numbers_.try_emplace(state, states_.size());
    if (fresh) {
      if (states_.size() >= most_) throw TooLarge{};
      states_.push_back(state);
      moves_.emplace_back();
    }
    return at->second;
  }

  void expand(std::size_t s) {
    State state = states_[s];
    network::StepList list;
    steps_.enabled(state.data(), list);
    fails_ = fails_ || !list.problems.empty();
    for (const network::Step& step : list.steps) {
      State after = state;
      try {
        steps_.apply(list, step, after.data());
      } catch (const network::ModelError&) {
        fails_ = true;
        continue;
      }
      const std::size_t to = number(after);
      moves_[s].push_back({to, step.actor, step.action});
    }
    if (moves_[s].empty()) moves_[s].push_back({s, {}, UINT32_MAX});
  }

  // Per state the component that it lies in, if all that is reached from it
  // leads back to it. Whoever is globally fair ends in one of these, and goes
  // all of its ways.
  void find_bottom() {
    std::vector<std::set<std::size_t>> reach(states_.size());
    for (std::size_t s = 0; s < states_.size(); ++s) {
      std::vector<std::size_t> open = {s};
      while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (const Move& m : moves_[at]) {
          if (reach[s].insert(m.to).second) open.push_back(m.to);
        }
      }
    }
    bottom_.resize(states_.size());
    for (std::size_t s = 0; s < states_.size(); ++s) {
      bool back = true;
      for (const std::size_t t : reach[s]) back = back && reach[t].contains(s);
      if (back) bottom_[s] = reach[s];
    }
  }

  // Whether a part of the graph with guesses goes all ways of the component
  // that its states lie in.
  bool every_way(const Graph& g, const std::set<std::size_t>& part) const {
    std::set<std::pair<std::size_t, std::size_t>> taken;
    for (const std::size_t n : part) {
      for (const Move& m : g.moves[n]) {
        if (part.contains(m.to)) taken.emplace(g.state[n], g.state[m.to]);
      }
    }
    const std::set<std::size_t>& all = bottom_[g.state[*part.begin()]];
    if (all.empty()) return false;
    for (const std::size_t s : all) {
      for (const Move& m : moves_[s]) {
        if (!taken.contains({s, m.to})) return false;
      }
    }
    return true;
  }

  // All choices of a quantifier.
  void members(const Expr& e, std::vector<Scalar>& frame,
               const std::function<void()>& use) {
    const network::Context context{network::whole(instance_, states_[0].data()),
                                   NodeId::none(), frame.data()};
    network::Bindings bindings(e.binders, steps_.evaluator(), context);
    while (bindings.next()) use();
  }

  Set atom(ExprId condition, std::vector<Scalar>& frame) {
    Set set;
    for (State& s : states_) {
      try {
        set.push_back(steps_.evaluator().holds(
            condition, {network::whole(instance_, s.data()), NodeId::none(),
                        frame.data()}));
      } catch (const network::ModelError&) {
        fails_ = true;
        set.push_back(false);
      }
    }
    return set;
  }

  // ---- formulas of states

  Set states(ExprId id, std::vector<Scalar>& frame) {
    const Expr& e = model_[id];
    const auto child = [&](std::size_t i) {
      return states(model_.child(e, i), frame);
    };
    const auto each = [&](Set a, const Set& b, const auto& f) {
      for (std::size_t s = 0; s < a.size(); ++s) a[s] = f(a[s], b[s]);
      return a;
    };
    switch (e.op) {
      case Op::atom:
        return atom(model_.child(e, 0), frame);
      case Op::logical_not: {
        Set set = child(0);
        set.flip();
        return set;
      }
      case Op::logical_and:
      case Op::logical_or: {
        Set set = child(0);
        for (std::size_t i = 1; i < e.children.size(); ++i) {
          set = each(set, child(i), [&](bool a, bool b) {
            return e.op == Op::logical_and ? a && b : a || b;
          });
        }
        return set;
      }
      case Op::implies:
        return each(child(0), child(1), [](bool a, bool b) { return !a || b; });
      case Op::iff:
        return each(child(0), child(1), [](bool a, bool b) { return a == b; });
      case Op::for_all_paths:
        return on_all_paths(path(model_.child(e, 0), frame));
      case Op::exists_path:
        return on_some_path(path(model_.child(e, 0), frame));
      default: {  // forall, exists
        const bool all = e.op == Op::forall;
        Set set(states_.size(), all);
        members(e, frame, [&] {
          set = each(set, child(e.children.size() - 1),
                     [&](bool a, bool b) { return all ? a && b : a || b; });
        });
        return set;
      }
    }
  }

  // ---- paths

  Path path(ExprId id, std::vector<Scalar>& frame) {
    const Expr& e = model_[id];
    Path p;
    p.op = e.op;
    switch (e.op) {
      case Op::atom:
      case Op::for_all_paths:
      case Op::exists_path:
        p.op = Op::atom;
        p.set = states(id, frame);
        return p;
      case Op::forall:
      case Op::exists:
        p.op = e.op == Op::forall ? Op::logical_and : Op::logical_or;
        members(e, frame, [&] {
          p.parts.push_back(
              path(model_.child(e, e.children.size() - 1), frame));
        });
        return p;
      default:
        for (std::size_t i = 0; i < e.children.size(); ++i) {
          p.parts.push_back(path(model_.child(e, i), frame));
        }
        return p;
    }
  }

  static bool temporal(Op op) {
    return op == Op::next || op == Op::finally || op == Op::globally ||
           op == Op::until || op == Op::weak_until || op == Op::release;
  }

  static void number_guesses(Path& p, std::vector<Path*>& operators) {
    if (temporal(p.op)) {
      p.guess = operators.size();
      operators.push_back(&p);
    }
    for (Path& part : p.parts) number_guesses(part, operators);
  }

  // In state s, where bit g of `next` says what operator g is next.
  static bool value(const Path& p, std::size_t s, std::size_t next) {
    const auto part = [&](std::size_t i) { return value(p.parts[i], s, next); };
    const bool then = p.guess != SIZE_MAX && (next >> p.guess & 1) != 0;
    switch (p.op) {
      case Op::atom:
        return p.set[s];
      case Op::logical_not:
        return !part(0);
      case Op::logical_and:
        for (std::size_t i = 0; i < p.parts.size(); ++i) {
          if (!part(i)) return false;
        }
        return true;
      case Op::logical_or:
        for (std::size_t i = 0; i < p.parts.size(); ++i) {
          if (part(i)) return true;
        }
        return false;
      case Op::implies:
        return !part(0) || part(1);
      case Op::iff:
        return part(0) == part(1);
      case Op::next:
        return then;
      case Op::finally:
        return part(0) || then;
      case Op::globally:
        return part(0) && then;
      case Op::until:
      case Op::weak_until:
        return part(1) || (part(0) && then);
      default:  // release
        return part(1) && (part(0) || then);
    }
  }

  // What is guessed of the operator at the state before.
  static bool foreseen(const Path& p, std::size_t s, std::size_t next) {
    return p.op == Op::next ? value(p.parts[0], s, next) : value(p, s, next);
  }

  // A guess comes true, or is no promise: infinitely often this has to hold.
  static bool kept(const Path& p, std::size_t s, std::size_t next) {
    const auto part = [&](std::size_t i) { return value(p.parts[i], s, next); };
    const bool now = value(p, s, next);
    switch (p.op) {
      case Op::finally:
        return !now || part(0);
      case Op::until:
        return !now || part(1);
      case Op::globally:
        return now || !part(0);
      case Op::weak_until:
        return now || (!part(0) && !part(1));
      case Op::release:
        return now || !part(1);
      default:
        return true;
    }
  }

  Set on_all_paths(Path p) {
    Path no;
    no.op = Op::logical_not;
    no.parts.push_back(std::move(p));
    Set set = on_some_path(std::move(no));
    set.flip();
    return set;
  }

  Set on_some_path(Path p) {
    std::vector<Path*> operators;
    number_guesses(p, operators);
    if (operators.size() > 6) throw TooLarge{};
    const std::size_t guesses = std::size_t{1} << operators.size();
    Graph g;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      for (std::size_t x = 0; x < guesses; ++x) {
        g.state.push_back(s);
        auto& moves = g.moves.emplace_back();
        for (const Move& m : moves_[s]) {
          for (std::size_t y = 0; y < guesses; ++y) {
            bool true_to_it = true;
            for (std::size_t o = 0; o < operators.size(); ++o) {
              true_to_it = true_to_it && ((x >> o & 1) != 0) ==
                                             foreseen(*operators[o], m.to, y);
            }
            if (true_to_it) {
              moves.push_back({m.to * guesses + y, m.actor, m.action});
            }
          }
        }
      }
    }
    for (const Path* o : operators) {
      auto& kept_at = g.kept.emplace_back();
      for (std::size_t n = 0; n < g.state.size(); ++n) {
        kept_at.push_back(kept(*o, g.state[n], n % guesses));
      }
    }
    std::set<std::size_t> all;
    for (std::size_t n = 0; n < g.state.size(); ++n) all.insert(n);
    const std::set<std::size_t> good = lead_to(g, fair_parts(g, all));
    Set result(states_.size(), false);
    for (const std::size_t n : good) {
      if (value(p, g.state[n], n % guesses)) result[g.state[n]] = true;
    }
    return result;
  }

  static std::set<std::size_t> lead_to(const Graph& g,
                                       std::set<std::size_t> set) {
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t n = 0; n < g.state.size(); ++n) {
        for (const Move& m : g.moves[n]) {
          if (set.contains(m.to) && set.insert(n).second) grown = true;
        }
      }
    }
    return set;
  }

  static std::set<std::size_t> reached(const Graph& g, std::size_t from,
                                       const std::set<std::size_t>& within) {
    std::set<std::size_t> seen;
    std::deque<std::size_t> open = {from};
    while (!open.empty()) {
      const std::size_t n = open.front();
      open.pop_front();
      for (const Move& m : g.moves[n]) {
        if (within.contains(m.to) && seen.insert(m.to).second) {
          open.push_back(m.to);
        }
      }
    }
    return seen;
  }

  // Nodes on loops within a set that keep all promises and are fair.
  std::set<std::size_t> fair_parts(const Graph& g,
                                   const std::set<std::size_t>& within) {
    std::map<std::size_t, std::set<std::size_t>> reach;
    for (const std::size_t n : within) reach[n] = reached(g, n, within);
    std::set<std::size_t> result;
    std::set<std::size_t> done;
    for (const std::size_t n : within) {
      if (done.contains(n) || !reach[n].contains(n)) continue;
      std::set<std::size_t> part;
      for (const std::size_t m : reach[n]) {
        if (reach[m].contains(n)) part.insert(m);
      }
      done.insert(part.begin(), part.end());
      for (const std::size_t m : fair_part(g, part)) result.insert(m);
    }
    return result;
  }

  std::set<std::size_t> fair_part(const Graph& g,
                                  const std::set<std::size_t>& part) {
    for (const auto& kept_at : g.kept) {
      bool once = false;
      for (const std::size_t n : part) once = once || kept_at[n];
      if (!once) return {};
    }
    if (global_ && !every_way(g, part)) return {};
    std::set<std::size_t> rest = part;
    for (const network::Fairness& f : model_.fairness) {
      if (f.global) continue;
      for (std::size_t a = 0; a <= instance_.network.node_count(); ++a) {
        const bool rule = a == instance_.network.node_count();
        const NodeId actor = rule ? NodeId::none() : NodeId(a);
        if (rule == f.process.valid()) continue;
        if (!rule && instance_.process_id(actor) != f.process) continue;
        const auto is = [&](const Move& m) {
          return m.action == f.item && m.actor == actor;
        };
        bool taken = false;
        std::set<std::size_t> enabled;
        for (const std::size_t n : part) {
          // Whatever was guessed.
          for (const Move& m : moves_[g.state[n]]) {
            if (is(m)) enabled.insert(n);
          }
          for (const Move& m : g.moves[n]) {
            taken = taken || (is(m) && part.contains(m.to));
          }
        }
        if (taken) continue;
        if (!f.strong && enabled.size() == part.size()) return {};
        if (f.strong) {
          for (const std::size_t n : enabled) rest.erase(n);
        }
      }
    }
    if (rest.size() == part.size()) return part;
    return fair_parts(g, rest);
  }

  const network::Instance& instance_;
  const network::Model& model_;
  network::Steps steps_;
  std::size_t most_;
  std::map<State, std::size_t> numbers_;
  std::vector<State> states_;
  std::vector<std::vector<Move>> moves_;
  std::size_t initial_ = 0;
  bool fails_ = false;
  bool global_ = false;
  std::vector<std::set<std::size_t>> bottom_;
};

}  // namespace

TemporalAnswers temporal_answers(const network::Instance& instance,
                                 std::size_t most_states) {
  TemporalAnswers answers;
  try {
    Oracle oracle(instance, most_states);
    answers.states = oracle.size();
    if (oracle.size() == 0) return answers;
    for (const network::Property& p : instance.model->properties) {
      answers.holds.emplace_back();
      if (!network::is_temporal(p)) continue;
      try {
        answers.holds.back() = oracle.holds(p);
      } catch (const TooLarge&) {
      }
    }
    answers.fails = oracle.fails();
  } catch (const TooLarge&) {
    answers.too_large = true;
  }
  return answers;
}

}  // namespace vicinal::oracle
