// SPDX-License-Identifier: MIT
// Is a printed trace a run? Values are read back by printing.
#include "oracle.hpp"

namespace vicinal::oracle {

namespace {

// A queue may be printed as an array is.
std::string plain(std::string text) {
  for (char& c : text) {
    if (c == '<') c = '[';
    if (c == '>') c = ']';
  }
  return text;
}

std::string same_names(const std::map<std::string, std::string>& given,
                       const Binding& binding, const Instance& instance) {
  if (given.size() != binding.size()) return "other parameters";
  for (const auto& [name, d] : binding) {
    const auto it = given.find(name);
    if (it == given.end()) return "no parameter " + name;
    if (plain(it->second) != plain(instance.text(d)))
      return name + " is another";
  }
  return {};
}

// Of these values the one that is printed like this. (A type may have more than
// can be gone through.)
std::optional<Value> printed_like(const Instance& instance,
                                  const std::vector<Value>& values,
                                  const std::string& text) {
  for (const Value& v : values) {
    if (plain(instance.text(v)) == plain(text)) return v;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> Instance::parse(const Type& type,
                                     const std::string& text) const {
  return printed_like(*this, all_values(type), text);
}

std::optional<std::string> Instance::replay(const Trace& trace,
                                            const std::string& property) const {
  State state;
  if (trace.initial.size() != variables_.size()) return "not all variables";
  for (const Variable& v : variables_) {
    const auto it = trace.initial.find(v.name);
    if (it == trace.initial.end()) return "no value of " + v.name;
    std::vector<Value> begins = v.begins;
    if (v.initial) begins.push_back(*v.initial);
    const auto value = begins.empty() ? parse(v.type, it->second)
                                      : printed_like(*this, begins, it->second);
    if (!value) return v.name + " does not start with " + it->second;
    state.push_back(*value);
  }
  try {
    for (const ast::ExprId init : inits_) {
      if (!truth(init, state, {})) return "not an initial state";
    }
  } catch (const Error&) {
    return "not an initial state: an error";
  }
  bool failed = false;
  for (std::size_t k = 0; k < trace.events.size(); ++k) {
    const Trace::Event& event = trace.events[k];
    const std::string where = "step " + std::to_string(k + 1) + ": ";
    if (failed) return where + "after an error";
    bool errors = false;
    std::optional<Step> taken;
    std::string reason = "no such action is enabled";
    for (const Step& step : steps(state, errors)) {
      if (step_name(step.actor, step.action) != event.action) continue;
      const std::string other = same_names(event.bindings, step.binding, *this);
      if (other.empty()) {
        taken = step;
      } else {
        reason = other;
      }
    }
    if (!taken) return where + reason;
    if (taken->fails != event.fails) {
      return where + (taken->fails ? "it fails" : "it does not fail");
    }
    failed = taken->fails;
    if (failed) {
      if (!event.changes.empty()) return where + "an error changes nothing";
      continue;
    }
    std::map<std::string, std::string> changes;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      if (taken->after[v] != state[v]) {
        changes[variables_[v].name] = plain(text(taken->after[v]));
      }
    }
    std::map<std::string, std::string> given = event.changes;
    for (auto& [name, value] : given) value = plain(value);
    if (changes != given) return where + "other changes";
    state = taken->after;
  }
  if (property.empty()) return std::nullopt;
  bool error = failed;
  bool violated = false;
  if (!failed) {
    steps(state, error);
    for (const ast::Property& p : tree_.properties) {
      if (p.kind != ast::PropertyKind::invariant &&
          p.kind != ast::PropertyKind::assertion) {
        continue;
      }
      try {
        const bool holds = truth(p.formula, state, {});
        if (p.name.text == property) violated = !holds;
      } catch (const Error&) {
        error = true;
      }
    }
  }
  if (property == "no model error" ? error : violated) return std::nullopt;
  return "the last state does not violate " + property;
}

}  // namespace vicinal::oracle
