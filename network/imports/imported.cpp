// SPDX-License-Identifier: MIT
// Engines and certificates take models as text, so a tree becomes text, which
// is checked once: as text of ours, shown at the places of the original.
#include "network/imports/imported.hpp"

#include "network/imports/cubicle/parser.hpp"
#include "network/imports/cubicle/translate.hpp"
#include "network/imports/tree/vic_writer.hpp"

namespace vicinal::imports {

std::optional<Language> language_named(std::string_view name) {
  if (name == "vicinal") return Language::vicinal;
  if (name == "cubicle") return Language::cubicle;
  return {};
}

Language language_of(std::string_view file_name) {
  return file_name.ends_with(".cub") ? Language::cubicle : Language::vicinal;
}

std::optional<Imported> import_model(const network::Source& source,
                                     Language /*language*/,
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

}  // namespace vicinal::imports
