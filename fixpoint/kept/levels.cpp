// SPDX-License-Identifier: MIT
// What members of a family that go from level to level leave behind, in all
// explored states:
//
//   forall k in 0..n-1: count(i in p: i.level > k || i.level == k && i.free)
//     <= n - k
//   forall i in p: i.waits => victim[i.level].level == i.level && ...
//
// the first for the most that a mark (i.free) may be, the second for each mark
// and each shared array that names members, by reference or by index. A level
// is a number up to a size that guards compare with that of others.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fixpoint/kept/kept.hpp"
#include "fixpoint/kept/marks.hpp"
#include "network/language/fresh_names.hpp"
#include "network/language/traits.hpp"

namespace vicinal::fixpoint::inline kept {

namespace {

using network::ExprId;
using network::Model;
using network::Op;
using network::TypeKind;

class Levels {
 public:
  Levels(const family::Question& question, std::span<const Explored> explored)
      : question_(question),
        model_(*question.model),
        explored_(explored),
        names_(model_),
        k_(names_.fresh("k")),
        one_(names_.fresh("i")),
        other_(names_.fresh("j")) {}

  std::vector<std::string> run() {
    for (const network::NodeFamily& family : model_.node_families) {
      if (family.dimensions.size() != 1) continue;
      const auto& variables = model_[family.process].variables;
      for (std::uint32_t v = 0; v < variables.size(); ++v) {
        if (is_level(family.process, v)) of_level(family, v);
      }
    }
    return std::move(out_);
  }

 private:
  // As a part of a comparison; of a sum, but for what is one.
  std::string text(ExprId e, bool of_sum) const {
    const Op op = model_[e].op;
    const std::string text(model_.source->text(model_[e].span));
    const bool plain = op == Op::literal || op == Op::parameter ||
                       (!of_sum && (op == Op::add || op == Op::subtract));
    return plain ? text : fmt::format("({})", text);
  }
  bool is_literal(ExprId e, std::int64_t value) const {
    return model_[e].op == Op::literal && model_[e].value == value;
  }
  bool is_level(network::ProcessId process, std::uint32_t variable) const;
  bool put(const std::vector<std::string>& formulas);
  void of_level(const network::NodeFamily& family, std::uint32_t variable);
  std::string counted(const Mark& mark) const;
  void named(const network::NodeFamily& family, const Mark& mark,
             std::vector<std::string>& out) const;

  const family::Question& question_;
  const Model& model_;
  std::span<const Explored> explored_;
  network::FreshNames names_;
  const std::string k_, one_, other_;
  std::string family_, level_, size_, last_;  // of the level looked at
  std::vector<std::string> out_;
};

// From 0 to something that depends on a size, and compared with that of
// another member.
bool Levels::is_level(network::ProcessId process,
                      std::uint32_t variable) const {
  const network::Type& type = model_[model_[process].variables[variable].type];
  if (type.kind != TypeKind::range || !is_literal(type.low, 0) ||
      model_[type.high].op == Op::literal) {
    return false;
  }
  const auto is_it = [&](ExprId id) {
    const network::Expr& e = model_[id];
    return e.op == Op::variable && e.item == variable &&
           model_[model_[model_.child(e, 0)].type].process == process;
  };
  return std::ranges::any_of(model_.exprs, [&](const network::Expr& e) {
    return network::is_comparison(e.op) && e.op != Op::equal &&
           e.op != Op::not_equal && is_it(model_.child(e, 0)) &&
           is_it(model_.child(e, 1));
  });
}

bool Levels::put(const std::vector<std::string>& formulas) {
  const auto found = that_hold(question_, explored_, formulas);
  out_.insert(out_.end(), found.begin(), found.end());
  return !found.empty();
}

// At most n - k members are beyond level k, or at k with the mark.
std::string Levels::counted(const Mark& mark) const {
  return fmt::format(
      "forall {0} in 0..{1}: count({2} in {3}: {2}.{4} > {0} || {2}.{4} == {0} "
      "&& {5}) <= {6} - {0}",
      k_, last_, one_, family_, level_, shown_by(one_, mark), size_);
}

// Who has the mark finds somebody named at its level who has it, too.
void Levels::named(const network::NodeFamily& family, const Mark& mark,
                   std::vector<std::string>& out) const {
  for (const network::SharedVariable& shared : model_.shared) {
    if (!shared.written || shared.dimensions.size() != 1) continue;
    const network::Type& type = model_[shared.type];
    const std::string at = fmt::format("{}[{}.{}]", shared.name, one_, level_);
    const std::string premise = fmt::format("forall {} in {}: {} => ", one_,
                                            family_, shown_by(one_, mark));
    if (type.kind == TypeKind::reference && type.family.valid() &&
        &model_.node_families[type.family.index()] == &family) {
      out.push_back(fmt::format("{0}{1} != none && {1}.{2} == {3}.{2} && {4}",
                                premise, at, level_, one_, shown_by(at, mark)));
    } else if (type.kind == TypeKind::range) {
      out.push_back(fmt::format(
          "{0}(exists {1} in {2}: index({1}) == {3} && {1}.{4} == {5}.{4} && "
          "{6})",
          premise, other_, family_, at, level_, one_, shown_by(other_, mark)));
    }
  }
}

void Levels::of_level(const network::NodeFamily& family,
                      std::uint32_t variable) {
  const network::Variable& v = model_[family.process].variables[variable];
  family_ = family.name;
  level_ = v.name;
  size_ = text(family.dimensions[0], true);
  last_ = text(model_[v.type].high, false);
  const std::vector<Mark> all = marks_of(model_, family);
  std::vector<std::string> each;
  for (const Mark& mark : all) each.push_back(counted(mark));
  const auto holds = hold_in_explored(question_, explored_, each);
  std::vector<Mark> behind;
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (holds[m]) behind.push_back(all[m]);
  }
  std::vector<Mark> trials = {"false"};
  if (behind.size() == 1) trials = behind;
  if (behind.size() > 1) {
    trials = {fmt::format("({})", fmt::join(behind, " || ")), behind.front()};
  }
  const bool some = std::ranges::any_of(
      trials, [this](const Mark& mark) { return put({counted(mark)}); });
  if (!some) return;
  std::vector<std::string> more;
  for (const Mark& mark : all) {
    const std::string premise = fmt::format("forall {} in {}: {} => ", one_,
                                            family_, shown_by(one_, mark));
    more.push_back(fmt::format("{}{}.{} > 0", premise, one_, level_));
    more.push_back(fmt::format("{}{}.{} == {}", premise, one_, level_, last_));
    named(family, mark, more);
  }
  put(more);
}

}  // namespace

std::vector<std::string> facts_of_levels(const family::Question& question,
                                         std::span<const Explored> explored) {
  return Levels(question, explored).run();
}

}  // namespace vicinal::fixpoint::inline kept
