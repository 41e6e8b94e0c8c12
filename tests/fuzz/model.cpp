// SPDX-License-Identifier: MIT
// Fuzzes the front end: parser, checker and, at small sizes, elaboration. What
// is accepted must have no diagnostic that is an error, and the other way
// round.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cli/render.hpp"
#include "network/checker.hpp"
#include "network/instance.hpp"
#include "network/parser.hpp"

using namespace vicinal;

namespace {

// Sizes that a fuzzer finds amusing would take all memory.
bool modest(const network::Model& model) {
  for (const network::Expr& e : model.exprs) {
    if (e.op == network::Op::literal && (e.value > 50 || e.value < -50)) {
      return false;
    }
    if (e.op == network::Op::multiply || e.op == network::Op::power) {
      return false;
    }
  }
  for (const network::Parameter& p : model.parameters) {
    if (p.value > 50) return false;
  }
  return model.connections.size() < 50 && model.binders.size() < 50;
}

// Nested families multiply.
bool small_types(const network::Model& model) {
  return model.types.size() < 40 && model.node_families.size() < 5 &&
         model.edge_families.size() < 5 && model.shared.size() < 5;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const network::Source source(
      "model.vic", std::string(reinterpret_cast<const char*>(data), size));
  network::Diagnostics diagnostics(&source);
  const network::ast::Tree tree = network::parse(source, diagnostics);
  const auto model = network::check(tree, source, {}, diagnostics);
  if (model.has_value() == diagnostics.has_errors()) std::abort();
  if (model && model->network_kind == network::ast::NetworkKind::block &&
      modest(*model) && small_types(*model)) {
    const auto instance = network::elaborate(
        *model, network::default_parameters(*model), diagnostics);
    if (instance.has_value() == diagnostics.has_errors()) std::abort();
  }
  cli::render_all(diagnostics, false);
  return 0;
}
