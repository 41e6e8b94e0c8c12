// SPDX-License-Identifier: MIT
// One list of reserved words for both tools, Spin's verifier and C, compared
// without case, and names that differ in case only are kept apart: a tool may
// not see the difference. A name without a small letter is changed, since
// macros are written so.
#include "network/export/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace vicinal::exported {

namespace {

// In lower case; names in capitals are never used, for they are macros of
// Spin's verifier.
constexpr std::string_view reserved[] = {
    // Promela
    "active", "always", "assert", "atomic", "bit", "bool", "break", "byte",
    "c_code", "c_decl", "c_expr", "c_state", "c_track", "chan", "cond_expr",
    "d_step", "d_proctype", "do", "else", "empty", "enabled", "equivalent",
    "eval", "eventually", "false", "fi", "for", "full", "get_priority", "goto",
    "hidden", "if", "implies", "in", "init", "inline", "int", "len", "local",
    "ltl", "mtype", "nempty", "never", "next", "nfull", "notrace", "np_", "od",
    "of", "pc_value", "pid", "printf", "printm", "priority", "proctype",
    "provided", "release", "return", "run", "select", "set_priority", "short",
    "show", "skip", "stronguntil", "timeout", "trace", "true", "typedef",
    "unless", "unsigned", "until", "weakuntil", "xr", "xs",
    // Murphi
    "alias", "array", "assume", "begin", "boolean", "by", "case", "clear",
    "const", "cover", "elsif", "end", "endalias", "endexists", "endfor",
    "endforall", "endfunction", "endif", "endprocedure", "endrecord", "endrule",
    "endruleset", "endstartstate", "endswitch", "endwhile", "enum", "error",
    "exists", "forall", "function", "interleaved", "invariant", "isundefined",
    "isundefined", "liveness", "map", "multiset", "multisetadd",
    "multisetcount", "multisetremove", "print", "procedure", "process",
    "program", "property", "put", "real", "record", "rule", "ruleset",
    "scalarset", "startstate", "switch", "then", "to", "traceuntil", "type",
    "undefine", "undefined", "union", "var", "while",
    // C
    "auto", "char", "continue", "default", "double", "extern", "float",
    "inline", "long", "main", "register", "restrict", "signed", "sizeof",
    "static", "struct", "void", "volatile",
    // Spin's verifier
    "addproc", "air0", "air1", "cas", "enter_critical", "final", "getframe",
    "grab_state", "iam_alive", "index", "leave_critical", "max", "maxseq0",
    "min", "minseq0", "mix", "now", "offsetof", "onstack_now", "onstack_put",
    "onstack_zap", "pclaim", "pinit", "pptr", "pthread_equal", "q_sz", "qptr",
    "rand", "rot", "spinversion", "stacksize", "sv", "this", "uchar", "uint",
    "ulong", "unblock", "ushort", "wasnew"};

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool is_reserved(const std::string& name) {
  const bool small = std::any_of(name.begin(), name.end(),
                                 [](char c) { return c >= 'a' && c <= 'z'; });
  return !small || std::find(std::begin(reserved), std::end(reserved),
                             lower(name)) != std::end(reserved);
}

}  // namespace

std::string Identifiers::operator()(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if (letter(c) || digit(c)) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty()) out = "n";
  if (!letter(out[0])) out.insert(0, "n_");
  if (is_reserved(out)) out += "_v";
  std::string fresh = out;
  for (int k = 2; !taken_.insert(lower(fresh)).second; ++k) {
    fresh = fmt::format("{}_{}", out, k);
  }
  return fresh;
}

Names names_of(const flat::Guarded& g) {
  Names names;
  Identifiers make;
  // What the writers call their own.
  for (const char* own : {"start", "nothing", "no_model_error",
                          "no_error_in_guards", "states_only"}) {
    make(own);
  }
  for (const flat::Slot& s : g.slots) names.slots.push_back(make(s.name));
  for (const network::Enumeration& e : g.instance->model->enums) {
    auto& constants = names.constants.emplace_back();
    for (const std::string& c : e.constants) constants.push_back(make(c));
  }
  for (const flat::Judged& p : g.properties) {
    names.holds.push_back(make("holds " + p.name));
    names.defined.push_back(make("defined " + p.name));
  }
  for (const flat::Guarded::Claim& c : g.claims) {
    names.claims.push_back(make("ltl " + c.name));
  }
  for (std::size_t a = 0; a < g.atoms.size(); ++a) {
    names.atoms.push_back(make("atom " + std::to_string(a)));
  }
  names.started = make("started");
  names.judge = make("judge atoms");
  return names;
}

std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool shown =
        c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '*' && c != '#';
    out += shown ? c : '?';
  }
  return out;
}

}  // namespace vicinal::exported
