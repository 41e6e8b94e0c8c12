// SPDX-License-Identifier: MIT
// Lines are made from what the stages keep; nothing is computed again.
#include "symmetry/detection/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline detection {

using flat::Guarded;
using flat::Term;
using flat::TermOp;
using Lines = std::vector<std::string>;

namespace {

std::string value_of(const Guarded& g, std::uint32_t slot, Scalar value) {
  const flat::Slot& s = g.slots[slot];
  if (s.truth) return value != 0 ? "true" : "false";
  if (!s.enumeration.valid()) return fmt::format("{}", value);
  return g.instance->model->enums[s.enumeration.index()]
      .constants[static_cast<std::size_t>(value)];
}

// Terms in the notation of the language.
class Writer {
 public:
  Writer(const Guarded& g, const flat::Sequence& of)
      : g_(g), names_(flat::version_names(g, of)) {}

  std::string operator()(TermId id) const { return write(id, false); }

 private:
  std::string write(TermId id, bool inside) const {
    const Term& t = g_.terms[id];
    const auto child = [&](std::size_t i) {
      return write(g_.terms.child(t, i), true);
    };
    switch (t.op) {
      case TermOp::constant:
        return constant(t);
      case TermOp::slot:
        return g_.slots[static_cast<std::size_t>(t.value)].name;
      case TermOp::temporary:
        return names_.at(id);
      case TermOp::logical_not:
        return "!" + child(0);
      default:
        break;
    }
    const std::string text =
        t.op == TermOp::choose
            ? fmt::format("if {} then {} else {}", child(0), child(1), child(2))
            : joined(t);
    return inside ? "(" + text + ")" : text;
  }

  std::string joined(const Term& t) const {
    std::string text;
    for (std::size_t i = 0; i < t.children.size(); ++i) {
      if (i != 0) text += fmt::format(" {} ", symbol(t.op));
      text += write(g_.terms.child(t, i), true);
    }
    return text;
  }

  static const char* symbol(TermOp op) {
    switch (op) {
      case TermOp::add:
        return "+";
      case TermOp::subtract:
        return "-";
      case TermOp::multiply:
        return "*";
      case TermOp::quotient:
        return "/";
      case TermOp::remainder:
        return "%";
      case TermOp::less:
        return "<";
      case TermOp::equal:
        return "==";
      case TermOp::logical_and:
        return "&&";
      default:
        return "||";
    }
  }

  std::string constant(const Term& t) const {
    if (t.truth) return t.value != 0 ? "true" : "false";
    if (!t.enumeration.valid()) return fmt::format("{}", t.value);
    return g_.instance->model->enums[t.enumeration.index()]
        .constants[static_cast<std::size_t>(t.value)];
  }

  const Guarded& g_;
  std::map<TermId, std::string> names_;  // of versions
};

const char* name_of(const ConstraintNode& node) {
  static constexpr const char* names[] = {
      "constant", "literal",      "one of",     "table",    "cases",
      "all",      "not",          "less",       "equal",    "integer",
      "number",   "numbers",      "sum",        "product",  "difference",
      "quotient", "remainder",    "next value", "keep",     "becomes",
      "assigned", "alternatives", "summand",    "property", "error",
      "initial"};
  if (node.tag == 1) {
    if (node.kind == Kind::all) return "not all";
    if (node.kind == Kind::less) return "not less";
    if (node.kind == Kind::equal) return "not equal";
  }
  return names[static_cast<std::size_t>(node.kind)];
}

// The nodes that summands and properties stand on, in the order of their
// heights.
std::vector<NodeRef> nodes_below(const Detection& d) {
  const Constraints& constraints = *d.constraints;
  std::set<NodeRef> seen(d.roots.begin(), d.roots.end());
  std::vector<NodeRef> all(seen.begin(), seen.end());
  const auto see = [&](NodeRef n) {
    if (seen.insert(n).second) all.push_back(n);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    network::poll();
    const ConstraintNode& node = constraints[all[i]];
    for (const auto& [role, child] : node.children) see(child);
    for (const auto& row : node.rows) {
      for (const NodeRef n : row) see(n);
    }
  }
  std::ranges::sort(all, [&](NodeRef a, NodeRef b) {
    const std::uint32_t x = constraints[a].height, y = constraints[b].height;
    return x != y ? x < y : a < b;
  });
  return all;
}

// Nodes in words: leaves as what they are, others by number.
class NodeWriter {
 public:
  explicit NodeWriter(const Detection& d)
      : g_(*d.guarded), constraints_(*d.constraints) {}

  std::string name(NodeRef n) const {
    const ConstraintNode& node = constraints_[n];
    switch (node.kind) {
      case Kind::constant:
        return node.tag != 0 ? "true" : "false";
      case Kind::literal:
        return fmt::format("{} = {}", g_.slots[node.slot].name,
                           value_of(g_, node.slot, node.tag));
      case Kind::next:
        return fmt::format("{}' = {}", g_.slots[node.slot].name,
                           value_of(g_, node.slot, node.tag));
      case Kind::keep:
        return fmt::format("{0}' = {0}", g_.slots[node.slot].name);
      case Kind::slot_number:
        return g_.slots[node.slot].name;
      case Kind::integer:
        return fmt::format("{}", node.tag);
      default:
        return fmt::format("c{}", n.value);
    }
  }

  bool leaf(NodeRef n) const {
    switch (constraints_[n].kind) {
      case Kind::constant:
      case Kind::literal:
      case Kind::next:
      case Kind::keep:
      case Kind::slot_number:
      case Kind::integer:
        return true;
      default:
        return false;
    }
  }

  std::string content(NodeRef n) const {
    const ConstraintNode& node = constraints_[n];
    Lines parts;
    for (const auto& [role, child] : node.children) {
      if (name(child) == "false") continue;  // never fails
      parts.push_back(role == 0 ? name(child)
                                : fmt::format("{}: {}", role, name(child)));
    }
    for (const auto& row : node.rows) {
      Lines members;
      for (const NodeRef m : row) members.push_back(name(m));
      parts.push_back(fmt::format("[{}]", fmt::join(members, ", ")));
    }
    const std::string of = node.slot != UINT32_MAX && node.kind != Kind::among
                               ? " " + g_.slots[node.slot].name
                               : "";
    return fmt::format("{}{}({})", name_of(node), of, fmt::join(parts, ", "));
  }

 private:
  const Guarded& g_;
  const Constraints& constraints_;
};

std::string domain_text(const network::Model& model,
                        const network::Binder& binder) {
  return binder.low.valid() && binder.high.valid()
             ? fmt::format("{}..{}", model.source->text(model[binder.low].span),
                           model.source->text(model[binder.high].span))
             : std::string(model.source->text(binder.span));
}

void statement_lines(const network::Model& model, const network::Action& action,
                     Lines& lines) {
  for (std::uint32_t i = action.body.begin; i < action.body.end; ++i) {
    const network::Stmt& s = model[model.stmt_children[i]];
    lines.push_back(fmt::format("  next   {}", model.source->text(s.span)));
  }
}

void summand_lines(const Guarded& g, const network::Action& action,
                   const std::string& name, const std::string& owner,
                   std::size_t instances, Lines& lines) {
  const network::Model& model = *g.instance->model;
  lines.push_back(fmt::format("summand {}", name));
  if (!owner.empty()) lines.push_back("  local  self : " + owner);
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    const network::Binder& binder = model.binders[b];
    lines.push_back(fmt::format("  local  {} : {}", binder.name,
                                domain_text(model, binder)));
  }
  lines.push_back(fmt::format("  when   {}",
                              action.guard.valid()
                                  ? model.source->text(model[action.guard].span)
                                  : "true"));
  if (action.priority.valid()) {
    lines.push_back(fmt::format(
        "  first  {}", model.source->text(model[action.priority].span)));
  }
  statement_lines(model, action, lines);
  lines.push_back(
      fmt::format("  values of the local variables: {}", instances));
}

}  // namespace

Lines summands_text(const Detection& d) {
  const Guarded& g = *d.guarded;
  const network::Model& model = *g.instance->model;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> instances;
  for (const flat::Step& s : g.steps) {
    const std::uint32_t process =
        s.actor.valid() ? g.instance->process_id(s.actor).value : UINT32_MAX;
    ++instances[{process, s.action}];
  }
  Lines lines;
  for (const auto& [key, count] : instances) {
    if (key.first == UINT32_MAX) {
      const network::Action& rule = model.rules[key.second];
      summand_lines(g, rule, rule.name, "", count, lines);
      continue;
    }
    const network::Process& process =
        model[network::ProcessId(std::size_t{key.first})];
    const network::Action& action = process.actions[key.second];
    summand_lines(g, action, process.name + "." + action.name, process.name,
                  count, lines);
  }
  return lines;
}

Lines ssa_text(const Detection& d) {
  const Guarded& g = *d.guarded;
  Lines lines;
  for (std::size_t s = 0; s < d.steps.size(); ++s) {
    network::poll();
    const flat::Sequence& sequence = d.steps[s];
    const Writer write(g, sequence);
    lines.push_back(fmt::format("{}", g.steps[s].name));
    lines.push_back(fmt::format("  when {}", write(sequence.guard)));
    for (const flat::Sequence::Line& line : sequence.lines) {
      std::string value = write(line.value);
      if (line.phi) {
        const Term& t = g.terms[line.value];
        if (t.op == TermOp::choose) {
          value = fmt::format("phi({}, {}, {})", write(g.terms.child(t, 1)),
                              write(g.terms.child(t, 2)),
                              write(g.terms.child(t, 0)));
        }
      }
      lines.push_back(fmt::format("  {} := {}", write(line.version), value));
    }
    for (const auto& [slot, value] : sequence.updates) {
      lines.push_back(
          fmt::format("  {}' = {}", g.slots[slot].name, write(value)));
    }
    if (!g.terms.is(sequence.fails, false)) {
      lines.push_back(fmt::format("  fails if {}", write(sequence.fails)));
    }
  }
  return lines;
}

Lines csp_text(const Detection& d) {
  const Guarded& g = *d.guarded;
  Lines lines;
  for (std::uint32_t s = 0; s < g.slots.size(); ++s) {
    Lines values;
    for (const Scalar v : d.domains->values[s]) {
      values.push_back(value_of(g, s, v));
    }
    lines.push_back(values.empty()
                        ? fmt::format("variable {} : {}..{}", g.slots[s].name,
                                      g.slots[s].bounds.low,
                                      g.slots[s].bounds.high)
                        : fmt::format("variable {} : {{{}}}", g.slots[s].name,
                                      fmt::join(values, ", ")));
  }
  const NodeWriter write(d);
  std::map<NodeRef, std::string> names;
  for (std::size_t s = 0; s < d.summands.size(); ++s) {
    names.emplace(d.summands[s], g.steps[s].name);
  }
  for (const NodeRef n : nodes_below(d)) {
    if (write.leaf(n)) continue;
    const auto at = names.find(n);
    lines.push_back(fmt::format("{}: {}",
                                at == names.end() ? write.name(n) : at->second,
                                write.content(n)));
  }
  return lines;
}

Lines graph_text(const Detection& d) {
  std::map<std::string, std::size_t> kinds;
  for (const Vertex& v : d.graph.vertices) {
    switch (v.role) {
      case Vertex::Role::variable:
        ++kinds["variable"];
        break;
      case Vertex::Role::node:
        ++kinds[name_of((*d.constraints)[v.node])];
        break;
      case Vertex::Role::row:
        ++kinds["allowed assignment"];
        break;
      case Vertex::Role::role:
        ++kinds["role of an operand"];
        break;
    }
  }
  const std::set<std::uint32_t> colors(d.graph.graph.color.begin(),
                                       d.graph.graph.color.end());
  Lines lines{fmt::format("{} vertices, {} edges, {} colors",
                          d.graph.vertices.size(), d.graph.edges,
                          colors.size())};
  for (const auto& [kind, count] : kinds) {
    lines.push_back(fmt::format("  {:<20}{:>8}", kind, count));
  }
  return lines;
}

std::string graph_dot(const Detection& d) {
  const NodeWriter write(d);
  const auto quoted = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out;
  };
  std::string out = "graph detection {\n  node [shape=box, style=filled];\n";
  const std::size_t colors = 1 + *std::ranges::max_element(d.graph.graph.color);
  for (std::size_t v = 0; v < d.graph.vertices.size(); ++v) {
    network::poll();
    const Vertex& vertex = d.graph.vertices[v];
    const std::string label =
        vertex.role == Vertex::Role::variable
            ? d.guarded->slots[vertex.slot].name
        : vertex.role == Vertex::Role::node
            ? (write.leaf(vertex.node)
                   ? write.name(vertex.node)
                   : std::string(name_of((*d.constraints)[vertex.node])))
            : std::string();
    out +=
        fmt::format("  v{} [label=\"{}\", fillcolor=\"{:.3f} 0.3 1.0\"{}];\n",
                    v, quoted(label),
                    static_cast<double>(d.graph.graph.color[v]) /
                        static_cast<double>(colors),
                    label.empty() ? ", shape=point" : "");
  }
  const groupoid::ColoredGraph& g = d.graph.graph;
  for (std::uint32_t v = 0; v < g.size(); ++v) {
    for (std::size_t i = g.row[v]; i < g.row[v + 1]; ++i) {
      if (g.neighbors[i] > v) {
        out += fmt::format("  v{} -- v{};\n", v, g.neighbors[i]);
      }
    }
  }
  return out + "}\n";
}

}  // namespace vicinal::symmetry::inline detection
