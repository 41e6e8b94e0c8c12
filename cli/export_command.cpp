// SPDX-License-Identifier: MIT
// `export`: an instance for another tool. What that tool cannot be asked is
// named, not left out in silence.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/commands.hpp"
#include "cli/session/asked_names.hpp"
#include "cli/session/session.hpp"
#include "explore/temporal/atom_model.hpp"
#include "explore/temporal/formula.hpp"
#include "network/export/writer.hpp"

namespace vicinal::cli {

namespace {

std::string title_of(const Opened& opened) {
  const std::string sizes = parameters_text(*opened.instance);
  return fmt::format("{}{}{}, written by vicinal {}", opened.name,
                     sizes.empty() ? "" : ": ", sizes, VICINAL_VERSION);
}

// Of `ltl` properties, whose atoms never fail and which do not speak of the
// next state (Spin does not as it is distributed): behind the others, in a
// model of their own.
class Claims {
 public:
  Claims(const Opened& opened, const Options& options)
      : instance_(*opened.instance) {
    for (const std::size_t p : wanted_claims(opened, options)) add(p);
    model_ = explore::atom_model(instance_, atoms_);
    model_.properties.insert(model_.properties.begin(),
                             opened.model->properties.begin(),
                             opened.model->properties.end());
    instance_.model = &model_;
  }

  const network::Instance& instance() const { return instance_; }
  // Of flattened properties the last are atoms.
  std::vector<std::size_t> with_atoms(std::vector<std::size_t> properties) {
    const std::size_t first = model_.properties.size() - atoms_.size();
    for (std::size_t a = 0; a < atoms_.size(); ++a) {
      properties.push_back(first + a);
    }
    return properties;
  }
  void add_to(flat::Guarded& guarded) {
    const auto first =
        guarded.properties.end() - static_cast<std::ptrdiff_t>(atoms_.size());
    guarded.atoms.assign(first, guarded.properties.end());
    guarded.properties.erase(first, guarded.properties.end());
    std::vector<bool> safe;
    for (std::uint32_t a = 0; a < atoms_.size(); ++a) {
      guarded.atoms[a].name =
          explore::text(instance_, formulas_, atoms_, formulas_.atom(a, true));
      safe.push_back(guarded.terms.is(guarded.atoms[a].fails, false));
    }
    for (std::size_t c = 0; c < claims_.size(); ++c) {
      const auto atoms = formulas_.atoms(grounded_[c]);
      if (std::ranges::all_of(atoms, [&](auto a) { return safe[a]; })) {
        guarded.claims.push_back(claims_[c]);
      }
    }
  }

 private:
  static std::vector<std::size_t> wanted_claims(const Opened& opened,
                                                const Options& options) {
    std::vector<std::size_t> list;
    const auto& properties = opened.model->properties;
    for (std::size_t p = 0; p < properties.size(); ++p) {
      if (properties[p].kind == network::ast::PropertyKind::ltl &&
          options.properties.empty()) {
        list.push_back(p);
      }
    }
    return list;
  }

  void add(std::size_t p) {
    const network::Property& property = instance_.model->properties[p];
    try {
      const auto f = explore::ground(instance_, property, formulas_, atoms_);
      const explore::Formula& all = formulas_[f];
      if (speaks_of_next(f)) return;
      const bool paths = all.kind == explore::Kind::for_all_paths;
      claims_.push_back({property.name, formula(paths ? all.first : f)});
      grounded_.push_back(f);
    } catch (const explore::StateInRange&) {
    } catch (const network::ModelError&) {
    }
  }

  bool speaks_of_next(explore::FormulaId id) const {
    std::vector<explore::FormulaId> open = {id};
    std::set<explore::FormulaId> seen;
    while (!open.empty()) {
      const explore::FormulaId f = open.back();
      open.pop_back();
      if (!f.valid() || !seen.insert(f).second) continue;
      if (formulas_[f].kind == explore::Kind::next) return true;
      open.push_back(formulas_[f].first);
      open.push_back(formulas_[f].second);
    }
    return false;
  }

  std::string formula(explore::FormulaId id) const {
    const explore::Formula& f = formulas_[id];
    const auto both = [&](const char* between) {
      return fmt::format("({}) {} ({})", formula(f.first), between,
                         formula(f.second));
    };
    switch (f.kind) {
      case explore::Kind::constant:
        return f.value ? "true" : "false";
      case explore::Kind::atom:
        return fmt::format("{}{{{}}}", f.value ? "" : "!", f.atom);
      case explore::Kind::conjunction:
        return both("&&");
      case explore::Kind::disjunction:
        return both("||");
      case explore::Kind::until:
        return both("U");
      default:  // there is no A, E or X in it
        return both("V");
    }
  }

  network::Instance instance_;
  network::Model model_;
  explore::Formulas formulas_;
  std::vector<explore::Atom> atoms_;
  std::vector<flat::Guarded::Claim> claims_;
  std::vector<explore::FormulaId> grounded_;
};

}  // namespace

int export_command(const Options& options) {
  const auto opened = load_model(options);
  if (opened->model && !opened->diagnostics.has_errors()) {
    elaborate(*opened, options);
    decide::require_initial_state(*opened, limits_of(options));
  }
  if (!opened->instance || opened->diagnostics.has_errors()) {
    return refuse(*opened, options);
  }
  const Wanted wanted = wanted_properties(*opened, options);
  if (opened->diagnostics.has_errors()) return refuse(*opened, options);
  const Watched watched(options);
  std::optional<Claims> claims;
  if (options.to != "murphi") claims.emplace(*opened, options);
  auto guarded = flat::flatten(
      claims ? claims->instance() : *opened->instance,
      claims ? claims->with_atoms(wanted.properties) : wanted.properties,
      opened->diagnostics);
  if (!guarded) return refuse(*opened, options);
  if (claims) claims->add_to(*guarded);
  print_diagnostics(*opened, options);
  const std::string title = title_of(*opened);
  print(options.to == "murphi" ? exported::murphi_text(*guarded, title)
                               : exported::promela_text(*guarded, title));
  return exit_holds;
}

}  // namespace vicinal::cli
