// SPDX-License-Identifier: MIT
// What is said of one place by what is said elsewhere. An element of a shared
// array that a number of a node names shows what the node leaves there:
//
//   forall i in p: i.inside => cell[i.where] == i
//
// And what a property says of a variable is said of what steps copy to it: of
//
//   forall i in p: i.best > 0 => (exists j in p: j.own == i.best)
//
// the same of `i.left`, where `best := left`.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fixpoint/kept/kept.hpp"
#include "fixpoint/kept/marks.hpp"
#include "network/language/actions.hpp"
#include "network/language/fresh_names.hpp"
#include "network/language/walk.hpp"
#include "network/language/written.hpp"

namespace vicinal::fixpoint::inline kept {

namespace {

using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::TypeKind;

constexpr std::size_t most_pointed = 64;
constexpr std::size_t most_copied = 12;

class SaidElsewhere {
 public:
  explicit SaidElsewhere(const Model& model)
      : model_(model),
        written_(network::written_by(model)),
        names_(model),
        one_(names_.fresh("i")) {}

  std::vector<std::string> run();

 private:
  // A place of each node of a process, by its name.
  using Place = std::pair<std::uint32_t, std::string>;

  void pointed(const network::NodeFamily& family);
  void pointed(const network::NodeFamily& family, const std::string& number);
  std::vector<Mark> shown_in(const network::SharedVariable& array,
                             const network::NodeFamily& family) const;
  std::optional<Place> own_place(ExprId e) const;
  void find_copies();
  void copied(const network::Property& property);

  const Model& model_;
  const std::set<network::Held> written_;
  network::FreshNames names_;
  const std::string one_;
  std::map<Place, std::set<Place>> copies_;  // what each is assigned from
  std::vector<std::string> out_;
};

// What an element may show, of whoever it is said of.
std::vector<Mark> SaidElsewhere::shown_in(
    const network::SharedVariable& array,
    const network::NodeFamily& family) const {
  const network::Type& type = model_[array.type];
  if (type.kind == TypeKind::boolean) return {"{0}", "!{0}"};
  if (type.kind == TypeKind::reference) {
    const bool own =
        type.family.valid() &&
        model_.node_families[type.family.index()].name == family.name;
    return own ? std::vector<Mark>{"{0} == " + one_} : std::vector<Mark>{};
  }
  std::vector<Mark> out;
  if (type.kind != TypeKind::enumeration) return out;
  for (const auto& c : model_.enums[type.enumeration.index()].constants) {
    out.push_back("{0} == " + c);
  }
  return out;
}

void SaidElsewhere::pointed(const network::NodeFamily& family,
                            const std::string& number) {
  for (const network::SharedVariable& array : model_.shared) {
    if (!array.written || array.dimensions.size() != 1) continue;
    const std::string at = fmt::format("{}[{}.{}]", array.name, one_, number);
    for (const Mark& mark : marks_of(model_, family)) {
      for (const Mark& shown : shown_in(array, family)) {
        if (out_.size() == most_pointed) return;
        out_.push_back(fmt::format("forall {} in {}: {} => {}", one_,
                                   family.name, shown_by(one_, mark),
                                   shown_by(at, shown)));
      }
    }
  }
}

// By numbers that steps write.
void SaidElsewhere::pointed(const network::NodeFamily& family) {
  const auto& variables = model_[family.process].variables;
  for (std::uint32_t v = 0; v < variables.size(); ++v) {
    if (model_[variables[v].type].kind == TypeKind::range &&
        written_.contains({Op::variable, family.process.value, v})) {
      pointed(family, variables[v].name);
    }
  }
}

// A variable of some node, or the whole value of the edge at a single port.
std::optional<SaidElsewhere::Place> SaidElsewhere::own_place(ExprId id) const {
  const Expr& e = model_[id];
  if (e.op != Op::variable && e.op != Op::edge_value) return std::nullopt;
  const Expr& below = model_[model_.child(e, 0)];
  if (e.op == Op::variable) {
    const auto process = model_[below.type].process;
    return Place{process.value, model_[process].variables[e.item].name};
  }
  if (below.op != Op::port_edge) return std::nullopt;
  const auto process = model_[model_[model_.child(below, 0)].type].process;
  return Place{process.value, model_[process].ports[below.item].name};
}

// Of values of the same kind, wherever they stand in what is assigned.
void SaidElsewhere::find_copies() {
  network::each_action(model_, [&](const network::Action& action) {
    network::any_statement(model_, action.body, [&](const network::Stmt& s) {
      const bool assigns = s.kind == network::ast::StmtKind::assign;
      const std::size_t count =
          assigns ? std::min(s.targets.size(), s.values.size()) : 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const ExprId target = model_.expr_children[s.targets.begin + i];
        const auto to = own_place(target);
        if (!to) continue;
        network::walk(
            model_, model_.expr_children[s.values.begin + i],
            [&](ExprId id, const Expr& e) {
              const auto from = own_place(id);
              if (from && *from != *to && from->first == to->first &&
                  model_[e.type].kind == model_[model_[target].type].kind) {
                copies_[*to].insert(*from);
              }
              return network::Go::into;
            });
      }
      return false;
    });
  });
}

// One formula for each of its places, and each place that is copied there: all
// of them at once are said of the other one.
void SaidElsewhere::copied(const network::Property& property) {
  const network::Span whole = model_[property.formula].span;
  std::map<Place, std::set<std::uint32_t>> ends;  // where its name ends
  bool in_text = true;
  network::walk(model_, property.formula, [&](ExprId id, const Expr& e) {
    const auto place = own_place(id);
    if (place && copies_.contains(*place)) ends[*place].insert(e.span.end);
    in_text = in_text && e.span.begin >= whole.begin && e.span.end <= whole.end;
    return network::Go::into;
  });
  if (!in_text) return;  // of a definition
  const std::string text(model_.source->text(whole));
  for (const auto& [place, at] : ends) {
    for (const Place& from : copies_[place]) {
      if (out_.size() == most_pointed + most_copied) return;
      std::string formula = text;
      const std::size_t length = place.second.size();
      // From behind, so that what is before stays where it is.
      for (auto end = at.rbegin(); end != at.rend(); ++end) {
        formula.replace(*end - whole.begin - length, length, from.second);
      }
      out_.push_back(std::move(formula));
    }
  }
}

std::vector<std::string> SaidElsewhere::run() {
  for (const network::NodeFamily& family : model_.node_families) {
    pointed(family);
  }
  find_copies();
  for (const network::Property& p : model_.properties) {
    if (p.kind == network::ast::PropertyKind::invariant) copied(p);
  }
  return std::move(out_);
}

}  // namespace

std::vector<std::string> facts_of_places(const family::Question& question,
                                         std::span<const Explored> explored) {
  return that_hold(question, explored, SaidElsewhere(*question.model).run());
}

}  // namespace vicinal::fixpoint::inline kept
