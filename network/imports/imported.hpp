// SPDX-License-Identifier: MIT
// A model in another language, as a model of ours. The door of the front ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"
#include "network/imports/tree/vic_writer.hpp"
#include "network/language/ast.hpp"
#include "network/language/checker/checker.hpp"

namespace vicinal::imports {

enum class Language : std::uint8_t { vicinal, cubicle, murphi, pnml };

// By its name, as options have it.
std::optional<Language> language_named(std::string_view name);

// By the ending of the file's name.
Language language_of(std::string_view file_name);

struct Imported {
  // The text of our model, to be parsed and checked as any other, and of what
  // it was made.
  Written written;
  // Constants that were given no value, and have infinitely many: a model with
  // one is a family of models.
  std::vector<network::ast::Word> unset;
};

// `language` is not ours. `properties`: a file of them, or null; only of a net
// in PNML. Places in it are counted from behind `source` (network::Origin).
// With `fixed`, sizes of a Murphi file stay what they are. Without a model,
// diagnostics say what is wrong, and where in which of the two.
std::optional<Imported> import_model(
    const network::Source& source, Language language,
    const network::Definitions& definitions, network::Diagnostics& diagnostics,
    const network::Source* properties = nullptr, bool fixed = false);

}  // namespace vicinal::imports
