// SPDX-License-Identifier: MIT
// What slots hold after a step, with its versions, becomes forms over the state
// before.
#include "symmetry/forms/model_forms.hpp"

#include <algorithm>
#include <unordered_map>

#include "network/flat/effects.hpp"

namespace vicinal::symmetry::inline forms {

using flat::Guarded;
using flat::Term;
using flat::TermId;
using flat::TermOp;
using network::Scalar;

namespace {

class Translator {
 public:
  Translator(Guarded& guarded, Forms& forms)
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
  StepForm step(const flat::Step& s) {
    StepForm result;
    result.actor = s.actor;
    result.process = s.actor.valid() ? guarded_.instance->process_id(s.actor)
                                     : network::ProcessId::none();
    result.action = s.action;
    result.binding = s.binding;
    const flat::Sequence effects = effects_.of(s);
    result.guard = forms_.settled(form(effects.guard));
    for (const flat::Sequence::Line& line : effects.lines) {
      const FormId value = form(line.value);
      known_.insert_or_assign(
          line.version.value,
          line.kind == flat::Sequence::Kind::slot
              ? forms_.as(forms_.sorts().of_slot[line.slot], value)
              : value);
    }
    result.fails = form(effects.fails);
    const std::vector<FormId> taken =
        parts_of({result.guard, forms_.negation(result.fails)});
    for (const auto& [slot, value] : effects.updates) {
      const FormId after = forms_.as(forms_.sorts().of_slot[slot], form(value));
      if (after == forms_.slot(slot)) continue;
      result.updates.emplace_back(slot, forms_.where(after, taken));
    }
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

  FormId form(TermId id) {
    const auto known = known_.find(id.value);
    if (known != known_.end()) return known->second;
    const FormId result = translated(id);
    known_.emplace(id.value, result);
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
      case TermOp::slot:
        return forms_.slot(static_cast<std::uint32_t>(t.value));
      case TermOp::temporary:
        throw std::logic_error("model_forms: a version before its line");
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

  Guarded& guarded_;
  Forms& forms_;
  flat::SingleAssignment effects_{guarded_};
  // By their terms; of versions, too, each of which is of one step.
  std::unordered_map<std::uint32_t, FormId> known_;
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

ModelForms model_forms(Guarded& guarded, Forms& forms) {
  try {
    return Translator(guarded, forms).run();
  } catch (const flat::EndlessLoop& e) {
    throw Formless(e.what());
  } catch (const flat::Refusal& e) {
    throw Formless(e.message);
  }
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
