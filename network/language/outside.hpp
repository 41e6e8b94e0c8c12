// SPDX-License-Identifier: MIT
// What stands in an action, as it is said from outside of the acting node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "network/language/walk.hpp"

namespace vicinal::network::inline language {

// The expression as it stands in this part of the text; empty: a definition
// says something of it elsewhere. O(size of the expression).
inline std::string text_within(const Model& model, Span whole, ExprId e) {
  const bool elsewhere = walk(model, e, [&](ExprId, const Expr& part) {
    const bool in =
        part.span.begin >= whole.begin && part.span.end <= whole.end;
    return in ? Go::into : Go::stop;
  });
  if (elsewhere) return {};
  return std::string(model.source->text(model[e].span));
}

// The same of an action, of which the text is a part, whose node has this name:
// with `self`, and the names that a node has for what is its own, written out,
// so that `phase == idle` of `i` is `i.phase == idle`. Empty, too, where it
// goes through a port set. O(size of the expression).
inline std::string from_outside(const Model& model, Span whole, ExprId e,
                                const std::string& node) {
  if (text_within(model, whole, e).empty()) return {};
  struct Instead {
    Span span;
    std::string text;
  };
  std::vector<Instead> all;
  const bool refused = walk(model, e, [&](ExprId, const Expr& part) {
    if (any_binder(model, part.binders, [](const Binder& b) {
          return b.domain == DomainKind::port_set;
        })) {
      return Go::stop;
    }
    const bool of_node = part.op == Op::variable || part.op == Op::port_edge ||
                         part.op == Op::process_constant;
    // A name that stands alone has the node where it stands itself.
    if (of_node && model[model.child(part, 0)].op == Op::self &&
        model[model.child(part, 0)].span == part.span) {
      const std::string name(model.source->text(part.span));
      all.push_back({part.span, node + "." + name});
      return Go::past;
    }
    if (part.op == Op::self) all.push_back({part.span, node});
    return Go::into;
  });
  if (refused) return {};
  std::ranges::sort(all, {}, [](const Instead& i) { return i.span.begin; });
  std::string out;
  std::uint32_t at = model[e].span.begin;
  for (const Instead& i : all) {
    if (i.span.begin < at) continue;  // the same once more
    out += model.source->text({at, i.span.begin});
    out += i.text;
    at = i.span.end;
  }
  return out += model.source->text({at, model[e].span.end});
}

}  // namespace vicinal::network::inline language
