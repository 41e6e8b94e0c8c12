// SPDX-License-Identifier: MIT
// A text names members, the acting node, parameters of its action: `things`.
// What they are is said by the situation, or any choice is one that the text
// is about. The text shows which of its constants they are.
#include "tests/obligations/text_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace vicinal::texts {

std::string Judge::text(const Situation& s) const {
  const auto all = [&](const State& state) {
    std::string out;
    for (std::size_t v = 0; v < state.size(); ++v) {
      out += fmt::format(" {}={}", instance_->variables()[v].name,
                         instance_->text(state[v]));
    }
    return out;
  };
  std::string out = "state" + all(*s.before);
  if (s.actor) out += "\nactor " + instance_->nodes()[*s.actor].name;
  if (s.binding != nullptr) {
    for (const auto& [name, d] : *s.binding) {
      out += fmt::format(" {}={}", name, instance_->text(d));
    }
  }
  if (s.after != nullptr) out += "\nafter" + all(*s.after);
  return out;
}

// ---- what a question names -------------------------------------------------

// The variables of the outermost quantifiers of the property.
std::vector<network::Binder> Judge::members(std::uint32_t property) const {
  std::vector<network::Binder> out;
  network::ExprId e = model_.properties[property].formula;
  for (; model_[e].op == network::Op::forall; e = model_.child(model_[e], 0)) {
    const network::Range all = model_[e].binders;
    out.insert(out.end(), model_.binders.begin() + all.begin,
               model_.binders.begin() + all.end);
  }
  return out;
}

// The member that acts in a step, if one does. Texts about assertions that
// range over the same are named after the members of the first.
std::string Judge::acting_member(const Obligation& o) const {
  const std::size_t suffix = o.name.rfind(" at ");
  const bool step = o.kind == Kind::step || o.kind == Kind::progress;
  if (!step || suffix == std::string::npos) return {};
  const std::string name = o.name.substr(suffix + 4);
  if (o.kind == Kind::progress) return name;
  const auto own = members(o.property);
  for (std::uint32_t p = 0; p < model_.properties.size(); ++p) {
    const auto first = members(p);
    const bool alike =
        std::equal(own.begin(), own.end(), first.begin(), first.end(),
                   [](const network::Binder& x, const network::Binder& y) {
                     return x.domain == y.domain && x.item == y.item;
                   });
    if (!alike ||
        model_.properties[p].kind != model_.properties[o.property].kind)
      continue;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i].name == name) return own[i].name;
    }
  }
  return name;
}

// None: it is about other nodes.
std::optional<std::vector<Thing>> Judge::things(const Obligation& o,
                                                const Situation& s) const {
  std::vector<Thing> out;
  const std::string at = acting_member(o);
  const auto bound = [&](const std::string& name) -> const Denoted* {
    if (s.binding == nullptr || !s.binding->contains(name)) return nullptr;
    return &s.binding->at(name);
  };
  for (const auto& [name, family] : o.nodes) {
    if (name == "other1") break;
    const auto& f = model_.node_families[family.index()].name;
    Thing thing{name, true, {}};
    const Denoted* d = bound(name);
    const bool member = s.named != nullptr && s.named->contains(name);
    for (const std::size_t n : concrete_->nodes_of(f)) {
      const bool acts = s.actor == n;
      if (member && s.named->at(name).value.n != static_cast<std::int64_t>(n)) {
        continue;
      }
      if (name == at || name == "actor") {
        if (!acts) continue;
      } else if (d != nullptr) {
        if (d->value.n != static_cast<std::int64_t>(n)) continue;
      } else if (at.empty() && acts &&
                 (o.kind == Kind::step || o.kind == Kind::progress)) {
        continue;
      }
      thing.choices.push_back(n);
    }
    out.push_back(std::move(thing));
  }
  const std::size_t nodes = out.size();
  for (const auto& shown : o.shown) {
    const std::size_t is = shown.label.find(" is ");
    if (is == std::string::npos || !shown.label.ends_with("[0]")) continue;
    Thing thing{shown.label.substr(0, is), false, {}};
    if (thing.name.find('.') != std::string::npos) continue;
    const bool known =
        std::any_of(out.begin(), out.begin() + static_cast<int>(nodes),
                    [&](const Thing& t) { return t.name == thing.name; });
    // Those between nodes are no constants: which ones, the nodes say.
    const bool between = thing.name.starts_with("edge");
    if (known || between || thing.name.starts_with("other")) continue;
    const Denoted* d = bound(thing.name);
    for (const std::size_t e :
         concrete_->edges_of(member_of(shown.label.substr(is + 4)).family)) {
      if (d == nullptr || d->edge == e) thing.choices.push_back(e);
    }
    out.push_back(std::move(thing));
  }
  std::map<std::string, int> named;
  for (const Thing& t : out) {
    if (t.choices.empty()) return std::nullopt;
    ++named[t.name];
  }
  // What has the name of another, as a parameter of an action may have that of
  // a member of the assertion, is left open.
  std::erase_if(out, [&](const Thing& t) { return named[t.name] > 1; });
  return out;
}

// Whether a member of the assertion may be any of those that there are, which
// always exist.
bool Judge::free_members(const Obligation& o) const {
  if (o.property == obligations::no_item) return true;
  const auto all = members(o.property);
  return std::none_of(all.begin(), all.end(), [](const network::Binder& b) {
    return b.domain == network::DomainKind::port_set ||
           b.domain == network::DomainKind::range;
  });
}

// The constants of the question that are these things, and what it shows of
// them. Of several choices, none is made.
Tables Judge::pins(const TextQuestion& q, const std::vector<Thing>& things,
                   const std::vector<std::size_t>& chosen,
                   const Situation& s) const {
  const auto known = [&](std::size_t i) {
    return !chosen.empty() || things[i].choices.size() == 1;
  };
  const auto member_at = [&](std::size_t i) {
    return things[i].choices[chosen.empty() ? 0 : chosen[i]];
  };
  Concrete::NodeNames names;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (!known(i) || !things[i].node) continue;
    names.emplace_back(things[i].name, member_at(i));
  }
  Concrete::Shown shown;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (!known(i)) continue;
    const Thing& t = things[i];
    const std::size_t member = member_at(i);
    const auto show = [&](const State& state, const std::string& when) {
      if (t.node) {
        concrete_->show_node(t.name, member, state, names, when, shown);
      } else {
        concrete_->show_edge(t.name, member, state, when, shown);
      }
    };
    show(*s.before, "");
    if (s.after != nullptr) show(*s.after, " after");
  }
  if (s.binding != nullptr) {
    for (const auto& [name, d] : *s.binding) {
      if (d.kind == Denoted::Kind::value) shown[name] = d.value.n;
    }
  }
  Tables out;
  for (const auto& part : q.obligation->shown) {
    const auto value = shown.find(part.label);
    if (value == shown.end() || !value->second) continue;
    out[part.constant][{}] = *value->second;
    const auto constant = q.text->same_as(part.constant);
    if (constant) out[*constant][{}] = *value->second;
  }
  return out;
}

// ---- judging ---------------------------------------------------------------

// By Z3: what is not decided is not excluded.
bool Judge::excluded(const TextQuestion& q,
                     std::span<const Tables* const> tables, bool with_goal) {
  ++total_.solved;
  const auto answer = solved(q, tables, with_goal);
  total_.undecided += answer == obligations::Answer::unknown ? 1 : 0;
  return answer == obligations::Answer::unsat;
}

void Judge::complain(const std::string& what) {
  complaints_.push_back(where_ + ": " + what);
}

// At most so many of the questions, each of which must admit the situation.
void Judge::admitted(const Situation& s, std::size_t most,
                     const Filter& about) {
  std::vector<TextQuestion*> list;
  for (TextQuestion& q : questions_) {
    if (about(*q.obligation)) list.push_back(&q);
  }
  std::shuffle(list.begin(), list.end(), dice_);
  const Tables values = concrete_->state(*s.before);
  for (TextQuestion* q : list) {
    if (!free_members(*q->obligation)) continue;
    const auto named = things(*q->obligation, s);
    if (!named) continue;
    if (most-- == 0) return;
    read(*q);
    std::vector<std::size_t> chosen;
    for (const Thing& t : *named) chosen.push_back(below(t.choices.size()));
    const Tables pinned = pins(*q, *named, chosen, s);
    const Tables* tables[] = {&pinned, &concrete_->wiring(), &values};
    ++total_.situations;
    if (evaluated(*q, tables, false, 5000) == Found::yes) {
      ++total_.evaluated;
      continue;
    }
    if (!excluded(*q, tables, false)) continue;
    std::string members;
    for (std::size_t i = 0; i < named->size(); ++i) {
      const Thing& t = (*named)[i];
      const std::size_t m = t.choices[chosen[i]];
      members +=
          " " + t.name + "=" +
          (t.node ? instance_->nodes()[m].name : instance_->edges()[m].name);
    }
    complain("not admitted by: " + q->obligation->name + "\n" + text(s) +
             "\nmembers" + members);
  }
}

// At least one question must admit it, for some members, with its goal denied.
void Judge::some_admit(const Situation& s, const std::string& what,
                       const Filter& about) {
  ++total_.violations;
  const Tables values = concrete_->state(*s.before);
  std::vector<std::pair<TextQuestion*, Tables>> open;
  for (TextQuestion& q : questions_) {
    if (!about(*q.obligation)) continue;
    const auto named = things(*q.obligation, s);
    if (!named) continue;
    read(q);
    std::vector<std::size_t> chosen(named->size());
    for (int tries = 0; tries < 40; ++tries) {
      const Tables pinned = pins(q, *named, chosen, s);
      const Tables* tables[] = {&pinned, &concrete_->wiring(), &values};
      if (evaluated(q, tables, true, 1500) == Found::yes) {
        ++total_.evaluated;
        return;
      }
      std::size_t i = 0;
      for (; i < chosen.size(); ++i) {
        if (++chosen[i] < (*named)[i].choices.size()) break;
        chosen[i] = 0;
      }
      if (i == chosen.size()) break;
    }
    open.emplace_back(&q, pins(q, *named, {}, s));
  }
  for (const auto& [q, pinned] : open) {
    const Tables* tables[] = {&pinned, &concrete_->wiring(), &values};
    if (!excluded(*q, tables, true)) return;
  }
  complain(
      fmt::format("excluded by {} texts: {}\n{}", open.size(), what, text(s)));
}

}  // namespace vicinal::texts
