// SPDX-License-Identifier: MIT
// Text to tree to model to instance; the first step with an error is the last.
#include "decide/question/opened.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "decide/question/codes.hpp"
#include "fixpoint/initial/initial.hpp"
#include "network/base/budget.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/files/codes.hpp"
#include "network/imports/imported.hpp"
#include "network/language/initial_condition.hpp"
#include "network/language/parser/parser.hpp"
#include "network/language/questions.hpp"

namespace vicinal::decide::inline question {

const network::Network* Opened::network() const {
  if (instance) return &instance->network;
  return !model && graph ? &*graph : nullptr;
}

namespace {

// A parser would say what is wrong with the first word of a network.
bool is_network(const network::Source& source, network::Diagnostics& d) {
  const auto format = network::graph_format(source.name(), source.text());
  if (!format || network::begins_model(source.text())) return false;
  d.error(codes::network_for_model, {0, 0},
          fmt::format("this is a network ({}), not a model",
                      network::format_name(*format)),
          {{std::nullopt,
            format == network::Format::pnml
                ? "--language pnml takes it for a model"
                : "'vicinal topology' reads it; a model with 'network any' "
                  "stands on it by --on"}});
  return true;
}

// Of a model in another language, makes one of ours the source.
bool import_text(Opened& opened, imports::Language language, bool fixed) {
  auto made =
      imports::import_model(*opened.source, language, opened.definitions,
                            opened.diagnostics, opened.properties.get(), fixed);
  if (!made) return false;
  opened.original = std::move(opened.source);
  opened.source = std::make_unique<network::Source>(
      opened.name + " as converted", std::move(made->written.text),
      std::make_shared<network::Origin>(*opened.original,
                                        std::move(made->written.parts),
                                        opened.properties.get()));
  opened.diagnostics.set_source(opened.source.get());
  opened.unset = std::move(made->unset);
  return true;
}

bool take_properties(Opened& opened, imports::Language language,
                     NamedText& file) {
  if (language != imports::Language::pnml) {
    opened.diagnostics.set_source(nullptr);
    opened.diagnostics.error(
        codes::properties_of_no_net, {},
        fmt::format("--properties {}: '{}' is no Petri net in PNML; a model "
                    "says its properties itself",
                    file.name, opened.name));
    opened.diagnostics.set_source(opened.source.get());
    return false;
  }
  opened.properties = std::make_unique<network::Source>(std::move(file.name),
                                                        std::move(file.text));
  return true;
}

}  // namespace

std::unique_ptr<Opened> open_model(std::string text, std::string name,
                                   network::Definitions definitions,
                                   network::Diagnostics found,
                                   std::optional<imports::Language> language,
                                   std::optional<NamedText> properties,
                                   bool fixed) {
  auto opened = std::make_unique<Opened>();
  opened->name = std::move(name);
  opened->definitions = std::move(definitions);
  opened->diagnostics = std::move(found);
  opened->source =
      std::make_unique<network::Source>(opened->name, std::move(text));
  network::Diagnostics& d = opened->diagnostics;
  d.set_source(opened->source.get());
  const imports::Language written =
      language.value_or(imports::language_of(opened->name));
  const bool ours = written == imports::Language::vicinal;
  if (ours && is_network(*opened->source, d)) return opened;
  if (properties && !take_properties(*opened, written, *properties)) {
    return opened;
  }
  if (!ours && !import_text(*opened, written, fixed)) return opened;
  const network::ast::Tree tree = network::parse(*opened->source, d);
  opened->model = network::check(tree, *opened->source, opened->definitions, d);
  if (opened->model) {
    opened->sizes = network::sizes(*opened->model, opened->definitions, d);
  }
  return opened;
}

namespace {

// A model on a quotient is no system with states of its own: two nodes of one
// class share no edge there that they share in the network.
void take_quotient(Opened& opened, network::Vias vias) {
  if (opened.takes_quotient) {
    opened.vias = std::move(vias);
    return;
  }
  opened.diagnostics.error(
      codes::quotient_for_network, {},
      fmt::format("'{}' is a quotient network, whose nodes are classes: a "
                  "model does not run on it",
                  opened.graph_source->name()),
      {{std::nullopt,
        "'vicinal prove --on-quotient' computes the local invariant of single "
        "nodes on it"}});
}

}  // namespace

bool looks_like_model(std::string_view name, std::string_view text) {
  if (name.ends_with(".vic") || name.ends_with(".vic.gz")) return true;
  const imports::Language language = imports::language_of(name);
  // A Petri net is a network, too.
  if (language == imports::Language::pnml) return false;
  if (language != imports::Language::vicinal) return true;
  return !network::graph_format(name, text) && network::begins_model(text);
}

void read_graph(Opened& opened, std::string text, std::string name,
                network::ReadOptions options) {
  network::Diagnostics& d = opened.diagnostics;
  if (opened.model) options.kept = network::attributes(*opened.model);
  text = network::as_utf8(std::move(text), options);
  opened.graph_source =
      std::make_unique<network::Source>(std::move(name), std::move(text));
  d.set_source(opened.graph_source.get());
  auto file = network::read_graph_file(*opened.graph_source, options, d);
  if (file) {
    opened.graph = std::move(file->network);
    if (opened.model && opened.graph->has_ports) {
      d.warning(network::codes::part_ignored, {},
                "the ports of the file are ignored: the model says "
                "where its edges are");
    }
    if (opened.model && !file->vias.empty()) {
      take_quotient(opened, std::move(file->vias));
    }
    opened.graph_format = file->format;
    opened.merged_lines = file->merged;
  }
  const bool spoken_of =
      std::ranges::any_of(d.all(), [&](const network::Diagnostic& found) {
        return found.source == opened.graph_source.get();
      });
  d.set_source(opened.source.get());
  // A text may be larger than its network.
  if (file && !spoken_of) opened.graph_source.reset();
}

void elaborate(Opened& opened) {
  opened.instance =
      network::elaborate(*opened.model, opened.sizes, opened.diagnostics,
                         opened.graph ? &*opened.graph : nullptr, opened.vias);
}

bool require_constants(Opened& opened) {
  network::Diagnostics& d = opened.diagnostics;
  d.set_source(opened.original.get());
  for (const network::ast::Word& word : opened.unset) {
    d.error(codes::cubicle_constant_without_value, word.span,
            fmt::format("'{}' has no value: it is any integer", word.text),
            {{std::nullopt,
              fmt::format("-D {}=2 gives it one; 'vicinal prove' takes all",
                          word.text)}});
  }
  d.set_source(opened.source.get());
  return opened.unset.empty();
}

void require_initial_state(Opened& opened, network::Limits limits) {
  if (!opened.instance || opened.diagnostics.has_errors()) return;
  if (limits.seconds <= 0) limits.seconds = 5;
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  try {
    if (fixpoint::satisfiable(*opened.instance, limits) == false) {
      network::report_unsatisfiable(*opened.model, opened.diagnostics);
    }
  } catch (const network::LimitReached&) {
    // Not known.
  }
}

}  // namespace vicinal::decide::inline question
