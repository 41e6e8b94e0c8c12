// SPDX-License-Identifier: MIT
// Murphi: a rule for each step. Where variables have no initial value, there is
// a start state for each valuation; `assume`, which is Rumur's, drops those
// that the initial condition does not allow.
#include <fmt/format.h>

#include "network/export/writer.hpp"

namespace vicinal::exported {

namespace {

constexpr Syntax murphi_syntax{" & ", " | ", " = ", " ? "};

class Murphi {
 public:
  Murphi(const flat::Guarded& g, std::string title)
      : g_(g), title_(std::move(title)), names_(names_of(g)) {
    chosen_ = names_;
    for (std::size_t s = 0; s < g.slots.size(); ++s) {
      chosen_.slots[s] = fmt::format("choice_{}", s);
    }
  }

  std::string run() const;

 private:
  bool varies(std::uint32_t slot) const {
    return g_.slots[slot].bounds.low != g_.slots[slot].bounds.high;
  }
  static std::string type(const network::Bounds& b, bool truth) {
    return truth ? "boolean" : fmt::format("{}..{}", b.low, b.high);
  }
  std::string head() const;
  std::string declarations() const;
  std::string start() const;
  std::string step(const flat::Step& s) const;
  std::string invariants() const;
  void commands(const std::vector<flat::Command>& list, int depth,
                std::string& text) const;

  const flat::Guarded& g_;
  std::string title_;
  Names names_;
  Names chosen_;  // with names for the values that are chosen
  TermWriter term_{g_, names_, murphi_syntax};
};

std::string Murphi::head() const {
  return fmt::format(
      "-- {}\n--   rumur --value-type int32_t --deadlock-detection off "
      "--symmetry-reduction off \\\n--     --output FILE.c FILE\n\n",
      plain(title_));
}

std::string Murphi::declarations() const {
  std::string text;
  const auto& enums = g_.instance->model->enums;
  for (std::size_t e = 0; e < enums.size(); ++e) {
    for (std::size_t i = 0; i < enums[e].constants.size(); ++i) {
      text += fmt::format("  {}: {};\n", names_.constants[e][i], i);
    }
  }
  if (!text.empty()) text = "const\n" + text + "\n";
  text += "var\n";
  bool any = false;
  for (std::uint32_t s = 0; s < g_.slots.size(); ++s) {
    if (!varies(s)) continue;
    any = true;
    const flat::Slot& slot = g_.slots[s];
    text += fmt::format("{:<39} -- {}\n",
                        fmt::format("  {}: {};", names_.slots[s],
                                    type(slot.bounds, slot.truth)),
                        plain(slot.name));
  }
  // Without a variable there would be no state.
  if (!any) text += "  nothing: boolean;\n";
  return text + "\n";
}

std::string Murphi::start() const {
  const TermWriter chosen(g_, chosen_, murphi_syntax);
  std::string sets;
  std::string body;
  for (std::uint32_t s = 0; s < g_.slots.size(); ++s) {
    if (!varies(s)) continue;
    const flat::Slot& slot = g_.slots[s];
    const std::string& choice = chosen_.slots[s];
    body += fmt::format("  {} := {};\n", names_.slots[s],
                        slot.initial ? term_.value(s, *slot.initial) : choice);
    if (slot.initial) continue;
    sets += fmt::format("{}{}: {}", sets.empty() ? "ruleset " : "; ", choice,
                        type(slot.bounds, slot.truth));
  }
  if (body.empty()) body = "  nothing := false;\n";
  if (!g_.terms.is(g_.initial, true)) {
    body = fmt::format("  assume {};\n", chosen(g_.initial)) + body;
  }
  const std::string state = "startstate\nbegin\n" + body + "end;\n";
  return (sets.empty() ? state : sets + " do\n" + state + "end;\n") + "\n";
}

void Murphi::commands(const std::vector<flat::Command>& list, int depth,
                      std::string& text) const {
  const std::string space(2 * static_cast<std::size_t>(depth), ' ');
  for (const flat::Command& c : list) {
    switch (c.kind) {
      case flat::Command::Kind::assign:
        text += fmt::format("{}{} := {};\n", space, names_.slots[c.target],
                            term_(c.value));
        break;
      case flat::Command::Kind::remember:
        text += fmt::format("{}{} := {};\n", space, term_(c.temporary),
                            term_(c.value));
        break;
      case flat::Command::Kind::branch:
      case flat::Command::Kind::loop: {
        const bool loop = c.kind == flat::Command::Kind::loop;
        text += fmt::format("{}{} {} {}\n", space, loop ? "while" : "if",
                            term_(c.condition), loop ? "do" : "then");
        commands(c.body, depth + 1, text);
        if (!c.otherwise.empty()) {
          text += space + "else\n";
          commands(c.otherwise, depth + 1, text);
        }
        text += space + "end;\n";
        break;
      }
    }
  }
}

std::string Murphi::step(const flat::Step& s) const {
  std::string text =
      fmt::format("rule \"{}\"\n  {}\n==>\n", plain(s.name), term_(s.guard));
  for (const flat::TermId t : temporaries(g_, s.body)) {
    const flat::Term& temporary = g_.terms[t];
    text += fmt::format("var {}: {};\n", term_(t),
                        type(temporary.bounds, temporary.truth));
  }
  text += "begin\n";
  if (s.failed.valid()) {
    text += fmt::format("  {} := false;\n", term_(s.failed));
  }
  commands(s.body, 1, text);
  if (s.failed.valid()) {
    text += fmt::format(
        "  if {} then\n    error \"no model error: {}\";\n"
        "  end;\n",
        term_(s.failed), plain(s.name));
  }
  return text + "end;\n\n";
}

std::string Murphi::invariants() const {
  std::string text;
  const auto claim = [&](const std::string& name, const std::string& formula) {
    text += fmt::format("invariant \"{}\" {};\n", plain(name), formula);
  };
  for (const flat::Judged& p : g_.properties) {
    const bool safe = g_.terms.is(p.fails, false);
    claim(p.name,
          safe ? term_(p.holds)
               : fmt::format("({}) | ({})", term_(p.fails), term_(p.holds)));
    if (!safe) {
      claim("no model error: " + p.name, fmt::format("!({})", term_(p.fails)));
    }
  }
  if (!g_.terms.is(g_.problem, false)) {
    claim("no model error: guards", fmt::format("!({})", term_(g_.problem)));
  }
  return text;
}

std::string Murphi::run() const {
  std::string text = head() + declarations() + start();
  for (const flat::Step& s : g_.steps) text += step(s);
  if (g_.steps.empty()) text += "rule \"nothing\" false ==> begin end;\n\n";
  return text + invariants();
}

}  // namespace

std::string murphi_text(const flat::Guarded& g, const std::string& title) {
  return Murphi(g, title).run();
}

}  // namespace vicinal::exported
