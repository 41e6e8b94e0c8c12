// SPDX-License-Identifier: MIT
// A mark is a pattern, since whom it is said of is named by others.
#include "fixpoint/kept/marks.hpp"

#include <fmt/format.h>

namespace vicinal::fixpoint::inline kept {

namespace {

constexpr std::size_t most_marks = 16;

}  // namespace

std::string shown_by(const std::string& member, const Mark& mark) {
  return fmt::format(fmt::runtime(mark), member);
}

std::vector<Mark> marks_of(const network::Model& model,
                           const network::NodeFamily& family) {
  std::vector<Mark> out;
  for (const network::Variable& v : model[family.process].variables) {
    const network::Type& type = model[v.type];
    if (type.kind == network::TypeKind::boolean) {
      out.push_back("{0}." + v.name);
      out.push_back("!{0}." + v.name);
    } else if (type.kind == network::TypeKind::enumeration) {
      for (const auto& c : model.enums[type.enumeration.index()].constants) {
        out.push_back(fmt::format("{{0}}.{} == {}", v.name, c));
      }
    }
  }
  if (out.size() > most_marks) out.clear();
  return out;
}

}  // namespace vicinal::fixpoint::inline kept
