// SPDX-License-Identifier: MIT
// Promela. One process, with one d_step for each step: it is atomic,
// deterministic once its guard holds, and leaves no state in between.
//
// The initial states: an atomic sequence chooses values and goes back to its
// beginning, with all variables as they were there, if the condition does not
// hold; so that no state is stored on the way. What a step computes on the way
// is hidden: it is no part of a state.
#include <fmt/format.h>

#include <algorithm>

#include "network/export/writer.hpp"

namespace vicinal::exported {

namespace {

constexpr Syntax promela_syntax{" && ", " || ", " == ", " -> "};
constexpr network::Scalar most_options = 16;  // of an `if`

class Promela {
 public:
  Promela(const flat::Guarded& g, std::string title)
      : g_(g), title_(std::move(title)), names_(names_of(g)) {}

  std::string run();

 private:
  bool varies(std::uint32_t slot) const {
    return g_.slots[slot].bounds.low != g_.slots[slot].bounds.high;
  }
  std::vector<std::uint32_t> free_slots() const;
  std::string declaration(std::uint32_t slot) const;
  std::string head() const;
  std::string constants() const;
  std::string variables() const;
  std::string hidden() const;
  std::string unread() const;
  std::string claims() const;
  std::string choices() const;
  std::string judgement() const;
  std::string step(const flat::Step& s) const;
  void commands(const std::vector<flat::Command>& list, int depth,
                std::string& text) const;
  static std::string indent(int depth) {
    return std::string(2 * static_cast<std::size_t>(depth), ' ');
  }

  const flat::Guarded& g_;
  std::string title_;
  Names names_;
  TermWriter term_{g_, names_, promela_syntax};
};

std::vector<std::uint32_t> Promela::free_slots() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t s = 0; s < g_.slots.size(); ++s) {
    if (!g_.slots[s].initial) out.push_back(s);
  }
  return out;
}

// ---- declarations ----------------------------------------------------------

std::string Promela::head() const {
  return fmt::format(
      "/* {}\n"
      " *   spin -a FILE; gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c; ./pan\n"
      " * Spin stores 1 state more than are reachable: the one before the\n"
      " * initial state is chosen. It counts {} transitions more: the "
      "choices,\n"
      " * and the beginning. A step that is a model error leads back to where\n"
      " * it was. With -DSTATES_ONLY (of spin) no property is judged.{} */\n\n",
      plain(title_), g_.starts + 1,
      g_.claims.empty()
          ? ""
          : "\n * Temporal properties, without fairness:\n"
            " *   spin -a -DLTL -DSTATES_ONLY FILE; gcc -O2 -DNOREDUCE -o pan"
            " pan.c; ./pan -a -N NAME");
}

std::string Promela::constants() const {
  std::string text;
  const auto& enums = g_.instance->model->enums;
  for (std::size_t e = 0; e < enums.size(); ++e) {
    for (std::size_t i = 0; i < enums[e].constants.size(); ++i) {
      text += fmt::format("#define {} {}\n", names_.constants[e][i], i);
    }
  }
  return text.empty() ? text : text + "\n";
}

std::string Promela::declaration(std::uint32_t slot) const {
  const network::Bounds b = g_.slots[slot].bounds;
  const std::string& name = names_.slots[slot];
  const std::string start =
      term_.value(slot, g_.slots[slot].initial.value_or(b.low));
  if (b.low < 0 || b.high > (network::Scalar{1} << 30)) {
    const bool small = b.low >= INT16_MIN && b.high <= INT16_MAX;
    return fmt::format("{} {} = {};", small ? "short" : "int", name, start);
  }
  if (b.high == 1) return fmt::format("bit {} = {};", name, start);
  int bits = 1;
  while ((b.high >> bits) != 0) ++bits;
  return fmt::format("unsigned {} : {} = {};", name, bits, start);
}

std::string Promela::variables() const {
  std::string text;
  for (std::uint32_t s = 0; s < g_.slots.size(); ++s) {
    if (!varies(s)) continue;
    const std::string line = declaration(s);
    text += fmt::format("{:<39} /* {} */\n", line, plain(g_.slots[s].name));
  }
  return text + "\n";
}

std::string Promela::hidden() const {
  std::uint32_t numbers = 0;
  std::uint32_t truths = 0;
  std::size_t written = 0;
  for (const flat::Step& s : g_.steps) {
    numbers = std::max(numbers, s.numbers);
    truths = std::max(truths, s.truths);
    written = std::max(written, s.written.size());
  }
  std::string text;
  const auto several = [&](const char* type, const char* name,
                           std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      text += fmt::format("hidden {} {}_{};\n", type, name, i);
    }
  };
  several("int", "tmp", numbers);
  several("byte", "flag", truths);
  several("int", "was", written);
  text += "#ifndef STATES_ONLY\n";
  for (std::size_t p = 0; p < g_.properties.size(); ++p) {
    text += fmt::format("hidden byte {}, {};\n", names_.holds[p],
                        names_.defined[p]);
  }
  return text + "hidden byte no_model_error, no_error_in_guards;\n#endif\n\n";
}

// Of runs that begin when the initial state is chosen. Atoms are variables:
// Spin reads the conditions in formulas by other rules than those in processes.
std::string Promela::claims() const {
  if (g_.claims.empty()) return {};
  std::string text = fmt::format("#ifdef LTL\nbit {} = 0;\n", names_.started);
  std::string values;
  for (std::size_t a = 0; a < g_.atoms.size(); ++a) {
    text += fmt::format("bit {} = 0; /* {} */\n", names_.atoms[a],
                        plain(g_.atoms[a].name));
    values +=
        fmt::format("  {} = {};\n", names_.atoms[a], term_(g_.atoms[a].holds));
  }
  text += fmt::format("inline {}() {{\n{}  skip\n}}\n", names_.judge, values);
  for (std::size_t c = 0; c < g_.claims.size(); ++c) {
    std::string formula;
    const std::string& given = g_.claims[c].formula;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given[i] != '{') {
        formula += given[i];
        continue;
      }
      const std::size_t end = given.find('}', i);
      formula += names_.atoms[std::stoul(given.substr(i + 1, end - i - 1))];
      i = end;
    }
    text += fmt::format("ltl {0} {{ (!{1}) U ({1} && ({2})) }}\n",
                        names_.claims[c], names_.started, formula);
  }
  return text + "#endif\n\n";
}

// ---- the initial states ----------------------------------------------------

// Spin leaves variables that nothing reads out of its states. So they are read
// once, to no effect.
std::string Promela::unread() const {
  std::string text;
  const std::vector<bool> read = slots_read(g_);
  for (std::uint32_t s = 0; s < g_.slots.size(); ++s) {
    if (varies(s) && !read[s]) text += " || " + names_.slots[s];
  }
  if (text.empty()) return "    skip;\n";
  return "    true" + text + "; /* so that these are in a state */\n";
}

std::string Promela::choices() const {
  std::string text = "start:\n  atomic {\n" + unread();
  std::string back;
  for (const std::uint32_t s : free_slots()) {
    const network::Bounds b = g_.slots[s].bounds;
    const std::string& name = names_.slots[s];
    back += fmt::format(" {} = {};", name, term_.value(s, b.low));
    if (b.high - b.low >= most_options) {
      text += fmt::format("    select({} : {} .. {});\n", name, b.low, b.high);
      continue;
    }
    text += "    if";
    for (network::Scalar v = b.low; v <= b.high; ++v) {
      text += fmt::format(" :: {} = {}", name, term_.value(s, v));
    }
    text += " fi;\n";
  }
  if (!g_.terms.is(g_.initial, true)) {
    text += fmt::format(
        "    if\n    :: {} -> skip\n    :: else -> d_step {{{} }} goto start\n"
        "    fi;\n",
        term_(g_.initial), back);
  }
  if (!g_.claims.empty()) {
    text += fmt::format("#ifdef LTL\n    {}();\n    {} = 1;\n#endif\n",
                        names_.judge, names_.started);
  }
  return text + "#ifndef STATES_ONLY\n" + judgement() + "#endif\n  }\n";
}

// ---- properties ------------------------------------------------------------

std::string Promela::judgement() const {
  std::string text = "    d_step {\n";
  const auto claim = [&](const std::string& name, const std::string& formula) {
    text +=
        fmt::format("      {} = {};\n      assert({});\n", name, formula, name);
  };
  for (std::size_t p = 0; p < g_.properties.size(); ++p) {
    const flat::Judged& property = g_.properties[p];
    const bool safe = g_.terms.is(property.fails, false);
    text += fmt::format("      /* {} */\n", plain(property.name));
    claim(names_.holds[p],
          safe ? term_(property.holds)
               : fmt::format("({}) || ({})", term_(property.fails),
                             term_(property.holds)));
    if (!safe) {
      claim(names_.defined[p], fmt::format("!({})", term_(property.fails)));
    }
  }
  claim("no_error_in_guards", fmt::format("!({})", term_(g_.problem)));
  return text + "    }\n";
}

// ---- steps -----------------------------------------------------------------

void Promela::commands(const std::vector<flat::Command>& list, int depth,
                       std::string& text) const {
  const std::string space = indent(depth);
  for (const flat::Command& c : list) {
    switch (c.kind) {
      case flat::Command::Kind::assign:
        text += fmt::format("{}{} = {};\n", space, names_.slots[c.target],
                            term_(c.value));
        break;
      case flat::Command::Kind::remember:
        text += fmt::format("{}{} = {};\n", space, term_(c.temporary),
                            term_(c.value));
        break;
      case flat::Command::Kind::branch:
      case flat::Command::Kind::loop: {
        const bool loop = c.kind == flat::Command::Kind::loop;
        text += fmt::format("{}{}\n{}:: {} ->\n", space, loop ? "do" : "if",
                            space, term_(c.condition));
        commands(c.body, depth + 1, text);
        if (c.body.empty()) text += space + "  skip\n";
        text += space + ":: else";
        if (loop) text += " -> break";
        if (!c.otherwise.empty()) {
          text += " ->\n";
          commands(c.otherwise, depth + 1, text);
        } else {
          text += "\n";
        }
        text += fmt::format("{}{};\n", space, loop ? "od" : "fi");
        break;
      }
    }
  }
}

std::string Promela::step(const flat::Step& s) const {
  std::string text = fmt::format("    :: d_step {{ /* {} */\n        {} ->\n",
                                 plain(s.name), term_(s.guard));
  for (std::size_t i = 0; i < s.written.size(); ++i) {
    text +=
        fmt::format("        was_{} = {};\n", i, names_.slots[s.written[i]]);
  }
  if (s.failed.valid()) {
    text += fmt::format("        {} = false;\n", term_(s.failed));
  }
  if (s.body.empty()) text += "        skip\n";
  commands(s.body, 4, text);
  if (s.failed.valid()) {
    const std::string failed = term_(s.failed);
    text += fmt::format("        if\n        :: {} ->\n", failed);
    for (std::size_t i = 0; i < s.written.size(); ++i) {
      text += fmt::format("          {} = was_{};\n",
                          names_.slots[s.written[i]], i);
    }
    text += fmt::format(
        "#ifndef STATES_ONLY\n          no_model_error = !{};\n"
        "          assert(no_model_error)\n#else\n          skip\n#endif\n"
        "        :: else\n        fi\n",
        failed);
  }
  if (!g_.claims.empty()) {
    text += fmt::format("#ifdef LTL\n        ; {}()\n#endif\n", names_.judge);
  }
  return text + "      }\n";
}

std::string Promela::run() {
  std::string text = head() + constants() + variables() + hidden() + claims();
  text += "init {\n" + choices();
  text += "  do\n#ifndef STATES_ONLY\n  :: atomic {\n    if\n#endif\n";
  for (const flat::Step& s : g_.steps) text += step(s);
  if (g_.steps.empty()) text += "    :: false\n";
  text += "#ifndef STATES_ONLY\n    fi;\n" + judgement();
  return text + "    }\n#endif\n  od\n}\n";
}

}  // namespace

std::string promela_text(const flat::Guarded& g, const std::string& title) {
  return Promela(g, title).run();
}

}  // namespace vicinal::exported
