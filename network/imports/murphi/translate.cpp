// SPDX-License-Identifier: MIT
// A file is translated until nothing new is found out about it: which variables
// may be undefined, which scalarsets have one size. The last translation is the
// one that is taken, and said. Before the file as it is, those are tried that
// have scalarsets in place of ranges.
#include "network/imports/murphi/translate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/ranges.hpp"
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

// A model as it was last translated, and what came out.
struct Attempt {
  explicit Attempt(const network::Source& source) : found(&source) {}
  rumur::Ptr<rumur::Model> model;
  ast::Tree tree;
  std::vector<Size> sizes;
  std::vector<Scalarset> scalarsets;
  std::vector<Span> ignored;
  Findings findings;
  network::Diagnostics found;
};

Attempt attempt(rumur::Ptr<rumur::Model> model, const network::Source& source,
                const Places& places, bool fixed) {
  Findings findings;
  while (true) {
    network::poll();
    Attempt out(source);
    findings.changed = false;
    try {
      Translator translator(*model, places, fixed, findings, out.found);
      out.tree = translator.run();
      out.sizes = translator.sizes();
      out.scalarsets = translator.scalarsets();
      out.ignored = translator.ignored();
    } catch (const rumur::Error& e) {
      out.found.error(codes::not_a_model, places.span(e.loc), e.what());
      findings.changed = false;
    }
    if (findings.changed) continue;
    out.findings = std::move(findings);
    out.model = std::move(model);
    return out;
  }
}

// Whether a range that was taken for a scalarset is one of every size, and of
// its own.
bool is_open(const IndexRange& range, const Attempt& made) {
  const std::size_t id = type_id(*made.model, range);
  const bool merged = std::ranges::any_of(
      made.findings.merged,
      [&](const auto& pair) { return pair.first == id || pair.second == id; });
  return !merged &&
         std::ranges::any_of(made.scalarsets, [&](const Scalarset& s) {
           return s.id == id &&
                  !made.findings.closed.contains(made.sizes[s.size].key);
         });
}

// The model with these ranges as scalarsets; empty where it is none.
std::optional<rumur::Ptr<rumur::Model>> with_scalarsets(
    const rumur::Ptr<rumur::Model>& parsed,
    const std::vector<IndexRange>& ranges, const Places& places) {
  network::poll();
  rumur::Ptr<rumur::Model> model = parsed;
  for (const IndexRange& r : ranges) make_scalarset(*model, r);
  network::Diagnostics refusals;
  return resolved(std::move(model), places, refusals);
}

// Ranges are taken for scalarsets where nothing is refused, and nothing closed,
// for it: `ranges` gets those that are. Empty if there is none.
std::optional<Attempt> opened(const rumur::Ptr<rumur::Model>& parsed,
                              const network::Source& source,
                              const Places& places,
                              std::vector<IndexRange>& ranges) {
  // Each by itself, so that none meets another one.
  std::erase_if(ranges, [&](const IndexRange& r) {
    return !with_scalarsets(parsed, {r}, places);
  });
  while (!ranges.empty()) {
    auto model = with_scalarsets(parsed, ranges, places);
    if (!model) break;
    Attempt made = attempt(std::move(*model), source, places, false);
    if (made.found.has_errors()) break;
    if (std::erase_if(ranges, [&](const IndexRange& r) {
          return !is_open(r, made);
        }) == 0) {
      return made;
    }
  }
  ranges.clear();
  return {};
}

void say(const Attempt& made, const std::vector<IndexRange>& ranges,
         network::Diagnostics& diagnostics) {
  for (const IndexRange& r : ranges) {
    diagnostics.warning(
        codes::range_of_every_size, r.span,
        fmt::format("'{}' is {}..{} in the file, and a scalarset of every size "
                    "here",
                    r.name, r.low, r.high),
        {{{},
          fmt::format("nothing depends on its numbers, and {}[0] stands for "
                      "{}; '--fixed' keeps the range",
                      r.name, r.low)}});
  }
  for (const Size& s : made.sizes) {
    const auto closed = made.findings.closed.find(s.key);
    if (closed == made.findings.closed.end()) continue;
    diagnostics.warning(
        codes::scalarset_of_one_size, closed->second.span,
        fmt::format("'{}' stays {}: {}", s.name, s.value, closed->second.why));
  }
  if (!made.ignored.empty()) {
    diagnostics.warning(codes::put_is_ignored, made.ignored[0],
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
  const auto tree = parsed(source, places, definitions, diagnostics);
  if (!tree) return out;
  auto model = resolved(*tree, places, diagnostics);
  if (!model) return out;
  std::vector<IndexRange> ranges;
  if (!fixed) ranges = index_ranges(**model, places);
  auto made = opened(*tree, source, places, ranges);
  if (!made) made = attempt(std::move(*model), source, places, fixed);
  out.tree = std::move(made->tree);
  for (const network::Diagnostic& d : made->found.all()) {
    diagnostics.error(d.code, d.span, d.message, d.notes);
  }
  if (diagnostics.has_errors()) return out;
  keep_defined(*made->model, places, made->sizes, definitions, out.tree);
  say(*made, ranges, diagnostics);
  if (!is_short(out.tree)) {
    diagnostics.error(codes::inlined_too_large, {},
                      "with all calls inlined, the model is too large");
  }
  return out;
}

}  // namespace vicinal::murphi
