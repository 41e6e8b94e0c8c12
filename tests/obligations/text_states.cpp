// SPDX-License-Identifier: MIT
// States are those that are reached and random ones: obligations speak of all
// where the assertions hold. Steps are those of the oracle.
#include <algorithm>

#include "tests/obligations/text_judge.hpp"

namespace vicinal::texts {

bool Judge::holds(const network::ast::Property& p, const State& s) const {
  try {
    return instance_->truth(p.formula, s, {});
  } catch (const oracle::Error& e) {
    const bool beyond = e.kind == oracle::Error::Kind::overflow;
    if (beyond && instance_->has_int()) throw oracle::TooLarge{};
    return false;
  }
}

bool Judge::evaluates(const network::ast::Property& p, const State& s) const {
  try {
    instance_->truth(p.formula, s, {});
    return true;
  } catch (const oracle::Error& e) {
    const bool beyond = e.kind == oracle::Error::Kind::overflow;
    if (beyond && instance_->has_int()) throw oracle::TooLarge{};
    return false;
  }
}

bool Judge::assertion(const network::ast::Property& p) const {
  const auto& out = request_.left_out;
  return p.kind == network::ast::PropertyKind::assertion &&
         std::find(out.begin(), out.end(), p.name.text) == out.end();
}

bool Judge::assumed(const State& s) const {
  return std::all_of(
      tree_.properties.begin(), tree_.properties.end(),
      [&](const auto& p) { return !assertion(p) || holds(p, s); });
}

std::uint32_t Judge::property(const network::ast::Property& p) const {
  std::uint32_t i = 0;
  while (model_.properties[i].name != p.name.text) ++i;
  return i;
}

oracle::Value Judge::random_value(const oracle::Type& type) {
  using Of = oracle::Type::Kind;
  using oracle::Value;
  switch (type.kind) {
    case Of::boolean:
      return oracle::boolean(below(2) == 0);
    case Of::number:
    case Of::constant: {
      // Of all integers mostly those that meet others.
      const bool any = type.low < -1000 || type.high > 1000;
      const std::int64_t most = !any || below(6) > 0 ? 4 : 1'000'000'000'000;
      const std::int64_t low = any ? -most : type.low;
      const std::int64_t high = any ? most : type.high;
      const auto n = low + static_cast<std::int64_t>(
                               below(static_cast<std::size_t>(high - low + 1)));
      if (type.kind == Of::number) return oracle::number(n);
      return {Value::Kind::constant, type.of, n, {}};
    }
    case Of::reference: {
      const auto& f = model_.node_families[static_cast<std::size_t>(type.of)];
      const auto nodes = concrete_->nodes_of(f.name);
      if (nodes.empty() || below(3) == 0) return {Value::Kind::none, -1, 0, {}};
      return {
          Value::Kind::node, -1, static_cast<std::int64_t>(one_of(nodes)), {}};
    }
    case Of::structure: {
      Value v{Value::Kind::structure, type.of, 0, {}};
      for (const auto& part : type.parts) v.parts.push_back(random_value(part));
      return v;
    }
    default: {
      const bool queue = type.kind == Of::queue;
      const auto size = static_cast<std::size_t>(type.size);
      Value v{queue ? Value::Kind::queue : Value::Kind::array,
              type.of,
              queue ? type.size : 0,
              {}};
      const std::size_t count = queue ? below(size + 1) : size;
      for (std::size_t i = 0; i < count; ++i) {
        v.parts.push_back(random_value(type.parts[0]));
      }
      return v;
    }
  }
}

bool Judge::written(const std::string& variable) const {
  return std::any_of(model_.shared.begin(), model_.shared.end(),
                     [&](const network::SharedVariable& v) {
                       return v.written && v.name == variable;
                     });
}

// Anything, but for shared variables that nobody writes.
State Judge::random_state(State s) {
  for (const oracle::Node& node : instance_->nodes()) {
    for (const auto& [name, v] : node.variables) {
      if (below(3) > 0) s[v] = random_value(instance_->variables()[v].type);
    }
  }
  for (const oracle::Edge& edge : instance_->edges()) {
    const std::size_t v = edge.variable;
    if (below(3) > 0) s[v] = random_value(instance_->variables()[v].type);
  }
  for (std::size_t v = 0; v < s.size(); ++v) {
    const oracle::Variable& variable = instance_->variables()[v];
    if (written(member_of(variable.name).family) && below(3) > 0) {
      s[v] = random_value(variable.type);
    }
  }
  return s;
}

namespace {

// Queues start empty, wherever they are in a value.
void empty_queues(oracle::Value& value) {
  if (value.kind == oracle::Value::Kind::queue) value.parts.clear();
  for (oracle::Value& part : value.parts) empty_queues(part);
}

}  // namespace

// Initial states; where there are too many to go through them, some.
std::vector<State> Judge::first_states() {
  try {
    return instance_->initial_states(300);
  } catch (const oracle::TooLarge&) {
    std::vector<State> some;
    for (int tries = 0; tries < 40 && some.size() < 3; ++tries) {
      State s;
      for (const auto& v : instance_->variables()) {
        s.push_back(v.initial ? *v.initial : random_value(v.type));
        if (!v.initial) empty_queues(s.back());
      }
      if (instance_->is_initial(s)) some.push_back(std::move(s));
    }
    return some;
  }
}

// Some where the assertions hold.
std::vector<State> Judge::states(const oracle::Small& small) {
  std::vector<State> list;
  for (int tries = 0; tries < 6 && !small.states.empty(); ++tries) {
    const State s = one_of(small.states);
    if (assumed(s)) list.push_back(s);
    if (list.size() == 2) break;
  }
  State any;
  for (const auto& v : instance_->variables()) {
    any.push_back(v.initial ? *v.initial : random_value(v.type));
  }
  if (!small.states.empty()) any = one_of(small.states);
  for (int tries = 0; tries < 30; ++tries) {
    const State s = random_state(any);
    if (assumed(s)) list.push_back(s);
    if (list.size() == 4) break;
  }
  return list;
}

void Judge::no_instance(const oracle::Small& small) {
  ++total_.sizes;
  const Tables sizes = size_tables(small);
  const Tables* tables[] = {&sizes};
  for (const bool solving : {false, true}) {
    for (TextQuestion& q : questions_) {
      if (q.obligation->kind != Kind::elaboration) continue;
      read(q);
      if (!solving && evaluated(q, tables, true, 1500) == Found::yes) {
        ++total_.evaluated;
        return;
      }
      if (solving && !excluded(q, tables, true)) return;
    }
  }
  complain("taken for an instance: " + small.wrong);
}

// What is known of a size is true at this one.
void Judge::elaborated() {
  for (TextQuestion& q : questions_) {
    const Obligation& o = *q.obligation;
    if (o.kind != Kind::elaboration) continue;
    const std::string what = o.name.substr(o.name.find(": ") + 2);
    const std::size_t of = what.find("values of ");
    const std::size_t port = what.find("connected: ");
    std::string family;
    if (of == 0) family = what.substr(10);
    if (port == 0) family = what.substr(11, what.find('.') - 11);
    const bool size = what == "size" || what == "length" || what == "bound";
    if (!size && concrete_->nodes_of(family).empty() &&
        concrete_->edges_of(family).empty()) {
      continue;
    }
    read(q);
    const Tables* tables[] = {&concrete_->wiring()};
    ++total_.situations;
    if (evaluated(q, tables, false, 5000) == Found::yes) {
      ++total_.evaluated;
    } else if (excluded(q, tables, false)) {
      complain("not admitted by: " + o.name);
    }
  }
}

void Judge::initial(const State& s) {
  const Situation here{&s, nullptr, {}, nullptr};
  const auto about = [](const Obligation& o) {
    return o.kind == Kind::initial;
  };
  admitted(here, 2, about);
  for (const auto& p : tree_.properties) {
    if (!assertion(p) || holds(p, s)) continue;
    const std::uint32_t number = property(p);
    some_admit(here, "initial " + p.name.text, [&](const Obligation& o) {
      return about(o) && o.property == number;
    });
  }
  waiting_first(s);
}

// Whether it is about an action of this node; without one, about a rule.
bool Judge::moves(const Obligation& o, std::optional<std::size_t> actor) const {
  if (o.action == obligations::no_item) return false;
  if (!actor) return !o.family.valid();
  return o.family.valid() &&
         model_.node_families[o.family.index()].name ==
             member_of(instance_->nodes()[*actor].name).family;
}

void Judge::step(const State& s, const oracle::Step& step) {
  const Situation here{&s, step.fails ? nullptr : &step.after, step.actor,
                       &step.binding};
  // What ranks ask of steps speaks of situations only.
  const auto acts = [&](const Obligation& o) {
    return o.kind != Kind::progress && o.action == step.action &&
           moves(o, step.actor);
  };
  total_.rules += step.actor ? 0 : 1;
  if (step.fails) {
    ++total_.failing;
    some_admit(here, "error", [&](const Obligation& o) {
      return acts(o) && o.name.starts_with("error: ");
    });
    return;
  }
  admitted(here, 2, acts);
  for (const auto& p : tree_.properties) {
    if (!assertion(p) || holds(p, step.after)) {
      continue;
    }
    const std::uint32_t number = property(p);
    some_admit(here, "step " + p.name.text, [&](const Obligation& o) {
      return o.kind == Kind::step && o.property == number && acts(o);
    });
  }
  comes_nearer(s, step);
}

void Judge::acting(const State& s, std::optional<std::size_t> actor) {
  bool errors = false;
  std::vector<oracle::Step> steps = instance_->steps_of(s, actor, errors);
  if (errors) {
    const Situation here{&s, nullptr, actor, nullptr};
    some_admit(here, "error in a guard", [&](const Obligation& o) {
      return o.kind == Kind::error && !o.name.starts_with("error: ") &&
             moves(o, actor);
    });
  }
  std::shuffle(steps.begin(), steps.end(), dice_);
  if (steps.size() > 3) steps.resize(3);
  for (const oracle::Step& next : steps) step(s, next);
}

// What leaves 64 bits is beyond the oracle.
void Judge::within_64_bits(const std::function<void()>& look) {
  try {
    look();
  } catch (const oracle::TooLarge&) {
    ++total_.beyond;
  }
}

// Properties that are no part of the invariant.
void Judge::values(const State& s) {
  using network::ast::PropertyKind;
  for (const auto& p : tree_.properties) {
    const bool kept = p.kind != PropertyKind::invariant &&
                      (p.kind != PropertyKind::assertion || assertion(p));
    if (kept || evaluates(p, s)) continue;
    ++total_.without_value;
    const std::uint32_t number = property(p);
    const Situation here{&s, nullptr, {}, nullptr};
    some_admit(here, "evaluating " + p.name.text, [&](const Obligation& o) {
      return o.kind == Kind::error && o.property == number;
    });
  }
}

void Judge::state(const State& s) {
  const Situation here{&s, nullptr, {}, nullptr};
  const auto about = [](const Obligation& o) {
    return o.kind == Kind::property;
  };
  admitted(here, 1, about);
  for (const auto& p : tree_.properties) {
    if (p.kind != network::ast::PropertyKind::invariant || holds(p, s))
      continue;
    const std::uint32_t number = property(p);
    some_admit(here, "property " + p.name.text, [&](const Obligation& o) {
      return about(o) && o.property == number;
    });
  }
  within_64_bits([&] { values(s); });
  within_64_bits([&] { waiting(s); });
  within_64_bits([&] { acting(s, std::nullopt); });
  for (std::size_t n = 0; n < instance_->nodes().size(); ++n) {
    within_64_bits([&] { acting(s, n); });
  }
}

void Judge::look_at(const oracle::Small& small) {
  where_ = small.text();
  std::vector<std::int64_t> sizes;
  for (const auto& p : model_.parameters)
    sizes.push_back(small.sizes.at(p.name));
  for (const auto& e : request_.excluded) {
    if (e == sizes) return;
  }
  if (small.instance == nullptr) {
    no_instance(small);
    return;
  }
  ++total_.instances;
  instance_ = small.instance;
  concrete_.emplace(model_, tree_, small);
  try {
    elaborated();
    std::vector<State> first = first_states();
    std::shuffle(first.begin(), first.end(), dice_);
    if (first.size() > 2) first.resize(2);
    for (const State& s : first) initial(s);
    for (const State& s : states(small)) {
      within_64_bits([&] { state(s); });
    }
  } catch (const oracle::TooLarge&) {
    ++total_.beyond;
  }
}

}  // namespace vicinal::texts
