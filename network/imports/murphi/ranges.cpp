// SPDX-License-Identifier: MIT
// A scalarset has its size from the constant of the range, if there is one, so
// that a constant that stands anywhere else keeps the size what it is.
#include "network/imports/murphi/ranges.hpp"

#include <algorithm>
#include <set>

#include "network/base/budget.hpp"

namespace vicinal::murphi {
namespace {

// Each is tried by itself, and a network has a node for each value.
constexpr std::size_t most_ranges = 16;
constexpr std::int64_t most_values = 100;

// Types that arrays have for indices, and that loops, quantifiers and rulesets
// range over.
class Indices : public rumur::ConstTraversal {
 public:
  std::set<std::size_t> found;

  void visit_array(const rumur::Array& n) override {
    add(*n.index_type);
    rumur::ConstTraversal::visit_array(n);
  }
  void visit_quantifier(const rumur::Quantifier& n) override {
    if (n.type != nullptr) add(*n.type);
    rumur::ConstTraversal::visit_quantifier(n);
  }
  // What names stand for is looked at where it is declared.
  void visit_exprid(const rumur::ExprID&) override {}
  void visit_typeexprid(const rumur::TypeExprID&) override {}

 private:
  void add(const rumur::TypeExpr& type) {
    network::poll();
    found.insert(type.resolve()->unique_id);
  }
};

const rumur::TypeDecl* declaration(const rumur::Model& model,
                                   std::size_t child) {
  return dynamic_cast<const rumur::TypeDecl*>(model.children[child].get());
}

bool is_number(const rumur::Expr& e, int wanted) {
  const auto* n = dynamic_cast<const rumur::Number*>(&e);
  return n != nullptr && n->constant_fold() == wanted;
}

// What says how many values there are: N of '1..N' and of '0..N - 1'. None
// where they are not as many.
const rumur::ExprID* size_of(const rumur::Range& r) {
  if (is_number(*r.min, 1)) {
    return dynamic_cast<const rumur::ExprID*>(r.max.get());
  }
  const auto* difference = dynamic_cast<const rumur::Sub*>(r.max.get());
  if (difference == nullptr || !is_number(*r.min, 0) ||
      !is_number(*difference->rhs, 1)) {
    return nullptr;
  }
  return dynamic_cast<const rumur::ExprID*>(difference->lhs.get());
}

// Whether it is a constant of the file.
bool is_constant(const rumur::ExprID* e, const rumur::Model& model) {
  return e != nullptr && e->value != nullptr &&
         std::ranges::any_of(model.children, [&](const auto& child) {
           return child->unique_id == e->value->unique_id &&
                  dynamic_cast<const rumur::ConstDecl*>(child.get()) != nullptr;
         });
}

bool has_numbers(const rumur::Range& r) {
  return dynamic_cast<const rumur::Number*>(r.min.get()) != nullptr &&
         dynamic_cast<const rumur::Number*>(r.max.get()) != nullptr;
}

}  // namespace

std::vector<IndexRange> index_ranges(const rumur::Model& model,
                                     const Places& places) {
  Indices indices;
  indices.dispatch(model);
  std::vector<IndexRange> out;
  for (std::size_t i = 0; i < model.children.size(); ++i) {
    network::poll();
    const rumur::TypeDecl* type = declaration(model, i);
    const auto* r = type == nullptr
                        ? nullptr
                        : dynamic_cast<const rumur::Range*>(type->value.get());
    if (r == nullptr || !indices.found.contains(r->unique_id)) continue;
    if (!has_numbers(*r) && !is_constant(size_of(*r), model)) continue;
    const mpz_class low = r->min->constant_fold();
    const mpz_class high = r->max->constant_fold();
    if (high - low >= most_values || !low.fits_slong_p()) continue;
    out.push_back(
        {i, type->name, low.get_si(), high.get_si(), places.span(type->loc)});
    if (out.size() == most_ranges) break;
  }
  return out;
}

void make_scalarset(rumur::Model& model, const IndexRange& range) {
  auto* type =
      dynamic_cast<rumur::TypeDecl*>(model.children[range.child].get());
  const auto& r = dynamic_cast<const rumur::Range&>(*type->value);
  const rumur::ExprID* size = size_of(r);
  rumur::Ptr<rumur::Expr> bound =
      size != nullptr
          ? rumur::Ptr<rumur::Expr>(size->clone())
          : rumur::Ptr<rumur::Expr>(new rumur::Number(
                mpz_class(std::to_string(range.high - range.low + 1)), r.loc));
  type->value = rumur::Ptr<rumur::TypeExpr>(new rumur::Scalarset(bound, r.loc));
}

std::size_t type_id(const rumur::Model& model, const IndexRange& range) {
  return declaration(model, range.child)->value->unique_id;
}

}  // namespace vicinal::murphi
