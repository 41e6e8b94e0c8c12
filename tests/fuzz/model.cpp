// SPDX-License-Identifier: MIT
// Any bytes as a `.vic` file: the front end neither crashes nor hangs, its
// tree is well-formed, its diagnostics lie in the text, and a text is either
// reported or has a complete tree, a model and, at small sizes, an instance.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

#include "network/elaboration/elaborate.hpp"
#include "network/language/checker/checker.hpp"
#include "network/language/checker/name_uses.hpp"
#include "network/language/parser/parser.hpp"
#include "network/layout/layout.hpp"
#include "network/semantics/instance.hpp"
#include "report/words/render.hpp"
#include "tests/network/well_formed.hpp"

namespace {

using namespace vicinal::network;

void require(bool good, std::string_view what) {
  if (good) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

void check_diagnostics(const Source& source, const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.all()) {
    require(d.span.begin <= d.span.end && d.span.end <= source.text().size(),
            "a diagnostic outside of the text");
    require(!d.message.empty(), "a diagnostic without a message");
    const Position place = source.position(d.span.begin);
    require(place.line >= 1 && place.column >= 1, "no place");
  }
}

// Sizes that a fuzzer finds amusing would take all memory.
bool modest(const Model& model) {
  for (const Expr& e : model.exprs) {
    if (e.op == Op::literal && (e.value > 50 || e.value < -50)) return false;
    if (e.op == Op::multiply || e.op == Op::power) return false;
  }
  for (const Parameter& p : model.parameters) {
    if (p.value > 50) return false;
  }
  return model.connections.size() < 50 && model.binders.size() < 50 &&
         model.types.size() < 40 && model.node_families.size() < 5 &&
         model.edge_families.size() < 5 && model.shared.size() < 5;
}

// Each pass of the front end in turn; a pass runs on what the ones before it
// took without an error.
void front_end(const Source& source) {
  Diagnostics diagnostics(&source);
  const ast::Tree tree = parse(source, diagnostics);
  check_diagnostics(source, diagnostics);
  const std::string complaint =
      malformed(tree, source.text().size(), !diagnostics.has_errors());
  require(complaint.empty(), complaint);
  const auto model = check(tree, source, {}, diagnostics);
  check_diagnostics(source, diagnostics);
  require(model.has_value() != diagnostics.has_errors(), "no model, no error");
  if (model && model->network_kind == ast::NetworkKind::block &&
      modest(*model)) {
    const auto instance =
        elaborate(*model, default_parameters(*model), diagnostics);
    require(instance.has_value() != diagnostics.has_errors(),
            "no instance, no error");
  }
  vicinal::report::render_all(diagnostics, false);
}

// Of any tree, however broken: a word names one that is written alike.
void check_names(const Source& source) {
  Diagnostics diagnostics(&source);
  const ast::Tree tree = parse(source, diagnostics);
  for (const NameUses::Use& use : name_uses(tree, source).uses) {
    require(use.word.end <= source.text().size(), "a word outside of the text");
    require(source.text(use.word) == source.text(use.declaration),
            "a word that names another");
  }
}

// What parses is laid out, which parses, and is laid out.
void lay_out(const Source& source) {
  Diagnostics diagnostics(&source);
  const auto text = layout::laid_out(source, diagnostics);
  require(text.has_value() != diagnostics.has_errors(), "no layout, no error");
  if (!text) return;
  const Source again("laid-out.vic", *text);
  Diagnostics none(&again);
  require(layout::laid_out(again, none) == text, "a layout of a layout");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const Source source("fuzz.vic",
                      std::string(reinterpret_cast<const char*>(data), size));
  front_end(source);
  check_names(source);
  lay_out(source);
  return 0;
}
