// SPDX-License-Identifier: MIT
// Stage by stage; nothing that the graph says is believed before the judge has
// looked at it.
#include "symmetry/detection/detection.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "groupoid/automorphism/graph_group.hpp"
#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"
#include "symmetry/detection/literal_states.hpp"
#include "symmetry/judge/judge.hpp"

namespace vicinal::symmetry::inline detection {

namespace {

constexpr std::uint32_t none = UINT32_MAX;
constexpr std::size_t most_vertices = 2'000'000;
constexpr std::uint64_t most_search_work = 20'000'000'000;

class Clock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - last_;
    last_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point last_ =
      std::chrono::steady_clock::now();
};

using Moves = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class Detector {
 public:
  Detector(Detection& out, const How& how) : out_(out), how_(how) {}

  void run() {
    Clock clock;
    if (how_.stage == Stage::summands) return;
    flat::SingleAssignment effects(*out_.guarded);
    for (const flat::Step& s : out_.guarded->steps) {
      out_.steps.push_back(effects.over_state(s));
    }
    if (how_.stage == Stage::ssa) return;
    out_.domains =
        std::make_unique<Domains>(occurring(*out_.guarded, out_.steps));
    constrain();
    if (how_.stage == Stage::csp) return;
    out_.graph = colored_graph(*out_.guarded, *out_.constraints, out_.roots,
                               out_.summands);
    out_.construction = clock.lap();
    if (how_.stage == Stage::graph) return;
    if (!search_automorphisms()) return;
    out_.search = clock.lap();
    confirm();
    out_.judging = clock.lap();
  }

 private:
  void constrain() {
    flat::Guarded& guarded = *out_.guarded;
    out_.constraints =
        std::make_unique<Constraints>(guarded, *out_.domains, how_.most_rows);
    Constraints& constraints = *out_.constraints;
    auto& roots = out_.roots;
    for (std::uint32_t s = 0; s < guarded.slots.size(); ++s) {
      const auto& values = out_.domains->values[s];
      if (values.size() == 1) continue;
      for (const Scalar v : values) roots.push_back(constraints.literal(s, v));
    }
    for (std::size_t i = 0; i < out_.steps.size(); ++i) {
      const flat::Sequence& s = out_.steps[i];
      const NodeRef n = constraints.summand(
          {action(guarded.steps[i]), s.guard, s.fails, s.updates});
      out_.summands.push_back(n);
      if (constraints[n].kind == Kind::summand) roots.push_back(n);
    }
    for (std::size_t p = 0; p < guarded.properties.size(); ++p) {
      const flat::Judged& property = guarded.properties[p];
      roots.push_back(constraints.claim(p, property.holds, property.fails));
    }
    roots.push_back(constraints.root(Kind::problem, guarded.problem));
    roots.push_back(constraints.root(Kind::initial, guarded.initial));
  }

  // Events stay what they are (SD III-A), and those of fixed nodes theirs.
  Scalar action(const flat::Step& step) const {
    const auto& fixed = how_.fixed;
    Scalar who = none;  // a rule
    if (std::ranges::binary_search(fixed, step.actor)) {
      who = Scalar{none} + 1 + Scalar{step.actor.value};
    } else if (step.actor.valid()) {
      who = out_.guarded->instance->process_id(step.actor).value;
    }
    return who * (Scalar{1} << 28) + Scalar{step.action};
  }

  bool search_automorphisms() {
    groupoid::SearchBudget budget{most_vertices, most_search_work};
    const groupoid::GraphGroup found =
        graph_group(out_.graph.graph, budget, [&](const Moves& moves) {
          network::poll();
          found_.push_back(moves);
          return true;
        });
    if (!found.complete) {
      out_.why_not = "the graph of its constraints is too large";
      return false;
    }
    for (const std::uint32_t index : found.indices) order_.multiply(index);
    return true;
  }

  LiteralMap literals(const std::map<std::uint32_t, std::uint32_t>& moves) {
    const flat::Guarded& guarded = *out_.guarded;
    LiteralMap map;
    map.value.resize(guarded.slots.size());
    for (std::uint32_t s = 0; s < guarded.slots.size(); ++s) {
      const std::uint32_t v = out_.graph.of_slot[s];
      const auto at = v == none ? moves.end() : moves.find(v);
      map.slot.push_back(
          at == moves.end() ? s : out_.graph.vertices[at->second].slot);
    }
    for (std::uint32_t s = 0; s < map.slot.size(); ++s) values(map, s, moves);
    return map;
  }

  void values(LiteralMap& map, std::uint32_t s,
              const std::map<std::uint32_t, std::uint32_t>& moves) {
    const auto& bounds = out_.guarded->slots[s].bounds;
    const auto& here = out_.domains->values[s];
    if (here.empty()) return;
    const bool stay = out_.graph.of_slot[s] == none;
    map.value[s] = occurring_values(bounds, here, [&](Scalar v) {
      if (stay) return v;
      const auto at = moves.find(vertex_of(s, v));
      return at == moves.end() ? v : value_at(at->second);
    });
  }

  std::uint32_t vertex_of(NodeRef n) const { return vertices_.at(n); }
  std::uint32_t vertex_of(std::uint32_t slot, Scalar value) {
    return vertex_of(out_.constraints->literal(slot, value));
  }

  Scalar value_at(std::uint32_t vertex) const {
    return (*out_.constraints)[out_.graph.vertices[vertex].node].tag;
  }

  bool same_actions(const std::vector<std::uint32_t>& image) const {
    const auto& steps = out_.guarded->steps;
    for (std::size_t s = 0; s < image.size(); ++s) {
      if (image[s] != none && action(steps[s]) != action(steps[image[s]])) {
        return false;
      }
    }
    return true;
  }

  // The judge has the last word.
  void confirm() {
    for (std::uint32_t v = 0; v < out_.graph.vertices.size(); ++v) {
      const Vertex& vertex = out_.graph.vertices[v];
      if (vertex.role == Vertex::Role::node) vertices_[vertex.node] = v;
    }
    Judge judge(*out_.guarded, out_.steps, *out_.domains);
    std::map<NodeRef, std::uint32_t> step_of;
    for (std::uint32_t s = 0; s < out_.summands.size(); ++s) {
      const NodeRef n = out_.summands[s];
      if ((*out_.constraints)[n].kind == Kind::summand) step_of.emplace(n, s);
    }
    std::size_t redundant = 0;
    for (const Moves& moves : found_) {
      network::poll();
      const std::map<std::uint32_t, std::uint32_t> moved(moves.begin(),
                                                         moves.end());
      LiteralMap map = literals(moved);
      // Constraints that nothing tells apart: the order counts them, too.
      if (map.identity()) {
        ++redundant;
        continue;
      }
      std::vector<std::uint32_t> image;
      for (const NodeRef n : out_.summands) {
        if (!step_of.contains(n)) {
          image.push_back(none);
          continue;
        }
        const std::uint32_t v = vertex_of(n);
        const auto at = moved.find(v);
        image.push_back(step_of.at(
            at == moved.end() ? n : out_.graph.vertices[at->second].node));
      }
      const Verdict verdict = judge.automorphism(map, image);
      if (verdict == Verdict::fails || !same_actions(image)) {
        out_.refuted = true;
      }
      if (verdict == Verdict::unknown) ++out_.unconfirmed;
      if (verdict == Verdict::holds) {
        out_.generators.push_back(std::move(map));
        out_.images.push_back(std::move(image));
      }
    }
    out_.questions = judge.asked();
    if (out_.refuted) {
      out_.generators.clear();
      out_.images.clear();
      return;
    }
    const bool whole = out_.unconfirmed == 0 && redundant == 0;
    out_.order = whole ? *order_.decimal(SIZE_MAX) : "";
  }

  Detection& out_;
  const How& how_;
  groupoid::GroupOrder order_;
  std::vector<Moves> found_;
  std::map<NodeRef, std::uint32_t> vertices_;  // of nodes
};

}  // namespace

Detection detect(flat::Guarded guarded, const How& how) {
  Detection result;
  result.guarded = std::make_unique<flat::Guarded>(std::move(guarded));
  try {
    Detector(result, how).run();
  } catch (const Undetectable& e) {
    result.why_not = e.what();
  } catch (const flat::EndlessLoop& e) {
    result.why_not = e.what();
  } catch (const flat::Refusal& e) {
    result.why_not = e.message;
  }
  return result;
}

}  // namespace vicinal::symmetry::inline detection
