// SPDX-License-Identifier: MIT
// Engines and certificates take models as text, so a tree becomes text, which
// is checked once: as text of ours, shown at the places of the original.
#include "network/imports/imported.hpp"

#include "network/imports/cubicle/parser.hpp"
#include "network/imports/cubicle/translate.hpp"
#include "network/imports/murphi/translate.hpp"
#include "network/imports/pnml/codes.hpp"
#include "network/imports/pnml/parser.hpp"
#include "network/imports/pnml/property_parser.hpp"
#include "network/imports/pnml/translate.hpp"
#include "network/imports/tree/vic_writer.hpp"

namespace vicinal::imports {

std::optional<Language> language_named(std::string_view name) {
  if (name == "vicinal") return Language::vicinal;
  if (name == "cubicle") return Language::cubicle;
  if (name == "murphi") return Language::murphi;
  if (name == "pnml") return Language::pnml;
  return {};
}

Language language_of(std::string_view file_name) {
  if (file_name.ends_with(".cub")) return Language::cubicle;
  if (file_name.ends_with(".m")) return Language::murphi;
  if (file_name.ends_with(".pnml")) return Language::pnml;
  return Language::vicinal;
}

namespace {

// A property that has two readings, which differ if nothing is ever enabled.
void report_readings(const std::vector<pnml::Property>& properties,
                     network::Diagnostics& diagnostics) {
  for (const pnml::Property& p : properties) {
    if (!p.two_readings) continue;
    diagnostics.error(
        pnml::codes::property_not_taken, p.formula.span,
        "this is CTL and LTL, which differ: nothing is enabled at the start",
        {{std::nullopt,
          "there is no next marking in CTL, and the same one in LTL"}});
  }
}

std::optional<Imported> import_net(const network::Source& source,
                                   const network::Source* properties,
                                   network::Diagnostics& diagnostics) {
  const std::optional<pnml::Net> net = pnml::parse(source, diagnostics);
  if (!net) return {};
  std::vector<pnml::Property> asked;
  if (properties != nullptr) {
    diagnostics.set_source(properties);
    asked = pnml::parse_properties(*properties, *net, diagnostics);
    diagnostics.set_source(&source);
  }
  if (diagnostics.has_errors()) return {};
  const pnml::Translation made = pnml::translate(
      *net, asked, network::Origin::behind(source), diagnostics);
  if (made.dead_at_start) {
    diagnostics.set_source(properties);
    report_readings(asked, diagnostics);
    diagnostics.set_source(&source);
  }
  if (diagnostics.has_errors()) return {};
  return Imported{write_model(made.tree, made.remarks), {}};
}

std::optional<Imported> import_system(const network::Source& source,
                                      const network::Definitions& definitions,
                                      network::Diagnostics& diagnostics) {
  const cubicle::System system = cubicle::parse(source, diagnostics);
  if (diagnostics.has_errors()) return {};
  cubicle::Translation made =
      cubicle::translate(system, definitions, diagnostics);
  if (diagnostics.has_errors()) return {};
  return Imported{write_model(made.tree, system.remarks),
                  std::move(made.unset)};
}

std::optional<Imported> import_program(const network::Source& source,
                                       const network::Definitions& definitions,
                                       bool fixed,
                                       network::Diagnostics& diagnostics) {
  const murphi::Translation made =
      murphi::translate(source, definitions, fixed, diagnostics);
  if (diagnostics.has_errors()) return {};
  return Imported{write_model(made.tree, made.remarks), {}};
}

}  // namespace

std::optional<Imported> import_model(const network::Source& source,
                                     Language language,
                                     const network::Definitions& definitions,
                                     network::Diagnostics& diagnostics,
                                     const network::Source* properties,
                                     bool fixed) {
  switch (language) {
    case Language::pnml:
      return import_net(source, properties, diagnostics);
    case Language::murphi:
      return import_program(source, definitions, fixed, diagnostics);
    default:
      return import_system(source, definitions, diagnostics);
  }
}

}  // namespace vicinal::imports
