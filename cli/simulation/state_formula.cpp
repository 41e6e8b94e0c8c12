// SPDX-License-Identifier: MIT
// The text becomes an invariant behind the model's own text. It has to be one
// by itself, too: nothing else may begin in it, or end in it. A property
// changes neither nodes nor slots, so that states are those of the model.
#include "cli/simulation/state_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "network/language/parser/parser.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli::inline simulation {

using report::render_all;

namespace {

// A name that stands nowhere in the model.
std::string free_name(std::string_view model) {
  std::string name = "the_condition";
  while (model.find(name) != std::string_view::npos) name += '_';
  return name;
}

bool is_one_invariant(const network::ast::Tree& tree) {
  return tree.properties.size() == 1 && tree.enums.empty() &&
         tree.structs.empty() && tree.consts.empty() && tree.params.empty() &&
         tree.defs.empty() && tree.processes.empty() && tree.networks.empty() &&
         tree.shared.empty() && tree.inits.empty() && tree.rules.empty() &&
         tree.fairness.empty() && tree.rankings.empty();
}

// The errors, as of the typed text alone, which begins at an offset.
std::string typed_errors(const std::string& name, const std::string& text,
                         std::size_t offset, const network::Diagnostics& found,
                         bool color) {
  const network::Source source(name, text);
  network::Diagnostics moved(&source);
  const auto place = [&](std::uint32_t at) {
    return static_cast<std::uint32_t>(
        std::clamp<std::size_t>(at, offset, offset + text.size()) - offset);
  };
  for (const network::Diagnostic& d : found.all()) {
    if (d.severity != network::Severity::error) continue;
    std::vector<network::Note> notes;
    for (const network::Note& n : d.notes) {
      if (!n.span) notes.push_back(n);
    }
    moved.error(d.code, {place(d.span.begin), place(d.span.end)}, d.message,
                std::move(notes));
  }
  return render_all(moved, color);
}

}  // namespace

std::variant<std::unique_ptr<Opened>, std::string> open_with(
    const Opened& opened, const std::string& text, bool negated,
    const std::string& name, bool color) {
  const std::string model(opened.source->text());
  const std::string head =
      fmt::format("invariant {}: ", free_name(model + text));
  const std::string tail = "\n;\n";
  const network::Source alone(name, head + text + tail);
  network::Diagnostics wrong(&alone);
  const auto tree = network::parse(alone, wrong);
  if (wrong.has_errors()) {
    return typed_errors(name, text, head.size(), wrong, color);
  }
  if (!is_one_invariant(tree)) return "this is more than one expression\n";
  const std::string before = model + "\n" + head + (negated ? "!(" : "");
  auto whole = decide::open_model(
      before + text + (negated ? "\n)" : "") + tail, name, opened.definitions,
      network::Diagnostics(), imports::Language::vicinal);
  if (whole->good()) {
    whole->graph = opened.graph;
    decide::elaborate(*whole);
  }
  if (!whole->instance || whole->diagnostics.has_errors()) {
    return typed_errors(name, text, before.size(), whole->diagnostics, color);
  }
  if (whole->instance->slots != opened.instance->slots) {
    throw std::logic_error("StateFormula: a formula changed the states");
  }
  return whole;
}

std::variant<StateFormula, std::string> StateFormula::read(
    const Opened& opened, const std::string& text, bool color) {
  auto with = open_with(opened, text, false, "until", color);
  if (auto* wrong = std::get_if<std::string>(&with)) return std::move(*wrong);
  return StateFormula(std::move(std::get<std::unique_ptr<Opened>>(with)));
}

bool StateFormula::holds(std::vector<network::Scalar> state) const {
  const network::Instance& instance = *opened_->instance;
  std::vector<network::Scalar> frame(instance.model->frame);
  return network::Evaluator(instance).holds(
      instance.model->properties.back().formula,
      {network::whole(instance, state.data()), network::NodeId::none(),
       frame.data()});
}

}  // namespace vicinal::cli::inline simulation
