// SPDX-License-Identifier: MIT
// Bodies are executed on forms: what a slot holds then is a form over the state
// before.
#include "symmetry/forms/model_forms.hpp"

#include <algorithm>
#include <map>

namespace vicinal::symmetry::inline forms {

using flat::Command;
using flat::Guarded;
using flat::Term;
using flat::TermId;
using flat::TermOp;
using network::Scalar;

namespace {

class Translator {
 public:
  Translator(const Guarded& guarded, Forms& forms)
      : guarded_(guarded), forms_(forms) {}

  ModelForms run() {
    ModelForms result;
    for (const flat::Slot& s : guarded_.slots) {
      result.fixed.push_back(s.initial);
    }
    result.initial = form(guarded_.initial);
    result.problem = form(guarded_.problem);
    result.enabled = form(guarded_.enabled);
    for (const flat::Step& s : guarded_.steps) {
      result.steps.push_back(step(s));
    }
    for (const flat::Judged& p : guarded_.properties) {
      const FormId fails = form(p.fails);
      const auto known = parts_of({forms_.negation(fails)});
      result.claims.push_back({forms_.where(form(p.holds), known), fails});
    }
    for (const TermId p : guarded_.premises) {
      result.premises.push_back(p.valid() ? form(p) : FormId::none());
    }
    return result;
  }

 private:
  // What was written since the step began.
  struct Changes {
    std::map<std::uint32_t, FormId> slots;
    std::map<std::uint32_t, FormId> temporaries;  // of one sort or the other
  };

  StepForm step(const flat::Step& s) {
    StepForm result;
    result.actor = s.actor;
    result.process = s.actor.valid() ? guarded_.instance->process_id(s.actor)
                                     : network::ProcessId::none();
    result.action = s.action;
    result.binding = s.binding;
    result.guard = forms_.settled(form(s.guard));
    execute(s.body);
    result.fails = s.failed.valid() ? form(s.failed) : forms_.truth(false);
    const std::vector<FormId> taken =
        parts_of({result.guard, forms_.negation(result.fails)});
    for (const auto& [slot, after] : changes_.slots) {
      if (after == forms_.slot(slot)) continue;
      result.updates.emplace_back(slot, forms_.where(after, taken));
    }
    changes_ = {};
    known_.clear();
    return result;
  }

  // Of conjunctions their parts.
  std::vector<FormId> parts_of(const std::vector<FormId>& conditions) const {
    std::vector<FormId> parts;
    for (const FormId c : conditions) {
      if (forms_[c].op != FormOp::conjunction) {
        parts.push_back(c);
        continue;
      }
      const auto inner = forms_.children(c);
      parts.insert(parts.end(), inner.begin(), inner.end());
    }
    return parts;
  }

  void execute(const std::vector<Command>& block) {
    for (const Command& c : block) execute(c);
  }

  void execute(const Command& c) {
    switch (c.kind) {
      case Command::Kind::assign: {
        const FormId value =
            forms_.as(forms_.sorts().of_slot[c.target], form(c.value));
        changes_.slots[c.target] = value;
        break;
      }
      case Command::Kind::remember: {
        const FormId value = form(c.value);
        changes_.temporaries[number(c.temporary)] = value;
        break;
      }
      case Command::Kind::branch:
        branch(c);
        return;
      case Command::Kind::loop:
        throw Formless("it has a loop whose rounds depend on the state");
    }
    known_.clear();
  }

  void branch(const Command& c) {
    const FormId condition = form(c.condition);
    const Changes before = changes_;
    execute(c.body);
    Changes then = std::exchange(changes_, before);
    known_.clear();
    execute(c.otherwise);
    const auto slot_before = [&](std::uint32_t s) { return forms_.slot(s); };
    join(condition, then.slots, changes_.slots, slot_before);
    // One that was not set before is not looked at where it was not set.
    const auto nothing = [&](std::uint32_t) { return forms_.number(0); };
    join(condition, then.temporaries, changes_.temporaries, nothing);
    known_.clear();
  }

  template <class Missing>
  void join(FormId condition, std::map<std::uint32_t, FormId>& then,
            std::map<std::uint32_t, FormId>& otherwise,
            const Missing& missing) {
    for (const auto& [place, value] : then) {
      const auto [at, fresh] = otherwise.try_emplace(place, FormId{});
      if (fresh) at->second = missing(place);
      at->second = forms_.choice(condition, value, at->second);
    }
    for (auto& [place, value] : otherwise) {
      if (!then.contains(place)) {
        value = forms_.choice(condition, missing(place), value);
      }
    }
  }

  std::uint32_t number(TermId temporary) const {
    const Term& t = guarded_.terms[temporary];
    return 2 * static_cast<std::uint32_t>(t.value) + (t.truth ? 1 : 0);
  }

  FormId form(TermId id) {
    const auto known = known_.find(id);
    if (known != known_.end()) return known->second;
    const FormId result = translated(id);
    known_.emplace(id, result);
    return result;
  }

  FormId translated(TermId id) {
    const Term t = guarded_.terms[id];
    std::vector<FormId> parts;
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      parts.push_back(form(guarded_.terms.child(t, i)));
    }
    switch (t.op) {
      case TermOp::constant:
        return forms_.number(t.value);
      case TermOp::slot: {
        const auto slot = static_cast<std::uint32_t>(t.value);
        const auto at = changes_.slots.find(slot);
        return at == changes_.slots.end() ? forms_.slot(slot) : at->second;
      }
      case TermOp::temporary: {
        const auto at = changes_.temporaries.find(number(id));
        return at == changes_.temporaries.end() ? forms_.number(0) : at->second;
      }
      case TermOp::equal:
        return forms_.equal(parts[0], parts[1]);
      case TermOp::logical_not:
        return forms_.negation(parts[0]);
      case TermOp::logical_and:
        return forms_.junction(FormOp::conjunction, std::move(parts));
      case TermOp::logical_or:
        return forms_.junction(FormOp::disjunction, std::move(parts));
      case TermOp::choose:
        return forms_.choice(parts[0], parts[1], parts[2]);
      case TermOp::add:
        return forms_.arithmetic(FormOp::sum, std::move(parts));
      case TermOp::subtract:
        return forms_.arithmetic(FormOp::difference, std::move(parts));
      case TermOp::multiply:
        return forms_.arithmetic(FormOp::product, std::move(parts));
      case TermOp::quotient:
        return forms_.arithmetic(FormOp::quotient, std::move(parts));
      case TermOp::remainder:
        return forms_.arithmetic(FormOp::remainder, std::move(parts));
      case TermOp::less:
        return forms_.arithmetic(FormOp::less, std::move(parts));
    }
    throw std::logic_error("model_forms: a term of no kind");
  }

  const Guarded& guarded_;
  Forms& forms_;
  Changes changes_;
  std::map<TermId, FormId> known_;  // as long as nothing changes
};

}  // namespace

std::optional<Guarded> guarded_of(const network::Instance& instance,
                                  const std::vector<std::size_t>& asked,
                                  const std::vector<std::size_t>& evaluated,
                                  std::string& why_not, bool premises,
                                  flat::Width width) {
  std::vector<std::size_t> properties = asked;
  properties.insert(properties.end(), evaluated.begin(), evaluated.end());
  return flat::flatten(instance, properties, premises ? asked.size() : 0, width,
                       why_not);
}

ModelForms model_forms(const Guarded& guarded, Forms& forms) {
  return Translator(guarded, forms).run();
}

bool same_start(const ModelForms& model, const StateMap& map, Forms& forms) {
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    const auto& here = model.fixed[s];
    const auto& there = model.fixed[map.slot[s]];
    if (here.has_value() != there.has_value()) return false;
    const std::uint32_t sort = forms.sorts().of_slot[s];
    if (here && map.image(sort, forms.sorts(), *here) != *there) return false;
  }
  return forms.mapped(model.initial) == model.initial;
}

StepForm mapped(const StepForm& step, Forms& forms) {
  StepForm result = step;
  result.guard = forms.mapped(step.guard);
  result.fails = forms.mapped(step.fails);
  for (auto& [slot, after] : result.updates) {
    slot = forms.map().slot[slot];
    after = forms.mapped(after);
  }
  std::ranges::sort(result.updates);
  return result;
}

}  // namespace vicinal::symmetry::inline forms
