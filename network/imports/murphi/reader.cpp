// SPDX-License-Identifier: MIT
// librumur resolves a name by copying what it stands for, with all that stands
// in there: a type of two fields of a type of two fields ... doubles at every
// step. The size of what that makes is reckoned before it is made.
#include "network/imports/murphi/reader_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/language/written_value.hpp"

namespace vicinal::murphi {
namespace {

constexpr std::uint64_t max_nodes = 3'000'000;

// Counts the nodes below one, where a name counts as what it names.
class Weigher : public rumur::ConstTraversal {
 public:
  void visit_exprid(const rumur::ExprID& n) override { add(n.id); }
  void visit_typeexprid(const rumur::TypeExprID& n) override { add(n.name); }
  void visit_functioncall(const rumur::FunctionCall& n) override {
    add(n.name);
    rumur::ConstTraversal::visit_functioncall(n);
  }
  void visit_number(const rumur::Number&) override { count(1); }
  void visit_constdecl(const rumur::ConstDecl& n) override {
    rumur::ConstTraversal::visit_constdecl(n);
    weigh(n.name, *n.value);
  }
  void visit_typedecl(const rumur::TypeDecl& n) override {
    rumur::ConstTraversal::visit_typedecl(n);
    weigh(n.name, *n.value);
  }
  void visit_vardecl(const rumur::VarDecl& n) override {
    rumur::ConstTraversal::visit_vardecl(n);
    if (n.type != nullptr) weigh(n.name, *n.type);
  }
  void visit_aliasdecl(const rumur::AliasDecl& n) override {
    rumur::ConstTraversal::visit_aliasdecl(n);
    weigh(n.name, *n.value);
  }
  void visit_function(const rumur::Function& n) override {
    const std::uint64_t before = nodes;
    rumur::ConstTraversal::visit_function(n);
    std::uint64_t& own = weights_[n.name];
    own = std::max(own, nodes - before);
  }
  void visit_enum(const rumur::Enum& n) override {
    // librumur copies the type for each of its constants.
    count(n.members.size() * n.members.size());
    for (const auto& [name, place] : n.members) {
      weights_[name] =
          std::max<std::uint64_t>(weights_[name], n.members.size());
    }
  }

  std::uint64_t nodes = 0;

 private:
  void count(std::uint64_t more) {
    nodes = std::min(nodes + more, 2 * max_nodes);
  }
  void add(const std::string& name) {
    network::poll();
    const auto found = weights_.find(name);
    count(2 + (found == weights_.end() ? 0 : found->second));
  }
  // Names that are declared twice weigh what the heavier one does.
  void weigh(const std::string& name, const rumur::Node& what) {
    const std::uint64_t before = nodes;
    nodes = 0;
    dispatch(what);
    std::uint64_t& own = weights_[name];
    own = std::max(own, nodes);
    nodes = before;
  }

  std::map<std::string, std::uint64_t> weights_;
};

// Numbers that are worked out without limit grow without limit.
class Shifts : public rumur::ConstTraversal {
 public:
  const rumur::Node* found = nullptr;
  std::size_t products = 0;

  void visit_lsh(const rumur::Lsh& n) override { found = &n; }
  void visit_rsh(const rumur::Rsh& n) override { found = &n; }
  void visit_band(const rumur::Band& n) override { found = &n; }
  void visit_bor(const rumur::Bor& n) override { found = &n; }
  void visit_xor(const rumur::Xor& n) override { found = &n; }
  void visit_bnot(const rumur::Bnot& n) override { found = &n; }
};

// The greatest size of a number, in digits, that a constant can have.
class Digits : public rumur::ConstTraversal {
 public:
  void visit_mul(const rumur::Mul& n) override {
    digits = of(*n.lhs) + of(*n.rhs);
  }
  void visit_number(const rumur::Number&) override {
    digits = std::max<std::uint64_t>(digits, 19);
  }
  void visit_exprid(const rumur::ExprID& n) override {
    const auto found = known_.find(n.id);
    if (found != known_.end()) digits = std::max(digits, found->second);
  }
  void visit_constdecl(const rumur::ConstDecl& n) override {
    const std::uint64_t own = of(*n.value) + 1;
    std::uint64_t& known = known_[n.name];
    known = std::max(known, own);
    greatest = std::max(greatest, own);
  }

  std::uint64_t digits = 0, greatest = 0;

 private:
  std::uint64_t of(const rumur::Node& n) {
    network::poll();
    digits = 0;
    dispatch(n);
    return std::min<std::uint64_t>(digits, 1U << 30U);
  }
  std::map<std::string, std::uint64_t> known_;
};

void define(rumur::Model& model, const network::Definitions& definitions) {
  for (const rumur::Ptr<rumur::Node>& child : model.children) {
    const auto* constant = dynamic_cast<const rumur::ConstDecl*>(child.get());
    if (constant == nullptr) continue;
    const auto given = definitions.find(constant->name);
    if (given == definitions.end()) continue;
    const auto value = network::defined_integer(given->second);
    if (!value) continue;
    const_cast<rumur::ConstDecl*>(constant)->value =
        rumur::Ptr<rumur::Number>::make(mpz_class(std::to_string(*value)),
                                        constant->value->loc);
  }
}

bool is_small(const rumur::Model& model, const Places& places,
              network::Diagnostics& diagnostics) {
  Weigher weigher;
  weigher.dispatch(model);
  if (weigher.nodes > max_nodes) {
    diagnostics.error(codes::file_too_large, {},
                      "the file is too large: with every name replaced by what "
                      "it stands for, it has more than 3 million parts");
    return false;
  }
  Digits digits;
  digits.dispatch(model);
  if (digits.greatest > 1000) {
    diagnostics.error(codes::too_many_digits, {},
                      "a constant of more than 1000 digits");
    return false;
  }
  Shifts shifts;
  shifts.dispatch(model);
  if (shifts.found != nullptr) {
    diagnostics.error(codes::operator_on_bits, places.span(shifts.found->loc),
                      "shifts and operators on bits are not taken");
    return false;
  }
  return true;
}

}  // namespace

Places::Places(const network::Source& source) : size_(source.text().size()) {
  const std::string_view text = source.text();
  lines_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines_.push_back(i + 1);
  }
}

std::size_t Places::offset(const rumur::position& p) const {
  const auto line = static_cast<std::size_t>(std::max(p.line, 1)) - 1;
  if (line >= lines_.size()) return size_;
  return std::min(
      size_,
      lines_[line] + static_cast<std::size_t>(std::max(p.column, 1)) - 1);
}

Span Places::span(const rumur::location& loc) const {
  const auto begin = static_cast<std::uint32_t>(offset(loc.begin));
  const auto end = static_cast<std::uint32_t>(offset(loc.end));
  return {begin, std::max(begin, end)};
}

std::optional<rumur::Ptr<rumur::Model>> parsed(
    const network::Source& source, const Places& places,
    const network::Definitions& definitions,
    network::Diagnostics& diagnostics) {
  try {
    std::istringstream text{std::string(source.text())};
    rumur::Ptr<rumur::Model> model = rumur::parse(text);
    if (model == nullptr) {
      diagnostics.error(codes::not_a_model, {},
                        "the file is not a Murphi model");
      return {};
    }
    define(*model, definitions);
    if (!is_small(*model, places, diagnostics)) return {};
    return model;
  } catch (const rumur::Error& e) {
    diagnostics.error(codes::not_a_model, places.span(e.loc), e.what());
    return {};
  }
}

std::optional<rumur::Ptr<rumur::Model>> resolved(
    rumur::Ptr<rumur::Model> model, const Places& places,
    network::Diagnostics& diagnostics) {
  try {
    model->reindex();
    rumur::resolve_symbols(*model);
    Shifts shifts;
    shifts.dispatch(*model);
    if (shifts.found != nullptr) {
      diagnostics.error(codes::operator_on_bits, places.span(shifts.found->loc),
                        "shifts and operators on bits are not taken");
      return {};
    }
    rumur::validate(*model);
    return model;
  } catch (const rumur::Error& e) {
    diagnostics.error(codes::not_a_model, places.span(e.loc), e.what());
    return {};
  }
}

}  // namespace vicinal::murphi
