// SPDX-License-Identifier: MIT
// A file is translated until nothing new is found out about it: which variables
// may be undefined, which scalarsets have one size. The last translation is the
// one that is taken, and said.
#include "network/imports/murphi/translate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/scan.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {
namespace {

constexpr std::uint64_t max_text = 4'000'000;

// Parts are shared in the tree, and written as often as they are used.
bool is_short(const ast::Tree& tree) {
  std::vector<std::uint64_t> sizes;
  std::uint64_t total = 0;
  for (const ast::Expr& e : tree.exprs) {
    network::poll();
    std::uint64_t size = 1;
    for (auto i = e.children.begin; i < e.children.end; ++i) {
      const std::size_t child = tree.expr_children[i].index();
      size += child < sizes.size() ? sizes[child] : 1;
    }
    sizes.push_back(std::min(size, max_text));
  }
  const auto add = [&](ExprId id) {
    if (id.valid()) total += sizes[id.index()];
  };
  for (const ast::Stmt& s : tree.stmts) {
    for (auto i = s.values.begin; i < s.values.end; ++i) {
      add(tree.expr_children[i]);
    }
    add(s.condition);
  }
  for (const ast::Action& a : tree.rules) add(a.guard);
  for (const ast::Property& p : tree.properties) add(p.formula);
  for (const ast::Init& i : tree.inits) add(i.formula);
  return total < max_text;
}

// A constant that -D names is one of ours, so that the value is of use there.
void keep_defined(const rumur::Model& model, const Places& places,
                  const std::vector<Size>& sizes,
                  const network::Definitions& definitions, ast::Tree& tree) {
  imports::TreeBuilder make(tree);
  for (const auto& child : model.children) {
    const auto* c = dynamic_cast<const rumur::ConstDecl*>(child.get());
    if (c == nullptr || !definitions.contains(c->name) ||
        std::ranges::any_of(
            sizes, [&](const Size& s) { return s.key == c->unique_id; })) {
      continue;
    }
    const mpz_class value = c->value->constant_fold();
    const Span span = places.span(c->loc);
    tree.consts.push_back(
        {{c->name, span},
         make.integer(value.fits_slong_p() ? value.get_si() : 0, span),
         span});
  }
}

void say(const std::vector<Size>& sizes, const std::vector<Span>& ignored,
         const Findings& findings, network::Diagnostics& diagnostics) {
  for (const Size& s : sizes) {
    const auto closed = findings.closed.find(s.key);
    if (closed == findings.closed.end()) continue;
    diagnostics.warning(
        codes::scalarset_of_one_size, closed->second.span,
        fmt::format("'{}' stays {}: {}", s.name, s.value, closed->second.why));
  }
  if (!ignored.empty()) {
    diagnostics.warning(codes::put_is_ignored, ignored[0],
                        "what 'put' writes is not shown");
  }
}

}  // namespace

Translation translate(const network::Source& source,
                      const network::Definitions& definitions, bool fixed,
                      network::Diagnostics& diagnostics) {
  Translation out;
  Scan scanned = scan(source, diagnostics);
  if (diagnostics.has_errors()) return out;
  out.remarks = std::move(scanned.remarks);
  const Places places(source);
  const auto model = read(source, places, definitions, diagnostics);
  if (!model) return out;
  Findings findings;
  try {
    while (true) {
      network::poll();
      findings.changed = false;
      network::Diagnostics found(&source);
      Translator translator(**model, places, fixed, findings, found);
      out.tree = translator.run();
      if (findings.changed) continue;
      for (const network::Diagnostic& d : found.all()) {
        diagnostics.error(d.code, d.span, d.message, d.notes);
      }
      if (!found.has_errors()) {
        keep_defined(**model, places, translator.sizes(), definitions,
                     out.tree);
        say(translator.sizes(), translator.ignored(), findings, diagnostics);
      }
      break;
    }
  } catch (const rumur::Error& e) {
    diagnostics.error(codes::not_a_model, places.span(e.loc), e.what());
  }
  if (!diagnostics.has_errors() && !is_short(out.tree)) {
    diagnostics.error(codes::inlined_too_large, {},
                      "with all calls inlined, the model is too large");
  }
  return out;
}

}  // namespace vicinal::murphi
